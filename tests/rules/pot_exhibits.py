"""Hands of pot games to show: the worked hands of tests/cases, by their ids."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from rules.audit import BytesSource, explain_hand
from rules.shown_hands import Exhibit
from rules.shown_pots import PotAct, PotExhibit

_CASES = Path(__file__).parent.parent / "cases" / "pots.ndjson"


@cache
def cases() -> dict[str, dict[str, Any]]:
    """Every worked hand of pot games by its id."""
    found = map(json.loads, _CASES.read_text("utf-8").splitlines())
    return {each["id"]: each for each in found}


def log_of(case: str) -> bytes:
    return b"".join(json.dumps(event).encode() + b"\n" for event in cases()[case]["log"])


def numbers_of(case: str) -> list[int]:
    """The numbers of the hands of pot games in a worked log."""
    return [event["hand"] for event in cases()[case]["log"] if event["event"] == "pot_hand"]


def shown(case: str, number: int | None = None) -> Exhibit:
    """A hand of a worked log; the last one where no number is given."""
    (exhibit,) = explain_hand(BytesSource(log_of(case)), number or numbers_of(case)[-1])
    return exhibit


def pot_of(exhibit: Exhibit) -> PotExhibit:
    assert isinstance(exhibit.pot, PotExhibit)
    return exhibit.pot


def act(exhibit: Exhibit, index: int) -> PotAct:
    acts = pot_of(exhibit).acts
    assert acts is not None
    return acts[index]
