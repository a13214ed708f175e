"""Rulesets by name for a request: the registry's, and unapproved revisions on trial."""

from __future__ import annotations

from msgspec import Struct

from auditor.errors import CannotTry, NoSuchRuleset
from auditor.registry import Registry, RegistryAtChange
from auditor.store import Store
from rules.controls.library import APPROVED, Library, UnknownRuleset
from rules.controls.ruleset import Ruleset

LONGEST_NUMBER = 12


class RegistryTrial(Struct, frozen=True):
    """A snapshot with the revision on trial. ``source``: its file's digest, or None."""

    snapshot: RegistryAtChange
    source: str | None


class RegistryTrials:
    """Rulesets over a store."""

    def __init__(self, store: Store, registry: Registry) -> None:
        self._store = store
        self._registry = registry

    def of(self, name: str | None) -> RegistryTrial:
        """The snapshot now, with the unapproved revision of that name (ID@REV), if any. Raises CannotTry."""
        snapshot = self._registry.snapshot()
        ruleset, _, revision = (name or "").partition("@")
        record = self._store.controls.get(ruleset, int(revision)) if _is_number(revision) else None
        if record is None or record.standing == APPROVED:
            return RegistryTrial(snapshot, None)
        examined = self._registry.examined(record, snapshot)
        if examined.ruleset is None or not examined.playable:
            listed = "; ".join(examined.problems[:5])
            raise CannotTry(f"{name} ({record.standing}) cannot be tried: its file does not load. {listed}")
        return RegistryTrial(snapshot.with_draft(examined.ruleset), record.source)

    def library(self, trial: RegistryTrial | None = None) -> Library:
        """Rulesets now, or of a trial, that the caller sees."""
        snapshot = trial.snapshot if trial is not None else self._registry.snapshot()
        return snapshot.seen_by(self._store.caller)

    def ruleset(self, name: str) -> Ruleset:
        """A ruleset by name. Raises NoSuchRuleset, CannotTry."""
        try:
            return self.library(self.of(name)).get(name)
        except UnknownRuleset as error:
            raise NoSuchRuleset(str(error)) from error


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER
