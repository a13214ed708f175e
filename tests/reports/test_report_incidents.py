"""The section of incidents: what is drawn, what is listed, what an incident says, and how patterns and keys look."""

from __future__ import annotations

import csv
import io
from hashlib import sha256

import pytest
from msgspec.structs import replace

from reports.dates import Dates
from reports.incident_entries import blocks, incident_entries
from reports.short_ids import ShortIds
from reports.spreadsheet import csv_lines, findings_csv, incidents_csv
from rules.results import MONEY_KINDS, Coverage, Debt, IncidentHand, MoneyTotal, NotKnown
from rules.shown_hands import IrregularityRecord
from tests.reports import samples
from tests.reports.reading import Reading

AREAS = ("evidence", "cards", "money", "fees", "procedure")


def report_of(found, incidents, **given):
    return Reading(samples.pdf(samples.audit(found, incidents=incidents), **given))


def many(number, area="money", start=1):
    found = [samples.finding(hand) for hand in range(start, start + number)]
    return found, [samples.incident([one], area=area) for one in found]


def test_a_hand_with_two_incidents_is_drawn_once():
    foul = samples.finding(17, code="SET002", name="foul-missed", seat=3, money=None)
    pay = samples.finding(17, seat=1)
    text = report_of([foul, pay], [samples.incident([foul], area="cards"), samples.incident([pay])]).text
    assert text.count("Pair, to the first seat") == 1
    assert text.index("1 Foul missed in hand 17") < text.index("2 Net differs in hand 17")
    assert (
        "listed by severity, then by money, then by the day on which an answer is due, then by hand" in text
    )


def test_findings_that_follow_are_named_by_their_seats_where_there_are_many():
    found = [samples.finding(17, seat=seat, message=f"Seat {seat} differs.") for seat in (1, 2, 3, 4)]
    found += [samples.finding(17, seat=seat, code="PAY001", name="transfers-differ") for seat in (1, 2, 3)]
    page = report_of(found, [samples.incident(found)]).pages[1]
    assert "SCR001 Seat 1 differs." in page
    assert "SCR001 Seat 2 differs." in page
    assert "Also net differs at seats 3 and 4 (SCR001); transfers differ at seat 3 (PAY001)." in page


def test_the_cause_is_what_the_room_recorded_of_the_hand():
    said = IrregularityRecord(
        kind="misdeal",
        when="deal",
        seat=2,
        cards=None,
        ruling="misdeal",
        units=None,
        by="s-83",
        note="card flew off",
    )
    shown = samples.exhibit(17, irregularities=[said])
    text = Reading(samples.pdf(samples.audit([samples.finding(17)]), give=lambda places: iter([shown]))).text
    assert (
        "Cause Recorded by the room: misdeal of seat 2 (deal), ruled misdeal by s-83: “card flew off”."
        in text
    )
    assert "for the licensee:" not in text


def test_what_is_of_the_record_alone_draws_no_cards():
    gap = samples.finding(17, code="LOG001", name="hand-number-gap", seat=None, money=None)
    text = report_of([gap], [samples.incident([gap], area="evidence")]).text
    assert "Hand 17 2026-03-14 19:17:10 −07:00 · video cam-3/000017 · line 18" in text
    assert "Produce what the record lacks" in text
    assert "Pair, to the first seat" not in text


def test_debts_are_listed_largest_first_and_the_rest_is_counted():
    debts = [Debt(debtor=f"p-{n}", creditor="p-x", amount=100 * n) for n in range(1, 9)]
    found = [samples.finding(17)]
    report = report_of(found, [samples.incident(found, owes=debts)])
    assert "p-8 owes p-x $8.00 and 7 more" in report.pages[0]
    assert "Effect p-8 owes p-x $8.00; p-7 owes p-x $7.00;" in report.text
    assert "p-3 owes p-x $3.00; 2 more in the list of incidents as CSV." in report.text


def test_a_debt_to_or_by_nobody_at_the_table():
    debts = [Debt(debtor=None, creditor="p-x", amount=300), Debt(debtor="p-y", creditor=None, amount=200)]
    found = [samples.finding(17)]
    text = report_of(found, [samples.incident(found, owes=debts)]).text
    assert "Effect p-x is owed $3.00; p-y owes $2.00." in text
    assert "State what became of the $3.00 that was due to p-x" in text


@pytest.mark.slow
def test_unknown_money_is_not_reported_as_none():
    found = [samples.finding(17, money=None, unit="cards")]
    reported = samples.incident(found, misallocated=None, misrecorded=None, owes=[])
    assert "Effect It is not known whether money was misallocated." in report_of(found, [reported]).text
    none = dict.fromkeys(MONEY_KINDS, 0)
    total = MoneyTotal(
        unit="USD", **none, not_known={kind: NotKnown(hands=0, bound=0, because=[]) for kind in MONEY_KINDS}
    )
    nothing = replace(reported, misallocated=0, misrecorded=0, money=[total])
    assert "Effect By the record, no money was misallocated by it." in report_of(found, [nothing]).text


