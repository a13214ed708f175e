"""Hand histories in text: a file into hands, and a hand's lines into acts by a table of what a line can be.

Each site has a table of its own: patterns of lines, and what each does with a hand. A line that no pattern knows is reported,
and its hand is left out: what it says may matter.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from decimal import Decimal
from functools import partial
from typing import Any

from msgspec import Struct, field

from auditor.importing.frame import Importer, Options
from auditor.importing.histories.decoding import decoded
from auditor.importing.histories.hand import (
    Building,
    NothingPlayed,
    Row,
    UnknownName,
    WrongHand,
    money,
)
from auditor.importing.histories.logs import doubtful, reader, wrong
from auditor.importing.workbook.tables import Problems
from reports.formatting import count, places_of
from rules.records.problems import shown

TEXT_TYPE = "text/plain"
SIGN = r"(?:[$€£¥₹]|Rs\. ?)?"  # of a currency, before an amount
AMOUNT = SIGN + r"([\d,]*\.?\d+)"
ALL_IN = r"(?P<all_in> and is all-in)?"
_CARD = re.compile(r"[2-9TJQKA][cdhs]|\?\?")
_LINE_ENDS = re.compile(r"\r\n|\n|\r")
_SPACES = {0xA0: " ", 0x202F: " "}  # that do not break a line
# of a mailed transcript and of an export by web, which number the hands of a file
_BETWEEN = re.compile(r"Transcript for .* requested by .*|\*{5,} # \d+ \*{5,}|Hand #\d+:")
_RUNS = {"FIRST": 1, "SECOND": 2, "THIRD": 3, "1": 1, "2": 2}
_STARTS: dict[str, re.Pattern[str]] = {}  # how a hand of each site begins, by its title
LONGEST_LINE = 1000  # characters; an honest line has some two hundred
_LEFT_OUT = "Correct the line, or take it out if it says nothing of the play."


class Transcript(Struct):
    """A hand of a text, as far as its lines were read. timed_out: names that ran out of time since their last act."""

    hand: Building
    options: Options
    places: int = 2
    timed_out: set[str] = field(default_factory=set)
    sat_out: set[str] = field(default_factory=set)
    pots: dict[str, list[Row]] = field(default_factory=dict)  # awards, by what the text calls the pot
    amounts: dict[str, int] = field(default_factory=dict)  # what the summary says of the pots, by its words
    fees: list[Row] | None = None
    total: int | None = None
    run_act: Row | None = None
    shown: set[tuple[int, str]] = field(default_factory=set)
    summary: bool = False

    def money(self, text: str) -> int:
        return money(text, self.places)

    def by(self, name: str, row: Row) -> None:
        """Mark an act that the player did not do in time."""
        if name in self.timed_out:
            self.timed_out.discard(name)
            row["by"] = "timeout"


Rule = Callable[[Transcript, Any], None]
Table = tuple[tuple[re.Pattern[str], Rule], ...]


class Site(Struct, frozen=True):
    """A site's texts.

    name: of its sessions. title: what people call it. start: the first words of a hand, with its number as the group `id`.
    head: the whole of its first line, such as the example. lines: by their patterns, the first of which that fits a line
    decides. end: a line without which a hand is cut off; ends: how each such line is, where it is not always the same.
    """

    name: str
    title: str
    start: re.Pattern[str]
    head: re.Pattern[str]
    example: str
    begin: Rule
    lines: Table
    end: str = "*** SUMMARY ***"
    finish: Callable[[Transcript], None] | None = None
    ends: re.Pattern[str] | None = None

    def is_whole(self, lines: list[str]) -> bool:
        """Whether the line is there without which a hand is cut off."""
        return any(map(self.ends.fullmatch, lines)) if self.ends else self.end in lines


def importer(site: Site) -> Importer:
    """The importer of a site's texts."""
    _STARTS[site.title] = site.start
    return Importer(
        name=site.name,
        title=site.title,
        version="2",
        media_type=lambda _: TEXT_TYPE,
        recognises=_recognises(site),
        read=reader(partial(_hands, site), site.name),
    )


def _recognises(site: Site) -> Callable[[bytes], bool]:
    """Whether a hand of a site begins on one of the first lines of a file."""

    def recognised(data: bytes) -> bool:
        begin, _ = decoded(data[:4096])
        return any(site.start.match(_plain(line)) for line in _LINE_ENDS.split(begin))

    return recognised


