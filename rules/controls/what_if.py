"""The controls of a what-if: those under which the room played, compared with those that were tried."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from msgspec import Struct

from rules import times
from rules.controls.difference import Difference, apart, differences
from rules.controls.library import Library, RulesetChoice, UnknownRuleset
from rules.controls.ruleset import Ruleset
from rules.results import Audit, LogFacts, RulesetUsed


class Audited(Protocol):
    """The parts of an audit that are read here."""

    @property
    def what_if(self) -> bool: ...
    @property
    def logs(self) -> Sequence[LogFacts]: ...
    @property
    def rulesets(self) -> Sequence[RulesetUsed]: ...


class WhatIfComparison(Struct, frozen=True):
    """``played`` and ``tried`` by name; ``a`` and ``b`` are their revisions, None where the library lacks them."""

    played: str
    tried: str
    a: Ruleset | None
    b: Ruleset | None
    differences: tuple[Difference, ...] = ()

    @property
    def known(self) -> bool:
        """Whether the library has both."""
        return self.a is not None and self.b is not None

    @property
    def differing(self) -> int:
        """Number of differing parameters and readings; differences in citations alone do not count."""
        return len(apart(self.differences)[0])


def compared(audit: Audited, library: Library) -> list[WhatIfComparison]:
    """The ruleset that a what-if tried, compared with the ruleset of each of its logs; each pair once.

    Empty for an audit under the room's own ruleset. A name without a revision means the one in force when the log was opened.
    """
    found: dict[tuple[str, str], WhatIfComparison] = {}
    if audit.what_if:
        for log in audit.logs:
            if log.ruleset is not None and audit.rulesets:
                one = _of(audit, log, log.ruleset, library)
                if one.played != one.tried:
                    found.setdefault((one.played, one.tried), one)
    return list(found.values())


def against_in_force(audit: Audit, library: Library) -> list[WhatIfComparison]:
    """The ruleset that a what-if tried, compared with each revision in force on the days of its hands.

    A revision is None where the library lacks it, or has it with another digest.
    """
    if audit.effect is None:
        return []
    known = {str(each): each for each in library.revisions()}
    digests = {
        f"{each.id}@{each.revision}": each.digest for each in (*audit.effect.in_force, *audit.rulesets)
    }
    found = []
    for in_force, tried in audit.effect.pairs:
        a, b = (
            known[name] if name in known and known[name].digest == digests.get(name) else None
            for name in (in_force, tried)
        )
        if in_force != tried:
            found.append(WhatIfComparison(in_force, tried, a, b, tuple(differences(a, b)) if a and b else ()))
    return found


def _of(audit: Audited, log: LogFacts, named: str, library: Library) -> WhatIfComparison:
    used = {f"{each.id}@{each.revision}": each.digest for each in audit.rulesets if each.mandatory is None}
    tried = next(iter(used))
    b = _in_force(tried if len(used) == 1 else tried.partition("@")[0], log, library)
    if b is not None and used.get(str(b)) != b.digest:
        b = None  # the library has changed since the audit
    a = _in_force(named, log, library)
    found = tuple(differences(a, b)) if a and b else ()
    return WhatIfComparison(str(a or named), str(b or tried), a, b, found)


def _in_force(name: str, log: LogFacts, library: Library) -> Ruleset | None:
    try:
        choice: RulesetChoice = library.choice(name)
    except UnknownRuleset:
        return None
    opened = times.parse_one(log.opened_at)
    return (choice.on(times.date_of(opened[1])) if opened else None) or choice.revisions[-1]
