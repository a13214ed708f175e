"""The JSON Schema of the format says what the reader says, but for what only a program can see."""

import inspect
import json
import random

import msgspec
import pytest
from jsonschema import Draft202012Validator

from rules.records import events
from rules.records.inspect import CARDS, IDS, TIMES
from rules.records.reader import decode_line
from rules.records.schema import json_schema
from tests.folding import of_every
from tests.rules.build import log, problems, session
from tests.rules.lines import CASES, every_line
from tests.rules.mangle import odd
from tests.rules.refused import GOOD, put
from tests.rules.test_refusals import TURNS

SCHEMA = Draft202012Validator(json_schema())


@pytest.mark.slow
def test_the_schema_is_a_schema():
    Draft202012Validator.check_schema(json_schema())
    assert json.loads(json.dumps(json_schema())) == json_schema()
    assert "cardroom-log/1" in json_schema()["title"]


def test_every_field_with_a_format_of_its_own_is_inspected_by_its_name():
    """The types of times, ids and cards check the length only; `rules/records/inspect.py` checks the rest by name."""
    described = {name: frozenset() for name in ("Time", "Id", "Cards")}
    for _, kind in inspect.getmembers(events, inspect.isclass):
        if issubclass(kind, events.Record):
            for name, written in kind.__annotations__.items():
                first = written.partition(" | ")[0]
                if first in described:
                    described[first] |= {name}
    assert described["Time"] - TIMES == set()
    assert described["Id"] - IDS == set()
    assert described["Cards"] - CARDS == set()
    assert {"at", "closed_at"} <= described["Time"]
    assert {"player", "shuffler"} <= described["Id"]
    assert {"dealt", "discards"} <= described["Cards"]


@pytest.mark.parametrize("event", every_line(), ids=lambda event: event["event"])
def test_every_event_of_the_format(event):
    SCHEMA.validate(event)
    SCHEMA.validate(event | {"_own": {"x": [1, None]}})
    assert not SCHEMA.is_valid(event | {"own": 1})


@of_every("case", CASES, ids=lambda case: case["id"])
def test_every_case(case):
    for event in case["log"]:
        SCHEMA.validate(event)


@pytest.mark.parametrize("event", every_line(), ids=lambda event: event["event"])
def test_every_field_that_must_be_there(event):
    """A field that can be left out for the schema can be left out for the reader, and none other."""
    for name in event:
        less = {key: value for key, value in event.items() if key != name}
        lines = log(less) if event["event"] == "session" else log(session(), less)
        assert SCHEMA.is_valid(less) == (problems(lines) == [])


@of_every(("path", "value"), [turn[:2] for turn in TURNS])
def test_what_is_refused_is_no_instance_of_the_schema(path, value):
    """But for a number written 1.0, which is whole to JSON Schema, and what no schema can say of seats and calendars."""
    seen_by_reader_only = (path in ("at", "ended_at", "seats.1.seat") and value is not None) or isinstance(
        value, float
    )
    assert SCHEMA.is_valid(put(GOOD, path, value)) == seen_by_reader_only


@pytest.mark.slow
@pytest.mark.sampled(8)
def test_thousands_of_odd_events(share):
    """What the reader takes the schema takes; what does not decode is no instance."""
    chance = random.Random(8)
    events = [*every_line(), *(event for case in CASES for event in case["log"])]
    agreed = {True: 0, False: 0}
    for _ in range(share(2_000)):
        line = odd(chance.choice(events), chance)
        value = json.loads(line)
        if b'"\\ud' in line or any(isinstance(each, float) for each in walk(value)):
            continue
        valid = SCHEMA.is_valid(value)
        try:
            decode_line(line)
        except (msgspec.ValidationError, msgspec.DecodeError):
            assert not valid, line
        else:
            data = line if value.get("event") == "session" else log(session()) + line
            assert valid or problems(data), line
        agreed[valid] += 1
    assert min(agreed.values()) > share(200)


def walk(value):
    yield value
    if isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from walk(each)
