"""Words of a comparison of audits."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256

import msgspec

from reports.formatting import count, listed
from reports.story import Currencies, title_of
from rules.audit.audit_comparison import AuditComparison, Side
from rules.controls.library import IN_USE
from rules.findings.written import json_text
from rules.results import Finding, LogFacts

Sides = tuple[str, str]  # the names of the earlier and of the later audit
EARLIER_AND_LATER: Sides = ("Earlier", "Later")
_NAMED = 3  # changes that the conclusion names; the rest are counted


class ComparisonStory:
    """Sentences on a comparison, from its counts."""

    def __init__(self, comparison: AuditComparison, sides: Sides) -> None:
        self.comparison, self.sides = comparison, sides
        self.logs = _every_log(comparison)
        self.currencies = Currencies(self.logs)
        self.title = title_of(self.logs) if self.logs else "no logs"
        self.digest = _digest(comparison)
        self._rooms = len({log.room for log in self.logs})

    def subtitle(self) -> str:
        """Session, if one, and names of the audits."""
        session = f"Session {self.logs[0].session}   ·   " if len(self.logs) == 1 else ""
        return f"{session}{self.sides[0]}   –   {self.sides[1]}"

    def banner(self) -> str | None:
        """Warning on every page; None: none."""
        warnings = []
        for name, side in self._named_sides():
            if not side.complete:
                warnings.append(f"INCOMPLETE AUDIT: {name}")
            if side.what_if:
                standing = _unapproved(side)
                warnings.append(f"WHAT-IF: {name}" + (f", {standing}, not approved" if standing else ""))
        return "   ·   ".join(warnings) or None

    def warnings(self) -> list[str]:
        """Warnings of the first page."""
        warnings = []
        for name, side in self._named_sides():
            if not side.complete:
                codes = listed([each.code for each in side.failures])
                why = "A session of the day could not be audited, or a check failed to run; what they show is not known."
                warnings.append(
                    f"INCOMPLETE AUDIT ({name}). "
                    + (f"{codes} failed to run; its findings are not known." if codes else why)
                )
            if side.what_if:
                tried = listed([f"{each.id}@{each.revision}" for each in side.played]) or "no ruleset"
                standing = _unapproved(side)
                warnings.append(
                    f"WHAT-IF ({name}). Audited under {tried}, not under the ruleset that the room stated."
                    + (f" It was not approved: its standing is {standing}." if standing else "")
                )
        return warnings

    def conclusion(self) -> str:
        comparison = self.comparison
        numbers = (len(comparison.gone), len(comparison.new), len(comparison.changed))
        unchanged = f"{count(comparison.unchanged, 'finding')} {_is(comparison.unchanged)} unchanged"
        if not any(numbers):
            said = f"No finding is gone, new or changed; {unchanged}."
        else:
            gone, new, changed = numbers
            unchanged_count = f"{comparison.unchanged:,}" if comparison.unchanged else "none"
            said = (
                f"{count(gone, 'finding')} {_is(gone)} gone, {new:,} {_is(new)} new and "
                f"{changed:,} {'has' if changed == 1 else 'have'} changed; {unchanged_count} "
                f"{_is(comparison.unchanged or 1)} unchanged."
            )
        differing = [each.what for each in comparison.known]
        if differing:
            rest = len(differing) - _NAMED
            shown = differing[:_NAMED] + ([f"{rest} more"] if rest > 0 else [])
            said += f" The audits also differ in: {listed(shown)}."
        if comparison.logs:
            differ = "differs" if len(comparison.logs) == 1 else "differ"
            said += f" {count(len(comparison.logs), 'record')} {differ}."
        return said

    def place_of(self, finding: Finding) -> str:
        """Place of a finding, with room and session where several."""
        room = f"{finding.room} · " if self._rooms > 1 else ""
        session = f"{room}{finding.session}, " if len(self.logs) > 1 else ""
        hand = "the log" if finding.hand is None else f"hand {finding.hand}"
        place = f"{session}{hand}" + (f", seat {finding.seat}" if finding.seat is not None else "")
        return place[:1].upper() + place[1:]

    def _named_sides(self) -> Iterator[tuple[str, Side]]:
        return zip(self.sides, (self.comparison.before, self.comparison.after), strict=True)


def _every_log(comparison: AuditComparison) -> list[LogFacts]:
    """Sessions of either audit, as the later has them."""
    found = {
        (log.room, log.session): log for side in (comparison.before, comparison.after) for log in side.logs
    }
    return list(found.values())


def _digest(comparison: AuditComparison) -> str:
    digest = sha256(msgspec.json.encode((comparison.before, comparison.after)))
    pairs = (each for change in comparison.changed for each in (change.before, change.after))
    for findings in (comparison.gone, comparison.new, pairs):
        for each in findings:
            digest.update(json_text(each) + b"\n")
        digest.update(b"\n")
    return digest.hexdigest()


def _unapproved(side: Side) -> str | None:
    return next((each.standing for each in side.played if each.standing not in IN_USE), None)


def _is(number: int) -> str:
    return "is" if number == 1 else "are"
