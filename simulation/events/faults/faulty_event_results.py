"""Busts, places, bounties, prizes, deals, points, payouts and the royal flush pool that were recorded wrongly."""

from __future__ import annotations

from itertools import pairwise

from msgspec import UNSET

from rules.tournaments.header import Tournament
from rules.tournaments.tournament_records import (
    Deal,
    Elimination,
    Hand,
    Payout,
    Prize,
    RankingAward,
    RoyalHit,
)
from simulation.events.faults.event_fault_base import AlteredEvent, Altering, EventFaultFamily
from simulation.faults.figures import Figure

FAMILY = EventFaultFamily()


def _alone(event: Altering, bust: Elimination) -> bool:
    """Whether nobody else is out in the same hand or round."""
    together = [
        each
        for each in event.all(Elimination)
        if (each.table, each.hand) == (bust.table, bust.hand)
        or (bust.round is not UNSET and each.round == bust.round)
    ]
    return len(together) == 1


@FAMILY.fault("bust-with-another-stack", "elimination-differs")
def bust_with_another_stack(event: Altering) -> AlteredEvent | None:
    """A bust is recorded with other chips than the log has."""
    by_place = event.ruleset.sections.bust_order is not None
    inside = {(each.table, each.hand) for each in event.all(Hand)}
    bust = event.any_of(
        Elimination,
        lambda each: (
            each.session is not UNSET
            and (each.table, each.hand) not in inside
            and by_place
            and _alone(event, each)
        ),
    )
    if bust is None or not isinstance(bust.stack, int):
        return None
    true, bust.stack = bust.stack, bust.stack + 500
    return AlteredEvent(
        record=bust, field="stack", recorded=bust.stack, true=true, entry=bust.entry, table=bust.table or None
    )


@FAMILY.fault("bust-in-another-hand", "elimination-differs", wide=True)
def bust_in_another_hand(event: Altering) -> AlteredEvent | None:
    """A bust is recorded in the hand before."""
    if event.ruleset.sections.bust_order is None:
        return None
    bust = event.any_of(
        Elimination, lambda each: each.session is not UNSET and each.round is UNSET and _alone(event, each)
    )
    others = {(each.table, each.hand) for each in event.all(Elimination)}
    if (
        bust is None
        or not isinstance(bust.hand, int)
        or (bust.table, bust.hand - 1) in others
        or bust.hand < 2
    ):
        return None
    true, bust.hand = bust.hand, bust.hand - 1
    return AlteredEvent(
        record=bust, field="hand", recorded=bust.hand, true=true, entry=bust.entry, table=bust.table or None
    )


FAMILY.figure(
    "place-of-a-bust", "place-differs", "A bust is recorded with the place above.", Figure(Elimination, "place", more=(-1,)),
    where=lambda each: isinstance(each.place, int) and each.place > 1,
)  # fmt: skip


FAMILY.figure(
    "place-of-a-prize", "place-differs", "A prize is recorded with the place below.", Figure(Prize, "place", more=(1,)),
    where=lambda each: isinstance(each.place, int),
)  # fmt: skip


@FAMILY.fault("bounty-short", "bounty-differs")
def bounty_short(event: Altering) -> AlteredEvent | None:
    """A bounty was paid short."""
    bust = event.any_of(Elimination, lambda each: each.bounties is not UNSET and bool(each.bounties))
    if bust is None or bust.bounties is UNSET:
        return None
    paid = bust.bounties[0]
    true, paid.amount = paid.amount, paid.amount - 100
    return AlteredEvent(
        record=bust, field="bounties.amount", recorded=paid.amount, true=true, entry=bust.entry
    )


def _pay(event: Altering, player: str, more: int) -> None:
    paid = next(each for each in event.all(Payout) if each.player == player and each.of in (UNSET, "prize"))
    paid.amount += more
    event.touched.append(paid)
    if event.close.totals is not UNSET and isinstance(event.close.totals.paid, int):
        event.close.totals.paid += more


@FAMILY.fault("prize-wrong", "prize-differs")
def prize_wrong(event: Altering) -> AlteredEvent | None:
    """A prize was worked out wrongly, and paid so."""
    payouts = event.of(Payout, lambda each: each.of in (UNSET, "prize"))
    free = {each.player for each in payouts}
    prize = event.any_of(Prize, lambda each: each.player in free)
    if prize is None:
        return None
    more = event.random.choice((1, 90, 900))
    true, prize.amount = prize.amount, prize.amount + more
    _pay(event, prize.player, more)
    return AlteredEvent(record=prize, field="amount", recorded=prize.amount, true=true, player=prize.player)


@FAMILY.fault("prize-left-out", "prize-differs")
def prize_left_out(event: Altering) -> AlteredEvent | None:
    """A prize is missing."""
    prizes = event.of(Prize)
    deal = event.replayed().deal
    in_deal = deal.amounts if deal is not None else {}
    free = [each for each in prizes if each.player not in in_deal]
    if len(prizes) < 2 or not free:
        return None
    prize = event.random.choice(free)
    event.remove(prize)
    return AlteredEvent(record=event.close, field="prize", true=prize.amount, player=prize.player)


def _paid_short(event: Altering, of: tuple[object, ...]) -> AlteredEvent | None:
    paid = event.any_of(Payout, lambda each: each.of in of and each.amount > 100)
    if paid is None or event.close.totals is UNSET or not isinstance(event.close.totals.paid, int):
        return None
    true, paid.amount = paid.amount, paid.amount - 100
    event.close.totals.paid -= 100
    return AlteredEvent(record=paid, field="amount", recorded=paid.amount, true=true, player=paid.player)


