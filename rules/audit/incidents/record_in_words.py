"""Causes of faults of record and cards in words."""

from __future__ import annotations

import datetime as dt

from rules.audit.incidents.case_in_words import InWords, WordedCase, begun, joined_words, seats_words
from rules.cards import RANK_NAMES, RANKS, SUIT_NAMES, SUITS


def hands_counted(case: WordedCase) -> InWords | None:
    """Words for a total of hands that the log does not have."""
    counted, there = case.root.stated, case.root.expected
    if not isinstance(counted, int) or not isinstance(there, int):
        return None
    apart = abs(counted - there)
    which = "fewer" if there < counted else "more"
    return InWords(
        f"{_hands(apart)} {which} than the room counted",
        f"The room counted {_hands(counted)} at the close, and the log has {there:,}.",
    )


def numbers_missing(case: WordedCase) -> InWords | None:
    """Words for a gap in numbers of hands."""
    after, first = case.root.stated, case.root.expected
    if not isinstance(after, int) or not isinstance(first, int) or after <= first:
        return None
    if after - first == 1:
        return InWords(
            f"hand {first} not in the log", f"Hand {first} is not in the log, and hand {after} is."
        )
    numbers = f"{first} to {after - 1}"
    return InWords(
        f"hands {numbers} not in the log", f"Hands {numbers} are not in the log, and hand {after} is."
    )


def times_out_of_order(case: WordedCase) -> InWords | None:
    """Words for a hand with a time before the one above."""
    apart = _apart(case)
    if apart is None:
        return None
    return InWords(
        f"{apart} before the hand above it",
        f"The hand is recorded as dealt {apart} before the hand above it.",
    )


def outside_hours(case: WordedCase) -> InWords | None:
    """Words for a hand outside the session's hours."""
    apart = _apart(case)
    if apart is None or case.root.hand is None:
        return None
    end = "opened" if str(case.root.expected).endswith("later") else "closed"
    which = "before" if end == "opened" else "after"
    said = f"{apart} {which} the session {end}"
    return InWords(said, f"The hand is recorded {said}.")


def wrong_number_of_cards(case: WordedCase) -> InWords | None:
    """Words for a wrong number of cards; wrong rows and fouls follow."""
    found = case.of("DCK002")
    if not all(isinstance(each.stated, int) and isinstance(each.expected, int) for each in found):
        return None
    seats = case.seats("DCK002")
    held = joined_words([f"seat {each.seat} has {each.stated}" for each in found])
    said = f"{begun(held)} cards in place of {case.root.expected}"
    follows = "; the faults of its rows follow from that" if case.has("SET001", "SET002", "SET009") else ""
    if len(seats) > 1:
        follows = follows.replace("its", "their")
    return InWords(f"{case.root.stated} cards in place of {case.root.expected}", f"{said}{follows}.")


def card_twice(case: WordedCase) -> InWords | None:
    """Words for a card that a deal has more than once."""
    found = case.of("DCK001")
    cards = list(dict.fromkeys(str(each.stated) for each in found))
    names = [_card(each) for each in cards]
    if not all(names):
        return None
    seats = case.seats("DCK001")
    alone = "The record of the hand has no irregularity for that." if case.has("IRR002") else ""
    where = f"at {seats_words(seats)}" if seats else "at no seat on record"
    is_ = "is" if len(names) == 1 else "are"
    said = (
        f"{begun(joined_words([f'the {name}' for name in names]))} {is_} in the deal more than once, {where}."
    )
    return InWords(f"{joined_words(names)} twice in the deal", f"{said} {alone}".strip())


def joker_in_the_deal(case: WordedCase) -> InWords | None:
    """Words for a joker in a deck without."""
    seats = case.seats("DCK003")
    if not seats or str(case.root.stated) != "JK":
        return None
    return InWords(
        "joker in a deck without jokers", f"A joker was dealt to {seats_words(seats)}; the deck has none."
    )


def cards_not_dealt(case: WordedCase) -> InWords | None:
    """Words for cards that were set and not dealt, or exchanged."""
    found = case.of("DCK004")
    money = "; the wrong payments follow from that" if case.has("SCR001", "PAY001") else ""
    if len(found) == 2 and found[0].stated == found[1].expected and found[1].stated == found[0].expected:
        one, other = found
        if one.seat is None or other.seat is None:
            return None
        both = seats_words([one.seat, other.seat])
        return InWords(
            f"{one.stated} and {other.stated} exchanged",
            f"{begun(both)} set each other's card: {one.stated} and {other.stated} are exchanged{money}.",
        )
    if len(found) == 1 and case.root.stated and case.root.expected:
        what = f"{case.root.stated} set in place of {case.root.expected}"
        return InWords(
            what, f"Seat {case.root.seat} was dealt {case.root.expected} and set {case.root.stated}{money}."
        )
    return None


def deal_repeated(case: WordedCase) -> InWords | None:
    """Words for a deal recorded for two hands."""
    return InWords(
        "cards of an earlier hand",
        "Every seat has the cards of an earlier hand: one deal is on record twice.",
    )


def natural_not_held(case: WordedCase) -> InWords | None:
    """Words for a declared natural that is not held."""
    name = str(case.root.stated or "").replace("_", " ")
    if not name or case.root.seat is None:
        return None
    return InWords(
        f"{name} declared and not held",
        f"Seat {case.root.seat} declared {name}, which its cards do not form.",
    )


def player_in_two_seats(case: WordedCase) -> InWords | None:
    """Words for a player in several seats of a hand."""
    seats = case.seats("STK004")
    if len(seats) < 2:
        return None
    return InWords(
        f"one player in {seats_words(seats)}",
        f"The same player is on record in {seats_words(seats)} of one hand.",
    )


def _hands(number: int) -> str:
    return f"{number:,} {'hand' if number == 1 else 'hands'}"


def _card(text: str) -> str:
    rank, suit = RANKS.find(text[:1]), SUITS.find(text[1:])
    return f"{RANK_NAMES[rank]} of {SUIT_NAMES[suit]}" if len(text) == 2 and min(rank, suit) >= 0 else ""


def _apart(case: WordedCase) -> str | None:
    try:
        stated = dt.datetime.fromisoformat(str(case.root.stated))
        bound = dt.datetime.fromisoformat(str(case.root.expected).split(" or ")[0])
    except ValueError:
        return None
    if stated.tzinfo is None or bound.tzinfo is None:
        return None
    return _length(abs(int((stated - bound).total_seconds())))


def _length(seconds: int) -> str:
    """Length in its two largest units: ``2 minutes 51 seconds``."""
    parts: list[str] = []
    for word, size in (("day", 86_400), ("hour", 3_600), ("minute", 60), ("second", 1)):
        number, seconds = divmod(seconds, size)
        if number and len(parts) < 2:
            parts.append(f"{number:,} {word}{'' if number == 1 else 's'}")
    return " ".join(parts) or "less than a second"
