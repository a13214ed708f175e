"""Checks whose findings or coverage another value of a parameter changes, as the gate of parameters measured
(`measured_codes.toml`, which `make parameters` writes).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from rules import shipped_toml

MEASURED_CODES = Path(__file__).parent / "measured_codes.toml"


@cache
def measured_codes() -> Mapping[str, frozenset[str]]:
    """Codes by the general path of each parameter that some audit consults; none where only amounts due show it."""
    rows = shipped_toml.parsed(MEASURED_CODES.read_text("utf-8"))
    return {path: frozenset(codes) for path, codes in rows.items()}


@cache
def measured_paths(code: str) -> tuple[str, ...]:
    """The general paths of the parameters that change what a check states, in the order of the rulesets."""
    return tuple(path for path, codes in measured_codes().items() if code in codes)
