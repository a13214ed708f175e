"""How open-face hands are paid in chips, when a player is out, and what is on file for deals that go wrong."""

from __future__ import annotations

from auditor.reference.markdown import paragraphs
from auditor.reference.systems.described_procedures import handled
from auditor.reference.systems.described_words import listed
from auditor.reference.systems.sentences import cites, pointed, resting, say
from rules.controls.ruleset import Ruleset


def chips(ruleset: Ruleset) -> str:
    """The order of payment, and what happens where chips do not suffice."""
    if not ruleset.get("chips"):
        return ""
    order = say(ruleset, "chips.order", "chips.sequence", "chips.penalties")
    limits = say(ruleset, "chips.limit", "chips.cover", "chips.fraction")
    out = f"{_out(ruleset)} {say(ruleset, 'chips.zero')}".strip()
    return paragraphs((order, limits, out, resting(cites(ruleset, "chips"))))


def _out(ruleset: Ruleset) -> str:
    if ruleset.get("chips.elimination") != "unpaid_debt":
        return say(ruleset, "chips.elimination")
    pays = pointed(
        ruleset,
        "A player who cannot pay a debt in full when it is his turn is out of the event: his chips go to the player whom he "
        "could not pay.",
        "AMB-OFC1-elim-partial",
    )
    void = pointed(
        ruleset,
        "From then on he owes nobody anything, and nobody owes him anything.",
        "AMB-OFC1-elim-void",
    )
    return f"{pays} {void}"


_KINDS = {
    "exposed_card": "a card shown out of turn",
    "missed_hand": "a missed hand",
    "clock_expired": "a clock that ran out",
    "left_table": "a player who left the table",
}


def irregularities(ruleset: Ruleset) -> str:
    """What is on file for deals that go wrong."""
    if ruleset.get("irregularities.procedure"):
        return handled(ruleset)
    kinds = ruleset.get("irregularities.documented")
    named = f"There is a written procedure for {listed([_KINDS[each] for each in kinds])}." if kinds else ""
    others = "anything else, such as a misdeal," if kinds else "misdeals, exposed cards and the like"
    none = (
        f"No written procedure for {others} is part of these rules: a room files its own. Until it does, an audit reports "
        "rulings without judging them."
    )
    return paragraphs((f"{named} {none}".strip(), resting(cites(ruleset, "irregularities"))))
