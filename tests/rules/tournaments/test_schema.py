"""The JSON Schema of a tournament's file says what the reader says, but for what only a program can see."""

import inspect

import pytest
from jsonschema import Draft202012Validator

from rules.records.inspect import CARDS, IDS, TIMES
from rules.tournaments import header as first_line
from rules.tournaments import tournament_records
from rules.tournaments.tournament_schema import json_schema
from tests.folding import of_every
from tests.rules.refused import put
from tests.rules.tournaments.build import header, problems, written
from tests.rules.tournaments.lines import every_line
from tests.rules.tournaments.test_records import EVENTS, TURNS

SCHEMA = Draft202012Validator(json_schema())

# Sums of other fields, levels that are there twice, calendars and cards: no schema can say this.
SEEN_BY_READER_ONLY = {
    "fee", "bounty", "rebuy.royal", "format", "prizes.places_bp", "structure.1.level", "tables.0.table", "offers.0.code",
    "from.table",
} | TIMES | {"rebuy_until.until", "seats.0.taken"}  # fmt: skip


@pytest.mark.slow
def test_it_is_a_schema_of_the_format():
    Draft202012Validator.check_schema(json_schema())
    assert json_schema()["title"] == "One line of a tournament's file, cardroom-tournament/1"


@pytest.mark.slow
@of_every("event", every_line(), ids=lambda event: event["event"])
def test_every_event_of_the_format(event):
    SCHEMA.validate(event)
    SCHEMA.validate(event | {"_own": 1})
    assert not SCHEMA.is_valid(event | {"own": 1})


@pytest.mark.slow
@of_every("event", every_line(), ids=lambda event: event["event"])
def test_every_field_that_must_be_there(event):
    for name in event:
        less = {key: value for key, value in event.items() if key != name}
        lines = [less] if event["event"] == "tournament" else [header(), less]
        assert SCHEMA.is_valid(less) == (problems(written(*lines)) == []), name


@pytest.mark.slow
@of_every(("event", "path", "value"), [turn[:3] for turn in TURNS])
def test_what_is_refused_is_no_instance_of_the_schema(event, path, value):
    only_the_reader = path in SEEN_BY_READER_ONLY and value not in (None, -1)
    assert SCHEMA.is_valid(put(EVENTS[event], path, value)) == only_the_reader


def test_every_field_with_a_format_of_its_own_is_inspected_by_its_name():
    named = {"Time": TIMES, "Id": IDS, "Cards": CARDS}
    kinds = [
        *inspect.getmembers(tournament_records, inspect.isclass),
        *inspect.getmembers(first_line, inspect.isclass),
    ]
    for _, kind in kinds:
        for name, written_as in getattr(kind, "__annotations__", {}).items():
            first = str(written_as).partition(" | ")[0]
            assert name in named.get(first, {name}), f"{kind.__name__}.{name}"
