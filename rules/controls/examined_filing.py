"""A room's draft, examined as the authority would."""

from __future__ import annotations

import datetime as dt
import itertools
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from rules.clauses import ambiguities, catalogue
from rules.controls.bounds import past_bounds
from rules.controls.citations import unknown_readings
from rules.controls.completeness import completeness_problems
from rules.controls.filing_limits import limit_problems, limit_warnings
from rules.controls.library import Library, examined
from rules.controls.procedure_of_irregularity import documented
from rules.controls.ruleset import Ruleset, as_list
from rules.controls.toml_text import LARGEST, parsed

if TYPE_CHECKING:
    from rules.card_room import Room

DAY = dt.timedelta(days=1)
_DATED = "external:RECORD-attributable"  # under which rules an entry was made


class RequiredApproval(Struct, frozen=True):
    """Part of controls that needs an approval. ``parameter``: of its reference."""

    parameter: str
    message: str
    clause: str


class Examined(Struct, frozen=True, dict=True):
    """An examined draft. ``ruleset``: None: unreadable.

    asked: required approvals. warnings: for the approver.
    """

    ruleset: Ruleset | None
    problems: tuple[str, ...]
    asked: tuple[RequiredApproval, ...] = ()
    warnings: tuple[str, ...] = ()

    @property
    def approvable(self) -> bool:
        """Whether it has no problems; approvals may still be missing."""
        return not self.problems

    @cached_property
    def playable(self) -> bool:
        """Whether hands can be replayed under it, despite other problems."""
        return (
            self.ruleset is not None
            and not completeness_problems([self.ruleset])
            and not unknown_readings(self.ruleset)
        )


_DOCUMENTS = {
    b"%PDF-": "a PDF document",
    b"PK\x03\x04": "a Word document",
    b"\xd0\xcf\x11\xe0": "a Word document",
}


class NotText(ValueError):
    """A file that is no text, or too long."""


def text_of(body: bytes) -> str:
    """Text of a filed file. Raises NotText."""
    for begins, what in _DOCUMENTS.items():
        if body.startswith(begins):
            raise NotText(
                f"The file is {what}. Controls are filed as TOML; the document is attached to them."
            )
    if len(body) > LARGEST:
        raise NotText(
            f"The file has {len(body):,} bytes. A file of controls has at most {LARGEST:,}; a wording that is longer belongs "
            "into the document that is attached to it."
        )
    try:
        return body.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise NotText(
            f"The file is not UTF-8 text (byte {error.start}). Controls are TOML, which is written in UTF-8; save it so."
        ) from error


def examine(
    name: str, text: str, registry: Library, standing: str = "draft", room: Room | None = None
) -> Examined:
    """Examine a room's file against a library with its approved controls.

    It reports all problems at once, including mandatory limits: of the room, or without one of the whole authority.
    """
    problems, rulesets = examined({name: text}, registry, standing)
    if not rulesets:
        return Examined(None, tuple(problems))
    (draft,) = rulesets
    bases = [each for each in registry.revisions() if str(each) in draft.extends]
    problems += past_bounds(draft, bases)
    problems += _not_a_rooms(draft, registry) + _undocumented(draft, registry) + _dates(draft, registry)
    mandatory = limit_problems(draft, registry, room)
    problems = [*_not_among(problems, mandatory), *mandatory]
    if _is_resolved(text):
        problems.append(
            f"{name}: ruleset.resolved: a room's controls extend the rules of their authority; leave the key out"
        )
    asked, warnings = tuple(_asked(draft, registry)), tuple(limit_warnings(draft, registry, room))
    return Examined(draft, tuple(dict.fromkeys(problems)), asked, warnings)


def _not_among(problems: list[str], mandatory: list[str]) -> list[str]:
    """Problems without those of a mandatory limit, which names the law."""
    reported = {each.rpartition(" that ")[0] for each in mandatory}
    return [each for each in problems if each.rpartition(" that ")[0] not in reported - {""}]


def _is_resolved(text: str) -> bool:
    """Whether a file is a canonical form."""
    return bool(parsed(text)["ruleset"].get("resolved"))


def _not_a_rooms(draft: Ruleset, registry: Library) -> list[str]:
    """Reasons why a draft cannot be a room's controls."""
    found = []
    bases = [each for each in registry.revisions() if str(each) in draft.extends]
    if draft.abstract:
        found.append("ruleset.abstract: a room plays under its controls; leave the key out")
    if draft.corrects is not None:
        found.append(
            "ruleset.corrects: what a room changes holds from a day on; leave the key out, and state the day"
        )
    if not any(_of(each, draft.authority, registry) for each in bases):
        theirs = ", ".join(
            str(each)
            for each in registry.revisions()
            if each.authority == draft.authority and not each.abstract and not each.standing
        )
        found.append(
            f"ruleset.extends: none of the rulesets of {draft.authority} is extended, so that its bounds would not hold; "
            + (f"there are: {theirs}" if theirs else "the library has none of that authority")
            + _by_clause(draft.authority, registry)
        )
    return [f"{draft.file}: {each}" for each in found]


