"""Prizes of a quarter's ranking: its pool by the points of the best. OLY-5.5."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from msgspec import UNSET, Struct

from rules.controls.sections.tournaments import RankingPrizes
from rules.ledgers.before import chain, lacks_days
from rules.ledgers.ledger_reader import LedgerFile
from rules.ledgers.ledger_records import Award, Contribution, Event, RankingPayout
from rules.tournaments.prizes import by_weights
from rules.tournaments.tournament_reader import TournamentFile

_MONTHS = 3  # of a quarter


class PrizeDue(Struct, frozen=True):
    """Prize of one of the best. amount None: a lot decides a tie for the last place."""

    player: str
    points: Fraction
    amount: int | None


class DueRanking(Struct, frozen=True):
    """A quarter of an account. points: of those who share the pool. price: of a point, None: no points. standing: all players'
    points.

    pool, points None: the quarter begins before the ledgers given.
    """

    line: int
    account: str
    period: str
    pool: int | None
    points: Fraction | None
    price: Fraction | None
    prizes: tuple[PrizeDue, ...]
    standing: Mapping[str, Fraction]


def rankings_due(
    file: LedgerFile,
    rules: Mapping[str, RankingPrizes],
    tournaments: Sequence[TournamentFile] = (),
    earlier: Sequence[LedgerFile] = (),
) -> list[DueRanking]:
    """Prizes due for quarters that a file pays. rules: by account. tournaments: files that belong to it. earlier: ledgers of the
    months before.
    """
    days = {(each.header.room, each.header.tournament): each.header.starts_at for each in tournaments}
    started = {
        name: day for (room, name), day in days.items() if room == file.header.room and day is not UNSET
    }
    return [
        _due(list(chain(file, event.account, earlier)), line, event, rules[event.account], started)
        for line, event in file.events
        if isinstance(event, RankingPayout) and event.account in rules
    ]


def _due(
    files: Sequence[LedgerFile],
    line: int,
    payout: RankingPayout,
    rules: RankingPrizes,
    started: Mapping[str, str],
) -> DueRanking:
    """files: the ledger and those before it, newest first."""
    if lacks_days(files[-1].header, payout.period):
        return DueRanking(line, payout.account, payout.period, None, None, None, (), {})
    mine = [each for file in files for each in _of_period(file, payout, rules, started)]
    pool = sum(each.amount for each in mine if isinstance(each, Contribution))
    standing: defaultdict[str, Fraction] = defaultdict(Fraction)
    for each in mine:
        if isinstance(each, Award):
            standing[each.player] += Fraction(each.points)
    best = _best(standing, rules.top)
    drawn = _drawn(best, rules)
    held = [points for player, points in best.items() if player not in drawn]
    sharing = held + list(best.values())[len(held) : rules.top] if drawn else held
    points = sum(sharing, Fraction(0))
    amounts = [*by_weights(pool, sharing, rules.rounding)[: len(held)], *(None for _ in drawn)]
    return DueRanking(
        line, payout.account, payout.period, pool, points, Fraction(pool) / points if points else None,
        tuple(PrizeDue(player, held, amount) for (player, held), amount in zip(best.items(), amounts, strict=True)),
        dict(standing),
    )  # fmt: skip


def _of_period(
    file: LedgerFile, payout: RankingPayout, rules: RankingPrizes, started: Mapping[str, str]
) -> Iterator[Contribution | Award]:
    """Contributions and awards of an account in a quarter (AMB-OLY-quarter-day)."""
    for event, booked in _booked(file):
        if isinstance(event, Contribution | Award) and event.account == payout.account:
            own = started.get(event.tournament) if isinstance(event.tournament, str) else None
            time = own if own is not None and rules.day == "event_day" else booked
            if time is not None and quarter_of(time) == payout.period:
                yield event


def _booked(file: LedgerFile) -> Iterator[tuple[Event, str | None]]:
    last: str | None = None
    for _, event in file.events:
        last = event.at if event.at is not UNSET else last
        yield event, last


def quarter_of(time: str) -> str:
    """Calendar quarter of a time by its own offset, such as 2026-Q1."""
    year, month = time[:4], int(time[5:7])
    return f"{year}-Q{(month - 1) // _MONTHS + 1}"


def _best(standing: Mapping[str, Fraction], top: int) -> dict[str, Fraction]:
    ranked = sorted((each for each in standing.items() if each[1]), key=lambda each: (-each[1], each[0]))
    least = ranked[min(top, len(ranked)) - 1][1] if ranked else Fraction(0)
    return {player: points for player, points in ranked if points >= least}


def _drawn(best: Mapping[str, Fraction], rules: RankingPrizes) -> frozenset[str]:
    """Players in a tie for the last place, which a lot decides (AMB-OLY-top10-tie); ledgers do not record it."""
    if rules.tie_at_the_end != "lot" or len(best) <= rules.top:
        return frozenset()
    least = min(best.values())
    return frozenset(player for player, points in best.items() if points == least)
