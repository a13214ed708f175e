"""A line is of a time at which it cannot have been.

Finds: an elimination before the hand in which the player went out was dealt; a prize or ranking points before the player was
out, where no deal was made; a hand that ended before its riffle, or after a later hand of its table; a break that ends before
it begins.
Why: a file is kept as things happen. A line that contradicts what it tells of was written at another time than it says.
Example: entry 12 went out at 20:17 in hand 31 of table T1, and the table's log has hand 31 dealt at 22:05.
Needs: the times of both.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET

from rules.checks.base import Check, Draft
from rules.checks.impossible_times import impossible, in_words, instant, is_before
from rules.checks.line_times import UNTIMED
from rules.checks.things import INAPPLICABLE, Outcomes, each_thing
from rules.tournaments.checks.base import EVERY_EVENT, TournamentView
from rules.tournaments.records import Act, Break, Close, Deal, Elimination, Hand, Payout, RankingAward

CHECK = Check(
    "LOG020",
    "time-impossible",
    "discrepancy",
    "minor",
    ("external:RECORD-complete",),
    scope="tournament",
    area="evidence",
    follows=("LOG018", "LOG019"),
    games=EVERY_EVENT,
)


@each_thing
def run(view: TournamentView) -> Outcomes:
    last = _last_outs(view)
    for line, event in view.timed:
        if event.at is UNSET:
            yield UNTIMED
            continue
        outcomes = list(_compared(view, line, event, last))
        drafts = [each for each in outcomes if each is not None]
        yield drafts or (None if outcomes else INAPPLICABLE)


def _compared(
    view: TournamentView, line: int, event: Act | Close, last: dict[str, tuple[int, str]]
) -> Iterator[Draft | None]:
    """What each time that a line can be compared with says; nothing where there is none."""
    where = f"Line {line} ({str(type(event).__struct_config__.tag).replace('_', ' ')})"
    at = str(event.at)
    if isinstance(event, Break):
        end = f"The end of the break in line {line}"
        yield _early(end, line, event.ends_at, at, f"before it begins, at {at}")
    if isinstance(event, Hand):
        yield from _hand(view, line, event)
    if isinstance(event, Elimination):
        yield from _elimination(view, where, line, event, at)
    if isinstance(event, RankingAward) or (isinstance(event, Payout) and event.of in (UNSET, "prize")):
        entry, out = last.get(event.player, (0, None))
        if out is not None:
            yield _early(where, line, at, out, f"before entry {entry} of {event.player} was out, at {out}")


def _early(where: str, line: int, stated: str, bound: str, why: str) -> Draft | None:
    return impossible(where, line, stated, bound, why) if is_before(stated, bound) else None


def _hand(view: TournamentView, line: int, event: Hand) -> Iterator[Draft | None]:
    where = f"The end of hand {event.hand} of table {event.table} in line {line}"
    ended = event.ended_at
    if ended is UNSET:
        return
    if event.riffle_at is not UNSET:
        yield _early(where, line, ended, event.riffle_at, f"before its riffle, of {event.riffle_at}")
    following = _dealt_next(view, event, ended)
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


def _dealt_next(view: TournamentView, hand: Hand, like: str) -> str | None:
    """When the next hand of a table that is on record was dealt, by the file or the table's log; None: it is not known."""
    lines = [(each.hand, each.at) for _, each in view.events(Hand) if each.table == hand.table]
    logged = [
        (each.hand, None if each.at is None else in_words(each.at, like))
        for log in view.own
        for each in log.hands
        if each.table == hand.table
    ]
    later = [(number, at) for number, at in (*lines, *logged) if number > hand.hand]
    first = min((number for number, _ in later), default=None)
    times = [at for number, at in later if number == first and isinstance(at, str)]
    return max(times, key=lambda each: instant(each) or 0, default=None)


def _dealt_in_log(view: TournamentView, table: str, number: int, like: str) -> str | None:
    """When a hand was dealt, by the log of its table; None: not recorded, or recorded twice."""
    hands = [each for log in view.own for each in log.hands if (each.table, each.hand) == (table, number)]
    at = hands[0].at if len(hands) == 1 else None
    return None if at is None else in_words(at, like)


def _last_outs(view: TournamentView) -> dict[str, tuple[int, str]]:
    """By player the entry and the time of the last elimination; of nobody where a deal was made, or chips or tickets are paid."""
    by_places = view.header.prizes_by in (UNSET, "places")
    if not by_places or any(True for _ in view.events(Deal)):
        return {}
    found: dict[str, tuple[int, str]] = {}
    for _, event in view.events(Elimination):
        player = view.player_of(event.entry)
        if player is None or event.at is UNSET:
            continue
        before = instant(found[player][1]) if player in found else None
        if before is None or (instant(event.at) or 0) > before:
            found[player] = event.entry, event.at
    return found
