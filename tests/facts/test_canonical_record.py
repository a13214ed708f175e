"""Canonical bytes of facts: one text of each, which reads back as the fact."""

import json

import pytest

from auditor.facts.canonical_record import UnknownFact, UnreadableFact, from_record, to_record
from auditor.facts.kinds import KINDS
from auditor.facts.kinds.facts_of_holds import HoldMade
from auditor.facts.recorded_fact import Factor
from tests.facts.story import AUDITS, LOGS, ROOMS, STORY

HOLD = HoldMade(number=1, room="WA-0417", reason="case 12", at="2026-03-15T02:00:00Z", rooms=("WA-0417",))
BYTES = b'{"at":"2026-03-15T02:00:00Z","kind":"hold.made","number":1,"reason":"case 12","room":"WA-0417","rooms":["WA-0417"]}'


def test_the_story_has_every_kind():
    assert {fact.kind for fact in STORY} == set(KINDS)


def test_bytes_have_sorted_keys_no_spaces_and_no_field_with_its_default():
    assert to_record(HOLD) == BYTES


def test_each_fact_reads_back_from_its_bytes():
    for fact in STORY:
        record = to_record(fact)
        assert from_record(record) == fact, fact.kind
        canonical = json.dumps(json.loads(record), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        assert canonical.encode() == record, fact.kind


def test_a_fact_of_a_later_version_is_kept_as_it_is():
    record = b'{"at":"2027-01-01T00:00:00Z","by":"kkkkkkkk","kind":"hold.made/2","room":"WA-0417","rooms":["WA-0417"]}'
    assert from_record(record) == UnknownFact(
        "hold.made/2", "2027-01-01T00:00:00Z", "kkkkkkkk", ("WA-0417",), record
    )


@pytest.mark.parametrize(
    ("record", "words"),
    [
        (BYTES.replace(b":1,", b": 1,"), "not the canonical bytes of a fact 'hold.made'"),
        (BYTES.replace(b'"kind"', b'"by":null,"kind"'), "not the canonical bytes of a fact 'hold.made'"),
        (b'{"kind":"hold.made",' + BYTES[1:].replace(b'"kind":"hold.made",', b""), "not the canonical bytes"),
        (BYTES.replace(b'"reason"', b'"raisin"'), "no fact 'hold.made' (Object contains unknown field `raisin`)"),
        (BYTES.replace(b'"case 12"', b"12"), "no fact 'hold.made' (Expected `str`, got `int` - at `$.reason`)"),
        (b'{"kind":"hold.made"}', "These bytes are no fact ("),
        (b"\xff", "These bytes are no fact ("),
        (b"", "These bytes are no fact ("),
    ],
)  # fmt: skip
def test_other_bytes_are_no_fact(record, words):
    with pytest.raises(UnreadableFact) as error:
        from_record(record)
    assert words in str(error.value)


def test_a_fact_names_the_bytes_that_it_rests_on():
    by_kind = {fact.kind: fact for fact in (*ROOMS, *LOGS, *AUDITS)}
    assert by_kind["controls.approved"].blobs == ("a" * 64, "b" * 64)
    assert by_kind["controls.discarded"].blobs == ("d" * 64,)
    assert by_kind["upload.repeated"].blobs == ("z" * 64,)
    assert next(fact for fact in AUDITS if fact.kind == "incident.answered").blobs == ("k" * 64,)
    assert HOLD.blobs == ()


def test_a_decision_says_the_second_factor_that_it_rests_on():
    (approved,) = [fact for fact in ROOMS if fact.kind == "controls.approved"]
    assert from_record(to_record(approved)).factor == Factor(
        "authenticator", "2026-03-15T02:00:00.000000Z", 7
    )
