"""The JSON Schema of a ledger says what the reader says, but for what only a program can see."""

import inspect

import pytest
from jsonschema import Draft202012Validator

from rules.ledgers import ledger_records
from rules.ledgers.ledger_schema import json_schema
from rules.records.inspect import IDS, TIMES
from tests.folding import of_every
from tests.rules.ledgers.lines import every_line
from tests.rules.ledgers.test_records import EVENTS, TURNS
from tests.rules.refused import put

SCHEMA = Draft202012Validator(json_schema())

# The name of the format, calendars, characters, and what is there twice: no schema can say this.
SEEN_BY_READER_ONLY = {
    "format", "at", "from", "accounts.0.account", "accounts", "session", "seats.1.seat", "seats.0.player", "prizes.0.player",
    "day",
}  # fmt: skip


@pytest.mark.slow
def test_it_is_a_schema_of_the_format():
    Draft202012Validator.check_schema(json_schema())
    assert json_schema()["title"] == "One line of a ledger, cardroom-ledger/1"


@pytest.mark.slow
@of_every("event", every_line(), ids=lambda event: event["event"])
def test_every_event_of_the_format(event):
    SCHEMA.validate(event)
    SCHEMA.validate(event | {"_own": 1})
    assert not SCHEMA.is_valid(event | {"own": 1})


@pytest.mark.slow
@of_every(("event", "path", "value"), [turn[:3] for turn in TURNS])
def test_what_is_refused_is_no_instance_of_the_schema(event, path, value):
    if path not in SEEN_BY_READER_ONLY or value in ("", "14 March"):
        assert not SCHEMA.is_valid(put(EVENTS[event], path, value))


def test_every_field_with_a_format_of_its_own_is_inspected_by_its_name():
    named = {"Time": TIMES, "Id": IDS}
    for _, kind in inspect.getmembers(ledger_records, inspect.isclass):
        for name, written_as in getattr(kind, "__annotations__", {}).items():
            first = str(written_as).partition(" | ")[0]
            assert name.rstrip("_") in named.get(first, {name.rstrip("_")}), f"{kind.__name__}.{name}"
