"""The page of a system."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from auditor.reference.markdown import ROOT, clauses, linked, paragraphs, table
from auditor.reference.systems.described_parts import parts_of
from auditor.reference.systems.described_pots import parts as parts_of_pots
from auditor.reference.systems.described_readings import readings
from auditor.reference.systems.open_face.described_open_face_hand import shown as shown_open_face
from auditor.reference.systems.pot_hand import shown as shown_of_pots
from auditor.reference.systems.system_summary import built_on, summary
from auditor.reference.systems.worked import Worked
from auditor.reference.systems.worked_hand_choice import about, features, worked
from auditor.reference.systems.worked_hand_page import shown
from rules.controls.parameters import Parameter, as_text, general_path, parameters
from rules.controls.ruleset import Ruleset
from rules.controls.stated_only import WORDS, stated_only


def page(ruleset: Ruleset) -> str:
    """Markdown of a page: the parts of the system, worked hands, open points, and all parameters."""
    return linked(paragraphs(_parts(ruleset)))


def _parts(ruleset: Ruleset) -> Iterator[str]:
    hands = worked(ruleset)
    yield f"# {ruleset.title}"
    yield summary(ruleset)
    yield f"`{ruleset.id}`, revision {ruleset.revision}. {ruleset.authority}. {built_on(ruleset)}".strip()
    yield f"[All systems]({ROOT}/systems) · {_use(ruleset)}"
    yield "## How it is played" if ruleset.family == "pot" else "## How it pays"
    yield (
        "A name that begins with AMB marks an ambiguity: a question that the documents leave open. The sentence before it "
        "gives the reading that this system takes."
    )
    for heading, text in how_it_pays(ruleset):
        yield f"### {heading}"
        yield text
    if hands:
        yield "## A hand worked through" if len(hands) == 1 else "## Hands worked through"
    seen: set[str] = set()
    for at, one in enumerate(hands, 1):
        yield f"### Hand {at}: {about(one, seen)}" if len(hands) > 1 else ""
        yield _shown(one, hands[: at - 1])
        seen |= features(one)
    yield "## What the documents leave open"
    yield readings(ruleset, hands)
    yield "## All parameters"
    yield _parameters(ruleset)


def _shown(one: Worked, before: Sequence[Worked]) -> str:
    if one.pots:
        return shown_of_pots(one)
    return shown_open_face(one, before) if one.open_face else shown(one)


def _use(ruleset: Ruleset) -> str:
    if ruleset.played:
        return f"`auditor audit LOG --ruleset {ruleset.id}` audits a log under it."
    return "A room's controls can extend it. It is a part of others, and no hand is audited under it."


def how_it_pays(ruleset: Ruleset) -> list[tuple[str, str]]:
    """(heading, text) of each part that the system has."""
    found = parts_of_pots(ruleset) if ruleset.family == "pot" else parts_of(ruleset)
    return [(heading, text) for heading, text in found if text]


def _parameters(ruleset: Ruleset) -> str:
    reported = [each for each in parameters(ruleset.params) if each.role == "value"]
    cited = [clauses(each.clauses) for each in reported]
    lines = [
        _row(each, mine, above) for each, mine, above in zip(reported, cited, ["", *cited], strict=False)
    ]
    return paragraphs(("″: as above.", table(("parameter", "value", "clauses"), lines)))


def _row(each: Parameter, cited: str, above: str) -> list[str]:
    value = as_text(each.value)
    if general_path(each.path) in stated_only():
        value += f" ({WORDS})"
    return [f"`{each.path}`", value, "″" if cited == above else cited]
