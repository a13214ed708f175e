"""Faults of the announced pool, the control totals, and of late or wrongly classed publications."""

from __future__ import annotations

import datetime as dt

from msgspec import UNSET

from rules.tournaments.tournament_records import AnnouncedPool, RankingAward
from simulation.events.faults.event_fault_base import AlteredEvent, Altering, EventFaultFamily

FAMILY = EventFaultFamily()
_TOTALS = (
    "entries",
    "players",
    "collected",
    "fees",
    "bounties",
    "royal",
    "added",
    "prize_pool",
    "distributable",
    "paid",
)


def _announced(event: Altering, name: str, more: int) -> AlteredEvent | None:
    pool = event.any_of(AnnouncedPool, lambda each: isinstance(getattr(each, name), int))
    if pool is None:
        return None
    true = getattr(pool, name)
    setattr(pool, name, true + more)
    return AlteredEvent(record=pool, field=name, recorded=true + more, true=true)


@FAMILY.fault("pool-announced-wrongly", "prize-pool-differs")
def pool_announced_wrongly(event: Altering) -> AlteredEvent | None:
    """The prize pool was announced too high."""
    return _announced(event, "prize_pool", event.random.choice((100, 1_000, 27)))


@FAMILY.fault("ranking-share-announced-wrongly", "ranking-share-differs")
def ranking_share_announced_wrongly(event: Altering) -> AlteredEvent | None:
    """The ranking's share was announced too high."""
    return _announced(event, "ranking", event.random.choice((1, 500)))


@FAMILY.fault("places-announced-wrongly", "paid-places-differ")
def places_announced_wrongly(event: Altering) -> AlteredEvent | None:
    """One place too many was announced."""
    return _announced(event, "places", 1)


@FAMILY.fault("tickets-announced-wrongly", "tickets-differ")
def tickets_announced_wrongly(event: Altering) -> AlteredEvent | None:
    """One ticket too many was announced."""
    return _announced(event, "tickets", 1)


@FAMILY.fault("total-wrong", "total-differs")
def total_wrong(event: Altering) -> AlteredEvent | None:
    """A control total is wrong."""
    totals = event.close.totals
    if totals is UNSET or event.close in event.touched:
        return None
    name = event.random.choice(_TOTALS)
    true = getattr(totals, name)
    if not isinstance(true, int):
        return None
    setattr(totals, name, true + 1)
    return AlteredEvent(record=event.close, field=name, recorded=true + 1, true=true)


@FAMILY.fault("published-after-the-start", "published-late", wide=True)
def published_after_the_start(event: Altering) -> AlteredEvent | None:
    """The event was published after it had started."""
    header = event.header
    true, entry = header.published_at, event.ruleset.sections.entry
    if true is UNSET or header.starts_at is UNSET or entry is None or entry.published is None:
        return None
    start = dt.datetime.fromisoformat(str(header.starts_at))
    header.published_at = (start + dt.timedelta(hours=1)).isoformat()
    return AlteredEvent(record=header, field="published_at", recorded=header.published_at, true=true)


@FAMILY.fault("ranking-of-a-private-event", "ranking-event-excluded", wide=True)
def ranking_of_a_private_event(event: Altering) -> AlteredEvent | None:
    """A private event counts for the ranking."""
    header = event.header
    classes = header.classes if isinstance(header.classes, list) else []
    if header.ranking is not True or "monthly" in classes or not event.all(RankingAward):
        return None
    header.classes = ["private"]
    return AlteredEvent(record=header, field="classes", recorded="private", true=", ".join(classes) or None)
