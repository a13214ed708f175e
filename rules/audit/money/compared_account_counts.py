"""Accounts of chips: how many are comparable, and why not others."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

NO_ACCOUNTS = "no stacks are on record"


class Accounts(Struct, frozen=True):
    """closed: number compared; seen: players with an account; not_known: reasons with numbers of players."""

    closed: int = 0
    not_known: Sequence[tuple[str, int]] = ()
    seen: int = 0
