"""Cards that a seat named, beside those it held."""

from __future__ import annotations

import numpy as np
from msgspec import Struct

from rules.cards import DECK
from rules.hands import Flags, Ints
from rules.pot_hands import STREETS, PotActs
from rules.replay.pots.acts.played_acts import BOARD, CARD, DISCARD, DRAW, MUCK, SHOW, STUD_GAME, Play
from rules.replay.pots.dealing.cards_at_end import Holding, Masks, act_masks, act_unknown


class NamedCards(Struct, frozen=True, eq=False):
    """R acts that name cards of their seat, in log order."""

    row: Ints  # (R,) position of the act among those of the block
    hand: Ints  # (R,)
    column: Ints  # (R,) of the seat
    strange: Masks  # (R,) cards that it names and the seat did not hold, as bits of a deck; 0 where that is not known
    held: Masks  # (R,) the cards that the seat held just before
    tested: Flags  # (R,) whether all cards that it names, and all that the seat held, are on record


def named_cards(play: Play) -> NamedCards:
    """Acts that name cards, and each `show` without any, which is untestable."""
    acts, moments = play.acts, Holding.of(play).moments
    named, hidden, count = _named(acts, moments.row)
    kind = acts.kind[moments.row]
    wanted = np.isin(kind, (DISCARD, DRAW, MUCK, SHOW)) & ((count > 0) | (kind == SHOW))
    known = (moments.unknown == 0) & _on_record(play, moments.row)
    strange = np.where(known, named & ~moments.known, np.uint64(0))
    tested = known & (hidden == 0) & (count > 0)
    row = moments.row[wanted]
    return NamedCards(
        row, acts.hand[row], play.column[row], strange[wanted], moments.known[wanted], tested[wanted]
    )


def codes_named(acts: PotActs, row: int) -> list[int]:
    """Codes that an act names."""
    cards = acts.cards[_field(acts.kind[row] == DRAW)]
    return [int(code) for code in cards.card[cards.act == row]]


def codes_of(mask: int) -> list[int]:
    """Codes of a mask, highest first."""
    return [code for code in reversed(range(len(DECK))) if mask >> code & 1]


def _field(by_draw: bool) -> str:
    return "discard" if by_draw else "cards"


def _named(acts: PotActs, rows: Ints) -> tuple[Masks, Ints, Ints]:
    """(R,) named cards as bits, number of unrecorded ones, and total."""
    shown, away = acts.cards[_field(False)], acts.cards[_field(True)]
    by_draw = acts.kind[rows] == DRAW
    return (
        np.where(by_draw, act_masks(away, rows)[0], act_masks(shown, rows)[0]),
        np.where(by_draw, act_unknown(away, rows), act_unknown(shown, rows)),
        np.where(by_draw, away.counts[rows], shown.counts[rows]).astype(np.int64),
    )


def _on_record(play: Play, rows: Ints) -> Flags:
    """(R,) acts of seats with all earlier cards and exchanges on record."""
    acts, pot = play.acts, play.pot
    hand, column = acts.hand[rows], play.column[rows]
    key = hand * play.dealt.shape[1] + column
    hole, up = pot.hole_size[hand, column].astype(np.int64), pot.up_size[hand, column].astype(np.int64)
    given = sum(np.maximum(acts.cards[name].counts[rows], 0).astype(np.int64) for name in ("up", "down"))
    dealt = hole + np.maximum(up, 0) + _so_far(key, np.where(acts.kind[rows] == CARD, given, 0))
    cards_due, draws_due = _due(play)
    street, game = play.round[rows], pot.game[hand]
    whole = (hole >= 0) & (hole <= pot.hole.shape[2]) & (up <= pot.up.shape[2]) & (street >= 0)
    drawn = _draws_on_record(acts, rows, key, draws_due[game, street])
    found: Flags = whole & (dealt >= cards_due[game, street]) & drawn & ~_common_card(play)[hand]
    return found


def _draws_on_record(acts: PotActs, rows: Ints, key: Ints, due: Ints) -> Flags:
    """(R,) acts of seats with all due draws on record, none short."""
    draws = (acts.kind[rows] == DRAW).astype(np.int64)
    short = draws * (acts.cards["cards"].counts[rows] < acts.cards["discard"].counts[rows])
    found: Flags = (_so_far(key, draws) >= due) & (_so_far(key, short) == short)
    return found


def _due(play: Play) -> tuple[Ints, Ints]:
    """(games, rounds) cards dealt by each round, and draws.

    A swap is no due draw, since none needs an act.
    """
    cards, draws = np.zeros((2, len(play.games), len(STREETS) + 1), np.int64)
    for place, game in enumerate(play.games):
        for number, street in enumerate(game.streets if game else ()):
            cards[place, number] = street.down + street.up
            draws[place, number] = street.draws > 0
    return cards.cumsum(axis=1), draws.cumsum(axis=1)


def _common_card(play: Play) -> Flags:
    """(H,) stud hands with a common card."""
    acts = play.acts
    found = np.zeros(len(play.dealt), np.bool_)
    found[acts.hand[acts.kind == BOARD]] = True
    found &= play.kind == STUD_GAME
    return found


def _so_far(key: Ints, count: Ints) -> Ints:
    """(R,) running sums of counts of a key."""
    order = np.argsort(key, kind="stable")
    total, ordered = count[order].cumsum(), key[order]
    before = np.concatenate([[0], total])[np.searchsorted(ordered, ordered)]
    found = np.empty(len(key), np.int64)
    found[order] = total - before
    return found
