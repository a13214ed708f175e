"""Words that the log adds to an act: actor, speech, chips, cards burnt."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec import UNSET

from rules.records import pot_records as acts
from rules.shown_pots import PotCards
from rules.times import parse_one

Money = Callable[[int], str]
_BY = {"dealer": "by the dealer", "floor": "by the floor", "timeout": "when the time ran out"}


def notes_of(act: acts.AnyAct, money: Money) -> list[str]:
    """Notes in reading order. money: writes an amount."""
    notes = [_BY[act.by]] if act.by is not UNSET else []
    if isinstance(act, acts.BettingAct):
        notes += _of_betting(act, money)
    elif isinstance(act, acts.Board):
        notes += _of_board(act)
    elif isinstance(act, acts.Draw) and act.offered is not UNSET:
        notes.append(f"first shown: {act.offered}")
    elif isinstance(act, acts.RunTimes) and act.agreed is not UNSET:
        notes.append(f"agreed: {_seats(act.agreed)}")
    elif isinstance(act, acts.Clock):
        notes += _of_clock(act)
    burn = getattr(act, "burn", UNSET)
    if burn is not UNSET:
        notes.append(f"burnt before: {burn}" if burn else "no card burnt before")
    return notes


def cards_of(act: acts.AnyAct) -> str:
    """Cards that an act lists where its words do not; "": none on record."""
    if isinstance(act, acts.Draw):
        return f"{act.discard or 'nothing'} for {act.cards or 'nothing'}"
    if isinstance(act, acts.Card):
        faces = (("up", act.up), ("down", act.down))
        return ", ".join(f"{cards} face {face}" for face, cards in faces if cards is not UNSET)
    if isinstance(act, acts.Tabled | acts.Discard) and act.cards is not UNSET:
        return act.cards
    return ""


def moved_cards(act: acts.AnyAct) -> PotCards | None:
    """Cards that an act moved; None: none, or unrecorded."""
    if isinstance(act, acts.Board):
        run = None if act.run is UNSET else act.run
        gone = act.withdrawn is True or act.face_down is True
        return PotCards(board=act.cards, run=run, stays=not gone)
    if isinstance(act, acts.Card):
        up, down = ("" if each is UNSET else each for each in (act.up, act.down))
        return PotCards(up=up, down=down) if up or down else None
    if isinstance(act, acts.Draw):
        return PotCards(down=act.cards, away=act.discard) if act.cards or act.discard else None
    if isinstance(act, acts.Discard):
        return PotCards(away=act.cards)
    if isinstance(act, acts.Show) and act.cards is not UNSET:
        return PotCards(shown=act.cards)
    return None


def stands_pat(act: acts.AnyAct) -> bool:
    """Whether a seat kept all its cards at an exchange."""
    return isinstance(act, acts.Draw) and not act.discard and not act.cards


def _of_betting(act: acts.BettingAct, money: Money) -> Iterator[str]:
    if act.said is not UNSET:
        to = f" {money(act.said_to)}" if act.said_to is not UNSET else ""
        said = act.said.replace("_", " ")
        yield "nothing said" if act.said == "nothing" else f"said: {said}{to}"
    if act.chips is not UNSET:
        motions = (" + ".join(money(chip) for chip in motion) for motion in act.chips)
        yield f"chips: {', then '.join(motions) or 'none'}"
    if act.all_in is True:
        yield "marked all in"
    if act.out_of_turn is True:
        yield "marked out of turn"


def _of_board(act: acts.Board) -> Iterator[str]:
    if act.run is not UNSET:
        yield f"run {act.run}"
    if act.withdrawn is True:
        yield "taken back"
    if act.face_down is True:
        yield "laid aside face down"
    if act.reshuffled is True:
        yield "the stub was shuffled before"


def _of_clock(act: acts.Clock) -> Iterator[str]:
    if act.called_by is not UNSET:
        yield f"called by seat {act.called_by}"
    if act.acted_at is UNSET:
        yield "no act on record after it"
        return
    called, acted = parse_one(act.at), parse_one(act.acted_at)
    if called and acted:
        yield f"acted after {(acted[0] - called[0]) / 1_000_000:g} seconds"


def _seats(numbers: list[Any]) -> str:
    return f"seat{'' if len(numbers) == 1 else 's'} {', '.join(map(str, numbers))}" if numbers else "nobody"
