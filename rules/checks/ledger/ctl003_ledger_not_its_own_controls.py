"""A ledger names other rules than the room's approved controls.

Finds: an account for which a ledger names another ruleset than the one that decides, where the room's approved controls decide.
Why: a room plays under the controls that it filed and that were approved; what its files name is a claim.
Example: the room has filed wa-0417-jackpots; the ledger of a month names olympic-jackpots for its account.
Needs: the room on record with approved controls, and a file that names a ruleset.
"""

from __future__ import annotations

from rules.checks.ledger.ledger_view import LEDGERS, LedgerView
from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import INAPPLICABLE, Outcomes, each_thing

CHECK = Check(
    "CTL003",
    "not-its-own-controls",
    "violation",
    "major",
    ("external:RECORD-attributable", "WSGC-modifications-documented"),
    scope="ledger",
    area="evidence",
    games=LEDGERS,
)


@each_thing
def run(view: LedgerView) -> Outcomes:
    for account, ruleset in view.replay.rulesets.items():
        named = view.claimed.get(account)
        if named is None:
            yield INAPPLICABLE if not ruleset.of_a_room else None
            continue
        yield Draft(
            line=1,
            account=account,
            stated=named,
            expected=ruleset.id if named.partition("@")[0] != ruleset.id else str(ruleset),
            unit="ruleset",
            fact=f"{named}|{ruleset.id}",
            message=f"Account {account} names {named}; {ruleset}, the room's own controls, decided what was due.",
        )