@FAMILY.fault("payout-short", "payout-differs")
def payout_short(event: Altering) -> AlteredEvent | None:
    """A prize was paid out short."""
    return _paid_short(event, (UNSET, "prize"))


@FAMILY.fault("bounty-payout-short", "payout-differs")
def bounty_payout_short(event: Altering) -> AlteredEvent | None:
    """Bounties were paid out short."""
    return _paid_short(event, ("bounty",))


@FAMILY.fault("points-wrong", "points-differ")
def points_wrong(event: Altering) -> AlteredEvent | None:
    """A player got too many points."""
    award = event.any_of(RankingAward)
    if award is None:
        return None
    true = award.points
    award.points = (true if isinstance(true, int) else 0) + 6
    return AlteredEvent(record=award, field="points", recorded=award.points, true=true, player=award.player)


@FAMILY.fault("points-outside-the-ranking", "points-differ")
def points_outside_the_ranking(event: Altering) -> AlteredEvent | None:
    """Points were given in an event that does not count for the ranking."""
    if event.header.ranking is True:
        return None
    last = event.event.events[-1]
    player = event.replayed().placings[0].player
    award = RankingAward(at=last.at, player=player, points=135)
    event.insert(award, last)
    return AlteredEvent(record=award, field="points", recorded=135, player=player)


@FAMILY.fault("deal-too-high", "deal-differs")
def deal_too_high(event: Altering) -> AlteredEvent | None:
    """The amounts of a deal come to more than the prizes of its places."""
    deal = event.any_of(Deal)
    if deal is None:
        return None
    share = deal.players[0]
    prize = next((each for each in event.of(Prize) if each.player == share.player), None)
    if prize is None or not any(each.player == share.player for each in event.of(Payout)):
        return None
    true, share.amount = share.amount, share.amount + 1_000
    prize.amount += 1_000
    event.touched.append(prize)
    _pay(event, share.player, 1_000)
    return AlteredEvent(
        record=deal, field="players.amount", recorded=share.amount, true=true, player=share.player
    )


FAMILY.figure("deal-kept-quiet", "deal-not-reported", "A deal was not reported.", Figure(Deal, "reported"))


@FAMILY.fault("royal-hit-short", "royal-amount-differs")
def royal_hit_short(event: Altering) -> AlteredEvent | None:
    """A hit of the royal flush pool got too little."""
    hits = event.all(RoyalHit)
    if not hits or hits[-1].amount < 100 or any(each is hits[-1] for each in event.touched):
        return None
    hit = hits[-1]
    true, hit.amount = hit.amount, hit.amount - 100
    may = ("payout-differs",)  # where it was paid out by a line of its own
    return AlteredEvent(record=hit, field="amount", recorded=hit.amount, true=true, entry=hit.entry, may=may)


@FAMILY.fault("royal-hit-without-own-cards", "royal-not-qualified")
def royal_hit_without_own_cards(event: Altering) -> AlteredEvent | None:
    """A hit of the royal flush pool was paid for a hand that is none."""
    hit = event.any_of(RoyalHit)
    if hit is None:
        return None
    board = str(hit.board)
    true, hit.hole = hit.hole, _others(board)
    return AlteredEvent(
        record=hit, field="hole", recorded=hit.hole, true=true, entry=hit.entry, may=("royal-amount-differs",)
    )


def _others(board: str) -> str:
    """Two cards that make no straight flush with a board."""
    cards = [board[place : place + 2] for place in range(0, len(board), 2)]
    rare = min("cdhs", key=lambda suit: sum(each[1] == suit for each in cards))
    return "".join([rank + rare for rank in "2379TQ" if rank + rare not in cards][:2])


@FAMILY.fault("royal-hit-of-no-pool", "royal-not-offered")
def royal_hit_of_no_pool(event: Altering) -> AlteredEvent | None:
    """A straight flush was paid in an event without a royal flush pool."""
    header: Tournament = event.header
    busts = event.all(Elimination)
    if header.royal is not UNSET or header.game != "holdem" or not busts:
        return None
    bust = busts[0]
    entry = busts[-1].entry
    hit = RoyalHit(
        at=bust.at, entry=entry, kind="straight_flush", amount=5_000, board="5h6h7h8hKd", hole="9hAc"
    )
    event.insert(hit, bust)
    return AlteredEvent(record=hit, field="kind", recorded=hit.kind, entry=entry)


@FAMILY.fault("last-bust-left-out", "field-not-finished", wide=True)
def last_bust_left_out(event: Altering) -> AlteredEvent | None:
    """The last bust is missing, so that two are in at the end."""
    busts = event.of(Elimination)
    prizes_by = event.header.prizes_by
    if (
        not busts
        or prizes_by not in (UNSET, "places")
        or event.all(Deal)
        or busts[-1] is not event.all(Elimination)[-1]
    ):
        return None
    last = busts[-1]
    event.remove(last)
    return AlteredEvent(
        record=None, field="elimination", recorded=2, true=1,
        may=("place-differs", "prize-differs", "payout-differs", "points-differ", "bounty-differs"),
    )  # fmt: skip


@FAMILY.fault("receipt-of-two-players", "receipt-repeated")
def receipt_of_two_players(event: Altering) -> AlteredEvent | None:
    """A payout has the receipt of another player."""
    payouts = event.of(Payout)
    for first, second in pairwise(payouts):
        if first.player != second.player:
            true, second.receipt = second.receipt, first.receipt
            return AlteredEvent(
                record=second, field="receipt", recorded=second.receipt, true=true, player=second.player
            )
    return None
