"""What must follow when a deal goes wrong, as a table."""

from __future__ import annotations

from auditor.reference.markdown import paragraphs, table
from auditor.reference.systems.described_words import counted, listed
from auditor.reference.systems.sentences import cites, resting
from rules.controls.procedure_of_irregularity import FiledProcedure, procedures
from rules.controls.ruleset import Ruleset

_KINDS = {
    "exposed_card": "a card is exposed",
    "wrong_card_count": "a player was dealt a wrong number of cards",
    "dealt_out_of_order": "cards were dealt out of order",
    "misdeal": "a misdeal is called",
    "missed_hand": "a player is not there",
    "unprotected_hand": "a player did not protect his cards",
}
_MOMENTS = {
    "deal": "dealing",
    "setting": "setting",
    "play": "play",
    "showdown": "showdown",
    "settlement": "settlement",
}
_RULINGS = {
    "misdeal": "a misdeal",
    "hand_fouled": "the hand fouled",
    "hand_dead": "the hand dead",
    "play_on": "play goes on",
    "penalty": "a penalty",
    "warning": "a warning",
}


def handled(ruleset: Ruleset) -> str:
    """Every procedure, and until when a misdeal can be declared."""
    every = [each for of_kind in procedures(ruleset).values() for each in of_kind]
    lines = [
        (_KINDS[each.kind], _moment(each), _cards(each), _due(each), " or ".join(each.by), f"[{each.clause}]")
        for each in every
    ]
    acted = ruleset.get("irregularities.no_misdeal.acted")
    limit = (
        f"Once {counted(acted, 'player')} have set cards no misdeal can be declared any more."
        if acted
        else ""
    )
    return paragraphs(
        (
            "The rules say what must follow, and an audit compares recorded rulings with them. It reports any other ruling "
            "without judging it.",
            table(("what happens", "when", "cards", "what follows", "who decides", "clause"), lines),
            limit,
            resting(cites(ruleset, "irregularities")),
        )
    )


def _moment(each: FiledProcedure) -> str:
    return (
        listed((name for moment, name in _MOMENTS.items() if moment in each.when), "or")
        if each.when
        else "at any time"
    )


def _cards(each: FiledProcedure) -> str:
    if each.least is not None and each.most is not None:
        return f"{each.least} to {each.most}"
    if each.least is not None:
        return f"{each.least} or more"
    return "" if each.most is None else f"{each.most} at most"


def _due(each: FiledProcedure) -> str:
    return listed((_RULINGS[ruling] for ruling in each.rulings), "or")
