"""What a house may take: a rake, fees for a hand, time, and how many of them at once."""

from __future__ import annotations

from collections.abc import Iterator

from auditor.reference.markdown import paragraphs
from auditor.reference.systems.described_words import listed
from auditor.reference.systems.sentences import cites, marked, resting, say
from rules.checks.fees.fee005_rake_above_share import percent
from rules.checks.support.check import money_text
from rules.controls.ruleset import Ruleset

_KINDS = {"time": "time", "hand_fee": "a fee for the hand", "rake": "a rake"}


def fees(ruleset: Ruleset) -> str:
    """What the controls say of fees, in sentences; empty where they say nothing."""
    if ruleset.get("fees") is None:
        return ""
    reported = (
        " ".join(_kinds(ruleset)),
        " ".join((*_rake(ruleset), *_hand_fee(ruleset), *_jackpot(ruleset))),
        " ".join(_time(ruleset)),
    )
    return paragraphs((*reported, resting(cites(ruleset, "fees"))))


def _money(ruleset: Ruleset, path: str) -> str | None:
    """The most at a path, as people write it."""
    most = ruleset.get(f"{path}.max_money")
    return None if most is None else money_text(most, ruleset.get("fees.currency"))


def _kinds(ruleset: Ruleset) -> Iterator[str]:
    if ruleset.get("fees.at_a_time.max_kinds") == 1:
        text = "A table pays for the game in one way at a time: for its time, for each hand, or by a rake."
        yield marked(ruleset, text, "fees.at_a_time.max_kinds")
    elif ruleset.get("fees.at_a_time.max_kinds"):
        text = "A table may pay for its time, for each hand and by a rake at once."
        yield marked(ruleset, text, "fees.at_a_time.max_kinds")
    for name in ("E", "F", "house-banked"):
        if kinds := ruleset.get(f"fees.classes.{name}"):
            room = "A house-banked room" if name == "house-banked" else f"A room of Class {name}"
            yield f"{room} may take {listed([_KINDS[each] for each in kinds], 'or')}."


def _rake(ruleset: Ruleset) -> Iterator[str]:
    if ruleset.get("fees.rake") is None:
        return
    yield say(ruleset, "fees.rake.kind")
    share = ruleset.get("fees.rake.share.max_bp")
    if share is not None:
        cap = _money(ruleset, "fees.rake.hand")
        yield f"It is at most {percent(share)} of what was wagered in the hand{f', and at most {cap}' if cap else ''}."
    elif ruleset.get("fees.rake.amount") is None:
        yield "The document does not say how much it is."


def _hand_fee(ruleset: Ruleset) -> Iterator[str]:
    each = _money(ruleset, "fees.hand_fee.player")
    if each:
        before = ", before its first card is dealt" if ruleset.get("fees.hand_fee.taken") else ""
        yield f"A fee for the hand is at most {each} a player{before}."


def _jackpot(ruleset: Ruleset) -> Iterator[str]:
    if ruleset.get("fees.jackpot") is not None:
        yield say(ruleset, "fees.jackpot.kind")


def _time(ruleset: Ruleset) -> Iterator[str]:
    hour, period = _money(ruleset, "fees.time.player_hour"), _money(ruleset, "fees.time.table_period")
    if hour:
        yield f"For time a player pays at most {hour} an hour."
    if period:
        yield f"For its time a table pays at most {period} for {ruleset.get('fees.time.period.minutes')} minutes."
    yield say(ruleset, "fees.time.split.rule", "fees.time.split.odd", "fees.time.paid", "fees.time.joining")
    interval = ruleset.get("fees.time.interval.max_minutes")
    if interval:
        text = f"Time is collected at least once in {interval} minutes."
        yield marked(ruleset, text, "fees.time.interval.window")
    yield say(ruleset, "fees.time.recorded")
