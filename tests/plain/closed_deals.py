"""Random deals that exercise a closed system: what it prices, and what it does not, often enough."""

from __future__ import annotations

import random
from dataclasses import dataclass

from tests.plain import deals as usual
from tests.plain.closed.deal import Deal, Seat
from tests.plain.closed.dealt import DEALT, DECK, in_other_suits, near_miss, run, twins
from tests.plain.closed.naturals import held
from tests.plain.closed.systems import SYSTEMS, System
from tests.plain.scorer import value

Cards = list[str]


@dataclass
class Table:
    """A deal in the making."""

    chance: random.Random
    system: System
    seats: list[Seat]
    players: int
    banker: Seat | None = None  # who had better be the banker; None: anybody

    @property
    def left(self) -> Cards:
        taken = {card for seat in self.seats for card in seat.cards}
        return [card for card in DECK if card not in taken]

    def sit(self, cards: Cards | None, careful: bool = False) -> Seat | None:
        """A player sets these cards; sometimes not well."""
        if cards is None or len(self.seats) == 4:
            return None
        seat = set_by(self.chance, cards, slips=0 if careful else 0.08)
        self.seats.append(seat)
        return seat


def deals(system: str | System, count: int, seed: int, wrong_sizes: bool = False) -> list[Deal]:
    """``wrong_sizes``: now and then a row of four or of six cards."""
    if isinstance(system, str):
        system = SYSTEMS[system]
    chance = random.Random(f"{system.id} {seed}")
    made = []
    while len(made) < count:
        table = Table(chance, system, [], players_of(chance, system))
        chance.choice(kinds(system))(table)
        while len(table.seats) < table.players:
            table.sit(chance.sample(table.left, 13))
        made.append(finish(table, wrong_sizes))
    return made


def players_of(chance: random.Random, system: System) -> int:
    if system.players == (4, 4):
        return chance.choice([4, 4, 4, 4, 3, 2])
    return chance.choice([2, 3, 3, 4, 4])


def kinds(system: System) -> list:
    made = [plain, plain, mirrored, mirrored, sweep]
    if system.royalties:
        made += [rich, rich, mirrored_straight_flush]
    if system.sweep or system.table_sweep:
        made += [sweep, sweep]
    if system.naturals:
        made += [naturals, naturals, naturals, level_naturals, sweep_past_a_natural]
    if any(natural.tiebreak for natural in system.naturals):
        made += [level_naturals, level_naturals]
    if system.aces:
        made += [many_aces]
    return made


# ---------------------------------------------------------------- kinds of deals


def plain(table: Table) -> None:
    """Sometimes with a player whose middle and back are level."""
    chance = table.chance
    if chance.random() < 0.15:
        ranks = run(chance.randrange(1, 11), 5)
        middle, back = (
            [name + suit for name, suit in zip(ranks, suits, strict=True)] for suits in ("cdcdc", "hshsh")
        )
        rest = [card for card in DECK if card not in middle and card not in back]
        table.seats.append(Seat(chance.sample(rest, 3), middle, back))


def mirrored(table: Table) -> None:
    """Two players hold the same ranks, but for a few cards: rows tie."""
    chance = table.chance
    mine = set_by(chance, chance.sample([card for card in DECK if card[1] in "cd"], 13), slips=0.03)
    seat_twin(table, mine, chance.choice([0, 1, 1, 2, 2, 3]))


def mirrored_straight_flush(table: Table) -> None:
    """Royalties in rows that tie: only straight flushes can."""
    chance = table.chance
    low, suit = chance.randrange(1, 11), chance.choice("cd")
    royal = usual.straight_flush(chance, [card for card in DECK if card[1] == suit], low)
    other = usual.straight_flush(chance, [card for card in DECK if card[1] != suit and card[1] in "cd"])
    rest = [card for card in DECK if card[1] in "cd" and card not in royal and card not in other]
    if chance.random() < 0.6:
        other = chance.sample([*rest, *other], 5)
        rest = [card for card in DECK if card[1] in "cd" and card not in royal and card not in other]
    front = chance.sample(rest, 3)
    rows = (other, royal) if chance.random() < 0.6 else (royal, other)
    seat_twin(table, Seat(front, *rows), chance.choice([0, 0, 1, 1, 2]))


