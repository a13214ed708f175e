"""Keyed entry in a browser without a script, and what the script sends."""

import html
import json
import re

import pytest

from auditor.access.keys import NewKey
from auditor.http.context import OPEN
from auditor.store.service_clock import now
from tests.access.accounts import account, signed
from tests.http.filing import TERMS, approved, put_room
from tests.http.kit import NDJSON, NETS, ROWS, hand_line, log
from tests.keyed.kit import PAGE, ROOM, hand
from tests.rules.filed import controls
from tests.services import application

LIST = f"/rooms/{ROOM}/keyed"
ENTRY = f"{LIST}/1"
BEGIN = {
    "table": "T1", "opened_at": "2026-03-14 16:00", "game": "chinese", "ruleset": "wsgc-base", "currency": "usd", "unit": "1.00",
    "session": "S-9", **{f"player_{seat}": f"P{seat}" for seat in (1, 2, 3, 4)},
}  # fmt: skip


def token(client) -> str:
    found = re.search(
        r'name="form_token" value="([0-9a-f]{64})"',
        client.get("/rooms/WA-0417/upload").get_data(as_text=True),
    )
    assert found
    return found[1]


def post(client, path, **fields):
    return client.post(path, data={"form_token": token(client), **fields})


def put(client, path, content, seen=0, step=1, page=PAGE):
    body = {"seen": seen, "page": page, "step": step, "content": content}
    return client.put(path, json=body, headers={"X-Form-Token": token(client)})


def words(response) -> str:
    """The text of a page, on one line."""
    text = response.get_data(as_text=True)
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", text)).split())


def typed(nets=("3.00", "1", "+3", "-7.00"), **more):
    """The commission's hand as somebody types it."""
    fields = {}
    for seat, (rows, net) in enumerate(zip(ROWS, nets, strict=True), 1):
        spaced = [" ".join(row[at : at + 2] for at in range(0, len(row), 2)) for row in rows]
        fields |= dict(zip((f"front_{seat}", f"middle_{seat}", f"back_{seat}"), spaced, strict=True))
        fields[f"net_{seat}"] = net
    return {**fields, **more}


@pytest.fixture
def draft(room):
    """The room with a draft."""
    made = post(room, LIST, **BEGIN)
    assert (made.status_code, made.headers["Location"]) == (303, ENTRY)
    return room


def test_a_session_is_begun_once(draft, service):
    (listed,) = service.keyed.of_room(ROOM)
    head = listed.head
    assert (head.session, head.currency, head.unit, head.opened_at) == (
        "S-9",
        "USD",
        100,
        "2026-03-14T16:00:00-07:00",
    )
    assert [(each.seat, each.player) for each in head.seats] == [(1, "P1"), (2, "P2"), (3, "P3"), (4, "P4")]
    assert "S-9 T1 2026-03-14 16:00 0" in words(draft.get(LIST))
    again = post(draft, LIST, **BEGIN)
    assert again.status_code == 422
    assert "Session S-9 is being keyed already" in words(again)


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("table", "", "Fill in this field."),
        ("opened_at", "yesterday", "Expected: "),
        ("unit", "one", "an amount with at most 2 decimals"),
        ("unit", "0", "1 to 1,000,000,000,000"),
        ("currency", "dollars", "text of the form [A-Z]{3}"),
        ("first_hand", "x", "a whole number"),
        ("ruleset", "no-such", "was not in force"),
        ("player_2", "P\u200b2", "printable characters"),
    ],
)
def test_a_form_that_cannot_be_read_is_shown_again(room, service, field, value, says):
    refused = post(room, LIST, **{**BEGIN, field: value})
    page = refused.get_data(as_text=True)
    assert refused.status_code == 422
    assert says in words(refused)
    assert f'aria-describedby="{field}-error' in page
    assert 'value="P3"' in page  # what was typed is still there
    assert service.keyed.of_room(ROOM) == []


@pytest.mark.slow
def test_a_hand_is_typed_and_due_is_shown_beside_it(draft, service):
    page = draft.get(f"{ENTRY}?plain=yes")
    assert "Hand 1" in words(page)
    saved = post(draft, f"{ENTRY}/hands/1", **typed(), seen="0", then="stay")
    assert saved.headers["Location"] == f"{ENTRY}?hand=1&plain=yes"
    kept = service.keyed.get(ROOM, 1).hands[1].content
    assert [each.net for each in kept.seats] == list(NETS)
    assert kept.seats[0].front == ROWS[0][0]
    shown = draft.get(saved.headers["Location"])
    assert "Hand 1 is recorded as it was due." in words(shown)
    assert 'value="9s 8s 6d"' in shown.get_data(as_text=True)


