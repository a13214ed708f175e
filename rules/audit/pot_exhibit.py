"""One hand of a pot game: record beside replay, act by act."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from msgspec import UNSET

from rules.audit.pot_act_notes import cards_of, moved_cards, notes_of, stands_pat
from rules.cards import NO_CARD, decode
from rules.checks.breaches import said_of_hand
from rules.checks.support.check import NOT_RECORDED
from rules.checks.support.replayed_acts import ReplayedAct, act_of, act_words
from rules.checks.support.views import PotView
from rules.pot_hands import LIMITS, STAKES
from rules.records.pot_records import AnyAct, Muck, PotHand, PotSeat, Show
from rules.replay.pots.betting.pot_after_acts import pot_after
from rules.replay.pots.division.settled_as_dicts import award_rows
from rules.shown_pots import (
    PotAct,
    PotExhibit,
    PotFee,
    PotMark,
    PotSeatShown,
    PotShare,
    PotShow,
    PotShown,
)

_SHOWS_TO = ("post", "check", "call", "bet", "raise", "complete")


def without_replay(record: PotHand) -> PotExhibit:
    """A hand that no ruleset covers: recorded seats, fees, pots."""
    return PotExhibit(
        variant=record.game,
        limit=_or_none(record.limit),
        mix=_or_none(record.mix),
        stakes={}
        if record.stakes is UNSET
        else _stakes({name: getattr(record.stakes, name) for name in STAKES}),
        button=_or_none(record.dealer),
        seats=[_seat(seat, record, {}) for seat in _in_order(record)],
        acts=None,
        boards=[],
        shows=[],
        pots=_pots(record, None, []),
        rake=None,
        drop=None,
        fees=_fees(record),
        jackpots=None,
        marks=[],
    )


def pot_exhibit(record: PotHand, view: PotView, at: int, reported: Mapping[str, Any]) -> PotExhibit:
    """A hand of a replayed block. reported: by `auditor replay`."""
    pot = view.replayed.play.pot
    limit = int(pot.limit[at])
    marks = _marks(view, at)
    return PotExhibit(
        variant=record.game,
        limit=LIMITS[limit] if limit >= 0 else None,
        mix=_or_none(record.mix),
        stakes=_stakes({name: int(pot.stakes[name][at]) for name in STAKES}),
        button=_or_none(record.dealer),
        seats=[_seat(seat, record, _of_seat(view, at, seat.seat)) for seat in _in_order(record)],
        acts=None if record.acts is UNSET else _acts(record, view, at, marks),
        boards=_boards(view, at),
        shows=_shows(record),
        pots=_pots(record, reported["pots"], _shares(view, at, reported)),
        rake=reported["rake"],
        drop=reported["drop"],
        fees=_fees(record),
        jackpots=reported["jackpots"],
        marks=marks[None],
    )


def _marks(view: PotView, at: int) -> Mapping[int | None, list[PotMark]]:
    found: dict[int | None, list[PotMark]] = defaultdict(list)
    for row, check, said in said_of_hand(view, at):
        written = view.replayed.illegal.written(row)
        found[written["act"]].append(
            PotMark(
                code=written["code"],
                seat=written["seat"],
                due=written["due"],
                check=check,
                says=said.rule if said else written["code"].replace("_", " "),
                clause=said.clause if said else None,
                ruled=said.covered if said else False,
            )
        )
    return found


def _acts(record: PotHand, view: PotView, at: int, marks: Mapping[int | None, list[PotMark]]) -> list[PotAct]:
    replayed = view.replayed
    assert record.acts is not UNSET
    first = int(np.searchsorted(replayed.play.acts.hand, at))
    last = first + len(record.acts)
    after, street = pot_after(replayed.walk)[first:last].tolist(), ""
    names, found = _streets(view, at), []
    for place, act in enumerate(record.acts):
        row = act_of(replayed, at, place)
        street = names.get(int(replayed.play.round[first + place]), row.street or street)
        found.append(
            PotAct(
                index=place,
                act=row.name,
                street=street or None,
                seat=getattr(act, "seat", None),
                at=_or_none(act.at),
                words=_words(view, row, act),
                notes=notes_of(act, view.money),
                amount=row.amount,
                to=_counted(view, row),
                pot=_known(after[place]),
                cards=moved_cards(act),
                marks=marks.get(place, []),
            )
        )
    return found


def _words(view: PotView, row: ReplayedAct, act: AnyAct) -> str:
    if stands_pat(act):
        return "stood pat"
    cards = cards_of(act)
    return act_words(view, row) + (f" ({cards})" if cards else "")


def _streets(view: PotView, at: int) -> dict[int, str]:
    play = view.replayed.play
    game = play.games[int(play.pot.game[at])]
    return {} if game is None else {place: each.name for place, each in enumerate(game.streets)}


def _counted(view: PotView, act: ReplayedAct) -> int | None:
    walk = view.replayed.walk
    if act.name not in _SHOWS_TO or walk.unknown[walk.play.acts.hand[act.row]]:
        return None
    return int(walk.met.to[act.row]) if act.name == "post" or walk.met.made[act.row] else None


def _of_seat(view: PotView, at: int, number: int) -> dict[str, Any]:
    replayed = view.replayed
    column = replayed.hands.position(at, number)
    if column is None or not replayed.play.dealt[at, column]:
        return {}
    outcome, void = replayed.outcome, replayed.hands.void[at] == 1
    own = outcome.own[at, column]
    by_record = bool(replayed.under.fees.recorded[at])
    charged, settled = replayed.charged, replayed.settled
    awarded = charged.awarded if by_record else settled.awarded
    known = (charged.known if by_record else settled.awarded_known)[at, column]
    put_in = _known(charged.put_in[at, column])
    due = int(awarded[at, column]) - put_in if known and put_in is not None else None
    due = 0 if void else due
    stack = _known(replayed.hands.stack[at, column])
    return {
        "held": decode(own[own != NO_CARD].tolist()),
        "folded": bool(outcome.folded[at, column]),
        "mucked": bool(outcome.mucked[at, column]),
        "put_in": 0 if void else put_in,
        "awarded": 0 if void else int(awarded[at, column]) if known else None,
        "due": due,
        "stack_after": None if stack is None or due is None else stack + due,
    }


def _seat(seat: PotSeat, record: PotHand, computed: Mapping[str, Any]) -> PotSeatShown:
    nothing: dict[str, Any] = {"folded": False, "mucked": False, "held": ""}
    nothing |= dict.fromkeys(("put_in", "awarded", "due", "stack_after"))
    found = {**nothing, **computed}
    found["held"] = _as_dealt(found["held"], seat)
    cash_out = None if seat.cash_out is UNSET else seat.cash_out
    return PotSeatShown(
        seat=seat.seat,
        player=seat.player,
        dealt_in=seat.status != "missed",
        present=_or_none(seat.present),
        stack=_or_none(seat.stack),
        hole=_or_none(seat.hole),
        up=_or_none(seat.up),
        net=_or_none(seat.net),
        award=_award(record, seat.seat),
        cash_out=cash_out.amount if cash_out else None,
        cash_out_fee=cash_out.fee if cash_out else None,
        **found,
    )


def _as_dealt(held: str, seat: PotSeat) -> str:
    dealt = (_or_none(seat.hole) or "") + (_or_none(seat.up) or "")
    left = [held[at : at + 2] for at in range(0, len(held), 2)]
    first = []
    for card in (dealt[at : at + 2] for at in range(0, len(dealt), 2)):
        if card in left:
            left.remove(card)
            first.append(card)
    return "".join((*first, *left))


def _award(record: PotHand, number: int) -> int | None:
    if record.pots is UNSET or any(each.awards is UNSET for each in record.pots):
        return None
    return sum(one.amount for each in record.pots for one in each.awards or () if one.seat == number)


def _boards(view: PotView, at: int) -> list[str]:
    outcome = view.replayed.outcome
    boards = outcome.board[at, : int(outcome.runs[at])]
    found = [decode(each[each != NO_CARD].tolist()) for each in boards]
    return found if any(found) else []


def _shows(record: PotHand) -> list[PotShow]:
    acts = () if record.acts is UNSET else record.acts
    return [
        PotShow(act=place, seat=each.seat, cards=_or_none(each.cards), mucked=isinstance(each, Muck))
        for place, each in enumerate(acts)
        if isinstance(each, Show | Muck)
    ]


def _shares(view: PotView, at: int, reported: Mapping[str, Any]) -> list[tuple[int, PotShare]] | None:
    replayed = view.replayed
    rows = reported["awards"]
    if replayed.under.fees.recorded[at]:
        awards, there = replayed.charged.awards, replayed.settled.pots.there[at]
        if reported["pots"] is None or (there & ~awards.known[at]).any():
            return None
        game = replayed.play.games[int(replayed.play.pot.game[at])]
        rows = award_rows(replayed.settled, awards, replayed.hands.seat[at], game, at)
    return None if rows is None else [(each["pot"], _share(each)) for each in rows]


def _share(award: Mapping[str, Any]) -> PotShare:
    return PotShare(**{name: award[name] for name in ("seat", "amount", "run", "half")})


def _pots(
    record: PotHand, due: Sequence[Mapping[str, Any]] | None, shares: Sequence[tuple[int, PotShare]] | None
) -> list[PotShown] | None:
    recorded = {} if record.pots is UNSET else {each.pot: each for each in record.pots}
    if due is None and record.pots is UNSET:
        return None
    worked_out = {each["pot"]: each for each in due or ()}
    found = []
    for number in sorted(worked_out.keys() | recorded.keys()):
        mine, stated = worked_out.get(number), recorded.get(number)
        awards = UNSET if stated is None else stated.awards
        found.append(
            PotShown(
                pot=number,
                **{
                    name: mine[name] if mine else None
                    for name in ("amount", "eligible", "winners", "rake", "drop")
                },
                shares=None
                if mine is None or shares is None
                else [each for pot, each in shares if pot == number],
                recorded=None if stated is None else stated.amount,
                recorded_shares=None
                if awards is UNSET
                else [
                    PotShare(
                        seat=each.seat, amount=each.amount, run=_or_none(each.run), half=_or_none(each.half)
                    )
                    for each in awards
                ],
            )
        )
    return found


def _fees(record: PotHand) -> list[PotFee] | None:
    if record.fees is UNSET:
        return None
    return [PotFee(kind=each.kind, amount=each.amount, pot=_or_none(each.pot)) for each in record.fees]


def _in_order(record: PotHand) -> list[PotSeat]:
    return sorted(record.seats, key=lambda each: each.seat)


def _stakes(values: Mapping[str, Any]) -> dict[str, int]:
    return {name: value for name, value in values.items() if value is not UNSET and value != NOT_RECORDED}


def _known(amount: Any) -> int | None:
    return None if amount == NOT_RECORDED else int(amount)


def _or_none(value: Any) -> Any:
    return None if value is UNSET else value
