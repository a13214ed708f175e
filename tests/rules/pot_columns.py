"""The columns of hands of pot games read back, to be compared with what a log said."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from rules import times
from rules.cards import decode
from rules.hands import NOT_RECORDED, Hands
from rules.pot_hands import ACTS, BY, CHARGES, GAMES, HALVES, LIMITS, MIXES, POSTS, SAID, STAKES, STREETS
from tests.rules.build import Event
from tests.rules.pot_lines import AT, full_acts, full_pot_hand, full_terms

WIDTHS = {"hole": 6, "up": 5, "cards": 8}
TERMS = ("charge", "special_rake", "jackpot", "run_twice")
FREE = ("event", "deck", "shuffler", "video")  # fields of a hand that no column has
AMOUNT = {"run": "times"} | dict.fromkeys(("fold", "check", "call", "bet", "raise", "complete"), "to")


def read_back(hands: Hands) -> list[dict[str, Any]]:
    """Each hand as its line, under the terms in force: seats by number, times as instants, without FREE."""
    return [_hand(hands, place) for place in range(len(hands))]


def _hand(hands: Hands, h: int) -> dict[str, Any]:
    pot = hands.pot
    assert pot is not None
    stakes = _given({name: _number(column[h]) for name, column in pot.stakes.items()})
    return _given({
        "hand": int(hands.number[h]), "line": int(hands.line[h]), "at": _number(hands.at[h]),
        "ended_at": _number(hands.ended_at[h]), "shuffled_at": _number(pot.shuffled_at[h]),
        "game": _word(GAMES, pot.game[h]), "limit": _word(LIMITS, pot.limit[h]), "mix": _word(MIXES, pot.mix[h]),
        "stakes": stakes or None, "dealer": _number(hands.dealer[h]), "dealer_id": hands.dealt_by(h),
        "reached": _word(STREETS, pot.reached[h]), "void": _flag(hands.void[h]), "charge": _word(CHARGES, pot.charge[h]),
        "special_rake": _flag(pot.special_rake[h]), "jackpot": _flag(pot.jackpot[h]), "run_twice": _flag(pot.run_twice[h]),
        "seats": [_seat(hands, h, s) for s in range(hands.seat.shape[1]) if hands.seat[h, s]],
        "acts": _acts(hands, h) if pot.acts_recorded[h] else None,
        "boards": _boards(hands, h) if pot.boards_recorded[h] else None,
        "pots": _pots(hands, h) if pot.pots_recorded[h] else None,
        "fees": _rows(hands, h, hands.fees, {"pot": pot.fee_pots}) if hands.fees_recorded[h] else None,
        "irregularities": _rows(hands, h, hands.irregularities, {"act": pot.irregularity_acts})
        if hands.irregularities_recorded[h] else None,
    })  # fmt: skip


def _seat(hands: Hands, h: int, s: int) -> dict[str, Any]:
    pot = hands.pot
    assert pot is not None
    cash = _number(pot.cash_out[h, s])
    return _given({
        "seat": int(hands.seat[h, s]), "player": hands.players[hands.player[h, s]], "stack": _number(hands.stack[h, s]),
        "net": _number(hands.net[h, s]), "status": "missed" if pot.missed[h, s] else None, "present": _flag(pot.here[h, s]),
        "hole": _cards(pot.hole[h, s], pot.hole_size[h, s]), "up": _cards(pot.up[h, s], pot.up_size[h, s]),
        "cards": _cards(pot.held[h, s], pot.held_size[h, s]), "live_in": _number(pot.live_in[h, s]),
        "dead_in": _number(pot.dead_in[h, s]), "folded": _flag(pot.folded[h, s]), "mucked": _flag(pot.mucked[h, s]),
        "cash_out": None if cash is None else {"amount": cash, "fee": _number(pot.cash_out_fee[h, s])},
    })  # fmt: skip


def _acts(hands: Hands, h: int) -> list[dict[str, Any]]:
    assert hands.pot is not None
    acts = hands.pot.acts
    found = []
    for n, a in enumerate(np.flatnonzero(acts.hand == h).tolist()):
        assert acts.place[a] == n
        act = ACTS[acts.kind[a]]
        texts = {name: _listed(cards, a) for name, cards in acts.cards.items()}
        found.append(_given({
            "act": act, "seat": int(acts.seat[a]) or None, AMOUNT.get(act, "amount"): _number(acts.amount[a]),
            "kind": _word(POSTS, acts.post[a]), "street": _word(STREETS, acts.street[a]), "run": _number(acts.run[a]),
            "at": _number(acts.at[a]), "by": _word(BY, acts.by[a]), "said": _word(SAID, acts.said[a]),
            "said_to": _number(acts.said_to[a]), "all_in": _flag(acts.all_in[a]), "out_of_turn": _flag(acts.out_of_turn[a]),
            "withdrawn": _flag(acts.withdrawn[a]), "face_down": _flag(acts.face_down[a]),
            "reshuffled": _flag(acts.reshuffled[a]), "called_by": int(acts.called_by[a]) or None,
            "acted_at": _number(acts.acted_at[a]), **texts,
            "chips": _chips(acts.chips, h, a) if acts.chips_recorded[a] else None,
            "agreed": _of_act(acts.agreed, h, a, "seat") if acts.agreed_recorded[a] else None,
        }))  # fmt: skip
    return found


def _listed(cards: Any, a: int) -> str | None:
    assert (np.diff(cards.act) >= 0).all()
    codes = cards.card[cards.act == a]
    assert len(codes) == max(int(cards.counts[a]), 0)
    return None if cards.counts[a] < 0 else decode(codes)


def _of_act(rows: Any, h: int, a: int, name: str) -> list[int]:
    mine = rows["act"] == a
    assert (rows.hand[mine] == h).all()
    values: list[int] = rows[name][mine].tolist()
    return values


def _chips(rows: Any, h: int, a: int) -> list[list[int]]:
    motions = _of_act(rows, h, a, "motion")
    by_motion: list[list[int]] = [[] for _ in range(max(motions, default=-1) + 1)]
    for motion, chip in zip(motions, _of_act(rows, h, a, "chip"), strict=True):
        by_motion[motion].append(chip)
    return by_motion


def _boards(hands: Hands, h: int) -> list[str]:
    assert hands.pot is not None
    rows = hands.pot.boards
    mine = rows.hand == h
    runs = rows["run"][mine]
    return [
        decode(rows["card"][mine][runs == run].astype(np.uint8)) for run in range(1, max(runs, default=0) + 1)
    ]


def _pots(hands: Hands, h: int) -> list[dict[str, Any]]:
    """The pots, in the order of the log; `eligible` and `awards` by the place of the pot, since two may have one number."""
    pot = hands.pot
    assert pot is not None
    found = []
    for row in np.flatnonzero(pot.pots.hand == h).tolist():
        number, place = int(pot.pots["pot"][row]), len(found)
        assert pot.pots["place"][row] == place
        eligible = pot.eligible["seat"][(pot.eligible.hand == h) & (pot.eligible["place"] == place)].tolist()
        awards = []
        for each in np.flatnonzero((pot.awards.hand == h) & (pot.awards["place"] == place)).tolist():
            award = {name: _number(pot.awards[name][each]) for name in ("seat", "amount", "run", "order")}
            assert pot.awards["pot"][each] == number
            awards.append(_given(award | {"half": _word(HALVES, pot.awards["half"][each])}))
        assert pot.pots["eligible"][row] in (NOT_RECORDED, len(eligible))
        assert pot.pots["awards"][row] in (NOT_RECORDED, len(awards))
        found.append(_given({
            "pot": number, "amount": int(pot.pots["amount"][row]),
            "eligible": None if pot.pots["eligible"][row] == NOT_RECORDED else eligible,
            "awards": None if pot.pots["awards"][row] == NOT_RECORDED else awards,
        }))  # fmt: skip
    return found


def _rows(hands: Hands, h: int, rows: Any, beside: dict[str, Any]) -> list[dict[str, Any]]:
    found = []
    for row in np.flatnonzero(rows.hand == h).tolist():
        values = {name: _number(column[row]) for name, column in (rows.columns | beside).items()}
        for name in ("kind", "when", "ruling", "by"):
            if values.get(name) is not None:
                values[name] = hands.names[values[name]]
        found.append(_given(values))
    return found


def _number(value: Any) -> Any:
    return None if value == NOT_RECORDED else int(value)


def _flag(value: Any) -> bool | None:
    return None if value < 0 else bool(value)


def _word(words: tuple[str, ...], place: Any) -> str | None:
    return None if place < 0 else words[place]


def _cards(codes: Any, size: Any) -> str | None:
    return None if size < 0 else decode(codes[: int(size)])


def _given(values: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}


# ---------------------------------------------------------------- what a log said


def expected(events: list[Event], first: int = 2) -> list[dict[str, Any]]:
    """What `read_back` should make of a log's events, the first of which is line ``first``."""
    terms: dict[str, Any] = {}
    found = []
    for line, event in enumerate(events, first):
        if event["event"] == "terms":
            stakes = {**terms.get("stakes", {}), **event.get("stakes", {})}
            terms = {**terms, **event} | ({"stakes": stakes} if stakes else {})
        elif event["event"] == "pot_hand":
            found.append(_said(event, terms) | {"line": line})
    return found