def test_due_is_not_in_the_page_before_every_net_is_there(draft):
    post(draft, f"{ENTRY}/hands/1", **typed(("3.00", "1", "3", "")), seen="0", then="stay")
    for query in ("?hand=1", "?hand=1&plain=yes"):
        page = draft.get(f"{ENTRY}{query}")
        assert "due in hand 1" not in words(page)
        assert "$7.00" not in words(page)
    refused = draft.get(f"{ENTRY}/hands/1/due")
    assert refused.status_code == 409
    assert "when the recorded net of every seat is saved" in words(refused)


def test_a_wrong_net_is_shown_beside_what_was_due(draft):
    post(draft, f"{ENTRY}/hands/1", **typed(("3", "1", "3", "-6")), seen="0", then="next")
    assert "Seat 4: recorded −$6.00, due −$7.00." in words(draft.get(f"{ENTRY}/hands/1/due"))


def test_everything_of_a_hand_can_be_typed(draft, service):
    given = typed(
        at="16:20", dealer="4", void="yes", seen="0", out_3="yes", fouled_2="yes", surrendered_1="yes", front_1="",
        middle_1="", back_1="", dealt_1="".join(ROWS[0]).replace("T", "10"), front_4="6♣ 4♣ 2♣", irregular_kind_0="misdeal",
        irregular_seat_0="2", irregular_when_0="deal", irregular_note_0="a card on the floor",
    )  # fmt: skip
    assert post(draft, f"{ENTRY}/hands/1", **given).status_code == 303
    kept = service.keyed.get(ROOM, 1).hands[1].content
    assert [each.seat for each in kept.seats] == [1, 2, 4]
    one, two, four = kept.seats
    assert (one.surrendered, one.dealt, one.front) == (True, "".join(ROWS[0]), "")
    assert (two.fouled, four.front) == (True, ROWS[3][0])
    assert (kept.at, kept.dealer, kept.void) == ("16:20", 4, True)
    (irregular,) = kept.irregularities
    assert (irregular.kind, irregular.seat, irregular.note) == ("misdeal", 2, "a card on the floor")
    again = draft.get(f"{ENTRY}?hand=1&plain=yes").get_data(as_text=True)
    assert 'value="a card on the floor"' in again
    back = post(
        draft, f"{ENTRY}/hands/1", **{**given, "out_3": "", "in_3": "yes", "seen": str(version(service))}
    )
    assert back.status_code == 303
    assert [each.seat for each in service.keyed.get(ROOM, 1).hands[1].content.seats] == [1, 2, 3, 4]


def version(service, number=1):
    return service.keyed.get(ROOM, 1).hands[number].row.version


def test_fields_that_cannot_be_read_are_named_and_nothing_is_saved(draft, service):
    refused = post(
        draft, f"{ENTRY}/hands/1", **typed(("3", "1", "much", "-7"), front_1="9s8s6x", at="nine"), seen="0"
    )
    page = refused.get_data(as_text=True)
    assert refused.status_code == 422
    assert 'value="much"' in page
    assert re.search(r'name="net_3"[^>]*aria-invalid="true" aria-describedby="net_3-error"', page)
    assert re.search(r'name="front_1"[^>]*aria-invalid="true"', page)
    assert service.keyed.get(ROOM, 1).hands == {}
    too_many = post(draft, f"{ENTRY}/hands/1", **typed(at="nine"), seen="0")
    assert (too_many.status_code, "This hand cannot be kept" in words(too_many)) == (422, True)


def test_two_who_type_the_same_hand_see_each_others(draft, service):
    assert post(draft, f"{ENTRY}/hands/1", **typed(), seen="0").status_code == 303
    second = post(draft, f"{ENTRY}/hands/1", **typed(("0", "0", "0", "0")), seen="0")
    assert second.status_code == 409
    text = words(second)
    assert "Somebody else changed hand 1 since you opened it. What you keyed was not saved." in text
    assert "-7.00" in text  # theirs
    page = second.get_data(as_text=True)
    assert re.search(r'name="net_4" value="0"', page)  # mine
    assert f'name="seen" value="{version(service)}"' in page  # so that it can be sent again
    assert service.keyed.get(ROOM, 1).hands[1].content.seats[3].net == -700


