"""Money collected, and the part to divide. OLY-3.1-a, OLY-3.1-b, OLY-5.3."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType

from rules.controls.sections import Sections
from rules.tournaments.header import Purchase, Tournament
from rules.tournaments.tournament_field import Field
from rules.tournaments.tournament_parameters import BP
from rules.tournaments.tournament_undetermined import amount


class TournamentMoney(Struct, frozen=True):
    """Amounts in minor units. ranking: share of the prize pool; distributable: sum of prizes."""

    collected: int
    fees: int
    bounties: int
    royal: int
    added: int
    prize_pool: int
    ranking: int
    distributable: int


def money_of(header: Tournament, field: Field, rules: Sections) -> TournamentMoney:
    """Money of a tournament by published prices."""
    entries, bought = len(field.counted), _bought(header, field)
    share = header.royal.share if header.royal is not UNSET else 0
    collected = entries * header.buy_in + sum(each.price for each in bought)
    fees = entries * amount(header.fee) + sum(amount(each.fee) for each in bought)
    bounties = entries * amount(header.bounty)
    royal = entries * share + sum(amount(each.royal) for each in bought)
    pool = collected + amount(header.added)
    if rules.prizes is None or rules.prizes.pool == "net_of_diversions":
        pool -= fees + bounties + royal
    ranking = _ranking(pool, header, rules)
    deducted = (
        ranking if rules.ranking_points and rules.ranking_points.contribution.taken == "deducted" else 0
    )
    return TournamentMoney(
        collected, fees, bounties, royal, amount(header.added), pool, ranking, distributable=pool - deducted
    )


def _bought(header: Tournament, field: Field) -> list[Purchase]:
    offered: list[Purchase | UnsetType] = [header.rebuy] * len(field.rebuys)
    offered += [header.add_on] * len(field.add_ons)
    return [each for each in offered if each is not UNSET]


def _ranking(pool: int, header: Tournament, rules: Sections) -> int:
    if header.ranking is not True or rules.ranking_points is None:
        return 0
    return pool * rules.ranking_points.contribution.bp // BP
