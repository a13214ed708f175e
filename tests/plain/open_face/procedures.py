"""What must follow when a deal goes wrong, by the rules of Olympic Poker Club, and until when a deal can be taken back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

DEAD = ("hand_dead", "hand_fouled")
COUNTED = ("exposed_card", "boxed_card", "duplicate_card", "joker_dealt")  # a deal can have several


class Rule(NamedTuple):
    """moments: none of them, any. otherwise: rulings that hold under another reading. late: once no misdeal can be."""

    kind: str
    moments: tuple[str, ...]
    cards: tuple[int, int] | None
    rulings: tuple[str, ...]
    otherwise: tuple[str, ...] = ()
    late: tuple[str, ...] = ()


ANY = ("play_on", "warning", "penalty", *DEAD)
OLYMPIC = (
    Rule("exposed_card", ("deal",), (2, 10**13), ("misdeal",), late=ANY),
    Rule("exposed_card", ("deal",), (0, 1), ANY),
    Rule("exposed_card", ("setting", "play"), None, ANY),
    Rule("dealt_out_of_order", ("deal",), None, ("misdeal",), late=ANY),
    Rule("misdeal", (), None, ("misdeal", "play_on")),
    Rule("missed_hand", (), None, ("misdeal", "play_on", *DEAD)),
    Rule("wrong_card_count", ("deal",), None, ("misdeal",), DEAD, DEAD),
    Rule("wrong_card_count", ("setting", "play"), None, ("misdeal", *DEAD)),
    Rule("wrong_card_count", ("showdown", "settlement"), None, DEAD),
    Rule("unprotected_hand", (), None, ("warning", "play_on", *DEAD)),
)
TOO_LATE = 2  # players who have set a card


def reported(hand: dict[str, Any], rules: tuple[Rule, ...]) -> Iterator[tuple[str, int | None]]:
    """Codes and seats: rulings that are none of those allowed, and a misdeal that came too late."""
    noted = hand.get("irregularities", [])
    for place, each in enumerate(noted):
        rule = rule_of(each, noted, rules)
        if rule and differs(hand, each, rule, [*noted[:place], *noted[place + 1 :]], rules):
            yield "IRR008", each.get("seat")
    kinds = {rule.kind for rule in rules if "misdeal" in rule.rulings}
    if (
        hand.get("void")
        and noted
        and all(each["kind"] in kinds for each in noted)
        and acted(hand) >= TOO_LATE
    ):
        yield "IRR011", None


def rule_of(each: dict[str, Any], noted: list[dict[str, Any]], rules: tuple[Rule, ...]) -> Rule | None:
    """The rule that surely covers an irregularity."""
    for rule in rules:
        moment = not rule.moments or each.get("when") in rule.moments
        if rule.kind == each["kind"] and moment and (rule.cards is None or within(each, noted, rule.cards)):
            return rule
    return None


def within(each: dict[str, Any], noted: list[dict[str, Any]], cards: tuple[int, int]) -> bool:
    """Whether the cards are so many, counted alone and with others of the kind and the moment."""
    others = [
        one
        for one in noted
        if one is not each
        and each["kind"] in COUNTED
        and one["kind"] == each["kind"]
        and len({one.get("when"), each.get("when")} - {None}) < 2
    ]
    if "cards" not in each or any("cards" not in one for one in others):
        return False
    most = each["cards"] + sum(one["cards"] for one in others)
    return cards[0] <= each["cards"] and most <= cards[1]


def differs(
    hand: dict[str, Any],
    each: dict[str, Any],
    rule: Rule,
    others: list[dict[str, Any]],
    rules: tuple[Rule, ...],
) -> bool:
    ruling = each.get("ruling")
    if (
        rule.late
        and (ruling is None or ruling in rule.late)
        and ("placements" not in hand or acted(hand) >= TOO_LATE)
    ):
        return False  # nobody wrote down who had acted when it was ruled on
    if ruling is None:
        return rule.rulings == ("misdeal",) and not rule.otherwise and not hand.get("void") and settled(hand)
    if ruling in (*rule.rulings, *rule.otherwise):
        return False
    for one in others:
        seats = {one.get("seat"), each.get("seat")}
        if (
            one["kind"] == each["kind"]
            and (len(seats) == 1 or None in seats)
            and one.get("ruling") in rule.rulings
        ):
            return False  # the same, written down twice
        back = ruling == "misdeal" or (hand.get("void") and "misdeal" in rule.rulings)
        if back and one.get("ruling", "misdeal") == "misdeal":
            its = rule_of(one, [one, *others, each], rules)
            if its is None or "misdeal" in its.rulings:
                return False  # it may be what made the deal a misdeal
    return True


def settled(hand: dict[str, Any]) -> bool:
    return any(seat.get("net") for seat in hand["seats"]) or any(
        each["amount"] for each in hand.get("transfers", [])
    )


def acted(hand: dict[str, Any]) -> int:
    acts = hand.get("placements", [])
    return len({act["seat"] for act in acts if act["front"] or act["middle"] or act["back"]})
