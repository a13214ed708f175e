"""Open Hand History: the hands of PokerNow, each deviation explained, and the fields of the format."""

import json

import pytest

from auditor.importing.histories.history_logs import pseudonym
from tests.folding import of_every
from tests.importing.histories.originals import (
    KEY,
    a_tenth,
    brought_in,
    deviations,
    log,
    logs,
    originals,
    problems,
)

HANDS = originals("ohh")
# PokerNow shows the hands in an order of its own: the winner's first, and not that of the last bettor.
SHOWN = {
    18,
    22,
    23,
    24,
    26,
    34,
    57,
    58,
    59,
    62,
    65,
    66,
    70,
    71,
    74,
    82,
    88,
    89,
    92,
    93,
    96,
    97,
    98,
    102,
    104,
    106,
    107,
}
# The cards of who lost are not in the file, and neither is that they were mucked: who should have won is not known.
HIDDEN = {35, 53, 91, 95, 102}
# The converter writes main and side pot as one.
MERGED = {71, 75, 76, 77, 95, 103, 107}
# PokerNow cuts a raise to what the only opponent has left, which is less than a raise.
CUT = {40, 72}


@pytest.mark.sampled(5)
@pytest.mark.parametrize("part", range(10))
def test_a_real_hand_deviates_only_where_it_is_explained(part):
    texts = a_tenth(HANDS, part)
    found = deviations(*map(log, texts.values()))
    for name, each in zip(texts, found, strict=True):
        number = int(name)
        kinds = {deviation[1] if deviation[0] == "illegal" else deviation[0] for deviation in each}
        assert ("show_order" in kinds) == (number in SHOWN), name
        assert ("raise_too_small" in kinds) == (number in CUT), name
        assert ("pot" in kinds) == (number in MERGED), name
        assert kinds <= {"show_order", "raise_too_small", "pot", "net", "awards"}, name
        nets = [deviation for deviation in each if deviation[0] == "net"]
        assert bool(nets) == (number in HIDDEN), name
        assert all(due is None for *_, due in nets), name
        assert ("awards" in kinds) == (number in HIDDEN | MERGED), name


def ohh(**fields):
    """A hand of hold'em of two, as a line."""
    hand = {
        "spec_version": "1.4.7", "site_name": "x", "game_number": "1647224139271", "start_date_utc": "2022-03-14T02:15:39Z",
        "table_name": "home", "game_type": "Holdem", "bet_limit": {"bet_type": "NL"}, "currency": "EUR", "dealer_seat": 2,
        "small_blind_amount": 0.5, "big_blind_amount": 1, "ante_amount": 0,
        "players": [
            {"id": 0, "seat": 2, "name": "Ann", "starting_stack": 100},
            {"id": 1, "seat": 5, "name": "Ben", "starting_stack": 80.5},
        ],
        "rounds": [{"id": 0, "street": "Preflop", "actions": [act("Post SB", 0, 0.5), act("Post BB", 1, 1), act("Fold", 0)]}],
        "pots": [{"number": 0, "amount": 1, "rake": 0, "player_wins": [{"player_id": 1, "win_amount": 1}]}], **fields,
    }  # fmt: skip
    return json.dumps({"ohh": hand})


def act(action, player, amount=None, **fields):
    return {
        "action_number": 0,
        "player_id": player,
        "action": action,
        **({} if amount is None else {"amount": amount}),
        **fields,
    }


def rounds(*actions, **later):
    return [{"street": "Preflop", "actions": list(actions)}] + [
        {"street": name, "cards": cards, "actions": those} for name, (cards, those) in later.items()
    ]


def test_a_hand_is_a_hand_of_the_format():
    first, row = log(ohh())
    assert (first["table"], first["currency"], first["opened_at"]) == (
        "home",
        "EUR",
        "2022-03-14T04:15:39+02:00",
    )
    assert row == {
        "event": "pot_hand", "hand": 647224139271, "_id": "1647224139271", "at": "2022-03-14T04:15:39+02:00",
        "game": "holdem", "stakes": {"small_blind": 50, "big_blind": 100}, "dealer": 2, "limit": "no_limit",
        "pots": [{"pot": 0, "amount": 100, "awards": [{"seat": 5, "amount": 100}]}], "fees": [],
        "seats": [
            {"seat": 2, "player": pseudonym(KEY, "Ann"), "stack": 10000, "net": -50},
            {"seat": 5, "player": pseudonym(KEY, "Ben"), "stack": 8050, "net": 50},
        ],
        "acts": [
            {"act": "post", "seat": 2, "kind": "small_blind", "amount": 50},
            {"act": "post", "seat": 5, "kind": "big_blind", "amount": 100}, {"act": "fold", "seat": 2},
        ],
    }  # fmt: skip


def test_the_chips_of_an_act_are_those_added():
    made = rounds(
        act("Post SB", 0, 0.5), act("Post BB", 1, 1), act("Raise", 0, 2.5), act("Call", 1, 2, is_allin=True)
    )
    assert log(ohh(rounds=made))[1]["acts"][2:] == [
        {"act": "raise", "seat": 2, "to": 300},
        {"act": "call", "seat": 5, "to": 300, "all_in": True},
    ]


