"""A log that is read in one place and audited in another: the same audit, byte for byte, and the same refusals."""

import pytest

from rules.audit import BytesSource, ReadLog, audit_log
from rules.controls.library import library
from rules.findings.written import json_pieces
from rules.records import reader
from rules.records.carried import CarriedReader, pickled, pieces, unpickled
from rules.records.problems import Refused
from simulation import simulate
from tests.cli.kit import REFUSED, hand, log, right

RULESETS = [each.id for each in library().rulesets() if each.family in ("chinese", "ofc", "pot")]


@pytest.fixture
def short_stretches(monkeypatch):
    """A log of some hundred lines has many stretches."""
    monkeypatch.setattr(reader, "HANDS_A_BLOCK", 40)
    monkeypatch.setattr(reader, "LINES_AT_ONCE", 16)


def carried(data):
    """The audit of a log whose pieces went through a pickle, and how many pieces these were."""
    count = 0

    def through_a_pickle():
        nonlocal count
        for piece in pieces(BytesSource(data).chunks()):
            count += 1
            yield unpickled(pickled(piece))

    there = CarriedReader()
    audit = audit_log(BytesSource(data), read=ReadLog(there, there.blocks(through_a_pickle())))
    return b"".join(json_pieces(audit)), count


def directly(data):
    return b"".join(json_pieces(audit_log(BytesSource(data))))


@pytest.mark.slow
@pytest.mark.sampled(24)
@pytest.mark.parametrize("name", RULESETS)
@pytest.mark.parametrize("evidence", ["rows", "full"])
def test_a_carried_log_has_the_same_audit(name, evidence, short_stretches):
    data = simulate(library().get(name), hands=150, seed=11, faults=0.3, evidence=evidence).log()
    found, count = carried(data)
    assert found == directly(data)
    assert count > 2


def test_players_and_names_of_later_pieces_are_those_of_the_whole_log(short_stretches):
    """Other players come in each stretch: their places in the list are as in one process."""
    data = log(
        *({**hand(each + 1), "dealer_id": f"d-{each // 30}", **_played_by(each)} for each in range(200)),
        {"event": "close", "at": "2026-03-14T23:00:00-07:00", "hands": 200},
    )
    found, count = carried(data)
    assert found == directly(data)
    assert count > 3
    there = CarriedReader()
    blocks = list(there.blocks(pieces(BytesSource(data).chunks())))
    assert there.players[:4] == ["p-0-1", "p-0-2", "p-1-1", "p-1-2"]
    assert list(blocks[0].names) == [f"d-{each}" for each in range(7)]
    assert blocks[0].names is blocks[-1].names
    assert there.close is not None
    assert there.close[0] == 202


def _played_by(each):
    seats = hand(each + 1)["seats"]
    return {"seats": [{**one, "player": f"p-{each // 25}-{one['seat']}"} for one in seats]}


@pytest.mark.parametrize("data", [REFUSED, b"", right(100) + b"\n{}\n", right(3)[:-20]])
def test_a_log_with_problems_is_refused_in_the_same_words(data, short_stretches):
    with pytest.raises(Refused) as there:
        list(pieces(BytesSource(data).chunks()))
    with pytest.raises(Refused) as here:
        directly(data)
    assert str(there.value) == str(here.value)
    assert there.value.problems == here.value.problems
