"""Importer of Open Hand History to 1.4.7: JSON objects or a list of them, each a hand as `ohh`.

Chips of an act are added. Two rounds of a street are runs. Null rake is unrecorded. Only games with a flop.
"""

from __future__ import annotations

import datetime as dt
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import Any

from auditor.importing.frame import Importer, ImportOptions
from auditor.importing.histories.history_hand import Building, Row, WrongHand, in_field, moment, money
from auditor.importing.histories.history_logs import doubtful, reader, wrong
from auditor.importing.histories.transcript import cards
from auditor.importing.workbook.workbook_tables import WorkbookProblems
from reports.formatting import places_of
from rules.records.problems import shown

OHH_TYPE = "application/json"
GAMES = {"Holdem": "holdem", "Omaha": "omaha", "OmahaHiLo": "omaha_hilo"}
LIMITS = {"NL": "no_limit", "PL": "pot_limit", "FL": "fixed_limit"}
POSTS = {
    "Post SB": "small_blind",
    "Post BB": "big_blind",
    "Post Ante": "ante",
    "Straddle": "straddle",
    "Post Dead": "dead",
    "Post Extra Blind": "extra",
}
BETS = {"Bet": "bet", "Call": "call"}
SEATS = {"Sits Down": "seated", "Stands Up": "left"}
_STREETS = {"Flop": "flop", "Turn": "turn", "River": "river"}
_NO_CARDS = ("Preflop", "Showdown")
_BETWEEN = re.compile(r"[\s,\[\]]*")  # objects, also where they are a list
_BEGIN = re.compile(r"^\{", re.MULTILINE)
_CORRECT = "Correct it."


def _recognises(data: bytes) -> bool:
    begin = data[:4096]
    named = b'"ohh"' in begin or (b'"spec_version"' in begin and b'"game_number"' in begin)
    return named and begin[:16].lstrip(b"\xef\xbb\xbf \t\r\n")[:1] in (b"{", b"[")


def _hands(text: str, options: ImportOptions, problems: WorkbookProblems) -> Iterator[Building]:
    for line, value in _objects(text, problems):
        hand = Building(line=line)
        try:
            _Reader(_object(value, "ohh"), hand, options).read()
        except WrongHand as each:
            wrong(problems, line, hand.ident, each.field, each.found, each.expected, each.do)
        else:
            doubtful(problems, hand)
            yield hand


def _objects(text: str, problems: WorkbookProblems) -> Iterator[tuple[int, Any]]:
    """Objects of a text with their lines; others are reported and the next line tried."""
    decoder = json.JSONDecoder(parse_float=Decimal)
    start, line, counted = _next(text, 0), 1, 0
    while start < len(text):
        line, counted = line + text.count("\n", counted, start), start
        try:
            value, end = _decoded(decoder, text, start)
        except WrongHand as each:
            problems.add(None, f"line {line}", "", each.found, each.expected, each.do)
            begin = _BEGIN.search(text, start + 1)
            start = begin.start() if begin else len(text)
        else:
            yield line, value
            start = _next(text, end)


def _next(text: str, at: int) -> int:
    between = _BETWEEN.match(text, at)
    return between.end() if between else at


def _decoded(decoder: json.JSONDecoder, text: str, start: int) -> tuple[Any, int]:
    expected = "an object with a hand as `ohh`"
    if text[start] != "{":
        raise WrongHand(shown(text[start:].split("\n", 1)[0].strip()), expected, "Take it out.")
    try:
        return decoder.raw_decode(text, start)
    except (ValueError, RecursionError) as error:
        deep = "lists too deep, or a number too long"
        said = error.msg if isinstance(error, json.JSONDecodeError) else deep
        do = "Correct it, or export it again. The hand is left out."
        raise WrongHand(f"no JSON: {said}", expected, do) from error


def _object(value: Any, name: str) -> Row:
    found = value.get(name) if isinstance(value, dict) else None
    if not isinstance(found, dict):
        raise WrongHand("nothing" if found is None else shown_plain(found), "an object", _CORRECT, field=name)
    return found


def shown_plain(value: Any) -> str:
    """A value of the file for a message."""
    return shown(json.loads(json.dumps(value, default=str)))


