"""A game of iPoker: head, seats, and acts, written by player and numbered by order."""

from __future__ import annotations

import datetime as dt
import re

from auditor.importing.frame import ImportOptions
from auditor.importing.histories.elements import XmlElement
from auditor.importing.histories.heads import SYMBOLS, one_of
from auditor.importing.histories.history_amounts import amount_and_sign
from auditor.importing.histories.history_hand import Building, WrongHand, moment, money
from auditor.importing.histories.transcript import cards
from reports.formatting import places_of
from rules.records.problems import shown
from rules.zones import zone_of

LIMITS = {
    "NL": "no_limit", "No limit": "no_limit", "SL": "no_limit", "БЛ": "no_limit",
    "PL": "pot_limit", "Pot limit": "pot_limit", "LP": "pot_limit",
    "L": "fixed_limit", "Limit": "fixed_limit",
}  # fmt: skip
GAMES = {  # by what the program calls it, and the cards of a seat
    ("Holdem", 2): "holdem",
    ("Six Plus Holdem", 2): "short_deck",
    ("Omaha", 4): "omaha",
    ("Omaha", 5): "omaha5",
    ("Omaha", 6): "omaha6",
    ("Omaha Hi-Lo", 4): "omaha_hilo",
    ("Omaha HiLow", 4): "omaha_hilo",
}
STREETS = {"2": ("Flop", "flop"), "3": ("Turn", "turn"), "4": ("River", "river")}
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_HEAD = re.compile(
    rf"(?P<game>{one_of({name for name, _ in GAMES})}) (?P<limit>{one_of(LIMITS)}) (?P<small>[^/]+)/(?P<big>.+?)"
    r"(?: Ante (?P<ante>.+))?"
)
_TIMES = (
    re.compile(r"(?P<y>\d{4})[-/](?P<m>\d\d?)[-/](?P<d>\d\d?)[ T](?P<at>[\d:]+)"),
    re.compile(r"(?P<d>\d\d?)\.(?P<m>\d\d?)\.(?P<y>\d{4}) (?P<at>[\d:]+)"),
    re.compile(rf"(?P<d>\d\d?)-(?P<name>{'|'.join(MONTHS)})-(?P<y>\d{{4}}) (?P<at>[\d:]+)"),
)
_CLOCK = re.compile(r"(\d\d?):(\d\d)(?::(\d\d))?")
_OF_GENERAL = {"startdate", "servername", "players"}
_OF_PLAYER = {
    "seat", "name", "chips", "dealer", "win", "bet", "rakeamount", "rebuy", "addon", "merge", "reg_code", "muck",
}  # fmt: skip
_OF_ACTION = {"no", "player", "type", "sum", "cards", "actiontxt", "turntime"}
_LEFT_OUT = "Read the rules of the program for it; until then leave the hand out."
_ABSENT = ("8", "9")  # not dealt in: waiting for the blind, sitting out


