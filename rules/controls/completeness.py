"""Completeness of playable rulesets, once merged."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from rules.cards import HAND_SIZE
from rules.controls.fee_completeness import fee_problems
from rules.controls.pot_completeness import pot_problems
from rules.controls.procedure_of_irregularity import NO_MISDEAL, PATH, misdeals_until, overlapping, procedures
from rules.controls.record_levels_demanded import level_problems
from rules.controls.ruleset import Ruleset
from rules.controls.tournament_completeness import tournament_problems

FULL_DECK = 52  # cards without jokers
MOST_OVERLAPS = 100  # pairs that are reported; n procedures can have n times n
_SCORED = ("table", "ranking", "set_order", "comparison", "rows", "stakes")
_NEEDED = {"chinese": _SCORED, "ofc": (*_SCORED, "placement"), "pot": ("pot",), "ledger": ("jackpot_pool",)}


def completeness_problems(rulesets: Iterable[Ruleset]) -> list[str]:
    """Gaps and contradictions of playable rulesets."""
    problems = []
    for each in rulesets:
        if each.abstract:
            continue
        for section in _NEEDED.get(each.family, ()):
            if section not in each.params:
                problems.append(
                    f"{each.file}: {section}: the section is missing, here and in what the file extends"
                )
        problems += _unpriced(each) + _inverted_limits(each) + _missing_keys(each) + _open_face(each)
        problems += fee_problems(each) + pot_problems(each) + tournament_problems(each)
        problems += _procedures(each) + _surrender(each) + level_problems(each)
        if each.get("surrender.allowed") and each.get("surrender.amount.units") is None:
            problems.append(
                f"{each.file}: surrender.amount: surrender is allowed, so its amount must be documented"
            )
    return problems


OUTCOMES = (
    "3-0-0",
    "2-1-0",
    "2-0-1",
    "1-0-2",
    "1-1-1",
)  # rows won-lost-tied that can be priced, from the winner's side


HANDS_IN_FRONT = ["high_card", "pair", "trips"]  # from the lowest up


# The keys that a section must have, in the file or in what it extends.
_KEYS = {
    "sweep.pair": ("op",),
    "sweep.table": ("op",),
    "overall_point": ("units",),
    "pool": ("ante", "prize", "tie"),
    "single_winner": ("rows_needed", "ties"),
    "dealer_compensation": ("units",),
    "chips": ("limit", "order", "phases"),
    "placement": ("variant", "first", "then"),
    "fees.at_a_time": ("max_kinds",),
    "fees.rake.share": ("of", "max_bp"),
    "fees.rake.hand": ("max_money",),
    "fees.time.player_hour": ("max_money",),
    "fees.time.table_period": ("max_money",),
    "fees.time.period": ("minutes",),
    "fees.time.interval": ("max_minutes",),
    "fees.time.split": ("rule",),
    "fees.drop": ("people",),
    "fees.limits": ("kinds",),
    "fees.limits.hand": ("max_money",),
    "fees.limits.player_hour": ("max_money",),
    "fees.limits.table_hour": ("max_money",),
    "pot.betting.clock": ("seconds",),
    "pot.jackpots.bad_beat": ("pool_bp", "loser_bp", "winner_bp", "table_bp"),
    "pot.jackpots.royal_flush": ("money", "below_level", "below_bp"),
}
_SECTIONS = {"pool": "pool", "single_winner": "single_winner"}  # the section that a topology needs


def _missing_keys(ruleset: Ruleset) -> list[str]:
    """Missing keys, and sections without which no hand can be settled."""
    problems = []
    needed = {path: keys for path, keys in _KEYS.items() if ruleset.get(path) is not None}
    for path in ("sweep.pair", "sweep.table"):
        if path in needed and ruleset.get(f"{path}.op"):
            needed[path] = ("op", "factor" if ruleset.get(f"{path}.op") == "multiply" else "units")
    if ruleset.get("chips.limit") == "table_stakes":
        needed["chips"] = (*_KEYS["chips"], "cover")
    if ruleset.get("set_order.foul.price") == "flat":
        needed["set_order.foul"] = ("units",)
    if ruleset.get("pool.prize") == "fixed":
        needed["pool"] = (*_KEYS["pool"], "prize_units")
    for path, keys in needed.items():
        problems += [
            f"{ruleset.file}: {path}.{key}: missing, here and in what the file extends"
            for key in keys
            if ruleset.get(f"{path}.{key}") is None
        ]
    if ruleset.get("chips.phases") == []:
        problems.append(f"{ruleset.file}: chips.phases: empty, where a deal is settled in one step at least")
    problems += [f"{ruleset.file}: {each}" for each in _without_effect(ruleset)]
    topology = ruleset.get("comparison.topology")
    if topology in _SECTIONS and ruleset.get(_SECTIONS[topology]) is None:
        problems.append(f"{ruleset.file}: {_SECTIONS[topology]}: a game of {topology} needs the section")
    return problems


def _without_effect(ruleset: Ruleset) -> Iterator[str]:
    """Values that replay ignores."""
    front = ruleset.get("ranking.front")
    if front is not None and front != HANDS_IN_FRONT:
        yield f"ranking.front: {front}, where a front ranks as {', '.join(HANDS_IN_FRONT)}; another ranking is not audited"
    if ruleset.get("rows.table.1-1-1"):
        yield "rows.table.1-1-1: a price, where neither side won more rows than the other, so that nobody could be paid it"


def _unpriced(ruleset: Ruleset) -> list[str]:
    """Outcomes neither priced nor listed as silent."""
    if ruleset.get("rows.kind") != "table":
        return []
    decided = {*ruleset.get("rows.table", {}), *ruleset.get("rows.silent", [])}
    missing = [outcome for outcome in OUTCOMES if outcome not in decided]
    if not missing:
        return []
    return [
        f"{ruleset.file}: rows.table: no price for {', '.join(missing)}, which rows.silent does not list either"
    ]


def _open_face(ruleset: Ruleset) -> list[str]:
    """Contradictions in the deal of open-face hands or in an event's schedule."""
    found = []
    first, then = ruleset.get("placement.first"), ruleset.get("placement.then")
    if first is not None and then is not None:
        kept = then - ruleset.get("placement.discarded", 0)
        if kept < 1 or (HAND_SIZE - first) % kept or first > HAND_SIZE:
            found.append(
                f"placement: {first} cards at first and {kept} kept of {then} a turn do not make {HAND_SIZE}"
            )
        elif ruleset.get("placement.set", kept) != kept:
            found.append(
                f"placement.set: {ruleset.get('placement.set')}, where {kept} of {then} are not discarded"
            )
    levels = [each.get("level") for each in ruleset.get("event.level", [])]
    if levels and ruleset.get("event.levels.hands") is None:
        found.append("event.levels: there are levels, and how many hands each lasts is missing")
    if sorted(levels) != list(range(1, len(levels) + 1)):
        found.append(
            f"event.level: the levels are {', '.join(map(str, levels))}; they count from 1 and leave none out"
        )
    cards, jokers = ruleset.get("table.deck.cards"), ruleset.get("table.deck.jokers", 0)
    if cards is not None and cards != FULL_DECK + jokers:
        found.append(
            f"table.deck.cards: {cards} cards are stated; a deck with {jokers} jokers has {FULL_DECK + jokers}"
        )
    if ruleset.get("table.deck.jokers") and ruleset.get("jokers.value") is None:
        found.append("jokers.value: the deck has jokers, so what they stand for must be said")
    return [f"{ruleset.file}: {each}" for each in found]


