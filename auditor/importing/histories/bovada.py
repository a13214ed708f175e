"""Importer of text histories of Bovada, Ignition and Bodog: hold'em and Omaha cash games.

Players are places, so a player is nobody of another hand. A raise states its total; an all-in is the stack. Rake is the pot less
the results. Stakes are stated, or the posted blinds.
"""

from __future__ import annotations

import re

from auditor.importing.histories import history_lines, history_text, settling
from auditor.importing.histories.heads import instant, one_of
from auditor.importing.histories.history_hand import WrongHand
from auditor.importing.histories.history_text import Site
from auditor.importing.histories.transcript import Transcript, cards, line
from rules.records.problems import shown

GAMES = {"HOLDEM": "holdem", "OMAHA": "omaha", "OMAHA HiLo": "omaha_hilo"}
LIMITS = {"No Limit": "no_limit", "Pot Limit": "pot_limit"}
_EXAMPLE = "Bovada Hand #12 TBL#34 HOLDEM No Limit - 2021-03-11 22:58:57"
_START = re.compile(r"(?:Bovada|Ignition|Bodog(?:\.\w+)?) Hand #(?P<id>\d{1,20}) ")
_HEAD = re.compile(
    r"(?:Bovada|Ignition|Bodog(?:\.\w+)?) Hand #(?P<id>\d{1,20}) +(?:TBL#(?P<table>\d+)|Zone Poker ID#(?P<zone>\d+)) "
    rf"(?P<game>{one_of(GAMES)})(?:ZonePoker)? (?P<limit>{one_of(LIMITS)})(?: \[MVS\])? - "
    r"(?P<y>\d{4})-(?P<m>\d\d)-(?P<d>\d\d) (?P<at>[\d:]+)(?P<utc> UTC)?"
)
_WHO = r"(?P<who>.+?)(?: +\[ME\])? :"
_STREETS = (("flop", 0, 3), ("turn", 3, 4), ("river", 4, 5))
_BLINDS = {"Small Blind": "small_blind", "Big Blind": "big_blind"}
_DO = "Export the hand again."


def _begin(transcript: Transcript, head: re.Match[str]) -> None:
    hand = transcript.hand
    history_lines.set_currency(transcript, None)
    hand.table = head["table"] or f"Zone {head['zone']} {hand.ident}"
    hand.event = {"game": GAMES[head["game"]], "limit": LIMITS[head["limit"]], "stakes": {}}
    hand.at = instant(
        f"{head['y']}/{head['m']}/{head['d']} {head['at']}{head['utc'] or ''}", None, transcript
    )


def _stakes(transcript: Transcript, found: re.Match[str]) -> None:
    small, big = transcript.money(found["small"]), transcript.money(found["big"])
    transcript.hand.event["stakes"] = {"small_blind": small, "big_blind": big}


def _name(transcript: Transcript, place: str) -> str:
    return f"{transcript.hand.ident} {place}"


def _seat(transcript: Transcript, found: re.Match[str]) -> int:
    """The acting seat, dealt in even without shown cards."""
    seat = transcript.hand.number(_name(transcript, found["who"]))
    transcript.hand.seats[seat].pop("status", None)
    return seat


def _sit_down(transcript: Transcript, found: re.Match[str]) -> None:
    name, stack = _name(transcript, found["who"]), transcript.money(found["stack"])
    transcript.hand.seat(int(found["number"]), name, stack)["status"] = "missed"


def _dealer(transcript: Transcript, found: re.Match[str]) -> None:
    transcript.hand.event["dealer"] = int(found["number"])


def _dealt(transcript: Transcript, found: re.Match[str]) -> None:
    transcript.hand.seats[_seat(transcript, found)]["hole"] = cards(found["cards"])


def _posted(transcript: Transcript, found: re.Match[str]) -> None:
    seat, amount = _seat(transcript, found), transcript.money(found["amount"])
    kind = "small_blind" if found["kind"].lower().endswith("small blind") else "big_blind"
    stated = transcript.hand.event["stakes"].setdefault(kind, amount)
    if amount > stated:
        raise WrongHand(f"a blind of {found['amount']}", "at most the stakes of the table", _DO)
    transcript.hand.post(seat, kind, amount)


def _posted_again(transcript: Transcript, found: re.Match[str]) -> None:
    kind = "missed_small" if found["dead"] else "new_player"
    transcript.hand.post(_seat(transcript, found), kind, transcript.money(found["amount"]))


def _folds(transcript: Transcript, found: re.Match[str]) -> None:
    seat = _seat(transcript, found)
    transcript.hand.act("fold", seat=seat)
    if found["cards"]:
        transcript.hand.act("show", seat=seat, cards=cards(found["cards"]))