class GameReader:
    """A game being read. wins, bets, rakes: minor units by seat, as stated.

    keeps_uncalled: the file states that winnings exclude uncalled bets.
    """

    def __init__(
        self, game: XmlElement, head: XmlElement | None, hand: Building, options: ImportOptions
    ) -> None:
        self.hand, self.options = hand, options
        self._game, self._head = game, head
        self.wins: dict[int, int] = {}
        self.bets: dict[int, int] = {}
        self.rakes: dict[int, int] = {}
        self.keeps_uncalled = bool(head and head.said("uncalled_bet_enabled") == "true")
        self._places = 2
        self._signs: set[str] = set()

    def read(self) -> None:
        """Read all but the results. Raises WrongHand."""
        _only(self._game, "game", {"general", "round"})
        general = self._game.first("general")
        if not self.hand.ident or general is None or self._head is None:
            raise WrongHand(
                "nothing", "a game with its number and its general part", "Import the whole file."
            )
        _only(general, "general", _OF_GENERAL)
        self._table()
        self.hand.at = self._time(general.said("startdate") or "")
        players = general.first("players")
        for each in players.children if players else []:
            self._player(each)
        self._game_and_stakes()
        self._acts()
        self._signed()

    def amount(self, text: str) -> int:
        """An amount in minor units."""
        number, sign = amount_and_sign(text)
        self._signs.add(sign)
        return money(number, self._places)

    def _said(self, name: str) -> str | None:
        return self._head.said(name) if self._head else None

    def _table(self) -> None:
        hand = self.hand
        tournament = self._said("tournamentcode") or self._said("tourcode") or self._said("tournamentname")
        if tournament:
            raise WrongHand(f"the tournament {shown(tournament)}", "a cash game", "Import cash games only.")
        mode = self._said("mode")
        if mode not in ("real", "fun"):
            raise WrongHand(shown(mode or ""), "the mode `real` or `fun`", "Import the whole file.")
        if mode == "fun":
            named = self.options.named("currency")
            do = f"Take the hand out, unless chips are meant to count as {named}."
            hand.doubts.append(WrongHand("play money", "a hand that is played for money", do))
        hand.table = self._said("tablename")
        hand.currency = None if mode == "fun" else self._currency()
        self._places = places_of(hand.currency or self.options.currency)

    def _currency(self) -> str | None:
        """Currency of the table; the account's only where amounts have its sign."""
        stated = self._said("tablecurrency")
        if stated:
            return stated
        found = _head_of(self._said("gametype"))
        sign = amount_and_sign(found["big"])[1]
        if sign == "$":
            return "USD" if self._said("currency") == "USD" else None
        return SYMBOLS.get(sign)

    def _signed(self) -> None:
        """Refuse amounts with two signs, or not the table's."""
        signs, currency = sorted(self._signs - {""}), self.hand.currency
        meant = {SYMBOLS.get(each, each) for each in signs}
        other = currency is not None and any(
            each in SYMBOLS.values() or each.isupper() for each in meant - {currency}
        )
        dollars = "$" in signs and currency in SYMBOLS.values()
        if len(meant) > 1 or other or dollars:
            expected = f"amounts in {currency or 'one currency'}"
            raise WrongHand(shown(", ".join(signs)), expected, "Export it again.")

    def _time(self, text: str) -> dt.datetime:
        found = next((each for pattern in _TIMES if (each := pattern.fullmatch(text))), None)
        clock = _CLOCK.fullmatch(found["at"]) if found else None
        if not found or not clock:
            raise WrongHand(shown(text), "a time such as 2013-07-30 18:26:02", field="startdate")
        hours, minutes, seconds = (int(each or 0) for each in clock.groups())
        if hours > 23 or minutes > 59 or seconds > 59:
            raise WrongHand(shown(text), "a time of the day", field="startdate")
        named = found.groupdict().get("name")
        month = MONTHS.index(named) + 1 if named else int(found["m"])
        at = moment(int(found["y"]), month, int(found["d"]), dt.time(hours, minutes, seconds), None)
        return at.replace(tzinfo=zone_of(self.options.zone_at(at) or "UTC"))

    def _player(self, player: XmlElement) -> None:
        given = player.attributes
        if player.name != "player" or set(given) - _OF_PLAYER or not {"seat", "name", "chips"} <= set(given):
            raise _unknown(player)
        name, number = given["name"], given["seat"]
        stack = self.amount(given["chips"])
        if not name and not stack:
            return  # an empty seat
        if not re.fullmatch(r"\d{1,2}", number):
            raise WrongHand(f"seat {shown(number)}", "a seat from 1 to 10", line=player.line)
        for bought in ("rebuy", "addon"):
            if given.get(bought, "0").strip() not in ("", "0"):
                raise WrongHand(
                    f"{bought} {shown(given[bought])}", "0 in a cash game", _LEFT_OUT, line=player.line
                )
        seat = int(number)
        self.hand.seat(seat, name, stack)["status"] = "missed"
        for attribute, amounts in (("win", self.wins), ("bet", self.bets), ("rakeamount", self.rakes)):
            if given.get(attribute):
                amounts[seat] = self.amount(given[attribute])
        if given.get("dealer") == "1":
            self.hand.event["dealer"] = seat

    def _game_and_stakes(self) -> None:
        gametype = self._said("gametype")
        found = _head_of(gametype)
        dealt = {len(each.text.split()) for each in self._pockets() if each.text.strip()}
        size = (
            next(iter(dealt))
            if len(dealt) == 1
            else min((cards for name, cards in GAMES if name == found["game"]))
        )
        game = GAMES.get((found["game"], size))
        if game is None or len(dealt) > 1:
            counts = ", ".join(map(str, sorted(dealt)))
            raise WrongHand(
                f"{found['game']} with {counts} cards", "the cards of a game that is known", _LEFT_OUT
            )
        limit, small, big = LIMITS[found["limit"]], self.amount(found["small"]), self.amount(found["big"])
        stakes = {"small_blind": small, "big_blind": big}
        if limit == "fixed_limit":
            stakes = {"small_bet": small, "big_bet": big, "big_blind": small}
        ante = self.amount(found["ante"]) if found["ante"] else 0
        self.hand.event |= {"game": game, "limit": limit, "stakes": stakes | ({"ante": ante} if ante else {})}

    def _pockets(self) -> list[XmlElement]:
        return [
            each
            for place in self._game.all("round")
            for each in place.all("cards")
            if each.attributes.get("type") == "Pocket"
        ]

    def _acts(self) -> None:
        rounds = self._game.all("round")
        numbers = [each.attributes.get("no", "") for each in rounds]
        if numbers != [str(each) for each in range(len(rounds))]:
            found = ", ".join(map(shown, numbers)) or "no round"
            raise WrongHand(found, "the rounds 0, 1 and so on, each once", "Import the whole game.")
        before = 0
        for number, each in zip(numbers, rounds, strict=True):
            _only(each, "round", {"cards", "action"})
            self._cards(number, each)
            acts = sorted(each.all("action"), key=_number)
            played = [_number(act) for act in acts if act.attributes.get("type") not in _ABSENT]
            if len(set(played)) < len(played) or (played and played[0] <= before):
                expected = "acts that are numbered in their order"
                raise WrongHand(f"the acts {played}", expected, _LEFT_OUT, line=each.line)
            before = played[-1] if played else before
            for act in acts:
                self._act(number, act)

    def _cards(self, number: str, place: XmlElement) -> None:
        for each in place.all("cards"):
            kind, name = each.attributes.get("type"), each.attributes.get("player", "")
            if kind == "Pocket" and number == "1":
                self._pocket(each, name)
            elif number in STREETS and kind == STREETS[number][0] and not name:
                self.hand.board(STREETS[number][1], _plain_cards(each))
            else:
                raise _unknown(each)

    def _pocket(self, pocket: XmlElement, name: str) -> None:
        row = self.hand.seats[self.hand.number(name)]
        row.pop("status", None)
        if pocket.text.strip() and set(pocket.text.lower()) - {"x", " "}:
            row["hole" if name == self._said("nickname") else "cards"] = _plain_cards(pocket)

    def _act(self, number: str, act: XmlElement) -> None:
        given = act.attributes
        if set(given) - _OF_ACTION or not {"player", "type"} <= set(given):
            raise _unknown(act)
        kind, hand = given["type"], self.hand
        seat = hand.number(given["player"])
        amount = self.amount(given["sum"]) if given.get("sum") else 0
        if kind in _ABSENT:
            if hand.put.get(seat) or hand.seats[seat].get("status") != "missed":
                expected = "a seat without cards and chips in the pot"
                raise WrongHand(
                    f"an act of type {kind} of a seat that plays", expected, _LEFT_OUT, line=act.line
                )
            return
        hand.seats[seat].pop("status", None)
        if number == "0":
            self._post(kind, seat, amount, act)
        else:
            self._played(kind, seat, amount, act)

    def _post(self, kind: str, seat: int, amount: int, act: XmlElement) -> None:
        hand, stakes = self.hand, self.hand.event["stakes"]
        before = {each["kind"] for each in hand.acts}
        if kind == "15":
            stakes.setdefault("ante", amount)
            hand.post(seat, "ante", amount)
        elif kind == "1":
            if "small_bet" in stakes and "small_blind" not in before:
                stakes["small_blind"] = amount
            hand.post(seat, "missed_small" if "small_blind" in before else "small_blind", amount)
        elif kind == "2":
            big = stakes["big_blind"]
            if amount > big:
                hand.post(seat, "missed_small", amount - big)
                hand.post(seat, "missed_big", big)
            else:
                hand.post(seat, "new_player" if "big_blind" in before else "big_blind", amount)
        else:
            raise _unknown(act)

    def _played(self, kind: str, seat: int, amount: int, act: XmlElement) -> None:
        hand = self.hand
        if kind == "0":
            hand.act("fold", seat=seat)
        elif kind == "4":
            hand.act("check", seat=seat)
        elif kind in ("3", "5"):
            hand.bet("call" if kind == "3" else "bet", seat, hand.in_front(seat) + amount)
        elif kind == "23":
            hand.raised(seat, amount)
        elif kind == "7":
            to = hand.in_front(seat) + amount
            kinds = "bet" if not hand.level else "call" if to <= hand.level else "raise"
            (hand.raised(seat, to) if kinds == "raise" else hand.bet(kinds, seat, to))["all_in"] = True
        else:
            raise _unknown(act)


