"""Prizes, bounties and royal flushes of a tournament: received and due by player."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.audit.money.event_pools import PaymentPool, PoolPayment, by_party
from rules.checks.tournament.prize_citations import NOT_DUE
from rules.parties import PRIZES, ROYAL, UNKNOWN, party_of
from rules.tournaments.bounties import PaidChip, chips_paid
from rules.tournaments.tournament_records import Payout, Prize, RoyalHit
from rules.tournaments.tournament_replay import Replay

_OF_PRIZES = ("TRN017", "TRN049", "TRN052", "TRN053", "TRN055")
_OF_BOUNTIES = ("TRN017", "TRN051", "TRN055")
_OF_ROYAL = ("TRN017", "TRN055", "JKP006", "JKP007", "JKP008")
_NO_TAKER = "who took the chip was not recorded"
_NO_PAYMENT = "what was paid for the chip was not recorded"


def tournament_pools(replay: Replay) -> list[PaymentPool]:
    """Pools of a tournament with a payment recorded or due."""
    found = [_prizes(replay), *_bounties(replay), _royal(replay)]
    return [each for each in found if each.payments]


def paid_out(replay: Replay, what: str) -> dict[str, tuple[int, int]]:
    """By player, last line and sum of payouts of a kind."""
    found: dict[str, tuple[int, int]] = {}
    for line, event in replay.file.events:
        if isinstance(event, Payout) and (event.of if isinstance(event.of, str) else "prize") == what:
            found[event.player] = (line, found.get(event.player, (0, 0))[1] + event.amount)
    return found


# ---------------------------------------------------------------- prizes


def _prizes(replay: Replay) -> PaymentPool:
    stated = {
        event.player: (line, event.amount) for line, event in replay.file.events if isinstance(event, Prize)
    }
    paid = paid_out(replay, "prize")
    everybody = dict.fromkeys((*replay.due, *stated, *paid))
    found = (_prize(replay, each, stated, paid) for each in everybody)
    payments = tuple(each for each in found if each is not None)
    return PaymentPool(PRIZES, "The prizes", _OF_PRIZES, payments)


def _prize(
    replay: Replay, player: str, stated: Mapping[str, tuple[int, int]], paid: Mapping[str, tuple[int, int]]
) -> PoolPayment | None:
    """A prize as paid, else as stated. None: neither had nor due, or unrecorded tickets."""
    due, party = replay.due.get(player, 0), party_of(player)
    if player in paid or player in stated:
        line, has = paid.get(player) or stated[player]
        noted = stated[player][1] if player in paid and player in stated else None
        return PoolPayment(line, party, has, due, "" if due is not None else NOT_DUE, noted)
    if due == 0 or (due is None and replay.file.header.prizes_by == "tickets"):
        return None
    if due is None:
        return PoolPayment(0, party, None, None, NOT_DUE)
    if not stated:
        return PoolPayment(0, party, None, due, "no prize was recorded")
    if replay.file.close is None:
        return PoolPayment(0, party, None, due, "the file has no last line")
    if replay.deal is not None and player in replay.deal.amounts:
        return PoolPayment(0, party, None, due, "what was paid of the deal was not recorded")
    return PoolPayment(replay.file.close[0], party, 0, due)


# ---------------------------------------------------------------- bounties


def _bounties(replay: Replay) -> Iterator[PaymentPool]:
    chips = [each for each in chips_paid(replay.file, replay.field) if each.paid or each.due != {}]
    paid = paid_out(replay, "bounty")
    players = {each.number: each.player for each in reversed(replay.field.stakes)}
    if paid:
        found = (_bounty(replay, each, paid, _listed(chips, players)) for each in {**replay.due, **paid})
        pool = PaymentPool(
            PRIZES, "The bounties", _OF_BOUNTIES, tuple(each for each in found if each is not None)
        )
        yield pool
        as_due = {each.party for each in pool.payments if each.known and each.has == each.due}
        for chip in chips:
            yield PaymentPool(
                PRIZES, "The bounty", _OF_BOUNTIES, tuple(_listed_of(chip, players, as_due)), (chip.line,)
            )
        return
    for chip in chips:
        yield PaymentPool(PRIZES, "The bounty", _OF_BOUNTIES, tuple(_of_chip(chip, players)), (chip.line,))


def _listed_of(chip: PaidChip, players: Mapping[int, str], as_due: set[str]) -> Iterator[PoolPayment]:
    for each in _of_chip(chip, players):
        if each.known and each.party in as_due:
            yield PoolPayment(each.line, each.party, each.due, each.due, noted=each.has)


def _listed(chips: list[PaidChip], players: Mapping[int, str]) -> dict[str, int] | None:
    if any(each.paid is None for each in chips):
        return None
    amounts = (
        (players[entry], amount)
        for each in chips
        for entry, amount in (each.paid or {}).items()
        if entry in players
    )
    return by_party(amounts)


def _bounty(
    replay: Replay, player: str, paid: Mapping[str, tuple[int, int]], listed: Mapping[str, int] | None
) -> PoolPayment | None:
    due = _bounty_due(replay, player)
    because = "" if due is not None else NOT_DUE
    if player in paid:
        return PoolPayment(paid[player][0], party_of(player), paid[player][1], due, because)
    if due == 0:
        return None
    has = listed.get(player) if listed is not None else None
    return PoolPayment(0, party_of(player), has, due, because or ("" if has is not None else _NO_PAYMENT))


def _bounty_due(replay: Replay, player: str) -> int | None:
    if replay.bounties is not None:
        return replay.bounties.get(player, 0)
    return None if replay.file.header.bounty else 0


def _of_chip(chip: PaidChip, players: Mapping[int, str]) -> Iterator[PoolPayment]:
    entries = sorted({*(chip.paid or {}), *(chip.due or {})})
    because = _NO_PAYMENT if chip.paid is None else _NO_TAKER if chip.due is None else ""
    for entry in entries:
        party = party_of(players[entry]) if entry in players else UNKNOWN
        has = None if chip.paid is None else chip.paid.get(entry, 0)
        due = None if chip.due is None else chip.due.get(entry, 0)
        yield PoolPayment(chip.line, party, has, due, because)
    if not entries:
        yield PoolPayment(chip.line, UNKNOWN, None, None, because)


# ---------------------------------------------------------------- the royal flush pool


def _royal(replay: Replay) -> PaymentPool:
    """Royal flushes by player, as paid out, else as hits state. Without a pool nothing is due."""
    players = {each.number: each.player for each in reversed(replay.field.stakes)}
    due = {each.line: each.due for each in replay.royal}
    paid = paid_out(replay, "royal")
    hits: dict[str, list[tuple[int, int, int | None]]] = {}
    for line, event in replay.file.events:
        if isinstance(event, RoyalHit):
            owed = due.get(line, None if replay.file.header.royal else 0)
            player = players.get(event.entry, UNKNOWN)
            hits.setdefault(player, []).append((line, event.amount, owed))
    payments = tuple(
        _of_royal(each, hits.get(each, []), paid.get(each)) for each in dict.fromkeys((*hits, *paid))
    )
    return PaymentPool(ROYAL, "The payments of the royal flush pool", _OF_ROYAL, payments)


def _of_royal(
    player: str, hits: list[tuple[int, int, int | None]], paid: tuple[int, int] | None
) -> PoolPayment:
    party = player if player == UNKNOWN else party_of(player)
    stated = sum(amount for _, amount, _ in hits)
    line, has = paid or (hits[-1][0], stated)
    dues = [due for _, _, due in hits if due is not None]
    due = sum(dues) if len(dues) == len(hits) else None
    noted = stated if paid is not None and hits else None
    return PoolPayment(line, party, has, due, "" if due is not None else NOT_DUE, noted)
