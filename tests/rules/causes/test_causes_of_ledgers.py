"""One wrong fact in an honest ledger: one incident, which names the fact where several findings come from it."""

from __future__ import annotations

import pytest

from tests.rules.causes.injected import exchanged_within, head, in_line, later, twice, without
from tests.rules.causes.judging import adds_up, causes, incidents
from tests.rules.causes.made import LEDGERS, audit_of, changed


def less(amount):
    return lambda value: value - amount


def more(amount):
    return lambda value: value + amount


# The ledger, the change, and the sentence of the fact; None: a single finding says it.
INJECTED = {
    "opening of the jackpot": ("february", head("accounts", 0, "opening", to=less(1000)),
        "Account jackpot opens with €7,649.77; the ledger before it leaves €7,659.77."),
    "opening of the ranking": ("february", head("accounts", 1, "opening", to=less(1000)),
        "Account ranking opens with €632.42; the ledger before it leaves €642.42."),
    "opening of a quarter's last month": ("march", head("accounts", 1, "opening", to=less(1000)),
        "Account ranking opens with €777.76; the ledger before it leaves €787.76."),
    "level of the last closing": ("february", head("accounts", 0, "closing_level", to=less(1000)), None),
    "drop missing": ("january", without("drop", 10), None),
    "drop twice": ("january", twice("drop", 10), None),
    "drop of another account": ("january", in_line("drop", "account", to="ranking", nth=10),
        "Line 16 (drop) names ranking as account; by the balances its €49.20 are of jackpot."),
    "hands of a drop": ("january", in_line("drop", "hands", to=lambda hands: hands // 2, nth=10), None),
    "balance of a closing": ("january", in_line("closing", "balance", to=more(1000), nth=10),
        "Line 48 (closing) has €13,388.67 as balance; with €13,378.67 these findings are gone."),
    "closing missing": ("january", without("closing", 10), None),
    "closing some days late": ("january", later("closing", 5, minutes=3 * 24 * 60),
        "Line 20 (closing) is of 2026-01-10T04:10:00+02:00, between lines of 2026-01-07T03:30:00+02:00 and "
        "2026-01-07T23:12:18+02:00; at 2026-01-07T04:10:00+02:00 these findings are gone."),
    "drop some days late": ("january", later("drop", 10, minutes=3 * 24 * 60), None),
    "contribution twice": ("january", twice("contribution", 0),
        "Line 22 (contribution) says what line 21 says."),
    "contribution": ("january", in_line("contribution", "amount", to=more(1000)),
        "Line 21 (contribution) has €266.66 as amount; with €256.66 these findings are gone."),
    "diversion missing": ("january", without("diversion", 0),
        "€250.00 are in the balances of jackpot and gone from those of promotions: a line that moves them is missing below "
        "line 46."),
    "diversion to another account": ("january", in_line("diversion", "to", to="ranking"),
        "Line 44 (diversion) names ranking as to; by the balances its €250.00 are of jackpot."),
    "hit missing": ("january", without("hit", 0),
        "No line is of hit H1 of account jackpot; 6 lines below line 89 pay €9,154.90 of it."),
    "hit twice": ("january", twice("hit", 0), "Line 91 (hit) says what line 90 says."),
    "amount of a hit": ("january", in_line("hit", "amount", to=more(1000)),
        "Line 90 (hit) has €9,164.90 as amount; with €9,154.90 these findings are gone."),
    "level of a hit": ("january", in_line("hit", "level", to=less(100_000)), None),
    "roles of a hit exchanged": ("january", exchanged_within("hit", ("seats", 0, "role"), ("seats", 5, "role")),
        "Line 90 has loser as role of seat 1 and winner as that of seat 10; with each other's these findings are gone."),
    "shares of a hit exchanged": ("january", exchanged_within("hit", ("seats", 0, "amount"), ("seats", 5, "amount")),
        "Line 90 has €4,958.90 as amount of seat 1 and €1,525.82 as that of seat 10; with each other's these findings are "
        "gone."),
    "payout missing": ("january", without("payout", 1), None),
    "award twice": ("march", twice("award", 3), "Line 34 (award) says what line 33 says."),
    "points of an award": ("march", in_line("award", "points", to=100, nth=3), None),
    "pool of a quarter": ("march", in_line("ranking_payout", "pool", to=more(10_000)), None),
    "balance of the close": ("january", in_line("close", "balances", "jackpot", to=less(1000)), None),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.sampled(4)
@pytest.mark.parametrize("what", INJECTED)
def test_one_wrong_fact_is_one_incident(what):
    name, change, sentence = INJECTED[what]
    audit = audit_of(changed(name, change))
    assert causes(audit) == ([] if sentence is None else [sentence])
    assert len(incidents(audit)) == 1
    assert adds_up(audit)


@pytest.mark.slow
@pytest.mark.parametrize("name", LEDGERS)
def test_an_honest_ledger_has_no_incident(name):
    assert incidents(audit_of(changed(name))) == []
