"""The money of an honest hand, as it is due: fees, pots, awards and nets are written into its line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.plain.pots.settled import Settled, amounts_of, settled

if TYPE_CHECKING:
    from tests.simulation.short_stacks.hands import Played

Event = dict[str, Any]


def settle(played: Played) -> Settled:
    """What the hand comes to; its line has it, too."""
    hand, fees = played.hand, _fees(played)
    due = settled(played.judge, fees)
    for seat in hand["seats"]:
        seat["net"] = due.nets[seat["seat"]]
    several = any(act.get("run") for act in played.acts)
    pots: list[Event] = [
        {"pot": pot, "amount": amount, "eligible": seats, "awards": []}
        for pot, (amount, seats) in enumerate(due.pots)
    ]
    paid = [award for award in due.awards if award[-1]]  # not the runs or halves for which no chip was left
    for order, (pot, run, half, number, amount) in enumerate(paid, 1):
        named = {**({"run": run} if several else {}), **({} if half == "all" else {"half": half})}
        pots[pot]["awards"].append({"seat": number, "amount": amount, "order": order, **named})
    hand |= {"fees": fees, "pots": pots}
    return due


def _fees(played: Played) -> list[Event]:
    """The rake of every full step, borne by the pots as they were built; or a share that the room is free to take."""
    rake = played.rules.fees.rake
    assert rake is not None
    pots = amounts_of(played.judge)
    if not pots or not _raked(played):
        return []
    if rake.step_money is None:
        chip = played.table.stakes.get("chip", 1)
        share = played.random.choice((0, 0, 300, 1_000)) * pots[0] // 10_000 // chip * chip
        return [{"kind": "rake", "amount": share, "pot": 0}] if share else []
    step, price, cap = rake.step_money, rake.per_step or 0, rake.cap or 0
    found, running, taken = [], 0, 0
    for pot, amount in enumerate(pots):
        running += amount
        due = min(running // step * price, cap)
        if due > taken:
            found.append({"kind": "rake", "amount": due - taken, "pot": pot})
        if due - taken > amount:
            played.betting.silent.add("a rake above the pot that it falls on")
        taken = due
    return found


def _raked(played: Played) -> bool:
    """Whether the flop was dealt, or in stud a second card that shows; draw games are raked always."""
    first = played.judge.streets[0]
    dealt = (act for act in played.acts if act["act"] in ("board", "card"))
    return played.game.kind == "draw" or any(act["street"] != first for act in dealt)
