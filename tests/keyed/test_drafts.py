"""Drafts over a store: two people at once, a connection that is lost, what was due, and the submission."""

import json

import pytest

from auditor.errors import NoSuchRoom
from auditor.keyed.content import SeatTaken
from auditor.keyed.keyed_log import ALTERED, KeyedClosing
from auditor.keyed.keyed_refusals import CannotKey, KeyedMeanwhile, NetsMissing, NoSuchDraft
from auditor.store.caller import Caller
from auditor.store.rows import Page, Selection
from tests.http.kit import NETS
from tests.keyed.kit import OTHER_PAGE, PAGE, ROOM, hand, head, keyed, save


def closed(service, draft):
    return service.keyed.submit(
        ROOM, draft, KeyedClosing("2026-03-15T01:10:00-07:00", 1), version(service, draft)
    )


def version(service, draft):
    return service.keyed.get(ROOM, draft).row.version


def fact_of_log(service):
    sql = "SELECT record FROM register WHERE kind = 'upload.accepted'"
    (text,) = service.store.connections.db.execute(sql).fetchone()
    return json.loads(text)


def test_a_draft_is_kept_hand_by_hand_and_is_no_session(service):
    draft = keyed(service, hand(), hand((None,) * 4))
    found = service.keyed.get(ROOM, draft)
    assert {number: each.content.nets_known for number, each in found.hands.items()} == {1: True, 2: False}
    assert (found.next_number, found.zone, found.head.session) == (3, "America/Los_Angeles", "S-9")
    assert service.sessions.page(Selection(), Page())[1] == 0
    (listed,) = service.keyed.of_room(ROOM)
    assert (listed.row.id, listed.row.hands) == (draft, 2)


def test_a_change_that_somebody_else_made_is_never_overwritten(service):
    draft = keyed(service)
    mine = save(service, draft, 1, hand(), page=PAGE, step=1)
    theirs = save(service, draft, 1, hand((100, 100, 100, -300)), mine.version, page=OTHER_PAGE, step=1)
    with pytest.raises(KeyedMeanwhile, match="Somebody else changed hand 1") as raised:
        save(service, draft, 1, hand((0, 0, 0, 0)), mine.version, page=PAGE, step=2)
    assert raised.value.theirs == theirs
    assert service.keyed.get(ROOM, draft).hands[1].content.seats[0].net == 100
    save(service, draft, 1, hand((0, 0, 0, 0)), theirs.version, page=PAGE, step=3)
    assert service.keyed.get(ROOM, draft).hands[1].content.seats[0].net == 0


def test_two_people_key_two_hands_of_a_draft(service):
    draft = keyed(service)
    one = save(service, draft, 1, hand(), page=PAGE, step=1)
    save(service, draft, 2, hand(), page=OTHER_PAGE, step=1)
    save(service, draft, 1, hand((0, 0, 0, 0)), one.version, page=PAGE, step=2)
    assert set(service.keyed.get(ROOM, draft).hands) == {1, 2}


def test_a_hand_that_two_begin_at_once_is_of_the_first(service):
    draft = keyed(service)
    save(service, draft, 1, hand(), page=PAGE, step=1)
    with pytest.raises(KeyedMeanwhile):
        save(service, draft, 1, hand(), page=OTHER_PAGE, step=1)


def test_a_save_whose_answer_was_lost_does_not_conflict_with_itself(service):
    draft = keyed(service)
    first = save(service, draft, 1, hand((None,) * 4), page=PAGE, step=1)
    again = save(service, draft, 1, hand((None,) * 4), page=PAGE, step=1)
    assert again == first
    later = save(
        service, draft, 1, hand(), page=PAGE, step=2
    )  # which still has not seen the version of the first
    assert service.keyed.get(ROOM, draft).hands[1].content.nets_known
    late = save(service, draft, 1, hand((None,) * 4), page=PAGE, step=1)  # it was on its way for long
    assert late == later


