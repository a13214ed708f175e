"""The table of errors in files of events: name, change, the checks that find it; or why nobody can see it."""

from __future__ import annotations

from tests.rules.events.injected import (
    FACES,
    LEDGER,
    RANKING,
    REBUYS,
    Injected,
    in_list,
    injected,
    later,
    leave_out,
    more,
    offset,
    put,
    stack,
    total,
    twice,
)
from tests.rules.events.injected_lines import LINES

LOGGED = {"session": "sim-4-T1"}  # of the tournament with rebuys, whose log is there
WORDS = "a word that nothing else in the record repeats"
LATE = "a line may be entered late, and nothing after it says when it was"
NO_LOG = "no log of the table is there, and no other line has the stacks of that hand"

ENTRIES = [
    injected("an entry paid short", RANKING, put("entry", 4, paid=more(-500)), "TRN006"),
    injected("an entry with more chips", RANKING, put("entry", 4, chips=more(1000)), "TRN001"),
    injected("an entry left out", RANKING, leave_out("entry", 4), "TRN015 TRN017"),
    injected("an entry twice", RANKING, twice("entry", 4), "TRN008 TRN016"),
    injected("an entry number skipped", RANKING, put("entry", -1, entry=more(1)), "TRN015"),
    injected("a re-entry as a first entry", RANKING, put("reentry", event="entry"), "TRN009"),
    injected("a rebuy with chips in front", REBUYS, put("rebuy", before=5000), "TRN013"),
    injected("a rebuy paid short", REBUYS, put("rebuy", paid=more(-1000)), "TRN006"),
    injected("the chips of a rebuy", REBUYS, put("rebuy", chips=more(1000)), "TRN001"),
    injected("an add-on paid short", REBUYS, put("add_on", 3, paid=more(-500)), "TRN006"),
    injected("the chips of an add-on", REBUYS, put("add_on", 3, chips=more(5000)), "TRN001"),
    injected("a refund without approval", REBUYS, put("unregister", approved=False), "TRN020"),
    injected("a refund too high", REBUYS, put("unregister", refund=more(500)), "TRN021"),
    injected("the channel of an entry", RANKING, put("entry", 4, channel="wire"), silent=WORDS),
]
HEADS = [
    injected("the buy-in of the head", RANKING, put("tournament", buy_in=more(100)), "TRN006 TRN025 TRN029"),
    injected("the fee of the head", RANKING, put("tournament", fee=more(100)), "TRN025 TRN029"),
    injected("the stack of the head", RANKING, put("tournament", stack=more(1000)), "TRN001"),
    injected("the currency of the head", FACES, put("tournament", currency="EUR"), "TRN065"),
    injected("published after the start", RANKING, put("tournament", published_at=later(43_200)), "TRN023"),
    injected("the title", RANKING, put("tournament", title="Another title"), silent=WORDS),
    injected(
        "a chip that is not published",
        RANKING,
        put("tournament", colour_ups=[{"chip": 500, "after_level": 4}]),
        "LVL011",
    ),
    injected("prizes of its own", REBUYS, put("tournament", prizes={"places_bp": [10_000]}), "TRN027 TRN052"),
]
TIMES = [
    injected("an entry hours late", RANKING, put("entry", 4, at=later(300)), "LOG018 TRN007"),
    injected("an entry hours early", RANKING, put("entry", 4, at=later(-300)), "LOG018"),
    injected("the clock hours late", RANKING, put("clock", at=later(120)), "LOG018 LVL004"),
    injected("a level early", RANKING, put("level", 2, at=later(-6)), "LVL004"),
    injected("a level late", RANKING, put("level", 2, at=later(9)), "LOG018 LVL005"),
    injected("a level left out", RANKING, leave_out("level", 2), "LVL006"),
    injected("a break that ends before it begins", RANKING, put("break", ends_at=later(-60)), "LOG020"),
    injected("a table broken hours early", RANKING, put("table_break", 1, at=later(-120)), "LOG018"),
    injected("a hand that ends before its riffle", RANKING, put("hand", 3, ended_at=later(-30)), "LOG020"),
    injected("a hand that ends hours late", RANKING, put("hand", 3, ended_at=later(180)), "LOG020"),
    injected("an elimination hours late", RANKING, put("elimination", 2, at=later(180)), "LOG018"),
    injected(
        "an elimination before its hand",
        REBUYS,
        put("elimination", where=LOGGED, at=later(-90)),
        "LOG018 LOG020",
    ),
    injected("a prize before the player was out", FACES, put("payout", 2, at=later(-1200)), "LOG018 LOG020"),
    injected("the offset of a payout", RANKING, put("payout", 3, at=offset("-07:00")), "LOG018 LOG019"),
    injected("the close before the last line", RANKING, put("close", at=later(-60)), "LOG018"),
    injected("the close a day late", RANKING, put("close", at=later(1440)), silent=LATE),
]
PLAY = [
    injected("the blinds of a level", RANKING, put("level", 2, bb=more(50)), "LVL007"),
    injected("the point value of a level", FACES, put("level", 3, point_value=more(50)), "LVL007"),
    injected("the level of a hand", FACES, put("hand", 5, level=more(1)), "LVL001"),
    injected("a taken seat", RANKING, put("seat", 1, seat=7, table="T1"), "TRN031 TRN032"),
    injected("a seat that was chosen", REBUYS, put("seat", 3, method="chosen"), "TRN030"),
    injected(
        "a move from a wrong seat", RANKING, put("move", 3, **{"from": {"table": "T9", "seat": 1}}), "TRN032"
    ),
    injected(
        "a move without approval",
        RANKING,
        put("move", -1, where={"reason": "balance"}, approved=False),
        "TRN033",
    ),
    injected(
        "a move from another position",
        RANKING,
        put("move", -1, where={"reason": "balance"}, from_position="button"),
        "TRN037",
    ),
    injected(
        "a final table without a draw",
        REBUYS,
        put("draw", where={"reason": "final_table"}, method="assigned"),
        "TRN041",
    ),
    injected("a hand at a broken table", FACES, put("hand", -1, table="T8"), "TRN039"),
    injected("a player out twice", RANKING, twice("elimination", 2), "TRN046"),
    injected("an elimination of nobody", RANKING, put("elimination", 2, entry=99), "TRN017"),
    injected("the hand of an elimination", REBUYS, put("elimination", where=LOGGED, hand=more(1)), "TRN003"),
    injected("the place of an elimination", FACES, put("elimination", 3, place=more(1)), "TRN049"),
    injected(
        "the cards of an elimination", RANKING, put("elimination", 2, cards="AhAdAsAcKd"), silent=NO_LOG
    ),
]
CHIPS = [
    injected("a stack of an elimination", REBUYS, put("elimination", where=LOGGED, stack=more(25)), "TRN003"),
    injected("the same without a log", RANKING, put("elimination", 2, stack=more(500)), "TRN003"),
    injected(
        "a stack of a hand without a log",
        RANKING,
        put("hand", 3, seats=in_list(0, "chips", 500)),
        "TRN047",
    ),
    injected("a counted stack", RANKING, put("count", 1, tables=stack(0, 0, "chips", 500)), "TRN002"),
    injected(
        "a counted stack beside a log", FACES, put("count", tables=stack(0, 0, "chips", 50)), "TRN002 TRN047"
    ),
    injected("a raced stack by a chip", RANKING, put("colour_up", tables=stack(0, 0, "after", 25)), "TRN002"),
    injected("a colour-up after another level", FACES, put("colour_up", after_level=3), "LVL011"),
    injected("a colour-up of another chip", REBUYS, put("colour_up", chip=50), "LVL011"),
]
MONEY = [
    injected("the announced prize pool", RANKING, put("pool", prize_pool=more(1000)), "TRN025"),
    injected("the announced share", RANKING, put("pool", ranking=more(100)), "TRN026"),
    injected("the number of paid places", REBUYS, put("pool", places=more(1)), "TRN027"),
    injected("a prize too high", RANKING, put("prize", 1, amount=more(100)), "TRN052"),
    injected("a payout short", RANKING, put("payout", 1, amount=more(-100)), "TRN055"),
    injected("a payout left out", RANKING, leave_out("payout", 1), "TRN029"),
    injected("a payout to a stranger", RANKING, put("payout", 1, player="p-nobody"), "TRN017"),
    injected("a receipt of another", RANKING, put("payout", 2, receipt="R1"), "TRN062"),
    injected("a royal hit too high", RANKING, put("royal_hit", amount=more(100)), "JKP006"),
    injected("a royal hit of other cards", RANKING, put("royal_hit", hole="2d9h"), "JKP007"),
    injected("a deal that was not reported", REBUYS, put("deal", reported=False), "TRN054"),
    injected("the share of a deal", REBUYS, put("deal", players=in_list(0, "amount", 1000)), "TRN053"),
    injected("the total of entries", RANKING, total("entries", 1), "TRN029"),
    injected("the total paid", RANKING, total("paid", 100), "TRN029"),
]
LEDGERS = [
    injected("a drop too high", LEDGER, put("drop", amount=more(100)), "JKP034"),
    injected(
        "a drop short of its hands",
        LEDGER,
        put("drop", where={"session": "2026-01-03-T1"}, amount=more(-100)),
        "JKP010",
    ),
    injected("a drop left out", LEDGER, leave_out("drop", 3), "JKP034"),
    injected("a drop twice", LEDGER, twice("drop", 3), "JKP034"),
    injected("the hands of a drop", LEDGER, put("drop", 3, hands=more(-5)), "JKP009"),
    injected("a drop before the period", LEDGER, put("drop", at=later(-2880)), "LOG020"),
    injected("the offset of a drop", LEDGER, put("drop", 3, at=offset("-08:00")), "LOG018 LOG019"),
    injected(
        "a drop of another session",
        LEDGER,
        put("drop", 3, session="2026-01-01-T9"),
        silent="neither session's log is there",
    ),
    injected("a closing with another level", LEDGER, put("closing", 4, balance=more(500)), "JKP034"),
    injected("a closing left out", LEDGER, leave_out("closing", 4), "JKP014"),
    injected("a closing read late", LEDGER, put("closing", 4, at=later(600)), "JKP013"),
    injected("a closing of another day", LEDGER, put("closing", 4, day="2026-01-09"), "JKP014"),
    injected("a contribution too small", LEDGER, put("contribution", amount=more(-100)), "JKP011"),
    injected(
        "a contribution before its tournament",
        LEDGER,
        put("contribution", at=later(-1440)),
        "LOG018 LOG020",
    ),
    injected("the pool of a contribution", LEDGER, put("contribution", prize_pool=more(1000)), "JKP011"),
    injected("an award of other points", LEDGER, put("award", 2, points=more(5)), "JKP026"),
    injected("an award to a stranger", LEDGER, put("award", 2, player="p-nobody"), "JKP026"),
    injected("an award before the player was out", LEDGER, put("award", 2, at=later(-1440)), "LOG018 LOG020"),
    injected("an award late", LEDGER, put("award", -1, at=later(60)), silent=LATE),
    injected("a diversion without approval", LEDGER, put("diversion", approved=False), "JKP016"),
    injected("a diversion of more", LEDGER, put("diversion", amount=more(1000)), "JKP034 JKP012"),
    injected("the reason of a diversion", LEDGER, put("diversion", reason="another"), silent=WORDS),
    injected("the level of a hit", LEDGER, put("hit", level=more(1000)), "JKP017"),
    injected("the amount of a hit", LEDGER, put("hit", amount=more(1000)), "JKP018"),
    injected("a share of a hit", LEDGER, put("hit", seats=in_list(1, "amount", 1000)), "JKP019"),
    injected("too few players at a hit", LEDGER, put("hit", players=3), "JKP020"),
    injected("a hit after its payouts", LEDGER, put("hit", at=later(1440)), "LOG018 LOG020"),
    injected("a payout to another", LEDGER, put("payout", 2, player="p-nobody"), "JKP025"),
    injected("a payout short", LEDGER, put("payout", 2, amount=more(-100)), "JKP025"),
    injected("a payout left out", LEDGER, leave_out("payout", 2), "JKP025"),
    injected("a payout of no hit", LEDGER, put("payout", 2, hit="H9"), "JKP024"),
    injected("a payout before its hit", LEDGER, put("payout", 2, at=later(-1440)), "LOG018 LOG020"),
    injected("two payouts on one receipt", LEDGER, put("payout", 2, receipt="J1"), "JKP032"),
    injected("a count below the book", LEDGER, put("count", amount=more(-500)), "JKP012"),
    injected("who counted", LEDGER, put("count", counted_by=["s-99", "s-98"]), silent=WORDS),
    injected(
        "the balance of the close",
        LEDGER,
        put("close", balances=lambda there: there | {"ranking": there["ranking"] + 100}),
        "JKP034",
    ),
    injected(
        "the opening of an account", LEDGER, put("ledger", accounts=in_list(0, "opening", 1000)), "JKP034"
    ),
    injected("the close before the last count", LEDGER, put("close", at=later(-600)), "LOG018"),
    injected("the close a week late", LEDGER, put("close", at=later(10_080)), silent=LATE),
]
ERRORS: list[Injected] = [*ENTRIES, *HEADS, *TIMES, *PLAY, *CHIPS, *MONEY, *LEDGERS, *LINES]