def _hands(site: Site, text: str, options: Options, problems: Problems) -> Iterator[Building]:
    """The hands of a text that can be read."""
    lines = ["" if _BETWEEN.fullmatch(line) else line for line in map(_plain, _LINE_ENDS.split(text))]
    starts = list(_starts(site, lines))
    _before(site, lines[: starts[0][0] if starts else len(lines)], problems)
    _not_read(site, starts, problems)
    for place, (at, title, start) in enumerate(starts):
        if title != site.title:
            continue
        end = starts[place + 1][0] if place + 1 < len(starts) else len(lines)
        hand = Building(line=at + 1, ident=start["id"])
        try:
            _one(site, hand, lines[at:end], options)
        except WrongHand as each:
            refuses = not isinstance(each, NothingPlayed)
            at_line = each.line or hand.line
            wrong(
                problems, at_line, hand.ident, each.field, each.found, each.expected, each.do, refuses=refuses
            )
        else:
            doubtful(problems, hand)
            yield hand


def _starts(site: Site, lines: list[str]) -> Iterator[tuple[int, str, re.Match[str]]]:
    """The first lines of hands, from 0, with the title of their site: a file may be put together of several sites' texts."""
    every = {site.title: site.start, **_STARTS}
    for at, line in enumerate(lines):
        for title, start in every.items():
            if line and (found := start.match(line)):
                yield at, title, found
                break


def _not_read(site: Site, starts: list[tuple[int, str, re.Match[str]]], problems: Problems) -> None:
    """Report the hands of other sites in a file."""
    for title in dict.fromkeys(title for _, title, _ in starts if title != site.title):
        lines = [at + 1 for at, each, _ in starts if each == title]
        found, expected = f"{count(len(lines), 'hand')} of {title}", f"hands of {site.title} only"
        do = "Save them as a file of their own, and import that too."
        problems.add(None, f"line {lines[0]}", "", found, expected, do)


def _plain(line: str) -> str:
    return line.translate(_SPACES).strip().lstrip("\ufeff")


def _before(site: Site, lines: list[str], problems: Problems) -> None:
    """Report the lines before the first hand: they may be the end of one that is cut off."""
    at = next((at for at, line in enumerate(lines, 1) if line), None)
    if at is not None:
        expected = f"the first line of a hand of {site.title}"
        do = "It is passed over; see that no hand before the first one is cut off."
        problems.add(None, f"line {at}", "", shown(lines[at - 1]), expected, do, refuses=False)


def _one(site: Site, hand: Building, lines: list[str], options: Options) -> None:
    transcript = Transcript(hand, options)
    at, last = 0, max(at for at, line in enumerate(lines) if line)
    cut_off = WrongHand(
        "the end of the hand", f"the line `{site.end}`", "Import the whole text.", line=hand.line + last
    )
    try:
        head = site.head.fullmatch(lines[0][:LONGEST_LINE])
        if not head:
            raise WrongHand(shown(lines[0]), f"a game that is known, in a line such as `{site.example}`")
        site.begin(transcript, head)
        for at in range(1, len(lines)):
            if lines[at]:
                _line(site, transcript, lines[at])
    except WrongHand as each:
        if at == last and not site.is_whole(lines):
            raise cut_off from each
        each.line = each.line or hand.line + at
        raise
    if not site.is_whole(lines):
        raise cut_off
    (site.finish or finish)(transcript)


def _line(site: Site, transcript: Transcript, line: str) -> None:
    """Read a line. A name may end as a line does ("Al: folds"): where nobody has the name of a pattern, another one is meant."""
    if len(line) > LONGEST_LINE:
        raise WrongHand(f"a line of {len(line):,} characters", f"at most {LONGEST_LINE:,}", _LEFT_OUT)
    unknown: UnknownName | None = None
    for pattern, rule in site.lines:
        found = pattern.fullmatch(line)
        if found and (unknown is None or rule is not nothing):
            try:
                rule(transcript, found)
            except UnknownName as each:
                unknown = unknown or each
            else:
                return
    raise unknown or WrongHand(shown(line), f"a line of a hand history of {site.title}", _LEFT_OUT)


