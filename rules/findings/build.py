"""Drafts of checks as findings."""

from __future__ import annotations

import hashlib
from typing import NamedTuple

from rules.checks.support.check import Check, Draft, DraftSubject
from rules.clauses import CONVENTION, documents
from rules.controls.ruleset import Ruleset
from rules.parties import party_of
from rules.results import Finding, Severity

_NUMBERS = ("hand number", "session number", "entry number")  # units of which no difference is given


class Trace(NamedTuple):
    """Basis of a finding: revision (``id@revision``, empty: none) and parameter."""

    revision: str
    parameter: str


def finding(check: Check, draft: Draft, subject: DraftSubject) -> Finding:
    """A finding from a draft."""
    stated, expected = draft.stated, draft.expected
    both = type(stated) is int and type(expected) is int and draft.unit not in _NUMBERS  # a bool is no number
    clause = draft.clause or cited(check, draft.rule, subject.ruleset)
    fact = draft.fact if draft.fact is not None else f"{stated}|{expected}"
    return Finding(
        code=check.code,
        name=check.name,
        kind=draft.kind or check.kind,
        severity=draft.severity or severity_of(check, subject.ruleset),
        room=subject.room,
        session=subject.session,
        hand=subject.hand,
        seat=subject.seat,
        player=subject.player,
        line=subject.line,
        stated=stated,
        expected=expected,
        difference=stated - expected if both else None,  # type: ignore[operator]  # both are numbers
        unit=draft.unit,
        money=draft.money,
        clause=clause,
        message=with_clause(draft.message, clause),
        hands=draft.hands,
        readings=draft.readings,
        fingerprint=fingerprint(*subject.identity, check.code, fact),
        entry=subject.entry,
        table=subject.table,
        total=subject.total,
        account=subject.account,
        party=draft.party or (party_of(subject.player) if subject.player is not None else None),
        money_kind=draft.money_kind,
    )


def cited(check: Check, rule: str | None, ruleset: Ruleset | None) -> str:
    """Rule that a finding cites: the clause of the tested parameter, those named by the check first.

    rule: its path; None: the check's first. Without a clause: ``convention:PATH``. Without parameters: the clause that binds
    every log.
    """
    paths = [rule] if rule else list(check.rule)
    if not paths:
        mine = ruleset.cited if ruleset else frozenset()
        binding = [each for each in check.clauses if each in mine or documents()[each] == "external"]
        return (binding or [f"{CONVENTION}:{check.code}"])[0]
    if ruleset is None:
        return f"{CONVENTION}:{paths[0]}"
    return ruleset.cite(*paths, naming=check.clauses)


def with_clause(message: str, clause: str) -> str:
    """A message that names the clause."""
    return message if clause in message else f"{message.removesuffix('.')} ({clause})."


def severity_of(check: Check, ruleset: Ruleset | None) -> Severity:
    """Severity by the ruleset, else by the check."""
    changed = ruleset.sections.severity.get(check.code) if ruleset else None
    return changed or check.severity


def fingerprint(*parts: str) -> str:
    """Digest that is the same for one fact in every audit: it depends on no line, wording or version."""
    return hashlib.sha256("\x1f".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:32]


def traced(check: Check, draft: Draft, ruleset: Ruleset | None) -> Trace:
    """Revision of a finding's test, and the parameter: the draft's rule or clause, else the check's first."""
    parameter = draft.rule or draft.clause or (check.rule[0] if check.rule else "")
    return Trace("" if ruleset is None else str(ruleset), parameter)
