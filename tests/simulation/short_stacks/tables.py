"""A table of short stacks: its stakes, who sits where with how much, and who posts what."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Any

from rules.controls.sections.pots import Game, PotGame
from tests.plain.pots.showing import clockwise

Event = dict[str, Any]
_SMALL_BLINDS = (50, 100, 200)
_DEPTHS = (1, 1, 2, 3, 3, 4, 12)  # the deepest stack of a table, in big blinds


@dataclass
class Table:
    """Who plays one hand. Stacks by seat; posts in the order in which they are made."""

    game: str
    limit: str
    stakes: dict[str, int]
    stacks: dict[int, int]
    dealer: int
    posts: list[Event] = field(default_factory=list)
    bomb: bool = False
    boards: int = 1  # of a bomb pot
    buyer: int | None = None  # a seat that just sat down and buys the button

    @property
    def order(self) -> list[int]:
        """The seats from the left of the button."""
        return clockwise(list(self.stacks), self.dealer)


def table_of(rules: PotGame, game: str, limit: str, random: Random) -> Table:
    """A table of some game, with its posts but for a bring-in."""
    facts = rules.games[game]
    stakes = _stakes(facts, limit, random)
    seats = sorted(random.sample(range(1, 11), random.randint(2, _most(facts, rules))))
    grain = stakes.get("chip", 10)
    least = _least(rules, stakes)
    deepest = random.choice(_DEPTHS) * stakes["unit"]
    stacks = {seat: max(grain, least, random.randrange(grain, deepest + 1, grain)) for seat in seats}
    for seat in seats:
        if random.random() < 0.25:  # a round number of half bets and of whole ones
            stacks[seat] = max(least, stakes["unit"] * random.choice((1, 2, 3, 4, 5, 6)) // 2)
    dealer = random.choice(seats)
    table = Table(game, limit, stakes, stacks, dealer)
    unit = stakes.pop("unit")
    if facts.kind == "stud":
        _antes(table)
    elif facts.kind == "flop" and not facts.open_first and rules.min_stack is None and random.random() < 0.06:
        _bomb_pot(table, facts, unit, random)
    else:
        _blinds(table, rules, random)
    return table


def _most(facts: Game, rules: PotGame) -> int:
    """The most players for whom the deck suffices without a card coming twice."""
    cards = 36 if facts.deck_from == "6" else 52
    each = sum(street.down + street.up for street in facts.streets) + bool(facts.swap)
    board = 15 if facts.kind == "flop" else 0
    spare = 12 if facts.kind == "draw" else 0
    return min(10, facts.max_players or 10, (cards - board - spare) // each)


def _least(rules: PotGame, stakes: dict[str, int]) -> int:
    """The smallest stack that is dealt in."""
    if rules.min_stack is None:
        return 0
    return stakes.get("min_bet") or stakes.get("big_blind") or stakes["small_bet"]


def _stakes(facts: Game, limit: str, random: Random) -> dict[str, int]:
    small = random.choice(_SMALL_BLINDS)
    big = 2 * small
    chip = random.choice(({}, {}, {"chip": 50}, {"chip": 25}, {"chip": 10}))
    if facts.kind == "stud":
        stakes = {
            "ante": random.choice((small // 2, small)),
            "bring_in": small,
            "small_bet": big,
            "big_bet": 2 * big,
        }
        return {
            **stakes,
            **({} if limit == "fixed_limit" else {"min_bet": big}),
            **_fitting(chip, small),
            "unit": big,
        }
    stakes = {"small_blind": small, "big_blind": big}
    if random.random() < 0.4 or facts.deck_from == "6":
        stakes["ante"] = random.choice((small // 2, small, big))
    if limit == "fixed_limit":
        stakes |= {"small_bet": big, "big_bet": 2 * big}
    elif random.random() < 0.1:
        stakes["cap"] = 3 * big
    return {**stakes, **_fitting(chip, small), "unit": big}


def _fitting(chip: dict[str, int], small: int) -> dict[str, int]:
    """A smallest chip of which half of a small blind is a whole number."""
    return chip if all(small // 2 % each == 0 for each in chip.values()) else {}


# ---------------------------------------------------------------- posts


def _post(table: Table, seat: int, kind: str, amount: int) -> None:
    """A post, as far as the seat has chips; nothing where it has none left."""
    stack = min(table.stacks[seat], table.stakes.get("cap", table.stacks[seat]))
    left = stack - sum(act["amount"] for act in table.posts if act["seat"] == seat)
    if left > 0:
        table.posts.append({"act": "post", "seat": seat, "kind": kind, "amount": min(amount, left)})


def _left(table: Table, seat: int) -> int:
    stack = min(table.stacks[seat], table.stakes.get("cap", table.stacks[seat]))
    return stack - sum(act["amount"] for act in table.posts if act["seat"] == seat)


def _antes(table: Table) -> None:
    for seat in table.order:
        if table.stakes.get("ante"):
            _post(table, seat, "ante", table.stakes["ante"])


def _bomb_pot(table: Table, facts: Game, unit: int, random: Random) -> None:
    table.bomb = True
    table.stakes["ante"] = random.choice((unit, 2 * unit, 5 * unit // 2))
    table.stakes.pop("cap", None)
    plain = facts.swap is None and not any(street.discards for street in facts.streets)
    table.boards = random.choice((1, 1, 2, 3)) if plain else 1
    _antes(table)


def _blinds(table: Table, rules: PotGame, random: Random) -> None:
    stakes, order = table.stakes, table.order
    _antes(table)
    small, big = (table.dealer, order[0]) if len(order) == 2 else order[:2]
    if len(order) >= 3 and _left(table, order[0]) and random.random() < 0.06:
        small, big = 0, order[0]
        _empty_button(table, random)
    may_buy = len(order) >= 4 and _left(table, small) > stakes["small_blind"] if small else False
    if may_buy and random.random() < 0.05:
        big = _bought(table, random)
    else:
        if small:
            _post(table, small, "small_blind", stakes["small_blind"])
        _post(table, big, "big_blind", stakes["big_blind"])
    if not stakes.get("ante") and random.random() < 0.2:
        _post(table, big, "table_ante", stakes["big_blind"])
    if len(table.order) >= 4 and table.buyer is None:
        _others(table, big, random)
        _straddles(table, big, random)


def _empty_button(table: Table, random: Random) -> None:
    """A dead button at an empty seat, or at its player's."""
    between = [
        seat
        for seat in range(1, 11)
        if seat not in table.stacks and table.order[-1:] == clockwise([*table.stacks], seat)[-1:]
    ]
    if between and random.random() < 0.5:
        table.dealer = random.choice(between)