@pytest.mark.slow
def test_fifty_places_are_drawn_and_the_others_are_in_the_list_and_the_csv():
    found, incidents = many(300)
    report = report_of(found, incidents)
    assert report.text.count("Pair, to the first seat") == 50
    assert "50 incidents of 300 are shown in full (numbers 1–50)." in report.text
    assert "200 Seat 2: net differs in hand 200" in report.text
    assert "201 Seat 2: net differs in hand 201" not in report.text
    assert "The CSV lists 100 more incidents." in report.text
    assert "Where Effect Page 13 Net differs" not in report.text
    listed = b"".join(incidents_csv(incidents))
    assert listed.count(b"\n") == 301
    assert sha256(listed).hexdigest() in report.text


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("=1+1", "'=1+1"), ("+1", "'+1"), ("-1", "'-1"), ("@SUM(A1)", "'@SUM(A1)"), ("\t=1", "'\t=1"), ("\rx", "'\rx"),
        ("\nx", "'\nx"), ("\uff1d1", "'\uff1d1"), ("\uff0b1", "'\uff0b1"), ("\uff0d1", "'\uff0d1"), ("\uff201", "'\uff201"),
        ("\ufe661", "'\ufe661"), (" =1", "' =1"), ("\u00a0-1", "'\u00a0-1"), ("\u3000\uff1d1", "'\u3000\uff1d1"),
        ("\ufeff=1", "'\ufeff=1"), ("\u200b +1", "'\u200b +1"), ("\x00@x", "'\x00@x"), (["=1", "2"], "'=1 2"),
        ("P1", "P1"), ("", ""), (" ", " "), (" P-1", " P-1"), ("(=1)", "(=1)"), (-700, "-700"), ("\uff21=1", "\uff21=1"),
    ],
)  # fmt: skip
def test_a_cell_is_no_formula_whatever_is_before_its_sign(text, written):
    lines = b"".join(csv_lines(("player", "net"), [(text, 1)])).decode()
    assert list(csv.reader(io.StringIO(lines, newline=""))) == [["player", "net"], [written, "1"]]


def test_the_csv_of_many_findings_comes_in_pieces_with_each_of_them_once():
    found = [samples.finding(hand) for hand in range(1, 1_202)]
    pieces = list(findings_csv(found))
    assert [piece.count(b"\n") for piece in pieces] == [501, 500, 201]
    head, *rows = csv.reader(b"".join(pieces).decode().splitlines())
    assert [int(row[head.index("hand")]) for row in rows] == list(range(1, 1_202))


@pytest.mark.slow
def test_as_many_places_are_drawn_as_are_asked_for():
    found, incidents = many(30)
    assert report_of(found, incidents, most=3).text.count("Pair, to the first seat") == 3
    assert report_of(found, incidents, most=None).text.count("Pair, to the first seat") == 30
    assert report_of(found, incidents, most=0).text.count("Pair, to the first seat") == 0


