"""Errors in whole lines of files of events: left out, there twice, or of another; and in totals and structures."""

from __future__ import annotations

from tests.rules.events.injected import (
    LEDGER,
    RANKING,
    REBUYS,
    Injected,
    Line,
    in_list,
    injected,
    leave_out,
    more,
    put,
    total,
    twice,
)


def _of_nobody(seats: list[Line]) -> list[Line]:
    """The seats of a hit with another player in the first."""
    return [seats[0] | {"player": "p-nobody"}, *seats[1:]]


OF_TOURNAMENTS = [
    injected("a seat left out", RANKING, leave_out("seat", 1), "TRN002"),
    injected("a move left out", RANKING, leave_out("move", -1), "TRN032"),
    injected("an elimination left out", RANKING, leave_out("elimination", 5), "TRN049"),
    injected("the clock's stop left out", RANKING, leave_out("clock", 1), "LVL005"),
    injected("a break left out", RANKING, leave_out("break"), "LVL005"),
    injected("a rebuy left out", REBUYS, leave_out("rebuy"), "TRN046"),
    injected("a rebuy twice", REBUYS, twice("rebuy"), "TRN002"),
    injected("an add-on left out", REBUYS, leave_out("add_on", 3), "TRN002"),
    injected("a royal hit left out", RANKING, leave_out("royal_hit"), "TRN055"),
    injected("a royal hit of another entry", RANKING, put("royal_hit", entry=7), "TRN055"),
    injected("a prize left out", RANKING, leave_out("prize", 1), "TRN052"),
    injected("a prize of another player", RANKING, put("prize", 1, player="p-ba14"), "TRN052"),
    injected("the draw of the final table left out", REBUYS, leave_out("draw", -1), "TRN041"),
    injected("a payout twice", RANKING, twice("payout", 1), "TRN055"),
    injected("the player of a re-entry", RANKING, put("reentry", player="p-ba14"), "TRN008"),
    injected("the number of a level", RANKING, put("level", 3, level=more(1)), "LVL006"),
    injected("the minutes of a level", RANKING, put("tournament", structure=in_list(1, "minutes", 5)), "LVL004"),
    injected("the blinds of the structure", RANKING, put("tournament", structure=in_list(1, "bb", 50)), "LVL007"),
    injected("who knocked out", RANKING, put("elimination", 3, knocked_out_by=[99]), "TRN017"),
    injected("the table of an elimination", RANKING, put("elimination", 3, table="T9"), "TRN032"),
    injected("a seat of a hand", RANKING, put("hand", 3, seats=in_list(0, "seat", 1)), "TRN032"),
    injected("an entry of a hand", RANKING, put("hand", 3, seats=in_list(0, "entry", 60)), "TRN017"),
    injected("what is distributed", RANKING, put("pool", distributable=more(100)), "TRN025"),
    injected("the total of re-entries", RANKING, total("reentries", 1), "TRN029"),
    injected("the total of players", RANKING, total("players", -1), "TRN029"),
    injected("the total of fees", RANKING, total("fees", 100), "TRN029"),
    injected(
        "the hand of an elimination without a log",
        RANKING,
        put("elimination", 3, hand=more(1)),
        silent="no log of the table is there, and the file has no line of the other hand",
    ),
    injected(
        "what went in",
        RANKING,
        put("elimination", 2, all_in=more(-500)),
        silent="what went in with the last bet can be less than the stack before the deal",
    ),
]  # fmt: skip
OF_LEDGERS = [
    injected("a contribution left out", LEDGER, leave_out("contribution", 1), "JKP012"),
    injected("a contribution twice", LEDGER, twice("contribution", 1), "JKP011"),
    injected("a diversion left out", LEDGER, leave_out("diversion"), "JKP034"),
    injected("a diversion the other way", LEDGER, put("diversion", **{"from": "jackpot", "to": "promotions"}), "JKP034"),
    injected("a hit left out", LEDGER, leave_out("hit"), "JKP024"),
    injected("a hit twice", LEDGER, twice("hit"), "JKP023"),
    injected("another player at a hit", LEDGER, put("hit", seats=_of_nobody), "JKP025"),
    injected("a jackpot paid twice", LEDGER, twice("payout", 2), "JKP025"),
    injected("a payout from another account", LEDGER, put("payout", 2, account="royal"), "JKP025"),
    injected("a drop into another account", LEDGER, put("drop", 3, account="promotions"), "JKP034"),
    injected("an award twice", LEDGER, twice("award", 2), "JKP026"),
    injected("an award of another tournament", LEDGER, put("award", 2, tournament="sim-1002"), "JKP026"),
    injected("a contribution of another tournament", LEDGER, put("contribution", tournament="sim-1003"), "JKP011"),
    injected("a count of another account", LEDGER, put("count", account="royal"), "JKP012"),
]  # fmt: skip
LINES: list[Injected] = [*OF_TOURNAMENTS, *OF_LEDGERS]
