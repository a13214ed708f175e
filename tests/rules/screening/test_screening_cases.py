"""The known answers of an independent implementation: counts, sums to the last nano-nat, figures to six digits, alarms."""

from datetime import date
from decimal import Decimal
from fractions import Fraction

import pytest

from rules.screening.engines.known_chance import logs_of_trial
from rules.screening.engines.marked import MarkedStratum, logs_of_marked
from rules.screening.engines.signs import drift, logs_of_sign
from rules.screening.indicator_catalogue import indicators_by_code
from rules.screening.monthly_list import listed
from rules.screening.places import limit_of
from rules.screening.repeated_deals import repeated_deals
from rules.screening.session_sums import unit_sums
from rules.screening.statistics import MarkedRow
from rules.screening.summed_units import SummedUnits
from rules.screening.unit_counts import UnitCounts, counts_of
from rules.screening.unit_evidence import added, figures, log10_of, logs_of_row, mean_e
from rules.screening.windows import combined, year_evidence
from tests.rules.screening.plain_totals import UnitTotals
from tests.rules.screening.screened import CASES, FIRST_DAY, logs_of, screened, statistics

CODES = {
    "shuffle": "SCN001", "strong": "SCN003", "pairs": "SCN004", "settings": "SCN005", "voids": "SCN006",
    "winners_ruled_dead": "SCN007", "gaps": "SCN008", "missing": "SCN009", "card_by_seat": "SCN010", "units": "SCN011",
    "dealers": "SCN012", "exits": "SCN016", "round_minutes": "SCN019",
}  # fmt: skip
UNITS = {"SCN001": ["sh-1"], "SCN007": ["S"], "SCN010": ["T1"], "SCN019": ["T1"]}  # where a case names none
OF_LOGS = [case for case in CASES.values() if case["indicator"] in CODES]


def six(value):
    """A figure as the cases write it."""
    return float(
        figures(Decimal(value.numerator) / value.denominator if isinstance(value, Fraction) else value)
    )


def log10(codings):
    return float(figures(log10_of(mean_e(codings))))


def totals_of(case):
    """The rows of a case's unit, in all its logs."""
    code = CODES[case["indicator"]]
    named = case.get("unit") or UNITS[code]
    wanted = named if isinstance(named, list) else [named]
    entry = indicators_by_code()[code]
    totals = None
    for session in statistics(logs_of(case["id"])):
        rows = [row for row in session.rows.get(code, ()) if [name for _, name in row.unit] == wanted]
        if rows:
            totals = totals or UnitTotals(entry.indicator, rows[0].unit)
            totals.add(session.day, rows)
    return totals


@pytest.mark.parametrize("case", OF_LOGS, ids=[case["id"] for case in OF_LOGS])
def test_a_log_gives_the_known_sums_and_evidence(case):
    answer, totals = case["answer"], totals_of(case)
    first = [row for row in totals.all_rows if row.coding == 0]
    if "sums" in answer:
        assert list(added(map(logs_of_row, first))) == answer["sums"]
    codings = [added(each) for each in zip(*totals.sums().values(), strict=True)]
    assert log10(codings) == answer["log10_e"]
    alarm = mean_e(codings) >= limit_of(case.get("place", 1))
    assert alarm == answer["alarm"]


def is_testable(totals):
    entry = indicators_by_code()[totals.indicator.code]
    parts = [(day, each) for day, rows in totals.rows.items() for each in unit_sums(entry, rows)]
    units = SummedUnits(parts)
    return totals.unit in map(units.unit, units.testable(entry.indicator.least)[0].tolist())


