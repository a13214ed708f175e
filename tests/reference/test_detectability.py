"""Which record lets which check run: the figures are those of audits, and the document in the repository has them."""

import json
from pathlib import Path

import pytest

from auditor.reference.detectability.detectability_page import detectability_page, without_links
from auditor.reference.detectability.detectability_records import KINDS, PARTS, without
from auditor.reference.detectability.detectability_sessions import GAMES, of_game, registry, sessions
from auditor.reference.detectability.measure import counted, measured
from auditor.reference.detectability.screened_records import measure_screening, screened_figures
from rules.checks.catalogue import checks_of_tables, every_check
from rules.controls.library import library
from rules.records.reader import LogReader
from rules.screening.indicator_catalogue import indicators

DOCUMENT = Path(__file__).parents[2] / "docs" / "detectability.md"


def test_the_document_is_current():
    assert DOCUMENT.read_text("utf-8") == without_links(), "run `make detectability`"


@pytest.mark.night
@pytest.mark.slow
@pytest.mark.sampled(24)
def test_the_figures_are_those_of_the_audits(part):
    """One by one, as `make detectability` measures them all."""
    kept, every = measured(), sessions()
    for kind in part(KINDS):
        assert kept.kinds[kind] == counted(every, KINDS[kind]), kind
    for lacking in part(PARTS):
        assert kept.lacking[lacking] == counted(every, [lacking]), lacking


@pytest.mark.slow
def test_figures_of_one_session_are_those_of_its_audit():
    """A part of the figures, for a quick run: a closed game with the fees of hands left out."""
    session = of_game("wsgc-surrender")
    full, lacking = counted([session], []), counted([session], ["fees"])
    assert "FEE029" in full
    assert "FEE029" not in lacking
    assert full["SCR001"] == lacking["SCR001"]


def test_every_check_of_tables_runs_under_some_record():
    of_parts = {code for counts in measured().lacking.values() for code in counts}
    of_histories = {"LOG021"}  # of logs that were derived from hand histories: a table records none
    assert {each.code for each in checks_of_tables()} == set(
        measured().kinds["full"]
    ) | of_parts | of_histories


def test_a_fuller_record_runs_every_check_that_a_lesser_one_runs():
    fees, totals, rows, full = map(set, measured().kinds.values())
    assert fees < totals < rows < full


def test_the_specification_of_what_a_record_shows():
    """The specification's table: fees without results, totals without cards, rows without the order of placement."""
    kinds = measured().kinds
    assert not {"SCR002", "DCK001", "SET009"} & set(kinds["fees only"])
    assert "SCR002" in kinds["totals"]
    assert not {"DCK001", "SET001"} & set(kinds["totals"])
    assert {"DCK001", "SET001"} <= set(kinds["rows"])
    assert not {"SET009", "SET010", "SET012", "CLK001", "PAY001"} & {
        code for code, (tested, _) in kinds["rows"].items() if tested > 2
    }


@pytest.mark.slow
def test_stripped_logs_have_no_field_of_the_parts_left_out():
    log = of_game("carnivale-ofc-2013").log
    for names in (*KINDS.values(), *([part] for part in PARTS)):
        stripped = [json.loads(line) for line in without(log, names).splitlines()]
        parts = [PARTS[name] for name in names]
        for line in stripped:
            assert not any(line["event"] in part.events for part in parts)
            assert not any(part.of_hands & set(line) for part in parts if "seats" in line)
            assert not any(part.of_seats & set(seat) for seat in line.get("seats", ()) for part in parts)


@pytest.mark.slow
def test_stripped_logs_are_logs():
    for names in KINDS.values():
        list(LogReader().blocks([without(of_game("hawaiian-gardens-aces").log, names)]))


def test_the_games_are_of_the_library_and_of_both_families():
    assert {library().get(game).family for game in GAMES} == {"chinese", "ofc"}
    assert registry().get("room-for-measuring").standing == "approved"


def test_the_page_has_a_line_for_each_check():
    page = detectability_page()
    for each in every_check():
        assert page.count(f"\n| [{each.code}] ") == 1


@pytest.mark.slow
@pytest.mark.slow
def test_the_figures_of_screening_are_those_of_the_audits():
    assert screened_figures() == measure_screening()


def test_the_page_says_what_recording_more_brings_to_screening():
    page = without_links()
    assert (
        "**Decks** (which deck was dealt, and which machine shuffled it):\n\n- Tested only with it: SCN001"
        in page
    )
    for entry in indicators():
        assert f"{entry.code} {entry.indicator.name}" in page
    lines = {line.split()[1]: line for line in page.splitlines() if line.startswith("| SCN")}
    assert lines["SCN006"].split("|")[3].strip() == "–", "fees alone do not tell who was losing"
    assert lines["SCN019"].split("|")[3].strip() == "yes"


def test_a_full_record_lets_every_indicator_of_logs_be_tested_in_some_game():
    of_logs = {each.code for each in indicators() if each.indicator.reads in ("hands", "counts")}
    assert of_logs == screened_figures()["full"].keys()
