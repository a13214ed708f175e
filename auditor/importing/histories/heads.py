"""First line of a text hand: game, limit, stakes, time."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from auditor.importing.histories import history_lines
from auditor.importing.histories.history_hand import Row, WrongHand, moment
from auditor.importing.histories.transcript import Rule, Transcript
from rules.records.problems import shown
from rules.zones import zone_of

LIMITS = {
    "No Limit": "no_limit",
    "Pot Limit": "pot_limit",
    "Limit": "fixed_limit",
    "Fixed Limit": "fixed_limit",
}
STUD = ("stud7", "stud_hilo", "razz")
SYMBOLS = {"€": "EUR", "£": "GBP", "₹": "INR"}  # a $ may be of many countries, a ¥ of two
ZONES = {
    "ET": "America/New_York", "CT": "America/Chicago", "MT": "America/Denver", "PT": "America/Los_Angeles",
    "AT": "America/Halifax", "BRT": "America/Sao_Paulo", "ART": "America/Argentina/Buenos_Aires",
    "UTC": "UTC", "GMT": "UTC", "WET": "Europe/Lisbon",
    "CET": "Europe/Paris", "EET": "Europe/Helsinki", "MSK": "Europe/Moscow", "IST": "Asia/Kolkata", "CCT": "Asia/Shanghai",
    "JST": "Asia/Tokyo", "AWST": "Australia/Perth", "ACST": "Australia/Adelaide", "AEST": "Australia/Brisbane",
    "NZT": "Pacific/Auckland",
}  # fmt: skip
_TIME = re.compile(
    r"(\d{4})/(\d\d?)/(\d\d?)(?: -)? (\d\d?):(\d\d):(\d\d)(?: \(?([A-Z]+)\)?)?"
)  # `- 10:09:17 (ET)` to 2008


def one_of(names: Iterable[str]) -> str:
    """Pattern of names, longest first."""
    return "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))


def game_head(games: Mapping[str, str], limits: Mapping[str, str] = MappingProxyType({})) -> Rule:
    """A hand with blinds. Groups: game, limit, symbol, small, big, at; optional `tournament`.

    limits: by game word, where the line has none.
    """

    def begin(transcript: Transcript, head: re.Match[str]) -> None:
        hand = transcript.hand
        hand.tournament = head.groupdict().get("tournament")
        history_lines.set_currency(transcript, SYMBOLS.get(head["symbol"]), chips=hand.tournament is not None)
        limit = LIMITS[head["limit"]] if head["limit"] else limits.get(head["game"])
        if limit is None:
            raise WrongHand(shown(head[0]), f"one of {', '.join(LIMITS)} after the game")
        game = games[head["game"]]
        hand.event = {"game": game, "limit": limit, "stakes": _stakes(transcript, head, game, limit)}
        hand.at = instant(head["at"], None, transcript)

    return begin


def _stakes(transcript: Transcript, head: re.Match[str], game: str, limit: str) -> Row:
    """Stakes of a head: two blinds, two bets, or each ante. The button's blind is only in its post."""
    big = transcript.money(head["big"])
    if head["small"] is None:
        return {"ante": big}
    small = transcript.money(head["small"])
    if limit != "fixed_limit":
        return {"small_blind": small, "big_blind": big}
    return {"small_bet": small, "big_bet": big} | ({} if game in STUD else {"big_blind": small})


def instant(at: str, eastern: str | None, transcript: Transcript) -> dt.datetime:
    """Time of a deal in the stated zone, else the room's, else by the Eastern time beside it, which
    also settles a repeated hour.
    """
    found = _TIME.match(at)
    if not found:
        raise WrongHand(shown(at), "a date and a time such as 2014/01/16 13:17:20 ET")
    zone, beside = found[7], _TIME.match(eastern or "")
    if zone and zone not in ZONES:
        found, zone = beside, "ET"
    if not found:
        raise WrongHand(shown(at), f"a time zone of {', '.join(ZONES)}")
    clock = _clock(found)
    dealt = clock.replace(tzinfo=zone_of(ZONES[zone] if zone else transcript.options.zone_at(clock) or "UTC"))
    again = dealt.replace(fold=1)
    if beside and dealt.utcoffset() != again.utcoffset():
        there = _clock(beside)
        for each in (dealt, again):
            if each.astimezone(zone_of(ZONES["ET"])).replace(tzinfo=None, fold=0) == there:
                return each.astimezone(dt.UTC)
    return dealt


def _clock(found: re.Match[str]) -> dt.datetime:
    year, month, day, hours, minutes, seconds = (int(each) for each in found.groups()[:6])
    if hours > 23 or minutes > 59 or seconds > 59:
        raise WrongHand(shown(found[0]), "a time of the day")
    return moment(year, month, day, dt.time(hours, minutes, seconds), None)
