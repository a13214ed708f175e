"""Effects of text lines on a hand: posts, acts, cards, awards, fees."""

from __future__ import annotations

import re

from auditor.importing.histories.history_hand import WrongHand
from auditor.importing.histories.transcript import AMOUNT, SIGN, Rule, Table, Transcript, cards, line
from reports.formatting import places_of
from rules.records.problems import shown

_RUNS = {"FIRST": 1, "SECOND": 2, "THIRD": 3, "1": 1, "2": 2}


def nothing(transcript: Transcript, found: re.Match[str]) -> None:
    """A line without play."""


def set_currency(transcript: Transcript, currency: str | None, *, chips: bool = False) -> None:
    """Currency of a hand and its decimals; tournament chips have none."""
    transcript.hand.currency = currency
    transcript.places = 0 if chips else places_of(currency or transcript.options.currency)


def sit_down(transcript: Transcript, found: re.Match[str]) -> None:
    """Groups: number, name, stack; `out`: not dealt in."""
    transcript.hand.seat(int(found["number"]), found["name"], transcript.money(found["stack"]))
    if found.groupdict().get("out"):
        transcript.sat_out.add(found["name"])


def fold(transcript: Transcript, found: re.Match[str]) -> None:
    hand, seat = transcript.hand, transcript.hand.number(found[1])
    row = hand.act("fold", seat=seat)
    if hand.is_all_in(seat):
        row["by"] = "dealer"  # the site kills the hand of a player who is away: no turn of his
    transcript.by(found[1], row)
    if found[2]:
        transcript.hand.act("show", seat=seat, cards=cards(found[2]))


def check(transcript: Transcript, found: re.Match[str]) -> None:
    transcript.by(found[1], transcript.hand.act("check", seat=transcript.hand.number(found[1])))


def call(transcript: Transcript, found: re.Match[str]) -> None:
    _in(transcript, found, "call", added=True)


def bet(transcript: Transcript, found: re.Match[str]) -> None:
    _in(transcript, found, "bet", added=True)


def raise_to(transcript: Transcript, found: re.Match[str]) -> None:
    _in(transcript, found, "raise", added=False)


def acts(who: str, all_in: str) -> Table:
    """Lines of players' acts. who: pattern of the name and what follows; all_in: of a line's end."""
    return (
        line(rf"{who} folds(?: \[([^\]]*)\])?", fold),
        line(rf"{who} checks", check),
        line(rf"{who} calls AMOUNT{all_in}", call),
        line(rf"{who} bets AMOUNT{all_in}", bet),
        line(rf"{who} raises SIGN[\d.,]+ to AMOUNT{all_in}", raise_to),
    )


def _in(transcript: Transcript, found: re.Match[str], kind: str, *, added: bool) -> None:
    """Chips of a seat. Groups: name, amount (added or in front), `all_in`."""
    hand, name = transcript.hand, found[1]
    seat, amount = hand.number(name), transcript.money(found[2])
    to = hand.in_front(seat) + amount if added else amount
    row = hand.raised(seat, to) if kind == "raise" else hand.bet(kind, seat, to)
    if found.groupdict().get("all_in"):
        row["all_in"] = True
    transcript.by(name, row)


def post(kind: str) -> Rule:
    """A post; a hand's second blind is a new player's or missed one, an all-in ante may be short."""

    def posted(transcript: Transcript, found: re.Match[str]) -> None:
        hand, seat, amount = transcript.hand, transcript.hand.number(found[1]), transcript.money(found[2])
        before = {act["kind"] for act in hand.acts if act["act"] == "post"}
        again = {"small_blind": "missed_small", "big_blind": "new_player"}.get(kind, kind)
        whole = kind == "ante" and not found.groupdict().get("all_in")
        if whole or (kind == "small_blind" and kind not in before):
            hand.event["stakes"].setdefault(kind, amount)
        if kind in before:
            hand.post(seat, again, amount)
            return
        hand.post(seat, kind, amount)

    return posted


def post_both(transcript: Transcript, found: re.Match[str]) -> None:
    """Missed blinds: big live, small dead."""
    hand, seat, amount = transcript.hand, transcript.hand.number(found[1]), transcript.money(found[2])
    big = min(hand.event["stakes"].get("big_blind", amount), amount)
    if amount > big:
        hand.post(seat, "missed_small", amount - big)
    hand.post(seat, "missed_big", big)


def timed_out(transcript: Transcript, found: re.Match[str]) -> None:
    transcript.timed_out.add(found[1])


