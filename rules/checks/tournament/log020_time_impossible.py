"""A line is of a time at which it cannot have been.

Finds: an elimination before the hand in which the player went out was dealt; a prize or ranking points before the player was
out, where no deal was made; a hand that ended before its riffle, or after a later hand of its table; a break that ends before
it begins.
Why: a file is kept as things happen. A line that contradicts what it tells of was written at another time than it says.
Example: entry 12 went out at 20:17 in hand 31 of table T1, and the table's log has hand 31 dealt at 22:05.
Needs: the times of both.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

from msgspec import UNSET

from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import INAPPLICABLE, Outcomes, each_thing
from rules.checks.support.impossible_times import impossible, in_words, instant, is_before
from rules.checks.support.timed_lines import UNTIMED
from rules.checks.tournament.tournament_view import EVERY_EVENT, TournamentView
from rules.tournaments.tournament_records import (
    Break,
    Close,
    Deal,
    Elimination,
    Hand,
    Payout,
    RankingAward,
    TournamentLine,
)

CHECK = Check(
    "LOG020",
    "time-impossible",
    "discrepancy",
    "minor",
    ("external:RECORD-complete",),
    title="A line is of a time at which it cannot have been",
    scope="tournament",
    area="evidence",
    follows=("LOG018", "LOG019"),
    games=EVERY_EVENT,
)

_Outs = dict[str, tuple[int, str]]  # by player: the entry, and the time
_Dealt = dict[str, dict[int, int | None]]  # by table and number: the last time at which a hand was dealt
_AllDealt = tuple[_Dealt, dict[str, list[int]]]  # with the numbers of each table's hands, ascending


@each_thing
def run(view: TournamentView) -> Outcomes:
    last, dealt = _last_outs(view), _all_dealt(view)
    for line, event in view.timed:
        if event.at is UNSET:
            yield UNTIMED
            continue
        outcomes = list(_compared(view, line, event, last, dealt))
        drafts = [each for each in outcomes if each is not None]
        yield drafts or (None if outcomes else INAPPLICABLE)


def _compared(
    view: TournamentView, line: int, event: TournamentLine | Close, last: _Outs, dealt: _AllDealt
) -> Iterator[Draft | None]:
    where = f"Line {line} ({str(type(event).__struct_config__.tag).replace('_', ' ')})"
    at = str(event.at)
    if isinstance(event, Break):
        end = f"The end of the break in line {line}"
        yield _early(end, line, event.ends_at, at, f"before it begins, at {at}")
    if isinstance(event, Hand):
        yield from _hand(dealt, line, event)
    if isinstance(event, Elimination):
        yield from _elimination(view, where, line, event, at)
    if isinstance(event, RankingAward) or (isinstance(event, Payout) and event.of in (UNSET, "prize")):
        entry, out = last.get(event.player, (0, None))
        if out is not None:
            yield _early(where, line, at, out, f"before entry {entry} of {event.player} was out, at {out}")


def _early(where: str, line: int, stated: str, bound: str, why: str) -> Draft | None:
    return impossible(where, line, stated, bound, why) if is_before(stated, bound) else None


def _hand(dealt: _AllDealt, line: int, event: Hand) -> Iterator[Draft | None]:
    where = f"The end of hand {event.hand} of table {event.table} in line {line}"
    ended = event.ended_at
    if ended is UNSET:
        return
    if event.riffle_at is not UNSET:
        yield _early(where, line, ended, event.riffle_at, f"before its riffle, of {event.riffle_at}")
    following = _dealt_next(dealt, event, ended)
    if following is not None:
        why = f"after a later hand of the table, of {following}"
        late = is_before(following, ended)
        yield impossible(where, line, ended, following, why, late=True) if late else None


def _elimination(
    view: TournamentView, where: str, line: int, event: Elimination, at: str
) -> Iterator[Draft | None]:
    if event.table is UNSET or event.hand is UNSET:
        return
    dealt = _dealt_in_log(view, event.table, event.hand, at)
    if dealt is not None:
        yield _early(
            where, line, at, dealt, f"before hand {event.hand} of table {event.table} was dealt, at {dealt}"
        )


def _dealt_in_log(view: TournamentView, table: str, number: int, like: str) -> str | None:
    """Time of a hand in its log; None: not once."""
    hands = view.logged_hands.get((table, number), [])
    at = hands[0].at if len(hands) == 1 else None
    return None if at is None else in_words(at, like)


def _all_dealt(view: TournamentView) -> _AllDealt:
    stated = [(each.table, each.hand, instant(each.at)) for _, each in view.events(Hand)]
    logged = [(table, number, each.at) for (table, number), of in view.logged_hands.items() for each in of]
    found: _Dealt = {}
    for table, number, at in (*stated, *logged):
        mine = found.setdefault(table, {})
        before = mine.get(number)
        mine[number] = before if at is None or (before is not None and before > at) else at
    return found, {table: sorted(numbers) for table, numbers in found.items()}


def _dealt_next(dealt: _AllDealt, hand: Hand, like: str) -> str | None:
    """Time of a table's next hand; None: unknown."""
    times, numbers = dealt
    there = numbers.get(hand.table, [])
    place = bisect_right(there, hand.hand)
    at = times[hand.table][there[place]] if place < len(there) else None
    return None if at is None else in_words(at, like)


def _last_outs(view: TournamentView) -> _Outs:
    """Entry and time of the last elimination by player; none for deals, chips or tickets."""
    by_places = view.header.prizes_by in (UNSET, "places")
    if not by_places or any(True for _ in view.events(Deal)):
        return {}
    found: _Outs = {}
    for _, event in view.events(Elimination):
        player = view.player_of(event.entry)
        if player is None or event.at is UNSET:
            continue
        before = instant(found[player][1]) if player in found else None
        if before is None or (instant(event.at) or 0) > before:
            found[player] = event.entry, event.at
    return found
