"""Kinds of facts about the log itself, its store and its engine."""

from __future__ import annotations

from auditor.facts.recorded_fact import RecordedFact


class EngineChanged(RecordedFact, frozen=True, kw_only=True, tag="engine.changed"):
    """An engine used for the first time after another one. library: the digest of its rulesets."""

    number: int
    version: str
    library: str
    code: str | None = None
    judgement: int | None = None


class StoreAdopted(RecordedFact, frozen=True, kw_only=True, tag="store.adopted"):
    """A store from before facts taken over. entries: of its register from before them, which stay as they are.

    sha256: of the copy of its file that is kept; None without one. faults: tables with rows that no fact makes, and how many.
    """

    entries: int
    sha256: str | None = None
    engine: str
    faults: tuple[str, ...] = ()


class StoreRestored(RecordedFact, frozen=True, kw_only=True, tag="store.restored"):
    """A store put back behind what is known of its log. lost_size, lost_root, lost_name: of the log that is lost.

    restored_size, restored_root: of the one that was put back, which goes on with this fact; root None of an empty one.
    """

    lost_size: int
    lost_root: str
    lost_name: str | None = None
    restored_size: int | None = None
    restored_root: str | None = None


class LogKeyReplaced(RecordedFact, frozen=True, kw_only=True, tag="log.key_replaced"):
    """The log's key replaced without a handover, such as a lost one. size, root: of what the key before signed last.

    before: NAME+ID of that key; after: the verifier of the one that signs this.
    """

    before: str
    after: str
    size: int
    root: str


class LogKeyHandedOver(RecordedFact, frozen=True, kw_only=True, tag="log.key_handed_over"):
    """The log's key replaced. before, after: verifiers; note: a checkpoint that both keys signed."""

    before: str
    after: str
    note: str
