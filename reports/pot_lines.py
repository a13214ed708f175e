"""A pot hand in labelled lines."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from reports import pot_hand_words
from reports.drawn_pot_fees import ChargedFee, charged
from reports.flowing import StyledText
from reports.formatting import listed, money
from reports.typography import NOTE, TOLD, TOLD_BOLD, TextStyle
from rules.shown_hands import Exhibit
from rules.shown_pots import PotAct, PotExhibit, PotShare, PotShown

_TOGETHER = 12  # the most acts of a street in one line


class HandLine(NamedTuple):
    """A line of a hand. label: left. aside: right."""

    label: str
    texts: Sequence[StyledText]
    aside: str = ""


def result_lines(exhibit: Exhibit, pot: PotExhibit, currency: str | None) -> list[HandLine]:
    """Pots, fees and notes; one line where nothing differs."""
    pots, fees = list(_pots(pot, currency)), _fees(exhibit, pot, currency)
    notes = pot_hand_words.notes_of(exhibit, pot, currency, boards=False, charges=False)
    against = len(pot.marks)  # they come first
    said = [part for note in notes[:against] for part in _against(note)]
    said += [StyledText(note, NOTE) for note in notes[against:]]
    lines = [*pots, HandLine("Fees", fees), HandLine("Notes", said)]
    if len(pots) < 2 and not any(each.style is TOLD_BOLD for line in lines for each in line.texts):
        every = [each for line in lines for each in line.texts]
        return [HandLine(lines[0].label, every)] if every else []
    return [line for line in lines if line.texts]


def _against(says: str) -> Iterator[StyledText]:
    against, rule = says.split(": ", 1)
    yield StyledText(f"{against}:", TOLD_BOLD)
    yield StyledText(rule, TOLD)


# ------------------------------------------------------------------------------------------------- acts


def act_lines(pot: PotExhibit, currency: str | None) -> Iterator[HandLine]:
    """Acts by street, with the pot at the right."""
    for street, acts in groupby(pot.acts or (), key=lambda act: act.street):
        label, level, every = pot_hand_words.street_name(street), 0, list(acts)
        for first in range(0, len(every), _TOGETHER):
            some, texts = every[first : first + _TOGETHER], []
            for against, together in groupby(some, key=lambda act: bool(act.marks)):
                mine = list(together)
                if against:
                    texts += [each for act in mine for each in _marked(act, currency)]
                else:
                    texts.append(StyledText(_said(mine, level, currency), TOLD))
                level = _level(mine, level)
            yield HandLine(label, texts, f"pot {money(some[-1].pot, currency)}")
            label = ""


def _said(acts: Sequence[PotAct], level: int, currency: str | None) -> str:
    """Acts as a sentence. level: most in front of a seat before."""
    told: list[_Told] = []
    for act in acts:
        says, told_of = _parted(pot_hand_words.happened(act) + _in_front(act, level, currency))
        level = _level([act], level)
        if act.seat is not None and told and told[-1].seats and told[-1].says == says:
            told[-1].seats.append(f"{act.seat}{told_of}")
        else:
            told.append(_Told([] if act.seat is None else [f"{act.seat}{told_of}"], says, told_of))
    return f"{_numbered(acts)} {'; '.join(map(str, told))}."


class _Told(NamedTuple):
    """Acts of seats in turn. seats: with what only one has."""

    seats: list[str]
    says: str
    alone: str

    def __str__(self) -> str:
        if len(self.seats) < 2:
            return _by(self.seats and [self.seats[0].removesuffix(self.alone)], self.says + self.alone)
        return _by(self.seats, re.sub(r"^was ", "were ", self.says))


def _parted(says: str) -> tuple[str, str]:
    """Event and its cards: ``was dealt a card``, `` (7♠ face up)``."""
    found = re.fullmatch(r"([^(;]+)( \([^()]+\))", says)
    return (found[1], found[2]) if found else (says, "")


def _level(acts: Iterable[PotAct], level: int) -> int:
    return max([level, *(act.to or 0 for act in acts)])


def _numbered(acts: Sequence[PotAct]) -> str:
    """Numbers of acts, from 0: ``Acts 5–9:``."""
    first, last = acts[0].index, acts[-1].index
    return f"Act {first}:" if first == last else f"Acts {first}–{last}:"


def _by(seats: Sequence[str], says: str) -> str:
    return f"seat{'s' if len(seats) > 1 else ''} {listed(seats)} {says}" if seats else says


def _marked(act: PotAct, currency: str | None) -> Iterator[StyledText]:
    """A breach in bold with the pot, and what was due."""
    says = pot_hand_words.happened(act) + _in_front(act, -1, currency)
    what = _by([] if act.seat is None else [str(act.seat)], says)
    yield StyledText(f"{_numbered([act])} {what}; pot {money(act.pot, currency)}.", TOLD_BOLD)
    for mark in act.marks:
        yield from _against(f"{pot_hand_words.mark_words(mark)}.")


def _in_front(act: PotAct, level: int, currency: str | None) -> str:
    """Chips in front, where not said before. level: of bets."""
    if (
        act.to is None
        or act.act == "check"
        or act.to == act.amount
        or (act.act == "call" and act.to == level)
    ):
        return ""
    return f" ({money(act.to, currency)} in front)"


# ------------------------------------------------------------------------------------------------- pots


def _pots(pot: PotExhibit, currency: str | None) -> Iterator[HandLine]:
    """Pots: amount, eligible seats, due and paid."""
    several = len(pot.pots or ()) > 1
    for each in pot.pots or ():
        texts = [
            _amounts(each, currency),
            StyledText(_winners(each), TOLD),
            *_shares(each, currency),
            *([StyledText(_fees_from(each, currency), TOLD)] if several else []),
        ]
        yield HandLine(pot_hand_words.pot_name(each.pot) if several else "Pot", texts)


def _amounts(pot: PotShown, currency: str | None) -> StyledText:
    due, recorded = money(pot.amount, currency), money(pot.recorded, currency)
    if pot.amount is None:
        return StyledText(f"{recorded} recorded; what it came to is not known.", TOLD)
    if pot.recorded is None:
        return StyledText(f"{due}; its amount was not recorded.", TOLD)
    if pot.amount == pot.recorded:
        return StyledText(f"{due}, as recorded.", TOLD)
    return StyledText(f"{due} was due; {recorded} recorded.", TOLD_BOLD)


def _winners(pot: PotShown) -> str:
    if pot.eligible is None:
        return "Who could win it is not known."
    if not pot.eligible:
        return "No seat could win it."
    seats = [str(seat) for seat in pot.eligible]
    return f"Seat{'s' if len(seats) > 1 else ''} {listed(seats)} could win it."


def _shares(pot: PotShown, currency: str | None) -> Iterator[StyledText]:
    due, paid = pot.shares, pot.recorded_shares
    if due is not None and paid is not None and _by_amount(due) == _by_amount(paid):
        yield StyledText(f"Due and paid: {pot_hand_words.shares_text(due, currency)}.", TOLD)
        return
    style = TOLD_BOLD if pot_hand_words.differs(pot) else TOLD
    yield _share("Due", due, "who was due what is not known", style, currency)
    yield _share("Paid", paid, "who was paid was not recorded", style, currency)


def _by_amount(shares: Sequence[PotShare]) -> list[tuple[int, int]]:
    return sorted((each.seat, each.amount) for each in shares)


def _share(
    title: str, shares: Sequence[PotShare] | None, unknown: str, style: TextStyle, currency: str | None
) -> StyledText:
    if shares is None:
        return StyledText(f"{unknown.capitalize()}.", TOLD)
    return StyledText(f"{title}: {pot_hand_words.shares_text(shares, currency)}.", style)


def _fees_from(pot: PotShown, currency: str | None) -> str:
    rake, drop = ("not known" if each is None else money(each, currency) for each in (pot.rake, pot.drop))
    return f"Rake due from it: {rake}; drop: {drop}."


# ------------------------------------------------------------------------------------------------- fees


def _fees(exhibit: Exhibit, pot: PotExhibit, currency: str | None) -> list[StyledText]:
    return [_fee(each, currency) for each in charged(exhibit, pot)]


def _fee(fee: ChargedFee, currency: str | None) -> StyledText:
    due, taken = (None if each is None else money(each, currency) for each in (fee.due, fee.taken))
    if due == taken:
        return StyledText(f"{fee.name}: {'not known' if due is None else f'{due}, as due'}.", TOLD)
    says = f"{fee.name}: {f'{taken} taken' if taken else 'not recorded'}, {f'{due} due' if due else 'not known what was due'}"
    if not fee.difference:
        return StyledText(f"{says}.", TOLD)
    apart = f"{money(abs(fee.difference), currency)} {fee.mark[:1].lower()}{fee.mark[1:]}"
    return StyledText(f"{says}: {apart}.", TOLD_BOLD)
