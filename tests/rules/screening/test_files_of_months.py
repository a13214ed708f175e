"""SCN015: files of one author that are corrected late, and corrections that always help one side."""

from datetime import date, timedelta

from rules.screening.engines.marked import MarkedStratum
from rules.screening.engines.signs import logs_of_sign
from rules.screening.filed_month import FiledLog, FiledMonth, NetChange
from rules.screening.room_year import screened_year
from rules.screening.statistics_beside_hands import statistics_of_month

MARCH = date(2026, 3, 14)
LATE, SOON = timedelta(days=7, seconds=1), timedelta(days=7)
AUTHOR = (("author", "a-1"),)


def month_of(logs, changes=(), month=MARCH):
    return statistics_of_month(FiledMonth("WA-1", month, logs, changes))


def rows_of(*args):
    return {row.unit: row for row in month_of(*args).rows.get("SCN015", ())}


def files(author, supervisor, late, standing):
    return [FiledLog(author, supervisor, LATE)] * late + [FiledLog(author, supervisor)] * standing


def test_the_table_of_an_author_and_of_a_supervisor_by_hand():
    """Nine of sixty files were corrected late, eight of the fifteen of a-1."""
    found = rows_of(files("a-1", "s-1", 8, 7) + files("a-2", "s-2", 1, 44))
    assert found[AUTHOR].stratum == MarkedStratum(60, 9, 15, 8)
    assert found[(("supervisor", "s-2"),)].stratum == MarkedStratum(60, 9, 45, 1)


def test_a_file_without_an_author_counts_and_is_nobodys():
    found = rows_of(files("a-1", None, 1, 1) + files(None, None, 0, 3))
    assert {unit: row.stratum for unit, row in found.items()} == {AUTHOR: MarkedStratum(5, 1, 2, 1)}


def test_seven_days_are_not_late():
    assert rows_of([FiledLog("a-1", None, SOON), FiledLog("a-1", None, LATE), FiledLog("a-2", None)])[
        AUTHOR
    ].stratum == MarkedStratum(3, 1, 2, 1)


def test_an_author_whose_files_are_always_corrected_is_an_alarm():
    months = [
        month_of(files("a-1", "s-1", 8, 2) + files("a-2", "s-1", 1, 49), month=date(2026, month, 1))
        for month in (1, 2, 3)
    ]
    found = {unit.unit: unit for unit in screened_year(months)}
    assert found[AUTHOR].since == date(2026, 1, 31)
    assert found[(("author", "a-2"),)].since is None
    assert found[(("supervisor", "s-1"),)].place is None, "he has all files: nothing can be tested"


def test_corrections_at_random_are_quiet():
    months = [
        month_of(files("a-1", "s-1", 1, 9) + files("a-2", "s-2", 5, 45), month=date(2026, month, 1))
        for month in (1, 2, 3)
    ]
    assert [unit.since for unit in screened_year(months)] == [None] * 4


def changes(player, *differences):
    return [NetChange(f"{place:064x}", player, 1000, 1000 + each) for place, each in enumerate(differences)]


def test_corrections_that_always_help_one_player_are_an_alarm():
    found = {
        unit.unit: unit
        for unit in screened_year(
            [month_of([], changes("p-1", *[500] * 20) + changes(None, *[500, -500] * 10))]
        )
    }
    player, house = found[(("player", "p-1"),)], found[(("room", "WA-1"),)]
    assert (player.strata, player.since) == (20, date(2026, 3, 31))
    assert player.days[date(2026, 3, 31)] == (tuple(20 * each for each in logs_of_sign(1)),)
    assert (house.strata, house.place, house.since) == (20, 2 if player.place == 1 else 1, None)


def test_files_and_changes_of_one_month_are_both_tested():
    """Tables of two by two have seven tilts, signs six; both are of one indicator."""
    months = [
        month_of(
            files("a-1", "s-1", 8, 2) + files("a-2", "s-2", 1, 49),
            changes("p-1", *[500] * 8),
            date(2026, month, 1),
        )
        for month in (1, 2, 3)
    ]
    found = {unit.unit: unit for unit in screened_year(months)}
    assert found[AUTHOR].since == date(2026, 1, 31)
    assert found[(("author", "a-2"),)].since is None
    assert found[(("player", "p-1"),)].since == date(2026, 2, 28)


def test_nine_corrections_cannot_be_tested():
    (player,) = screened_year([month_of([], changes("p-1", *[500] * 9))])
    assert player.place is None


def test_a_correction_that_changes_nothing_has_no_sign():
    (player,) = screened_year([month_of([], changes("p-1", 0, 500, 0))])
    assert player.days[date(2026, 3, 31)] == (logs_of_sign(1),)


def test_a_month_is_of_its_last_day_and_names_itself():
    statistics = month_of(files("a-1", None, 1, 1), month=date(2028, 2, 3))
    assert (statistics.session, statistics.day) == ("files of 2028-02", date(2028, 2, 29))
    assert month_of([]).rows == {}


def test_corrections_of_one_author_for_one_player_are_a_unit_of_their_own():
    signed = [NetChange(f"{place:064x}", "p-1", 0, 500, "a-1") for place in range(12)]
    other = [NetChange(f"{place:064x}", "p-1", 0, -500, "a-2") for place in range(20, 32)]
    found = {unit.unit: unit for unit in screened_year([month_of([], signed + other)])}
    assert found.keys() == {
        (("player", "p-1"),),
        (*AUTHOR, ("player", "p-1")),
        (("author", "a-2"), ("player", "p-1")),
    }
    assert found[(*AUTHOR, ("player", "p-1"))].strata == 12
    assert found[(("player", "p-1"),)].days[date(2026, 3, 31)] == (
        tuple(12 * one + 12 * other for one, other in zip(logs_of_sign(1), logs_of_sign(-1), strict=True)),
    )


def test_tables_of_files_and_signs_of_changes_are_followed_beside_each_other():
    """Two engines in one indicator: what each says is what it says alone."""
    logs, signed = files("a-1", "s-1", 8, 2) + files("a-2", "s-2", 1, 49), changes("p-1", *[500] * 20)
    alone = {unit.unit: unit for part in ((logs,), ([], signed)) for unit in screened_year([month_of(*part)])}
    both = {unit.unit: unit for unit in screened_year([month_of(logs, signed)])}
    assert both.keys() == alone.keys()
    assert {unit: each.days for unit, each in both.items()} == {
        unit: each.days for unit, each in alone.items()
    }
    assert {unit: each.stands for unit, each in both.items()} == {
        unit: each.stands for unit, each in alone.items()
    }