def _by_clause(title: str, registry: Library) -> str:
    """Clauses that make an authority's rules mandatory."""
    found = [cite for each in registry.authorities.values() if each.title == title for cite in each.cites]
    return f" ({', '.join(found)})" if found else ""


def _of(ruleset: Ruleset, authority: str, registry: Library) -> bool:
    """Whether a ruleset is, or extends one, of an authority."""
    if ruleset.authority == authority and not ruleset.standing:
        return True
    bases = [each for each in registry.revisions() if str(each) in ruleset.extends]
    return any(_of(each, authority, registry) for each in bases)


def _filings(draft: Ruleset, registry: Library) -> Iterator[Mapping[str, Any]]:
    """Requirements for filed controls on a draft's first day."""
    day = draft.starts or dt.date.max
    for each in registry.revisions():
        if each.authority == draft.authority and each.holds_on(day) and each.get("filing"):
            yield each.params["filing"]


def _undocumented(draft: Ruleset, registry: Library) -> list[str]:
    found = []
    for filing in _filings(draft, registry):
        for rule in filing.get("required", ()):
            paths, clause = rule["one_of"], ", ".join(as_list(rule["cite"]))
            if not any(_says(draft.get(path)) for path in paths):
                found.append(
                    f"{draft.file}: {' or '.join(paths)}: missing; the controls must say {rule['what']} ({clause})"
                )
                continue
            lacking = [kind for kind in rule.get("kinds", ()) if not documented(draft, kind)]
            if lacking:
                found.append(
                    f"{draft.file}: {' or '.join(paths)}: nothing about {', '.join(lacking)}; the controls must say "
                    f"{rule['what']} ({clause})"
                )
    return found


def _says(value: Any) -> bool:
    """Whether a parameter has a value; false is one."""
    return value is not None and value != [] and value != {}


def _asked(draft: Ruleset, registry: Library) -> Iterator[RequiredApproval]:
    known = catalogue()
    for filing in _filings(draft, registry):
        for rule in filing.get("asked", ()):
            value = draft.get(rule["parameter"])
            if not _says(value) or ("values" in rule and value not in rule["values"]):
                continue
            if rule.get("departs") and not _departs(draft, rule["parameter"], registry):
                continue
            clause = as_list(rule["cite"])[0]
            says = known[clause].statement if clause in known else ""
            yield RequiredApproval(
                rule["parameter"],
                f"{rule['parameter']}: the controls {rule['what']}. {clause}: {says} State the reference of the approval "
                "that permits it.",
                clause,
            )


def _departs(draft: Ruleset, parameter: str, registry: Library) -> bool:
    """Whether a parameter differs from the authority's rules, under the draft's readings."""
    for base in _bases_of_the_authority(draft, registry):
        if base.get(parameter) is not None:
            settled = {
                name: reading
                for name, reading in draft.readings.items()
                if (point := ambiguities().get(name)) and reading in point.readings and base.concerns(point)
            }
            return bool(base.under(settled).get(parameter) != draft.get(parameter))
    return bool(draft.get(parameter))  # an addition to these rules


def _bases_of_the_authority(draft: Ruleset, registry: Library) -> Iterator[Ruleset]:
    """Rulesets of the authority that a draft extends, overriding ones first."""
    held = {str(each): each for each in registry.revisions()}
    for name in reversed(draft.extends):
        base = held.get(name)
        if base is not None and base.authority == draft.authority and not base.standing:
            yield base
        elif base is not None:
            yield from _bases_of_the_authority(base, registry)


def _dates(draft: Ruleset, registry: Library) -> list[str]:
    """Missing dates, overlaps, and days without controls."""
    if draft.starts is None:
        return [
            f"{draft.file}: ruleset.in_force.from: missing; a room's controls are in force from a day, such as 2026-07-01 "
            f"({_DATED})"
        ]
    others = [
        each for each in registry.revisions() if each.id == draft.id and each.revision != draft.revision
    ]
    line = sorted([*others, draft], key=lambda each: each.revision)
    found = [
        problem
        for earlier, later in itertools.pairwise(line)
        if draft in (earlier, later)
        for problem in _join(earlier, later)
    ]
    return [f"{draft.file}: ruleset.in_force: {each} ({_DATED})" for each in found]


def _join(earlier: Ruleset, later: Ruleset) -> Iterable[str]:
    """Overlap or gap of revisions that follow each other."""
    if earlier.ends is None or later.starts is None:
        return
    if later.starts <= earlier.ends:
        yield (
            f"revision {earlier.revision} states that it is in force until {earlier.ends.isoformat()}, and revision "
            f"{later.revision} begins on {later.starts.isoformat()}: the two overlap"
        )
    elif later.starts > earlier.ends + DAY:
        first, last = earlier.ends + DAY, later.starts - DAY
        days = first.isoformat() if first == last else f"{first.isoformat()} to {last.isoformat()}"
        yield (
            f"revision {earlier.revision} ends with {earlier.ends.isoformat()} and revision {later.revision} begins on "
            f"{later.starts.isoformat()}: nothing is in force on {days}"
        )