def _head_of(gametype: str | None) -> re.Match[str]:
    found = _HEAD.fullmatch(gametype or "")
    if not found:
        expected = f"a game of {', '.join(sorted({name for name, _ in GAMES}))} with its limit and its blinds"
        raise WrongHand(
            shown(gametype or ""), expected, "Import the hands of these games only.", field="gametype"
        )
    return found


def _number(act: XmlElement) -> int:
    text = act.attributes.get("no", "")
    if act.name != "action" or not re.fullmatch(r"\d{1,6}", text):
        raise WrongHand(f"an act of number {shown(text)}", "a whole number", line=act.line)
    return int(text)


def _plain_cards(element: XmlElement) -> str:
    """Cards as in logs; iPoker writes the suit first (`S10`, `dA`)."""
    try:
        return cards(" ".join(f"{each[1:].upper()}{each[:1].lower()}" for each in element.text.split()))
    except WrongHand as error:
        raise WrongHand(shown(element.text), "cards such as CA S10", line=element.line) from error


def _only(element: XmlElement, name: str, known: set[str]) -> None:
    """Refuse unknown children, which may matter."""
    for each in element.children:
        if each.name not in known:
            raise _unknown(each)


def _unknown(element: XmlElement) -> WrongHand:
    given = " ".join(f'{name}="{value}"' for name, value in element.attributes.items())
    found = f"<{element.name} {given}>" if given else f"<{element.name}>"
    return WrongHand(shown(found), "an element of a hand history of iPoker", _LEFT_OUT, line=element.line)
