"""The order of elimination in the report: only of a tournament, and in the words of its controls."""

from io import BytesIO

from reports.drawn_audit import write_audit_pdf
from rules.audit import BytesSource, audit_log, combine
from rules.clauses import catalogue
from tests.reports.reading import Reading
from tests.rules.build import log, seat, session
from tests.rules.open_face import X, Z, ofc
from tests.rules.test_busts import table


def report(audit):
    stream = BytesIO()
    write_audit_pdf(audit, lambda places: [], catalogue(), stream)
    return Reading(stream.getvalue())


def test_a_report_lists_who_went_out_with_hand_stack_and_place():
    tables = table("T1", (5, "p-one", 300, 18)), table("T2", (5, "p-two", 600, 10), (6, "p-three", 300, 20))
    read = report(combine([audit_log(BytesSource(each)) for each in tables]))
    assert any(title.endswith("Order of elimination") for _, title, _ in read.outline())
    places = ["1 p-three T2 6", "2 p-two T2 5", "3 p-one T1 5"]
    found = [read.text.index(each) for each in places]
    assert found == sorted(found)
    assert "2013-07-13 17:18:00 −07:00 300" in read.text
    assert "a later hand number, at any table, is the better place, then more chips" in read.text
    assert "Tournament ME" in read.text


def test_players_whom_no_rule_separates_share_a_place():
    tables = (table(f"T{n}", (5, f"p-{n}", 300, 18)) for n in (1, 2))
    read = report(combine([audit_log(BytesSource(each)) for each in tables]))
    assert "1 = p-1 T1 5" in read.text
    assert "1 = p-2 T2 5" in read.text
    assert "= shared place: the controls have no rule that separates these players." in read.text


def test_a_place_that_the_record_does_not_show_is_a_span_of_places():
    tables = (
        table("T1", (5, "p-1", 300, 18)),
        table("T2", (5, "p-2", 300, 18, False)),
        table("T3", (4, "p-3", 900, 30)),
    )
    read = report(combine([audit_log(BytesSource(each)) for each in tables]))
    assert "1–2 p-1 T1 5" in read.text
    assert "1–2 p-2 T2 5" in read.text
    assert "3 p-3 T3 4" in read.text
    assert "the record does not show what decides between the players." in read.text
    assert "= shared place" not in read.text


def test_a_cash_game_has_no_such_section():
    cash = log(session(ruleset="ofc-cash"), ofc(1, seat(1, X, 600), seat(2, Z, -600), dealer=2))
    assert "Order of elimination" not in report(audit_log(BytesSource(cash))).text