def test_a_hand_that_somebody_removed_is_not_kept_as_if_it_were_there(service):
    draft = keyed(service, hand())
    row = service.keyed.get(ROOM, draft).hands[1].row
    service.keyed.remove_hand(ROOM, draft, 1, row.version)
    with pytest.raises(KeyedMeanwhile, match="removed hand 1") as raised:
        save(service, draft, 1, hand(), row.version, page=PAGE, step=1)
    assert raised.value.theirs is None
    assert service.keyed.get(ROOM, draft).hands == {}


def test_due_is_shown_only_once_every_net_is_there(service):
    draft = keyed(service, hand((300, 100, 300, None)))
    with pytest.raises(NetsMissing, match="once the recorded net of every seat"):
        service.keyed.due(ROOM, draft, 1)
    with pytest.raises(NetsMissing):
        service.keyed.due(ROOM, draft, 2)
    save(service, draft, 1, hand((300, 100, 300, -600)), service.keyed.get(ROOM, draft).hands[1].row.version)
    exhibit = service.keyed.due(ROOM, draft, 1)
    assert [each["net"] for each in exhibit.replay["seats"]] == list(NETS)
    assert [each.net for each in exhibit.seats] == [300, 100, 300, -600]


def test_a_net_that_is_changed_after_due_was_shown_is_noted_in_the_log(service):
    draft = keyed(service, hand((300, 100, 300, -600)), hand(), hand())
    for number in (1, 2):
        service.keyed.due(ROOM, draft, number)
    rows = {number: each.row.version for number, each in service.keyed.get(ROOM, draft).hands.items()}
    save(service, draft, 1, hand(), rows[1])  # as it was due
    save(service, draft, 2, hand(dealer=3), rows[2])  # no net
    save(service, draft, 3, hand((0, 0, 0, 0)), rows[3])  # nothing was shown
    found = service.keyed.get(ROOM, draft)
    assert [number for number, each in found.hands.items() if each.row.altered] == [1]
    assert [(each.hand, each.text) for each in service.keyed.review(found).notes] == [
        (1, "a net was changed after what was due had been shown; the log says so")
    ]
    log = service.sessions.log(closed(service, draft).session).splitlines()
    assert [json.loads(line).get(ALTERED) for line in log[1:4]] == [True, None, None]
    assert fact_of_log(service)["keyed"] == {"altered": [1]}


def test_a_hand_that_is_removed_and_keyed_again_with_another_net_is_noted_too(service):
    draft = keyed(service, hand((300, 100, 300, -600)), hand((0, 0, 0, 0)), hand())
    for number in (1, 3):
        service.keyed.due(ROOM, draft, number)
    for number, each in service.keyed.get(ROOM, draft).hands.items():
        service.keyed.remove_hand(ROOM, draft, number, each.row.version)
    assert [seat.net for each in service.keyed.get(ROOM, draft).removed for seat in each.seats] == [
        300, 100, 300, -600, *NETS
    ]  # fmt: skip
    other = hand()
    other["seats"][0]["front"] = "2c2d4h"
    for number, content in (
        (4, hand()),
        (5, other),
    ):  # the cards of hand 1, with what was due; and other cards
        save(service, draft, number, content)
    found = service.keyed.get(ROOM, draft)
    assert (found.altered, [each.hand for each in service.keyed.review(found).notes if "net" in each.text]) == (
        frozenset({4}), [4]
    )  # fmt: skip
    log = service.sessions.log(closed(service, draft).session).splitlines()
    assert [json.loads(line).get(ALTERED) for line in log[1:3]] == [True, None]
    keyed_again = fact_of_log(service)["keyed"]
    assert (keyed_again["altered"], len(keyed_again["removed"])) == ([4], 2)


def test_the_same_hand_keyed_again_with_the_same_nets_is_not_noted(service):
    draft = keyed(service, hand())
    service.keyed.due(ROOM, draft, 1)
    service.keyed.remove_hand(ROOM, draft, 1, service.keyed.get(ROOM, draft).hands[1].row.version)
    save(service, draft, 1, hand())
    assert service.keyed.get(ROOM, draft).altered == frozenset()


