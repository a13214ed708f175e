"""Button, stacks, seats without cards, new players and blinds from hand to hand."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence

import numpy as np
from msgspec import Struct, field

from rules.controls.sections.pots import PotTable
from rules.hands import Flags, Ints
from rules.pot_hands import GAMES
from rules.records.events import Chips, Fee, Jackpot, SeatEvent, TableEvent, Toke
from rules.replay.pots.breaches.breach_rows import NO_ACT, BreachRows, found
from rules.replay.pots.table.seated_stacks import NOBODY_SAT, SEATS, Sitting, next_to
from rules.times import NOT_RECORDED, parse_one

_SIGN = {"buy_in": 1, "add_on": 1, "cash_out": -1}
_SITS_DOWN = ("seated", "moved", "from_broken", "back")
_MINUTE = 60_000_000
OF_TABLES = (
    "button_not_moved", "stack_differs", "not_dealt", "wrong_sit_out", "evaded_blind", "new_player_blind", "dealt_between",
    "blind_seat",  # which passes who has just sat down
)  # codes of what only shows from hand to hand  # fmt: skip


class MovedBetweenHands(Struct):
    """Events by the position of the hand that follows. Seats are numbers less 1."""

    chips: dict[tuple[int, int], int] = field(default_factory=dict)
    unsure: set[tuple[int, int]] = field(default_factory=set)
    came: dict[tuple[int, str], SeatEvent] = field(default_factory=dict)  # sat down, by player
    left_at: dict[str, list[int]] = field(default_factory=dict)  # instants at which a player left


def moved(sitting: Sitting, events: Sequence[tuple[int, TableEvent]]) -> MovedBetweenHands:
    """Events of a log sorted by the hand that follows."""
    lines, out = sitting.line.tolist(), MovedBetweenHands()
    for line, event in events:
        place = bisect_right(lines, line)
        match event:
            case Chips() | Toke():
                _chips(out, place, event)
            case Fee():
                out.unsure.add((place, event.seat - 1))
            case Jackpot(payouts=list() as payouts):
                out.unsure.update((place, each.seat - 1) for each in payouts)
            case SeatEvent(kind=kind) if kind in _SITS_DOWN:
                out.came[place, event.player] = event
            case SeatEvent(kind="left"):
                out.left_at.setdefault(event.player, []).append(instant(event.at))
    return out


def _chips(out: MovedBetweenHands, place: int, event: Chips | Toke) -> None:
    key = (place, event.seat - 1)
    if isinstance(event, Chips) and event.kind not in _SIGN:
        out.unsure.add(key)
        return
    amount = -event.amount if isinstance(event, Toke) else _SIGN[event.kind] * event.amount
    out.chips[key] = out.chips.get(key, 0) + amount


def instant(at: str) -> int:
    """Microseconds since the epoch; NOT_RECORDED for text that is no time."""
    parsed = parse_one(at)
    return parsed[0] if parsed else NOT_RECORDED


def between(
    sitting: Sitting, what: MovedBetweenHands, table: PotTable | None, *, tournament: bool = False
) -> Iterator[BreachRows]:
    """Breaches from hand to hand; rows are positions in the sitting. table: rules of a cash table."""
    yield _button(sitting)
    yield _stacks(sitting, what, _raced(sitting) if tournament else None)
    if table is None:
        return
    if table.deal_every_stack:
        yield from _not_dealt(sitting, what, table)
    yield from _came(sitting, what, table)


class LinkedHands(Struct, frozen=True, eq=False):
    """(M,) evidence of the hand before each hand."""

    button: Flags  # both buttons, of two hands that were played
    unmoved: Flags  # the button where it was in a hand that was played

    def at(self, places: Ints) -> LinkedHands:
        """Evidence of the hands at positions."""
        return LinkedHands(self.button[places], self.unmoved[places])


def linked(sitting: Sitting) -> LinkedHands:
    """Evidence of the hand before each hand of a sitting."""
    first = np.zeros(min(1, len(sitting)), np.bool_)
    return LinkedHands(np.concatenate([first, _buttons(sitting)]), unmoved(sitting))


def _follows(sitting: Sitting) -> Flags:
    follows: Flags = (sitting.number[1:] == sitting.number[:-1] + 1) & sitting.counted[1:]
    return follows


def _button(sitting: Sitting) -> BreachRows:
    """Buttons that did not move: OLY-1.56-c."""
    return found("button_not_moved", np.flatnonzero(unmoved(sitting) & ~sitting.void), NO_ACT, 0)


def unmoved(sitting: Sitting) -> Flags:
    """(M,) hands, void ones too, with the button of the hand before, which was played."""
    stays = _after_buttons(sitting) & (sitting.dealer[1:] == sitting.dealer[:-1])
    return np.concatenate([np.zeros(min(1, len(sitting)), np.bool_), stays])


def _buttons(sitting: Sitting) -> Flags:
    return _after_buttons(sitting) & ~sitting.void[1:]


def _after_buttons(sitting: Sitting) -> Flags:
    known = sitting.dealer != NOT_RECORDED
    both: Flags = known[1:] & known[:-1] & ~sitting.stud[1:] & ~sitting.void[:-1]
    return both & _follows(sitting)


def _stacks(sitting: Sitting, what: MovedBetweenHands, raced: Ints | None) -> BreachRows:
    """Stacks other than the one before, its net, and chips moved: OLY-2.19. raced: (M - 1,) larger chip changed
    into, 0: none; it changes a stack by less.
    """
    known, due = _stacks_due(sitting, what)
    least = np.ones(known.shape, np.int64) if raced is None else np.maximum(raced, 1)[:, None]
    hand, seat = np.nonzero(known & (np.abs(np.where(known, sitting.stack[1:] - due, 0)) >= least))
    return found("stack_differs", hand + 1, NO_ACT, seat + 1, due[hand, seat])


def _raced(sitting: Sitting) -> Ints:
    """(M - 1,) the smallest chip where it grew, else 0; unrecorded: at most the largest of which all stacks are made."""
    before, now = sitting.chip[:-1], sitting.chip[1:]
    stacks = np.where(sitting.stack[1:] == NOT_RECORDED, 0, sitting.stack[1:])
    made_of = np.gcd.reduce(stacks, axis=1)
    recorded = np.where(now > before, now, 0)
    return np.where((before > 0) & (now > 0), recorded, np.where(now > 0, now, made_of))


def _stacks_due(sitting: Sitting, what: MovedBetweenHands) -> tuple[Flags, Ints]:
    same = (sitting.player[1:] == sitting.player[:-1]) & (sitting.player[1:] != NOBODY_SAT)
    before, net, now = (
        sitting.stack[:-1],
        np.where(sitting.dealt[:-1], sitting.net[:-1], 0),
        sitting.stack[1:],
    )
    known = same & (before != NOT_RECORDED) & (net != NOT_RECORDED) & (now != NOT_RECORDED)
    due = np.where(known, before, 0) + np.where(known, net, 0)
    for (place, column), amount in what.chips.items():
        if 0 < place < len(sitting):
            due[place - 1, column] += amount
    for place, column in what.unsure:
        if 0 < place < len(sitting):
            known[place - 1, column] = False
    return known & _follows(sitting)[:, None], due


def _not_dealt(sitting: Sitting, what: MovedBetweenHands, table: PotTable) -> Iterator[BreachRows]:
    """Stacks without cards (OLY-1.8, OLY-2.24); one too many at a game for eight, where the wrong one sits out."""
    seated = sitting.player != NOBODY_SAT
    missed = seated & ~sitting.dealt
    one_too_many = (seated.sum(axis=1) == sitting.most + 1) & (missed.sum(axis=1) == 1)
    if table.ninth_sits_out is not None:
        named = np.isin(sitting.game, [GAMES.index(name) for name in table.ninth_games])
        after = table.ninth_sits_out == "left_of_big_blind"
        yield _wrong_ninth(sitting, missed, one_too_many & named, after)
    enough = (
        (sitting.min_bet > 0)[:, None]
        & (sitting.stack != NOT_RECORDED)
        & (sitting.stack >= sitting.min_bet[:, None])
    )
    due = missed & enough & ~one_too_many[:, None] & ~_fresh(sitting, what)
    hand, seat = np.nonzero(due)
    yield found("not_dealt", hand, NO_ACT, seat + 1)


def _wrong_ninth(sitting: Sitting, missed: Flags, one_too_many: Flags, after: bool) -> BreachRows:
    seated = sitting.player != NOBODY_SAT
    due = next_to(sitting.big_seat, seated) if after else _previous(sitting.big_seat, seated)
    out = missed.argmax(axis=1) + 1
    wrong = np.flatnonzero(one_too_many & (sitting.big_seat > 0) & (out != due))
    return found("wrong_sit_out", wrong, NO_ACT, out[wrong], due[wrong])


def _previous(number: Ints, among: Flags) -> Ints:
    distance = np.where(among, (number[:, None] - np.arange(1, SEATS + 1) - 1) % SEATS, SEATS)
    return np.where(among.any(axis=1), distance.argmin(axis=1) + 1, 0)


def _fresh(sitting: Sitting, what: MovedBetweenHands) -> Flags:
    fresh = np.zeros(sitting.dealt.shape, np.bool_)
    for place, player in what.came:
        for hand in range(place, len(sitting)):
            columns = _columns(sitting, hand, player)
            fresh[hand, columns] = True
            if not len(columns) or sitting.dealt[hand, columns].any():
                break
    return fresh


def _columns(sitting: Sitting, hand: int, player: str) -> Ints:
    here = [
        seat
        for seat, who in enumerate(sitting.player[hand].tolist())
        if who != NOBODY_SAT and sitting.players[who] == player
    ]
    return np.array(here, np.int64)


def _came(sitting: Sitting, what: MovedBetweenHands, table: PotTable) -> Iterator[BreachRows]:
    """Posts and places of players first dealt in since they sat down. Without recorded acts posts are unknown."""
    for (place, player), event in what.came.items():
        first = _first_dealt(sitting, place, player)
        if first is None:
            continue
        hand, seat = first
        if not sitting.posts_known[hand]:
            continue
        rows, big = np.array([hand]), int(sitting.big_blind[hand])
        posted, dealer = int(sitting.posted[hand, seat]), int(sitting.dealer[hand])
        if event.kind == "moved" and table.moved_posts:
            due, paid = _evaded(sitting, place, event, hand, seat)
            if paid < due:
                yield found("evaded_blind", rows, NO_ACT, seat + 1, due)
        if event.kind != "seated":
            continue
        owes = table.new_players_post and (_returned(what, player, event, table) or dealer == seat + 1)
        if owes and posted < big:
            yield found("new_player_blind", rows, NO_ACT, seat + 1, big)
        both = int(sitting.small_blind[hand]) + big
        if _sits_between(sitting, hand, seat, table) and posted + int(sitting.dead[hand, seat]) < both:
            yield found("dealt_between", rows, NO_ACT, seat + 1)


def _first_dealt(sitting: Sitting, place: int, player: str) -> tuple[int, int] | None:
    for hand in range(place, len(sitting)):
        for seat in _columns(sitting, hand, player).tolist():
            if sitting.dealt[hand, seat]:
                return hand, seat
    return None


def _returned(what: MovedBetweenHands, player: str, event: SeatEvent, table: PotTable) -> bool:
    """Whether the player left within the time of a return: OLY-2.26-b."""
    at, minutes = instant(event.at), table.rejoin_minutes
    return minutes is not None and any(
        0 <= at - left <= minutes * _MINUTE for left in what.left_at.get(player, ())
    )


def _sits_between(sitting: Sitting, hand: int, seat: int, table: PotTable) -> bool:
    """Whether a seat lies between the button and the small blind, or is the latter where that counts: OLY-2.15."""
    dealer, small = int(sitting.dealer[hand]), int(sitting.small_seat[hand])
    if table.between_blinds is None or dealer == NOT_RECORDED or not small:
        return False
    to_seat, to_small = (seat + 1 - dealer) % SEATS, (small - dealer) % SEATS
    return 0 < to_seat < to_small or (table.between_blinds == "with_small_blind" and seat + 1 == small)


def _evaded(sitting: Sitting, place: int, event: SeatEvent, hand: int, seat: int) -> tuple[int, int]:
    """Blind next due from the seat that a player left (0: none), and what was posted in the new one (less 1): OLY-2.12."""
    if place == 0 or not isinstance(event.from_seat, int):
        return 0, 0
    before, posted = place - 1, int(sitting.posted[hand, seat])
    last = int(sitting.big_seat[before])
    if (
        last
        and int(next_to(sitting.big_seat[before:place], sitting.dealt[before:place])[0]) == event.from_seat
    ):
        return int(sitting.big_blind[hand]), posted
    if last and last == event.from_seat:
        return int(sitting.small_blind[hand]), posted + int(sitting.dead[hand, seat])
    return 0, 0


def newly_seated(sitting: Sitting, what: MovedBetweenHands) -> Flags:
    """(M, 10) players who sat down and were not dealt in before: a blind passes them."""
    return _fresh(sitting, what)