# The section that rules on a kind of irregularity, so that no procedure may rule on it as well.
_RULED_BY = {"clock_expired": "clock", "left_table": "presence"}


def _procedures(ruleset: Ruleset) -> list[str]:
    """Procedures that overlap, cover nothing, or repeat another section."""
    found = [
        f"{PATH}.{other.id}: an irregularity could be of this procedure and of {one.id}: keep their moments or "
        "numbers of cards apart"
        for one, other in islice(overlapping(ruleset), MOST_OVERLAPS)
    ]
    for each in (one for of_kind in procedures(ruleset).values() for one in of_kind):
        path = f"{PATH}.{each.id}"
        section = _RULED_BY.get(each.kind)
        if section and ruleset.get(section):
            found.append(f"{path}.kind: the section {section} states what follows {each.kind}")
        if each.units is not None and ruleset.get(f"penalties.{each.kind}"):
            found.append(f"{path}.units: the penalty for {each.kind} is priced by penalties.{each.kind}")
        if each.too_late and misdeals_until(ruleset) is None:
            found.append(
                f"{path}.too_late: no number of players is stated ({NO_MISDEAL}) from which on it would follow"
            )
        if each.units is not None and "penalty" not in (*each.rulings, *each.too_late):
            found.append(f"{path}.units: {each.units} of a penalty, which is none of its rulings")
        if each.least is not None and each.most is not None and each.least > each.most:
            found.append(f"{path}.cards: at least {each.least} and at most {each.most} cannot both hold")
    return [f"{ruleset.file}: {each}" for each in found]


def _surrender(ruleset: Ruleset) -> list[str]:
    """Surrenders that pay others than those who settle, or each other."""
    if not ruleset.get("surrender.allowed"):
        return []
    found, payees = [], ruleset.get("surrender.payees")
    banked = ruleset.get("comparison.topology") == "banker"
    if payees is not None and (payees == "banker") != banked:
        settled = "the players settle with a banker alone" if banked else "the game has no banker"
        found.append(f"surrender.payees: {payees!r}, where {settled}")
    if ruleset.get("surrender.against_surrender"):
        found.append(
            "surrender.against_surrender: two who surrendered owe each other the same, which is nothing"
        )
    return [f"{ruleset.file}: {each}" for each in found]


def _inverted_limits(ruleset: Ruleset) -> list[str]:
    least, most = ruleset.get("table.players.min"), ruleset.get("table.players.max")
    if least is None or most is None or least <= most:
        return []
    return [f"{ruleset.file}: table.players: at least {least} and at most {most} cannot both hold"]
