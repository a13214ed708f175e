"""The library of rulesets, read, resolved and checked."""

from __future__ import annotations

import datetime as dt
import difflib
import hashlib
from collections.abc import Iterable, Mapping
from copy import deepcopy
from functools import cache, cached_property, lru_cache
from importlib.resources import files
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from rules import shipped_toml
from rules.controls import authority
from rules.controls.authority import Authority
from rules.controls.citations import citation_problems, reading_problems
from rules.controls.completeness import completeness_problems
from rules.controls.mandatory_limits import MandatoryLimits
from rules.controls.resolving import cycle_problems, lack_a_base, resolve, ruleset_of
from rules.controls.ruleset import Ruleset, set_path
from rules.controls.toml_text import NotToml
from rules.controls.toml_text import parsed as parsed_toml
from rules.controls.tournament_completeness import untaken_readings

APPROVED = "approved"
IN_USE = (None, APPROVED)  # the standing of rulesets under which hands are audited
_ALIKE = 0.7  # names enough to be suggested, as difflib counts


class BadRuleset(ValueError):
    """Files that cannot be loaded. problems: with file and path."""

    def __init__(self, problems: Iterable[str]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(self.problems))


class UnknownRuleset(ValueError):
    """A ruleset missing from the library, with suggestions."""


class NotApproved(ValueError):
    """An audit under controls that were not approved."""


class RulesetChoice(Struct, frozen=True):
    """Revisions that a name selects, oldest first.

    before: approved controls of a room, which decide on their days.
    """

    name: str
    revisions: tuple[Ruleset, ...]
    every_day: bool = False  # as if the newest of them were in force on every day: a what-if
    limits: MandatoryLimits | None = None  # of the room's authority, which apply in addition to any ruleset
    before: tuple[RulesetChoice, ...] = ()

    def as_if(self) -> RulesetChoice:
        """The newest revision as in force on every day, approved or not."""
        return replace(self, revisions=self.revisions[-1:], every_day=True)

    def approved(self) -> RulesetChoice:
        """Approved revisions. Raises NotApproved for none."""
        kept = tuple(each for each in self.revisions if each.standing in IN_USE)
        if not kept:
            raise NotApproved(
                f"{self.revisions[-1]} was not approved (it is {self.revisions[-1].standing}): no hand can be audited under it. "
                "It can be tried as a what-if."
            )
        return replace(self, revisions=kept)

    @property
    def family(self) -> str:
        """Game, or kind of event."""
        return self.revisions[-1].family

    def on(self, day: dt.date, game: str | None = None) -> Ruleset | None:
        """Revision in force on a day with its mandatory limits; None: none.

        game: for which approved controls decide; None: its own.
        """
        found = self.deciding(day, game)._filed_on(day)
        return found if found is None or self.limits is None else self.limits.over(found, day)

    def deciding(self, day: dt.date, game: str | None = None) -> RulesetChoice:
        """Ruleset that decides on a day: approved controls in force, the named first, else this."""
        there = [each for each in self.before if each.family == (game or self.family) and each._filed_on(day)]
        own = self.name.partition("@")[0]
        return next((each for each in there if each.name == own), next(iter(there), self))

    def claimed(self, day: dt.date) -> Ruleset | None:
        """Revision of the named ruleset on a day, whatever decides."""
        return replace(self, before=()).on(day)

    def _filed_on(self, day: dt.date) -> Ruleset | None:
        if self.every_day:
            return self.revisions[-1]
        return next((each for each in reversed(self.revisions) if each.holds_on(day)), None)

    def within(self, limits: MandatoryLimits) -> RulesetChoice:
        return replace(self, limits=limits)

    @property
    def every_ruleset(self) -> tuple[Ruleset, ...]:
        """Revisions, approved controls, and mandatory rulesets."""
        approved = (revision for each in self.before for revision in each.revisions)
        return (*self.revisions, *approved, *(self.limits.revisions if self.limits is not None else ()))


