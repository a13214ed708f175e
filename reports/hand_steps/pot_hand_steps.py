"""Steps of a hand of a pot game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from reports import pot_hand_words
from reports.drawn_cards import split
from reports.drawn_pot_fees import charged
from reports.formatting import count, in_column, listed, money
from reports.hand_steps.outcome import VOID, Net, outcome_step
from reports.hand_steps.pot_table_of_steps import PotTableView, boards_of
from reports.hand_steps.step_shapes import HandStep, StepRow, StepSeat
from rules.shown_hands import Exhibit
from rules.shown_pots import PotAct, PotExhibit, PotSeatShown, PotShown

_TOGETHER = ("post", "card")  # acts of several seats, one after another, that are one step
_DEALT = ("board", "run", "clock")  # whose words are about no seat's doing


def pot_steps(exhibit: Exhibit, pot: PotExhibit, currency: str | None) -> Iterator[HandStep]:
    table = PotTableView(pot, exhibit.dealer, currency)
    yield _deal(exhibit, pot, table, currency)
    for acts in _grouped(pot.acts or ()):
        for act in acts:
            table.take(act)
        yield _happened(acts, table)
    if not exhibit.void:
        yield _end(exhibit, pot, table, currency)
        for each in pot.pots or ():
            yield _pot(pot, each, currency)
    fees = list(_fees(exhibit, pot, currency))
    notes = pot_hand_words.notes_of(exhibit, pot, currency, boards=False, charges=False)
    yield outcome_step(exhibit, _nets(pot), [*fees, *notes], currency)


def _grouped(acts: Sequence[PotAct]) -> Iterator[list[PotAct]]:
    """Acts of each step: regular posts and stud cards together."""
    for (_, kind, marked), found in groupby(acts, key=lambda act: (act.street, act.act, bool(act.marks))):
        some = list(found)
        if kind in _TOGETHER and not marked:
            yield some
        else:
            yield from ([each] for each in some)


def _deal(exhibit: Exhibit, pot: PotExhibit, table: PotTableView, currency: str | None) -> HandStep:
    dealt = [seat for seat in pot.seats if seat.dealt_in]
    words = [f"{count(len(dealt), 'seat')} {'is' if len(dealt) == 1 else 'are'} dealt in."]
    words += [VOID] if exhibit.void or exhibit.replay.get("void") else []
    unseen = [str(seat.seat) for seat in dealt if not (seat.hole or seat.up)]
    if unseen and len(unseen) < len(dealt):
        words.append(
            f"The first cards of {'seats' if len(unseen) > 1 else 'seat'} {listed(unseen)} were not recorded."
        )
    elif unseen:
        words.append("The first cards were not recorded.")
    return HandStep(
        part="Deal",
        title="The deal",
        words=[pot_hand_words.heading(exhibit, pot, currency), *words],
        seats=table.seats(()),
        pot=table.pot if pot.acts is not None else "",
    )


def _happened(acts: Sequence[PotAct], table: PotTableView) -> HandStep:
    first, street = acts[0], pot_hand_words.street_name(acts[0].street)
    dealt = first.cards if first.cards is not None and first.cards.board else None
    return HandStep(
        part=street,
        title=f"{street}: {_title(acts)}",
        words=[_sentence(act) for act in acts],
        against=[f"{pot_hand_words.mark_words(mark)}." for act in acts for mark in act.marks],
        seats=table.seats(acts),
        boards=table.board_rows(dealt),
        pot=table.pot,
    )


def _title(acts: Sequence[PotAct]) -> str:
    if len(acts) > 1:
        return "the posts" if acts[0].act == "post" else "a card to each seat"
    act = acts[0]
    if act.act == "board":
        return "the board"
    return f"seat {act.seat}" if act.seat is not None else act.words


def _sentence(act: PotAct) -> str:
    says = pot_hand_words.happened(act)
    if act.seat is None or act.act in _DEALT:
        about = f" (on seat {act.seat})" if act.act == "clock" and act.seat is not None else ""
        return f"{says[:1].upper()}{says[1:]}{about}."
    if act.act == "return":
        return f"Seat {act.seat}: {says}."
    return f"Seat {act.seat} {says}."


# ------------------------------------------------------------------------------------------- the end


def _end(exhibit: Exhibit, pot: PotExhibit, table: PotTableView, currency: str | None) -> HandStep:
    """Boards and live cards at the end, after uncalled bets."""
    left = [seat for seat in pot.seats if seat.dealt_in and not seat.folded]
    title = "The cards at the end" if len(left) > 1 else "The end of the betting"
    numbers = [str(seat.seat) for seat in left]
    words = (
        f"Seats {listed(numbers)} are still in."
        if len(left) > 1
        else f"Seat {listed(numbers)} alone is still in."
    )
    return HandStep(
        part="Showdown" if len(left) > 1 else "End",
        title=title,
        words=[words if left else "No seat is still in.", *_gone_back(exhibit, pot, currency)],
        seats=[_at_end(seat) for seat in left],
        boards=boards_of([split(board) for board in pot.boards]),
        pot=_put_in(pot, table, currency),
    )


def _gone_back(exhibit: Exhibit, pot: PotExhibit, currency: str | None) -> Iterator[str]:
    if any(act.act == "return" for act in pot.acts or ()):
        return
    for each in exhibit.replay.get("returned") or ():
        yield f"Seat {each['seat']} takes back {money(each['amount'], currency)}, which nobody called."


def _put_in(pot: PotExhibit, table: PotTableView, currency: str | None) -> str:
    """Chips put in after uncalled bets; by the acts where unknown."""
    amounts = [seat.put_in for seat in pot.seats if seat.dealt_in]
    known = [amount for amount in amounts if amount is not None]
    if len(known) == len(amounts):
        return in_column(sum(known), currency)
    return table.pot if pot.acts is not None else ""


def _at_end(seat: PotSeatShown, acts: bool = False) -> StepSeat:
    cards = pot_hand_words.cards_of(seat)
    return StepSeat(
        seat=seat.seat,
        player=seat.player,
        rows=[StepRow(name="", cards=cards)] if cards else [],
        acts=acts,
        marks=["MUCKED"] if seat.mucked else [],
    )


def _pot(pot: PotExhibit, each: PotShown, currency: str | None) -> HandStep:
    """Step of a pot: who could win, was due and paid."""
    name = pot_hand_words.pot_name(each.pot) if len(pot.pots or ()) > 1 else "The pot"
    differs = pot_hand_words.differs(each)
    said = list(_pot_said(each, currency))
    winners = set(each.winners or ())
    seats = [
        _at_end(seat, acts=seat.seat in winners)
        for seat in pot.seats
        if seat.seat in (each.eligible if each.eligible is not None else winners)
    ]
    return HandStep(
        part="Pots",
        title=name,
        words=said,
        against=["What was paid is not what was due."] if differs else [],
        seats=seats,
        boards=boards_of([split(board) for board in pot.boards]),
        pot=in_column(each.amount, currency),
    )


def _pot_said(pot: PotShown, currency: str | None) -> Iterator[str]:
    if pot.amount is not None:
        yield f"It comes to {money(pot.amount, currency)}."
    if pot.recorded is not None and pot.recorded != pot.amount:
        yield f"It is recorded at {money(pot.recorded, currency)}."
    if pot.eligible:
        seats = [str(seat) for seat in pot.eligible]
        yield f"Seat{'s' if len(seats) > 1 else ''} {listed(seats)} could win it."
    if pot.shares is None:
        yield "Who was due what of it is not known."
    else:
        yield f"Due: {pot_hand_words.shares_text(pot.shares, currency)}."
    if pot.recorded_shares is None:
        yield "Who was paid was not recorded."
    else:
        yield f"Paid: {pot_hand_words.shares_text(pot.recorded_shares, currency)}."


def _fees(exhibit: Exhibit, pot: PotExhibit, currency: str | None) -> Iterator[str]:
    for fee in charged(exhibit, pot):
        due, taken = (None if each is None else money(each, currency) for each in (fee.due, fee.taken))
        if due == taken:
            yield f"{fee.name}: {'not known' if due is None else f'{due}, as due'}."
            continue
        said = [
            f"{taken} taken" if taken else "not recorded",
            f"{due} due" if due else "what was due is not known",
        ]
        yield f"{fee.name}: {', '.join(said)}."


def _nets(pot: PotExhibit) -> list[Net]:
    return [
        (seat.seat, seat.player, seat.net, seat.due, pot_hand_words.difference(pot, seat))
        for seat in pot.seats
        if seat.dealt_in
    ]
