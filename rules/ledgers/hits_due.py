"""Jackpot hits: level, amount due, share of each seat. OLY-4.1 to OLY-4.10."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import floor

from msgspec import UNSET, Struct

from rules.controls.sections.jackpot_pool import JackpotPool
from rules.ledgers.ledger_days import AccountBook, taken_out
from rules.ledgers.ledger_reader import LedgerFile
from rules.ledgers.ledger_records import Hit, HitSeat
from rules.tournaments.prizes import evenly
from rules.tournaments.tournament_parameters import BP, nearest

Hits = Sequence[tuple[int, Hit]]
Shares = Mapping[int, int]  # by seat


class DueHit(Struct, frozen=True):
    """A hit of a line. level, amount, shares: None: undetermined. qualified: enough players. two_alike: no rule
    divides two equal hands' part.
    """

    line: int
    hit: Hit
    level: int | None
    amount: int | None
    shares: Shares | None
    qualified: bool = True
    two_alike: bool = False


def hits_due(
    file: LedgerFile, books: Mapping[str, AccountBook], pools: Mapping[str, JackpotPool]
) -> list[DueHit]:
    """Payments due for hits. pools: rules by account."""
    hits = [(line, event) for line, event in file.events if isinstance(event, Hit)]
    return [
        _due(line, hit, hits, books[hit.account], pools[hit.account])
        if hit.account in pools and hit.account in books
        else DueHit(line, hit, None, None, None)
        for line, hit in hits
    ]


def _due(line: int, hit: Hit, hits: Hits, book: AccountBook, rules: JackpotPool) -> DueHit:
    level = _level(line, hit, hits, book, rules)
    if not _qualifies(hit, rules):
        return DueHit(line, hit, level, 0, {}, qualified=False)
    if level is None:
        return DueHit(line, hit, None, None, None)
    return DueHit(line, hit, level, *paid_on(max(level, 0), hit, rules), two_alike=_two_alike(hit, rules))


def _qualifies(hit: Hit, rules: JackpotPool) -> bool:
    counted = counted_players(hit, rules)
    return counted is None or counted >= rules.players.least


def counted_players(hit: Hit, rules: JackpotPool) -> int | None:
    """Players who count for a hit (AMB-OLY-six-players); None: unrecorded.

    No ledger has the players present; too few seats are their number.
    """
    if rules.players.counted == "dealt_in":
        return None if hit.players is UNSET else hit.players
    if rules.players.counted == "seated" or len(hit.seats) < rules.players.least:
        return len(hit.seats)
    return None


# ---------------------------------------------------------------- the level


def _level(line: int, hit: Hit, hits: Hits, book: AccountBook, rules: JackpotPool) -> int | None:
    moment, royal = book.before[line], hit.jackpot == "royal_flush"
    now = royal and rules.level.royal == "now"
    level = moment.balance if now else moment.level
    taken = [] if now or rules.level.again == "same_close" else _paid_since(line, hit, hits, moment.closed)
    if royal and rules.both == "in_turn":
        taken += [
            _due(at, each, hits, book, rules).amount
            for at, each in hits
            if each.jackpot == "bad_beat" and _same_hand(hit, each) and not (now and at < line)
        ]
    return None if level is None or None in taken else level - sum(each or 0 for each in taken)


def _paid_since(line: int, hit: Hit, hits: Hits, closed: int) -> list[int | None]:
    return [
        taken_out(each)
        for at, each in hits
        if closed < at < line and each.account == hit.account and not _same_hand(hit, each)
    ]


def _same_hand(one: Hit, other: Hit) -> bool:
    hand = (one.account, one.session, one.hand)
    return UNSET not in hand and hand == (other.account, other.session, other.hand)


# ---------------------------------------------------------------- the amount and its shares


def paid_on(level: int, hit: Hit, rules: JackpotPool) -> tuple[int | None, Shares | None]:
    """Amount and shares of a hit on a level; None: undetermined.

    Where shares are rounded to the nearest unit, the amount is their sum (AMB-OLY-jp-round).
    """
    whole, parts = _bad_beat(hit, level, rules) if hit.jackpot == "bad_beat" else _royal(hit, level, rules)
    shares = None if parts is None else _together(hit, parts, rules)
    if rules.rounding == "half_up":
        return (None if shares is None else sum(shares.values())), shares
    return (None if whole is None else int(whole)), shares


_Part = tuple[Fraction, Sequence[HitSeat]]  # an amount, and the seats that share it evenly


def _bad_beat(hit: Hit, level: int, pool: JackpotPool) -> tuple[Fraction, list[_Part] | None]:
    rules = pool.bad_beat
    whole = _part(Fraction(level), rules.pool.bp, pool)
    losers, winners = _with_role(hit, "loser"), _with_role(hit, "winner")
    if not losers or not winners or _two_alike(hit, pool):
        return whole, None
    to_losers, to_winners = _part(whole, rules.loser.bp, pool), _part(whole, rules.winner.bp, pool)
    others = [each for each in hit.seats if each not in losers and each not in winners]
    table = list(hit.seats) if rules.table.who == "all_seated" else others
    rest = whole - to_losers - to_winners if rules.table.rest else Fraction(0)
    return whole, [(to_losers, losers), (to_winners, winners), (rest, table)]


def _royal(hit: Hit, level: int, pool: JackpotPool) -> tuple[Fraction | None, list[_Part] | None]:
    """Amount, and parts of holders of a royal flush (AMB-OLY-rfj-multi)."""
    rules = pool.royal
    below = level < rules.below.money
    one = _part(Fraction(level), rules.below.bp, pool) if below else Fraction(rules.amount.money)
    holders, together = _with_role(hit, "royal"), rules.several.rule == "one_payout"
    if not holders:
        return (one if together else None), None
    return (one if together else one * len(holders)), (
        [(one, holders)] if together else [(one, [each]) for each in holders]
    )


def _two_alike(hit: Hit, rules: JackpotPool) -> bool:
    """Whether two players have a part that they do not share (AMB-OLY-bbj-morethantwo)."""
    apart = hit.jackpot == "bad_beat" and rules.bad_beat.ties.rule == "only_three_plus"
    return apart and 2 in (len(_with_role(hit, "loser")), len(_with_role(hit, "winner")))


def _with_role(hit: Hit, role: str) -> list[HitSeat]:
    return [each for each in hit.seats if each.role == role]


def _part(amount: Fraction, bp: int, rules: JackpotPool) -> Fraction:
    part = amount * bp / BP
    return part if rules.rounding == "half_up" else Fraction(floor(part))


def _together(hit: Hit, parts: Sequence[_Part], rules: JackpotPool) -> Shares:
    shares = {each.seat: 0 for each in sorted(hit.seats, key=lambda each: each.seat)}
    for amount, seats in parts:
        own = sorted(each.seat for each in seats)
        for seat, share in zip(own, _even_shares(amount, len(own), rules), strict=True):
            shares[seat] += share
    return shares


def _even_shares(amount: Fraction, count: int, rules: JackpotPool) -> list[int]:
    """Shares rounded to the nearest unit, or odd units one each by seat."""
    if rules.rounding == "half_up":
        return [nearest(amount / count)] * count if count else []
    return evenly(int(amount), count) if count else []
