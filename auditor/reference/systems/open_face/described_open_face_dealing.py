"""How open-face hands are dealt and placed: players and cards, streets, fantasyland."""

from __future__ import annotations

from typing import Any

from auditor.reference.markdown import paragraphs, table
from auditor.reference.systems.described_scoring import front_in_words, players_in_words
from auditor.reference.systems.described_words import HANDS, MANY, counted, listed, number, sentence, unit_of
from auditor.reference.systems.sentences import cites, marked, pointed, resting, say
from rules.cards import HAND_SIZE
from rules.controls.ruleset import Ruleset


def table_and_cards(ruleset: Ruleset) -> str:
    """Who plays, with what, and what makes a legal hand."""
    deck, rows = ruleset.get("table.deck"), ruleset.get("table.rows")
    jokers = "no jokers" if not deck["jokers"] else counted(deck["jokers"], "joker")
    text = (
        f"{sentence(players_in_words(ruleset))} Each sets thirteen cards from a deck of {deck['cards']} with {jokers} in three "
        f"rows, face up: a front of {number(rows['front'])}, a middle of {number(rows['middle'])} and a back of "
        f"{number(rows['back'])}. The back must be better than the middle, and the middle better than the front."
    )
    front = marked(ruleset, front_in_words(ruleset), "ranking.front")
    ranks = say(ruleset, "ranking.wheel", "ranking.royal", "ranking.short_row", "set_order.equal")
    resting_on = resting(cites(ruleset, "table", "ranking", "set_order.equal", "stakes"))
    stakes = f"{say(ruleset, 'stakes.medium')} {_unpriced(ruleset)}".strip()
    return paragraphs((f"{text} {front}", ranks, stakes, resting_on))


def _unpriced(ruleset: Ruleset) -> str:
    """That a point of an event has no stated price."""
    if unit_of(ruleset) != "point" or ruleset.get("event.level"):
        return ""
    return "The sheet does not say what a point is worth: an audit takes the value in the log."


def placing(ruleset: Ruleset) -> str:
    """What is dealt street by street, and who acts when."""
    first = ruleset.get("placement.first")
    text = (
        f"Each player is first dealt {number(first)} cards, which he places in his rows as he likes. From then on "
        f"{_then(ruleset)}, until all thirteen are placed. {say(ruleset, 'placement.order')} A card stays in the row in which "
        "it was placed."
    )
    button = pointed(
        ruleset, "The sheet does not say how the button moves from hand to hand.", "AMB-CARN-button-move"
    )
    rows = table(("street", "dealt", "placed", "discarded", "placed in all"), _streets(ruleset))
    has_point = button if "AMB-" in button else ""
    return paragraphs((text, rows, has_point, resting(cites(ruleset, "placement"))))


def _then(ruleset: Ruleset) -> str:
    dealt, away = ruleset.get("placement.then"), ruleset.get("placement.discarded", 0)
    if not away:
        return "he gets one card when his turn comes, and places it"
    placed = number(dealt - away)
    return f"he gets {number(dealt)} cards when his turn comes, places {placed} of them and discards {number(away)}"


def _streets(ruleset: Ruleset) -> list[list[str]]:
    """The first street, and all others in a line."""
    first, then = ruleset.get("placement.first"), ruleset.get("placement.then")
    away = ruleset.get("placement.discarded", 0)
    step = then - away
    last = 1 + (HAND_SIZE - first) // step
    lying = [str(first + step * street) for street in range(1, last)]
    reported = f"{lying[0]} to {lying[-1]}" if step == 1 else listed(lying)
    return [
        ["1", str(first), str(first), "", str(first)],
        [f"2 to {last}", str(then), str(step), str(away or ""), reported],
    ]


def fantasyland(ruleset: Ruleset) -> str:
    """Who is dealt his next hand's cards at once, and who stays there."""
    rules = ruleset.get("fantasyland")
    if rules is None:
        return ""
    cards = rules["cards"]
    more = cards - HAND_SIZE
    sets = f"sets thirteen and discards {number(more)}" if more else "and sets them"
    entry = (
        f"A player who has {_front(rules['entry'])} in front, in a hand that is not fouled, goes to fantasyland: in the next "
        f"hand he is dealt {number(cards)} cards at once, sees all of them before he places any, {sets}."
    )
    stay = f"He stays there for another hand with {_staying(rules['stay'])}, if that hand is not fouled."
    sentences = (
        marked(ruleset, entry, "fantasyland.entry.front", "fantasyland.entry.rank"),
        marked(ruleset, stay, "fantasyland.stay"),
        marked(ruleset, _more(rules), "fantasyland.more") if "more" in rules else "",
        "A player who stays is dealt as many cards as before."
        if rules.get("stay_cards") == "as_before"
        else "",
        "A player in fantasyland sets his hand whenever he likes; the others act in turn as always.",
    )
    custom = (
        "The page that describes the game names fantasyland and gives no rules for it. These are the usual rules; a card room "
        "states its own in its controls."
    )
    return paragraphs((" ".join(filter(None, sentences)), custom, resting(cites(ruleset, "fantasyland"))))


def _front(entry: dict[str, Any]) -> str:
    if entry["front"] == "pair" and entry["rank"] == "2":
        return "any pair, or three of a kind,"
    kind = "a pair of" if entry["front"] == "pair" else "three"
    return f"{kind} {MANY[entry['rank']]} or better"


_PLACES = {"front": "in front", "middle": "in the middle", "back": "at the back"}


def _staying(stay: dict[str, Any]) -> str:
    """The rows that keep a player there; nothing is better in front than three of a kind."""
    reported = []
    for row, place in _PLACES.items():
        if row in stay:
            better = "" if stay[row] == "trips" and row == "front" else " or better"
            reported.append(f"{HANDS[stay[row]]}{better} {place}")
    return listed(reported, "or with")


def _more(rules: dict[str, Any]) -> str:
    if not rules["more"]:
        return "The number is the same whatever front led there."
    reported = [f"{count} for {_led(what)}" for what, count in rules["more"].items()]
    return f"A better front leads to more cards: {listed(reported)}."


def _led(what: str) -> str:
    return "three of a kind" if what == "trips" else MANY[what]
