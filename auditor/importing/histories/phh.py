"""Importer of PHH, pokerkit's format: TOML, a hand a file, or a table (.phhs).

antes, blinds_or_straddles, bring_in: posts; player n is seat n or seats[n], the last is the button. Heads-up blinds are swapped.
A lone blind is the big one, a lone ante everyone's. finishing_stacks: nets. Amounts are currency units. Fees are unrecorded.
"""

from __future__ import annotations

import datetime as dt
import re
import tomllib
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from auditor.importing.frame import Importer, ImportOptions
from auditor.importing.histories.history_hand import Building, WrongHand, in_field, moment, money
from auditor.importing.histories.history_logs import reader, wrong
from auditor.importing.histories.phh_actions import Actions
from auditor.importing.workbook.workbook_tables import WorkbookProblems
from reports.formatting import places_of
from rules.records.events import History
from rules.records.problems import shown
from rules.zones import is_zone, zone_of

PHH_TYPE = "application/toml"
VARIANTS = {
    "FT": ("holdem", "fixed_limit"),
    "NT": ("holdem", "no_limit"),
    "NS": ("short_deck", "no_limit"),
    "PO": ("omaha", "pot_limit"),
    "FO/8": ("omaha_hilo", "fixed_limit"),
    "F7S": ("stud7", "fixed_limit"),
    "F7S/8": ("stud_hilo", "fixed_limit"),
    "FR": ("razz", "fixed_limit"),
    "N2L1D": ("draw27_single", "no_limit"),
    "F2L3D": ("draw27", "fixed_limit"),
    "FB": ("badugi", "fixed_limit"),
}
_BETS = ("bring_in", "small_bet", "big_bet", "min_bet")
_VARIANT = re.compile(rb"^(?:\xef\xbb\xbf)?[ \t]*variant[ \t]*=", re.MULTILINE)
_OTHER = re.compile(rb"^[ \t]*(?:actions|starting_stacks|blinds_or_straddles)[ \t]*=", re.MULTILINE)
_HEADER = re.compile(r"[ \t]*\[[^\]]*\]\s*(#.*)?$")
_AT_LINE = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")
_QUOTED = re.compile(r"\"[^\"]*\"|'[^']*'")
_CORRECT = "Correct it."


def _recognises(data: bytes) -> bool:
    return bool(_VARIANT.search(data) and _OTHER.search(data))


def _hands(text: str, options: ImportOptions, problems: WorkbookProblems) -> Iterator[Building]:
    try:
        whole = tomllib.loads(text.replace("\r\n", "\n"), parse_float=Decimal)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        _no_toml(text, error, problems)
        return
    tables = [(name, each) for name, each in whole.items() if isinstance(each, dict)]
    several = [("", whole)] if "variant" in whole else tables
    lines = text.split("\n")
    starts = [at for at, row in enumerate(lines, 1) if _HEADER.match(row)]
    for at, (name, fields) in enumerate(several):
        line = starts[at] if name and at < len(starts) else 1
        end = starts[at + 1] - 1 if name and at + 1 < len(starts) else len(lines)
        hand = Building(line=line, ident=str(fields.get("hand", name)))
        try:
            _Reader(fields, hand, options).read()
        except WrongHand as each:
            found_at = each.line or line + _line_of(lines[line - 1 : end], each.field)
            wrong(problems, found_at, hand.ident, each.field, each.found, each.expected, each.do)
        else:
            yield hand


def _no_toml(text: str, error: Exception, problems: WorkbookProblems) -> None:
    """Report a file that is no TOML, at the reader's line."""
    said = (
        str(error) if isinstance(error, tomllib.TOMLDecodeError) else "lists too deep, or a number too long"
    )
    place, line, end = _AT_LINE.search(said), 1, ""
    if place:
        line, end = (int(place[1]), "") if place[1] else (text.rstrip().count("\n") + 1, ", at the end")
    found = f"no TOML: {_AT_LINE.sub('', said)}{end}"
    do = "Correct the line, or one before it: a comma, a quote or a bracket may be missing."
    problems.add(None, f"line {line}", "", found, "a hand in PHH, which is TOML", do)


def _line_of(lines: list[str], field: str) -> int:
    """Line of a field or action (`actions[3]`) after the hand's first; 0 where not found."""
    name, _, number = field.partition("[")
    at = next((at for at, row in enumerate(lines) if row.lstrip().startswith(name)), None)
    if not name or at is None:
        return 0
    if name == "actions" and number:
        count = -1
        for place in range(at, len(lines)):
            count += len(_QUOTED.findall(lines[place]))
            if count >= int(number.rstrip("]")):
                return place
    return at


