"""One wrong fact in an honest tournament: at most three incidents, the first of which names the fact."""

from __future__ import annotations

import pytest

from tests.rules.causes.injected import exchanged, head, in_line, later, twice, without
from tests.rules.causes.judging import adds_up, causes, incidents
from tests.rules.causes.made import TOURNAMENTS, audit_of, changed

# The event, the change, and the sentence of the fact; None: a single finding says it.
INJECTED = {
    # ------------------------------------------------------------------------------- what was published
    "buy-in": ("ranking", head("buy_in", to=54000),
        "The file's buy-in is €540.00, and 68 lines have €550.00."),
    "buy-in of many": ("bounties", head("buy_in", to=16400),
        "The file's buy-in is €164.00, and 142 lines have €110.00."),
    "buy-in that no line states": ("open-face", head("buy_in", to=490000),
        "The file's buy-in is $4,900.00; its total (collected) is that of $5,000.00 for each entry."),
    "fee": ("ranking", head("fee", to=4000),
        "The file's entry fee is €40.00; its total (fees) is that of €50.00 for each entry."),
    "bounty": ("bounties", head("bounty", to=3000),
        "The file's bounty is €30.00; its total (bounties) is that of €0.00 for each entry."),
    "added": ("bounties", head("added", to=100000),
        "The file's added amount is €1,000.00; its total (added) is that of €0.00."),
    "stack": ("ranking", head("stack", to=9000),
        "The file's starting stack is 9,000 chips, and 66 lines have 10,000 chips."),
    "stack of many": ("bounties", head("stack", to=29000),
        "The file's starting stack is 29,000 chips, and 106 lines have 15,000 chips."),
    "stack in open-face": ("open-face", head("stack", to=14000),
        "The file's starting stack is 14,000 chips, and 30 lines have 15,000 chips."),
    "price of a rebuy": ("rebuys", head("rebuy", "price", to=10000),
        "The file's price of a rebuy is €100.00, and 2 lines have €110.00."),
    "price of an add-on": ("rebuys", head("add_on", "price", to=5000),
        "The file's price of an add-on is €50.00, and 12 lines have €55.00."),
    "chips of an add-on": ("rebuys", head("add_on", "chips", to=40000),
        "The file's number of chips of an add-on is 40,000 chips, and 12 lines have 45,000 chips."),
    "ranking": ("ranking", head("ranking", to=False),
        "The file does not say that the event is of the ranking, and 9 lines award ranking points."),
    "kind": ("ranking", head("kind", to="freezeout"),
        "The file's kind is freezeout, and 6 lines are re-entries."),
    "late registration": ("ranking", head("late_registration", to={"until_level": 1}),
        "By the file late registration ends with level 1; 15 entries came later, the last in level 4."),
    "late registration by a time": ("ranking", head("late_registration", to={"until": "2026-03-14T19:30:00+02:00"}),
        "By the file late registration ends at 2026-03-14T19:30:00+02:00; 10 entries came later, the last in level 4."),
    # ------------------------------------------------------------------------------- times
    "level announced late": ("ranking", later("level", 2, minutes=10),
        "Line 102 (level) is of 2026-03-14T20:06:08+02:00, between lines of 2026-03-14T19:52:50+02:00 and "
        "2026-03-14T19:58:47+02:00; at 2026-03-14T19:55:50+02:00 these findings are gone."),
    "clock started late": ("ranking", later("clock", 0, minutes=30),
        "Line 53 (clock) is of 2026-03-14T19:30:00+02:00, between lines of 2026-03-14T18:40:50+02:00 and "
        "2026-03-14T19:00:44+02:00; at 2026-03-14T19:00:00+02:00 these findings are gone."),
    "colour-up an hour late": ("ranking", later("colour_up", 0, minutes=60), None),
    "level missing": ("ranking", without("level", 3),
        "No line is of level 5, which was due at 2026-03-14T20:11:08+02:00: it is missing below line 126."),
    # ------------------------------------------------------------------------------- entries
    "entry missing": ("ranking", without("entry", 10),
        "No line is of entry 11, which 10 lines name: it is missing below line 11."),
    "entry twice": ("ranking", twice("entry", 10),
        "Line 13 (entry) says what line 12 says."),
    "entry with a wrong number": ("ranking", in_line("entry", "entry", to=110, nth=10),
        "Line 12 (entry) has 110 as entry; with 11 these findings are gone."),
    "entry of another player": ("ranking", in_line("entry", "player", to="P999", player="p-57e7"),
        "Line 39 has entry 38 of P999, whom no line pays and no hand names; with p-57e7, who has no entry, these findings are "
        "gone."),
    "first entry missing": ("ranking", without("entry", 0),
        "No line is of entry 1, which 2 lines name: it is missing below line 1."),
    "re-entry missing": ("ranking", without("reentry", 1),
        "No line is of entry 57, which 5 lines name: it is missing below line 82."),
    "unregistration missing": ("ranking", without("unregister", 0),
        "No line names entry 33 of line 34 again: that it was paid back is missing."),
    "rebuy missing": ("rebuys", without("rebuy", 0),
        "Entry 25 went out in line 56 and plays on; no line is of a rebuy."),
    "rebuy twice": ("rebuys", twice("rebuy", 0),
        "Line 58 (rebuy) says what line 57 says."),
    "add-on missing": ("rebuys", without("add_on", 3),
        "The file has 11 add-ons, and its totals have 12: the line of one is missing."),
    "add-on twice": ("rebuys", twice("add_on", 3),
        "Line 78 (add on) says what line 77 says."),
    # ------------------------------------------------------------------------------- ways out, seats, money
    "elimination missing": ("ranking", without("elimination", 5),
        "No line has entry 39 out, and the lines below line 92 take it for out."),
    "first elimination missing": ("ranking", without("elimination", 0),
        "No line has entry 19 out, and the lines below line 72 take it for out."),
    "elimination of another": ("ranking", in_line("elimination", "entry", to=11, nth=5),
        "Line 93 has entry 11 out, which later lines take for in; with entry 39, which no line has out, these findings are "
        "gone."),

    "seat of a draw": ("ranking", in_line("draw", "seats", 3, "table", to="T1"),
        "Line 52 (draw) gives entry 4 T1/8; later lines have it at table T3."),
    "seat of a move": ("ranking", in_line("move", "to", "seat", to=9, nth=12),
        "Line 150 (move) gives entry 63 T4/9; later lines have it at T4/8."),
    "prizes exchanged": ("ranking", exchanged("prize", ("amount",), 2, 3),
        "Line 276 has €3,492.72 as the prize of p-6656, and line 277 has €6,568.25 as that of p-dfab: each is due the other's."),
    "payout twice": ("ranking", twice("payout", 3),
        "Line 295 (payout) says what line 294 says."),
    "counted stack": ("ranking", in_line("count", "tables", 0, "stacks", 0, "chips", to=34900),
        "Line 99 (count) has 34,900 chips as chips of entry 57; with 29,900 chips these findings are gone."),
}  # fmt: skip


