"""The texts of GGPoker and of the Winning Poker Network: every real hand, and what differs from PokerStars."""

import msgspec

from tests.importing.histories.originals import (
    OPTIONS,
    as_recorded,
    brought_in,
    log,
    logs,
    originals,
    problems,
)

GGPOKER, WINNING = originals("ggpoker"), originals("winning")
DEVIATIONS = {
    # Seat 4 straddles, the second seat left of the big blind; the room let it, and the standard rules have it left of the blind.
    "ggpoker/HD582731.txt": [("illegal", "straddle_seat", 2, 4)],
}


def test_a_real_hand_comes_to_what_it_records():
    for row in as_recorded({**GGPOKER, **WINNING}, DEVIATIONS).values():
        assert "fees" in row
        assert all("net" in seat or seat.get("status") == "missed" for seat in row["seats"])


def test_a_hand_run_three_times_has_an_award_of_each_run():
    _, row = log(GGPOKER["ggpoker/HD1245993.txt"])
    assert {"act": "run", "times": 3} in row["acts"]
    assert row["acts"][-1] == {"act": "board", "street": "river", "cards": "2h", "run": 3}
    assert row["pots"][0]["awards"] == [
        {"seat": 5, "amount": 1712, "run": 1},
        {"seat": 5, "amount": 1711, "run": 2},
        {"seat": 1, "amount": 1711, "run": 3},
    ]
    assert row["fees"] == [{"kind": "rake", "amount": 270}, {"kind": "jackpot", "amount": 100}]


def test_bet_and_muck_is_a_bet_and_a_muck():
    _, row = log(GGPOKER["ggpoker/HD52198761.txt"])
    assert row["acts"][-4:] == [
        {"act": "bet", "seat": 2, "to": 5},
        {"act": "call", "seat": 5, "to": 5},
        {"act": "muck", "seat": 2},
        {"act": "show", "seat": 5, "cards": "Ah8d"},
    ]


def test_the_fee_of_an_ev_cash_out_stays_beside():
    seat = log(GGPOKER["ggpoker/HD434130.txt"])[1]["seats"][3]
    assert seat["_cash_out_risk"] == 3519
    assert "cash_out" not in seat


def test_a_time_of_ggpoker_is_in_the_zone_of_the_room():
    text = GGPOKER["ggpoker/HD1245993.txt"]
    assert log(text)[1]["at"] == "2018-11-16T13:15:16+02:00"
    lima = msgspec.structs.replace(OPTIONS, zone="America/Lima")
    assert log(text, lima)[1]["at"] == "2018-11-16T13:15:16-05:00"


def test_hands_of_rush_and_cash_are_of_their_pool():
    first, row = log(GGPOKER["ggpoker/RC2345481320.txt"])
    assert (first["table"], first["session"]) == ("RushAndCash143219", "ggpoker-RC2345481320")
    assert (row["hand"], row["_id"]) == (2345481320, "RC2345481320")


def test_runs_that_the_summary_counts_otherwise_are_named():
    text = GGPOKER["ggpoker/HD1245993.txt"].replace("run three times", "run two times")
    (only,) = problems(text)
    assert only[:4] == (
        "line 46", "hand HD1245993", '"Hand was run two times"', "the streets of each run before the summary",
    )  # fmt: skip


def test_a_total_of_winning_is_after_what_was_taken():
    _, row = log(WINNING["winning/55280000.txt"])
    assert row["pots"] == [{"pot": 0, "amount": 8000, "awards": [{"seat": 2, "amount": 7950}]}]
    assert row["fees"] == [{"kind": "rake", "amount": 46}, {"kind": "jackpot", "amount": 4}]
    assert row["at"] == "2019-04-25T19:00:00+03:00"


def test_an_award_of_winning_may_be_in_the_summary_only():
    _, row = log(WINNING["winning/240462066.txt"])
    assert row["pots"] == [{"pot": 0, "amount": 72500, "awards": [{"seat": 1, "amount": 72200}]}]
    assert row["seats"][7]["status"] == "missed"


def test_several_pots_of_winning_stay_beside():
    _, row = log(WINNING["winning/61702000.txt"])
    assert "pots" not in row
    assert [(pot["pot"], pot["amount"]) for pot in row["_pots"]] == [(0, 28076), (1, 83662)]


def test_a_line_of_either_that_is_not_known_costs_its_hand_only():
    for hands, title in ((GGPOKER, "GGPoker"), (WINNING, "the Winning Poker Network")):
        one, other, *_ = hands.values()
        wrong = one.replace("*** HOLE CARDS ***", "*** HOLE CARDS ***\nsomebody juggles")
        text = f"{wrong}\n\n{other}"
        (only,) = problems(text)
        assert only[2:4] == ('"somebody juggles"', f"a line of a hand history of {title}")
        assert len([each for rows in logs(brought_in(text)) for each in rows[1:]]) == 1
