"""Warnings for a draft's approver."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from typing import get_args

from rules.controls.authority import Authority
from rules.controls.bounds import binds
from rules.controls.library import Library
from rules.controls.mandatory_limits import MandatoryLimits
from rules.controls.procedure_of_irregularity import procedures
from rules.controls.ruleset import BESIDE_HANDS, Ruleset
from rules.records.events import Ruling

_KEPT = "records.keep_years"
_OTHER = "other"  # the kind of irregularity that is none of the others
_EVERY = frozenset(get_args(Ruling))


def law_warnings(draft: Ruleset, registry: Library, limits: MandatoryLimits, day: dt.date) -> Iterator[str]:
    """Amounts on a day on which the law says more."""
    authority = limits.authority(day)
    if authority is not None and authority.licenses:
        yield from _retention(draft, authority)
        yield from _jackpots(draft, limits, day)
        yield from _not_mandatory(draft, registry, authority, day)


def open_procedures(draft: Ruleset) -> Iterator[str]:
    """Procedures that allow any ruling."""
    for each in procedures(draft).get(_OTHER, ()):
        if not each.rulings or set(each.rulings) >= _EVERY:
            yield (
                f"irregularities.procedure.{each.id}: an irregularity of kind {_OTHER} may be ruled in any way, so that no "
                f"audit can find a ruling wrong ({each.clause})"
            )


def _retention(draft: Ruleset, authority: Authority) -> Iterator[str]:
    own, law = draft.get(_KEPT), authority.retention
    if own is not None and law is not None and own < law.years:
        yield (
            f"{_KEPT}: {own} is fewer than the {law.years} years for which records are kept by {law.clause}; they are kept for "
            f"{law.years}"
        )


def _jackpots(draft: Ruleset, limits: MandatoryLimits, day: dt.date) -> Iterator[str]:
    """A jackpot drop that with its fee takes more than the law allows."""
    fees = draft.get("fees", {})
    drop = _amount(draft, "fees.jackpot.hand")
    if drop is None or fees.get("jackpot", {}).get("kind") == "part_of_rake":
        return
    for part in limits.mandatory(day, draft.family):
        most = part.params.get("fees", {}).get("hand_fee", {}).get("player", {}).get("max_money")
        own = _amount(draft, "fees.hand_fee.player")
        if most is None or own is None:
            continue
        players = draft.get("table.players.max") or 1
        if own * players + drop > most * players:
            clause = part.revision.cite("fees.hand_fee.player.max_money")
            yield (
                f"fees.jackpot.hand: a drop of {drop} beside a fee of {own} from each of {players} players takes more from a "
                f"hand than the {most} from each that {clause} lets a fee take; whether the drop counts as a fee is for the "
                "authority to say"
            )


def _amount(draft: Ruleset, path: str) -> int | None:
    found: int | None = draft.get(f"{path}.money")
    return draft.get(f"{path}.max_money") if found is None else found


def _not_mandatory(draft: Ruleset, registry: Library, authority: Authority, day: dt.date) -> Iterator[str]:
    """Rules for tournaments or ledgers that neither authority nor draft names."""
    extended = _extended(draft, registry)
    for each in registry.revisions():
        if each.authority != authority.title or each.standing or each.family not in BESIDE_HANDS:
            continue
        if (
            each.id in authority.mandatory
            or each.id in extended
            or not each.holds_on(day)
            or not _concerns(each, draft)
        ):
            continue
        if any(binds(table, key) for table in each.params.values() for key in table):
            yield (
                f"{each} ({each.title}) is of {authority.title}; it is not among the rules that are mandatory for its rooms, "
                "nor among those that these controls extend: no audit compares anything with it"
            )


def _concerns(law: Ruleset, draft: Ruleset) -> bool:
    """Whether rules of ledgers or tournaments concern controls: of their family, or with a jackpot of players' money."""
    of_jackpots = law.family == "ledger" and draft.get("fees.jackpot") is not None
    return law.family == draft.family or of_jackpots


def _extended(draft: Ruleset, registry: Library) -> set[str]:
    held = {str(each): each for each in registry.revisions()}
    found: set[str] = set()
    left = list(draft.extends)
    while left:
        base = held.get(left.pop())
        if base is not None and base.id not in found:
            found.add(base.id)
            left += base.extends
    return found
