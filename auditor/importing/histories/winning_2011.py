"""Importer of the Winning Poker Network's text of 2011 to 2019: hold'em and Omaha.

Two lines begin a hand: the room's time, and `Game ID` with number, stakes, table and game. A number after the table's comma means
a tournament, whose chips count as minor units. Currency and limit are unstated: a big blind of the first stake is a limit game's;
else hold'em is no limit, Omaha pot limit. `raises`, `allin` and `caps` state additions. Seats without cards are not dealt in. A
nameless player who sits out has left; a hand that one plays is refused.

The pot is after rake and jackpot fee, which are added; bets must match the play. A `JP` table to 2014 takes an unstated fee:
where bets exceed pot and rake, they are the pot, `fees` is absent, and stated ones stay as `_fees`. Of several pots only the sum
is stated. Shown cards are unordered in the summary: they are `hole`, without `show`.
"""

from __future__ import annotations

import re
from decimal import Decimal

from msgspec.structs import replace

from auditor.importing.histories import history_lines, history_text, settling
from auditor.importing.histories.heads import instant, one_of
from auditor.importing.histories.history_hand import WrongHand
from auditor.importing.histories.history_text import Site
from auditor.importing.histories.transcript import Transcript, cards, line
from auditor.importing.histories.winning import caps, raise_by
from rules.records.problems import shown

GAMES = {
    "Hold'em": ("holdem", "no_limit"),
    "Six Plus Hold'em": ("short_deck", "no_limit"),
    "Omaha": ("omaha", "pot_limit"),
    "Omaha HiLow": ("omaha_hilo", "pot_limit"),
}
_JACKPOT = re.compile(r"\bJP\b")
_EXAMPLE = "Game started at: 2014/3/9 0:0:7"
_START = re.compile(r"Game started at: (?P<id>)")
_HEAD = re.compile(r"Game started at: (\d{4})/(\d\d?)/(\d\d?) (\d\d?):(\d\d?):(\d\d?)")
_NUMBER = r"[\d,]*\.?\d+"


def _begin(transcript: Transcript, head: re.Match[str]) -> None:
    year, month, day, hours, minutes, seconds = (int(each) for each in head.groups())
    transcript.hand.at = instant(f"{year}/{month}/{day} {hours}:{minutes:02}:{seconds:02}", None, transcript)
    history_lines.set_currency(transcript, None)


def _game(transcript: Transcript, found: re.Match[str]) -> None:
    hand, table = transcript.hand, found["table"].strip()
    hand.ident = found["id"]
    of_event = re.fullmatch(r"(.+), Table (\d+)", table)
    hand.tournament, hand.table = (of_event[1], f"Table {of_event[2]}") if of_event else (None, table)
    history_lines.set_currency(transcript, None, chips=of_event is not None)
    game, limit = GAMES[found["game"]]
    stakes = {"small_blind": transcript.money(found["small"]), "big_blind": transcript.money(found["big"])}
    hand.event |= {"game": game, "limit": limit, "stakes": stakes}


def _button(transcript: Transcript, found: re.Match[str]) -> None:
    transcript.hand.event["dealer"] = int(found["button"])


def _big_blind(transcript: Transcript, found: re.Match[str]) -> None:
    """The big blind; equal to the small bet it means a limit game."""
    hand, amount = transcript.hand, transcript.money(found[2])
    row, stakes = hand.seats[hand.number(found[1])], hand.event["stakes"]
    first, second = stakes["small_blind"], stakes["big_blind"]
    small = [act["amount"] for act in hand.acts if act.get("kind") == "small_blind"]
    if amount == first < second and row["stack"] > amount and first not in small:
        hand.event["limit"] = "fixed_limit"
        hand.event["stakes"] = {"small_bet": first, "big_bet": second, "big_blind": first}
        if small:
            hand.event["stakes"]["small_blind"] = small[0]
    history_lines.post("big_blind")(transcript, found)


def _posts(transcript: Transcript, found: re.Match[str]) -> None:
    seat = transcript.hand.number(found[1])
    missed = any(act.get("kind") == "missed_small" and act["seat"] == seat for act in transcript.hand.acts)
    history_lines.post("missed_big" if missed else "new_player")(transcript, found)


def _all_in(transcript: Transcript, found: re.Match[str]) -> None:
    """All chips of a seat: a call, bet or raise by their total."""
    hand, seat = transcript.hand, transcript.hand.number(found[1])
    to, level = hand.in_front(seat) + transcript.money(found[2]), hand.level
    row = hand.raised(seat, to) if to > level > 0 else hand.bet("call" if level else "bet", seat, to)
    row["all_in"] = True
    transcript.by(found[1], row)


def _card(transcript: Transcript, found: re.Match[str]) -> None:
    row = transcript.hand.seats[transcript.hand.number(found[1])]
    row["_dealt"] = True
    if found[2]:
        row["hole"] = row.get("hole", "") + cards(found[2])


def _pot(transcript: Transcript, found: re.Match[str]) -> None:
    """Pot after fees. Groups: pot, rake, jackpot."""
    transcript.total = transcript.money(found["pot"])
    if found["rake"] is None:
        return
    taken = {"rake": found["rake"], "jackpot": found["jackpot"] or "0"}
    amounts = {kind: transcript.money(amount) for kind, amount in taken.items()}
    transcript.fees = [{"kind": kind, "amount": amount} for kind, amount in amounts.items() if amount]
    transcript.total += sum(amounts.values())


