"""Entries of a hand for people: recorded and due payments."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from rules.controls.ruleset import Ruleset
from rules.parties import NOBODY, UNKNOWN, fee_party, party_of
from rules.records.events import ChineseHand, HandFee, OfcHand
from rules.records.pot_records import PotHand
from rules.shown_hands import EntryKind, Exhibit, HandEntries, MoneyEntry

_POT_WON = "external:POT-won"
Movement = tuple[str, str, int, int | None]  # from, to, amount, seat
Payer = tuple[int, str, int]  # seat, party and amount
Nets = Sequence[Payer]  # what each seat won


def with_entries(exhibit: Exhibit, record: ChineseHand | OfcHand | PotHand, rules: Ruleset | None) -> Exhibit:
    """An exhibit with entries. rules: of its replay; None: none."""
    return replace(
        exhibit, entries=HandEntries(recorded=_recorded(exhibit, record), due=_due(exhibit, rules))
    )


def _recorded(exhibit: Exhibit, record: ChineseHand | OfcHand | PotHand) -> list[MoneyEntry] | None:
    moved, payers = _moved(exhibit)
    fees = None if record.fees is UNSET else record.fees
    if moved is None and fees is None:
        return None
    kind: EntryKind = "award" if exhibit.game == "pot" else "pair"
    where = {"line": exhibit.line, "at": exhibit.at}
    found = [_entry(exhibit, each, kind, **where) for each in moved or ()]
    for fee in fees or ():
        seat = None if fee.seat is UNSET else fee.seat
        for each in _paid(exhibit, fee, seat, payers):
            found.append(_entry(exhibit, each, fee.kind, **where))
    return found


def _paid(exhibit: Exhibit, fee: HandFee, seat: int | None, payers: list[Payer]) -> Iterator[Movement]:
    """Payers of a fee: its seat, else those who paid more into the pots than was won, else somebody unknown."""
    left = fee.amount
    while seat is None and left and payers:
        of, party, owed = payers.pop(0)
        amount = min(owed, left)
        left -= amount
        if owed > amount:
            payers.insert(0, (of, party, owed - amount))
        yield party, fee_party(fee.kind), amount, of
    if left:
        payer = UNKNOWN if seat is None else _players(exhibit).get(seat, NOBODY)
        yield payer, fee_party(fee.kind), left, seat


def _moved(exhibit: Exhibit) -> tuple[list[Movement] | None, list[Payer]]:
    players = _players(exhibit)
    if exhibit.transfers is not None:
        paid: list[Movement] = [
            (players.get(payer, NOBODY), players.get(payee, NOBODY), amount, payer)
            for payer, payee, amount in exhibit.transfers
            if payer != payee and amount
        ]
        return paid, []
    playing = {each["seat"] for each in exhibit.replay.get("seats") or ()}
    of = [each for each in exhibit.seats if exhibit.game != "pot" or not playing or each.seat in playing]
    if any(each.net is None for each in of):
        return None, []
    nets = [(each.seat, players[each.seat], each.net or 0) for each in of]
    return _between(nets) if exhibit.game == "pot" else (list(_unknown(nets)), [])


def _due(exhibit: Exhibit, rules: Ruleset | None) -> list[MoneyEntry] | None:
    if exhibit.void:
        return []
    players, replayed = _players(exhibit), exhibit.replay
    transfers = replayed.get("transfers")
    if transfers and all(each["amount"] is not None for each in transfers):
        moved = [
            (players[t["payer"]], players[t["payee"]], t["amount"], t["payer"])
            for t in transfers
            if t["amount"]
        ]
    else:
        nets = _due_nets(replayed, players)
        if nets is None:
            return None
        moved, _ = _between(nets)
    kind: EntryKind = "award" if exhibit.game == "pot" else "pair"
    clause = None if rules is None else _cited(rules, exhibit.game)
    return [_entry(exhibit, each, kind, clause=clause) for each in moved]


def _cited(rules: Ruleset, game: str) -> str:
    return rules.cite("pot.pots.award_order", otherwise=_POT_WON) if game == "pot" else rules.cite("rows")


def _due_nets(replayed: Mapping[str, Any], players: Mapping[int, str]) -> Nets | None:
    seats = replayed.get("seats")
    if not seats or any(each.get("net") is None for each in seats):
        return None
    return [(each["seat"], players[each["seat"]], each["net"]) for each in seats]


def _players(exhibit: Exhibit) -> dict[int, str]:
    return {each.seat: UNKNOWN if each.player is None else party_of(each.player) for each in exhibit.seats}


def _between(nets: Nets) -> tuple[list[Movement], list[Payer]]:
    found: list[Movement] = []
    short: list[Payer] = [(seat, party, -net) for seat, party, net in nets if net < 0]
    for _, party, net in nets:
        while net > 0 and short:
            seat, payer, left = short.pop(0)
            amount = min(net, left)
            found.append((payer, party, amount, seat))
            net -= amount
            if left > amount:
                short.insert(0, (seat, payer, left - amount))
    return found, short


def _unknown(nets: Nets) -> Iterator[Movement]:
    for seat, party, net in nets:
        if net:
            yield (party, UNKNOWN, -net, seat) if net < 0 else (UNKNOWN, party, net, seat)


def _entry(exhibit: Exhibit, movement: Movement, kind: EntryKind, **where: Any) -> MoneyEntry:
    payer, payee, amount, seat = movement
    return MoneyEntry(
        unit=exhibit.money or "",
        from_=payer,
        to=payee,
        amount=amount,
        kind=kind,
        hand=exhibit.hand,
        seat=seat,
        **where,
    )
