"""Entries, re-entries, rebuys, the waiting list and refunds that were not as they should be."""

from __future__ import annotations

import msgspec
from msgspec import UNSET

from rules.tournaments.header import Until
from rules.tournaments.tournament_records import (
    AddOn,
    Count,
    Elimination,
    Entry,
    Penalty,
    Rebuy,
    Reentry,
    Unregister,
    Waiting,
)
from simulation.events.faults.event_fault_base import AlteredEvent, Altering, EventFaultFamily, found
from simulation.events.faults.numbers import renumber
from simulation.faults.figures import Figure

FAMILY = EventFaultFamily()


FAMILY.figure(
    "entry-paid-less", "entry-price-differs", "An entry paid less than the price.",
    Figure(Entry, "paid", more=(-100, -500, -1_000)),
)  # fmt: skip


FAMILY.figure(
    "rebuy-paid-less", "entry-price-differs", "A rebuy or an add-on paid less than its price.",
    Figure(Rebuy, "paid", more=(-100,)), where=lambda each: isinstance(each.paid, int) and each.paid > 0,
)  # fmt: skip


@FAMILY.fault("starting-stack-short", "starting-stack-differs", wide=True)
def starting_stack_short(event: Altering) -> AlteredEvent | None:
    """An entry is recorded with fewer chips than it got, so that the next count has too many."""
    counted = _counted(event)
    entry = event.any_of(Entry, lambda each: each.entry in counted)
    if entry is None or not isinstance(entry.chips, int):
        return None
    counts = event.after(entry, Count)
    true, entry.chips = entry.chips, entry.chips - 500
    return AlteredEvent(
        record=entry, field="chips", recorded=entry.chips, true=true, entry=entry.entry, player=entry.player,
        also=found("chips-not-conserved", counts[:1]),
    )  # fmt: skip


@FAMILY.fault("entry-after-the-end", "entry-late", wide=True)
def entry_after_the_end(event: Altering) -> AlteredEvent | None:
    """Late registration ended before the last entry."""
    header, entries = event.header, event.all(Entry)
    period = header.late_registration
    last = entries[-1]
    if period is UNSET or str(last.at) < str(header.starts_at) or str(entries[-2].at) == str(last.at):
        return None
    header.late_registration = Until(until=str(last.at))
    if header.rebuy is not UNSET and header.rebuy_until is UNSET:
        header.rebuy_until = period
    return AlteredEvent(
        record=last,
        field="late_registration.until",
        recorded=str(last.at),
        entry=last.entry,
        player=last.player,
    )


@FAMILY.fault("no-late-registration", "late-registration-missing", wide=True)
def no_late_registration(event: Altering) -> AlteredEvent | None:
    """Late registration was not offered."""
    header = event.header
    period = header.late_registration
    if period is UNSET:
        return None
    if header.rebuy is not UNSET and header.rebuy_until is UNSET:
        header.rebuy_until = period
    header.late_registration = Until(none=True)
    return AlteredEvent(record=header, field="late_registration.none", recorded=True, may=("entry-late",))


@FAMILY.fault("player-enters-twice", "entry-twice", wide=True)
def player_enters_twice(event: Altering) -> AlteredEvent | None:
    """A player who is in enters once more, and gets the money back."""
    if event.header.late_registration is UNSET or event.all(Waiting):
        return None
    last = event.all(Entry)[-1]
    price = event.header.buy_in
    again = Entry(at=last.at, entry=last.entry + 1, player=last.player, paid=price, chips=event.header.stack)
    refund = Unregister(at=last.at, entry=again.entry, refund=price, approved=True)
    event.insert(again, last)
    event.insert(refund, again)
    return AlteredEvent(
        record=again, field="player", recorded=again.player, entry=again.entry, player=again.player,
        may=("reentry-as-entry",),
    )  # fmt: skip


@FAMILY.fault("reentry-recorded-as-entry", "reentry-as-entry", wide=True)
def reentry_recorded_as_entry(event: Altering) -> AlteredEvent | None:
    """A re-entry is recorded as the entry of a new player."""
    reentry = event.any_of(Reentry)
    totals = event.close.totals
    if reentry is None or totals is UNSET or not isinstance(totals.reentries, int):
        return None
    plain = Entry(**msgspec.structs.asdict(reentry))
    event.insert(plain, reentry)
    event.remove(reentry)
    totals.reentries -= 1
    return AlteredEvent(
        record=plain, field="event", recorded="entry", true="reentry", entry=plain.entry, player=plain.player
    )


@FAMILY.fault("entry-recorded-as-reentry", "reentry-without-entry", wide=True)
def entry_recorded_as_reentry(event: Altering) -> AlteredEvent | None:
    """A first entry is recorded as a re-entry."""
    allowed = event.header.kind == "reentry" or event.header.reentries is True
    counted = _counted(event)
    entry = event.any_of(Entry, lambda each: type(each) is Entry and each.entry in counted)
    totals = event.close.totals
    if not allowed or entry is None or totals is UNSET or not isinstance(totals.reentries, int):
        return None
    again = Reentry(**msgspec.structs.asdict(entry))
    event.insert(again, entry)
    event.remove(entry)
    totals.reentries += 1
    return AlteredEvent(
        record=again, field="event", recorded="reentry", true="entry", entry=again.entry, player=again.player
    )


