"""Drafts that somebody altered in the store: nobody submits what was not keyed, unless he looked at it and says so."""

import json

import pytest

from auditor.keyed.content import SeatTaken
from auditor.keyed.keyed_log import NOT_AS_KEPT, KeyedClosing
from auditor.keyed.keyed_refusals import CannotKey
from auditor.store.rows import Page, Selection
from tests.http.kit import NETS
from tests.keyed.kit import ROOM, hand, keyed, save

WORDS = "This draft is not as the service kept it, and nothing was submitted"
OTHER_NETS = json.dumps(hand((0, 0, 0, 0)))
ALTERED = {
    "head": "UPDATE keyed_drafts SET head = json_set(head, '$.table', 'T2') WHERE id = 1",
    "made at": "UPDATE keyed_drafts SET made_at = '2026-01-01T00:00:00Z' WHERE id = 1",
    "changed at": "UPDATE keyed_drafts SET changed_at = '2026-01-01T00:00:00Z' WHERE id = 1",
    "version": "UPDATE keyed_drafts SET version = version + 1 WHERE id = 1",
    "code": "UPDATE keyed_drafts SET code = NULL WHERE id = 1",
    "code of another one": "UPDATE keyed_drafts SET code = (SELECT code FROM keyed_drafts WHERE id = 2) WHERE id = 1",
    "hand": f"UPDATE keyed_hands SET content = '{OTHER_NETS}' WHERE draft = 1 AND hand = 2",
    "number of a hand": "UPDATE keyed_hands SET hand = 9 WHERE draft = 1 AND hand = 2",
    "hands swapped": "UPDATE keyed_hands SET content = (SELECT content FROM keyed_hands AS other WHERE other.draft = 1 "
    "AND other.hand = 5 - keyed_hands.hand) WHERE draft = 1 AND hand BETWEEN 2 AND 3",
    "changed at, of a hand": "UPDATE keyed_hands SET changed_at = '' WHERE draft = 1 AND hand = 2",
    "version of a hand": "UPDATE keyed_hands SET version = 1 WHERE draft = 1 AND hand = 2",
    "page": "UPDATE keyed_hands SET page = 'x' WHERE draft = 1 AND hand = 2",
    "step": "UPDATE keyed_hands SET step = 7 WHERE draft = 1 AND hand = 2",
    "due shown": "UPDATE keyed_hands SET due_shown = 0 WHERE draft = 1 AND hand = 1",
    "altered": "UPDATE keyed_hands SET altered = 0 WHERE draft = 1 AND hand = 1",
    "a hand less": "DELETE FROM keyed_hands WHERE draft = 1 AND hand = 2",
    "a hand more": "INSERT INTO keyed_hands SELECT draft, 8, content, changed_at, key, version, page, step, due_shown, altered "
    "FROM keyed_hands WHERE draft = 1 AND hand = 2",
    "hand of another draft": "INSERT INTO keyed_hands SELECT 1, 8, content, changed_at, key, version, page, step, due_shown, "
    "altered FROM keyed_hands WHERE draft = 2",
    "removed hand": f"UPDATE keyed_removed SET content = '{OTHER_NETS}' WHERE draft = 1",
    "no removed hand": "DELETE FROM keyed_removed WHERE draft = 1",
}


@pytest.fixture
def draft(service):
    """Draft 1: three hands, the first with another net than when its dues were shown; a fourth was removed. Draft 2: one hand."""
    made = keyed(service, hand(), hand(), hand(void=True), hand())
    service.keyed.due(ROOM, made, 1)
    save(service, made, 1, hand((0, 0, 0, 0)), of(service, made).hands[1].row.version)
    service.keyed.due(ROOM, made, 4)
    service.keyed.remove_hand(ROOM, made, 4, of(service, made).hands[4].row.version)
    keyed(service, hand(), session="S-10")
    return made


def of(service, draft):
    return service.keyed.get(ROOM, draft)


def altered(service, sql):
    with service.store.connections.writing() as db:
        db.execute(sql)


def submitted(service, draft, **said):
    return service.keyed.submit(ROOM, draft, KeyedClosing(), of(service, draft).row.version, **said)


def first_line(service, done):
    return json.loads(service.sessions.log(done.session).splitlines()[0])


def test_a_draft_is_as_kept_after_each_change_that_the_service_makes(service, draft):
    steps = (
        lambda: service.keyed.seat(ROOM, draft, [SeatTaken(1, "P9"), SeatTaken(2, "P2")], of(service, draft).row.version),
        lambda: service.keyed.name_ruleset(ROOM, draft, "wsgc-base", of(service, draft).row.version),
        lambda: save(service, draft, 2, hand((0, 0, 0, 0)), of(service, draft).hands[2].row.version),
        lambda: service.keyed.due(ROOM, draft, 2),
        lambda: service.keyed.remove_hand(ROOM, draft, 2, of(service, draft).hands[2].row.version),
        lambda: save(service, draft, 2, hand(NETS)),
    )  # fmt: skip
    assert of(service, draft).is_as_kept
    for step in steps:
        step()
        assert of(service, draft).is_as_kept
    assert NOT_AS_KEPT not in first_line(service, submitted(service, draft))


@pytest.mark.parametrize("what", ALTERED)
def test_an_altered_draft_is_submitted_only_by_somebody_who_says_that_he_looked_at_it(service, draft, what):
    altered(service, ALTERED[what])
    assert not of(service, draft).is_as_kept
    assert of(service, 2).is_as_kept
    with pytest.raises(CannotKey, match=WORDS) as raised:
        submitted(service, draft)
    assert raised.value.field == "looked"
    assert service.sessions.page(Selection(), Page())[1] == 0
    done = submitted(service, draft, half_too=True, looked_at=True)
    assert first_line(service, done)[NOT_AS_KEPT] is True


def test_nothing_that_was_altered_is_made_good_by_a_later_change(service, draft):
    altered(service, ALTERED["hand"])
    save(service, draft, 5, hand())
    service.keyed.due(ROOM, draft, 5)
    service.keyed.seat(ROOM, draft, [SeatTaken(1, "P9")], of(service, draft).row.version)
    service.keyed.remove_hand(ROOM, draft, 5, of(service, draft).hands[5].row.version)
    with pytest.raises(CannotKey, match=WORDS):
        submitted(service, draft)


@pytest.mark.of_the_file
def test_what_a_trigger_alters_while_a_hand_is_saved_is_noticed(service, draft):
    altered(
        service,
        "CREATE TRIGGER other AFTER UPDATE ON keyed_hands WHEN NEW.hand != 3 BEGIN UPDATE keyed_hands SET content = "
        f"'{OTHER_NETS}' WHERE draft = NEW.draft AND hand = 3; END",
    )
    save(service, draft, 2, hand(), of(service, draft).hands[2].row.version)
    assert not of(service, draft).is_as_kept


def test_an_altered_draft_can_be_discarded(service, draft):
    altered(service, ALTERED["head"])
    service.keyed.discard(ROOM, draft, of(service, draft).row.version)
    assert [each.row.id for each in service.keyed.of_room(ROOM)] == [2]
