"""Points that the record of a tournament, or the ruleset, does not decide."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import UNSET, Struct

What = Literal["prizes", "place", "bounty", "level", "chips", "royal", "satellite"]


class Open(Struct, frozen=True, omit_defaults=True):
    """A null value of a replay, and its reason. ``line``: of the file; ``player``: its owner."""

    what: What
    because: str
    line: int | None = None
    player: str | None = None


def known(value: Any) -> Any:
    """A recorded value; None where it was not recorded."""
    return None if value is UNSET else value


def amount(value: Any) -> int:
    """A part of a price as published; 0 where it was not."""
    return 0 if value is UNSET else int(value)