def test_the_script_saves_and_learns_of_others(draft):
    first = put(draft, f"{ENTRY}/hands/1", hand((None,) * 4))
    assert first.json == {"version": 2, "complete": False}
    assert put(draft, f"{ENTRY}/hands/1", hand((None,) * 4)).json == first.json  # sent again
    assert put(draft, f"{ENTRY}/hands/1", hand(), 2, 2).json == {"version": 3, "complete": True}
    other = put(draft, f"{ENTRY}/hands/1", hand((0, 0, 0, 0)), 2, 1, "c" * 32)
    assert other.status_code == 409
    assert other.json["error"].startswith("Somebody else changed hand 1")
    assert other.json["theirs"]["version"] == 3
    assert [each["net"] for each in other.json["theirs"]["content"]["seats"]] == list(NETS)


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({}, 422), ([], 422), ({"seen": 0, "page": "short", "step": 1, "content": {}}, 422),
        ({"seen": 0, "page": PAGE, "step": 1, "content": {"seats": []}}, 422),
        ({"seen": 0, "page": PAGE, "step": 1, "content": {"seats": [], "note": "x" * 70_000}}, 413),
    ],
)  # fmt: skip
def test_what_no_script_of_the_page_sends_is_refused(draft, body, status):
    answer = draft.put(f"{ENTRY}/hands/1", json=body, headers={"X-Form-Token": token(draft)})
    assert answer.status_code == status


def test_a_save_without_the_pages_token_is_refused(draft, service):
    body = {"seen": 0, "page": PAGE, "step": 1, "content": hand()}
    assert draft.put(f"{ENTRY}/hands/1", json=body).status_code == 403
    assert service.keyed.get(ROOM, 1).hands == {}


def test_the_page_has_what_its_script_begins_with(draft):
    put(draft, f"{ENTRY}/hands/1", hand())
    page = draft.get(ENTRY).get_data(as_text=True)
    state = json.loads(html.unescape(re.search(r'data-state="([^"]*)"', page)[1]))
    assert (state["hand"], state["places"], state["closed"]) == (2, 2, True)
    assert [each["net"] for each in state["hands"]["1"]["content"]["seats"]] == list(NETS)
    assert page.count("data-card=") == 52
    assert "due" not in json.dumps(state)
    assert "style=" not in page


@pytest.mark.parametrize(
    ("ruleset", "game", "has", "has_not"),
    [
        (
            "wsgc-naturals",
            "chinese",
            ("Surrender", "Foul", "three flushes"),
            ("Missed", "Chips before", "Banker"),
        ),
        ("wsgc-base", "chinese", ("Surrender", "Foul"), ("Natural", "Missed", "Banker")),
        ("hawaiian-gardens", "chinese", ("Chips before",), ("Missed",)),
        ("malayan", "chinese", ("Banker at seat",), ("Missed",)),
        ("ofc-cash", "ofc", ("Missed", "Foul"), ("Surrender", "All thirteen")),
    ],
)
def test_the_entry_has_what_the_game_has(room, ruleset, game, has, has_not):
    assert post(room, LIST, **{**BEGIN, "ruleset": ruleset, "game": game}).status_code == 303
    text = words(room.get(ENTRY))
    assert [each for each in has if each not in text] == []
    assert [each for each in has_not if each in text] == []


def test_an_open_face_session_is_keyed_with_its_final_rows(room, service):
    assert (
        post(room, LIST, **{**BEGIN, "ruleset": "ofc-cash", "game": "ofc", "player_4": ""}).status_code == 303
    )
    given = {name: value for name, value in typed().items() if not name.endswith("_4")}
    given |= {"front_3": "", "middle_3": "", "back_3": "", "net_3": "", "missed_3": "yes"}
    assert post(room, f"{ENTRY}/hands/1", **given, seen="0", then="stay").status_code == 303
    assert "What was due in hand 1" in room.get(f"{ENTRY}?hand=1&plain=yes").get_data(as_text=True)
    seen = str(service.keyed.get(ROOM, 1).row.version)
    assert post(room, f"{ENTRY}/submit", seen=seen).status_code == 303
    event = json.loads(service.sessions.log(service.sessions.get(1)).splitlines()[1])
    assert (event["event"], event["variant"], event["seats"][2]) == (
        "ofc_hand", "ofc", {"seat": 3, "player": "P3", "status": "missed"},
    )  # fmt: skip