class Library:
    """Rulesets by id and revision, and authorities.

    limited: revisions under mandatory limits, kept for audits.
    """

    def __init__(self, rulesets: Iterable[Ruleset], authorities: Iterable[Authority] = ()) -> None:
        self.authorities = {each.id: each for each in authorities}
        self.limited: dict[Any, Ruleset] = {}
        self._all: dict[str, list[Ruleset]] = {}
        for ruleset in sorted(rulesets, key=lambda each: (each.id, each.revision)):
            self._all.setdefault(ruleset.id, []).append(ruleset)
        for revisions in self._all.values():
            revisions[:] = [
                _until(each, _last_day(each, _successor(revisions[place + 1 :])))
                for place, each in enumerate(revisions)
            ]

    def holding(self, rulesets: Iterable[Ruleset]) -> Library:
        """Library of these rulesets, with the authorities of this one."""
        return Library(rulesets, self.authorities.values())

    def rulesets(self) -> list[Ruleset]:
        """Revisions under which hands can be replayed."""
        return [each for each in self.revisions() if each.played]

    def listed(self) -> list[Ruleset]:
        """Revisions that are no part of others."""
        return [each for each in self.revisions() if not each.abstract]

    def revisions(self) -> list[Ruleset]:
        """Every revision, with parts."""
        return [each for revisions in self._all.values() for each in revisions]

    @cached_property
    def digest(self) -> str:
        lines = sorted(f"{each}:{each.digest}" for each in self.revisions())
        lines += sorted(hashlib.sha256(each.canonical).hexdigest() for each in self.authorities.values())
        return hashlib.sha256("\n".join(lines).encode()).hexdigest()

    def choice(self, name: str) -> RulesetChoice:
        """Revisions of `wsgc-2-4` or `wsgc-2-4@1`. Raises UnknownRuleset."""
        base, pinned, revision = name.partition("@")
        found = [each for each in self._all.get(base, ()) if not each.abstract]
        if pinned:
            found = [each for each in found if str(each.revision) == revision]
        if not found:
            raise UnknownRuleset(self._unknown(name))
        return RulesetChoice(name, tuple(found))

    def get(self, name: str) -> Ruleset:
        """Named revision, else the newest. Raises UnknownRuleset."""
        return self.choice(name).revisions[-1]

    def nearest(self, name: str) -> str | None:
        """Ruleset that a name may mean; None: none is alike."""
        listed = self.listed()
        names = [str(each) for each in listed] if "@" in name else sorted({each.id for each in listed})
        return next(iter(difflib.get_close_matches(name, names, 1, _ALIKE)), None)

    def _unknown(self, name: str) -> str:
        known = [str(each) for each in self.listed()]
        near = _nearest(name, tuple(known))
        hint = f"Did you mean {near}?" if near else f"It has: {', '.join(known)}."
        return f"The library has no ruleset {name!r}. {hint}"


@lru_cache(maxsize=1024)
def _nearest(name: str, known: tuple[str, ...]) -> str | None:
    return next(iter(difflib.get_close_matches(name, known, 1, _ALIKE)), None)


def _successor(later: Iterable[Ruleset]) -> Ruleset | None:
    """First later revision that succeeds an earlier one: approved, and no correction."""
    return next((each for each in later if each.standing in IN_USE and each.corrects is None), None)


def _until(revision: Ruleset, last: dt.date | None) -> Ruleset:
    """Revision until a last day; the same object where equal, which keeps its results."""
    return revision if revision.until == last else replace(revision, until=last)


def _last_day(revision: Ruleset, after: Ruleset | None) -> dt.date | None:
    """Last day in force, by the file or the successor."""
    days = [revision.ends, after.starts - dt.timedelta(1) if after and after.starts else None]
    return min((day for day in days if day), default=None)


@cache
def library() -> Library:
    """The shipped library. Its files are checked again where a digest is not the locked one."""
    shipped = sources()
    lock = (files("rules") / "library" / "digests.lock").read_text("utf-8")
    locked = dict(line.split() for line in lock.splitlines())
    return _as_locked(shipped, locked) or load(shipped, Library((), _authorities()))


def sources() -> dict[str, str]:
    """Texts of the shipped files by name, authority/ruleset/revision.toml."""
    found = {}
    for folder in sorted((files("rules") / "library").iterdir(), key=lambda path: path.name):
        for ruleset in sorted(folder.iterdir(), key=lambda path: path.name) if folder.is_dir() else ():
            for path in sorted(ruleset.iterdir(), key=lambda path: path.name) if ruleset.is_dir() else ():
                found[f"{folder.name}/{ruleset.name}/{path.name}"] = path.read_text("utf-8")
    return found


def _authorities() -> list[Authority]:
    folders = [each for each in (files("rules") / "library").iterdir() if each.is_dir()]
    found = [
        authority.read(f"{each.name}/{authority.FILE}", (each / authority.FILE).read_text("utf-8"))
        for each in folders
        if (each / authority.FILE).is_file()
    ]
    return sorted(found, key=lambda each: (not each.licenses, each.id))


def sample(name: str = "washington-card-room") -> str:
    """Text of a sample of a room's controls."""
    return (files("rules") / "samples" / f"{name}.toml").read_text("utf-8")


def _as_locked(sources: Mapping[str, str], locked: Mapping[str, str]) -> Library | None:
    parsed = {}
    try:
        for name, text in sources.items():
            data = shipped_toml.parsed(text)
            parsed[f"{data['ruleset']['id']}@{data['ruleset']['revision']}"] = (name, data)
        resolved = {key: resolve(key, parsed, [], ()) for key in parsed}
        rulesets = [ruleset_of(*parsed[key], resolved[key]) for key in parsed]
    except (ValueError, KeyError, TypeError):
        return None
    if {str(each): each.digest for each in rulesets} != locked:
        return None
    return Library(rulesets, _authorities())