def test_every_post_and_what_is_added():
    made = rounds(
        act("Post Ante", 0, 1), act("Straddle", 1, 2), act("Post Dead", 0, 0.5), act("Post Extra Blind", 0, 1),
        act("Added Chips", 0, 20), act("Mucks Cards", 0), act("Shows Cards", 1, cards=["Ah", "Kd"]),
    )  # fmt: skip
    row = log(ohh(rounds=made, ante_amount=1))[1]
    assert row["stakes"]["ante"] == 100
    assert [(each["act"], each.get("kind"), each.get("amount")) for each in row["acts"]] == [
        ("post", "ante", 100), ("post", "straddle", 200), ("post", "dead", 50), ("post", "extra", 100), ("add", None, 2000),
        ("muck", None, None), ("show", None, None),
    ]  # fmt: skip


def test_two_rounds_of_a_street_are_runs():
    made = rounds(act("Post BB", 1, 1))
    made += [{"street": "Flop", "cards": ["2c", "7d", "Jh"], "actions": []}]
    made += [{"street": name, "cards": [card], "actions": []} for name, card in
             (("Turn", "3c"), ("River", "4c"), ("Turn", "3d"), ("River", "4d"))]  # fmt: skip
    assert log(ohh(rounds=made))[1]["acts"][1:] == [
        {"act": "board", "street": "flop", "cards": "2c7dJh"}, {"act": "run", "times": 2},
        {"act": "board", "street": "turn", "cards": "3c", "run": 1}, {"act": "board", "street": "river", "cards": "4c", "run": 1},
        {"act": "board", "street": "turn", "cards": "3d", "run": 2}, {"act": "board", "street": "river", "cards": "4d", "run": 2},
    ]  # fmt: skip


def test_a_rake_of_null_is_not_recorded_and_a_cash_out_and_a_jackpot_are():
    win = {"player_id": 1, "win_amount": 1, "cashout_amount": 0.9, "cashout_fee": 0.01, "bonus_amount": 5}
    row = log(ohh(pots=[{"number": 0, "amount": 1, "rake": None, "player_wins": [win]}]))[1]
    assert "fees" not in row
    assert row["seats"][1]["cash_out"] == {"amount": 90, "fee": 1}
    assert row["pots"][0]["awards"] == [{"seat": 5, "amount": 100, "_bonus": "5"}]
    row = log(ohh(pots=[{"number": 0, "amount": 1, "rake": 0.05, "jackpot": 0.1, "player_wins": []}]))[1]
    assert row["fees"] == [
        {"kind": "rake", "amount": 5, "pot": 0},
        {"kind": "jackpot", "amount": 10, "pot": 0},
    ]


def test_pots_that_a_program_counts_from_one_are_the_same_pots():
    def pots(first):
        wins = [{"player_id": 1, "win_amount": 1}]
        return [{"number": first + at, "amount": 1, "rake": 0.05, "player_wins": wins} for at in range(2)]

    row = log(ohh(pots=pots(1)))[1]
    assert ([pot["pot"] for pot in row["pots"]], [fee["pot"] for fee in row["fees"]]) == ([0, 1], [0, 1])
    assert row == log(ohh(pots=pots(0)))[1]


def test_who_sits_down_or_stands_up_is_an_event_beside_the_hand():
    made = rounds(act("Sits Down", 0), act("Post BB", 1, 1), act("Stands Up", 1))
    (rows,) = logs(brought_in(ohh(rounds=made)))
    assert [(each["event"], each.get("kind"), each.get("player")) for each in rows[1:]] == [
        ("seat", "seated", pseudonym(KEY, "Ann")),
        ("pot_hand", None, None),
        ("seat", "left", pseudonym(KEY, "Ben")),
    ]


def test_several_hands_may_be_spread_over_lines_and_one_that_is_wrong_does_not_cost_the_others():
    spread = json.dumps(json.loads(ohh(game_number="1")), indent=1)
    text = f"{spread}\n\n{{broken\n\n{ohh(game_number='2', game_type='Stud')}\n{ohh(game_number='3')}\n"
    assert [[each["hand"] for each in rows[1:]] for rows in logs(brought_in(text))] == [[1, 3]]
    broken = spread.count("\n") + 3
    assert [each[:4] for each in problems(text)] == [
        (f"line {broken}", "", "no JSON: Expecting property name enclosed in double quotes", "an object with a hand as `ohh`"),
        (f"line {broken + 2}", "hand 2, game_type", '"Stud"', "one of Holdem, Omaha, OmahaHiLo"),
    ]  # fmt: skip


@of_every(
    ("fields", "field", "found", "expected"),
    [
        ({"players": 3}, "players", "3", "a list"),
        ({"dealer_seat": None}, "dealer_seat", "nothing", "a number"),
        ({"start_date_utc": "today"}, "start_date_utc", '"today"', "a time such as 2021-05-16T03:50:01Z"),
        ({"rounds": [{"street": "Fifth", "actions": []}]}, "rounds[0].street", '"Fifth"',
         "one of Preflop, Showdown, Flop, Turn, River"),
        ({"rounds": rounds(act("Fold", 7))}, "rounds[0].actions[0].player_id", "7", "the id of a player of the hand"),
        ({"rounds": rounds(act("Bet", 0, 0.001))}, "rounds[0].actions[0].amount", '"0.001"', "an amount with at most 2 decimals"),
        ({"rounds": rounds(act("Juggle", 0, 1))}, "rounds[0].actions[0].action", '"Juggle"', "an action of the format"),
        ({"rounds": rounds(act("Shows Cards", 0, cards=["1c"]))}, "rounds[0].actions[0].cards", '"1c"',
         "a card such as Qh (rank 23456789TJQKA, suit cdhs)"),
    ],
)  # fmt: skip
def test_a_field_that_is_wrong_is_named(fields, field, found, expected):
    (only,) = problems(ohh(**fields))
    assert only[1:4] == (f"hand 1647224139271, {field}", found, expected)
