"""Choice of the hands that a page works through."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from auditor.reference.systems.card_room_words import listed
from auditor.reference.systems.open_face.features import features as of_open_face
from auditor.reference.systems.pot_hand import features as of_pots
from auditor.reference.systems.sentences import noun
from auditor.reference.systems.worked import Worked, cases
from rules.clauses import catalogue
from rules.controls.library import library
from rules.controls.ruleset import Ruleset

MOST = {"chinese": 4, "ofc": 6, "pot": 3}  # hands on a page

_ABOUT = {
    "rows": "rows",
    "royalties": "bonuses",
    "sweep": "a sweep",
    "natural": "a special hand",
    "surrender": "a surrender",
    "overall": "the overall point",
    "side_bets": "the bet on aces",
    "other": "a forced dealer",
    "chips": "chips that run out",
}
_ABOUT_OPEN_FACE = {
    "rows": "rows",
    "chips": "chips that run out",
    "winner": "a winner whose own chips run out",
    "out": "a player who is out",
    "zero": "a player who pays his last chip and stays",
    "royalties": "royalties",
    "sweep": "a scoop",
    "foul": "a foul",
    "fouls": "two fouls",
    "missed": "a missed hand",
    "penalty": "a penalty",
    "streets": "street by street",
    "clock": "a clock that runs out",
    "away": "a player who leaves the table",
    "earned": "the way to fantasyland",
    "at_once": "a player in fantasyland",
}
_ABOUT_POTS = {
    "no_limit": "no limit",
    "pot_limit": "pot limit",
    "fixed_limit": "fixed limit",
    "side": "a side pot",
    "halves": "a high and a low",
    "runs": "two boards",
    "odd": "an odd chip",
    "drop": "a jackpot drop",
}


@cache
def worked(ruleset: Ruleset) -> tuple[Worked, ...]:
    """The most informative case of a ruleset, then those that show what it does not; else those of what it extends."""
    for one in (ruleset, *_behind(ruleset)):
        found = [Worked(case, ruleset, one is ruleset) for case in cases() if case["ruleset"] == one.id]
        if found:
            return tuple(_in_order(list(_chosen(found)), ruleset))
    return ()


def _in_order(hands: list[Worked], ruleset: Ruleset) -> list[Worked]:
    """The most informative first; with fantasyland, as they were played."""
    return hands if ruleset.get("fantasyland") is None else sorted(hands, key=lambda one: one.hand["hand"])


def _chosen(found: list[Worked]) -> Iterator[Worked]:
    first = max(found, key=_informative)
    yield first
    seen = features(first)
    for _ in range(MOST[first.ruleset.family] - 1):
        more = max(found, key=lambda one: (len(features(one) - seen), _informative(one)))
        if not features(more) - seen:
            return
        yield more
        seen |= features(more)


def _behind(ruleset: Ruleset) -> Iterable[Ruleset]:
    """Rulesets that one is built on, the nearest first."""
    known = {str(each): each for each in library().rulesets()}
    near = [known[name] for name in ruleset.extends if name in known]
    return [*near, *(each for one in near for each in _behind(one))]


def _informative(one: Worked) -> tuple[bool, int, bool, int, int]:
    """Rank: no open point, examples of documents, most to see."""
    shows = [clause for clause in catalogue().values() if one.case["id"] in clause.shown_by]
    return (
        not one.reported.get("undetermined"),
        len(shows),
        one.case["from_source"],
        len(features(one)),
        len(one.reported["seats"]),
    )


def features(one: Worked) -> set[str]:
    """Parts of a hand that are not nothing, and `chips` where chips limit a payment."""
    if one.pots:
        return of_pots(one)
    if one.open_face:
        return of_open_face(one)
    parts = (pair["parts"] or {} for pair in one.reported["pairs"])
    found = {name for each in parts for name, units in each.items() if units}
    stakes = one.replayed.stakes
    return found | ({"chips"} if stakes is not None and 0 in stakes.limited else set())


def about(one: Worked, seen: set[str]) -> str:
    """The features of a hand that those before it do not have, in words."""
    names = _ABOUT_POTS if one.pots else _ABOUT_OPEN_FACE if one.open_face else _ABOUT
    new = [name for name in names if name in features(one) - seen]
    reported = [
        names[name].replace("special hand", noun(one.ruleset))
        for name in new
        if name != "rows" or len(new) == 1
    ]
    return listed(reported)
