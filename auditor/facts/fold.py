"""Fold of facts into tables: what the service says is what the facts make, in their order."""

from __future__ import annotations

from collections.abc import Iterable

from auditor.facts import folding as folding  # registers the handlers
from auditor.facts.canonical_record import UnknownFact
from auditor.facts.handlers import handlers_of, must_act, must_rest_on_its_factor
from auditor.facts.recorded_fact import RecordedFact
from auditor.facts.tables import Tables


def apply(tables: Tables, seq: int, fact: RecordedFact | UnknownFact) -> None:
    """Write what a fact changes in tables. seq: its number in the log. Raises DoesNotFollow.

    Its key acts: facts made it, and it has not ended. A second factor that it states is one of that key's person. A fact of a
    later version changes nothing.
    """
    if isinstance(fact, UnknownFact):
        return
    must_act(tables, seq, fact)
    must_rest_on_its_factor(tables, seq, fact)
    for _, handler in handlers_of(type(fact)):
        handler(tables, seq, fact)


def apply_in_part(tables: Tables, names: frozenset[str], seq: int, fact: RecordedFact | UnknownFact) -> None:
    """Do `apply` for those of a fact's handlers that use only these tables, which have keys."""
    if isinstance(fact, UnknownFact):
        return
    must_act(tables, seq, fact)
    must_rest_on_its_factor(tables, seq, fact)
    for used, handler in handlers_of(type(fact)):
        if used <= names:
            handler(tables, seq, fact)


def fold(tables: Tables, facts: Iterable[RecordedFact | UnknownFact], first: int = 0) -> int:
    """Apply facts in their order; the number of the next one. first: the number of the first."""
    seq = first
    for fact in facts:
        apply(tables, seq, fact)
        seq += 1
    return seq