def test_irregularities_of_the_controls_come_first(two_revisions):
    assert post(two_revisions, LIST, **{**BEGIN, "ruleset": "wa-0417-thirteen"}).status_code == 303
    page = two_revisions.get(ENTRY).get_data(as_text=True)
    own = re.search(r'<optgroup label="With a procedure in the controls">(.*?)</optgroup>', page, re.DOTALL)
    assert re.findall(r'value="(\w+)"', own[1])[:3] == ["misdeal", "exposed_card", "wrong_card_count"]
    assert 'value="boxed_card"' not in own[1]
    assert 'value="boxed_card"' in page


def test_a_draft_is_looked_at_and_submitted(draft, service):
    post(draft, f"{ENTRY}/hands/1", **typed(("3", "1", "3", "")), seen="0")
    finish = draft.get(f"{ENTRY}/finish")
    assert "Hand 1, seat 4 : no net" in words(finish)
    seen = str(service.keyed.get(ROOM, 1).row.version)
    wrong = post(draft, f"{ENTRY}/submit", seen=seen, closed_at="soon")
    assert (wrong.status_code, "Expected" in words(wrong)) == (422, True)
    old = post(draft, f"{ENTRY}/submit", seen="1", closed_at="23:00")
    assert (old.status_code, "Somebody changed this draft" in words(old)) == (409, True)
    half = post(draft, f"{ENTRY}/submit", seen=seen, closed_at="23:00", counted="1")
    assert half.status_code == 422
    assert (
        "Hand 1 is not complete, and nothing was submitted. Key what is missing, or say that it is"
        in words(half)
    )
    assert 'value="23:00"' in half.text
    assert service.sessions.current(ROOM, "S-9") is None
    done = post(draft, f"{ENTRY}/submit", seen=seen, closed_at="23:00", counted="1", half="yes")
    assert (done.status_code, done.headers["Location"]) == (303, "/sessions/1")
    assert "Table T1 S-9" in words(draft.get("/sessions/1"))
    log = service.sessions.log(service.sessions.get(1))
    assert b'"source":"keyed"' in log
    assert json.loads(log.splitlines()[-1]) == {
        "event": "close",
        "at": "2026-03-14T23:00:00-07:00",
        "hands": 1,
    }
    assert draft.get(ENTRY).status_code == 404
    assert "There are no drafts." in words(draft.get(LIST))
    assert 'auditor_uploads_total{outcome="stored"} 1.0' in draft.get("/metrics").text.splitlines()


def test_a_hand_and_a_draft_are_removed_only_as_they_were_seen(draft, service):
    put(draft, f"{ENTRY}/hands/1", hand())
    assert post(draft, f"{ENTRY}/hands/1/remove", seen="9").status_code == 409
    assert post(draft, f"{ENTRY}/hands/1/remove", seen=str(version(service))).status_code == 303
    assert service.keyed.get(ROOM, 1).hands == {}
    unsure = post(draft, f"{ENTRY}/discard", seen=str(service.keyed.get(ROOM, 1).row.version))
    assert (unsure.status_code, "Tick the box" in words(unsure)) == (422, True)
    assert post(draft, f"{ENTRY}/discard", seen="1", sure="yes").status_code == 409
    seen = str(service.keyed.get(ROOM, 1).row.version)
    assert post(draft, f"{ENTRY}/discard", seen=seen, sure="yes").headers["Location"] == LIST
    assert draft.get(ENTRY).status_code == 404


def test_seats_are_changed_for_the_next_hand(draft, service):
    seen = str(service.keyed.get(ROOM, 1).row.version)
    assert post(draft, f"{ENTRY}/seats", seen=seen, player_1="").status_code == 422
    assert post(draft, f"{ENTRY}/seats", seen=seen, player_2="P2", player_5="P9").status_code == 303
    assert "Seat 5, P9" in words(draft.get(f"{ENTRY}?plain=yes"))


