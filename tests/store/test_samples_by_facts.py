"""A sample is what signed facts say: nothing is drawn, entered or compared over what somebody altered in the file."""

import pytest

from auditor.errors import RecordDamaged
from auditor.store.rows import Page
from auditor.store.stored_samples import (
    Compared,
    DrawnHand,
    EnteredSeat,
    ListedSession,
    NewEntered,
    NewSample,
    SampleDraw,
)
from tests.store.test_doctor import alter, faults

AT = "2026-03-15T08:00:00.000000Z"
NEW = NewSample(
    "WA-0417", "2026-03-14", "2026-03-14", (ListedSession(1, "S-1", "a" * 64, 2),), "b" * 64, 2, "dice", "3 5 1", "Mara"
)  # fmt: skip
DRAW = SampleDraw(
    AT, "c" * 64, 1, tuple(DrawnHand(each, 1, each + 1, each, None, None, 4) for each in (0, 1))
)
SEEN = (EnteredSeat(1, "9s 8s 6d", None, None, -700),)


@pytest.fixture
def data(store, tmp_path):
    """A drawn sample, of which one hand was seen."""
    store.samples.commit(NEW, AT)
    store.samples.keep_draw(1, DRAW)
    store.samples.enter(1, NewEntered(1, None, SEEN, "Mara"), AT)
    return store.folder


def damaged(what, of="sample 1"):
    return pytest.raises(RecordDamaged, match=f"What the store has of {what}{of} is not what was written")


def test_a_sample_is_read_as_it_was_kept(store, data):
    (hand,) = store.samples.entered(1)
    assert (hand.number, hand.unseen, hand.seats, hand.by) == (1, None, SEEN, "Mara")
    (found,), total = store.samples.page(Page(1, 10), None)
    assert (total, found.sessions, found.draw, found.closing) == (1, NEW.sessions, DRAW, None)


@pytest.mark.parametrize(
    ("sql", "what"),
    [
        ("UPDATE samples SET value = '6 6 6'", ""),
        ("UPDATE samples SET sessions = '[]'", ""),
        ("UPDATE samples SET wanted = 1", ""),
        ("UPDATE sample_draws SET root = printf('%064d', 0)", "the draw of "),
        ("DELETE FROM sample_draws", "the draw of "),
        (f"INSERT INTO sample_closings (sample, at, results_sha256, results) VALUES (1, '{AT}', '{'0' * 64}', '[]')",
         "the end of "),
    ],
)  # fmt: skip
def test_an_altered_sample_is_not_given(store, data, sql, what):
    alter(data, sql)
    with damaged(what):
        store.samples.get(1)
    table = {"": "samples", "the draw of ": "sample_draws", "the end of ": "sample_closings"}[what]
    assert set(faults(data)["register"]) == {(table, "1")}


def test_what_was_seen_is_given_as_it_was_entered(store, data):
    alter(data, "UPDATE fact_parts SET body = CAST('[[],\"no video\"]' AS BLOB)")
    with damaged("entered hand 1", ""):
        store.samples.entered(1)


def test_a_draw_that_was_removed_is_not_made_again(store, data):
    alter(data, "DELETE FROM sample_draws")
    with pytest.raises(RecordDamaged, match="sample_draws has a row 1 already"):
        store.samples.keep_draw(1, DRAW)


def test_a_hand_that_was_removed_is_not_entered_again(store, data):
    alter(data, "DELETE FROM sample_hands")
    with pytest.raises(RecordDamaged, match="hand 1 of sample 1 was entered already"):
        store.samples.enter(1, NewEntered(1, "no video", (), "Mallory"), AT)
    seen = store.authority.rows("sample_hands")[0]["seen"]
    assert set(faults(data)["register"]) == {("sample_hands", "1"), ("fact_parts", seen)}


def test_a_sample_that_was_opened_again_takes_no_hand(store, data):
    store.samples.enter(1, NewEntered(2, "no video", (), "Mara"), AT)
    store.samples.close(1, [Compared(1, True, []), Compared(2, None, ["Not seen"])], "Mara", AT)
    alter(data, "DELETE FROM sample_closings")
    with damaged("the end of "):
        store.samples.get(1)
    alter(data, "DELETE FROM sample_hands WHERE id = 2")
    with pytest.raises(RecordDamaged, match="sample 1 was compared already"):
        store.samples.enter(1, NewEntered(2, None, SEEN, "Mallory"), AT)