def cards(text: str | None) -> str:
    """Cards as the log has them."""
    parts = (text or "").replace("[", " ").replace("]", " ").replace("10", "T").split()
    for each in parts:
        if not _CARD.fullmatch(each):
            raise WrongHand(shown(each), "a card such as Qh (rank 23456789TJQKA, suit cdhs)")
    return "".join(parts)


def line(pattern: str, rule: Rule) -> tuple[re.Pattern[str], Rule]:
    return re.compile(pattern.replace("AMOUNT", AMOUNT).replace("SIGN", SIGN)), rule


def nothing(transcript: Transcript, found: re.Match[str]) -> None:
    """A line that says nothing of the play."""


def set_currency(transcript: Transcript, currency: str | None, *, chips: bool = False) -> None:
    """The currency of a hand's amounts, and its decimals; chips of a tournament have none."""
    transcript.hand.currency = currency
    transcript.places = 0 if chips else places_of(currency or transcript.options.currency)


def sit_down(transcript: Transcript, found: re.Match[str]) -> None:
    """Groups: number, name, stack; `out` where the line says that the seat is not dealt in."""
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
    """The lines of what players do. who: a pattern with the name and what is after it. all_in: of what may end a line."""
    return (
        line(rf"{who} folds(?: \[([^\]]*)\])?", fold),
        line(rf"{who} checks", check),
        line(rf"{who} calls AMOUNT{all_in}", call),
        line(rf"{who} bets AMOUNT{all_in}", bet),
        line(rf"{who} raises SIGN[\d.,]+ to AMOUNT{all_in}", raise_to),
    )


def _in(transcript: Transcript, found: re.Match[str], kind: str, *, added: bool) -> None:
    """Chips that a seat put in. Groups: the name, the amount (added, or what it then has in front), `all_in`."""
    hand, name = transcript.hand, found[1]
    seat, amount = hand.number(name), transcript.money(found[2])
    to = hand.in_front(seat) + amount if added else amount
    row = hand.raised(seat, to) if kind == "raise" else hand.bet(kind, seat, to)
    if found.groupdict().get("all_in"):
        row["all_in"] = True
    transcript.by(name, row)


def post(kind: str) -> Rule:
    """A post of a kind; a second blind of a hand is that of a new player, or the missed one. An all-in ante may be short."""

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
    """The missed blinds, the big one live and the small one dead."""
    hand, seat, amount = transcript.hand, transcript.hand.number(found[1]), transcript.money(found[2])
    big = min(hand.event["stakes"].get("big_blind", amount), amount)
    if amount > big:
        hand.post(seat, "missed_small", amount - big)
    hand.post(seat, "missed_big", big)


def timed_out(transcript: Transcript, found: re.Match[str]) -> None:
    transcript.timed_out.add(found[1])


def sits_out(transcript: Transcript, found: re.Match[str]) -> None:
    """A player who does not play. In the middle of a hand it is of the next one."""
    if not transcript.summary:
        transcript.sat_out.add(found[1])


def returned(transcript: Transcript, found: re.Match[str]) -> None:
    transcript.hand.returned(transcript.hand.number(found[2]), transcript.money(found[1]))


def dealt(transcript: Transcript, found: re.Match[str]) -> None:
    """The cards of a seat that the text shows: its first ones."""
    row = transcript.hand.seats[transcript.hand.number(found[1])]
    if found[2]:
        row["hole"] = cards(found[2])


def street(transcript: Transcript, found: re.Match[str]) -> None:
    """Board cards. Groups: `run` (FIRST, SECOND, THIRD), `street`, `new`."""
    board(transcript, found["run"], found["street"].lower(), cards(found["new"]))


def board(transcript: Transcript, word: str | None, street: str, new: str) -> None:
    """Board cards of a street. word: which run they are of."""
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
    """Cards that were shown. Those that a second run shows again are no second act."""
    seat, those = transcript.hand.number(found[1]), cards(found[2])
    if (seat, those) not in transcript.shown:
        transcript.shown.add((seat, those))
        transcript.hand.act("show", seat=seat, cards=those)


def mucks(transcript: Transcript, found: re.Match[str]) -> None:
    transcript.hand.act("muck", seat=transcript.hand.number(found[1]))


