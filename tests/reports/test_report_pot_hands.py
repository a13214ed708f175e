"""Hands of pot games in evidence: what a report draws of them, and what a screen reader says."""

from __future__ import annotations

import re
from io import BytesIO

import pytest
from msgspec.structs import replace

from reports.drawn_audit import write_audit_pdf
from rules.audit import BytesSource, audit_log, exhibits, explain_hand
from rules.clauses import catalogue
from tests.reports import kinds, samples
from tests.reports.reading import Reading
from tests.reports.structure import Node, structure_of
from tests.rules.pot_exhibits import log_of, shown
from tests.rules.pot_logs import pot_hand, pot_log, pot_seat

SESSION = {"event": "session", "format": "cardroom-log/1", "room": "TEST-1", "session": "S-1", "table": "T1",
           "currency": "EUR", "opened_at": "2026-03-14T19:00:00+02:00", "ruleset": "olympic-cash"}  # fmt: skip


def report_of(data: bytes) -> bytes:
    """The report of a log."""
    source, audit, out = BytesSource(data), audit_log(BytesSource(data)), BytesIO()
    sources = {(each.room, each.session): source for each in audit.logs}
    write_audit_pdf(audit, lambda places: exhibits(sources, audit, places), catalogue(), out)
    return out.getvalue()


def drawn(exhibit) -> bytes:
    """A report with one exhibit."""
    moved = replace(exhibit, line=exhibit.hand + 1, room=samples.ROOM, session=samples.SESSION)
    return samples.pdf(samples.audit([samples.finding(exhibit.hand)]), give=lambda places: iter([moved]))


def text_of(data: bytes) -> str:
    return " ".join(" ".join(Reading(data).pages).replace("\u00a0", " ").split())


@pytest.fixture(scope="module")
def raised() -> bytes:
    return report_of(log_of("POT-BET-03"))


def table_named(data: bytes, first: str):
    """The tables whose first heading is a word, as lists of rows of what their cells say."""
    tables = [each for each in structure_of(data).every("Table") if each.every("TH")[0].heard() == first]
    return [
        [[cell.heard().replace("\u00a0", " ") for cell in row.every("TH", "TD")] for row in table.every("TR")]
        for table in tables
    ]


def told(data: bytes) -> list[tuple[str, str]]:
    """The labelled lines below the seats of hands: each label with its text."""
    root, found = structure_of(data), []
    for section in root.every("Sect"):
        tables = [place for place, node in enumerate(section.nodes) if node.kind == "Table"]
        for node in section.nodes[tables[-1] :] if tables and section.nodes[0].kind == "H3" else ():
            found += [_labelled(item) for item in node.every("LI")]
    return found


def _labelled(item: Node) -> tuple[str, str]:
    label = "".join(node.heard() for node in item.every("Lbl"))
    return label, item.every("LBody")[0].heard().replace("\u00a0", " ")


def test_an_illegal_act_has_what_was_due_beside_it(raised):
    assert told(raised)[0] == (
        "Preflop",
        "Acts 0–1: seat 1 posted a small blind of €1.00; seat 2 posted a big blind of €2.00. "
        "Act 2: seat 3 raised to €3.99; pot €6.99. "
        "Against the rules: a raise comes to €4.00 at least (BET003, OLY-1.17-a). "
        "Acts 3–7: seats 4, 5, 6, 1 and 2 folded. pot €6.99",
    )


def test_seats_have_their_chips_and_nets(raised):
    (table,) = [each for each in table_named(raised, "Seat") if "Stack" in each[0]]
    assert table[0] == ["Seat", "Player", "Cards", "Stack", "Put in", "Recorded", "Due", "Difference"]
    assert table[3] == ["3", "P3", "no cards recorded", "€1,000.00", "€2.00", "–", "+€3.00", "–"]
    assert table[6][1] == "P6 FOLDED BUTTON"


def test_a_hand_is_drawn_once(raised):
    """The table of seats has what a picture of them would have again."""
    assert not any("Seats around the table" in node.said for node in structure_of(raised).every("Figure"))
    assert text_of(raised).count("P6 FOLDED BUTTON") <= 1


@pytest.mark.slow
def test_both_boards_and_shares_by_run():
    data = drawn(shown("POT-RIT-01"))
    said = [node.said for node in structure_of(data).every("Figure")]
    assert "2 of clubs, 7 of diamonds, jack of hearts, king of hearts, 3 of diamonds" in said
    text = text_of(data)
    assert "Board of run 1" in text
    (pot,) = [text for label, text in told(data) if label == "Pot"]
    assert pot.startswith("$412.00; its amount was not recorded. Seats 2 and 6 could win it.")
    assert "Due: seat 2 $201.00 (run 1); seat 6 $200.00 (run 2)." in pot
    assert "Rake: $10.00, as due. Drop: $1.00, as due." in pot