@pytest.mark.parametrize(
    "case", [case for case in OF_LOGS if "K" in case["answer"]], ids=lambda case: case["id"]
)
def test_a_log_gives_the_known_counts(case):
    answer, totals = case["answer"], totals_of(case)
    counts = counts_of([row for row in totals.all_rows if row.coding == 0], with_p=True)
    found = {
        "N": counts.cases, "K": counts.marked, "n": counts.favourable, "k": counts.both,
        "expected": six(counts.expected), "p": six(counts.p), "odds": None if counts.odds is None else six(counts.odds),
    }  # fmt: skip
    assert found == {name: answer[name] for name in found}
    assert is_testable(totals) == answer["testable"]


def test_the_second_coding_counts_the_largest_fifth_of_losses():
    for case in ("voids-at-random", "voids-of-losses"):
        rows = [row for row in totals_of(CASES[case]).all_rows if row.coding == 1]
        assert sum(row.stratum.both for row in rows) == CASES[case]["answer"]["k_large"]


def test_shuffles_have_the_known_number_of_pairs():
    for case in ("shuffle-fair", "shuffle-one-riffle", "shuffle-three-riffles"):
        answer, counts = CASES[case]["answer"], counts_of(totals_of(CASES[case]).all_rows)
        assert (counts.cases, counts.both, six(counts.expected)) == (
            answer["n"],
            answer["S"],
            answer["expected"],
        )


def test_strong_cards_have_the_known_aces_and_quads():
    for case in ("strong-fair", "strong-aces"):
        answer, rows = CASES[case]["answer"], totals_of(CASES[case]).all_rows
        aces = counts_of([row for row in rows if row.coding == 0])
        quads = counts_of([row for row in rows if row.coding == 1])
        assert (quads.cases, quads.both, six(quads.expected)) == (
            answer["n"],
            answer["quads"],
            answer["expected_quads"],
        )
        assert (aces.both, aces.expected) == (answer["aces"], answer["expected_aces"])


def test_pairs_have_the_known_units():
    for case in ("pairs-fair", "pairs-dumped", "pairs-dumped-other-way"):
        answer, counts = CASES[case]["answer"], counts_of(totals_of(CASES[case]).all_rows)
        assert (counts.cases, counts.both, counts.expected) == (
            answer["n"],
            answer["units"],
            answer["expected"],
        )


def test_exits_and_minutes_have_the_known_counts():
    exits, minutes = CASES["exits-with-wins"]["answer"], CASES["minutes"]["answer"]
    counts = counts_of(totals_of(CASES["exits-with-wins"]).all_rows)
    assert (counts.cases, counts.both, six(counts.expected)) == (exits["n"], exits["k"], exits["expected"])
    fives, zeros = (
        counts_of([row for row in totals_of(CASES["minutes"]).all_rows if row.coding == coding])
        for coding in (0, 1)
    )
    assert (fives.cases, fives.both, fives.expected) == (minutes["n"], minutes["k"], minutes["expected"])
    assert zeros.both == minutes["zero_seconds"]


def test_cards_by_seats_have_the_known_squares():
    fair, even = (totals_of(CASES[case]).all_rows for case in ("cards-fair", "cards-too-even"))
    assert six(Fraction(*fair[0].expected)) == CASES["cards-fair"]["answer"]["x2"]
    assert Fraction(*even[0].expected) == CASES["cards-too-even"]["answer"]["x2"]


@pytest.mark.parametrize("case", ["repeats-none", "repeats-copied", "repeats-disguised"])
def test_repeated_deals_are_found_between_sessions(case):
    answer = CASES[case]["answer"]
    (found,) = repeated_deals(statistics(logs_of(case)))
    assert (found.deals, len(found.pairs), found.alarm) == (answer["n"], answer["pairs"], answer["alarm"])
    assert six(found.bound) == answer["expected"]
    if found.pairs:
        evidence = Decimal(len(found.pairs)) * found.bound.denominator / found.bound.numerator
        assert float(figures(log10_of(evidence))) == answer["log10_e"]


