"""A player's chips changed between two sessions of a table.

Finds: a player in the last hand of a session and in the first hand of the next one at the table, whose stack is not what was
left: the last stack of the one with its result, less fees, with the chips that came and went by the lines of both logs. What was
bought in between comes on top. A first stack that is no more than what was bought is for its own log to test.
Why: the account of a player goes on when a table's log is closed and another is opened. Chips that come from nowhere or go
nowhere between two logs are somebody's money.
Example: p-17 had $142.00 after the last hand of session 41 and did not cash out, and began session 42 with $92.00.
Needs: two sessions of a table on the gaming day between which no hand and no session is missing; `stack`, and `net` or
`transfers`, in the last hand of the one, `stack` in the first hand of the other, and their `fees`; the player's buy-in. Cash-outs
and buy-ins are on record in the two; or after a short rest, at least half of the players have the same chips as before. Players
who may have sat at another table in between are not tested, nor are tournament chips and those of the banker.
"""

from __future__ import annotations

from rules.checks.day.day_view import DayView, table_name
from rules.checks.day.handovers import CarriedStack, Handover, before_at_table, handover
from rules.checks.support.check import Check, Draft, Tested

CHECK = Check(
    "STK026",
    "chips-not-carried",
    "discrepancy",
    "major",
    ("external:CHIPS-conserved",),
    title="{whose} chips changed between two sessions of a table",
    scope="room",
    area="money",
    follows=("LOG008", "LOG009", "LOG012", "LOG017", "STK012"),
)
FIRST = "the session before at the table is not of this gaming day"
NOT_TRACKED = "what a player whose chips differ bought in the session before is not on record"
NOT_BOOKED = "cash-outs and buy-ins between the session before and this one may not be on record"
ELSEWHERE = "a player whose chips differ may have sat at another table since the session before"


def run(view: DayView) -> Tested:
    found: list[Draft] = []
    reasons: list[tuple[tuple[int, ...], str]] = []
    tracked: dict[int, frozenset[str]] = {}  # by session: players whose account goes on from the one before
    mine = [at for at in view.opened if at not in view.in_chips and view.sittings[at].tournament is None]
    for at in mine:
        before = before_at_table(view, at)
        between = FIRST if before is None else handover(view, before, at)
        if before is None or isinstance(between, str):
            reasons.append(((at,), str(between)))
            continue
        known = tracked.get(before, frozenset())
        tracked[at] = _tracked(between, known)
        reasons += [((at,), each) for each in between.reasons]
        for each in between.carried:
            if each.over:
                why = _open(view, before, at, between, each, tracked[at])
                if why:
                    reasons.append(((at,), why))
                else:
                    found.append(_draft(view, before, at, each))
    return view.tested(found, reasons, [at for at in view.everywhere if at not in mine])


def _tracked(between: Handover, known: frozenset[str]) -> frozenset[str]:
    players = ((each.brought.player, each.tracked) for each in between.carried)
    return frozenset(player for player, tracked in players if tracked or player in known)


def _open(
    view: DayView, before: int, at: int, between: Handover, each: CarriedStack, tracked: frozenset[str]
) -> str:
    """Reason why a difference may be right; empty: it is not."""
    if each.brought.player not in tracked:
        return NOT_TRACKED
    if not between.goes_on:
        return NOT_BOOKED
    return ELSEWHERE if _elsewhere(view, before, at, each.brought.player) else ""


def _elsewhere(view: DayView, before: int, at: int, player: str) -> bool:
    """Whether a player may have sat elsewhere in between."""
    since, until = view.sittings[before].last_at, view.sittings[at].first_at
    places = (
        each
        for sitting in view.sittings
        if sitting.table != view.sittings[at].table
        for each in sitting.seated
        if each.player == player
    )
    return any(
        since is None
        or until is None
        or each.begins is None
        or each.ends is None
        or (each.ends >= since and each.begins <= until)
        for each in places
    )


def _draft(view: DayView, before: int, at: int, each: CarriedStack) -> Draft:
    one, other = view.sittings[before], view.sittings[at]
    player, seat = each.brought.player, each.brought.seat
    stated, expected, over = (
        view.money(amount, other.money) for amount in (each.stated, each.expected, each.over)
    )
    return Draft(
        session=other.session,
        player=player,
        stated=each.stated,
        expected=each.expected,
        unit="money",
        money=abs(each.over),
        money_kind="unaccounted",
        fact=f"{player}|{one.session}|{other.session}|{each.stated}|{each.expected}",
        sessions=(before, at),
        message=(
            f"{table_name(other.table)}: player {player} began hand {other.first_hand} of session {other.session} in seat {seat} "
            f"with {stated}; according to the record since hand {one.last_hand} of session {one.session} it was {expected}, a "
            f"difference of {over}."
        ),
    )