def test_a_hand_without_acts_and_a_void_hand():
    without = text_of(drawn(shown("POT-SIDE-03")))
    assert "The acts of the hand were not recorded." in without
    assert "Acts 0" not in without
    void = text_of(drawn(shown("POT-MIS-02")))
    assert "The deal was declared void: nobody wins or loses anything." in void
    assert "too many players had acted for a misdeal (IRR014, OLY-1.57)." in void


def test_a_hand_that_no_ruleset_covers():
    data = pot_log(SESSION | {"ruleset": "wsgc-base"}, pot_hand(17, acts=[]))
    (exhibit,) = explain_hand(BytesSource(data), 17)
    assert "Not known: " in text_of(drawn(exhibit))


@pytest.mark.slow
def test_a_long_hand_flows_over_pages_with_every_act():
    """Ten seats who raise each other for hours."""
    seats = [pot_seat(at, 10_000_000, player=f"player-{at}") for at in range(1, 11)]
    acts = [{"act": "post", "seat": 1, "kind": "small_blind", "amount": 100},
            {"act": "post", "seat": 2, "kind": "big_blind", "amount": 200}]  # fmt: skip
    acts += [{"act": "raise", "seat": (at + 2) % 10 + 1, "to": 400 + 200 * at} for at in range(400)]
    data = pot_log(SESSION, pot_hand(17, *seats, dealer=10, acts=acts, fees=[]))
    (exhibit,) = explain_hand(BytesSource(data), 17)
    found = drawn(exhibit)
    pages = [page for page in Reading(found).pages if "raised to" in page]
    assert len(pages) > 1
    assert all("Hand 17, continued" in page for page in pages[1:])
    lines = [(label, text) for label, text in told(found) if "raised to" in text]
    assert [label for label, _ in lines] == ["Preflop", *[""] * 33]
    assert lines[1][1].startswith("Acts 12–23: seat 3 raised to €24.00; seat 4 raised to €26.00;")
    said = " ".join(text for _, text in lines)
    assert re.findall(r"raised to €([\d,]+\.\d\d)", said) == [f"{4 + 2 * at:,}.00" for at in range(400)]


@pytest.mark.slow
def test_a_hand_in_several_incidents_is_drawn_once():
    """Hand 2 is the example of patterns, and has a breach of its own."""
    text = text_of(kinds.pdf("pot games"))
    examples = re.findall(r"Example: hand \d+(?:, which is drawn with incident \d+)?", text)
    assert examples
    assert all(each.startswith("Example: hand 2, which is drawn with incident ") for each in examples)
    assert text.count("Act 2: seat 3 raised to €3.99; pot €6.99.") == 1


@pytest.mark.slow
def test_every_kind_of_worked_hand_is_drawn():
    text = text_of(kinds.pdf("pot games"))
    for words in (
        "5 Card Omaha",
        "Seven Card Stud",
        "Board of run 2",
        "Side pot 1",
        "Bad beat: seat",
    ):
        assert words in text, words


def test_a_hand_of_fees_alone_is_drawn_with_its_rake_marked():
    """FEE033: the exhibit has the seats, the pots and the line of the rake, with what was due; its acts prove nothing."""
    made = report_of(log_of("POT-RAKE-18"))
    pot, fees, notes = told(made)
    assert pot == ("Pot", "€30.00, as recorded. Seat 5 could win it. Due and paid: seat 5 €28.00.")
    assert fees == (
        "Fees",
        "Rake: €2.00 taken, €1.50 due: €0.50 more was taken than was due. Drop: €0.00, as due.",
    )
    assert "What the seats and the pots were due is after the fees that were taken." in notes[1]


def test_less_rake_than_was_due_is_marked_too():
    _, (_, fees), _ = told(report_of(log_of("POT-RAKE-19")))
    assert fees.startswith("Rake: €1.00 taken, €1.50 due: €0.50 less was taken than was due.")


@pytest.mark.slow
def test_fees_as_due_are_not_marked_and_unrecorded_ones_are_not_zero():
    assert dict(told(drawn(shown("POT-RAKE-10"))))["Fees"] == "Rake: $8.00, as due. Drop: $1.00, as due."
    assert "Rake: not recorded, $0.00 due." in dict(told(drawn(shown("POT-BET-03"))))["Pot"]


@pytest.mark.slow
def test_every_one_of_several_pots_has_its_line():
    lines = dict(told(drawn(shown("POT-SIDE-01"))))
    assert lines["Main pot"] == (
        "$300.00; its amount was not recorded. Seats 1, 2 and 3 could win it. Due: seat 1 $290.00. "
        "Who was paid was not recorded. Rake due from it: $10.00; drop: $0.00."
    )
    assert lines["Side pot 1"].startswith("$300.00; its amount was not recorded. Seats 2 and 3 could win it.")
    assert lines["Preflop"].endswith("seat 1 called to €100.00; seat 2 called to €250.00. pot $750.00")
