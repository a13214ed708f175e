"""Rulesets of a ledger's accounts."""

from __future__ import annotations

from datetime import date

from rules.audit.in_force import NoRuleset, decides, deciding
from rules.card_room import Room
from rules.controls.library import Library, RulesetChoice
from rules.controls.ruleset import BESIDE_HANDS, Ruleset
from rules.ledgers.ledger_accounts import is_for
from rules.ledgers.ledger_records import Account, Ledger


def rulesets_of(
    header: Ledger, ruleset: str | None, registry: Library, as_if: bool = False, room: Room | None = None
) -> dict[str, Ruleset]:
    """Revision of each account: asked for, else the room's approved controls, else the file's, on the first day or the newest.

    as_if: the newest of the one asked for. Raises NoRuleset, UnknownRuleset, NotApproved.
    """
    asked = _asked(header, ruleset, registry, as_if) if ruleset is not None else None
    found = {}
    for account in header.accounts:
        if asked is not None and is_for(asked, account.kind):
            found[account.account] = asked
        elif ruleset is None and (approved := _approved(account, header, registry, room)):
            found[account.account] = approved
        elif isinstance(account.ruleset, str):
            found[account.account] = _on(registry.choice(account.ruleset).approved(), header)
    return found


def _approved(account: Account, header: Ledger, registry: Library, room: Room | None) -> Ruleset | None:
    name = account.ruleset if isinstance(account.ruleset, str) else None
    day = date.fromisoformat(header.from_) if isinstance(header.from_, str) else None
    approved = deciding(room, registry)
    for family in BESIDE_HANDS[::-1]:  # a ranking has the ruleset of its tournaments
        found = decides(name, family, approved, day, lambda each: is_for(each, account.kind))
        if found is not None:
            return found
    return None


def _asked(header: Ledger, ruleset: str, registry: Library, as_if: bool) -> Ruleset:
    choice = registry.choice(ruleset)
    asked = choice.as_if().revisions[-1] if as_if else _on(choice.approved(), header)
    if not any(is_for(asked, each.kind) for each in header.accounts):
        kinds = ", ".join(dict.fromkeys(each.kind for each in header.accounts))
        raise NoRuleset(
            f"{asked} is for no account of the ledger {header.ledger}, whose accounts are: {kinds}."
        )
    return asked


def _on(choice: RulesetChoice, header: Ledger) -> Ruleset:
    if not isinstance(header.from_, str):
        return choice.revisions[-1]
    found = choice.on(date.fromisoformat(header.from_))
    if found is None:
        raise NoRuleset(
            f"No revision of {choice.name} was in force on {header.from_}, the first day of the ledger {header.ledger}."
        )
    return found
