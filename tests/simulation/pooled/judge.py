"""A plain judge: which cards of a recorded hand are at two places, where no card comes again from what was thrown away."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

Event = dict[str, Any]
Held = tuple[int | None, str]  # a seat, or None for the table; a card


def twice(hand: Event) -> set[Held]:
    """Every seat, and the table, with a card that another one has, too; or that it was given twice."""
    times: dict[str, dict[int | None, int]] = defaultdict(lambda: defaultdict(int))
    for seat in hand["seats"]:
        for card in _cards(seat.get("hole", "") + seat.get("up", "")):
            times[card][seat["seat"]] += 1
    for act in hand["acts"]:
        if act["act"] in ("board", "card", "draw"):
            for name in ("cards", "up", "down"):
                for card in _cards(act.get(name, "")):
                    times[card][act.get("seat")] += 1
            for card in _cards(act.get("burn", "")):
                times[card][None] += 1
    for seat, cards in _named(hand):
        for card in cards:
            times[card][seat] = max(times[card][seat], cards.count(card))
    return {
        (holder, card) for card, holders in times.items() if sum(holders.values()) > 1 for holder in holders
    }


def _named(hand: Event) -> list[tuple[int, list[str]]]:
    """The cards that seats show, throw away, or hold at the end."""
    acts = [act for act in hand["acts"] if act["act"] in ("show", "muck", "discard")]
    named = [(act["seat"], _cards(act["cards"])) for act in acts]
    return named + [(seat["seat"], _cards(seat.get("cards", ""))) for seat in hand["seats"]]


def _cards(text: str) -> list[str]:
    return [card for card in map("".join, zip(text[::2], text[1::2], strict=True)) if card != "??"]
