"""Hand histories on the upload page: what they do not say is typed beside the files, and asked for where it is missing."""

import re

from tests.http.histories import hand, history
from tests.http.kit import log
from tests.http.web.kit import DANA, MARA, Person, signed_in, with_rooms, words
from tests.http.web.uploads import answers, send

FILLED = {"rooms": with_rooms}
STATED = {"currency": "USD", "ruleset": "standard-cash"}
PHH = (
    b"variant = 'NT'\nante_trimming_status = true\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\n"
    b"starting_stacks = [100, 100]\nactions = ['d dh p1 ????', 'd dh p2 ????', 'p2 f']\nplayers = ['Ann', 'Bea']\n"
)


def field(page, name):
    """The field of a name as the page has it, and what is said to be wrong with it."""
    box = re.search(rf'<(?:input|select) id="{name}".*?</p></div>', page.text, re.S)[0]
    said = re.search(rf'<p class="wrong" id="{name}-wrong"( hidden)?>(.*?)</p>', box, re.S)
    return ('aria-invalid="true"' in box, "" if said[1] else words_of(said[2]))


def words_of(text):
    return re.sub(r"<[^>]+>", "", text)


def is_open(page):
    return '<details id="of-histories" open>' in page.text


def test_a_history_is_taken_beside_a_log_with_what_is_typed_beside_them(rooms, service):
    dana = signed_in(rooms, DANA)
    assert not is_open(dana.get("/rooms/WA-0417/upload"))
    page = send(dana, ("table.txt", history()), ("b.ndjson", log()), **STATED)
    assert answers(page) == [("stored", "table.txt"), ("stored", "b.ndjson")]
    assert "2 of 2 files are on record." in words(page)
    assert "Table NLHGold14, ggpoker-HD1245993 : on record" in words(page)
    session = service.sessions.current("WA-0417", "ggpoker-HD1245993")
    assert (session.currency, session.table, session.day) == ("USD", "NLHGold14", "2026-03-14")
    assert service.originals.get(1).last.options == {
        "room": "WA-0417", "zone": "America/Los_Angeles", **STATED,
    }  # fmt: skip
    assert is_open(page)  # with what was typed
    assert 'id="currency" name="currency" value="USD"' in page.text
    assert answers(send(dana, ("table.txt", history()), **STATED)) == [("same", "table.txt")]


def test_what_is_missing_is_asked_for_beside_its_field_and_nothing_is_stored(rooms, service):
    dana = signed_in(rooms, DANA)
    page = send(dana, ("table.txt", history()), table="T7", status=422)
    assert answers(page) == [("refused", "table.txt")]
    assert is_open(page)
    assert field(page, "currency") == (True, "State it with the field Currency, such as EUR.")
    assert [field(page, name) for name in ("table", "opened_at")] == [(False, "")] * 2
    assert field(page, "ruleset") == (
        True, "State the ruleset, or have the room&#39;s controls approved for that day."
    )  # fmt: skip
    assert 'value="T7"' in page.text
    assert "Nothing of it was stored. State what is missing, or correct it, and upload it again." in words(
        page
    )
    assert '<tr data-asks="currency">' in page.text
    assert "2 places to look at." in words(page)
    assert "marked.xlsx" not in page.text
    assert service.originals.without_session("WA-0417", "2000", "3000") == []
    assert answers(send(dana, ("table.txt", history()), **STATED)) == [("stored", "table.txt")]


def test_what_is_typed_wrong_is_named_beside_its_field(rooms):
    dana = signed_in(rooms, DANA)
    page = send(
        dana, ("table.txt", history()), currency="dollars", opened_at="tonight", ruleset="x" * 70, status=422
    )
    assert field(page, "currency") == (True, "Correct the field Currency.")
    assert field(page, "opened_at") == (True, "Correct the field Opened.")
    page = send(dana, ("table.txt", history()), currency="USD", ruleset="x" * 70, status=422)
    assert field(page, "ruleset") == (True, "Correct the field Played under.")


def test_a_history_without_a_date_begins_on_the_clock_of_the_room(rooms, service):
    dana = signed_in(rooms, DANA)
    page = send(dana, ("one.phh", PHH), **STATED, status=422)
    assert field(page, "opened_at") == (True, "State when the session began with the field Opened.")
    page = send(dana, ("one.phh", PHH), **STATED, opened_at="2026-03-14 19:42", table="T9")
    assert answers(page) == [("stored", "one.phh")]
    (derived,) = service.originals.get(1).last.logs
    session = service.sessions.current("WA-0417", derived.session)
    assert (session.facts.opened_at, session.table) == ("2026-03-14T19:42:00-07:00", "T9")


