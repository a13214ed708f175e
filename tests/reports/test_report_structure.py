"""What a screen reader hears of a report: elements in reading order, without what only decorates the pages."""

from __future__ import annotations

from io import BytesIO

import pypdfium2
import pytest
from pypdf import PdfReader

from tests.reports import kinds, open_face, samples
from tests.reports.reading import Reading
from tests.reports.structure import structure_of, texts_of


@pytest.fixture(scope="module")
def report() -> bytes:
    found = [*(samples.finding(hand) for hand in range(1, 61)), samples.undetermined()]
    return samples.pdf(samples.audit(found))


@pytest.fixture(scope="module")
def root(report):
    return structure_of(report)


@pytest.mark.night
@pytest.mark.slow
def test_the_first_page_begins_with_what_the_document_is(root):
    assert root.kind == "Document"
    assert [(node.kind, node.heard()) for node in root.nodes[:3]] == [
        ("P", "AUDIT OF A SESSION"),
        ("H1", "WA-0417 · Table 3"),
        ("P", "Session 2026-03-14-T3 · 2026-03-14 16:00:00 – 23:48:00 −07:00"),
    ]


@pytest.mark.slow
def test_the_figures_of_the_first_page_are_a_list(root):
    items = [node.heard() for node in root.every("L")[0].every("LBody")]
    assert items[:3] == ["214 hands expected", "212 hands recorded", "212 hands testable"]


@pytest.mark.slow
def test_headings_name_the_sections_and_leave_out_no_level(root):
    headings = [node for node in root.every() if node.kind[0] == "H"]
    depths = [int(node.kind[1:]) for node in headings]
    assert depths[0] == 1
    assert all(after <= before + 1 for before, after in zip(depths, depths[1:], strict=False))
    assert [node.heard() for node in headings if node.kind == "H2" and node.heard()[0].isdigit()][:3] == [
        "1 Incidents",
        "2 Undetermined points",
        "3 Restitution by player",
    ]


@pytest.mark.slow
def test_the_contents_are_links(report, root):
    (contents,) = root.every("TOC")
    pages = {title: page for _, title, page in Reading(report).outline()}
    entries = [node.heard() for node in contents.every("TOCI")]
    assert entries[:2] == ["1 Incidents 2", f"2 Undetermined points {pages['2 Undetermined points']}"]
    assert all(link.links == 1 for link in contents.every("Link"))


@pytest.mark.slow
def test_a_table_over_several_pages_is_one_whose_head_is_heard_once(root):
    tables = [node for node in root.every("Table") if node.nodes[0].heard().startswith("No. Incident")]
    table = max(tables, key=lambda node: len(node.nodes))
    head, *rows = table.nodes
    assert [cell.kind for cell in head.nodes] == ["TH"] * 6
    assert {cell.attributes["/Scope"] for cell in head.nodes} == {"/Column"}
    assert len(rows) == 60
    assert [cell.heard() for cell in rows[29].nodes][:4] == [
        "30",
        "Seat 2: net differs in hand 30",
        "major",
        "hand 30",
    ]
    assert (rows[29].nodes[0].kind, rows[29].nodes[0].attributes["/Scope"]) == ("TH", "/Row")
    assert len({page for row in rows for node in row.walk() for page in node.pages}) == 2


@pytest.mark.slow
def test_page_headers_and_footers_are_not_read(report, root):
    heard = root.heard()
    drawn = texts_of(pypdfium2.PdfDocument(report)[1])[-1]
    assert "Page 2 of" in drawn
    assert "Page 2 of" not in heard
    assert "continued" not in heard


@pytest.mark.sampled(11)
@pytest.mark.parametrize("kind", kinds.KINDS)
def test_every_mark_belongs_to_an_element_that_leads_back_to_it(kind):
    data = kinds.pdf(kind)
    reader, drawn = PdfReader(BytesIO(data)), pypdfium2.PdfDocument(data)
    numbers = parents(reader)
    for place, page in enumerate(reader.pages):
        marks = {mark for mark in texts_of(drawn[place]) if mark >= 0}
        elements = numbers[page["/StructParents"]]
        assert marks == set(range(len(elements)))
        for mark, element in enumerate(elements):
            assert element.get_object()["/S"] != "/Artifact"
            assert mark in marks_of(element.get_object(), page)
        for note in page.get("/Annots", []):
            assert numbers[note["/StructParent"]]["/S"] == "/Link"


def parents(reader: PdfReader) -> dict:
    leaves = reader.trailer["/Root"]["/StructTreeRoot"]["/ParentTree"]["/Kids"]
    flat = [each for leaf in leaves for each in leaf["/Nums"]]
    return dict(zip(flat[::2], (each.get_object() for each in flat[1::2]), strict=True))


def marks_of(element, page) -> set[int]:
    """The marks on a page that an element has."""
    kids = element["/K"] if isinstance(element["/K"], list) else [element["/K"]]
    here = page.indirect_reference.idnum
    first = element.raw_get("/Pg").idnum
    found = set()
    for kid in kids:
        if isinstance(kid, int) and first == here:
            found.add(int(kid))
        elif isinstance(kid, dict) and kid.get("/Type") == "/MCR" and kid.raw_get("/Pg").idnum == here:
            found.add(int(kid["/MCID"]))
    return found


