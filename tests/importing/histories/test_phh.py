"""PHH: every hand of pokerkit's samples, and each field of the format."""

import pytest

from auditor.importing.histories.history_logs import pseudonym
from auditor.importing.importers import import_original, is_original, versions
from rules.records.events import MOST
from tests.folding import of_every
from tests.importing.histories.originals import (
    KEY,
    OPTIONS,
    a_tenth,
    as_recorded,
    brought_in,
    log,
    logs,
    originals,
    problems,
)

HANDS = originals("phh")


def hand(**fields):
    """A hand of no-limit hold'em of three in PHH. A field set to None is left out; values are TOML."""
    lines = {
        "variant": "'NT'", "antes": "[0, 0, 0]", "blinds_or_straddles": "[1, 2, 0]", "min_bet": "2",
        "starting_stacks": "[200, 180, 90]",
        "actions": "['d dh p1 ????', 'd dh p2 AhAd', 'd dh p3 KhKd', 'p3 cbr 6', 'p1 f', 'p2 cc', 'd db 2c7dJh', "
        "'p2 cc', 'p3 cbr 9', 'p2 f']",
        "players": "['Ann', 'Ben', 'Cid']", "finishing_stacks": "[199, 174, 97]", **fields,
    }  # fmt: skip
    return "".join(f"{name} = {value}\n" for name, value in lines.items() if value is not None)


@pytest.mark.sampled(10)
@pytest.mark.parametrize("part", range(10))
def test_a_sample_comes_to_the_stacks_that_it_records_and_breaks_no_rule(part):
    rows = as_recorded(a_tenth(HANDS, part), fees=[])
    without = {name for name, row in rows.items() if "net" not in row["seats"][0]}
    assert without <= {"phh/alice-carol-wikipedia.phh", "phh/dwan-ivey-2009.phh"}


def test_the_samples_are_of_two_hundred_hands():
    assert len(HANDS) == 200


def test_half_a_chip_is_fifty_cents():
    first, row = log(HANDS["phh/pluribus/102/0.phh"])
    assert first["currency"] == "USD"
    assert {seat["net"] % 100 for seat in row["seats"]} == {0, 50}


def test_a_hand_is_acts_of_the_format_and_names_are_pseudonyms():
    first, row = log(hand(hand="12", year="2026", month="3", day="14", time="20:00:00"))
    assert {name: value for name, value in first.items() if name not in ("session", "_derived_from")} == {
        "event": "session", "format": "cardroom-log/1", "room": "EE-001", "table": "t-1", "currency": "USD",
        "opened_at": "2026-03-14T20:00:00+02:00",
        "history": {"numbering": "site", "seen_by": "table", "cards_from": "deal"},
    }  # fmt: skip
    assert first["session"] == f"phh-{first['_derived_from']['sha256'][:16]}-1"
    assert row == {
        "event": "pot_hand", "hand": 12, "_id": "12", "at": "2026-03-14T20:00:00+02:00", "game": "holdem",
        "limit": "no_limit", "stakes": {"min_bet": 200, "small_blind": 100, "big_blind": 200}, "dealer": 3,
        "seats": [
            {"seat": 1, "player": pseudonym(KEY, "Ann"), "stack": 20000, "hole": "????", "net": -100},
            {"seat": 2, "player": pseudonym(KEY, "Ben"), "stack": 18000, "hole": "AhAd", "net": -600},
            {"seat": 3, "player": pseudonym(KEY, "Cid"), "stack": 9000, "hole": "KhKd", "net": 700},
        ],
        "acts": [
            {"act": "post", "seat": 1, "kind": "small_blind", "amount": 100},
            {"act": "post", "seat": 2, "kind": "big_blind", "amount": 200},
            {"act": "raise", "seat": 3, "to": 600}, {"act": "fold", "seat": 1}, {"act": "call", "seat": 2},
            {"act": "board", "street": "flop", "cards": "2c7dJh"}, {"act": "check", "seat": 2},
            {"act": "bet", "seat": 3, "to": 900}, {"act": "fold", "seat": 2},
        ],
    }  # fmt: skip


def test_a_pseudonym_is_that_of_the_room_and_of_the_name():
    assert pseudonym(KEY, "Ann") == pseudonym(KEY, "Ann")
    assert pseudonym(KEY, "Ann") != pseudonym(KEY, "Ben")
    assert pseudonym(KEY, "Ann") != pseudonym(b"another room's secret", "Ann")
    assert "Ann" not in pseudonym(KEY, "Ann")


def test_with_two_players_the_entries_of_blinds_are_swapped():
    text = hand(
        antes="[0, 0]", blinds_or_straddles="[2, 1]", starting_stacks="[50, 60]", players="['Ann', 'Ben']",
        actions="['p2 cc', 'p1 cc', 'd db 2c7dJh']", finishing_stacks=None,
    )  # fmt: skip
    _, row = log(text)
    assert row["dealer"] == 2
    assert row["acts"][:2] == [
        {"act": "post", "seat": 1, "kind": "small_blind", "amount": 100},
        {"act": "post", "seat": 2, "kind": "big_blind", "amount": 200},
    ]


@pytest.mark.parametrize(
    ("antes", "blinds", "posts"),
    [
        ("[1, 1, 1]", "[1, 2, 4]",
         [("ante", 1), ("ante", 2), ("ante", 3), ("small_blind", 1), ("big_blind", 2), ("straddle", 3)]),
        ("[0, 2, 0]", "[1, 2, 0]", [("table_ante", 2), ("small_blind", 1), ("big_blind", 2)]),
        ("[1, 1, 1]", "[0, 0, 3]", [("ante", 1), ("ante", 2), ("ante", 3), ("big_blind", 3)]),
        ("[0, 0, 0]", "[1, 2, -2]", [("small_blind", 1), ("big_blind", 2), ("new_player", 3)]),
    ],
)  # fmt: skip
def test_antes_and_blinds_are_posts(antes, blinds, posts):
    _, row = log(hand(antes=antes, blinds_or_straddles=blinds, actions="[]", finishing_stacks=None))
    assert [(each["kind"], each["seat"]) for each in row["acts"]] == posts


