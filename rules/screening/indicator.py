"""Indicators: their description. A module has a docstring in a fixed form, INDICATOR and `rows`."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Engine = Literal["marked", "trials", "exchangeable", "kept_order", "signs", "even_cards", "repeats"]
Read = Literal["hands", "counts", "corrections", "draws"]
Game = Literal["chinese", "ofc", "pot", "tournament"]


class Indicator(Struct, frozen=True):
    """Description of an indicator: its permanent code and name, and what its evidence is made of.

    units: kinds of units, each by the roles that make it. codings: statistics of a unit whose e are averaged. least: data that
    a unit needs where the engine has no margins. reads: what its rows are made of, the hands of a session (`ScreenedSession`),
    its counts of drop boxes (`CountedLog`), a month's files (`FiledMonth`) or a tournament's draws (`DrawnEvent`). needs: what
    the hands have to hold (`rules.screening.untestable`).
    """

    code: str
    name: str
    engine: Engine
    units: tuple[tuple[str, ...], ...]
    games: tuple[Game, ...]
    codings: int = 1
    least: int = 0
    reads: Read = "hands"
    needs: tuple[str, ...] = ()
