"""Points that the record or the ruleset does not decide."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import UNSET, Struct

What = Literal["prizes", "place", "bounty", "level", "chips", "royal", "satellite"]


class Open(Struct, frozen=True, omit_defaults=True):
    """A null value of a replay, its reason and owner."""

    what: What
    because: str
    line: int | None = None
    player: str | None = None


def known(value: Any) -> Any:
    """A recorded value; None: unrecorded."""
    return None if value is UNSET else value


def amount(value: Any) -> int:
    """A published part of a price, else 0."""
    return 0 if value is UNSET else int(value)
