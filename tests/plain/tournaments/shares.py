"""What each player is due: prizes, bounties and points."""

from __future__ import annotations

from fractions import Fraction

from tests.plain.tournaments.field import Entry, Line, by_player
from tests.plain.tournaments.money import by_chips, evenly
from tests.plain.tournaments.places import Row
from tests.plain.tournaments.tables import BUY_IN, OLYMPIC, PARTICIPANTS, POSITION

Due = dict[str, int | None]


def prizes_due(
    header: Line,
    events: list[Line],
    entries: list[Entry],
    rows: list[Row],
    prizes: list[int] | None,
    distributable: int,
) -> Due:
    found: Due = {}
    if header.get("prizes_by") == "tickets":
        found = {each.player: None for each in rows}
    elif header.get("prizes_by") == "chips":
        found = _chips(events, entries, rows, distributable)
    else:
        for each in rows:
            found[each.player] = _of_place(each, rows, prizes)
    deals = [each for each in events if each["event"] == "deal"]
    if deals:
        won = [each.player for each in rows if each.place == 1]
        left = deals[-1].get("left_for_winner", 0)
        for share in deals[-1]["players"]:
            if share["player"] in found:
                more = left if share["player"] in won else 0
                found[share["player"]] = None if left and not won else share["amount"] + more
    return found | {each.player: 0 for each in rows if not each.ranked}


def _chips(events: list[Line], entries: list[Entry], rows: list[Row], distributable: int) -> Due:
    shares = by_chips(events, entries, distributable)
    if shares is None:
        return {each.player: None if each.live else 0 for each in rows}
    found: Due = {}
    for player, own in by_player(entries).items():
        found[player] = sum(shares.get(each.number, 0) for each in own)
    return found


def _of_place(row: Row, rows: list[Row], prizes: list[int] | None) -> int | None:
    if prizes is None:
        return None
    held = prizes[row.best - 1 : row.worst]
    if row.place is None:
        return None if any(held) else 0
    sharing = sorted(each.entry for each in rows if each.place == row.place)
    held = prizes[row.place - 1 : row.place - 1 + len(sharing)]
    return evenly(sum(held), len(sharing))[sharing.index(row.entry)]


def bounties_due(header: Line, entries: list[Entry], readings: dict[str, str]) -> Due | None:
    """None: the event has none."""
    price = header.get("bounty", 0)
    if not price or header["ruleset"] not in OLYMPIC:
        return None
    counted = [each for each in entries if not each.gone]
    paid: dict[int, int] = {}
    unknown: list[tuple[int, str]] = []  # lines that do not say who took a chip, and whose
    for entry in counted:
        if not entry.busts:
            continue
        place, line = entry.busts[0]
        if line["event"] == "elimination" and "knocked_out_by" not in line:
            unknown.append((place, entry.player))
        takers = sorted(set(line.get("knocked_out_by", [])))
        for taker, amount in zip(takers, evenly(price, max(1, len(takers))), strict=False):
            paid[taker] = paid.get(taker, 0) + amount
    live = [each for each in counted if each.out is None]
    if len(live) == 1 and not live[0].busts and readings.get("AMB-OLY-bounty-winner") != "house":
        paid[live[0].number] = paid.get(live[0].number, 0) + price
    return {
        player: None
        if _may_have_taken(player, own, unknown)
        else sum(paid.get(each.number, 0) for each in own)
        for player, own in by_player(entries).items()
    }


def _may_have_taken(player: str, own: list[Entry], unknown: list[tuple[int, str]]) -> bool:
    return any(
        each.place < place and (each.out is None or place < each.out[0])
        for place, whose in unknown
        for each in own
        if whose != player
    )


def points_due(
    header: Line,
    events: list[Line],
    entries: list[Entry],
    rows: list[Row],
    money: dict[str, int],
    readings: dict[str, str],
) -> dict[str, Fraction | None]:
    players = len(by_player(entries))
    if header["ruleset"] != "olympic-ranking" or not header.get("ranking") or not players:
        return {each.player: None for each in rows}
    count = (
        sum(not each.gone for each in entries)
        if readings.get("AMB-OLY-participants") == "entries"
        else players
    )
    pool = money["prize_pool"]
    if readings.get("AMB-OLY-avg-buyin-base") == "net":
        pool -= money["ranking"]
    average = Fraction(pool, 100 * count)
    if readings.get("AMB-OLY-band-gap") == "rounded":
        average = Fraction(int(average + Fraction(1, 2)))
    factor = _band(BUY_IN, average) * _band(PARTICIPANTS, Fraction(count))
    better = readings.get("AMB-OLY-rank-tie") == "better"
    found = {each.player: _position(each, better) for each in rows}
    deals = [each for each in events if each["event"] == "deal"]
    if deals and readings.get("AMB-OLY-deal-position") == "split":
        inside = [each for each in rows if each.player in [share["player"] for share in deals[-1]["players"]]]
        places = [each.place for each in inside if each.place is not None]
        mean = (
            sum((_factor(each) for each in places), Fraction(0)) / len(places)
            if len(places) == len(inside) and places
            else None
        )
        found |= {each.player: mean for each in inside}
    return {player: None if position is None else position * factor for player, position in found.items()}


def _band(bands: tuple[tuple[int, str], ...], value: Fraction) -> Fraction:
    return Fraction([factor for start, factor in bands if start <= value][-1])


def _factor(place: int) -> Fraction:
    return Fraction(POSITION[place - 1] if place <= len(POSITION) else 0)


def _position(row: Row, better: bool) -> Fraction | None:
    if not row.ranked:
        return Fraction(0)
    if row.place is None:
        return None if row.best <= len(POSITION) else Fraction(0)
    if better:
        return _factor(row.place)
    held = range(row.place, row.place + row.sharing)
    return sum((_factor(each) for each in held), Fraction(0)) / row.sharing
