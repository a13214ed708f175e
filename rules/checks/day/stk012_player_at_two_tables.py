"""A player is on record at two tables at once.

Finds: a player in consecutive hands at one table during a time in which the player is in hands at another.
Why: nobody plays at two tables at once. One of the records has a wrong time or a wrong player, or somebody else played.
Example: player P7 is at table 3 from 19:04 to 20:10, and at table 5 from 19:40 to 21:00.
Needs: `at` of the hands at both tables, and `ended_at` where it was recorded. A pause of more than a quarter of an hour
does not count as play at the table. The banker, who may be the house, and players who missed hands during that time are
not tested.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.checks.day.day_view import DayView, table_name
from rules.checks.day.session_summary import SeatedStretch, SessionSummary
from rules.checks.support.check import Check, Draft, Tested

CHECK = Check(
    "STK012",
    "player-at-two-tables",
    "violation",
    "critical",
    ("external:SEAT-one",),
    title="Player {player} sat at two tables at once",
    scope="room",
    area="procedure",
    follows=("LOG008",),
)
_Place = tuple[SeatedStretch, int]  # and the position of the sitting


def run(view: DayView) -> Tested:
    by_player: dict[str, list[_Place]] = {}
    for at, sitting in enumerate(view.sittings):
        for each in sitting.seated:
            by_player.setdefault(each.player, []).append((each, at))
    both = {
        player: places
        for player, places in by_player.items()
        if len({view.sittings[at].table for _, at in places}) > 1
    }
    untimed = {
        at for places in both.values() for each, at in places if each.begins is None or each.ends is None
    }
    unsure = {at for places in both.values() for each, at in places if each.banked or each.missed}
    short = {at for places in both.values() for at in _momentary(view, places)}
    return view.tested(
        [fact for player in sorted(both) for fact in _findings(view, player, both[player])],
        [
            (untimed, "the times of hands of a player who is on record at another table were not recorded"),
            (short, "the end of a hand of a player who is on record at another table was not recorded"),
            (unsure, "a player who is on record at another table was the banker, or missed hands"),
        ],
    )


def _momentary(view: DayView, places: list[_Place]) -> Iterator[int]:
    """Sittings with one hand without end, within another table's time."""
    timed = [
        (each.begins, each.ends, at)
        for each, at in places
        if each.begins is not None and each.ends is not None
    ]
    longer = [(begins, ends, at) for begins, ends, at in timed if begins < ends]
    for dealt, settled, at in timed:
        table = view.sittings[at].table
        if dealt == settled and any(
            begins < dealt < ends and view.sittings[there].table != table for begins, ends, there in longer
        ):
            yield at


def _findings(view: DayView, player: str, places: list[_Place]) -> Iterator[Draft]:
    """Finding for each pair of sittings, at their first common time."""
    sure = [
        (each, at)
        for each, at in places
        if each.begins is not None and each.ends is not None and not each.banked and not each.missed
    ]
    sure.sort(key=lambda place: (place[0].begins, place[0].ends, place[1], place[0].seat))
    reported: set[tuple[int, int]] = set()
    for place, (a, first) in enumerate(sure):
        for b, second in sure[place + 1 :]:
            assert a.ends is not None and b.begins is not None and b.ends is not None
            if b.begins >= a.ends:
                break
            pair = (min(first, second), max(first, second))
            apart = view.sittings[first].table != view.sittings[second].table
            if (
                apart
                and pair not in reported
                and b.begins < min(a.ends, b.ends)
                and view.begins_here(b.begins)
            ):
                reported.add(pair)
                yield _draft(view, player, (a, first), (b, second))


def _draft(view: DayView, player: str, one: _Place, other: _Place) -> Draft:
    (a, first), (b, second) = one, other
    assert a.ends is not None and b.begins is not None and b.ends is not None
    until = min(a.ends, b.ends)
    return Draft(
        session=view.sittings[second].session,
        player=player,
        stated=f"{table_name(view.sittings[first].table)} and {table_name(view.sittings[second].table)}",
        expected="one table at a time",
        unit="tables",
        fact=f"{player}|{_session(view, first)}|{_session(view, second)}|{b.begins}",
        sessions=(first, second),
        message=(
            f"Player {player} is on record at two tables from {view.clock(b.begins)} to {view.clock(until)}: "
            f"{_said(view.sittings[first], a)}; {_said(view.sittings[second], b)}."
        ),
    )


def _session(view: DayView, at: int) -> str:
    return view.sittings[at].session


def _said(sitting: SessionSummary, each: SeatedStretch) -> str:
    hands = f"hand {each.first}" if each.hands == 1 else f"hands {each.first} to {each.last}"
    return f"seat {each.seat} of {table_name(sitting.table).replace('Table', 'table', 1)} in {hands} of session {sitting.session}"