def _result(transcript: Transcript, found: re.Match[str]) -> None:
    hand, seat = transcript.hand, transcript.hand.number(found["name"])
    put, won = hand.put.get(seat, 0), transcript.money(found["won"])
    if transcript.money(found["bets"]) != put:
        expected = (
            f"the {Decimal(put).scaleb(-transcript.places)} that its posts, calls, bets and raises come to"
        )
        raise WrongHand(f"`Bets: {found['bets']}` of {shown(found['name'])}", expected)
    if found["cards"]:
        hand.seats[seat]["hole"] = cards(found["cards"])
    if won:
        hand.award(seat, won)
        transcript.pots.setdefault("pot", []).append({"seat": seat, "amount": won})


def _end(transcript: Transcript, found: re.Match[str]) -> None:
    transcript.hand.event["_ended"] = True


def _finish(transcript: Transcript) -> None:
    """Finish a hand; seats with cards were dealt in."""
    hand = transcript.hand
    if not hand.event.pop("_ended", False):
        raise WrongHand("the end of the hand", "the line `Game ended at:`", "Import the whole text.")
    if "game" not in hand.event:
        raise WrongHand("no line `Game ID:`", "the line with the number, the stakes and the game of the hand")
    dealt = [name for name, seat in hand.by_name.items() if hand.seats[seat].pop("_dealt", False)]
    if dealt:
        transcript.sat_out |= hand.by_name.keys() - set(dealt)
    _check_pot(transcript)
    settling.finish(transcript)


def _check_pot(transcript: Transcript) -> None:
    """Check the pot against all bets; to 2014 a jackpot table's fees are incomplete."""
    hand, total, put = transcript.hand, transcript.total, sum(transcript.hand.put.values())
    if total is None or total == put:
        return
    if total > put or not _JACKPOT.search(hand.table or ""):
        expected = f"the {_plain(transcript, put)} that the seats bet"
        raise WrongHand(f"a pot that comes to {_plain(transcript, total)} with what was taken", expected)
    transcript.total = put
    hand.event["_fees"], transcript.fees = transcript.fees, None


def _plain(transcript: Transcript, amount: int) -> str:
    return str(Decimal(amount).scaleb(-transcript.places))


_LINES = (
    line(
        rf"Game ID: (?P<id>\d{{1,20}}) (?P<small>{_NUMBER})/(?P<big>{_NUMBER}) (?P<table>.+) "
        rf"\((?P<game>{one_of(GAMES)})\)(?: \d+-max)?",
        _game,
    ),
    line(r"Seat (?P<button>\d+) is the button", _button),
    line(rf"Seat (?P<number>\d+): (?P<name>.+) \((?P<stack>{_NUMBER})\)\.", history_lines.sit_down),
    line(r"Player (.+) has small blind \(AMOUNT\)", history_lines.post("small_blind")),
    line(r"Player (.+) has big blind \(AMOUNT\)", _big_blind),
    line(r"Player (.+) (?:posts )?ante \(AMOUNT\)", history_lines.post("ante")),
    line(r"Player (.+) straddle \(AMOUNT\)", history_lines.post("straddle")),
    line(r"Player (.+) posts \(AMOUNT\) as a dead bet", history_lines.post("missed_small")),
    line(r"Player (.+) posts \(AMOUNT\)", _posts),
    line(r"Player (.+) (?:wait BB|sitting out)", history_lines.sits_out),
    line(r"Player (.+) is timed out\.", history_lines.timed_out),
    line(r"Player (.+) received a card()\.", _card),
    line(r"Player (.+) received card: (\[[^\]]*\])", _card),
    line(r"Player (.+) folds()", history_lines.fold),
    line(r"Player (.+) checks", history_lines.check),
    line(r"Player (.+) calls \(AMOUNT\)", history_lines.call),
    line(r"Player (.+) bets \(AMOUNT\)", history_lines.bet),
    line(r"Player (.+) raises \(AMOUNT\)", raise_by),
    line(r"Player (.+) caps \(AMOUNT\)", caps),
    line(r"Player (.+) allin \(AMOUNT\)", _all_in),
    line(r"Player (.+) mucks cards", history_lines.mucks),
    line(r"Uncalled bet \(AMOUNT\) returned to (.+)", history_lines.returned),
    line(
        r"\*\*\*(?P<run>) (?P<street>FLOP|TURN|RIVER) \*\*\*: (?:\[[^\]]*\] )?\[(?P<new>[^\]]*)\]",
        history_lines.street,
    ),
    line(r"------ Summary ------", history_lines.begin_summary),
    line(
        rf"Pot: (?P<pot>{_NUMBER})(?:\. Rake (?P<rake>{_NUMBER})(?:\. JP fee (?P<jackpot>{_NUMBER}))?)?\.?",
        _pot,
    ),
    line(
        r"\*?Player (?P<name>.+) (?:shows: .* \[(?P<cards>[^\]]*)\](?: Low hand \([^)]*\))?|mucks \(does not show[^)]*\)|"
        rf"does not show cards)\. ?Bets: (?P<bets>{_NUMBER})\. Collects: (?P<won>{_NUMBER})\. (?:Wins|Loses): {_NUMBER}\.?",
        _result,
    ),
    line(
        r"Player  (?:is timed out\.|sitting out|does not show cards\.Bets: 0\. Collects: 0\. Wins: 0\.)",
        history_lines.nothing,
    ),
    line(r"Board: \[[^\]]*\]", history_lines.nothing),
    line(r"Game ended at: .*", _end),
)
_SITE = Site(
    "winning-2011",
    "the Winning Poker Network in its form of 2011 to 2019",
    _START,
    _HEAD,
    _EXAMPLE,
    _begin,
    _LINES,
    end="------ Summary ------",
    finish=_finish,
)
WINNING_2011 = replace(history_text.importer(_SITE), title="the Winning Poker Network")
