"""The first line of a hand in the text of a poker site: its game, its limit, its stakes and its time."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Mapping

from auditor.importing.histories import text
from auditor.importing.histories.hand import WrongHand, moment
from auditor.importing.histories.text import Rule, Transcript
from rules.records.problems import shown
from rules.zones import zone_of

LIMITS = {
    "No Limit": "no_limit",
    "Pot Limit": "pot_limit",
    "Limit": "fixed_limit",
    "Fixed Limit": "fixed_limit",
}
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
    """A pattern of names, of which the longest that fits is meant."""
    return "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))


def cash_game(games: Mapping[str, str]) -> Rule:
    """A hand of a cash game with blinds. Groups: game, limit, symbol, small, big, at."""

    def begin(transcript: Transcript, head: re.Match[str]) -> None:
        hand = transcript.hand
        text.set_currency(transcript, SYMBOLS.get(head["symbol"]))
        small, big = transcript.money(head["small"]), transcript.money(head["big"])
        limit = LIMITS[head["limit"]]
        stakes = {"small_blind": small, "big_blind": big}
        if limit == "fixed_limit":
            stakes = {"small_bet": small, "big_bet": big, "big_blind": small}
        hand.event = {"game": games[head["game"]], "limit": limit, "stakes": stakes}
        hand.at = instant(head["at"], None, transcript)

    return begin


def instant(at: str, eastern: str | None, transcript: Transcript) -> dt.datetime:
    """When a hand was dealt: in the stated zone, else in the room's; where it is not known, at the Eastern time beside it."""
    found = _TIME.match(at)
    if not found:
        raise WrongHand(shown(at), "a date and a time such as 2014/01/16 13:17:20 ET")
    zone = found[7]
    if zone and zone not in ZONES:
        found = _TIME.match(eastern or "")
        zone = "ET"
    if not found:
        raise WrongHand(shown(at), f"a time zone of {', '.join(ZONES)}")
    year, month, day, hours, minutes, seconds = (int(each) for each in found.groups()[:6])
    if hours > 23 or minutes > 59 or seconds > 59:
        raise WrongHand(shown(at), "a time of the day")
    clock = moment(year, month, day, dt.time(hours, minutes, seconds), None)
    return clock.replace(tzinfo=zone_of(ZONES[zone] if zone else transcript.options.zone_at(clock) or "UTC"))