def test_only_who_uploads_for_a_room_keys_for_it(tmp_path):
    def two_rooms(client):
        put_room(client)
        client.put("/v1/rooms/WA-0500", json=TERMS)

    with application(tmp_path / "data", filled=two_rooms) as app:
        app.config[OPEN] = False
        store = app.extensions["auditor"].store
        clients = {}
        people = {"ours": NewKey("room", "Dana", rooms=(ROOM,)), "theirs": NewKey("room", "Lee", rooms=("WA-0500",)),
                  "compliance": NewKey("compliance", "Ann", rooms=(ROOM,))}  # fmt: skip
        for name, wanted in people.items():
            account(store, f"{name}@example.org", wanted, now())
            clients[name] = app.test_client()
            clients[name].set_cookie("sign-in", signed(store, f"{name}@example.org", now()))
        assert post(clients["ours"], LIST, **BEGIN).status_code == 303
        assert "Dana" in words(clients["ours"].get(LIST))
        for name, status in (("theirs", 404), ("compliance", 403)):
            client = clients[name]
            for path in (LIST, ENTRY, f"{ENTRY}/finish", f"{ENTRY}/hands/1/due"):
                assert client.get(path).status_code == status, (name, path)
            assert post(client, f"{ENTRY}/discard", sure="yes", seen="1").status_code == status
            assert put(client, f"{ENTRY}/hands/1", hand()).status_code == status
        assert app.test_client().get(ENTRY).headers["Location"].startswith("/sign-in")


def test_a_draft_without_a_hand_says_so_and_is_not_submitted(draft, service):
    finish = draft.get(f"{ENTRY}/finish")
    assert "No hand is keyed yet. Key at least one;" in words(finish)
    assert "Every seat of every hand has its cards" not in words(finish)
    seen = str(service.keyed.get(ROOM, 1).row.version)
    refused = post(draft, f"{ENTRY}/submit", seen=seen)
    assert (refused.status_code, "No hand is keyed yet." in words(refused)) == (422, True)
    assert service.sessions.current(ROOM, "S-9") is None


def test_an_altered_draft_is_submitted_after_a_second_question(draft, service):
    post(draft, f"{ENTRY}/hands/1", **typed(), seen="0")
    notice = "This draft is not as the service kept it. Look at the session and at every hand before you submit it."
    assert notice not in words(draft.get(f"{ENTRY}/finish")) + words(draft.get(ENTRY))
    with service.store.connections.writing() as db:
        db.execute("UPDATE keyed_drafts SET head = json_set(head, '$.table', 'T2')")
    assert notice in words(draft.get(f"{ENTRY}/finish"))
    assert notice in words(draft.get(ENTRY))
    seen = str(service.keyed.get(ROOM, 1).row.version)
    asked = post(draft, f"{ENTRY}/submit", seen=seen)
    assert asked.status_code == 422
    assert "Somebody may have altered it in the store, or the store was restored from a backup." in words(
        asked
    )
    assert 'name="looked" value="yes" aria-invalid="true"' in asked.text
    assert service.sessions.current(ROOM, "S-9") is None
    done = post(draft, f"{ENTRY}/submit", seen=seen, looked="yes")
    assert (done.status_code, done.headers["Location"]) == (303, "/sessions/1")
    assert b'"_draft_was_not_as_kept":true' in service.sessions.log(service.sessions.get(1))


def test_a_hand_of_which_nothing_is_keyed_is_not_kept(draft, service):
    refused = post(draft, f"{ENTRY}/hands/1", seen="0", then="next")
    assert refused.status_code == 422
    assert "Nothing of hand 1 is keyed yet. Key its cards and its nets first." in words(refused)
    assert service.keyed.get(ROOM, 1).hands == {}
    misdeal = post(draft, f"{ENTRY}/hands/1", seen="0", then="next", void="yes")
    assert misdeal.status_code == 303  # that is something
    assert service.keyed.get(ROOM, 1).hands[1].content.void


def test_half_a_hand_is_kept_after_a_second_question(draft, service):
    asked = post(draft, f"{ENTRY}/hands/1", **typed(("3", "1", "3", "")), seen="0", then="next")
    assert asked.status_code == 422
    assert "Hand 1 is not complete, and is not saved yet. Seat 4: no net." in words(asked)
    assert 'value="9s 8s 6d"' in asked.text
    assert service.keyed.get(ROOM, 1).hands == {}
    kept = post(draft, f"{ENTRY}/hands/1", **typed(("3", "1", "3", "")), seen="0", then="half")
    assert (kept.status_code, kept.headers["Location"]) == (303, f"{ENTRY}?hand=2&plain=yes")
    assert service.keyed.get(ROOM, 1).half == (1,)
    whole = post(draft, f"{ENTRY}/hands/2", **typed(), seen="0", then="next")
    assert whole.status_code == 303
    assert service.keyed.get(ROOM, 1).half == (1,)