def _checks(transcript: Transcript, found: re.Match[str]) -> None:
    transcript.hand.act("check", seat=_seat(transcript, found))


def _added(transcript: Transcript, found: re.Match[str]) -> None:
    hand, seat = transcript.hand, _seat(transcript, found)
    to = hand.in_front(seat) + transcript.money(found["amount"])
    hand.bet("call" if found["kind"] == "Calls" else "bet", seat, to)


def _raises(transcript: Transcript, found: re.Match[str]) -> None:
    transcript.hand.raised(_seat(transcript, found), transcript.money(found["amount"]))


def _all_in(transcript: Transcript, found: re.Match[str]) -> None:
    """All that a seat has left, whether stated as added or in front."""
    hand, seat, stated = transcript.hand, _seat(transcript, found), transcript.money(found["amount"])
    left = hand.seats[seat]["stack"] - hand.put.get(seat, 0)
    to = hand.in_front(seat) + left
    if stated not in (left, to):
        raise WrongHand(
            f"all in for {found['amount']}", f"{left}, what is left of its stack, in minor units", _DO
        )
    if seat not in hand.put and found["who"] in _BLINDS:
        _all_in_blind(transcript, seat, left, found["who"])
        return
    kind = "bet" if not hand.level else "call" if to <= hand.level else "raise"
    (hand.raised(seat, to) if kind == "raise" else hand.bet(kind, seat, to))["all_in"] = True


def _all_in_blind(transcript: Transcript, seat: int, amount: int, place: str) -> None:
    kind = _BLINDS[place]
    if kind not in transcript.hand.event["stakes"]:
        expected = "a blind in full, or a line `Table Info: ... Stakes: $0.25-$0.50`"
        raise WrongHand(f"{place} all in before the cards", expected, "The stakes are not stated.")
    transcript.hand.post(seat, kind, amount)


def _returned(transcript: Transcript, found: re.Match[str]) -> None:
    transcript.hand.returned(_seat(transcript, found), transcript.money(found["amount"]))


def _shows(transcript: Transcript, found: re.Match[str]) -> None:
    """A showdown line has the best five; the dealt cards are on another line."""
    seat = _seat(transcript, found)
    hole = transcript.hand.seats[seat].get("hole")
    transcript.hand.act("show", seat=seat, **({"cards": hole} if hole else {}))


def _mucks(transcript: Transcript, found: re.Match[str]) -> None:
    transcript.hand.act("muck", seat=_seat(transcript, found))


def _result(transcript: Transcript, found: re.Match[str]) -> None:
    seat, amount = _seat(transcript, found), transcript.money(found["amount"])
    transcript.hand.award(seat, amount)
    pot = "side pot" if found["side"] else "main pot"
    transcript.pots.setdefault(pot, []).append({"seat": seat, "amount": amount})


def _total(transcript: Transcript, found: re.Match[str]) -> None:
    transcript.total = transcript.money(found["total"])
    taken = transcript.total - sum(transcript.hand.won.values())
    stated = transcript.money(found["rake"]) if found["rake"] else taken
    if taken < 0 or stated != taken:
        expected = (
            f"{stated}, the rake that the text states" if found["rake"] else "a pot of what was won, or more"
        )
        raise WrongHand(f"{taken} between the pot and the results, in minor units", expected, _DO)
    transcript.fees = [{"kind": "rake", "amount": taken}] if taken else []


def _board(transcript: Transcript, found: re.Match[str]) -> None:
    """The summary's board, as all-in cards may lack lines."""
    hand, whole = transcript.hand, cards(found["cards"])
    dealt = "".join(act["cards"] for act in hand.acts if act["act"] == "board")
    if not whole.startswith(dealt):
        raise WrongHand(shown(found["cards"]), "the board cards that were dealt, and those after them", _DO)
    place = next((at for at, act in enumerate(hand.acts) if act["act"] in ("show", "muck")), len(hand.acts))
    for street, begin, end in _STREETS:
        if len(dealt) <= 2 * begin < len(whole):
            hand.acts.insert(place, {"act": "board", "street": street, "cards": whole[2 * begin : 2 * end]})
            place += 1


def _take_back(transcript: Transcript) -> None:
    """Return the uncalled part of a blind that all folded to, which has no line."""
    hand = transcript.hand
    front = sorted(((amount, seat) for seat, amount in hand.front.items()), reverse=True)
    acts = {act["act"] for act in hand.acts}
    if not transcript.total or len(front) < 2 or acts & {"return", "board", "call", "raise", "bet"}:
        return
    uncalled, seat = front[0][0] - front[1][0], front[0][1]
    awards = transcript.pots.get("main pot", [])
    if uncalled and len(awards) == 1 and awards[0]["seat"] == seat and awards[0]["amount"] >= uncalled:
        awards[0]["amount"] -= uncalled
        hand.award(seat, -uncalled)
        hand.put_in(seat, -uncalled)
        transcript.total -= uncalled