EXHIBIT = """\
Sect
  H3 Hand 17
  P 2026-03-14 19:17:10 −07:00 · video cam-3/000017 · line 18
  H4 1 Net differs in hand 17
  P major
  P 5090b30f3f44
  L
    LI
      Lbl Criteria
      LBody WSGC-6d For each row won a player is paid one unit; for each row lost a player pays one.
    LI
      Lbl Condition
      LBody SCR001 Seat 2 is recorded as winning $1.00 in hand 17; by its rows it was due $3.00.
    LI
      Lbl Cause
      LBody Not recorded. Licensee to state:
    LI
      Lbl Effect
      LBody P-4471 owes P-4472 $2.00. $2.00 was misallocated.
    LI
      Lbl Action
      LBody Have P-4471 pay P-4472 $2.00, or produce the record that shows that a different amount was due. \
Ask dealer staff-12 and supervisor staff-02.
  Table
    TR Seat | Player | Front | Middle | Back | Recorded | Due | Difference
    TR 1 | P-4471 | 5 of clubs, 5 of hearts, 9 of diamonds high card | jack of spades, king of hearts, king of spades, \
2 of clubs, 3 of diamonds two pairs | 9 of clubs, ace of diamonds, jack of clubs, king of clubs, queen of diamonds full house \
| −$12.00 | −$12.00 −12 units | $0.00
    TR 2 | P-4472 DEALER | 10 of spades, queen of clubs, 5 of diamonds high card | 4 of diamonds, 2 of hearts, 9 of spades, \
ace of clubs, 4 of hearts two pairs | 8 of spades, 7 of diamonds, jack of hearts, queen of spades, 7 of hearts full house \
| −$2.00 | $0.00 0 units | −$2.00
"""
PAIRS = """\
  Table
    TR Pair, to the first seat | Front | Middle | Back | Rows | Sweep | Royalties | Units | Money 1 unit: $1.00
    TR 1 – 2 | − | 0 | 0 | −1 | 0 | −4 | −5 | −$5.00
"""


def part(root, heading):
    """The part of a section that begins with a heading."""
    return next(node for node in root.every("Sect") if node.nodes[0].heard() == heading)


def test_a_screen_reader_can_follow_an_exhibit():
    root = structure_of(samples.pdf(samples.audit([samples.finding(17)])))
    heard = "\n".join(part(root, "Hand 17").lines()) + "\n"
    assert heard.startswith(EXHIBIT)
    assert PAIRS in heard
    assert heard.endswith("  P Special hands of thirteen cards: seat 4 six pairs.\n")


@pytest.mark.slow
def test_the_cards_of_an_exhibit_are_below_the_headings_of_their_rows():
    root = structure_of(samples.pdf(samples.audit([samples.finding(17)])))
    head, seat, *_ = part(root, "Hand 17").every("Table")[0].nodes
    assert [(cell.kind, cell.attributes["/Scope"]) for cell in head.nodes] == [("TH", "/Column")] * 8
    assert (seat.nodes[0].kind, seat.nodes[0].attributes["/Scope"]) == ("TH", "/Row")
    (cards,) = seat.nodes[2].every("Figure")
    left, bottom, right, top = cards.attributes["/BBox"]
    assert (round(right - left), round(top - bottom)) == (53, 13)  # three cards


def test_streets_are_heard_seat_by_seat_with_the_row_of_each_card():
    found = [samples.finding(17)]
    subject = samples.audit(found, incidents=[samples.incident(found, area="cards")])
    shown = open_face.pineapple()
    root = structure_of(samples.pdf(subject, give=lambda places: iter([shown])))
    table = next(node for node in root.every("Table") if "Street 1" in node.nodes[0].heard())
    assert [cell.heard() for cell in table.nodes[1].nodes][:3] == [
        "2",
        "P-4472",
        "middle: king of clubs, 4 of hearts back: ace of spades, 10 of diamonds, 6 of diamonds 17:20:05",
    ]
    assert {len(row.nodes) for row in table.nodes} == {7}


def test_names_from_right_to_left_are_heard_in_their_order():
    name = "סימן 7 דוד לוי"
    found = [samples.finding(17, message=f"The chips of {name} are not on record.")]
    heard = part(structure_of(samples.pdf(samples.audit(found))), "Hand 17").heard()
    assert f"The chips of {name} are not on record." in heard


@pytest.mark.slow
def test_charts_have_words():
    root = structure_of(kinds.pdf("day"))
    said = [node.said for node in root.every("Figure") if node.said.startswith("Bars")]
    assert said[0] == (
        "Bars of the sessions by table. T1: session S-T1 from 16:00 until 20:48, 90 hands; "
        "T2: session S-T2 from 16:00 until 21:08, 90 hands."
    )
    assert said[1].startswith("Bars by player. Is owed: p-6d1e +$17.00, p-d78f +$17.00")
    assert "; was overpaid: p-f0fe" not in said[1]
    assert "; Was overpaid: p-f0fe −$8.00" in said[1]
    assert said[2].startswith("Bars by check. LOG002: 179 agreeing, 1 differing; ")


@pytest.mark.slow
def test_questions_of_a_gap_report_are_headings_with_their_answers_as_lists():
    root = structure_of(kinds.pdf("gaps"))
    question = part(
        root, "1 Does a fouled hand pay the royalties of a legal one in addition to the 6 points?"
    )
    assert [node.heard() for node in question.every("LI")] == [
        "(a) yes, 6 points and the royalties of the legal hand used now",
        "(b) no, 6 points and nothing more in 99 deals $1,684.00",
    ]
