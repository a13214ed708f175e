"""What a judged hand comes to: pots, returns, awards and nets, by the chips that the judge counted and the cards on record."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tests.plain.pots.judge import Judge
from tests.rules.pot_games import plain_settle
from tests.rules.pot_games.plain_log import fallen, followed
from tests.rules.pot_games.plain_settle import Table

Event = dict[str, Any]


@dataclass
class Settled:
    """Seats by number; awards as pot, run, half, seat and amount."""

    pots: list[tuple[int, list[int]]]
    returned: dict[int, int]
    awards: list[tuple[int, int, str, int, int]]
    nets: dict[int, int]


def table_of(judge: Judge) -> Table:
    """The hand at its end, for the plain settlement; its columns are the seats dealt in, by number."""
    hand, rules, game = judge.hand, judge.rules, judge.game
    cards = [act for act in hand["acts"] if act["act"] not in ("post", "fold")]
    end = followed({"seats": [{"hole": "", **seat} for seat in hand["seats"]], "acts": cards}, game)
    seats = list(judge.betting.seats.values())
    first = min(end.numbers, key=lambda seat: (seat - judge.dealer - 1) % 10)
    return Table(
        live=[seat.live for seat in seats],
        dead=[seat.dead for seat in seats],
        folded=[seat.folded for seat in seats],
        mucked=[number in end.mucked for number in end.numbers],
        own=[end.own[number] for number in end.numbers],
        boards=end.boards,
        first_left=end.numbers.index(first),
        chip=hand["stakes"].get("chip", 1),
        high_card=game.kind == "stud" and rules.pots.odd_chip.stud == "high_card_by_suit_of_five",
    )


def amounts_of(judge: Judge) -> list[int]:
    """What each pot holds before fees, the main pot first."""
    return [amount for amount, _ in plain_settle.pots(table_of(judge))]


def settled(judge: Judge, fees: list[Event]) -> Settled:
    """The money of a hand, after fees that name their pots."""
    table = table_of(judge)
    numbers = list(judge.betting.seats)
    made = plain_settle.pots(table)
    rake = judge.rules.fees.rake
    assert rake is not None
    left = fallen({"fees": fees}, [amount for amount, _ in made], rake)
    awards = plain_settle.awards(table, judge.game, left, judge.rules.pots.odd_chip)
    back = plain_settle.uncalled(table.live)
    nets = {
        number: back[place] - table.live[place] - table.dead[place] for place, number in enumerate(numbers)
    }
    for _, _, _, place, amount in awards:
        nets[numbers[place]] += amount
    return Settled(
        pots=[(amount, [numbers[place] for place in places]) for amount, places in made],
        returned={numbers[place]: amount for place, amount in enumerate(back) if amount},
        awards=[(pot, run, half, numbers[place], amount) for pot, run, half, place, amount in awards],
        nets=nets,
    )
