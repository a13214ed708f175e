"""The log records something for which the game has no rule.

Finds: hands with a banker, a pool, a forced dealer, a side bet on aces, a level, a missed hand, a clock call or an
eliminated player, under a ruleset that has no such thing.
Why: the table may have played another game than the log names, or a custom that no controls document. Nothing in the
audit tests these entries.
Example: 212 hands record a banker, in a game in which every player settles with every other player.
Needs: `banker`, `pool`, `forced_dealer` or `aces`. Where they are absent, there was none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rules.checks.support.check import Check, Draft, Tested
from rules.checks.support.log_view import LogView
from rules.controls.ruleset import Ruleset
from rules.hands import Ints

CHECK = Check(
    "STK008",
    "not-of-this-game",
    "undetermined",
    "note",
    ("external:RECORD-attributable",),
    quotes=False,
    scope="log",
    area="procedure",
)


def _topology(name: str) -> Callable[[Ruleset], bool]:
    return lambda ruleset: ruleset.sections.comparison.topology == name


KINDS: tuple[tuple[str, str, Callable[[Ruleset], bool]], ...] = (
    ("banker", "a banker", _topology("banker")),
    ("pool", "a pool", _topology("pool")),
    (
        "forced_dealer",
        "a forced dealer",
        lambda ruleset: ruleset.sections.dealer_compensation is not None,
    ),
    ("aces", "a side bet on aces", lambda ruleset: bool(ruleset.sections.side_bets)),
    ("level", "a level", lambda ruleset: bool(ruleset.sections.event.level)),
    ("missed", "a player who missed the hand", lambda ruleset: ruleset.has("penalties.missed_hand")),
    ("clock_calls", "a clock call", lambda ruleset: ruleset.sections.clock is not None),
    ("eliminated", "an eliminated player", lambda ruleset: ruleset.sections.eliminates),
)


def run(log: LogView) -> Tested:
    return Tested(_findings(log) if log.cards.special else ())


def _findings(log: LogView) -> Iterator[Draft]:
    for kind, what, has_rule in KINDS:
        recorded = log.cards.special.get(kind)
        if recorded is None:
            continue
        without = ~log.ruled(has_rule) & (log.under >= 0)
        strange = recorded[without[recorded]]
        if len(strange):
            yield _finding(log, kind, what, strange)


def _finding(log: LogView, kind: str, what: str, places: Ints) -> Draft:
    hands = log.number[places].tolist()
    where = f"Hand {hands[0]} records" if len(hands) == 1 else f"{len(hands):,} hands record"
    return Draft(
        hands=hands,
        stated=kind,
        expected="a rule for it",
        unit="record",
        fact=kind,
        message=(
            f"{where} {what} (`{kind}`), for which {log.rules.name} has no rule; the audit cannot test it."
        ),
    )