def _said(event: Event, terms: Event) -> dict[str, Any]:
    said = {name: value for name, value in event.items() if name not in FREE}
    said |= {name: terms[name] for name in TERMS if name in terms}
    if "limit" in terms:
        said.setdefault("limit", terms["limit"])
    if stakes := {**terms.get("stakes", {}), **event.get("stakes", {})}:
        said["stakes"] = stakes
    else:
        said.pop("stakes", None)
    for name in ("at", "ended_at", "shuffled_at"):
        if name in said:
            said[name] = _instant(said[name])
    said["seats"] = sorted((_said_seat(seat) for seat in said["seats"]), key=lambda seat: int(seat["seat"]))
    if "acts" in said:
        said["acts"] = [
            act | {name: _instant(act[name]) for name in ("at", "acted_at") if name in act}
            for act in said["acts"]
        ]
    if "irregularities" in said:
        said["irregularities"] = [
            {name: value for name, value in each.items() if name != "note"} for each in said["irregularities"]
        ]
    return said


def _said_seat(seat: Event) -> dict[str, Any]:
    kept = {name: value for name, value in seat.items() if (name, value) != ("status", "played")}
    return kept | {name: kept[name][: 2 * width] for name, width in WIDTHS.items() if name in kept}


def _instant(text: str) -> int:
    parsed = times.parse_one(text)
    assert parsed is not None
    return parsed[0]


