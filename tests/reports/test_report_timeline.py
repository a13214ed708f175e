"""The session in time: what is quiet folds, and bars that are all alike are a sentence."""

from __future__ import annotations

from reports.drawn_timeline import alike, columns, rows
from reports.formatting import duration
from rules.results import Moment, Restitution
from tests.reports import samples
from tests.reports.reading import Reading


def slot(clock, hands=4, violations=0, discrepancies=0):
    """A quarter of an hour that begins so many quarters after four."""
    start, end = (f"2026-03-14T{16 + at // 4:02d}:{at % 4 * 15:02d}:00-07:00" for at in (clock, clock + 1))
    return Moment(start=start, end=end, hands=hands, violations=violations, discrepancies=discrepancies)


EVENING = [
    slot(0), slot(1), slot(2, discrepancies=1), slot(3), slot(4, 0), slot(5, 0), slot(6, 0), slot(7, 5), slot(8, violations=2),
]  # fmt: skip


def test_slices_without_findings_are_one_row_and_so_are_those_without_hands():
    assert [(row.start[11:16], row.end[11:16], row.hands, row.found) for row in rows(EVENING)] == [
        ("16:00", "16:30", 8, 0),
        ("16:30", "16:45", 4, 1),
        ("16:45", "17:00", 4, 0),
        ("17:00", "17:45", 0, 0),
        ("17:45", "18:00", 5, 0),
        ("18:00", "18:15", 4, 2),
    ]


def test_slices_without_hands_are_one_mark_of_the_chart():
    assert [each.folded for each in columns(EVENING)] == [False] * 4 + [True] + [False] * 2
    assert [each.hands for each in columns(EVENING) if each.folded] == [0]


def test_two_slices_without_hands_stay_bars():
    assert not any(each.folded for each in columns([slot(0), slot(1, 0), slot(2, 0), slot(3)]))


def test_the_page_has_the_folded_rows_and_the_break():
    text = Reading(samples.pdf(samples.audit(timeline=EVENING))).text
    assert "2026-03-14 16:00:00 −07:00 2026-03-14 16:30:00 −07:00 8 – –" in text
    assert "2026-03-14 17:00:00 −07:00 2026-03-14 17:45:00 −07:00 No hands – –" in text
    assert "45 min no hands" in text


def test_slices_that_are_all_alike_are_a_sentence():
    same = [slot(place) for place in range(8)]
    said = (
        "From 2026-03-14 16:00:00 −07:00 to 2026-03-14 18:00:00 −07:00, 4 hands were dealt in every 15 minutes; in each, "
        "none has a finding."
    )
    assert alike(same) == said
    text = Reading(samples.pdf(samples.audit(timeline=same))).text
    assert said in text
    assert "hands dealt" not in text
    assert "With a violation" not in text


def test_one_slice_is_a_sentence_too():
    assert alike([slot(0, 3, discrepancies=1)]) == (
        "From 2026-03-14 16:00:00 −07:00 to 2026-03-14 16:15:00 −07:00, 3 hands were dealt; 1 hand has a discrepancy."
    )


def test_equal_debts_are_a_sentence_in_place_of_bars():
    def owed(player, amount):
        return Restitution(player=player, hands=9, recorded=0, due=amount, owed=amount)

    few = [owed("a", 500), owed("b", -500), owed("c", 500)]
    text = Reading(samples.pdf(samples.audit([samples.finding()], restitution=few))).text
    assert "Is owed: 2 players, $5.00 each. Was overpaid: 1 player, $5.00." in text
    chart = Reading(samples.pdf(samples.audit([samples.finding()], restitution=[*few, owed("d", 200)]))).text
    assert "is owed was overpaid" in chart


def test_checks_that_only_agree_are_a_sentence():
    every = [samples.coverage(f"SCR00{n}", "net-differs") for n in range(1, 6)]
    assert (
        "5 checks agree in every hand tested; 0 checks are not applicable."
        in Reading(samples.pdf(samples.audit(coverage=every))).text
    )
    some = [*every, samples.coverage("PAY001", "transfers-differ", differing=3)]
    text = Reading(samples.pdf(samples.audit(coverage=some))).text
    assert "5 checks agree in every hand tested; 0 checks are not applicable." in text
    assert "PAY001 3 differ" in text


def test_checks_with_equal_figures_are_a_sentence_in_place_of_bars():
    alike_rows = [samples.coverage(f"STK00{n}", "beyond-the-stack", untestable=12) for n in (1, 2)]
    text = Reading(samples.pdf(samples.audit(coverage=alike_rows))).text
    assert "These 2 checks have the same figures: of 212 hands, 12 untestable." in text


def test_lengths_of_time():
    assert [duration(seconds) for seconds in (1, 60, 90, 3_600, 7_500, 90_061)] == [
        "1 second", "1 minute", "1 minute 30 seconds", "1 hour", "2 hours 5 minutes", "1 day 1 hour",
    ]  # fmt: skip
    assert duration(7_500, short=True) == "2 h 5 min"
