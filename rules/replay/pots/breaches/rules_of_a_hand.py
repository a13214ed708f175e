"""Rules within a hand, with the parameters that each consults."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Set
from typing import NamedTuple

from rules.replay.pots.betting.betting_walk import Walk
from rules.replay.pots.betting.hand_outcome import HandOutcome
from rules.replay.pots.breaches.announced_bets import announced, silent_chips
from rules.replay.pots.breaches.blinds_and_antes import posts
from rules.replay.pots.breaches.boards_run_twice import runs
from rules.replay.pots.breaches.breach_rows import BreachRows
from rules.replay.pots.breaches.cards_dealt import dealing
from rules.replay.pots.breaches.draws_and_discards import draws
from rules.replay.pots.breaches.floor_rulings import rulings
from rules.replay.pots.breaches.nuts_on_river import nuts
from rules.replay.pots.breaches.short_boards import short_boards
from rules.replay.pots.breaches.showdown_breaches import showing_down
from rules.replay.pots.breaches.turns_and_sizes import sizes, turns
from rules.replay.pots.breaches.uncalled_returns import returns
from rules.replay.pots.division.pot_settlement import Settled


class HandRule(NamedTuple):
    """A rule of hands. consults: paths of parameters with all below them, except those that change the walk."""

    find: Callable[[Walk, HandOutcome, Settled], Iterator[BreachRows]]
    consults: tuple[str, ...] = ()


RULES = (
    HandRule(lambda walk, came, settled: turns(walk), ("betting.out_of_turn.returned",)),
    HandRule(lambda walk, came, settled: sizes(walk), ("betting.raise_", "betting.pot_limit")),
    HandRule(lambda walk, came, settled: posts(walk), ("betting.straddle",)),
    HandRule(lambda walk, came, settled: announced(walk), ("betting.announced", "betting.raise_")),
    HandRule(
        lambda walk, came, settled: silent_chips(walk),
        (
            "betting.raise_", "betting.half_rule", "betting.silent_chips", "betting.string_bet", "betting.single_chip",
        ),
    ),
    HandRule(lambda walk, came, settled: dealing(walk), ("min_stack", "misdeals.early_card")),
    HandRule(lambda walk, came, settled: draws(walk)),
    HandRule(lambda walk, came, settled: runs(walk), ("pots.run_twice",)),
    HandRule(lambda walk, came, settled: short_boards(walk, came)),
    HandRule(
        lambda walk, came, settled: rulings(walk),
        ("misdeals.grounds", "misdeals.too_late", "betting.shown", "betting.clock"),
    ),
    HandRule(lambda walk, came, settled: returns(walk, settled)),
    HandRule(lambda walk, came, settled: nuts(walk, came), ("betting.nuts",)),
    HandRule(showing_down, ("pots.award_order", "pots.showdown")),
)  # fmt: skip


def illegal(
    walk: Walk, came: HandOutcome, settled: Settled, changed: Set[str] | None = None
) -> Iterator[BreachRows]:
    """Breaches that a hand shows by itself; changed: only of rules that consult one of these."""
    for rule in RULES:
        if changed is None or consulted(changed, rule.consults):
            yield from rule.find(walk, came, settled)


def consulted(changed: Set[str], paths: tuple[str, ...]) -> bool:
    """Whether a changed parameter is at or below one of the paths."""
    return any(f"{each}.".startswith(f"{path}.") for each in changed for path in paths)
