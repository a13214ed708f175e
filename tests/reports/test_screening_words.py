"""Sentences of screening: what was counted, and what chance gives, in words."""

import pytest
from msgspec.structs import replace

from reports.screening_sentences import SENTENCES
from reports.screening_words import (
    chance_words,
    evidence_words,
    facts_of,
    figure,
    sentence_of,
    standing_of,
    whose,
)
from rules.screening.indicator_catalogue import indicators
from rules.screening.room_year import screened_year
from rules.screening.screening_result import LogsOfEvidence, ScreeningResult, result_of_unit
from tests.rules.screening.screened import logs_of, statistics

OF_LOGS = [
    ("voids-of-losses", "SCN006", {"player": "P1"},
     "Of 200 hands of player P1, 16 are void; he was losing in all 16, where chance gives 8.8."),
    ("voids-at-random", "SCN006", {"player": "P1"},
     "Of 400 hands of player P1, 16 are void; he was losing in 7 of these, where chance gives 7.4."),
    ("dead-winners", "SCN007", {"supervisor": "S"},
     "Of 800 hands of seats, supervisor S ruled 12 dead or fouled; all 12 would have won, where chance gives 5.7."),
    ("shuffle-one-riffle", "SCN001", {"shuffler": "sh-1"},
     "In 198 deals that shuffler sh-1 shuffled, 2,378 pairs of cards stayed together, where chance gives 4,286.1."),
    ("strong-aces", "SCN003", {"player": "P1"},
     "Of 3,200 aces at the tables of player P1 he got 941, where chance gives 800."),
    ("pairs-dumped", "SCN004", {"payer": "P1", "payee": "P2"},
     "In 800 hands, 766 units went from player P1 to player P2, where his other opponents got 78 each."),
    ("settings-for-partner", "SCN005", {"payer": "P1", "payee": "P2"},
     "Of 400 hands of player P1, player P2 was in 200. 31 of them were set, surrendered or folded worse than the cards allow; "
     "player P2 was in 30 of these, where chance gives 15.5."),
    ("missing-after-losses", "SCN009", {"table": "T1"},
     "Of 191 intervals between hands at table T1, 52 follow a large loss. After 8 a hand is missing or a break is long; all 8 "
     "followed a large loss, where chance gives 2.2."),
    ("cards-too-even", "SCN010", {"table": "T1"},
     "In 200 deals at table T1 the spread of cards over the seats has a χ² of 0, where chance gives 153."),
    ("units-after-the-deal", "SCN011", {"player": "P1"},
     "Of 400 hands of player P1, 149 have a higher unit. He won 182; 107 of these had the higher unit, where chance gives 67.9."),
    ("exits-with-wins", "SCN016", {"player": "P1"},
     "Of 8 stays of player P1, 8 ended on one of the stay's largest wins, where chance gives 2.1."),
    ("minutes", "SCN019", {"table": "T1"},
     "Of 200 hands at table T1, 79 start on a minute divisible by five, where chance gives 40."),
]  # fmt: skip


def made(**fields):
    """A result with some fields, as the engines make them."""
    whole = dict.fromkeys(ScreeningResult.__struct_fields__)
    return ScreeningResult(
        **{**whole, "hands": (), "sums": (0,) * 14, "strata": 1, "listed": False, **fields}
    )


@pytest.mark.parametrize(("case", "code", "unit", "says"), OF_LOGS, ids=[each[0] for each in OF_LOGS])
def test_sentences_of_logs_with_known_answers(case, code, unit, says):
    found = [each for each in screened_year(statistics(logs_of(case))) if each.entry.code == code]
    (one,) = [each for each in found if dict(each.unit) == unit]
    assert sentence_of(result_of_unit(one, "R", 2026, 1, 7)) == says


@pytest.mark.parametrize("entry", indicators(), ids=lambda entry: entry.code)
def test_every_kind_of_unit_has_a_sentence_that_names_it(entry):
    assert set(SENTENCES[entry.code]) == set(entry.indicator.units)
    for roles in entry.indicator.units:
        unit = {role: f"id-{role}" for role in roles}
        result = made(
            indicator=entry.code, unit=unit, cases=9, marked=4, favourable=3, both=2, expected="1.5"
        )
        says, facts = sentence_of(result), facts_of(result)
        assert all(name in says for name in unit.values())
        assert says.endswith(".")
        assert facts[0].value == "9"
        assert "1.5" in [fact.value for fact in facts]
        assert all(fact.label for fact in facts)


def test_one_of_something_is_said_in_the_singular():
    one = made(
        indicator="SCN006", unit={"player": "P1"}, cases=1, marked=1, favourable=1, both=1, expected="1"
    )
    assert sentence_of(one) == "Of 1 hand of player P1, 1 is void; he was losing in it, where chance gives 1."
    assert "he was losing in none of these" in sentence_of(replace(one, marked=3, both=0))