def test_a_disguised_deal_is_the_same_deal_with_seats_turned_and_suits_exchanged():
    (found,) = repeated_deals(statistics(logs_of("repeats-disguised")))
    one, other = (screened(path) for path in logs_of("repeats-disguised"))
    for pair in found.pairs:
        suits = [
            sorted(one.hands.thirteen[pair.place].tolist()), sorted(other.hands.thirteen[pair.other_place].tolist())
        ]  # fmt: skip
        ranks = [
            [sorted(bit // 4 for bit in range(52) if mask >> bit & 1) for mask in each] for each in suits
        ]
        assert suits[0] != suits[1]
        assert sorted(ranks[0]) == sorted(ranks[1])


def test_strata_add_up():
    case = CASES["strata-table"]
    rows = [MarkedRow((("player", "p"),), MarkedStratum(*row)) for row in case["data"]]
    counts, sums = counts_of(rows, with_p=True), added(map(logs_of_row, rows))
    answer = case["answer"]
    assert list(sums) == answer["sums"]
    assert log10([sums]) == answer["log10_e"]
    assert counts == UnitCounts(
        answer["N"], answer["K"], answer["n"], answer["k"], counts.expected, counts.odds, counts.p
    )
    assert (six(counts.expected), six(counts.odds), six(counts.p)) == (
        answer["expected"],
        answer["odds"],
        answer["p"],
    )


def days_of(case):
    """Sums by gaming day of a case of tables by day."""
    days = {}
    for day, rows in CASES[case]["data"]:
        own = [logs_of_marked(MarkedStratum(*row)) for row in rows]
        days[date.fromisoformat(day)] = (added(own),)
    return days


@pytest.mark.parametrize("case", ["periods-late", "periods-evening"])
def test_windows_find_a_bad_half_year_and_a_bad_evening(case):
    days, answer, limit = days_of(case), CASES[case]["answer"], limit_of(CASES[case].get("place", 1))
    evidence = year_evidence(days)
    assert float(figures(log10_of(evidence.year))) == answer["year"]
    assert float(figures(log10_of(evidence.combined))) == answer["combined"]
    reached = [
        last for last in sorted(days) if combined({day: days[day] for day in days if day <= last}) >= limit
    ]
    assert reached[0] == date.fromisoformat(answer["since"])


@pytest.mark.parametrize("case", ["fees-honest", "fees-skimmed"])
def test_signs_of_drops_against_fees(case):
    data, answer = CASES[case]["data"], CASES[case]["answer"]
    sums = added(map(logs_of_sign, data))
    assert log10([sums]) == answer["log10_e"]
    assert (drift(data, 1), drift(data, -1), sum(data)) == (
        answer["cusum_more"], answer["cusum_less"], answer["total"]
    )  # fmt: skip
    assert (mean_e([sums]) >= limit_of(1)) == answer["alarm"]


def test_two_entries_who_are_always_drawn_together():
    case = CASES["draws-together"]
    one, other = case["unit"]
    chances = [
        Fraction(sum(len(table) * (len(table) - 1) for table in draw), entries * (entries - 1))
        for draw in case["data"]
        for entries in (sum(map(len, draw)),)
    ]
    met = [any(one in table and other in table for table in draw) for draw in case["data"]]
    sums = added(logs_of_trial(chance, each) for chance, each in zip(chances, met, strict=True))
    assert (log10([sums]), sum(met), six(sum(chances))) == (
        case["answer"]["log10_e"], case["answer"]["k"], case["answer"]["expected"]
    )  # fmt: skip


def test_limits_by_place():
    case = CASES["limits"]
    assert [limit_of(place) for place in case["data"]] == case["answer"]["limits"]


def test_the_monthly_list():
    case = CASES["ebh-list"]
    assert listed([Decimal(10) ** Decimal(str(each)) for each in case["data"]]) == case["answer"]["listed"]


def test_every_case_is_tested():
    of_data = {"repeats", "strata", "periods", "fee_signs", "draws", "limits", "ebh"}
    assert {case["indicator"] for case in CASES.values()} == CODES.keys() | of_data
    assert FIRST_DAY.month == 3
