"""Controls of a what-if, compared with those in force."""

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
    """Parts of an audit read here."""

    @property
    def what_if(self) -> bool: ...
    @property
    def logs(self) -> Sequence[LogFacts]: ...
    @property
    def rulesets(self) -> Sequence[RulesetUsed]: ...


class WhatIfComparison(Struct, frozen=True):
    """Rulesets by name, and as revisions; None: not in the library."""

    played: str
    tried: str
    a: Ruleset | None
    b: Ruleset | None
    differences: tuple[Difference, ...] = ()

    @property
    def known(self) -> bool:
        return self.a is not None and self.b is not None

    @property
    def differing(self) -> int:
        """Number of differences, without citations."""
        return len(apart(self.differences)[0])


def compared(audit: Audited, library: Library) -> list[WhatIfComparison]:
    """Tried ruleset beside that of each log; each pair once.

    Empty for an audit of the room's own. An unpinned name means the revision in force at the opening.
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
    """Tried ruleset beside each revision in force on the hands' days.

    None: not in the library with that digest.
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