def load(sources: Mapping[str, str], onto: Library | None = None, standing: str | None = None) -> Library:
    """Rulesets from texts of TOML by name. Raises BadRuleset with all problems.

    onto: the checked library that they join. standing: of a room's own controls.
    """
    problems, rulesets, known = _read(sources, onto or Library(()), standing)
    if problems:
        raise BadRuleset(problems)
    return (onto or Library(())).holding([*known.values(), *rulesets])


def examined(
    sources: Mapping[str, str], onto: Library, standing: str | None = None
) -> tuple[list[str], list[Ruleset]]:
    """Problems of files, and their revisions; none for an unreadable file."""
    problems, rulesets, _ = _read(sources, onto, standing)
    return problems, rulesets


def _read(
    sources: Mapping[str, str], registry: Library, standing: str | None
) -> tuple[list[str], list[Ruleset], dict[str, Ruleset]]:
    """Problems, revisions, and the library's by name; no revisions for an unreadable file."""
    from rules.controls.schema import problems_of  # the shipped library is read without it

    known = {str(each): each for each in registry.revisions()}
    problems: list[str] = []
    unreadable: list[str] = []
    parsed: dict[str, tuple[str, dict[str, Any]]] = {}
    for name, text in sources.items():
        try:
            data = parsed_toml(text)
        except NotToml as error:
            unreadable.append(f"{name}: {error}")
            continue
        wrong = [f"{name}: {path}: {message}" for path, message in problems_of(data)]
        unreadable += wrong
        if not wrong:
            head = data["ruleset"]
            key = f"{head['id']}@{head['revision']}"
            if key in parsed or key in known:
                other = parsed[key][0] if key in parsed else f"{known[key].file} of the library"
                unreadable.append(f"{name}: ruleset.revision: {other} is {key} as well")
            parsed[key] = (name, data)
            problems += citation_problems(name, data) + reading_problems(name, data)
    cycles = cycle_problems(parsed)
    resolved = {key: resolve(key, parsed, problems, (), known) for key in parsed if key not in known}
    if unreadable or cycles or lack_a_base(parsed, known):
        return [*unreadable, *problems, *cycles], [], known
    rulesets = [replace(ruleset_of(*parsed[key], resolved[key]), standing=standing) for key in parsed]
    for ruleset, (name, data) in zip(rulesets, parsed.values(), strict=True):
        problems += _patch_problems(name, data, ruleset)
        problems += untaken_readings(ruleset, _chosen(data["ruleset"]))
    ids = {ruleset.id for ruleset in rulesets}
    problems += _date_problems([*rulesets, *(each for each in known.values() if each.id in ids)])
    problems += completeness_problems(rulesets)
    return problems, rulesets, known


def _patch_problems(name: str, data: dict[str, Any], ruleset: Ruleset) -> list[str]:
    from rules.controls.schema import problems_of

    problems = []
    for ambiguity, readings in data.get("reading", {}).items():
        for reading, patch in readings.items():
            for path, value in patch.items():
                where = f"{name}: reading.{ambiguity}.{reading}"
                if not ruleset.has(path):
                    problems.append(f"{where}: {path}: the ruleset has no such parameter")
                    continue
                section = path.partition(".")[0].partition("[")[0]
                params = {section: deepcopy(ruleset.params[section])}
                set_path(params, path, value)
                wrong = problems_of({"ruleset": data["ruleset"], **params})
                problems += [f"{where}: {at}: {message}" for at, message in wrong]
    return problems


def _chosen(head: dict[str, Any]) -> dict[str, Any]:
    """Readings that a file names itself; a resolved file has those of its bases, too."""
    return {} if head.get("resolved") else {key: head.get(key, {}) for key in ("readings", "leans")}


def _date_problems(rulesets: Iterable[Ruleset]) -> list[str]:
    """Revisions out of order of their days."""
    ordered = sorted(rulesets, key=lambda each: (each.id, each.revision))
    problems = [
        f"{each.file}: ruleset.in_force.until: {each.ends.isoformat()} is before the first day, {each.starts.isoformat()}"
        for each in ordered
        if each.starts and each.ends and each.ends < each.starts
    ]
    for earlier, later in zip(ordered, ordered[1:], strict=False):
        if earlier.id == later.id and later.corrects is not None:
            if (later.corrects, later.starts) != (earlier.revision, earlier.starts):
                problems.append(
                    f"{later.file}: ruleset.corrects: it must correct revision {earlier.revision}, the one before, and "
                    "start on the same day"
                )
        elif earlier.id == later.id and (
            later.starts is None or (earlier.starts and later.starts <= earlier.starts)
        ):
            start = later.starts.isoformat() if later.starts else "no day"
            problems.append(
                f"{later.file}: ruleset.in_force.from: {start} overlaps revision {earlier.revision}, "
                f"in force from {earlier.starts.isoformat() if earlier.starts else 'the beginning'}"
            )
    return problems