def seat_twin(table: Table, mine: Seat, exchanges: int) -> None:
    chance = table.chance
    twin = Seat(*(in_other_suits(row) for row in (mine.front, mine.middle, mine.back)))
    table.seats = [mine, twin]
    spare = [card for card in table.left if card[1] in "hs"]
    for _ in range(exchanges):
        row = chance.choice([twin.front, twin.front, twin.middle, twin.back])
        place, other = chance.randrange(len(row)), chance.randrange(len(spare))
        row[place], spare[other] = spare[other], row[place]
    table.banker = chance.choice([mine, mine, twin, twin, None])


def rich(table: Table) -> None:
    """One to three players set rows that earn a royalty."""
    for _ in range(table.chance.choice([1, 2, 2, 3])):
        found = usual.rich(table.chance, table.left)
        if found:
            table.seats.append(straightened(table.chance, Seat(found.front, found.middle, found.back)))


def sweep(table: Table) -> None:
    """One player may win all three rows from everybody."""
    strong_seat(table)


def sweep_past_a_natural(table: Table) -> None:
    """A strong hand and a natural, which may stand in the way of a sweep."""
    strong_seat(table)
    table.players = max(table.players, 3)
    a_natural(table)


def strong_seat(table: Table) -> None:
    chance = table.chance
    for _ in range(20):
        free = table.left
        back = chance.choice([usual.full_house, usual.quads, usual.a_flush, usual.straight_flush])
        back = row_of(chance, free, back)
        free = [card for card in free if card not in (back or [])]
        middle = chance.choice([usual.a_straight, usual.trips, usual.full_house, usual.a_flush, usual.quads])
        middle = row_of(chance, free, middle)
        free = [card for card in free if card not in (middle or [])]
        high = [card for card in free if card[0] in "AKQ"]
        front = usual.trips(chance, free) if chance.random() < 0.3 else usual.of_a_rank(chance, high, 2)
        if back and middle and front:
            free = [card for card in free if card not in front]
            table.seats.append(Seat([*front, *chance.sample(free, 3 - len(front))], middle, back))
            return


def row_of(chance: random.Random, free: Cards, kind) -> Cards | None:
    if kind in (usual.a_flush, usual.a_straight):
        return kind(chance.sample(free, 26))
    row = kind(chance, free)
    if row and len(row) < 5:
        row = [*row, *chance.sample([card for card in free if card[0] not in {each[0] for each in row}], 2)]
    return row


def naturals(table: Table) -> None:
    for _ in range(table.chance.choice([1, 1, 2, 2, 3])):
        a_natural(table)


def level_naturals(table: Table) -> None:
    """Two of a kind, level or nearly."""
    chance = table.chance
    natural = chance.choice(table.system.naturals)
    for hand in twins(chance, natural.pattern):
        seat = table.sit(hand)
        seat.declared = natural.id
    while len(table.seats) < 2:
        if a_natural(table, natural) is None:
            break
    if table.seats and chance.random() < 0.8:
        table.banker = table.seats[0]


def a_natural(table: Table, natural=None) -> Seat | None:
    """A player is dealt a natural, or nearly; and declares that, another one, one not held, or none."""
    chance = table.chance
    natural = natural or chance.choice(table.system.naturals)
    if chance.random() < 0.1:
        seat = table.sit(near_miss(chance, table.left, natural.pattern, **natural.args))
    else:
        tries = (DEALT[natural.pattern](chance, table.left, **natural.args) for _ in range(6))
        seat = table.sit(next((cards for cards in tries if cards), None))
    if seat is not None:
        seat.declared = chance.choice([natural.id] * 7 + ["best", "any", "none"])
    return seat


