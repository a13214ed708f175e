"""The royal flush pool: balances, hits, amounts due. OLY-3.2-i."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Literal

from msgspec import UNSET, Struct

from rules.cards import DECK, RANKS, encode
from rules.controls.sections import Sections
from rules.controls.sections.tournaments import RoyalPool
from rules.tournaments.games import BOARD, OwnCards, draws, own_cards
from rules.tournaments.header import Tournament
from rules.tournaments.tournament_field import Field
from rules.tournaments.tournament_parameters import share_of
from rules.tournaments.tournament_reader import TournamentFile
from rules.tournaments.tournament_records import AddOn, Entry, Rebuy, RoyalHit, Unregister
from rules.tournaments.tournament_undetermined import Open, amount, known

EventName = Literal["straight_flush", "royal_flush"]
ROW = 5


class RoyalDue(Struct, frozen=True):
    """A hit: balance before it, event of its cards, amount due. None: unknown; of ``event``: nothing."""

    line: int
    balance: int | None
    event: EventName | None
    due: int | None


def royal_of(file: TournamentFile, field: Field, rules: Sections) -> tuple[list[RoyalDue], list[Open]]:
    """Amount due to each hit; empty without a pool."""
    header = file.header
    if header.royal is UNSET or rules.royal is None:
        return [], []
    found, opened = [], []
    for line, hit, balance in _balances(file, field, rules.royal):
        event = _event(header, hit, rules.royal)
        unshown = not_shown(header, hit, rules.royal)
        if unshown:
            opened.append(Open("royal", f"{unshown}; the kind is taken as recorded", line))
        due = 0 if event is None else None
        if event is not None and balance is not None:
            due = share_of(balance, getattr(rules.royal, event).bp, rules.royal.rounding)
        if due is None:
            opened.append(Open("royal", "what was carried into the pool was not recorded", line))
        found.append(RoyalDue(line, balance, event, due))
    return found, opened


# ------------------------------------------------------------------------------------------------ the balance


def _balances(
    file: TournamentFile, field: Field, rule: RoyalPool
) -> Iterator[tuple[int, RoyalHit, int | None]]:
    assert file.header.royal is not UNSET
    opening = known(file.header.royal.opening)
    whole = sum(_parts(file, field))
    balance = 0
    for line, event in file.events:
        balance += _part(file.header, field, line, event)
        if isinstance(event, RoyalHit):
            base = whole if rule.base == "whole_event" else balance
            yield line, event, None if opening is None else opening + base
            balance -= event.amount


def _parts(file: TournamentFile, field: Field) -> Iterable[int]:
    return (_part(file.header, field, line, event) for line, event in file.events)


def _part(header: Tournament, field: Field, line: int, event: object) -> int:
    assert header.royal is not UNSET
    if isinstance(event, Entry):
        return header.royal.share
    if isinstance(event, Unregister):
        return -header.royal.share * any(each.unregistered == line for each in field.stakes)
    if isinstance(event, Rebuy):
        offered = header.add_on if isinstance(event, AddOn) else header.rebuy
        return amount(offered.royal) if offered is not UNSET else 0
    return 0


# -------------------------------------------------------------------------------------------------- the cards


class _Cards(Struct, frozen=True):
    own: list[int]
    board: list[int]

    @property
    def known(self) -> bool:
        return max([*self.own, *self.board], default=0) < len(DECK)


def not_shown(header: Tournament, hit: RoyalHit, rule: RoyalPool) -> str:
    """Reason that a hit's cards are not on record; empty: they are. Draw games need none."""
    if draws(header):
        return ""
    shown = _shown(header, hit)
    if shown is None:
        return "the cards were not recorded"
    unsure = _down_cards_decide(shown[0], rule) and _best(_hands(*shown, rule)) is not None
    return "which cards were dealt face down was not recorded" if unsure else ""


def _down_cards_decide(game: OwnCards, rule: RoyalPool) -> bool:
    """Whether a stud hand may have too few cards dealt face down (AMB-OLY-holecards-stud)."""
    if game.last is None or rule.hole_cards.stud == "all_own":
        return False
    fewest = ROW - (game.last - game.down)
    return fewest < rule.hole_cards.least <= game.down


def _shown(header: Tournament, hit: RoyalHit) -> tuple[OwnCards, _Cards] | None:
    game = own_cards(header)
    cards = _Cards(_codes(known(hit.hole)), _codes(known(hit.board)))
    if game is None or not cards.own or not cards.known or (game.last is None and hit.board is UNSET):
        return None
    return game, cards


def _event(header: Tournament, hit: RoyalHit, rule: RoyalPool) -> EventName | None:
    if draws(header):
        return None
    shown = _shown(header, hit)
    return hit.kind if shown is None or not_shown(header, hit, rule) else _best(_hands(*shown, rule))


def _codes(text: str | None) -> list[int]:
    return [int(code) for code in encode(text)] if text else []


def _hands(game: OwnCards, cards: _Cards, rule: RoyalPool) -> Iterator[frozenset[int]]:
    if game.last is not None:
        beyond = rule.hole_cards.stud == "down_only" and rule.hole_cards.least > game.down
        if len(cards.own) >= game.last and not beyond:
            yield from map(frozenset, combinations(cards.own, ROW))
        return
    counts = range(rule.hole_cards.least, ROW + 1) if game.exactly is None else [game.exactly]
    if len(cards.board) == BOARD:
        for count in counts:
            for own in combinations(cards.own, count):
                for board in combinations(cards.board, ROW - count):
                    yield frozenset(own + board)


def _best(hands: Iterable[frozenset[int]]) -> EventName | None:
    found = {kind for each in hands if (kind := _kind(each))}
    return "royal_flush" if "royal_flush" in found else "straight_flush" if found else None


def _kind(cards: frozenset[int]) -> EventName | None:
    ranks = sorted(card >> 2 for card in cards)
    if len({card & 3 for card in cards}) > 1 or len(set(ranks)) < ROW:
        return None
    top = len(RANKS) - 1
    if ranks == [0, 1, 2, 3, top]:
        return "straight_flush"
    if ranks[-1] - ranks[0] != ROW - 1:
        return None
    return "royal_flush" if ranks[-1] == top else "straight_flush"
