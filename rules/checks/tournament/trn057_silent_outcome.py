"""The record, or the controls, leave something of a tournament open.

Finds: what cannot be worked out of a tournament and why, one finding each: a place, a prize, a bounty, chips, a level.
Why: what is not determined is not tested either. A reader must know what an audit without findings does not say.
Example: two players go out in one hand, and what each had before it was not recorded: their places are open.
Needs: nothing; every file is read for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import UNSET

from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import Outcomes, each_thing
from rules.checks.tournament.tournament_view import TOURNAMENTS, TournamentView
from rules.clauses import Ambiguity, ambiguities
from rules.tournaments.tournament_undetermined import Open, What

CHECK = Check(
    "TRN057",
    "silent-outcome",
    "undetermined",
    "note",
    ("external:RECORD-complete", "OLY-PRIZE-gap", "OLY-3.2-f"),
    scope="tournament",
    area="evidence",
    games=TOURNAMENTS,
)
# Open points in words, and their parameters.
WHAT: Mapping[What, tuple[str, tuple[str, ...]]] = {
    "prizes": ("the prizes are", ("prizes.above", "prizes_by.chips")),
    "place": ("the place is", ("bust_order", "event.bust_order")),
    "bounty": ("the bounty is", ("bounty",)),
    "level": ("the time at which the level is due is", ("levels",)),
    "chips": ("the chips in play are", ("entry.stacks_enter", "event.starting_stack")),
    "royal": ("the share of the royal flush pool is", ("royal",)),
    "satellite": ("the rest of the prize pool is", ("prizes_by.tickets",)),
}


@each_thing
def run(view: TournamentView) -> Outcomes:
    found = [*(_open(view, each) for each in view.replay.undetermined), *_price(view)]
    yield from found
    if not found:
        yield None


def _open(view: TournamentView, each: Open) -> Draft:
    said, paths = WHAT[each.what]
    where = "" if each.line is None else f"Line {each.line}: "
    whose = "" if each.player is None else f" ({each.player})"
    return Draft(
        line=each.line,
        player=each.player,
        fact=f"{each.what}|{each.because}",
        rule=next((path for path in paths if view.ruleset.has(path)), paths[0]),
        message=f"{_capital(f'{where}{said}')} not determined{whose}: {each.because}.",
    )


def _price(view: TournamentView) -> Iterator[Draft]:
    """Open points of a single printed price, without a published fee."""
    entry = view.rules.entry
    if entry is None or entry.price is None or entry.price.money is None or view.header.fee is not UNSET:
        return
    cited = view.ruleset.citations("entry.price")
    for each in ambiguities().values():
        if set(each.clauses) <= set(cited) and each.id not in view.ruleset.readings:
            yield _of_price(view, each)


def _of_price(view: TournamentView, ambiguity: Ambiguity) -> Draft:
    reading = view.ruleset.reading(ambiguity)
    means = ambiguity.readings[reading].means
    return Draft(
        stated=reading,
        unit="reading",
        rule="entry.price",
        fact=ambiguity.id,
        message=f"{ambiguity.question} No fee was published. Replayed as {reading}: {means} ({ambiguity.id}).",
    )


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