def test_a_draft_is_submitted_as_a_log_and_is_gone(service):
    draft = keyed(service, hand())
    done = closed(service, draft)
    assert done.session is not None
    assert (done.session.session, done.session.hands, done.facts.closed_at) == (
        "S-9",
        1,
        "2026-03-15T01:10:00-07:00",
    )
    first = json.loads(service.sessions.log(done.session).splitlines()[0])
    assert (first["source"], first["ruleset"]) == ("keyed", "wsgc-base")
    with pytest.raises(NoSuchDraft, match="submitted or discarded"):
        service.keyed.get(ROOM, draft)
    with pytest.raises(NoSuchDraft):
        save(service, draft, 2, hand())


def test_a_draft_that_changed_since_it_was_looked_at_is_not_submitted(service):
    draft = keyed(service, hand())
    seen = version(service, draft)
    save(service, draft, 2, hand())
    for end in (
        lambda: service.keyed.submit(ROOM, draft, KeyedClosing(), seen),
        lambda: service.keyed.discard(ROOM, draft, seen),
        lambda: service.keyed.seat(ROOM, draft, [SeatTaken(1, "P9")], seen),
    ):
        with pytest.raises(KeyedMeanwhile, match="Somebody changed this draft"):
            end()
    assert len(service.keyed.get(ROOM, draft).hands) == 2
    assert service.sessions.page(Selection(), Page())[1] == 0


def test_a_draft_whose_submission_was_broken_off_is_submitted_again(service, monkeypatch):
    draft = keyed(service, hand())
    with monkeypatch.context() as patch:
        patch.setattr(service.store.keyed, "remove", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            closed(service, draft)
    done = closed(service, draft)
    assert done.already_stored
    assert service.sessions.page(Selection(), Page())[1] == 1
    assert service.keyed.of_room(ROOM) == []


def test_a_session_on_record_is_not_keyed_again(service):
    closed(service, keyed(service, hand()))
    with pytest.raises(CannotKey, match="A log of session S-9 is on record"):
        keyed(service)
    keyed(service, session="S-10")
    with pytest.raises(CannotKey, match="being keyed already"):
        keyed(service, session="S-10")


def test_what_a_draft_cannot_have_is_refused(service):
    for fields, words in (
        ({"ruleset": "no-such-rules"}, "was not in force"),
        ({"game": "ofc"}, "is of closed hands"),
        ({"ruleset": "ofc-cash"}, "is of open-face play"),
        ({"ruleset": "olympic-cash", "game": "ofc"}, "is of pot games, which cannot be keyed"),
        ({"seats": [SeatTaken(1, "P1"), SeatTaken(1, "P2")]}, "A seat is there twice"),
    ):
        with pytest.raises(CannotKey, match=words):
            keyed(service, **fields)
    assert service.keyed.of_room(ROOM) == []


def test_seats_that_change_hold_from_the_next_hand(service):
    draft = keyed(service, hand())
    changed = service.keyed.seat(
        ROOM, draft, [SeatTaken(1, "P1"), SeatTaken(5, "P7")], version(service, draft)
    )
    assert [(each.seat, each.player) for each in changed.head.seats] == [(1, "P1"), (5, "P7")]
    assert [each.player for each in changed.hands[1].content.seats] == ["P1", "P2", "P3", "P4"]


def test_what_the_ruleset_says_is_offered(service):
    game = service.keyed.game(ROOM, head(ruleset="wsgc-naturals"))
    assert "three_flushes" in game.naturals
    assert (game.banker, game.stacks) == (False, False)
    assert service.keyed.game(ROOM, head(ruleset="hawaiian-gardens")).stacks
    assert service.keyed.game(ROOM, head(ruleset=None)).naturals == ()


def test_the_drafts_of_other_rooms_do_not_exist(service):
    draft = keyed(service, hand())
    theirs = service.seen_by(Caller(rooms=("WA-0500",)))
    with pytest.raises(NoSuchRoom):
        theirs.keyed.of_room(ROOM)
    with pytest.raises(NoSuchRoom):
        theirs.keyed.get(ROOM, draft)
    with pytest.raises(NoSuchDraft):
        theirs.keyed.get("WA-0500", draft)
    with pytest.raises(NoSuchDraft):
        theirs.keyed.save("WA-0500", draft, 1, json.dumps(hand()), 1)
    assert theirs.keyed.of_room("WA-0500") == []