def _counted(event: Altering) -> set[int]:
    return {each.number for each in event.replayed().field.counted}


@FAMILY.fault("reentries-of-a-freezeout", "reentry-not-allowed", wide=True)
def reentries_of_a_freezeout(event: Altering) -> AlteredEvent | None:
    """There are re-entries in a freezeout."""
    reentries = event.all(Reentry)
    if event.header.kind != "reentry" or not reentries:
        return None
    event.header.kind = "freezeout"
    first, *others = reentries
    return AlteredEvent(
        record=first, field="kind", recorded="freezeout", true="reentry", also=found("reentry-not-allowed", others),
        entry=first.entry, player=first.player,
    )  # fmt: skip


@FAMILY.fault("rebuys-of-a-freezeout", "rebuy-not-allowed", wide=True)
def rebuys_of_a_freezeout(event: Altering) -> AlteredEvent | None:
    """There are rebuys in a freezeout."""
    rebuys = event.all(Rebuy)
    if event.header.kind not in ("rebuy_broke", "rebuy_any", "double_chance") or not rebuys:
        return None
    true, event.header.kind = event.header.kind, "freezeout"
    first, *others = rebuys
    again = found("reentry-not-allowed", event.all(Reentry)) if event.header.reentries is not True else []
    return AlteredEvent(
        record=first, field="kind", recorded="freezeout", true=true, entry=first.entry,
        also=[*found("rebuy-not-allowed", others), *again], may=("reentry-not-allowed",),
    )  # fmt: skip


FAMILY.figure(
    "rebuy-with-a-stack", "rebuy-with-chips", "A rebuy with chips in front, where only who has none may rebuy.",
    Figure(Rebuy, "before", to=1_000), where=lambda each: not isinstance(each, AddOn),
    within=lambda event: event.header.kind == "rebuy_broke",
)  # fmt: skip


@FAMILY.fault("rebuy-after-the-end", "rebuy-late", wide=True)
def rebuy_after_the_end(event: Altering) -> AlteredEvent | None:
    """The time for rebuys ended before the last one."""
    rebuys = [each for each in event.all(Rebuy) if not isinstance(each, AddOn)]
    if not rebuys or any(str(each.at) >= str(rebuys[-1].at) for each in event.all(AddOn)):
        return None
    late = [each for each in rebuys if each.at == rebuys[-1].at]
    event.header.rebuy_until = Until(until=str(late[0].at))
    return AlteredEvent(
        record=late[0], field="rebuy_until", recorded=str(late[0].at), also=found("rebuy-late", late[1:]),
        entry=late[0].entry,
    )  # fmt: skip


@FAMILY.fault("entry-number-left-out", "entry-number-gap", wide=True)
def entry_number_left_out(event: Altering) -> AlteredEvent | None:
    """A number of an entry is missing: every later one is higher by 1."""
    entry = event.any_of(Entry, lambda each: each is not event.all(Entry)[0])
    if entry is None:
        return None
    true = entry.entry
    renumber(event.event.events, true)
    return AlteredEvent(
        record=entry, field="entry", recorded=true + 1, true=true, entry=true + 1, player=entry.player
    )


@FAMILY.fault("penalty-of-nobody", "not-entered")
def penalty_of_nobody(event: Altering) -> AlteredEvent | None:
    """A penalty names an entry that does not exist."""
    bust = event.any_of(Elimination)
    if bust is None:
        return None
    number = max(each.entry for each in event.all(Entry)) + 100
    penalty = Penalty(at=bust.at, entry=number, kind="warning")
    event.insert(penalty, bust)
    return AlteredEvent(record=penalty, field="entry", recorded=number, entry=number)


FAMILY.figure(
    "waiting-position", "waiting-list-order", "The position of a player on the waiting list is wrong.",
    Figure(Waiting, "position", more=(1,)), where=lambda each: isinstance(each.position, int),
)  # fmt: skip


@FAMILY.fault("waiting-list-passed", "waiting-list-jumped", wide=True)
def waiting_list_passed(event: Altering) -> AlteredEvent | None:
    """The second of the waiting list gets a seat before the first."""
    joins = event.of(Waiting, lambda each: each.action == "join" and each.kind == "entry")
    entered = {each.player: each for each in event.all(Entry)}
    for first, second in zip(joins, joins[1:], strict=False):
        if first.player in entered and second.player in entered:
            first.player, second.player = second.player, first.player
            jumped = entered[second.player]
            return AlteredEvent(
                record=jumped, field="waiting.player", recorded=first.player, true=second.player,
                player=jumped.player, entry=jumped.entry,
            )  # fmt: skip
    return None


FAMILY.figure(
    "refund-not-approved", "refund-without-approval", "An entry was paid back without approval.",
    Figure(Unregister, "approved"),
)  # fmt: skip


FAMILY.figure(
    "refund-short", "refund-differs", "An entry was paid back in part.", Figure(Unregister, "refund", more=(-500,)),
    where=lambda each: isinstance(each.refund, int),
)  # fmt: skip
