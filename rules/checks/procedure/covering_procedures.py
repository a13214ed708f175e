"""Irregularities with their procedures, and gaps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from rules.checks.support.log_view import LogView
from rules.checks.support.recorded_irregularities import RecordedIrregularity
from rules.controls.procedure_of_irregularity import FiledProcedure, covering
from rules.hands import Flags

_IN_WORDS = {
    "exposed_card": "an exposed card",
    "wrong_card_count": "a wrong number of cards",
    "duplicate_card": "a duplicate card",
    "fouled_deck": "a fouled deck",
    "boxed_card": "a boxed card",
    "joker_dealt": "a joker that was dealt",
    "dealt_out_of_order": "cards dealt out of order",
    "missed_hand": "a missed hand",
    "left_table": "a player who left the table",
    "acted_out_of_turn": "an act out of turn",
    "clock_expired": "an expired clock",
    "unprotected_hand": "an unprotected hand",
    "misdeal": "a misdeal",
    "other": "an irregularity of another kind",
}
_MOMENTS = {
    "deal": "at the deal",
    "setting": "during setting",
    "play": "during play",
    "showdown": "at the showdown",
    "settlement": "at the settlement",
}
RULINGS = {
    "misdeal": "a misdeal",
    "hand_fouled": "hand fouled",
    "hand_dead": "hand dead",
    "play_on": "play on",
    "penalty": "a penalty",
    "warning": "a warning",
}


def followed(log: LogView) -> Iterator[tuple[RecordedIrregularity, FiledProcedure]]:
    for each in log.irregularities:
        if each.ruleset is not None:
            found = covering(each.ruleset, each.kind, each.when, each.cards).procedure
            if found is not None:
                yield each, found


def unknown_procedures(log: LogView) -> list[tuple[RecordedIrregularity, str]]:
    """Irregularities whose procedure is unknown, with reasons."""
    found = []
    for each in log.irregularities:
        if each.ruleset is not None:
            missing = covering(each.ruleset, each.kind, each.when, each.cards).missing
            found += [(each, missing)] if missing else []
    return found


def masks(log: LogView, reasons: Iterable[tuple[RecordedIrregularity, str]]) -> list[tuple[Flags, str]]:
    """(N,) untestable hands by reason; outside a hand, the one before."""
    found: dict[str, Flags] = {}
    for each, reason in reasons:
        place = log.before(each.line) if each.place is None else each.place
        if place is not None:
            found.setdefault(reason, np.zeros(len(log), np.bool_))[place] = True
    return [(mask, reason) for reason, mask in found.items()]


def where(log: LogView, irregularity: RecordedIrregularity) -> str:
    """Place of an irregularity: "Hand 17, seat 2"."""
    place = "Outside any hand" if irregularity.place is None else log.where(irregularity.place)
    return place if irregularity.seat is None else f"{place}, seat {irregularity.seat}"


def described(irregularity: RecordedIrregularity) -> str:
    """Irregularity in words: "an exposed card at the deal (2 cards)"."""
    words = [kind_words(irregularity.kind)]
    if irregularity.when is not None:
        words.append(_MOMENTS[irregularity.when])
    if irregularity.cards is not None and irregularity.cards[0] == irregularity.cards[1]:
        words.append(f"({irregularity.cards[0]} card{'s' * (irregularity.cards[0] != 1)})")
    return " ".join(words)


def kind_words(kind: str) -> str:
    return _IN_WORDS.get(kind, kind.replace("_", " "))


def ruling_words(ruling: str) -> str:
    return RULINGS.get(ruling, ruling.replace("_", " "))


def due(procedure: FiledProcedure) -> str:
    """Due rulings in words: "hand dead or a warning"."""
    *most, last = [ruling_words(each) for each in procedure.rulings]
    return f"{', '.join(most)} or {last}" if most else last


def rests_on(procedure: FiledProcedure) -> str:
    """Clause of a procedure, with its wording."""
    return f"({procedure.clause}: “{procedure.text}”)" if procedure.text else f"({procedure.clause})"