def _bought(table: Table, random: Random) -> int:
    """The first seat left of the button buys it with both blinds; the next two post theirs, too, or not. The last big blind."""
    buyer, second, third = table.order[:3]
    table.buyer = buyer
    for seat, kind in ((buyer, "small_blind"), (buyer, "big_blind")):
        _post(table, seat, kind, table.stakes[kind])
    if random.random() < 0.5:
        return buyer
    _post(table, second, "small_blind", table.stakes["small_blind"])
    _post(table, third, "big_blind", table.stakes["big_blind"])
    return third


def _others(table: Table, big: int, random: Random) -> None:
    """Posts of who is new or missed blinds: behind the big blind, up to the button."""
    stakes = table.stakes
    blinds = {act["seat"] for act in table.posts if act["kind"] != "ante"}
    for seat in clockwise([each for each in table.stacks if each not in blinds and each != big], big)[1:]:
        if random.random() > 0.12:
            continue
        kind = random.choice(("new_player", "missed_big", "extra", "missed_small", "dead", "both"))
        if kind in ("missed_small", "dead", "both"):
            _post(table, seat, "missed_small" if kind == "both" else kind, stakes["small_blind"])
        if kind in ("new_player", "missed_big", "extra", "both"):
            _post(table, seat, "missed_big" if kind == "both" else kind, stakes["big_blind"])


def _straddles(table: Table, big: int, random: Random) -> None:
    """Straddles in a row from the left of the big blind to the button, each twice the one before."""
    if table.limit == "fixed_limit" or random.random() > 0.15:
        return
    posted = {act["seat"] for act in table.posts if act["kind"] != "ante"}
    amount = table.stakes["big_blind"]
    for seat in clockwise(list(table.stacks), big):
        if seat in posted or seat == big or _left(table, seat) <= amount or random.random() < 0.3:
            return
        amount *= 2
        _post(table, seat, "straddle", amount)
        if seat == table.dealer:
            return
