"""Random deals to hold two scorers against each other: sensible hands, careless ones, and rare ones often enough."""

from __future__ import annotations

import random
from collections import Counter

from tests.plain.scorer import RANK_ORDER, Seat, rank

SUITS = "cdhs"
DECK = [rank + suit for rank in RANK_ORDER for suit in SUITS]
Deal = list[Seat]


def deals(count: int, seed: int) -> list[Deal]:
    """Deals for two to four players."""
    chance = random.Random(seed)
    kinds = [plain, plain, with_natural, with_rich_rows, mirrored]
    made = []
    while len(made) < count:
        deal = chance.choice(kinds)(chance)
        for seat in deal:
            seat.surrendered = chance.random() < 0.04
            seat.ruled_fouled = chance.random() < 0.02
        chance.shuffle(deal)
        made.append(deal)
    return made


def plain(chance: random.Random) -> Deal:
    return rest_of_table(chance, [])


def with_natural(chance: random.Random) -> Deal:
    """One or two players are dealt a natural."""
    fixed: list[list[str]] = []
    for _ in range(chance.choice([1, 1, 2])):
        natural = chance.choice([three_straights, three_flushes, six_pairs, dragon, near_miss])
        cards = natural(chance, [card for card in DECK if all(card not in hand for hand in fixed)])
        if cards:
            fixed.append(cards)
    return rest_of_table(chance, [seat_of(chance, hand) for hand in fixed])


def with_rich_rows(chance: random.Random) -> Deal:
    """One or two players set rows that earn a bonus."""
    fixed: list[Seat] = []
    for _ in range(chance.choice([1, 2])):
        left = [card for card in DECK if all(card not in seat.cards for seat in fixed)]
        seat = rich(chance, left)
        if seat:
            fixed.append(seat)
    return rest_of_table(chance, fixed)


def mirrored(chance: random.Random) -> Deal:
    """Two players hold the same ranks, but for a few cards: rows tie."""
    black = [card for card in DECK if card[1] in "cd"]
    mine = set_rows(chance, chance.sample(black, 13))
    twin = Seat(
        *(
            [card[0] + {"c": "h", "d": "s"}[card[1]] for card in row]
            for row in (mine.front, mine.middle, mine.back)
        )
    )
    spare = [card for card in DECK if card[1] in "hs" and card not in twin.cards]
    for _ in range(chance.choice([0, 1, 1, 2, 3])):
        row = chance.choice([twin.front, twin.middle, twin.back])
        place = chance.randrange(len(row))
        other = chance.randrange(len(spare))
        row[place], spare[other] = spare[other], row[place]
    return rest_of_table(chance, [mine, twin])


def rest_of_table(chance: random.Random, fixed: Deal) -> Deal:
    left = [card for card in DECK if all(card not in seat.cards for seat in fixed)]
    chance.shuffle(left)
    players = max(chance.choice([2, 2, 3, 4]), len(fixed))
    for _ in range(players - len(fixed)):
        fixed.append(seat_of(chance, [left.pop() for _ in range(13)]))
    return fixed


def seat_of(chance: random.Random, cards: list[str]) -> Seat:
    seat = set_rows(chance, cards)
    slip = chance.random()
    if slip < 0.05:
        seat.middle, seat.back = seat.back, seat.middle
    elif slip < 0.1:
        shuffled = seat.cards
        chance.shuffle(shuffled)
        seat = Seat(shuffled[:3], shuffled[3:8], shuffled[8:])
    for row in (seat.front, seat.middle, seat.back):
        chance.shuffle(row)
    return seat


def set_rows(chance: random.Random, cards: list[str]) -> Seat:
    """The back first, from what is most of a kind; sometimes a flush or a straight before that."""
    rest = list(cards)
    rows = []
    for _ in range(2):
        row = chance.choice([most_of_a_kind, most_of_a_kind, a_flush, a_straight])(rest) or most_of_a_kind(
            rest
        )
        rows.append(row)
        rest = [card for card in rest if card not in row]
    return Seat(rest, rows[1], rows[0])


def most_of_a_kind(cards: list[str]) -> list[str]:
    often = Counter(rank(card) for card in cards)
    return sorted(cards, key=lambda card: (often[rank(card)], rank(card)), reverse=True)[:5]