def _finish(transcript: Transcript) -> None:
    hand = transcript.hand
    put = sum(hand.put.values())
    if transcript.total is None or put != transcript.total:
        found = f"a pot of {transcript.total}, in minor units"
        raise WrongHand(found, f"{put}, the chips that went in and were not returned", _DO)
    if transcript.total and not hand.won:
        raise WrongHand("a pot that nobody won", "a line such as `Dealer : Hand result $7.37`", _DO)
    if "big_blind" not in hand.event["stakes"]:
        raise WrongHand(
            "no big blind",
            "a big blind that was posted, or a line with the stakes",
            "The stakes are not stated.",
        )
    _take_back(transcript)
    side = transcript.pots if "side pot" in transcript.pots else None
    transcript.pots = {} if side else transcript.pots
    settling.finish(transcript)
    if side:
        hand.event["_pots"] = [
            {"pot": int(name != "main pot"), "awards": awards} for name, awards in side.items()
        ]
    if not transcript.total:
        for row in hand.seats.values():
            if row.get("status") != "missed":
                row["net"] = 0


_AMOUNT = r"\$?(?P<amount>[\d,]*\.?\d+)"
_AUTO = r"Leave\(Auto\)|Enter\(Auto\)"
_ABSENT = r"Sitout \(wait for bb\)|Seat (?:sit out|stand|sit down|re-join)|Table (?:enter|leave) user|Table deposit \$[\d,.]+"
_LINES = (
    line(
        r"Table Info: .*Stakes: \$?(?P<small>[\d,]*\.?\d+)-\$?(?P<big>[\d,]*\.?\d+), Table: .*",
        _stakes,
    ),
    line(r"Player Info: .*|\*\*\* END \*\*\*", history_lines.nothing),
    line(
        r"Seat (?P<number>\d+): (?P<who>.+?)(?: +\[ME\])? \(\$?(?P<stack>[\d,]*\.?\d+) in chips\)", _sit_down
    ),
    line(rf"{_WHO} Set dealer(?:/Bring in spot)? \[(?P<number>\d+)\]", _dealer),
    line(rf"{_WHO} (?P<kind>(?:Ante/)?[Ss]mall [Bb]lind|[Bb]ig [Bb]lind(?:/Bring in)?) {_AMOUNT}", _posted),
    line(rf"{_WHO} Posts (?P<dead>dead )?chip {_AMOUNT}", _posted_again),
    line(r"\*\*\* HOLE CARDS \*\*\*", history_lines.nothing),
    line(rf"{_WHO} Card dealt to a spot \[(?P<cards>[^\]]*)\]", _dealt),
    line(rf"{_WHO} Folds(?: & shows \[(?P<cards>[^\]]*)\])?", _folds),
    line(rf"{_WHO} Checks", _checks),
    line(rf"{_WHO} (?P<kind>Calls|Bets) {_AMOUNT}", _added),
    line(rf"{_WHO} Raises (?:\$?[\d,.]+ to )?{_AMOUNT}", _raises),
    line(rf"{_WHO} All-in(?:\(raise\))? (?:\$?[\d,.]+ to )?{_AMOUNT}", _all_in),
    line(rf"{_WHO} Return uncalled portion of bet {_AMOUNT}", _returned),
    line(
        r"\*\*\*(?P<run>) (?P<street>FLOP|TURN|RIVER) \*\*\* (?:\[[^\]]*\] )?\[(?P<new>[^\]]*)\]",
        history_lines.street,
    ),
    line(rf"{_WHO} Showdown \[[^\]]*\](?: \([^)]*\))?", _shows),
    line(rf"{_WHO} Mucks(?: \[[^\]]*\])?(?: \([^)]*\))?", _mucks),
    line(rf"{_WHO} Does not show(?: \[[^\]]*\])?(?: \([^)]*\))?", history_lines.nothing),
    line(rf"{_WHO} Hand result(?P<side>-Side pot)? {_AMOUNT}", _result),
    line(rf"(?:{_WHO} )?(?:{_AUTO}|{_ABSENT})", history_lines.nothing),
    line(r"\*\*\* SUMMARY \*\*\*", history_lines.begin_summary),
    line(r"Total Pot\(\$?(?P<total>[\d,.]+)\)(?: \| Rake \(\$?(?P<rake>[\d,.]+)\))?", _total),
    line(r"Board \[(?P<cards>[^\]]*)\]", _board),
    line(r"Seat ?\+? ?\d+: .*", history_lines.nothing),
)
_SITE = Site("bovada", "Bovada", _START, _HEAD, _EXAMPLE, _begin, _LINES, finish=_finish)
BOVADA = history_text.importer(_SITE)
