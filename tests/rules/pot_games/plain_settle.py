"""What one hand comes to, worked out plainly: pots height by height, winners by comparing cards, shares one chip at a time."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Any

from rules.controls.sections.pots import Game, Half, OddChip
from tests.rules.pot_games import plain_ranks


@dataclass
class Table:
    """One hand as its chips and cards lie; seats are columns."""

    live: list[int]
    dead: list[int]
    folded: list[bool]
    mucked: list[bool]
    own: list[list[str]]
    boards: list[list[str]]
    first_left: int
    chip: int
    high_card: bool = False  # odd chips of equal hands go by the highest card of the five that play


def uncalled(live: list[int]) -> list[int]:
    """What goes back to each seat: chips that no other seat put in as many of."""
    return [max(0, chips - max([0, *live[:seat], *live[seat + 1 :]])) for seat, chips in enumerate(live)]


def pots(table: Table) -> list[tuple[int, list[int]]]:
    """Amounts and seats, the main pot first: chips lie with the chips at their height."""
    live = [chips - back for chips, back in zip(table.live, uncalled(table.live), strict=True)]
    in_play = [seat for seat, folded in enumerate(table.folded) if not folded]
    found: list[list[Any]] = []
    heights = sorted({0, *live})
    for below, height in zip(heights, heights[1:], strict=False):
        amount = (height - below) * sum(chips >= height for chips in live)
        seats = [seat for seat in in_play if live[seat] >= height]
        if found and seats in ([], found[-1][1]):
            found[-1][0] += amount
        else:
            found.append([amount, seats])
    dead = sum(table.dead)
    if dead and any(live[seat] == 0 for seat in in_play):
        found.insert(0, [0, in_play])
    if dead:
        found[0][0] += dead
    return [(amount, seats) for amount, seats in found]


def _hands(half: Half, own: list[str], board: list[str]) -> list[list[str]]:
    """Each hand that a seat can make."""
    if half.use == "two":
        return [[*two, *three] for two in combinations(own, 2) for three in combinations(board, 3)]
    if half.order == "badugi":
        return [own]
    cards = own if half.use == "all" else [*own, *board]
    return [list(five) for five in combinations(cards, 5)]


def _best(half: Half, own: list[str], board: list[str]) -> Any:
    return _best_of(half, tuple(own), tuple(board))


@lru_cache(1_000)
def _best_of(half: Half, own: tuple[str, ...], board: tuple[str, ...]) -> Any:
    rank = plain_ranks.badugi if half.order == "badugi" else plain_ranks.ORDERS[half.order]
    keys = [key for hand in _hands(half, list(own), list(board)) if (key := rank(hand)) is not None]
    return max(keys) if keys else None


def _in_turn(table: Table, seats: list[int], half: Half, board: list[str]) -> list[int]:
    """Equal hands in the order in which they take odd chips."""
    if table.high_card:
        return sorted(seats, key=lambda seat: _highest(half, table.own[seat], board), reverse=True)
    return sorted(seats, key=lambda seat: _place(table, seat))


def _highest(half: Half, own: list[str], board: list[str]) -> tuple[int, str]:
    """The highest card by rank and suit of the best five; the ace is the lowest where the lowest hand wins."""
    rank, best = plain_ranks.ORDERS[half.order], _best(half, own, board)
    low = half.order in ("ace_to_five", "eight_low")
    ranks = "A23456789TJQK" if low else "23456789TJQKA"
    playing = [hand for hand in _hands(half, own, board) if rank(hand) == best]
    return max((ranks.index(card[0]), card[1]) for hand in playing for card in hand)


def _shared(amount: int, count: int, chip: int) -> list[int]:
    """Equal shares in whole chips; all that is left goes to the first."""
    base = amount // chip // count * chip
    return [amount - base * (count - 1)] + [base] * (count - 1)


def _one_each(amount: int, count: int, chip: int) -> list[int]:
    shares = [0] * count
    for dealt in range(amount // chip):
        shares[dealt % count] += chip
    shares[0] += amount % chip
    return shares


def _in_order(shares: list[int], firsts: list[int], *, by_position: bool) -> list[int]:
    """The larger shares to the parts whose winners sit first, where the ruleset says so."""
    if not by_position:
        return shares
    order = sorted(range(len(firsts)), key=lambda part: firsts[part])
    return [shares[order.index(part)] for part in range(len(shares))]


def awards(table: Table, game: Game, net: list[int], odd: OddChip) -> list[tuple[int, int, str, int, int]]:
    """Pot, run, half, seat and amount of each award, the last pot first; net: what each pot holds after the fees."""
    chip = table.chip if odd.unit == "smallest_chip" else 1
    found = []
    for pot, (_, eligible) in reversed(list(enumerate(pots(table)))):
        seats = [seat for seat in eligible if not table.mucked[seat]]
        if len(seats) == 1:
            found.append((pot, 1, "all", seats[0], net[pot]))
            continue
        won = [_won(table, game, seats, board) for board in table.boards]
        first = [min(_place(table, seat) for _, seats in run for seat in seats) for run in won]
        split = _shared if odd.runs == "all_to_first" else _one_each
        by_run = _in_order(split(net[pot], len(won), chip), first, by_position=odd.runs == "position")
        for run, (halves, of_run) in enumerate(zip(won, by_run, strict=True), 1):
            firsts = [min(_place(table, seat) for seat in seats) for _, seats in halves]
            by_half = _in_order(
                _shared(of_run, len(halves), chip), firsts, by_position=odd.halves == "position"
            )
            board = table.boards[run - 1] if game.kind == "flop" else []
            for (name, winners), of_half in zip(halves, by_half, strict=True):
                split = _one_each if odd.many == "one_each" else _shared
                shares = split(of_half, len(winners), chip)
                (half,) = [each for each in game.halves if each.name == name]
                in_turn = _in_turn(table, winners, half, board)
                found += [(pot, run, name, seat, share) for seat, share in zip(in_turn, shares, strict=True)]
    return found


def _place(table: Table, seat: int) -> int:
    return (seat - table.first_left) % len(table.live)


def _won(table: Table, game: Game, seats: list[int], board: list[str]) -> list[tuple[str, list[int]]]:
    """The halves that are won, and by whom; all goes to the high where there is no low."""
    halves = []
    board = board if game.kind == "flop" else []
    for half in game.halves:
        keys = {seat: _best(half, table.own[seat], board) for seat in seats}
        made = [key for key in keys.values() if key is not None]
        if made:
            halves.append((half.name, [seat for seat, key in keys.items() if key == max(made)]))
    return halves
