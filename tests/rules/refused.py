"""Files that are refused: a good hand, changes to it, and what the reader says of the file."""

import json
from copy import deepcopy

import pytest

from rules.audit import BytesSource, read_facts
from rules.records.problems import Refused
from tests.rules.build import A, B, hand, problems, seat

GOOD = hand(1, seat(1, A, 300), seat(2, B, -300), unit=100, at="2026-03-14T19:42:10-07:00")


def put(event, path, value):
    """An event with another value at a path such as seats.1.net."""
    event = deepcopy(event)
    *steps, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    holder = event
    for step in steps:
        holder = holder[step]
    holder[last] = value
    return event


def lines(*parts):
    """Bytes from events and raw lines."""
    return (
        b"\n".join(part if isinstance(part, bytes) else json.dumps(part).encode() for part in parts) + b"\n"
    )


def only(data):
    """The one problem of a file."""
    (problem,) = problems(data)
    return problem


def refusal(data):
    with pytest.raises(Refused) as refused:
        read_facts(BytesSource(data))
    return refused.value
