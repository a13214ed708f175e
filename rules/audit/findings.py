"""Drafts of checks into findings: numbers, lines, players and fingerprints."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable

import msgspec
import numpy as np

from rules.audit.incidents.cases import Trace
from rules.checks.base import BlockView, Check, Draft, LogView
from rules.checks.catalogue import Entry
from rules.clauses import CONVENTION, documents
from rules.controls.ruleset import Ruleset
from rules.records.events import Session
from rules.results import Finding, Severity


def finding(view: BlockView | LogView, entry: Entry, draft: Draft, ruleset: Ruleset | None) -> Finding:
    """A draft with everything that a reader needs to find the place."""
    check, session = entry.check, view.session
    number, line = draft_place(view, draft)
    seat, player = _who(view, draft)
    stated, expected = draft.stated, draft.expected
    both = isinstance(stated, int) and isinstance(expected, int) and draft.unit != "hand number"
    own = _own(view, draft, ruleset)
    clause = draft.clause or cited(check, draft, own)
    fact = draft.fact if draft.fact is not None else f"{stated}|{expected}"
    return Finding(
        code=check.code,
        name=check.name,
        kind=draft.kind or check.kind,
        severity=draft.severity or _severity(entry, own),
        room=session.room,
        session=session.session,
        hand=number,
        seat=seat,
        player=player,
        line=line,
        stated=stated,
        expected=expected,
        difference=stated - expected if both else None,  # type: ignore[operator]  # both are numbers
        unit=draft.unit,
        money=draft.money,
        clause=clause,
        message=_with_rule(draft.message, clause),
        hands=draft.hands,
        readings=draft.readings,
        fingerprint=fingerprint(session, number, seat, check.code, fact),
    )


def _own(view: BlockView | LogView, draft: Draft, usual: Ruleset | None) -> Ruleset | None:
    """The revision that the finding's own hand is held to; ``usual`` where it is about no hand.

    None where no revision was in force for the hand.
    """
    if isinstance(view, BlockView):
        return view.ruleset
    place = _place(view, draft)
    if place is None or not len(view.under):
        return usual
    under = int(view.under[place])
    return view.rulesets[under] if under >= 0 else None


def _place(log: LogView, draft: Draft) -> int | None:
    """The position of the hand, or of the first, that a draft is about."""
    if draft.hand is not None:
        return draft.hand
    number = draft.hands[0] if draft.hands else draft.number
    if number is None:
        return None
    by_line = log.position(draft.line) if draft.line else None
    if by_line is not None and log.number[by_line] == number:
        return by_line
    places = np.flatnonzero(log.number == number)
    return int(places[0]) if len(places) else None


def cited(check: Check, draft: Draft, ruleset: Ruleset | None) -> str:
    """The rule that a finding cites: the clause of the parameter that was tested, in the hand's own ruleset.

    Of several clauses beside a parameter, one that the check names goes first. A parameter without a clause is cited by
    its path, as ``convention:PATH``. A check that tests no parameter cites the clause that binds every log.
    """
    paths = [draft.rule] if draft.rule else list(check.holds)
    if not paths:
        mine = ruleset.cited if ruleset else frozenset()
        binding = [each for each in check.clauses if each in mine or documents()[each] == "external"]
        return (binding or [f"{CONVENTION}:{check.code}"])[0]
    if ruleset is None:
        return f"{CONVENTION}:{paths[0]}"
    return ruleset.cite(*paths, naming=check.clauses)


def _with_rule(message: str, clause: str) -> str:
    """A message that names the rule: every one does, whether or not its check wrote it in."""
    return message if clause in message else f"{message.removesuffix('.')} ({clause})."


def draft_place(view: BlockView | LogView, draft: Draft) -> tuple[int | None, int | None]:
    """Hand number and line of a draft; None where it has none."""
    if draft.hand is None:
        return draft.number, draft.line
    columns = view.hands if isinstance(view, BlockView) else view
    return int(columns.number[draft.hand]), draft.line or int(columns.line[draft.hand])


def _who(view: BlockView | LogView, draft: Draft) -> tuple[int | None, str | None]:
    if not isinstance(view, BlockView) or draft.seat is None or draft.hand is None:
        return draft.seat_number, draft.player
    hands = view.hands
    return int(hands.seat[draft.hand, draft.seat]), hands.players[hands.player[draft.hand, draft.seat]]


def _severity(entry: Entry, ruleset: Ruleset | None) -> Severity:
    changed = ruleset.get(f"severity.{entry.code}") if ruleset else None
    return changed or entry.check.severity


def fingerprint(session: Session, hand: int | None, seat: int | None, code: str, fact: str) -> str:
    """The same for the same fact in every audit: not made of line, wording or engine version."""
    reported = "\x1f".join((session.room, session.session, str(hand), str(seat), code, fact))
    return hashlib.sha256(reported.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def with_unique_fingerprints(
    found: Iterable[tuple[Finding, Trace]],
) -> tuple[list[Finding], dict[str, Trace]]:
    """Findings in the order of the log, and by fingerprint what each was tested by.

    Where a hand number stands twice, the second fact gets a fingerprint of its own.
    """
    ordered = sorted(found, key=lambda each: (each[0].line or 0, each[0].seat or 0, each[0].code))
    seen: Counter[str] = Counter()
    apart: list[Finding] = []
    traces: dict[str, Trace] = {}
    for each, trace in ordered:
        seen[each.fingerprint] += 1
        if seen[each.fingerprint] > 1:
            again = hashlib.sha256(f"{each.fingerprint}#{seen[each.fingerprint]}".encode()).hexdigest()[:32]
            each = msgspec.structs.replace(each, fingerprint=again)
        apart.append(each)
        traces[each.fingerprint] = trace
    return apart, traces


def traced(view: BlockView | LogView, check: Check, draft: Draft, ruleset: Ruleset | None) -> Trace:
    """The revision that a finding was tested by, and the parameter: the draft's rule or clause, or the first of the check's."""
    own = _own(view, draft, ruleset) or ruleset
    parameter = draft.rule or draft.clause or (check.holds[0] if check.holds else "")
    return Trace("" if own is None else str(own), parameter)
