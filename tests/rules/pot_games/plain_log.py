"""Hands of a log followed plainly, one act after the other: chips into the middle, cards to the seats and to the boards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rules.controls.sections.pots import Game, PotGame, PotRake
from tests.rules.pot_games import plain_settle
from tests.rules.pot_games.plain_settle import Table

Event = dict[str, Any]
_DEAD = ("missed_small", "dead", "table_ante")
_BETS = ("call", "bet", "raise", "complete")


def cards_of(text: str) -> list[str]:
    return [text[place : place + 2] for place in range(0, len(text), 2)]


@dataclass
class Followed:
    """One hand at its end. Seats by number."""

    numbers: list[int]
    live: dict[int, int]
    dead: dict[int, int]
    returned: dict[int, int]
    folded: set[int]
    mucked: set[int]
    own: dict[int, list[str]]
    boards: list[list[str]]


def followed(hand: Event, game: Game) -> Followed:
    """What the acts of a hand come to."""
    seats = [seat for seat in hand["seats"] if seat.get("status") != "missed"]
    numbers = sorted(seat["seat"] for seat in seats)
    nothing = dict.fromkeys(numbers, 0)
    own = {seat["seat"]: cards_of(seat["hole"] + seat.get("up", "")) for seat in seats}
    end = Followed(numbers, dict(nothing), dict(nothing), {}, set(), set(), own, [[]])
    shared, runs, common, street = [], {}, [], ""
    front = dict(nothing)
    for act in hand["acts"]:
        if act["act"] in ("board", "card", "draw") and act["street"] != street:
            if act["street"] != game.streets[0].name:
                front = dict(nothing)
            street = act["street"]
        match act:
            case {"act": "post", "seat": seat, "kind": kind, "amount": amount}:
                (end.dead if kind in _DEAD else end.live)[seat] += amount
                if kind not in (*_DEAD, "ante"):
                    front[seat] += amount
            case {"act": verb, "seat": seat, "to": to} if verb in _BETS:
                end.live[seat] += to - front[seat]
                front[seat] = to
            case {"act": "fold", "seat": seat}:
                end.folded.add(seat)
            case {"act": "return", "seat": seat, "amount": amount}:
                end.returned[seat] = amount
            case {"act": "board", "cards": cards, "run": run}:
                runs.setdefault(run, []).extend(cards_of(cards))
            case {"act": "board", "cards": cards}:
                (common if game.kind == "stud" else shared).extend(cards_of(cards))
            case {"act": "card", "seat": seat}:
                own[seat] += cards_of(act.get("up", "") + act.get("down", ""))
            case {"act": "discard", "seat": seat, "cards": cards}:
                own[seat] = [card for card in own[seat] if card not in cards_of(cards)]
            case {"act": "draw", "seat": seat, "discard": away, "cards": cards}:
                own[seat] = [card for card in own[seat] if card not in cards_of(away)] + cards_of(cards)
            case {"act": "muck", "seat": seat}:
                end.mucked.add(seat)
    end.boards = [shared + runs[run] for run in sorted(runs)] or [shared]
    for seat in set(numbers) - end.folded if common else ():
        own[seat] += common
    return end


def table_of(hand: Event, rules: PotGame, chip: int) -> Table:
    """One hand as the plain settlement takes it; its columns are the seats dealt in, by number."""
    game = rules.games[hand["game"]]
    end = followed(hand, game)
    first = min(end.numbers, key=lambda seat: (seat - hand["dealer"] - 1) % 10)
    return Table(
        live=[end.live[seat] for seat in end.numbers],
        dead=[end.dead[seat] for seat in end.numbers],
        folded=[seat in end.folded for seat in end.numbers],
        mucked=[seat in end.mucked for seat in end.numbers],
        own=[end.own[seat] for seat in end.numbers],
        boards=end.boards,
        first_left=end.numbers.index(first),
        chip=chip,
        high_card=game.kind == "stud" and rules.pots.odd_chip.stud == "high_card_by_suit_of_five",
    )


def fallen(hand: Event, amounts: list[int], rake: PotRake) -> list[int]:
    """What the fees on record leave of each pot; a rake that names no pot falls on the pots as they were built."""
    left = amounts.copy()
    for fee in hand["fees"]:
        if "pot" in fee:
            left[fee["pot"]] -= fee["amount"]
            continue
        running, taken = 0, 0
        for pot, amount in enumerate(amounts):
            running += amount
            due = min(running // rake.step_money * rake.per_step, fee["amount"])
            left[pot] -= due - taken
            taken = due
    return left


@dataclass
class Scored:
    """What a hand comes to, in the words of a log."""

    pots: list[tuple[int, list[int]]]  # amount, seats
    awards: list[tuple[int, int, str, int, int]]  # pot, run, half, seat, amount
    nets: dict[int, int]
    returned: dict[int, int]


def scored(hand: Event, rules: PotGame, chip: int) -> Scored:
    """A hand scored by what lies on the table and the fees on record."""
    table = table_of(hand, rules, chip)
    numbers = sorted(seat["seat"] for seat in hand["seats"] if seat.get("status") != "missed")
    made = plain_settle.pots(table)
    left = fallen(hand, [amount for amount, _ in made], rules.fees.rake)
    awards = plain_settle.awards(table, rules.games[hand["game"]], left, rules.pots.odd_chip)
    back = plain_settle.uncalled(table.live)
    nets = {seat: back[place] - table.live[place] - table.dead[place] for place, seat in enumerate(numbers)}
    for _, _, _, place, amount in awards:
        nets[numbers[place]] += amount
    return Scored(
        pots=[(amount, [numbers[place] for place in seats]) for amount, seats in made],
        awards=[(pot, run, half, numbers[place], amount) for pot, run, half, place, amount in awards],
        nets=nets,
        returned={numbers[place]: amount for place, amount in enumerate(back) if amount},
    )


def stated(hand: Event) -> Scored:
    """The same as the log states it."""
    rows = [
        (award["order"], pot["pot"], award.get("run", 1), award.get("half", "all"), award["seat"], award["amount"])
        for pot in hand["pots"]
        for award in pot["awards"]
    ]  # fmt: skip
    return Scored(
        pots=[(pot["amount"], pot["eligible"]) for pot in hand["pots"]],
        awards=[row[1:] for row in sorted(rows)],
        nets={seat["seat"]: seat["net"] for seat in hand["seats"] if "net" in seat},
        returned={act["seat"]: act["amount"] for act in hand["acts"] if act["act"] == "return"},
    )