def many_aces(table: Table) -> None:
    chance = table.chance
    aces = chance.sample([card for card in DECK if card[0] == "A"], chance.choice([2, 3, 4]))
    rest = [card for card in DECK if card[0] != "A"]
    table.sit([*aces, *chance.sample(rest, 13 - len(aces))])


# ---------------------------------------------------------------- setting, and what is noted beside the cards


def set_by(chance: random.Random, cards: Cards, slips: float) -> Seat:
    found = usual.set_rows(chance, cards)
    seat = straightened(chance, Seat(found.front, found.middle, found.back))
    slip = chance.random() / slips if slips else 1
    if slip < 0.5:
        seat.middle, seat.back = seat.back, seat.middle
    elif slip < 1:
        shuffled = chance.sample(cards, 13)
        seat = Seat(shuffled[:3], shuffled[3:8], shuffled[8:])
    return seat


def straightened(chance: random.Random, seat: Seat) -> Seat:
    """Rows that came out of order are mostly put right, where exchanging middle and back does it."""
    if value(seat.middle) > value(seat.back) and chance.random() < 0.8:
        seat.middle, seat.back = seat.back, seat.middle
    return seat


def finish(table: Table, wrong_sizes: bool) -> Deal:
    chance, system, seats = table.chance, table.system, table.seats
    chance.shuffle(seats)
    for seat in seats:
        for row in (seat.front, seat.middle, seat.back):
            chance.shuffle(row)
        if wrong_sizes and chance.random() < 0.03:
            seat.front.append(chance.choice([seat.middle, seat.back]).pop())
        seat.declared = declaration(chance, system, seat)
        seat.surrendered = chance.random() < (0.06 if system.surrender else 0.005)
        seat.ruled_fouled = chance.random() < 0.02
        seat.aces = chance.choice([None, True, True, False] if system.aces else [None] * 19 + [True])
    unit = chance.choice([1, 25, 100, 500])
    lay_stacks(chance, system, seats, unit)
    place = next((place for place, seat in enumerate(seats) if seat is table.banker), None)
    if place is None:
        place = chance.randrange(len(seats))
    return Deal(
        seats,
        dealer=chance.randrange(len(seats)),
        banker=place if system.topology == "banker" else None,
        forced_dealer=chance.random() < (0.6 if system.dealer_compensation else 0.03),
        unit=unit,
    )


def declaration(chance: random.Random, system: System, seat: Seat) -> str | None:
    """What the player says; a hand that came without a thought of naturals mostly nothing."""
    wish = seat.declared
    if not system.naturals or (wish is None and chance.random() < 0.9):
        return None
    holds = held(seat.cards, system)
    if wish == "none" or (not system.must_declare and chance.random() < 0.5):
        return None
    if wish == "any" or (wish is None and chance.random() < 0.3):
        return chance.choice(system.naturals).id
    if wish in (None, "best"):
        return max(holds, key=lambda natural: natural.value or 0).id if holds else None
    return wish


def lay_stacks(chance: random.Random, system: System, seats: list[Seat], unit: int) -> None:
    """In front of everybody, of nobody, and now and then of some; little of it often enough that it binds."""
    how = chance.choice(
        ["none", "none", "much", "short", "short", "short"]
        if system.table_stakes
        else ["none"] * 4 + ["short"]
    )
    for seat in seats:
        if how == "much" or (how == "short" and chance.random() < 0.4):
            seat.stack = chance.randrange(200, 2000) * unit
        elif how == "short":
            units = chance.choice([0, 1, 2, 4, 6, 8, 12, 20, 40])
            seat.stack = units * unit + chance.choice([0, 0, chance.randrange(unit)])
    if how != "none" and chance.random() < 0.03:
        chance.choice(seats).stack = None
