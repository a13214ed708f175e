"""Sentences of the redacted edition: kept, or written anew."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from msgspec.structs import replace

from rules.audit.incidents.case_in_words import begun_low
from rules.audit.incidents.titles import title
from rules.checks.catalogue import quotes_nobody
from rules.checks.support.amounts import money_text
from rules.results import Cause, Diagnosis, Failure, Finding, Incident

WITHHELD = "withheld"

_WORD = re.compile(r"[^\s.,;:()“”\"'’]+")


class Names:
    """Texts that no sentence may quote."""

    def __init__(self, texts: Collection[str]) -> None:
        self._words = {each for each in texts if _WORD.fullmatch(each)}
        self._phrases = [each for each in texts if each and each not in self._words]

    def in_text(self, text: str) -> bool:
        """Whether a text quotes one, as a word, or anywhere if it is no single word."""
        if not self._words.isdisjoint(_WORD.findall(text)):
            return True
        return any(each in text for each in self._phrases)


def message(finding: Finding, currency: str | None) -> str:
    """Sentence of a finding from its redacted fields."""
    where = [] if finding.hand is None else [f"hand {finding.hand}"]
    where += [] if finding.seat is None else [f"seat {finding.seat}"]
    where += [] if finding.player is None else [f"player {finding.player}"]
    where = where or ([finding.session] if finding.session else [f"room {finding.room}"])
    says = [finding.name.replace("-", " ")]
    for label, value in (("on record", finding.stated), ("expected", finding.expected)):
        if value is not None and value != WITHHELD:
            says.append(f"{label}: {_amount(value, finding.unit, currency)}")
    text = f"{', '.join(where)}: {'; '.join(says)}"
    return f"{text[:1].upper()}{text[1:]} ({finding.clause})."


def _amount(value: int | str, unit: str | None, currency: str | None) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "yes" if value else "no"
    if unit == "money" and currency is not None:
        return money_text(value, currency)
    return f"{value:,}"


def cause(found: Cause) -> str:
    """Sentence of a cause from its redacted fields."""
    where = f"line {found.line}" if found.line is not None else "the file"
    says = [] if found.field is None else [found.field]
    for label, value in (("on record", found.stated), ("by the rest of the record", found.implied)):
        if value is not None and value != WITHHELD:
            says.append(f"{label}: {_amount(value, None, None)}")
    text = f"{where}: {'; '.join(says) or 'a line is missing, or is written twice'}."
    return f"{text[:1].upper()}{text[1:]}"


def failed(failure: Failure) -> str:
    """Message of a failed check, without the program's words."""
    return f"{failure.code} failed, and its result is not known."


def diagnosed(found: Diagnosis, who: str | None) -> str:
    """A diagnosis. who: a player's letter; None: a dealer."""
    whose = f"of player {who} in" if who is not None else "that one dealer dealt:"
    hands = "" if found.first is None or found.last is None else f"in hands {found.first} to {found.last}, "
    text = f"{hands}the results {whose} {found.fitting:,} of {found.of:,} hands fit {found.ruleset}."
    return text[:1].upper() + text[1:]


_OF_SOMEBODY = re.compile(r" of (dealer|player) ")


def incident_title(incident: Incident, root: Finding | None, diagnosis: Sequence[Diagnosis]) -> str:
    """Title of an incident. root: its redacted finding; None: none, or not in the audit."""
    hands = f"{len(incident.hands):,} {'hand' if len(incident.hands) == 1 else 'hands'}"
    if root is None:
        numbers = [each.hand for each in incident.hands]
        return (
            f"The results of hand {numbers[0]} differ from what was due"
            if len(numbers) == 1
            else f"{hands} differ"
        )
    if not incident.pattern:
        return title(root, None, len(incident.hands))
    somebody = _OF_SOMEBODY.search(incident.title)
    whose = f" of one {somebody[1]}" if somebody is not None else ""
    for each in diagnosis:
        fits = f"{each.ruleset}@{each.revision}"
        if incident.title.startswith("The results of ") and incident.title.endswith(f" fit {fits}"):
            return f"The results of {hands}{whose} fit {fits}"
    return f"{title(replace(root, seat=None, player=None), None, 0)}, in {hands}{whose}"


def incident_words(incident: Incident, root: Finding | None, title: str) -> tuple[str | None, str | None]:
    """Fault and cause where neither can quote somebody, else a title. root: redacted."""
    if incident.short is None:
        return None, None
    if root is not None and quotes_nobody(root.code) and not incident.pattern:
        return incident.short, incident.explanation
    return begun_low(title), None