def mucked(transcript: Transcript, found: re.Match[str]) -> None:
    """The summary shows the cards of a seat that mucked."""
    seat = int(found["number"])
    for act in transcript.hand.acts:
        if act["act"] == "muck" and act["seat"] == seat and found["cards"]:
            act["cards"] = cards(found["cards"])


def collected(transcript: Transcript, found: re.Match[str]) -> None:
    """An award. Groups: the name, the amount, the pot."""
    hand, seat, amount = transcript.hand, transcript.hand.number(found[1]), transcript.money(found[2])
    hand.award(seat, amount)
    run = {} if hand.run is None else {"run": hand.run}
    transcript.pots.setdefault(found[3], []).append({"seat": seat, "amount": amount, **run})


def total(transcript: Transcript, found: re.Match[str]) -> None:
    """The line of the summary with the pots, each as the text calls it, and what was taken. Groups: total, pots, fees."""
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
    """A seat sold its all-in to the house: what it was paid, and the fee. A fee that is not stated is none on record."""
    row = transcript.hand.seats[transcript.hand.number(found[1])]
    if found[3]:
        row["cash_out"] = {"amount": transcript.money(found[2]), "fee": transcript.money(found[3])}
    else:
        row["_cash_out"] = {"amount": transcript.money(found[2])}


def cancelled(transcript: Transcript, found: re.Match[str]) -> None:
    transcript.hand.event["void"] = True


def begin_summary(transcript: Transcript, found: re.Match[str]) -> None:
    transcript.summary = True


def finish(transcript: Transcript) -> None:
    """Who was dealt in, what was taken, the pots as far as their amounts are on record, the nets."""
    hand = transcript.hand
    if hand.event.get("void") and len(hand.seats) < 2:
        raise NothingPlayed(
            "a cancelled hand of one seat", "a hand of two seats or more", "Nothing was played."
        )
    if transcript.total and not hand.won and not hand.event.get("void"):
        _nobody_collects(transcript, transcript.total)
    if antes := [act["amount"] for act in hand.acts if act.get("kind") == "ante"]:
        hand.event["stakes"].setdefault("ante", max(antes))
    played = {act.get("seat") for act in hand.acts if act["act"] != "board"}
    for name in transcript.sat_out:
        seat = hand.by_name.get(name)
        if seat is not None and seat not in played:
            hand.seats[seat]["status"] = "missed"
    if transcript.fees is not None:
        hand.event["fees"] = transcript.fees
    if not hand.event.get("void"):
        house = hand.event.get("house_money", 0)
        hand.nets(None if transcript.total is None else transcript.total - house)
        _settle(transcript)


def _nobody_collects(transcript: Transcript, total: int) -> None:
    """Refuse a hand with a pot that is on record for nobody."""
    left = total - sum(fee["amount"] for fee in transcript.fees or ())
    if left:
        raise WrongHand(
            f"a pot of which nobody collects {Decimal(left).scaleb(-transcript.places):,f}",
            "a line for each part of the pot, such as `Ann collected 12.50 from pot`",
            "Import the whole text.",
        )


def _settle(transcript: Transcript) -> None:
    """Pots with their amounts before what was taken: of one pot that is the total. Of several it is not on record, unless nothing
    was taken; then what the text says stays beside, under `_pots`."""
    hand, taken = transcript.hand, sum(fee["amount"] for fee in transcript.fees or ())
    rows = []
    for name, awards in transcript.pots.items():
        number = pot_number(name)
        net = sum(each["amount"] for each in awards)
        rows.append({"pot": number, "amount": transcript.amounts.get(name, net), "awards": awards})
    rows.sort(key=lambda row: row["pot"])
    if (
        len(rows) == 1
        and rows[0]["pot"] == 0
        and len(transcript.amounts) < 2
        and transcript.total is not None
    ):
        hand.event["pots"] = [{**rows[0], "amount": transcript.total}]
    elif rows and not taken and transcript.fees is not None:
        hand.event["pots"] = rows
    elif rows:
        hand.event["_pots"] = rows


def pot_number(name: str) -> int:
    """0 of the main pot, and of the only one; else the number of the side pot."""
    if not name.lower().startswith("side"):
        return 0
    number = re.search(r"\d+", name)
    return int(number[0]) if number else 1
