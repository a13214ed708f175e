"""The JSON Schema of pot games says what the reader says, but for what only a program can see."""

import json
import random

import msgspec
import pytest
from jsonschema import Draft202012Validator

from rules import pot_hands
from rules.records import events, pot_records
from rules.records.accepted import ACCEPTED
from rules.records.reader import decode_line
from rules.records.schema import json_schema
from tests.folding import of_every
from tests.rules.mangle import odd
from tests.rules.pot_lines import every_pot_line, full_pot_hand, pot_table_events
from tests.rules.pot_logs import pot_hand, pot_problems
from tests.rules.refused import put
from tests.rules.test_pot_refusals import FULL, TURNS, without

SCHEMA = Draft202012Validator(json_schema())


def test_the_schema_has_pot_games():
    Draft202012Validator.check_schema(json_schema())
    assert {"PotHand", "Terms", "SeatEvent", "Jackpot"} <= set(json_schema()["$defs"])
    assert ACCEPTED.first == "session"
    assert ACCEPTED.names == (
        "session", "chinese_hand", "ofc_hand", "fee", "chips", "toke", "drop", "irregularity", "close", "pot_hand", "terms",
        "seat", "jackpot",
    )  # fmt: skip


@pytest.mark.parametrize("event", every_pot_line(), ids=lambda event: event["event"])
def test_every_event_of_pot_games(event):
    SCHEMA.validate(event)
    SCHEMA.validate(event | {"_own": {"x": [1, None]}})
    assert not SCHEMA.is_valid(event | {"own": 1})


@pytest.mark.slow
@of_every("event", every_pot_line())
def test_a_field_that_the_schema_needs_the_reader_needs(event):
    for name in event:
        less = without(event, name)
        assert SCHEMA.is_valid(less) == (pot_problems(less) == []), name


SEEN_BY_THE_READER_ONLY = {
    "at", "shuffled_at", "acts.1.at", "acts.0.seat", "acts.15.seat", "irregularities.0.act", "seats.0.player", "acts.1.to",
}  # fmt: skip


@pytest.mark.night
@pytest.mark.slow
@of_every(("path", "value"), [turn[:2] for turn in TURNS])
def test_what_is_refused_is_no_instance_of_the_schema(path, value):
    """But for what no schema can say: of calendars, of characters, and of what another list holds."""
    valid = SCHEMA.is_valid(put(FULL, path, value))
    assert not valid or path in SEEN_BY_THE_READER_ONLY


def test_a_card_to_a_seat_is_up_or_down():
    assert not SCHEMA.is_valid(put(FULL, "acts.10", without(FULL["acts"][10], "up")))
    close, hit = pot_table_events()[2:]
    assert not SCHEMA.is_valid(close | {"hand": 3})
    assert not SCHEMA.is_valid(hit | {"level": 3})


def test_acts_and_stakes_of_the_records_are_those_of_the_columns():
    """The records list them for the reader; the columns have their positions."""
    assert {kind.__struct_config__.tag for kind in pot_records.AnyAct.__args__} == set(pot_hands.ACTS)
    assert events.Stakes.__struct_fields__ == pot_hands.STAKES
    assert {kind for alike in pot_records.ALIKE for kind in alike} == set(pot_records.AnyAct.__args__)
    for alike in pot_records.ALIKE:
        assert len({kind.__struct_fields__ for kind in alike}) == 1


@pytest.mark.slow
@pytest.mark.sampled(24)
def test_thousands_of_odd_events(share):
    """What the reader takes the schema takes; what does not decode is no instance."""
    chance = random.Random(9)
    lines = [*every_pot_line(), *(full_pot_hand() for _ in range(3)), pot_hand()]
    agreed = {True: 0, False: 0}
    for _ in range(share(2_000)):
        line = odd(chance.choice(lines), chance)
        value = json.loads(line)
        if b'"\\ud' in line or any(isinstance(each, float) for each in walk(value)):
            continue
        valid = SCHEMA.is_valid(value)
        try:
            decode_line(line, ACCEPTED)
        except (msgspec.ValidationError, msgspec.DecodeError):
            assert not valid, line
        else:
            assert valid or pot_problems(line) or value.get("event") == "session", line
        agreed[valid] += 1
    assert min(agreed.values()) > share(200)


def walk(value):
    yield value
    if isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from walk(each)
