"""Samples and engines of a store of before facts: the same, made by facts; what was altered is named and not given."""

import json
from contextlib import closing

import pytest

from auditor.errors import RecordDamaged
from auditor.store import Store
from auditor.store.stored_samples import Compared, DrawnHand, EnteredHand, ListedSession
from rules.results import Engine
from tests.store.legacy.test_adopted_rows import alter, faults, folder, rows

__all__ = ["folder"]


def test_a_sample_is_that_of_before(folder):
    ((*sample, sessions, digest, hands, wanted, source, value, by, key),) = rows(
        folder, "SELECT * FROM samples"
    )
    ((_, drawn_at, root, size, drawn),) = rows(folder, "SELECT * FROM sample_draws")
    ((hand, at, _, number, unseen, seats, *who),) = rows(folder, "SELECT * FROM sample_hands")
    ((_, closed_at, results, *closed_by),) = rows(folder, "SELECT * FROM sample_closings")
    assert (unseen, seats) == ("no video", "[]")
    with closing(Store(folder)) as store:
        found = store.samples.get(1)
        assert [found.id, found.at, found.room, found.first_day, found.last_day] == sample
        assert found.sessions == tuple(ListedSession(*each) for each in json.loads(sessions))
        about = (
            found.sessions_sha256,
            found.hands,
            found.wanted,
            found.source,
            found.value,
            found.by,
            found.key,
        )
        assert about == (digest, hands, wanted, source, value, by, key)
        assert (found.draw.at, found.draw.root, found.draw.size) == (drawn_at, root, size)
        assert found.draw.drawn == tuple(DrawnHand(*each) for each in json.loads(drawn))
        assert store.samples.entered(1) == [EnteredHand(hand, at, number, unseen, (), *who)]
        assert (found.closing.at, found.closing.by, found.closing.key) == (closed_at, *closed_by)
        assert found.closing.results == tuple(Compared(**each) for each in json.loads(results))
        entry = store.register.of_fact("sample.committed", 1)
        assert entry.record.startswith('{"about":')  # that of then, which the proof is of
    assert faults(folder) == []


def test_engines_are_those_of_before(folder):
    (about,) = rows(folder, "SELECT version, library, code, judgement FROM engines")
    version, library, code, judgement = about
    with closing(Store(folder)) as store:
        assert store.engines.last() == Engine(
            version=version, library=library, code=code, judgement=judgement
        )
        assert store.authority.altered("engines", [(1,)]) == []


@pytest.mark.parametrize(
    ("sql", "named"),
    [
        (
            "UPDATE samples SET value = '6 6 6'",
            {("samples", "1"), ("register", "17 (sample.committed of 1)")},
        ),
        (
            "UPDATE sample_draws SET drawn = '[]'",
            {("sample_draws", "1"), ("register", "18 (sample.drawn of 1)")},
        ),
        ("UPDATE sample_hands SET unseen = NULL", {("sample_hands", "1")}),
        ("UPDATE sample_closings SET results = '[]'", {("sample_closings", "1")}),
        ("DELETE FROM sample_closings", {("register", "20 (sample.closed of 1)")}),
    ],
)
def test_what_was_altered_before_is_named_and_not_given(folder, sql, named):
    alter(folder, sql)
    with closing(Store(folder)) as store:
        if "DELETE" not in sql:
            with pytest.raises(RecordDamaged, match="is not what was written"):
                assert [*store.samples.entered(1), store.samples.get(1)] == []
    assert named <= {each[:2] for each in faults(folder)}