def sits_out(transcript: Transcript, found: re.Match[str]) -> None:
    """A player who sits out; within a hand, from the next."""
    if not transcript.summary:
        transcript.sat_out.add(found[1])


def returned(transcript: Transcript, found: re.Match[str]) -> None:
    transcript.hand.returned(transcript.hand.number(found[2]), transcript.money(found[1]))


def dealt(transcript: Transcript, found: re.Match[str]) -> None:
    """A seat's first cards, where shown."""
    row = transcript.hand.seats[transcript.hand.number(found[1])]
    if found[2]:
        row["hole"] = cards(found[2])


def street(transcript: Transcript, found: re.Match[str]) -> None:
    """Board cards. Groups: `run` (FIRST, SECOND, THIRD), `street`, `new`."""
    board(transcript, found["run"], found["street"].lower(), cards(found["new"]))


def board(transcript: Transcript, word: str | None, street: str, new: str) -> None:
    """Board cards of a street. word: its run."""
    hand = transcript.hand
    hand.run = _RUNS.get(word) if word else None
    if hand.run and transcript.run_act is None:
        transcript.run_act = hand.act("run", times=2)
    if hand.run and transcript.run_act:
        transcript.run_act["times"] = max(transcript.run_act["times"], hand.run)
    hand.board(street, new)


def showdown(transcript: Transcript, found: re.Match[str]) -> None:
    transcript.hand.run = _RUNS.get(found["run"]) if found["run"] else None


def shows(transcript: Transcript, found: re.Match[str]) -> None:
    """Shown cards; a repetition for a second run is no second act."""
    seat, those = transcript.hand.number(found[1]), cards(found[2])
    if (seat, those) not in transcript.shown:
        transcript.shown.add((seat, those))
        transcript.hand.act("show", seat=seat, cards=those)


def mucks(transcript: Transcript, found: re.Match[str]) -> None:
    transcript.hand.act("muck", seat=transcript.hand.number(found[1]))


def mucked(transcript: Transcript, found: re.Match[str]) -> None:
    """Cards of a mucking seat, from the summary."""
    seat = int(found["number"])
    for act in transcript.hand.acts:
        if act["act"] == "muck" and act["seat"] == seat and found["cards"]:
            act["cards"] = cards(found["cards"])


def collected(transcript: Transcript, found: re.Match[str]) -> None:
    """An award. Groups: name, amount, pot."""
    hand, seat, amount = transcript.hand, transcript.hand.number(found[1]), transcript.money(found[2])
    hand.award(seat, amount)
    run = {} if hand.run is None else {"run": hand.run}
    transcript.pots.setdefault(found[3], []).append({"seat": seat, "amount": amount, **run})


def total(transcript: Transcript, found: re.Match[str]) -> None:
    """Pots and fees of the summary. Groups: total, pots, fees."""
    transcript.total = transcript.money(found["total"])
    for name, amount in re.findall(rf"((?:Main|Side) pot(?:[- (]*\d\)?)?) {AMOUNT}", found["pots"] or ""):
        transcript.amounts[name.lower()] = transcript.money(amount.rstrip("."))
    if found["fees"] is None:
        return
    transcript.fees = []
    for part in found["fees"].strip(" |").split(" | "):
        fee = _FEE.fullmatch(part)
        if not fee:
            raise WrongHand(shown(part), f"one of {', '.join(_FEES)}, and an amount")
        name, taken = fee[1], transcript.money(fee[2])
        if taken:
            transcript.fees.append({"kind": _FEES[name], "amount": taken})


_FEES = {
    "Rake": "rake",
    "Jackpot": "jackpot",
    "JP Fee": "jackpot",
    "Bingo": "jackpot",
    "Fortune": "jackpot",
    "Tax": "rake",
}
_FEE = re.compile(rf"({'|'.join(_FEES)}) {SIGN}([\d,.]+)")


def cashed_out(transcript: Transcript, found: re.Match[str]) -> None:
    """An all-in sold to the house, with payment and stated fee."""
    row = transcript.hand.seats[transcript.hand.number(found[1])]
    if found[3]:
        row["cash_out"] = {"amount": transcript.money(found[2]), "fee": transcript.money(found[3])}
    else:
        row["_cash_out"] = {"amount": transcript.money(found[2])}


def cancelled(transcript: Transcript, found: re.Match[str]) -> None:
    transcript.hand.event["void"] = True


def begin_summary(transcript: Transcript, found: re.Match[str]) -> None:
    transcript.summary = True
