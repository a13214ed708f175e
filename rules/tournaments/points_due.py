"""Ranking points: position × average buy-in × participants, exact. OLY-5.4, OLY-5.7."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from rules.controls.sections import Sections
from rules.controls.sections.tournaments import Average, Band, RankingPoints
from rules.currencies import places_of
from rules.tournaments.deals import AgreedDeal
from rules.tournaments.header import Tournament
from rules.tournaments.tournament_field import Field
from rules.tournaments.tournament_money import TournamentMoney
from rules.tournaments.tournament_places import Placing

Points = Fraction | None


def points_of(
    header: Tournament,
    field: Field,
    money: TournamentMoney,
    rules: Sections,
    placings: Sequence[Placing],
    deal: AgreedDeal | None,
) -> dict[str, Points]:
    """Points of each player; None outside the ranking, or for an unknown place."""
    rule = rules.ranking_points
    if rule is None or header.ranking is not True or not field.players:
        return dict.fromkeys(field.players)
    factor = _of_event(header, field, money, rule)
    found = {each.player: _times(_position(rule, each), factor) for each in placings}
    if deal is not None and rules.prizes is not None and rules.prizes.deal.places == "split":
        found |= _split(rule, [each for each in placings if each.player in deal.amounts], factor)
    return found


def _times(position: Points, factor: Fraction) -> Points:
    return None if position is None else position * factor


def _of_event(header: Tournament, field: Field, money: TournamentMoney, rule: RankingPoints) -> Fraction:
    count = len(field.players if rule.average.over == "unique" else field.counted)
    average = _average(header, count, money, rule.average)
    return factor_at(rule.buy_in, average) * factor_at(rule.participants, Fraction(count))


def _average(header: Tournament, count: int, money: TournamentMoney, rule: Average) -> Fraction:
    """Average buy-in in whole currency units, rounded half up by one reading (AMB-OLY-band-gap)."""
    pool = money.prize_pool - (money.ranking if rule.pool == "after_contribution" else 0)
    found = Fraction(pool, count * 10 ** places_of(header.currency))
    return Fraction((2 * found + 1) // 2) if rule.between == "rounded" else found


def factor_at(bands: Iterable[Band], value: Fraction) -> Fraction:
    """Factor of a value's band; each band begins at its lower number."""
    below = [each for each in bands if each.from_ <= value]
    return Fraction(max(below, key=lambda each: each.from_).factor) if below else Fraction(0)


def _position(rule: RankingPoints, placing: Placing) -> Points:
    """Factor of a place; of a shared one the mean, or the best one's (AMB-OLY-rank-tie)."""
    if not placing.ranked:
        return Fraction(0)
    if placing.place is not None:
        held = range(placing.place, placing.place + placing.sharing)
        return _factor(rule, placing.place) if rule.ties.rule == "better" else _mean(rule, held)
    return None if _factor(rule, placing.best) else Fraction(0)


def _split(rule: RankingPoints, sharing: list[Placing], factor: Fraction) -> dict[str, Points]:
    """Factors of a deal's players: the mean of their places (AMB-OLY-deal-position)."""
    places = [each.place for each in sharing if each.place is not None]
    if not places or len(places) < len(sharing):
        return {each.player: None for each in sharing}
    return {each.player: _mean(rule, places) * factor for each in sharing}


def _mean(rule: RankingPoints, places: Sequence[int]) -> Fraction:
    return sum((_factor(rule, each) for each in places), Fraction(0)) / len(places)


def _factor(rule: RankingPoints, place: int) -> Fraction:
    return Fraction(rule.position[place - 1]) if place <= len(rule.position) else Fraction(0)


def as_text(points: Points) -> int | str | None:
    """A whole number, or a fraction such as 375/2."""
    if points is None:
        return None
    return points.numerator if points.denominator == 1 else str(points)
