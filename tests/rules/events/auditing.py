"""Audits of tournaments and ledgers for tests, from lines as they are uploaded."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from rules.audit import BytesSource
from rules.audit.event_audit import audit_ledger, audit_tournament
from rules.audit.files_of_event import read_beside
from rules.controls.library import Library, library, load
from rules.controls.ruleset import Ruleset
from rules.results import Audit, Coverage, Finding

Line = dict[str, Any]


def written(*lines: Line) -> bytes:
    """The lines as a file."""
    return b"".join(json.dumps(each).encode() + b"\n" for each in lines)


def audited(
    lines: Sequence[Line],
    *beside: Sequence[Line],
    readings: Mapping[str, str] | None = None,
    numbers: Sequence[int] | None = None,
    rules: Ruleset | None = None,
) -> Audit:
    """The audit of a tournament or a ledger with the files beside it. readings: others than the ruleset's own.

    numbers: the running numbers of other files of the room. rules: of a room, which the library does not have.
    """
    source = BytesSource(written(*lines))
    kind = lines[0]["event"]
    others = [read_beside(BytesSource(written(*each)), kind) for each in beside]
    audit = audit_tournament if kind == "tournament" else audit_ledger
    found = audit(source, others, library=_under(readings or {}, rules), numbers=numbers)
    assert found.failures == []
    for each in found.coverage:
        parts = (each.agreeing, each.differing, each.untestable, each.inapplicable or 0)
        assert min(parts) >= 0, each
        assert each.tested == each.agreeing + each.differing, each
    return found


def rules_of_a_room(base: str, body: str) -> Ruleset:
    """The ruleset own@1, which extends one of the library for tournaments or ledgers with some TOML."""
    family = library().get(base).family
    head = f'id = "own"\nrevision = 1\ntitle = "Own"\nauthority = "Room"\nfamily = "{family}"\nextends = ["{base}@1"]'
    return load({"own.toml": f"[ruleset]\n{head}\nin_force = {{}}\n{body}"}, onto=library()).get("own@1")


def _under(readings: Mapping[str, str], rules: Ruleset | None) -> Library:
    """The library with the rulesets of tournaments and ledgers under some readings, and a room's."""
    shipped = library()
    if not readings and rules is None:
        return shipped
    revisions = [*shipped.revisions(), *([] if rules is None else [rules])]
    return shipped.holding(
        each if each.played or not readings else each.under(readings) for each in revisions
    )


def found(audit: Audit, code: str) -> list[Finding]:
    """The findings of a check."""
    return [each for each in audit.findings if each.code == code]


def row(audit: Audit, code: str) -> Coverage:
    """The coverage of a check."""
    (only,) = (each for each in audit.coverage if each.code == code)
    return only


def facts(audit: Audit) -> list[tuple[Any, ...]]:
    """What the known answers state of findings, in order of their names."""
    return sorted(
        ((each.name, each.line, each.stated, each.expected, each.session or None) for each in audit.findings
         if each.kind in ("violation", "discrepancy")),
        key=str,
    )  # fmt: skip