def test_where_not_all_are_drawn_every_area_has_its_share():
    found, incidents = [], []
    for place, area in enumerate(AREAS):
        more, of_them = many(100, area, 1 + 100 * place)
        found += more
        incidents += of_them
    entries = incident_entries(samples.audit(found, incidents=incidents))
    numbers = [block.entries[0].number for block in blocks(entries, 50)]
    assert numbers[:12] == list(range(1, 13))
    assert numbers == sorted(numbers)
    shares = [sum(1 for number in numbers if (number - 1) // 100 == place) for place in range(5)]
    assert shares == [20, 8, 8, 7, 7]


def test_a_pattern_is_a_table_with_one_hand():
    found = [samples.finding(hand) for hand in range(1, 101)]
    pattern = samples.incident(
        found,
        pattern=True,
        title="Every net lacks the sweep",
        hands=[IncidentHand(samples.SESSION, hand) for hand in range(1, 101)],
        owes=[Debt(debtor="P-4471", creditor="P-4472", amount=20_000)],
        misallocated=20_000,
    )
    report = report_of(found, [pattern])
    page = next(text for text in report.pages if "Patterns" in text and "Criteria" in text)
    assert "1 Every net lacks the sweep" in page
    assert "In 100 hands of 212 tested: 1–100." in page
    assert "1 2 P-4472 $1.00 $3.00 −$2.00 $2.00" in page
    assert "This pattern has 92 more findings of SCR001." in page
    assert "Example: hand 1" in page
    assert report.text.count("Pair, to the first seat") == 1
    assert len(report.pages) <= 6


def test_a_pattern_of_two_sessions_counts_them_and_has_what_is_no_money_in_its_own_figures():
    found = [
        samples.finding(hand, code="LVL001", name="level-differs", seat=None, player=None, stated=1, expected=3,
                        difference=-2, unit="level", money=None, session=session)
        for session in (samples.SESSION, "S-other") for hand in (10, 11)
    ]  # fmt: skip
    cards = [
        samples.finding(hand, code="DCK001", stated="AhAdKsKhKdQsQdJc", unit="cards") for hand in (12, 13)
    ]
    patterns = [
        samples.incident(of, pattern=True, title=title, misallocated=0, owes=[])
        for of, title in ((found, "Level differs"), (cards, "Card twice"))
    ]
    text = report_of(found + cards, patterns).text
    assert "In 4 hands, in 2 sessions." in text
    assert "10 – – 1 3 −2 –" in text
    assert "12 2 P-4472 – 300 −200 $2.00" in text


def test_a_pattern_outside_of_hands_says_how_often_it_was_found():
    found = [
        samples.finding(
            None,
            code="LOG005",
            name="time-out-of-order",
            line=line,
            seat=None,
            player=None,
            fingerprint=f"fp-{line}",
        )
        for line in (7, 8, 9)
    ]
    pattern = samples.incident(found, pattern=True, title="Times out of order")
    assert "Found 3 times." in report_of(found, [pattern]).text


def test_what_a_what_if_would_have_moved_to_and_from_nobody_at_the_table():
    debts = [Debt(debtor=None, creditor="p-x", amount=300), Debt(debtor="p-y", creditor=None, amount=200)]
    found = [samples.finding(17), samples.finding(18)]
    listed = [samples.incident(found[:1], owes=debts), samples.incident(found[1:], owes=[])]
    report = Reading(samples.pdf(samples.audit(found, incidents=listed, what_if=True)))
    assert "p-x would have had $3.00 more; p-y would have had $2.00 less." in report.text
    assert "$2.00 to different players" in report.text


def test_money_misrecorded_of_no_player_is_an_amount_alone():
    gap = samples.finding(17, code="LOG003", seat=None, player=None, stated=100, expected=600, money=500)
    reported = samples.incident([gap], misallocated=0, misrecorded=500, owes=[])
    assert "$5.00 misrecorded" in report_of([gap], [reported]).pages[0]


@pytest.mark.slow
def test_the_key_lists_the_full_ids_of_shortened_players():
    long = "5c0e1f7a-7c1b-4a52-9f55-0d2f6a1e9b77"
    shown = samples.exhibit(17)
    seats = [replace(seat, player=long if seat.seat == 2 else seat.player) for seat in shown.seats]
    found = [samples.finding(17, player=long)]
    debts = [Debt(debtor=long, creditor="P-4472", amount=300)]
    audit = samples.audit(found, incidents=[samples.incident(found, owes=debts)])
    report = Reading(samples.pdf(audit, give=lambda places: iter([replace(shown, seats=seats)])))
    assert "5c0e1f7a-… owes P-4472 $3.00" in report.pages[0]
    assert "Key to the players Ids of up to 12 characters are never shortened." in report.text
    assert f"5c0e1f7a-… {long}" in report.text
    assert "Key to the players" not in Reading(samples.pdf(samples.audit([samples.finding(17)]))).text


def test_short_ids_are_of_one_player_each():
    players = [f"customer-number-{n:06d}" for n in range(30)]
    names = ShortIds(players)
    assert names.short(players[7]) == "…er-000007"
    assert len({names.short(player) for player in players}) == 30
    assert len({ShortIds().short(player) for player in players}) == 1
    late = ShortIds()
    assert len({late.short(player) for player in players}) == 30


def test_short_ids_are_of_one_player_each_where_beginning_and_end_are_shared():
    """The four differ only in the middle: no beginning or end of nine characters is of one of them."""
    players = [f"seattle-{first}-table-{last}-regular" for first in "12" for last in "34"]
    names = ShortIds(players)
    made = [names.short(player) for player in players]
    assert made == ["seattle-1…", "…4-regular", "seattle-2…", "seattle-2-…"]
    assert [names.short(player) for player in players] == made


@pytest.mark.slow
def test_an_audit_without_incidents_says_so_and_lists_its_findings():
    found = [samples.finding(hand, severity="minor" if hand % 2 else "major") for hand in range(1, 301)]
    report = Reading(samples.pdf(samples.audit(found, incidents=None)))
    assert (
        "This audit was made by engine 0.1.0 (e2e2e2e2), which did not group findings into incidents."
        in report.text
    )
    assert "The 200 gravest of 300 findings" in report.text
    assert "SCR001 major hand 300, seat 2 Seat 2 is recorded as winning" in report.text
    assert "hand 299, seat 2" not in report.text
    assert "violations" in report.pages[0]
    assert "Pair, to the first seat" not in report.text
    assert len(report.pages) < 20


def test_the_coverage_lists_checks_with_something_to_show_and_counts_the_others():
    rows = [
        samples.coverage("SCR001", "net-differs", differing=3),
        samples.coverage("DCK001", "card-twice"),
        samples.coverage("DCK002", "card-count"),
        _of("CLK001", "clock-called-too-early", inapplicable=212),
        _of("FEE001", "fixed-fee-differs", untestable=212),
        samples.coverage("STK010", "chips-not-conserved", untestable=5),
    ]
    text = Reading(samples.pdf(samples.audit([samples.finding()], coverage=rows))).text
    coverage = text[text.rindex("4 Coverage") :]
    assert "SCR001 Net differs 212 209 0 3 0" in coverage
    assert "STK010 Chips not conserved 207 207 0 0 5" in coverage
    assert (
        "Untestable in every hand What the record lacks Number Checks fees not recorded 1 FEE001 Fixed fee differs"
        in coverage
    )
    assert "2 checks agree in every hand tested; 1 check is not applicable." in coverage
    assert "DCK001" not in coverage
    assert "CLK001" not in coverage


def _of(code, name, untestable=0, inapplicable=0):
    because = [samples.Reason(reason="fees not recorded", hands=untestable)] if untestable else []
    return Coverage(
        code=code, name=name, tested=0, agreeing=0, differing=0, open=0, untestable=untestable,
        inapplicable=inapplicable, because=because,
    )  # fmt: skip


def test_an_amount_that_no_player_owes_has_a_sign():
    found = [samples.finding(17, code="FEE007", seat=None, money=50, stated=350, expected=300, difference=50)]
    reported = samples.incident(found, area="fees", misallocated=0, owes=[])
    report = report_of(found, [reported])
    assert "+$0.50 from what was expected" in report.pages[0]
    assert "Effect +$0.50 (stated minus expected)." in report.text
    assert (
        "Action Account for the amount with the fee records and the count sheets of the day." in report.text
    )


def test_a_misrecorded_result_names_its_player_and_amount():
    found = [samples.finding(17, difference=400)]
    reported = samples.incident(found, misallocated=0, misrecorded=1_200, owes=[])
    report = report_of(found, [reported])
    assert "P-4472: +$4.00 misrecorded; $12.00 in all" in report.pages[0]
    assert "Effect $12.00 was misrecorded." in report.text
    assert "Action Correct the record, and state who made the entry and from what source." in report.text


def test_an_incident_of_several_hands_shows_the_hand_of_its_root():
    found = [samples.finding(17), samples.finding(18)]
    reported = samples.incident(
        found, title="Chips are followed", findings=[each.fingerprint for each in found]
    )
    report = report_of(found, [reported])
    assert "Hand 17 and 1 more 2026-03-14 19:17:10" in report.text
    assert report.text.count("Pair, to the first seat") == 1


def test_a_convention_is_named_as_one():
    found = [samples.finding(17, clause="convention:chips.limit")]
    text = report_of(found, [samples.incident(found)]).text
    assert (
        "Criteria convention:chips.limit A convention: the controls state the figure but cite no clause for it."
        in text
    )


def _action(made=None, **kept):
    found = [samples.finding(17, code="DCK001", name="card-twice", kind="violation", money=None)]
    dates = Dates(reported_at=made, video_days=7, **kept)
    return report_of(
        found, [samples.incident(found, area="cards", misallocated=0, owes=[])], dates=dates
    ).text


def test_an_action_asks_for_a_video_as_long_as_it_is_kept():
    asked = _action("2026-03-20T09:00:00Z")
    assert (
        "Keep the video of the deal beyond 2026-03-21, produce it, and state which cards were dealt and set."
        in asked
    )
    assert "which cards were dealt and set" in asked
    late = _action("2026-03-22T09:00:00Z")
    assert "Keep the video" not in late
    assert (
        "The video of the deal had to be kept until 2026-03-21 and is not asked for now: from the record, state which cards "
        "were dealt and set." in " ".join(late.split())
    )
    assert "video had to be kept until 2026-03-21" in late


def test_evidence_is_asked_for_without_a_video_that_may_be_gone():
    def asked(made):
        found = [samples.finding(17, code="LOG008", name="what-is-missing", kind="violation", money=None)]
        incident = samples.incident(found, area="evidence", misallocated=0, owes=[])
        text = report_of(found, [incident], dates=Dates(reported_at=made, video_days=7)).text
        return " ".join(text.split())

    assert "(from paper, the table’s system or video)" in asked("2026-03-21T09:00:00Z")
    late = asked("2026-03-22T09:00:00Z")
    assert "Produce what the record lacks (from paper or the table’s system)" in late


def test_an_action_names_whom_the_log_has_at_the_table():
    assert "Ask dealer staff-12 and supervisor staff-02." in _action()