def test_a_bring_in_is_a_post_and_the_first_bet_completes_it():
    text = HANDS["phh/wsop/2023/43/5/53.phh"]
    _, row = log(text)
    assert row["acts"][5:9] == [
        {"act": "post", "seat": 4, "kind": "bring_in", "amount": 7_500_000},
        {"act": "fold", "seat": 5},
        {"act": "complete", "seat": 1, "to": 25_000_000},
        {"act": "fold", "seat": 2},
    ]


def test_a_draw_has_what_was_thrown_away_and_what_came():
    _, row = log(HANDS["phh/alice-carol-wikipedia.phh"])
    draws = [act for act in row["acts"] if act["act"] == "draw" and act["street"] == "second_draw"]
    assert [(act["seat"], act["discard"], act["cards"]) for act in draws] == [
        (1, "??", "??"),
        (2, "", ""),
        (4, "??", "??"),
    ]


def test_fees_are_absent_because_the_format_does_not_say_them():
    assert "fees" not in log(hand())[1]


def test_a_day_without_a_time_opens_the_session_at_noon_and_says_nothing_of_the_hand():
    first, row = log(hand(year="2026", month="3", day="14"))
    assert first["opened_at"] == "2026-03-14T12:00:00+02:00"
    assert "at" not in row


def test_a_table_of_hands_gives_a_log_for_each_table_in_the_order_of_times():
    def at(name, clock, number):
        body = hand(hand=number, table=f"'{name}'", year="2026", month="3", day="14", time=clock)
        return f"[{number}]\n{body}"

    done = brought_in(at("b", "21:00:00", 3) + at("a", "20:00:00", 2) + at("b", "20:30:00", 1))
    assert done.problems == ()
    found = [
        (rows[0]["table"], rows[0]["opened_at"], [each["hand"] for each in rows[1:]]) for rows in logs(done)
    ]
    assert found == [("b", "2026-03-14T20:30:00+02:00", [1, 3]), ("a", "2026-03-14T20:00:00+02:00", [2])]


def test_a_hand_that_cannot_be_read_does_not_cost_the_others():
    text = f"[1]\n{hand(hand='1')}[2]\n{hand(hand='2', actions=repr(['p3 cbr 6', 'p9 f']))}"
    done = brought_in(text)
    assert [[each["hand"] for each in rows[1:]] for rows in logs(done)] == [[1]]
    assert problems(text) == [
        ("line 17", "hand 2, actions[1]", '"p9"', "a player, p1 to p3", "Correct it. The hand is left out.")
    ]


def test_what_the_format_of_logs_refuses_is_reported_at_its_hand():
    text = f"[1]\n{hand(hand='1')}[2]\n{hand(hand='2', starting_stacks='[200, 180, 99999999999]', finishing_stacks=None)}"
    text = text.replace("99999999999", str(MOST // 100 + 1))
    (only,) = problems(text)
    assert only[:2] == ("line 16", "hand 2, starting_stacks")


@of_every(
    ("fields", "field", "found", "expected"),
    [
        ({"variant": "'XX'"}, "variant", '"XX"', "one of FT, NT, NS, PO, FO/8, F7S, F7S/8, FR, N2L1D, F2L3D, FB"),
        ({"antes": "[0]"}, "antes", "1 entries", "3, one for each player"),
        ({"starting_stacks": "[nan, 1, 2]"}, "starting_stacks", '"NaN"', "an amount with at most 2 decimals"),
        ({"starting_stacks": "[1.001, 1, 2]"}, "starting_stacks", '"1.001"', "an amount with at most 2 decimals"),
        ({"starting_stacks": "[true, 1, 2]"}, "starting_stacks", "true", "an amount"),
        ({"starting_stacks": None}, "starting_stacks", "nothing", "a list"),
        ({"players": "['Ann', 'Ann', 'Cid']"}, "players", 'seat 2 of "Ann" twice', "each seat and each player once"),
        ({"seats": "[1, 2, 11]"}, "seats", "seat 11", "a seat from 1 to 10"),
        ({"year": "2026", "month": "2", "day": "30"}, "day", '"2026-2-30"', "a day of the calendar, of 1970 or later"),
        ({"actions": "['p3 cbr']"}, "actions[0]", '"p3 cbr"', "an action of PHH such as `p3 cbr 700`, `d db 2c7dJh`"),
        ({"actions": "['d db 2x']"}, "actions[0]", '"2x"', "cards such as Qh2c (rank 23456789TJQKA, suit cdhs), or ??"),
        ({"actions": "['p3 cbr 1e99']"}, "actions[0]", '"1e99"', "an amount with at most 2 decimals"),
    ],
)  # fmt: skip
def test_a_field_that_is_wrong_is_named(fields, field, found, expected):
    (only,) = problems(hand(**fields))
    assert only[1:4] == (field, found, expected)


def test_a_file_that_is_no_toml_is_refused_at_its_line():
    text = hand() + "hand = = 3\n"
    (only,) = problems(text)
    assert only[:4] == ("line 9", "", "no TOML: Invalid value", "a hand in PHH, which is TOML")


def test_the_service_takes_hand_histories():
    assert import_original(hand().encode(), OPTIONS).importer == "phh"
    assert ("phh" in versions(), is_original(hand().encode(), None)) == (True, True)
