"""docs/room-controls.md: how a card room writes its own controls down, and a sample set to start from."""

from __future__ import annotations

from rules.controls.library import sample
from tests.docs.markdown import paragraphs

_INTRODUCTION = (
    "# A card room's own controls",
    "A card room's internal controls are a file like every ruleset of the library: numbers and words that logs are held to. It "
    "extends the authority's ruleset, and can narrow what that bounds and not change what it fixes. A file with a mistake is not "
    "taken; every mistake is named with its place.",
    "## Citing the room's own document",
    "A section of the room's own document is cited as `room:` and its number, such as `room:4.2`, in the `cite` of a table. "
    "Beside it, in the same table, stands the wording of the section as `text`; without it the file is not taken. Findings "
    "that rest on the table name the section, and reports quote its wording. Clauses of the commission's sheet can stand in "
    "the same `cite`. Rulesets of the library cite no room's document.",
    "## Procedures for irregularities",
    "Each procedure is a table of its own, `[irregularities.procedure.NAME]`. Who extends a file adds procedures to those of its "
    "base; one of the same name takes its keys over. An irregularity on record is held to the one procedure that covers its "
    "kind, its moment and its number of cards:",
    "- A ruling that is none of those due is a violation (IRR008), and so is a decision of somebody else than the controls name "
    "(IRR009) or a penalty of other units (IRR010).\n"
    "- What the cards show and nobody wrote down is a violation (IRR002).\n"
    "- A kind, a moment or a number of cards that no procedure covers is undetermined (IRR003).\n"
    "- Where the record has no ruling, or not the moment or the number of cards that the procedure depends on, it is untestable.",
    "`[irregularities.no_misdeal]` with `acted` says how many players may have acted before no misdeal can be declared (IRR011). "
    "What follows an irregularity from then on instead stands in its procedure as `too_late`. A ruling of that kind is "
    "untestable unless the placements are those of fewer players: the record does not say who had acted when it was made.",
    "A kind in `documented` has a procedure that names no ruling: it is not undetermined, and nothing is held to it.",
    "## A sample set",
    "A set of controls to start from ships with the auditor, as `rules/samples/washington-card-room.toml`:",
)


def room_controls_page() -> str:
    """How controls of a room are written, with the sample as it ships."""
    return paragraphs((*_INTRODUCTION, f"```toml\n{sample().rstrip()}\n```")) + "\n"