def test_a_hand_that_is_saved_says_what_it_lacks_in_place_of_what_was_due(draft):
    post(draft, f"{ENTRY}/hands/1", **typed(("3", "1", "3", ""), back_2=""), seen="0", then="stay")
    said = words(draft.get(f"{ENTRY}?hand=1&plain=yes"))
    assert "Hand 1 is saved, and is not complete." in said
    assert "Seat 2: 0 cards in back, and 5 are expected. Seat 4: no net." in said


def choices(client):
    """The rulesets of the form that begins a session, by the names of their groups; and the one that is chosen."""
    select = client.get(LIST).text.partition('<select id="ruleset"')[2].partition("</select>")[0]
    groups = {
        html.unescape(name): re.findall(r'value="([^"]*)"', inside)
        for name, inside in re.findall(r'(?s)<optgroup label="([^"]*)">(.*?)</optgroup>', select)
    }
    return groups, re.findall(r'value="([^"]*)"[^>]* selected', select)


def test_a_room_without_controls_is_offered_those_of_its_authority_and_nothing_is_chosen(room):
    groups, chosen = choices(room)
    assert next(iter(groups)) == "Washington State Gambling Commission"
    assert "wsgc-full" in groups["Washington State Gambling Commission"]
    assert "classic-simple" in groups["Described play"]
    assert not any(
        name.startswith("olympic-cash") for names in groups.values() for name in names
    )  # of pot games
    assert chosen == [""]
    page = room.get(LIST).text
    assert (
        '<option value="wsgc-1-6" data-game="chinese">Thirteen Card Poker, 1-6 scoring (wsgc-1-6)</option>'
        in page
    )
    assert '<option value="ofc-pineapple" data-game="pineapple">' in page
    assert page.index('value="not-recorded"') > page.index('value="ofc-pineapple"')


def test_what_a_rooms_logs_name_comes_first(room):
    made = log(hand_line(1), session="S-1", ruleset="wsgc-2-4")
    assert room.post("/v1/sessions", data=made, content_type=NDJSON).status_code == 201
    groups, chosen = choices(room)
    assert groups["On logs of this room"] == ["wsgc-2-4"]
    assert "wsgc-2-4" not in groups["Washington State Gambling Commission"]
    assert chosen == ["wsgc-2-4"]


def test_a_rooms_own_controls_are_all_that_is_offered(room):
    approved(room, controls(1, "2020-01-01"))
    assert choices(room) == ({"Controls of this room": ["wa-0417-thirteen"]}, ["wa-0417-thirteen"])


def test_a_ruleset_that_was_not_recorded_can_be_said_so(room, service):
    made = post(room, LIST, **{**BEGIN, "ruleset": "not-recorded"})
    assert made.status_code == 303
    assert service.keyed.get(ROOM, 1).head.ruleset is None


def version_of(page):
    """The version of a draft that the forms of a page are of."""
    return re.search(r'name="seen" value="(\d+)"', page.text)[1]


def test_a_draft_that_no_audit_would_take_asks_for_its_ruleset_before_it_is_submitted(room, service):
    post(room, LIST, **{**BEGIN, "ruleset": "not-recorded"})
    post(room, f"{ENTRY}/hands/1", **typed(), seen="0")
    page = room.get(f"{ENTRY}/finish")
    said = words(page)
    assert "The service would refuse this log." in said
    assert "ruleset: found no ruleset, and the room has no approved controls in force on that day" in said
    assert re.search(r'(?s)<select id="ruleset".*?value="wsgc-base"', page.text)
    assert post(room, f"{ENTRY}/ruleset", ruleset="ofc-cash", seen=version_of(page)).status_code == 422
    assert post(room, f"{ENTRY}/ruleset", ruleset="wsgc-base", seen=version_of(page)).status_code == 303
    again = room.get(f"{ENTRY}/finish")
    assert "The service would refuse this log." not in words(again)
    assert 'id="ruleset"' not in again.text
    assert service.keyed.get(ROOM, 1).head.ruleset == "wsgc-base"


def test_what_is_odd_about_a_draft_is_listed_before_it_is_submitted(room):
    post(room, LIST, **{**BEGIN, "player_1": "Anna Smith"})
    post(room, f"{ENTRY}/hands/1", **{**typed(), "player_1": "Anna Smith"}, seen="0")
    assert "A player is named as a person is, such as 'Anna Smith'." in words(room.get(f"{ENTRY}/finish"))
