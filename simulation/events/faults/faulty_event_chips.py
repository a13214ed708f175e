"""Counts and colour-ups that do not come out."""

from __future__ import annotations

from msgspec import UNSET

from rules.tournaments.tournament_records import ColourUp, Count, CountedTable
from simulation.events.faults.event_fault_base import AlteredEvent, Altering, EventFaultFamily, found

FAMILY = EventFaultFamily()


def _without_log(event: Altering, count: Count) -> list[CountedTable]:
    logged = {each.session.table for each in event.event.logs}
    return [each for each in count.tables if each.table not in logged]


@FAMILY.fault("count-too-high", "chips-not-conserved", wide=True)
def count_too_high(event: Altering) -> AlteredEvent | None:
    """A count has more chips than are in play."""
    counts = [
        each for each in event.of(Count) if not event.after(each, Count) and not event.after(each, ColourUp)
    ]
    if not counts or event.header.prizes_by == "chips":
        return None
    count = counts[0]
    tables = _without_log(event, count)
    if not tables:
        return None
    table = event.random.choice(tables)
    if isinstance(table.chips, int):
        true, table.chips = table.chips, table.chips + 5_000
        return AlteredEvent(
            record=count, field="tables.chips", recorded=table.chips, true=true, table=table.table
        )
    stack = (table.stacks or [])[0]
    true, stack.chips = stack.chips, stack.chips + 5_000
    return AlteredEvent(
        record=count,
        field="stacks.chips",
        recorded=stack.chips,
        true=true,
        table=table.table,
        entry=stack.entry,
    )


@FAMILY.fault("chips-between-stacks", "count-differs-from-log")
def chips_between_stacks(event: Altering) -> AlteredEvent | None:
    """A count has chips of one stack in another one at its table."""
    logged = {each.session.table for each in event.event.logs if each.session.tournament is not UNSET}
    if event.header.prizes_by == "chips":
        return None
    for count in event.of(Count):
        for table in count.tables:
            stacks = table.stacks if table.stacks is not UNSET else []
            if (
                table.table in logged
                and len(stacks) > 1
                and stacks[0].chips > 500
                and not _changed_since(event, count)
            ):
                stacks[0].chips -= 500
                stacks[1].chips += 500
                return AlteredEvent(
                    record=count, field="stacks.chips", recorded=stacks[0].chips, true=stacks[0].chips + 500,
                    also=found("count-differs-from-log", [count]), entry=stacks[0].entry, table=table.table,
                )  # fmt: skip
    return None


def _changed_since(event: Altering, count: Count) -> bool:
    """Whether chips were raced off just before a count, so that logs show it later."""
    events = event.event.events
    place = next(place for place, each in enumerate(events) if each is count)
    return any(isinstance(each, ColourUp) for each in events[max(0, place - 60) : place])


def _races(event: Altering) -> list[ColourUp]:
    raced = event.ruleset.sections.race is not None
    return event.of(ColourUp, lambda each: each.ruling is UNSET) if raced else []


@FAMILY.fault("odd-stack-after-a-race", "colour-up-stack-differs", wide=True)
def odd_stack_after_a_race(event: Altering) -> AlteredEvent | None:
    """After a colour-up a stack has a chip that left play."""
    for race in _races(event):
        for table in race.tables:
            for stack in table.stacks:
                if stack.after < stack.before:
                    true, stack.after = stack.after, stack.after + race.chip
                    return AlteredEvent(
                        record=race, field="stacks.after", recorded=stack.after, true=true, entry=stack.entry,
                        table=table.table, also=found("chips-not-conserved", event.after(race, Count)[:1]),
                        may=("colour-up-total-differs", "count-differs-from-log"),
                    )  # fmt: skip
    return None


@FAMILY.fault("too-much-after-a-race", "colour-up-total-differs", wide=True)
def too_much_after_a_race(event: Altering) -> AlteredEvent | None:
    """A colour-up gives a stack three chips too many."""
    races = _races(event)
    if not races:
        return None
    race = event.random.choice(races)
    table = event.random.choice(race.tables)
    stack = table.stacks[0]
    true, stack.after = stack.after, stack.after + 3 * race.next
    also = [("colour-up-stack-differs", race), *found("chips-not-conserved", event.after(race, Count)[:1])]
    return AlteredEvent(
        record=race, field="stacks.after", recorded=stack.after, true=true, entry=stack.entry, table=table.table,
        also=also, may=("count-differs-from-log",),
    )  # fmt: skip


@FAMILY.fault("race-after-another-level", "colour-up-level-differs")
def race_after_another_level(event: Altering) -> AlteredEvent | None:
    """Small chips leave play a level later than published."""
    planned = event.header.colour_ups
    races = _races(event)
    if planned is UNSET or not races:
        return None
    race = event.random.choice(races)
    true = race.after_level
    if not isinstance(true, int):
        return None
    race.after_level = true + 1
    return AlteredEvent(record=race, field="after_level", recorded=true + 1, true=true)


@FAMILY.fault("old-chip-in-a-count", "old-chips-in-play")
def old_chip_in_a_count(event: Altering) -> AlteredEvent | None:
    """After a colour-up a count has a chip that left play in one stack, and less in another one at its table."""
    for race in _races(event):
        for count in event.after(race, Count):
            for table in _without_log(event, count):
                stacks = table.stacks if table.stacks is not UNSET else []
                if len(stacks) > 1 and stacks[1].chips > race.chip:
                    true, stacks[0].chips = stacks[0].chips, stacks[0].chips + race.chip
                    stacks[1].chips -= race.chip
                    return AlteredEvent(
                        record=count, field="stacks.chips", recorded=stacks[0].chips, true=true, entry=stacks[0].entry,
                        also=[("old-chips-in-play", count)], table=table.table,
                    )  # fmt: skip
    return None
