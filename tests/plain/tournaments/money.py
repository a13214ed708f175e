"""What was collected, and what of it goes to the places, by chips or as tickets."""

from __future__ import annotations

from fractions import Fraction

from tests.plain.tournaments.field import Entry, Line, bought, by_player
from tests.plain.tournaments.tables import OLYMPIC, PRIZES


def money_of(
    header: Line, events: list[Line], entries: list[Entry], readings: dict[str, str]
) -> dict[str, int]:
    count = sum(not each.gone for each in entries)
    sold = [header[name] for name in ("rebuy", "add_on") for _ in bought(events, name) if name in header]
    collected = count * header["buy_in"] + sum(each["price"] for each in sold)
    fees = count * header.get("fee", 0) + sum(each.get("fee", 0) for each in sold)
    bounties = count * header.get("bounty", 0)
    royal = count * header.get("royal", {}).get("share", 0) + sum(each.get("royal", 0) for each in sold)
    pool = collected + header.get("added", 0)
    gross = header["ruleset"] in OLYMPIC and readings.get("AMB-OLY-prizepool") == "gross"
    if not gross:
        pool -= fees + bounties + royal
    ranking = pool * 2 // 100 if header.get("ranking") and header["ruleset"] == "olympic-ranking" else 0
    on_top = readings.get("AMB-OLY-ranking-2pct") == "on_top"
    return {
        "collected": collected, "fees": fees, "bounties": bounties, "royal": royal, "added": header.get("added", 0),
        "prize_pool": pool, "ranking": ranking, "distributable": pool if on_top else pool - ranking,
    }  # fmt: skip


def prizes_of(
    header: Line, entries: list[Entry], distributable: int, readings: dict[str, str]
) -> list[int] | None:
    """The prizes of the places from the first."""
    if header.get("prizes_by", "places") != "places":
        return None
    shares = _shares(header, entries, readings)
    if shares is None:
        return None
    whole = header["ruleset"] in OLYMPIC and readings.get("AMB-OLY-prize-round") == "whole_euro"
    unit = 100 if whole else 1
    prizes = [distributable * share // (10_000 * unit) * unit for share in shares]
    left = distributable - sum(prizes)
    if whole:
        prizes[0] += left
    place = 0
    while not whole and left:
        prizes[place % len(prizes)] += 1
        place, left = place + 1, left - 1
    return prizes


def _shares(header: Line, entries: list[Entry], readings: dict[str, str]) -> tuple[int, ...] | None:
    table = header["ruleset"] in OLYMPIC
    if "prizes" in header and not (table and readings.get("AMB-OLY-prize-own") == "table"):
        return tuple(header["prizes"]["places_bp"])
    if not table:
        return None
    by_entries = readings.get("AMB-OLY-participants") == "entries"
    count = sum(not each.gone for each in entries) if by_entries else len(by_player(entries))
    if count > 160 and readings.get("AMB-OLY-prize-161") == "last_column":
        count = 160
    return next((shares for least, most, shares in PRIZES if least <= count <= most), None)


def evenly(amount: int, parts: int) -> list[int]:
    """Equal parts, odd units one each from the first on."""
    found = [amount // parts] * parts
    for place in range(amount - sum(found)):
        found[place] += 1
    return found


def by_chips(events: list[Line], entries: list[Entry], distributable: int) -> dict[int, int] | None:
    """What each entry gets by the last count of all stacks. None: no count has them."""
    counts = [each for each in events if each["event"] == "count"]
    counts = [
        each for each in counts if each["tables"] and all("stacks" in table for table in each["tables"])
    ]
    if not counts:
        return None
    chips = {stack["entry"]: stack["chips"] for table in counts[-1]["tables"] for stack in table["stacks"]}
    total = sum(chips.values())
    found = (
        {entry: int(Fraction(distributable * count, total)) for entry, count in chips.items()}
        if total
        else {}
    )
    left = distributable - sum(found.values())
    for entry in sorted(found, key=lambda each: (-chips[each], each))[:left]:
        found[entry] += 1
    return found