class _Reader:
    def __init__(self, ohh: Row, hand: Building, options: ImportOptions) -> None:
        self._ohh, self._hand, self._options = ohh, hand, options
        self._seats: dict[int | str, int] = {}  # by the id of a player
        self._names: dict[int | str, str] = {}
        self._shown: set[tuple[int, str]] = set()

    def read(self) -> None:
        ohh, hand = self._ohh, self._hand
        hand.ident = str(_of(ohh, "game_number", (str, int), "ohh"))
        hand.table = str(_of(ohh, "table_name", (str, int), "ohh"))
        hand.currency = self._currency()
        info = ohh.get("tournament_info")
        if ohh.get("tournament") and isinstance(info, dict):
            hand.tournament = str(info.get("tournament_number", "tournament"))
        self._places = 0 if hand.tournament else places_of(hand.currency or self._options.currency)
        hand.at = self._time(_of(ohh, "start_date_utc", (str,), "ohh"))
        hand.event = {
            "game": self._word("game_type", GAMES),
            "stakes": self._stakes(),
            "dealer": self._dealer(),
        }
        limit = _object(ohh, "bet_limit")
        hand.event["limit"] = _word(limit, "bet_type", LIMITS)
        if limit.get("bet_cap"):
            hand.event["stakes"]["cap"] = self._money(limit["bet_cap"], "bet_limit.bet_cap")
        self._players()
        rounds = [
            self._row(each, f"rounds[{at}]") for at, each in enumerate(_of(ohh, "rounds", (list,), "ohh"))
        ]
        self._rounds(rounds)
        self._settle()

    def _currency(self) -> str | None:
        """Currency; chips are play money in the options' currency."""
        stated: str = _of(self._ohh, "currency", (str,), "ohh")
        if stated.lower() != "chips":
            return stated
        do = f"Take the hand out, unless chips are meant to count as {self._options.named('currency')}."
        self._hand.doubts.append(WrongHand("play money", "a hand that is played for money", do))
        return None

    def _row(self, value: Any, field: str) -> Row:
        if not isinstance(value, dict):
            raise WrongHand(shown_plain(value), "an object", _CORRECT, field=field)
        return value

    def _money(self, value: Any, field: str) -> int:
        if isinstance(value, bool) or not isinstance(value, int | Decimal):
            expected = "a number such as 1234.5, without quotes and commas"
            raise WrongHand(shown_plain(value), expected, _CORRECT, field=field)
        with in_field(field):
            return money(value, self._places)

    def _word(self, name: str, words: dict[str, str]) -> str:
        return _word(self._ohh, name, words)

    def _time(self, text: str) -> dt.datetime:
        try:
            at = dt.datetime.fromisoformat(text)
        except ValueError as error:
            expected = "a time such as 2021-05-16T03:50:01Z"
            raise WrongHand(shown(text), expected, _CORRECT, field="start_date_utc") from error
        return moment(at.year, at.month, at.day, at.time(), at.tzinfo or dt.UTC)

    def _stakes(self) -> Row:
        names = (
            ("small_blind_amount", "small_blind"),
            ("big_blind_amount", "big_blind"),
            ("ante_amount", "ante"),
        )
        return {to: self._money(self._ohh[name], name) for name, to in names if self._ohh.get(name)}

    def _dealer(self) -> int:
        dealer: int = _of(self._ohh, "dealer_seat", (int,), "ohh")
        return dealer

    def _players(self) -> None:
        for at, value in enumerate(_of(self._ohh, "players", (list,), "ohh")):
            field = f"players[{at}]"
            player = self._row(value, field)
            ident, number = _of(player, "id", (int, str), field), _of(player, "seat", (int,), field)
            name, stack = _of(player, "name", (str,), field), player.get("starting_stack")
            amount = None if stack is None else self._money(stack, f"{field}.starting_stack")
            with in_field(field):
                row = self._hand.seat(number, name, amount)
            if player.get("is_sitting_out") is True:
                row["status"] = "missed"
            self._seats[ident], self._names[ident] = number, name

    def _rounds(self, rounds: list[Row]) -> None:
        streets = [each.get("street") for each in rounds]
        count = Counter(each for each in streets if isinstance(each, str) and each in _STREETS)
        seen: Counter[str] = Counter()
        times = max(count.values(), default=1)
        for at, each in enumerate(rounds):
            field, name = f"rounds[{at}]", each.get("street")
            if isinstance(name, str) and name in _STREETS:
                seen[name] += 1
                self._hand.run = seen[name] if count[name] > 1 else None
                if self._hand.run and not any(act["act"] == "run" for act in self._hand.acts):
                    self._hand.act("run", times=times)
                self._hand.board(_STREETS[name], self._cards(each, field))
            elif name not in _NO_CARDS:
                expected = f"one of {', '.join((*_NO_CARDS, *_STREETS))}"
                raise WrongHand(shown_plain(name), expected, _CORRECT, field=f"{field}.street")
            for place, action in enumerate(_of(each, "actions", (list,), field)):
                self._action(self._row(action, f"{field}.actions[{place}]"), f"{field}.actions[{place}]")

    def _cards(self, row: Row, field: str) -> str:
        given = row.get("cards") or []
        if not isinstance(given, list) or not all(isinstance(each, str) for each in given):
            raise WrongHand(shown_plain(given), "a list of cards", _CORRECT, field=f"{field}.cards")
        with in_field(f"{field}.cards"):
            return cards(" ".join(given))

    def _action(self, action: Row, field: str) -> None:
        kind, hand = _of(action, "action", (str,), field), self._hand
        ident = _of(action, "player_id", (int, str), field)
        if ident not in self._seats:
            raise WrongHand(
                shown(ident), "the id of a player of the hand", _CORRECT, field=f"{field}.player_id"
            )
        seat = self._seats[ident]
        plain: dict[str, Callable[[], object]] = {
            "Dealt Cards": lambda: hand.seats[seat].update(hole=self._cards(action, field)),
            "Fold": lambda: hand.act("fold", seat=seat),
            "Check": lambda: hand.act("check", seat=seat),
            "Shows Cards": lambda: self._show(seat, self._cards(action, field)),
            "Mucks Cards": lambda: self._muck(seat, self._cards(action, field)),
        }
        if kind in plain:
            plain[kind]()
        elif kind in SEATS:
            assert hand.at is not None
            event = {"event": "seat", "player": self._names[ident], "kind": SEATS[kind], "seat": seat}
            (hand.before if SEATS[kind] == "seated" else hand.after).append(event)
        else:
            self._chips(kind, seat, action, field)

    def _chips(self, kind: str, seat: int, action: Row, field: str) -> None:
        hand = self._hand
        amount = self._money(action.get("amount"), f"{field}.amount")
        if kind in POSTS:
            hand.post(seat, POSTS[kind], amount)
        elif kind == "Added Chips":
            hand.act("add", seat=seat, amount=amount)
        elif kind == "Raise" or kind in BETS:
            to = hand.in_front(seat) + amount
            row = hand.raised(seat, to) if kind == "Raise" else hand.bet(BETS[kind], seat, to)
            if action.get("is_allin") is True:
                row["all_in"] = True
        else:
            raise WrongHand(shown(kind), "an action of the format", _CORRECT, field=f"{field}.action")

    def _show(self, seat: int, those: str) -> None:
        if (seat, those) not in self._shown:
            self._shown.add((seat, those))
            self._hand.act("show", seat=seat, **({"cards": those} if those else {}))

    def _muck(self, seat: int, those: str) -> None:
        self._hand.act("muck", seat=seat, **({"cards": those} if those else {}))

    def _settle(self) -> None:
        pots, fees = [], []
        given = [
            self._row(each, f"pots[{at}]") for at, each in enumerate(_of(self._ohh, "pots", (list,), "ohh"))
        ]
        numbers = [_of(pot, "number", (int,), f"pots[{at}]") for at, pot in enumerate(given)]
        main = min(numbers, default=0)  # some programs count from 1
        for at, pot in enumerate(given):
            field, number = f"pots[{at}]", numbers[at] - main
            awards = [self._award(each, f"{field}.player_wins[{place}]") for place, each in
                      enumerate(_of(pot, "player_wins", (list,), field))]  # fmt: skip
            pots.append(
                {
                    "pot": number,
                    "amount": self._money(pot.get("amount"), f"{field}.amount"),
                    "awards": [each for each in awards if each["amount"]],
                }
            )
            for name in ("rake", "jackpot"):
                taken = self._money(pot[name], f"{field}.{name}") if pot.get(name) else 0
                fees += [{"kind": name, "amount": taken, "pot": number}] if taken else []
        hand = self._hand
        hand.event["pots"] = [pot for pot in pots if pot["amount"] or pot["awards"]]
        if given and all(pot.get("rake") is not None for pot in given):
            hand.event["fees"] = fees
        hand.nets(sum(pot["amount"] for pot in pots))

    def _award(self, value: Any, field: str) -> Row:
        win = self._row(value, field)
        ident = _of(win, "player_id", (int, str), field)
        if ident not in self._seats:
            raise WrongHand(
                shown(ident), "the id of a player of the hand", _CORRECT, field=f"{field}.player_id"
            )
        seat, amount = self._seats[ident], self._money(win.get("win_amount"), f"{field}.win_amount")
        self._hand.award(seat, amount)
        if win.get("cashout_amount"):
            paid = self._money(win["cashout_amount"], f"{field}.cashout_amount")
            fee = win.get("cashout_fee")
            row = self._hand.seats[seat]
            if fee is None:
                row["_cash_out"] = {"amount": paid}
            else:
                row["cash_out"] = {"amount": paid, "fee": self._money(fee, f"{field}.cashout_fee")}
        bonus = win.get("bonus_amount")
        return {"seat": seat, "amount": amount, **({"_bonus": str(bonus)} if bonus else {})}


def _of(row: Row, name: str, types: tuple[type, ...], field: str) -> Any:
    value = row.get(name)
    if isinstance(value, bool) or not isinstance(value, types):
        words = {str: "text", int: "a number", list: "a list"}
        expected = " or ".join(words[each] for each in types)
        path = name if field == "ohh" else f"{field}.{name}"
        raise WrongHand("nothing" if value is None else shown_plain(value), expected, _CORRECT, field=path)
    return value


def _word(row: Row, name: str, words: dict[str, str]) -> str:
    value = row.get(name)
    if not isinstance(value, str) or value not in words:
        found = "nothing" if value is None else shown_plain(value)
        raise WrongHand(found, f"one of {', '.join(words)}", _CORRECT, field=name)
    return words[value]


OHH = Importer(
    name="ohh",
    title="Open Hand History",
    version="2",
    media_type=lambda _: OHH_TYPE,
    recognises=_recognises,
    read=reader(_hands),
)