class _Reader:
    def __init__(self, fields: dict[str, Any], hand: Building, options: ImportOptions) -> None:
        self._fields, self._hand, self._options = fields, hand, options

    def read(self) -> None:
        fields, hand = self._fields, self._hand
        variant = fields.get("variant")
        if not isinstance(variant, str) or variant not in VARIANTS:
            raise WrongHand(shown(variant), f"one of {', '.join(VARIANTS)}", _CORRECT, field="variant")
        hand.currency = self._text("currency")
        hand.table = self._text("table")
        self._places = places_of(hand.currency or self._options.currency)
        stacks = self._list("starting_stacks")
        if not 2 <= len(stacks) <= 10:
            raise WrongHand(f"{len(stacks)} stacks", "2 to 10", _CORRECT, field="starting_stacks")
        numbers = self._seats(stacks)
        game, limit = VARIANTS[variant]
        stakes = {name: self._money(fields[name], name) for name in _BETS if fields.get(name)}
        hand.event = {"game": game, "limit": limit, "stakes": stakes, "dealer": numbers[-1]}
        self._times()
        self._posts(game, numbers)
        actions = self._list("actions")
        Actions(hand, numbers, lambda text: self._money(text, "actions")).play(actions)
        self._nets(numbers)

    def _text(self, name: str) -> str | None:
        value = self._fields.get(name)
        if value is None or isinstance(value, str | int):
            return None if value is None else str(value)
        raise WrongHand(shown(value), "text", _CORRECT, field=name)

    def _list(self, name: str, count: int | None = None, default: list[Any] | None = None) -> list[Any]:
        value = self._fields.get(name, default)
        if not isinstance(value, list):
            raise WrongHand("nothing" if value is None else shown(value), "a list", _CORRECT, field=name)
        if count is not None and len(value) != count:
            expected = f"{count}, one for each player"
            raise WrongHand(f"{len(value)} entries", expected, _CORRECT, field=name)
        return value

    def _money(self, value: Any, field: str) -> int:
        if isinstance(value, bool) or not isinstance(value, int | Decimal | str):
            raise WrongHand(shown(value), "an amount", _CORRECT, field=field)
        with in_field(field):
            return money(value, self._places)

    def _seats(self, stacks: list[Any]) -> list[int]:
        fields, count = self._fields, len(stacks)
        numbers = self._list("seats", count, list(range(1, count + 1)))
        names = self._list("players", count, [f"unnamed player {number}" for number in range(1, count + 1)])
        for number, name, stack in zip(numbers, names, stacks, strict=True):
            field = "seats" if "seats" in fields else "players"
            if isinstance(number, bool) or not isinstance(number, int) or not isinstance(name, str):
                raise WrongHand(shown([number, name]), "a seat's number and a name", _CORRECT, field=field)
            endless = isinstance(stack, Decimal) and stack == Decimal("inf")
            amount = None if endless else self._money(stack, "starting_stacks")
            with in_field(field):
                self._hand.seat(number, name, amount)
        return numbers

    def _times(self) -> None:
        """When dealt; of a day alone, the session opened by noon."""
        fields = self._fields
        parts = (fields.get("year"), fields.get("month"), fields.get("day"))
        zone = fields.get("time_zone", self._options.zone)
        if None in parts:
            return
        if not isinstance(zone, str) or not is_zone(zone):
            raise WrongHand(
                shown(zone), "an IANA time zone such as Europe/Tallinn", _CORRECT, field="time_zone"
            )
        clock = fields.get("time")
        at = clock.replace(tzinfo=None) if isinstance(clock, dt.time) else dt.time(12)
        with in_field("day"):
            when = moment(*parts, at, None)
        if "time_zone" not in fields:
            zone = self._options.zone_at(when) or zone
        when = when.replace(tzinfo=zone_of(zone))
        if isinstance(clock, dt.time):
            self._hand.at = when
        else:
            self._hand.opened = when

    def _posts(self, game: str, numbers: list[int]) -> None:
        hand, count = self._hand, len(numbers)
        stakes = hand.event["stakes"]
        antes = [self._money(each, "antes") for each in self._list("antes", count, [0] * count)]
        alone = sum(ante > 0 for ante in antes) == 1
        if any(antes):
            stakes["ante"] = max(antes)
        for seat, ante in zip(numbers, antes, strict=True):
            self._post(seat, "table_ante" if alone else "ante", ante)
        blinds = [self._blind(each) for each in self._list("blinds_or_straddles", count, [0] * count)]
        if count == 2:
            blinds.reverse()
        fresh = [(seat, blind) for seat, blind in zip(numbers, blinds, strict=True) if blind < 0]
        usual = [(seat, blind) for seat, blind in zip(numbers, blinds, strict=True) if blind > 0]
        if count == 2:
            usual.sort(key=lambda each: each[1])
        amounts = sorted(blind for _, blind in usual)
        if amounts:
            stakes |= {"small_blind": amounts[0]} if len(amounts) > 1 else {}
            stakes["big_blind"] = amounts[min(1, len(amounts) - 1)]
        kinds = ["big_blind"] if len(usual) == 1 else ["small_blind", "big_blind"]
        for place, (seat, blind) in enumerate(usual):
            kind = kinds[place] if place < len(kinds) else "straddle"
            self._post(seat, kind, blind)
        for seat, blind in fresh:
            self._post(seat, "new_player", -blind)

    def _blind(self, value: Any) -> int:
        """An entry of blinds_or_straddles; below 0: out of order."""
        below = isinstance(value, int | Decimal) and str(value).startswith("-")
        return (
            -self._money(-value, "blinds_or_straddles")
            if below
            else self._money(value, "blinds_or_straddles")
        )

    def _post(self, seat: int, kind: str, amount: int) -> None:
        stack = self._hand.seats[seat].get("stack")
        left = amount if stack is None else stack - self._hand.put.get(seat, 0)
        if min(amount, left) > 0:
            self._hand.post(seat, kind, min(amount, left))

    def _nets(self, numbers: list[int]) -> None:
        hand = self._hand
        if "winnings" in self._fields:
            hand.event["_winnings"] = [str(each) for each in self._list("winnings", len(numbers))]
        if "finishing_stacks" not in self._fields or any("stack" not in row for row in hand.seats.values()):
            return
        for seat, after in zip(numbers, self._list("finishing_stacks", len(numbers)), strict=True):
            hand.seats[seat]["net"] = self._money(after, "finishing_stacks") - hand.seats[seat]["stack"]


_HISTORY = History(numbering="site", seen_by="table", cards_from="deal")  # numbers may be of chosen hands
PHH = Importer(
    name="phh",
    title="PHH",
    version="2",
    media_type=lambda _: PHH_TYPE,
    recognises=_recognises,
    read=reader(_hands, history=_HISTORY),
)