def one_incident(what):
    name, change, sentence = INJECTED[what]
    audit = audit_of(changed(name, change))
    assert causes(audit) == ([] if sentence is None else [sentence])
    assert len(incidents(audit)) == 1
    assert adds_up(audit)
    return audit


@pytest.mark.slow
@pytest.mark.sampled(6)
@pytest.mark.parametrize("what", INJECTED)
def test_one_wrong_fact_is_one_incident_that_names_it(what):
    one_incident(what)


def test_there_are_more_than_thirty_of_them():
    assert len(INJECTED) > 30


@pytest.mark.slow
@pytest.mark.parametrize("name", TOURNAMENTS)
def test_an_honest_tournament_has_no_incident(name):
    assert incidents(audit_of(changed(name))) == []


def test_the_price_of_a_rebuy_has_its_money_and_its_title():
    audit = one_incident("price of a rebuy")
    (only,) = incidents(audit)
    assert only.title == "The file's price of a rebuy differs from its lines"
    assert only.cause is not None
    assert (only.cause.line, only.cause.field) == (1, "rebuy.price")
    assert (only.cause.stated, only.cause.implied) == (10000, 11000)
    (money,) = [each for each in only.money or () if each.unit == "EUR"]
    assert (money.over_collected, money.under_collected, money.misrecorded) == (2000, 2000, 6000)
    assert only.clause
    assert only.hands_in_all == audit.event.lines  # type: ignore[union-attr]


def test_prizes_that_are_each_wrong_by_themselves_were_not_exchanged():
    wrong = [in_line("prize", "amount", to=lambda amount: amount - 100, nth=place) for place in (2, 3)]
    audit = audit_of(changed("ranking", *wrong))
    assert [each.line for each in audit.findings if each.code == "TRN052"] == [276, 277]
    assert causes(audit) == [
        "Line 276 (prize) has €6,567.25 as amount; with €6,568.25 these findings are gone.",
        "Line 277 (prize) has €3,491.72 as amount; with €3,492.72 these findings are gone.",
    ]
