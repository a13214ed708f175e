"""Verdicts of the gate of parameters that ship with the auditor (`measured.json`)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Literal

import msgspec

from rules.typed import from_json
from simulation.flips.gate import Verdict

MEASURED = Path(__file__).parent / "measured.json"
Standing = Literal["enforced", "one value", "alike"]
_CODES_HEAD = """\
# Checks whose findings or coverage another value of a parameter changes, by the general path of the parameter. Written by
# `make parameters`, of its measurement in auditor/reference/parameters/measured.json.

"""
_read = from_json(tuple[Verdict, ...])


@cache
def measured() -> tuple[Verdict, ...]:
    """Every verdict, in the order of the library's parameters."""
    return _read(MEASURED.read_bytes())


def standings(verdicts: Iterable[Verdict]) -> Mapping[str, Standing]:
    """Standing of each measured parameter, by its general path.

    ``enforced``: some flip changes an audit; ``one value``: no other may be filed;
    ``alike``: another may be, and no audit changes.
    """
    found: dict[str, Standing] = {}
    for each in verdicts:
        if each.shown is not None:
            found[each.path] = "enforced"
        elif found.get(each.path) != "enforced":
            alike = each.refused is None or found.get(each.path) == "alike"
            found[each.path] = "alike" if alike else "one value"
    return found


@cache
def enforced() -> frozenset[str]:
    """General paths of the parameters of which another value changes an audit."""
    return frozenset(path for path, standing in standings(measured()).items() if standing == "enforced")


def codes_written(verdicts: Iterable[Verdict]) -> str:
    """The file of `rules.checks.measured_codes`: of each parameter that some flip shows, the checks that state otherwise."""
    found: dict[str, set[str]] = {}
    for each in verdicts:
        if each.shown is not None:
            found.setdefault(each.path, set()).update(each.every_code)
    lines = (f"{json.dumps(path)} = {json.dumps(sorted(codes))}\n" for path, codes in found.items())
    return f"{_CODES_HEAD}{''.join(lines)}"


def written(verdicts: Iterable[Verdict]) -> str:
    """Verdicts as the file has them, one a line."""
    return "[\n" + ",\n".join(json.dumps(_plain(each), ensure_ascii=False) for each in verdicts) + "\n]\n"


def _plain(verdict: Verdict) -> dict[str, Any]:
    """A verdict without null values, and without tries where something was shown."""
    fields = msgspec.to_builtins(verdict)
    if verdict.shown is not None:
        fields["tried"] = 0
    return {
        name: value
        for name, value in fields.items()
        if value not in (None, 0, (), []) or name in ("value", "other")
    }