def test_the_script_gets_the_answer_alone_with_what_is_asked_for(rooms):
    dana = signed_in(rooms, DANA)
    page = send(dana, ("table.txt", history()), alone=True, status=422)
    assert "<html" not in page.text
    assert '<tr data-asks="currency">' in page.text
    done = send(dana, ("table.txt", history()), alone=True, **STATED)
    assert answers(done) == [("stored", "table.txt")]


def test_hands_that_cannot_be_read_are_named_and_the_others_taken(rooms, service):
    wrong = hand("HD2", but=(("88kkaa62: bets $11.5", "88kkaa62: whistles <b>"),))
    page = send(
        signed_in(rooms, DANA), ("two.txt", history(hand("HD1"), wrong, hand("HD3", table="Silver"))), **STATED, status=422,
    )  # fmt: skip
    assert answers(page) == [("partly", "two.txt")]
    said = words(page)
    assert "Table NLHGold14, ggpoker-HD1 : on record" in said
    assert "Table Silver, ggpoker-HD3 : on record" in said
    assert "hand HD2" in said
    assert "whistles &lt;b&gt;" in page.text
    assert "whistles <b>" not in page.text
    assert "data-asks" not in page.text
    assert service.sessions.current("WA-0417", "ggpoker-HD1").hands == 1


def test_a_history_that_is_cut_off_is_kept_and_listed_on_the_day_it_came(rooms):
    dana = signed_in(rooms, DANA)
    page = send(dana, ("short.txt", history(hand().partition("*** SUMMARY")[0])), **STATED, status=422)
    assert answers(page) == [("refused", "short.txt")]
    assert (
        "The file is kept as it arrived, and no log of it is a session. Correct it and upload it again."
        in words(page)
    )
    day = dana.get("/rooms/WA-0417/today")
    assert "short.txt hand history" in words(day)
    assert "marked.xlsx" not in day.text


def test_who_only_tries_a_history_stores_nothing(rooms, service):
    dana = signed_in(rooms, DANA)
    page = send(dana, ("table.txt", history()), **STATED, only_try=True)
    assert answers(page) == [("valid", "table.txt")]
    assert "Table NLHGold14, ggpoker-HD1245993: would be stored" in words(page)
    assert service.sessions.current("WA-0417", "ggpoker-HD1245993") is None
    assert service.store.pseudonym_keys.get("WA-0417") is None


def test_other_options_are_a_conflict_that_leads_to_the_correction(rooms, service):
    dana = signed_in(rooms, DANA)
    send(dana, ("table.txt", history()), **STATED)
    tried = send(dana, ("table.txt", history()), **{**STATED, "currency": "CAD"}, only_try=True, status=422)
    assert "Upload it without “only try” to see what differs" in words(tried)
    assert "/conflicts/" not in tried.text
    page = send(dana, ("table.txt", history()), **{**STATED, "currency": "CAD"}, status=422)
    assert answers(page) == [("conflict", "table.txt")]
    address = re.search(r'href="(/rooms/WA-0417/conflicts/\w{64})"', page.text)[1]
    compared = dana.get(address)
    assert "Session currency USD → CAD" in words(compared)
    dana.send(address, reason="they were Canadian", by="s-104")
    current = service.sessions.current("WA-0417", "ggpoker-HD1245993")
    assert (current.currency, current.supersedes) == ("CAD", 1)
    again = send(dana, ("table.txt", history()), **{**STATED, "currency": "CAD"})
    assert answers(again) == [("same", "table.txt")]


def test_a_history_of_another_room_is_not_stored_and_nothing_of_it_is_shown(rooms, service):
    everybody = Person(rooms)
    send(everybody, ("table.txt", history()), **STATED, room="WA-0500")
    page = send(signed_in(rooms, DANA), ("table.txt", history()), **STATED, status=422)
    assert answers(page) == [("not-taken", "table.txt")]
    assert "The same file is on record for another room, and hands are played in one room." in words(page)
    assert "WA-0500" not in page.text
    assert service.sessions.current("WA-0417", "ggpoker-HD1245993") is None


def test_a_regulator_cannot_upload_a_history(rooms):
    mara = signed_in(rooms, MARA)
    mara.get("/rooms/WA-0417/upload", 403)


def test_what_is_asked_for_is_listed_before_many_other_problems(rooms):
    unread = [
        hand(f"HD{each}", but=(("88kkaa62: bets $11.5", "88kkaa62: whistles"),)) for each in range(2, 16)
    ]
    page = send(signed_in(rooms, DANA), ("many.txt", history(*unread, hand("HD1"))), status=422)
    assert field(page, "currency") == (True, "State it with the field Currency, such as EUR.")
    assert page.text.count("<tr data-asks=") == 2  # and the ruleset
