"""A pot hand in words and cells."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from reports.card_words import cards, with_suits
from reports.drawn_cards import split
from reports.drawn_pot_fees import fee_notes, taken_of
from reports.formatting import NOTHING, in_column, listed, money
from reports.seat_marks import Mark
from rules.shown_hands import Exhibit
from rules.shown_pots import PotAct, PotExhibit, PotMark, PotSeatShown, PotShare, PotShown

AGAINST = "Against the rules"
UNSEEN = "??"
GAMES = {
    "holdem": "Hold’em", "omaha": "Omaha", "omaha_hilo": "Omaha hi/lo", "omaha5": "5 Card Omaha",
    "omaha5_hilo": "5 Card Omaha hi/lo", "omaha6": "6 Card Omaha", "courchevel": "Courchevel",
    "courchevel_hilo": "Courchevel hi/lo", "crazy_pineapple": "Crazy Pineapple", "watermelon": "Watermelon",
    "sviten": "Sviten Special", "soko": "Soko", "stud5": "Five Card Stud", "stud7": "Seven Card Stud",
    "stud_hilo": "Seven Card Stud hi/lo", "razz": "Razz", "draw5": "Five Card Draw",
    "draw27": "Deuce to Seven Triple Draw", "draw27_single": "Deuce to Seven Single Draw", "badugi": "Badugi",
    "short_deck": "Short Deck Hold’em",
}  # fmt: skip
_LIMITS = {"no_limit": "no limit", "pot_limit": "pot limit", "fixed_limit": "fixed limit"}
_MIXES = {"horse": "H.O.R.S.E.", "eight_game": "8-Game", "dealers_choice": "dealer’s choice"}
_STAKES = {
    "small_blind": "small blind", "big_blind": "big blind", "ante": "ante", "bring_in": "bring-in",
    "small_bet": "small bet", "big_bet": "big bet", "min_bet": "smallest bet", "chip": "smallest chip", "cap": "cap",
}  # fmt: skip
_AGREED = {
    "special_rake": ("no special rake", "special rake"),
    "jackpot": ("no part in the jackpots", "part in the jackpots"),
    "run_twice": ("running it twice by the blinds", "running it twice offered"),
}
_JACKPOTS = {"bad_beat": "Bad beat", "royal_flush": "Royal flush"}


class ActRow(NamedTuple):
    """An act as a row. street: of its first act only. front: chips in front of the seat."""

    street: str
    number: str
    seat: str
    happened: str
    front: str
    pot: str
    marks: Sequence[str]


class PotRow(NamedTuple):
    """A pot as a row. differs: record from due, both known."""

    name: str
    amount: str
    recorded: str
    eligible: str
    rake: str
    drop: str
    due: str
    paid: str
    differs: bool


def heading(
    exhibit: Exhibit,
    pot: PotExhibit,
    currency: str | None,
    amount_text: Callable[[int, str | None], str] = money,
) -> str:
    """Game, limit, stakes and button as a sentence."""
    facts = [GAMES.get(pot.variant, pot.variant)]
    facts += [_LIMITS[pot.limit]] if pot.limit else []
    facts += [f"in a rotation of {_MIXES[pot.mix]}"] if pot.mix else []
    stakes = [f"{_STAKES[name]} {amount_text(amount, currency)}" for name, amount in pot.stakes.items()]
    facts.append(", ".join(stakes) or "stakes not recorded")
    facts.append("button not recorded" if pot.button is None else f"button at seat {pot.button}")
    return f"{'; '.join(facts)}."


def terms_text(stated: Iterable[tuple[str, int | str | bool]], currency: str | None) -> str:
    """Terms in words."""
    return "; ".join(_term(name, value, currency) for name, value in stated) or "nothing stated"


def _term(name: str, value: int | str | bool, currency: str | None) -> str:
    if name == "game":
        return GAMES.get(str(value), str(value))
    if name == "limit":
        return _LIMITS.get(str(value), str(value))
    if name == "charge":
        return f"charged by {value}"
    if isinstance(value, bool):
        return _AGREED[name][value]
    named = _STAKES.get(name) or {"min_buy_in": "smallest buy-in", "max_buy_in": "largest buy-in"}.get(
        name, name
    )
    return f"{named} {money(int(value), currency)}"


def seat_marks(exhibit: Exhibit, seat: PotSeatShown) -> list[Mark]:
    marks = [] if seat.dealt_in else [Mark("NOT DEALT IN", True)]
    marks += [Mark("AWAY", True)] if seat.present is False else []
    marks += [Mark("FOLDED", True)] if seat.folded else []
    marks += [Mark("MUCKED", True)] if seat.mucked else []
    marks += [Mark("BUTTON")] if exhibit.dealer == seat.seat else []
    marks += [Mark("SOLD ITS ALL-IN")] if seat.cash_out is not None else []
    return marks


def cards_of(seat: PotSeatShown) -> list[str]:
    """Cards of a seat, at the end if on record."""
    held = split(seat.held)
    if any(card != UNSEEN for card in held):
        return held
    return split(f"{seat.hole or ''}{seat.up or ''}")


def difference(pot: PotExhibit, seat: PotSeatShown) -> int | None:
    """Recorded less due; None: unknown, or fees not recorded."""
    if seat.net is None or seat.due is None or pot.fees is None:
        return None
    return seat.net - seat.due


def acts(pot: PotExhibit, currency: str | None, each_street: bool = False) -> Iterator[ActRow]:
    """Acts in log order. each_street: in every row."""
    street = None
    for act in pot.acts or ():
        yield ActRow(
            street="" if act.street == street and not each_street else street_name(act.street),
            number=str(act.index),
            seat=NOTHING if act.seat is None else str(act.seat),
            happened=happened(act),
            front="" if act.to is None or act.act == "check" else in_column(act.to, currency),
            pot=in_column(act.pot, currency),
            marks=[mark_words(mark) for mark in act.marks],
        )
        street = act.street


def street_name(street: str | None) -> str:
    """``Preflop``, ``First draw``."""
    return (street or NOTHING).replace("_", " ").capitalize()


def happened(act: PotAct) -> str:
    """Event in words with additions, cards with suits."""
    return with_suits("; ".join((act.words, *act.notes)))


def mark_words(mark: PotMark) -> str:
    """Breach in words, what was due, and its source."""
    by = ", ".join(filter(None, (mark.check, mark.clause)))
    what = "Against the rules, and covered by a ruling" if mark.ruled else AGAINST
    return f"{what}: {with_suits(mark.says)}{f' ({by})' if by else ''}"


def pots(pot: PotExhibit, currency: str | None) -> list[PotRow]:
    """Pots due or on record."""
    several = len(pot.pots or ()) > 1
    return [
        PotRow(
            name=pot_name(each.pot) if several else "The pot",
            amount=in_column(each.amount, currency),
            recorded=in_column(each.recorded, currency),
            eligible=NOTHING if each.eligible is None else ", ".join(map(str, each.eligible)),
            rake=in_column(each.rake, currency),
            drop=in_column(each.drop, currency),
            due=shares_text(each.shares, currency),
            paid=shares_text(each.recorded_shares, currency),
            differs=differs(each),
        )
        for each in pot.pots or ()
    ]


def pot_name(number: int) -> str:
    """``Main pot``, ``Side pot 1``."""
    return f"Side pot {number}" if number else "Main pot"


def shares_text(shares: Sequence[PotShare] | None, currency: str | None) -> str:
    """``seat 2 $201.00 (run 1); seat 6 $200.00 (run 2)``."""
    if shares is None:
        return NOTHING
    runs = len({share.run for share in shares}) > 1
    return "; ".join(_share(share, currency, runs) for share in shares) or "nobody"


def _share(share: PotShare, currency: str | None, runs: bool) -> str:
    half = share.half if share.half and share.half != "all" else ""
    parts = [*([half] if half else []), *([f"run {share.run}"] if runs and share.run else [])]
    return f"seat {share.seat} {money(share.amount, currency)}{f' ({chr(44).join(parts)})' if parts else ''}"


def differs(pot: PotShown) -> bool:
    """Whether amount or shares differ from due, both known."""
    if pot.recorded is not None and pot.amount is not None and pot.recorded != pot.amount:
        return True
    if pot.shares is None or pot.recorded_shares is None:
        return False
    return _by_seat(pot.shares) != _by_seat(pot.recorded_shares)


def _by_seat(shares: Sequence[PotShare]) -> dict[int, int]:
    found: dict[int, int] = {}
    for share in shares:
        found[share.seat] = found.get(share.seat, 0) + share.amount
    return {seat: amount for seat, amount in found.items() if amount}


def notes_of(
    exhibit: Exhibit, pot: PotExhibit, currency: str | None, boards: bool = True, charges: bool = True
) -> list[str]:
    """Notes on what tables omit. boards, charges: whether included."""
    notes = [f"{mark_words(mark)}{f', seat {mark.seat}' if mark.seat else ''}." for mark in pot.marks]
    for run, board in enumerate(pot.boards if boards else (), 1):
        notes.append(
            f"Board{f' of run {run}' if len(pot.boards) > 1 else ''}: {cards(board) or 'none dealt'}."
        )
    covered = exhibit.replay.get("ruleset") is not None
    notes += fee_notes(exhibit, pot, currency) if charges else ()
    notes += _unknown(pot) if covered else ()
    back = [
        f"seat {each['seat']} {money(each['amount'], currency)}"
        for each in exhibit.replay.get("returned") or ()
    ]
    notes += [f"Uncalled, and returned: {'; '.join(back)}."] if back else []
    order = exhibit.replay.get("show_order") or []
    if len(order) > 1:
        notes.append(f"The order in which seats were to show: {listed([str(seat) for seat in order])}.")
    notes += [_jackpot(each, currency) for each in pot.jackpots or ()]
    notes += _of_seats(pot, currency)
    notes += [_irregularity(each) for each in exhibit.irregularities or ()]
    notes += [f"Not known: {point['message']}" for point in exhibit.replay.get("undetermined") or ()]
    if pot.acts is None and exhibit.replay.get("ruleset") is not None:
        notes.append("The acts of the hand were not recorded.")
    return notes


def _unknown(pot: PotExhibit) -> Iterator[str]:
    if pot.fees is None and any(each.due for each in pot.seats):
        yield "The fees were not recorded: what the seats were due is after the fees that were due."
    elif pot.rake not in (None, taken_of("rake", pot)) or pot.drop not in (None, taken_of("jackpot", pot)):
        yield "What the seats and the pots were due is after the fees that were taken."
    unknown = [
        pot_name(each.pot).lower()
        for each in pot.pots or ()
        if each.winners is None and each.amount is not None
    ]
    if unknown:
        yield f"Who won is not known ({listed(unknown)}): the cards of a seat that could win are not on record."


def _jackpot(found: Mapping[str, Any], currency: str | None) -> str:
    lost = (
        f"seat {listed([str(seat) for seat in found['losers']])} lost to seat "
        if found["losers"]
        else "seat "
    )
    who = lost + listed([str(seat) for seat in found["winners"]])
    if found["payouts"] is None:
        return f"{_JACKPOTS[found['kind']]}: {who}; the level of the jackpot was not recorded."
    paid = "; ".join(f"seat {each['seat']} {money(each['amount'], currency)}" for each in found["payouts"])
    return f"{_JACKPOTS[found['kind']]}: {who}. Due: {money(found['amount'], currency)} in all; {paid}."


def _of_seats(pot: PotExhibit, currency: str | None) -> Iterator[str]:
    for seat in pot.seats:
        if seat.cash_out is not None:
            sold, fee = money(seat.cash_out, currency), money(seat.cash_out_fee, currency)
            yield f"Seat {seat.seat} sold its all-in to the house for {sold}, for a fee of {fee}."


def _irregularity(found: Any) -> str:
    where = [f"seat {found.seat}"] if found.seat is not None else []
    where += [f"after act {found.act - 1}"] if isinstance(found.act, int) and found.act else []
    ruling = f"; ruling: {found.ruling.replace('_', ' ')}" if found.ruling else ""
    at = f" ({', '.join(where)})" if where else ""
    return f"Irregularity on record: {found.kind.replace('_', ' ')}{at}{ruling}."
