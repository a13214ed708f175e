"""A tournament's file into records, or all its problems."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

from msgspec import UNSET, Struct, UnsetType

from rules.records.accepted import accepted
from rules.records.event_file import Wrong, one_of, read_event_file
from rules.records.problems import LineProblems, Problem
from rules.tournaments.header import FORMAT, Level, Tournament, Until
from rules.tournaments.tournament_records import Close, Count, Event, Line, StructureChange

ACCEPTED = accepted(FORMAT, Line)
WHOLE_BP = 10_000  # what the shares of all places come to


class TournamentFile(Struct, frozen=True):
    """A file that was taken: header, events with lines from 1, close."""

    header: Tournament
    events: tuple[tuple[int, Event], ...]
    close: tuple[int, Close] | None


def read_tournament(chunks: Iterable[bytes]) -> TournamentFile:
    """Read a file given in pieces of any size. Raises rules.records.problems.Refused."""
    read = read_event_file(chunks, ACCEPTED, Tournament, Close, _further)
    return TournamentFile(read.header, tuple(read.events), read.close)


def _further(line: int, event: Any, problems: LineProblems) -> None:
    for field, found, expected in _wrong(event):
        problems.add(Problem(line, field, found, expected))


def _wrong(event: Any) -> Wrong:
    if isinstance(event, Tournament):
        yield from _header(event)
    elif isinstance(event, StructureChange):
        yield from _structure(event.structure)
    elif isinstance(event, Count):
        for place, table in enumerate(event.tables):
            yield from one_of(f"tables[{place}]", {"chips": table.chips, "stacks": table.stacks})


def _header(header: Tournament) -> Wrong:
    yield from _shares(header)
    for name in ("late_registration", "rebuy_until"):
        period = getattr(header, name)
        if period is not UNSET:
            yield from _period(name, period)
    if header.structure is not UNSET:
        yield from _structure(header.structure)
    if header.prizes is not UNSET and sum(header.prizes.places_bp) != WHOLE_BP:
        found = f"shares that come to {sum(header.prizes.places_bp)}"
        yield "prizes.places_bp", found, f"shares that come to {WHOLE_BP}, in hundredths of a percent"


def _shares(header: Tournament) -> Wrong:
    royal = header.royal.share if header.royal is not UNSET else UNSET
    yield from _parts(
        "buy_in", header.buy_in, {"fee": header.fee, "bounty": header.bounty, "royal.share": royal}
    )
    for name in ("rebuy", "add_on"):
        offered = getattr(header, name)
        if offered is not UNSET:
            yield from _parts(f"{name}.price", offered.price, {"fee": offered.fee, "royal": offered.royal})


def _parts(field: str, price: int, parts: dict[str, int | UnsetType]) -> Wrong:
    known = {name: part for name, part in parts.items() if part is not UNSET}
    total = sum(cast(Iterable[int], known.values()))
    if total > price:
        yield field, str(price), f"{total} or more: {', '.join(known)} are parts of it"


def _period(field: str, period: Until) -> Wrong:
    stated = {"until_level": period.until_level, "until": period.until, "none": period.none}
    yield from one_of(field, stated)
    if period.none is False:
        yield f"{field}.none", "false", "true, or `until_level` or `until` in its place"


def _structure(levels: list[Level]) -> Wrong:
    first: dict[int, int] = {}
    for place, each in enumerate(levels):
        field = f"structure[{place}]"
        yield from one_of(field, {"minutes": each.minutes, "hands": each.hands})
        if each.level in first:
            there = f"structure[{first[each.level]}]"
            yield f"{field}.level", str(each.level), f"each level once; {there} has it already"
        first.setdefault(each.level, place)
