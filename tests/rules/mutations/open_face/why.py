"""Why a change does not show: what has to be so for each reason, held of every change that the reason is given for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tests.plain.open_face.systems import SYSTEMS
from tests.rules.mutations.open_face.change import Change
from tests.rules.mutations.open_face.expected.clock import instant
from tests.rules.mutations.open_face.expected.hand import Hand


@dataclass(frozen=True)
class Case:
    """A change in a system; the hand before and after it, where it is one of a hand."""

    change: Change
    system: str
    before: Hand | None
    after: Hand | None

    @property
    def hands(self) -> tuple[Hand, Hand]:
        assert self.before
        assert self.after
        return self.before, self.after


@dataclass(frozen=True)
class Why:
    """A reason, the kinds of change that it is given for, and what has to be so."""

    because: str
    holds: Callable[[Case], bool]
    kinds: tuple[str, ...]


def always(case: Case) -> bool:
    return True


def withdrawn(case: Case) -> bool:
    return case.change.absent


def void(case: Case) -> bool:
    before, after = case.hands
    return bool(before.event.get("void") and after.event.get("void"))


def settled_alike(case: Case) -> bool:
    """The same is due to everybody who is still there, and who left was due nothing."""
    before, after = (hand.facts for hand in case.hands)
    if before.money is None or after.money is None:
        return False
    both = set(before.money) | set(after.money)
    same = all(before.money.get(number, 0) == after.money.get(number, 0) for number in both)
    return same and all(
        before.fouled[number] == after.fouled[number] for number in set(before.fouled) & set(after.fouled)
    )


def not_known(case: Case) -> bool:
    return case.hands[1].facts.money is None


def explained(case: Case) -> bool:
    """Something else is due, and a penalty without a price is on record."""
    rulings = case.hands[1].event.get("irregularities", ())
    return not settled_alike(case) and any(each.get("ruling") == "penalty" for each in rulings)


def limited(case: Case) -> bool:
    return case.hands[1].facts.tight


def unlimited(case: Case) -> bool:
    return SYSTEMS[case.system].payment == "due"


def of_one_street(case: Case) -> bool:
    """As many cards at every act as before."""
    before, after = ([len(act["dealt"]) for act in hand.event["placements"]] for hand in case.hands)
    return before == after or bool(SYSTEMS[case.system].fantasyland)


# ---------------------------------------------------------------- could show


def out_of_time(case: Case) -> bool:
    """Acts, calls and answers that do not fit each other, or the hand's own times."""
    event = case.hands[1].event
    acts, calls = event.get("placements", ()), event.get("clock_calls", ())
    times = [instant(act["at"]) for act in acts if "at" in act]
    within = [
        *times,
        *(instant(call["at"]) for call in calls),
        *(instant(call["acted_at"]) for call in calls if "acted_at" in call),
    ]
    if times != sorted(times):
        return True
    if "at" in event and any(time < instant(event["at"]) for time in within):
        return True
    if "ended_at" in event and any(time > instant(event["ended_at"]) for time in within):
        return True
    return len(times) == len(acts) and any(misplaced(call, acts) for call in calls)


def misplaced(call: dict, acts: list[dict]) -> bool:
    """It was another seat's turn; or the seat acted at another time than the call says. Who never acts again had stopped."""
    called = instant(call["at"])
    later = [
        act
        for act in acts
        if instant(act["at"]) > called or (instant(act["at"]) == called and act["seat"] == call["seat"])
    ]
    if call["seat"] not in [act["seat"] for act in later]:
        return "acted_at" in call
    if later[0]["seat"] != call["seat"]:
        return True
    return "acted_at" in call and instant(call["acted_at"]) != instant(later[0]["at"])


def in_time(case: Case) -> bool:
    return case.before is None or not out_of_time(case)


def of_nobody(case: Case) -> bool:
    """A placement, a call or an irregularity names a seat where nobody sat."""
    event, seats = case.hands[1].event, case.hands[1].facts.seats
    named = [*event.get("placements", ()), *event.get("clock_calls", ()), *event.get("irregularities", ())]
    return any(each.get("seat", min(seats)) not in seats for each in named)
