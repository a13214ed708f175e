"""Results of an event: places, pool, prizes, points, payouts and totals, as due."""

from __future__ import annotations

from random import Random
from typing import Literal

from msgspec import UNSET, Struct

from rules.controls.ruleset import Ruleset
from rules.tournaments.header import Tournament
from rules.tournaments.points_due import as_text
from rules.tournaments.tournament_reader import TournamentFile
from rules.tournaments.tournament_records import (
    AnnouncedPool,
    Close,
    Deal,
    DealShare,
    Elimination,
    Payout,
    Penalty,
    Prize,
    RankingAward,
    RoyalHit,
    Totals,
)
from rules.tournaments.tournament_replay import Replay, replay_tournament
from simulation.events.book import EventBook

_LATER = 600  # seconds after the last hand

PayoutOf = Literal["prize", "bounty", "royal", "refund", "ticket"]


class EventResults(Struct):
    header: Tournament
    ruleset: Ruleset
    book: EventBook
    random: Random

    def replayed(self) -> Replay:
        file = TournamentFile(self.header, tuple(enumerate(self.book.lines(), 2)), None)
        return replay_tournament(file, self.ruleset)

    def deal(self, last: list[str], stopped: int, finish: int) -> None:
        """A deal of the last players. last: from the first place on. stopped: its time."""
        found = self.replayed()
        prizes = found.prizes
        if prizes is None or len(last) > len(prizes):
            return
        whole = sum(prizes[: len(last)])
        left = 0 if stopped == finish else whole // 10
        each, odd = divmod(whole - left, len(last))
        shares = [
            DealShare(player=player, amount=each + (odd if place == 0 else 0), place=place + 1)
            for place, player in enumerate(sorted(last))
        ]
        if stopped != finish:
            for share in shares:
                share.place = UNSET
        deal = Deal(players=shares, reported=True)
        if left:
            deal.left_for_winner = left
        self.book.write(stopped, deal)

    def write(self, finish: int, announced: int) -> Close:
        """Lines after the last hand; returns the file's last line."""
        self._pool(min(announced, finish + _LATER - 60))
        found = self.replayed()
        self._places(found)
        at = finish + _LATER
        self._prizes(at, found)
        self._points(at, found)
        self._payouts(at + 60, found)
        return self._close(at + 600, found)

    def _places(self, found: Replay) -> None:
        for placing in found.placings:
            for stake in found.field.of[placing.player]:
                record = stake.out.record if stake.out is not None else None
                is_last = stake.number == placing.entry and placing.place is not None
                if is_last and isinstance(record, Elimination | Penalty):
                    record.place = placing.place or UNSET

    def _pool(self, at: int) -> None:
        found = self.replayed()
        pool = AnnouncedPool(prize_pool=found.money.prize_pool, distributable=found.money.distributable)
        if self.header.ranking is True:
            pool.ranking = found.money.ranking
        if found.prizes is not None:
            pool.places = len(found.prizes)
        if found.satellite is not None and found.satellite.tickets is not None:
            pool.tickets = found.satellite.tickets
        self.book.write(at, pool)

    def _prizes(self, at: int, found: Replay) -> None:
        for each in found.placings:
            amount = found.due[each.player]
            if amount:
                prize = Prize(player=each.player, amount=amount)
                if each.place is not None:
                    prize.place = each.place
                self.book.write(at, prize)

    def _points(self, at: int, found: Replay) -> None:
        for each in found.placings:
            points = as_text(found.points[each.player])
            if points:
                award = RankingAward(player=each.player, points=points)
                if each.place is not None:
                    award.place = each.place
                self.book.write(at + 30, award)

    def _payouts(self, at: int, found: Replay) -> None:
        owners = {each.number: each.player for each in found.field.stakes}
        paid: list[tuple[str, int | None, PayoutOf]]
        paid = [(each.player, found.due[each.player], "prize") for each in found.placings]
        paid += [(each.player, (found.bounties or {}).get(each.player), "bounty") for each in found.placings]
        hits = [each for _, each in found.file.events if isinstance(each, RoyalHit)]
        paid += [(owners[each.entry], each.amount, "royal") for each in hits]
        if found.satellite is not None and self.header.target is not UNSET:
            paid += [(each, self.header.target.cost, "ticket") for each in found.field.still_in]
        refunded = [each for each in found.field.stakes if each.unregistered is not None]
        paid += [(each.player, self.header.buy_in, "refund") for each in refunded]
        for number, (player, amount, of) in enumerate(((p, a, o) for p, a, o in paid if a), 1):
            receipt = Payout(player=player, amount=amount or 0, receipt=f"R{number}")
            if of != "prize" or self.random.random() < 0.5:
                receipt.of = of
            self.book.write(at, receipt)

    def _close(self, at: int, found: Replay) -> Close:
        money, entered = found.money, found.field
        payouts = sum(each.amount for each in self.book.lines() if isinstance(each, Payout))
        totals = Totals(
            entries=len(entered.counted),
            players=len(entered.players),
            reentries=entered.reentries,
            rebuys=len(entered.rebuys),
            add_ons=len(entered.add_ons),
            collected=money.collected,
            fees=money.fees,
            bounties=money.bounties,
            royal=money.royal,
            added=money.added,
            prize_pool=money.prize_pool,
            ranking=money.ranking,
            distributable=money.distributable,
            paid=payouts,
        )
        return Close(at=self.book.text(at), totals=totals)