# ---------------------------------------------------------------- random logs

DECK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
_KEPT = {"event", "hand", "game", "seats", "seat", "player", "act", "kind", "amount", "street", "cards", "discard", "times",
         "pot", "at"}  # fmt: skip


def random_log(chance: random.Random, count: int) -> list[Event]:
    """Hands with some of the fields of the format each, and terms between them."""
    return [
        random_terms(chance) if chance.random() < 0.15 else random_hand(chance, n)
        for n in range(1, count + 1)
    ]


def random_terms(chance: random.Random) -> Event:
    terms = _some(full_terms(), chance) | {"event": "terms", "at": AT % "00:00"}
    if "stakes" in terms:
        terms["stakes"] = {name: chance.randrange(9) for name in chance.sample(STAKES, chance.randrange(4))}
    return terms


def random_hand(chance: random.Random, number: int) -> Event:
    event = _some(full_pot_hand(number), chance)
    event["game"] = chance.choice(GAMES)
    event["seats"] = _seats(chance)
    listed = [seat["seat"] for seat in event["seats"]]
    if "stakes" in event:
        event["stakes"] = {name: chance.randrange(500) for name in chance.sample(STAKES, chance.randrange(4))}
    if "acts" in event:
        event["acts"] = [_act(chance, listed) for _ in range(chance.choice([0, 1, 5, 30]))]
    for each in event.get("irregularities", []):
        each.pop("act", None)
        if chance.random() < 0.5:
            each["act"] = chance.randint(0, len(event.get("acts", [])))
    if "boards" in event:
        event["boards"] = [_text(chance, 5, least=1) for _ in range(chance.randrange(3))]
    return event


def _seats(chance: random.Random) -> list[Event]:
    numbers = chance.sample(range(1, 11), chance.choice([2, 2, 6, 6, 10]))
    if chance.random() < 0.7:
        numbers.sort()
    full = full_pot_hand()["seats"]
    seats = []
    for number in numbers:
        seat = _some(chance.choice(full), chance) | {"seat": number, "player": f"P{chance.randrange(30)}"}
        for name in WIDTHS:
            if chance.random() < 0.4:
                seat[name] = _text(chance, 9)
        seats.append(seat)
    return seats


def _act(chance: random.Random, listed: list[int]) -> Event:
    act = _some(chance.choice(full_acts()), chance)
    if act["act"] == "clock" or chance.random() < 0.1:
        act["at"] = AT % f"{chance.randrange(60):02d}:00"
    else:
        act.pop("at", None)
    if "seat" in act:
        act["seat"] = chance.choice(listed)
    for name in ("cards", "up", "down", "burn", "discard", "offered"):
        if name in act:
            act[name] = _text(chance, 4)
    if act["act"] == "card" and not {"up", "down"} & set(act):
        act["down"] = "??"
    if "chips" in act:
        act["chips"] = [
            [chance.randrange(1, 99) for _ in range(chance.randint(1, 3))] for _ in range(chance.randrange(3))
        ]
    if "agreed" in act:
        act["agreed"] = chance.sample(listed, chance.randint(0, 2))
    return act


def _some(event: Event, chance: random.Random) -> Event:
    return {name: value for name, value in event.items() if name in _KEPT or chance.random() < 0.5}


def _text(chance: random.Random, most: int, least: int = 0) -> str:
    return "".join(chance.choice([*DECK, "??"]) for _ in range(chance.randint(least, most)))