def test_royalties_are_told_from_aces_by_their_statistics():
    royalties = made(
        indicator="SCN003",
        unit={"dealer": "d-1", "player": "P1"},
        cases=90,
        marked=10,
        favourable=30,
        both=8,
        expected="3.3",
    )
    assert (
        sentence_of(royalties) == "Of 10 royalties dealer d-1 dealt 8 to player P1, where chance gives 3.3."
    )
    both = replace(royalties, cases=1000, marked=60, sums=(5,) * 14)
    assert "60 aces and royalties" in sentence_of(both)


@pytest.mark.parametrize(
    ("expected", "strong"),
    [
        ("3.42003", "four of a kind"),
        ("5.88235", "a pair before the first bet"),
        ("5", "four of a kind, or a pair before the first bet"),
    ],
)
def test_strong_hands_are_named_by_how_often_chance_gives_them(expected, strong):
    hands = made(indicator="SCN003", unit={"player": "P1"}, cases=100, both=12, expected=expected)
    assert sentence_of(hands).startswith(f"Of 100 hands of player P1, 12 have {strong}, where chance gives ")
    assert [each.label for each in facts_of(hands)] == ["hands of the player", strong, f"{strong} by chance"]
    by_dealer = replace(hands, unit={"dealer": "d-1", "player": "P1"})
    assert sentence_of(by_dealer).startswith("Of 100 hands that dealer d-1 dealt to player P1, 12 have ")


def test_a_second_is_named_where_only_seconds_are_counted():
    seconds = made(indicator="SCN019", unit={"author": "a-1"}, cases=120, both=9, expected="2")
    assert sentence_of(seconds) == "Of 120 hands recorded by a-1, 9 start on second 0, where chance gives 2."


def test_the_facts_say_what_each_count_is_of():
    result = made(
        indicator="SCN006", unit={"player": "P1"}, cases=40, marked=12, favourable=16, both=12, expected="4.8", odds="3.25"
    )  # fmt: skip
    assert facts_of(result) == [
        ("hands of the player", "40"), ("void", "12"), ("he was losing", "16"), ("both", "12"), ("both by chance", "4.8"),
        ("odds ratio", "3.2"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("log10", "says"),
    [
        ("2.68691", "486"),
        ("2.30102", "199"),
        ("-0.6", "0.25"),
        ("0", "1.00"),
        ("5.43747", "273,823"),
        ("12.4123", "10^12.4"),
    ],
)
def test_evidence_is_rounded_down_so_that_it_never_seems_to_reach_a_limit(log10, says):
    assert evidence_words(log10) == says


@pytest.mark.parametrize(
    ("p", "says"),
    [("4.12709e-05", "1 in 24,200"), ("0.566071", "0.57"), ("3e-40", "less than 1 in 10^15"), ("1", "1")],
)
def test_a_chance_is_one_in_so_many(p, says):
    assert chance_words(p) == says


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("4286.12", "4,286.1"),
        ("100", "100"),
        ("0.0341", "0.034"),
        ("4.29492e-22", "less than 10^-21"),
        ("-8", "−8"),
        ("0", "0"),
    ],
)
def test_figures_for_people(text, says):
    assert figure(text) == says


def test_where_a_unit_stands():
    found = {
        (each.entry.code, each.unit): each for each in screened_year(statistics(logs_of("voids-of-losses")))
    }
    result = result_of_unit(found["SCN006", (("player", "P1"),)], "R", 2026, 1, 7)
    assert (
        standing_of(result)
        == f"E is 486; the limit at place {result.place} is 200. An alarm since 2026-03-02."
    )
    assert standing_of(replace(result, alarm=False, since=None)).endswith("200. On the monthly list.")
    assert standing_of(replace(result, closed="seen on video")).endswith("The alarm was closed.")
    assert (
        standing_of(replace(result, log10_e=None, alarm=False, listed=False))
        == "There is no evidence. No alarm."
    )


def test_an_alarm_stays_where_e_falls_again():
    logs = LogsOfEvidence("0.1", ("2026-02-10", "3.6"), "0.647045")
    fields = {"alarm": True, "since": "2026-02-10", "log10_e": logs, "place": 7, "limit": 1600}
    assert standing_of(made(indicator="SCN009", unit={"table": "T1"}, **fields)) == (
        "E reached the limit of 1,600 at place 7 on 2026-02-10, an alarm for the year; since then it fell to 4.43."
    )


def test_an_alarm_at_its_limit_has_not_fallen():
    logs = LogsOfEvidence("0.1", ("2026-02-10", "3.6"), "2.30103")
    fields = {"alarm": True, "since": "2026-02-10", "log10_e": logs, "place": 1, "limit": 200}
    assert "An alarm since 2026-02-10." in standing_of(
        made(indicator="SCN009", unit={"table": "T1"}, **fields)
    )


@pytest.mark.parametrize(
    ("unit", "says"),
    [
        ({"player": "P1"}, "player P1"),
        ({"dealer": "D2", "player": "P1"}, "dealer D2 with player P1"),
        ({"payer": "P1", "payee": "P2"}, "player P1 to player P2"),
        ({"player": "P1", "other": "P2"}, "players P1 and P2"),
        ({"room": "R", "counters": "a+b+c"}, "counted by a, b and c"),
    ],
)
def test_units_in_words(unit, says):
    assert whose(unit) == says