def a_flush(cards: list[str]) -> list[str] | None:
    for suit in SUITS:
        row = [card for card in cards if card[1] == suit]
        if len(row) >= 5:
            return sorted(row, key=rank)[-5:]
    return None


def a_straight(cards: list[str]) -> list[str] | None:
    by_rank = {rank(card): card for card in cards}
    if 14 in by_rank:
        by_rank[1] = by_rank[14]
    for high in range(14, 4, -1):
        if all(each in by_rank for each in range(high - 4, high + 1)):
            return [by_rank[each] for each in range(high - 4, high + 1)]
    return None


# ---------------------------------------------------------------- what is rare


def three_straights(chance: random.Random, left: list[str]) -> list[str] | None:
    hand: list[str] = []
    for size in (3, 5, 5):
        low = chance.randrange(1, 16 - size)
        for each in range(low, low + size):
            name = "A" if each == 1 else RANK_ORDER[each - 2]
            free = [name + suit for suit in SUITS if name + suit in left and name + suit not in hand]
            if not free:
                return None
            hand.append(chance.choice(free))
    return hand


def three_flushes(chance: random.Random, left: list[str]) -> list[str] | None:
    hand: list[str] = []
    for size in (3, 5, 5):
        suit = chance.choice(SUITS)
        free = [card for card in left if card[1] == suit and card not in hand]
        if len(free) < size:
            return None
        hand += chance.sample(free, size)
    return hand


def six_pairs(chance: random.Random, left: list[str]) -> list[str] | None:
    hand: list[str] = []
    for _ in range(6):
        name = chance.choice(RANK_ORDER)
        free = [card for card in left if card[0] == name and card not in hand]
        if len(free) < 2:
            return None
        hand += chance.sample(free, 2)
    return [*hand, chance.choice([card for card in left if card not in hand])]


def dragon(chance: random.Random, left: list[str]) -> list[str] | None:
    free = [[card for card in left if card[0] == name] for name in RANK_ORDER]
    return [chance.choice(cards) for cards in free] if all(free) else None


def near_miss(chance: random.Random, left: list[str]) -> list[str] | None:
    """A natural with one card exchanged; often none any more."""
    hand = chance.choice([three_straights, three_flushes, six_pairs, dragon])(chance, left)
    if hand:
        hand[chance.randrange(13)] = chance.choice([card for card in left if card not in hand])
    return hand


def rich(chance: random.Random, left: list[str]) -> Seat | None:
    """Rows that earn bonuses, where the cards that are left allow it; not always in order."""
    rows: list[list[str]] = []
    for size in (5, 5, 3):
        free = [card for card in left if all(card not in row for row in rows)]
        kind = chance.choice([straight_flush, quads, full_house, royal_flush]) if size == 5 else trips
        row = kind(chance, free)
        if row is None or chance.random() < 0.2:
            row = chance.sample(free, size)
        rows.append(row)
    return Seat(rows[2], rows[1], rows[0]) if chance.random() < 0.7 else Seat(rows[2], rows[0], rows[1])


def of_a_rank(chance: random.Random, free: list[str], size: int) -> list[str] | None:
    often = Counter(card[0] for card in free)
    names = [name for name in RANK_ORDER if often[name] >= size]
    if not names:
        return None
    name = chance.choice(names)
    return chance.sample([card for card in free if card[0] == name], size)


def trips(chance: random.Random, free: list[str]) -> list[str] | None:
    return of_a_rank(chance, free, 3)


def quads(chance: random.Random, free: list[str]) -> list[str] | None:
    row = of_a_rank(chance, free, 4)
    return [*row, chance.choice([card for card in free if card not in row])] if row else None


def full_house(chance: random.Random, free: list[str]) -> list[str] | None:
    three = of_a_rank(chance, free, 3)
    two = of_a_rank(chance, [card for card in free if card[0] != three[0][0]], 2) if three else None
    return [*three, *two] if three and two else None


def straight_flush(chance: random.Random, free: list[str], low: int | None = None) -> list[str] | None:
    low = low or chance.randrange(1, 11)
    names = ["A" if each == 1 else RANK_ORDER[each - 2] for each in range(low, low + 5)]
    suits = [suit for suit in SUITS if all(name + suit in free for name in names)]
    if not suits:
        return None
    suit = chance.choice(suits)
    return [name + suit for name in names]


def royal_flush(chance: random.Random, free: list[str]) -> list[str] | None:
    return straight_flush(chance, free, 10)
