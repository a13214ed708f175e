"""A total that the room stated differs from the file.

Finds: a total of the last line that is not the sum of the lines before it: of entries, players, money or payouts.
Why: the totals are what the room books. A line that was changed or left out afterwards shows here.
Example: the room's prize pool is €220.00, and the entries come to €200.00.
Needs: `totals` in the `close` line.
"""

from __future__ import annotations

import msgspec
from msgspec import UNSET

from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import Outcomes, each_thing
from rules.checks.tournament.tournament_view import EVERY_EVENT, TournamentView
from rules.tournaments.tournament_field import Field
from rules.tournaments.tournament_money import TournamentMoney
from rules.tournaments.tournament_reader import TournamentFile
from rules.tournaments.tournament_records import Payout

CHECK = Check(
    "TRN029",
    "total-differs",
    "discrepancy",
    "major",
    ("external:RECORD-complete",),
    title="A total of the tournament differs from its file",
    quotes=False,
    scope="tournament",
    area="money",
    follows=("TRN025", "TRN026"),
    games=EVERY_EVENT,
)
_WORDS = {
    "reentries": "re-entries",
    "add_ons": "add-ons",
    "collected": "money collected",
    "royal": "money for the royal flush pool",
    "added": "money that the house added",
    "prize_pool": "the prize pool",
    "ranking": "the ranking's share",
    "distributable": "money for the prizes",
    "paid": "payouts",
}
_PAID = "paid"
_OF_MONEY = frozenset(
    (*TournamentMoney.__struct_fields__, _PAID)
)  # the others are numbers of entries and players


@each_thing
def run(view: TournamentView) -> Outcomes:
    line, close = view.replay.file.close or (0, None)
    if close is None or close.totals is UNSET:
        yield "the room stated no totals"
        return
    due = _totals_of(view.replay.file, view.field, view.replay.money)
    stated = {name: getattr(close.totals, name) for name in due}
    found = [
        _draft(view, line, name, value, due[name])
        for name, value in stated.items()
        if value is not UNSET and value != due[name]
    ]
    yield found or None


def _draft(view: TournamentView, line: int, name: str, stated: int, due: int) -> Draft:
    money = name in _OF_MONEY
    shown = view.money if money else "{:,}".format
    return Draft(
        line=line,
        total=name,
        stated=stated,
        expected=due,
        unit="money" if money else "entries and players",
        money=abs(stated - due) if money else None,
        money_kind="misrecorded" if money else None,
        message=f"Line {line}: the room's total of {_WORDS.get(name, name)} is {shown(stated)}; the file has {shown(due)}.",
    )


def _totals_of(file: TournamentFile, field: Field, money: TournamentMoney) -> dict[str, int]:
    """Totals due. ``paid``: all payouts."""
    return {
        "entries": len(field.counted),
        "players": len(field.players),
        "reentries": field.reentries,
        "rebuys": len(field.rebuys),
        "add_ons": len(field.add_ons),
        **msgspec.structs.asdict(money),
        _PAID: sum(each.amount for _, each in file.events if isinstance(each, Payout)),
    }
