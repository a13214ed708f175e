"""Hands of a report on pot games: some of each, with effects of other readings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from msgspec.structs import replace

from rules.audit.open_point_effects import OpenPoints
from rules.audit.pot_pass import PotPass
from rules.controls.ruleset import Ruleset
from rules.records.reader import LogReader
from rules.replay.pots.block_replay import ReplayedPots
from rules.replay.pots.open_point_masks import touched
from simulation.gaps.deals_seen import SeenInDeals
from simulation.gaps.gap_results import Dealt
from simulation.pots.offer import GamesOffered
from simulation.simulate_session import simulate

POT_HANDS = 260  # of all games together
NOTHING_OPEN = "no reading of the controls is left open"


def deal_pots(
    ruleset: Ruleset,
    topics: set[str],
    nothing: Dealt,
    *,
    hands: int,
    progress: Callable[[int], None] | None,
) -> SeenInDeals:
    """Deals and replays every game; none where no topic is open. Raises ValueError for a game that cannot be simulated."""
    if not topics:
        return SeenInDeals(replace(nothing, because=NOTHING_OPEN))
    offers = _offers(ruleset)
    points, seen, done, misdeals = OpenPoints(), Counter[str](), 0, 0
    for place, (game, _) in enumerate(offers):
        count = hands // len(offers) + (place < hands % len(offers))
        for replayed in _played(ruleset, game, nothing, count, nothing.seed + place, points):
            seen.update({topic: int(touched(replayed, topic).sum()) for topic in topics})
            done += len(replayed.hands)
            misdeals += int((replayed.hands.void == 1).sum())
            if progress:
                progress(done)
    dealt = replace(
        nothing,
        deals=done,
        misdeals=misdeals,
        fewest=min(offer.fewest for _, offer in offers),
        most=max(offer.most for _, offer in offers),
        priced=True,
    )
    return SeenInDeals(dealt, {point.ambiguity.id: point for point in points.points()}, seen)


def _offers(ruleset: Ruleset) -> list[tuple[str, GamesOffered]]:
    assert ruleset.sections.pot is not None, "a ruleset of pot games has their parameters"
    return [(game, GamesOffered.of(ruleset, None, game)) for game in ruleset.sections.pot.games]


def _played(
    ruleset: Ruleset, game: str, nothing: Dealt, hands: int, seed: int, points: OpenPoints
) -> Iterator[ReplayedPots]:
    if not hands:
        return
    simulated = simulate(
        ruleset, hands=hands, seed=seed, unit=nothing.unit or 1, currency=nothing.currency, game=game
    )
    reader = LogReader()
    tables = PotPass(reader)
    for block in reader.blocks_of(simulated.events()):
        replayed = tables.view(block, ruleset).replayed
        points.add_pots(replayed, ruleset, tables.facts)
        yield replayed
