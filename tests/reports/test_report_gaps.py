"""The gap report as a PDF: what is read on its pages."""

from io import BytesIO

import pytest
from msgspec.structs import replace

from reports.gaps import write_gap_pdf
from rules.controls.library import library
from simulation.gaps import gap_report
from simulation.gaps.dealt_pots import deal_pots
from simulation.gaps.report import simulation_notes
from tests.reports.reading import Reading
from tests.simulation.gaps.drafts import draft, point, without
from tests.simulation.gaps.test_points import complete


def pdf(report):
    out = BytesIO()
    write_gap_pdf(report, out)
    return out.getvalue()


@pytest.fixture(scope="module")
def reported():
    ours = draft(head='in_force = { from = 2027-01-01 }\nreadings = { "AMB-ROYAL" = "included" }')
    return gap_report(ours, deals=2000)


@pytest.fixture(scope="module")
def read(reported):
    return Reading(pdf(reported))


@pytest.mark.slow
def test_the_first_page_names_the_controls_and_the_simulation(reported, read):
    page = read.pages[0]
    assert "A room’s game room@1 · A room · draft, not approved" in page
    assert f"Digest (SHA-256) {reported.ruleset.digest}" in page
    assert "In force from 2027-01-01" in page
    assert f"Deals, seed 2,000, of which {reported.dealt.misdeals} misdeals; seed 1" in page
    assert "Players 2 to 4 One unit $10.00 (the cap of the controls)" in page
    assert f"{len(reported.questions)} questions" in page
    moving = [each for each in reported.points if each.money]
    assert (
        f"The controls leave {len(reported.points)} points of the rules open. In 2,000 simulated deals, {len(moving)} of them "
        f"would move money under a different reading, up to ${moving[0].money / 100:,.2f}." in page
    )


@pytest.mark.slow
def test_every_page_warns_that_a_draft_binds_no_hand(reported, read):
    words = "DRAFT · NOT APPROVED: THESE CONTROLS BIND NO HAND"
    assert len(read.pages) > 5
    assert all(page.count(words) == 2 for page in read.pages)
    submitted = gap_report(replace(draft(), standing="submitted"), deals=20)
    assert all("SUBMITTED · NOT APPROVED" in page for page in Reading(pdf(submitted)).pages)


@pytest.mark.slow
@pytest.mark.sampled(2)
@pytest.mark.parametrize("standing", [None, "approved"])
def test_approved_controls_have_no_banner(standing):
    text = Reading(pdf(gap_report(replace(draft(), standing=standing), deals=20))).text
    assert "NOT APPROVED" not in text


@pytest.mark.slow
def test_readings_are_listed_in_order_with_their_money(reported, read):
    text = read.text
    first, second = reported.points[:2]
    other = second.readings[0]
    assert f"{first.id} · affects {first.deals:,} deals · question 1" in text
    assert f"Reading used: {second.means} {other.means} {other.deals:,} ${other.money / 100:,.2f}" in text
    assert text.index(first.question[:40]) < text.index(second.question[:40])
    assert "the dealer sets the hand again not worked out" in text
    assert "Readings that move no money in these deals Either the point affects none of the deals" in text


@pytest.mark.slow
def test_an_unpriced_item_is_listed_with_its_parameter_and_its_question(reported, read):
    number = {each.id: each.number for each in reported.questions}
    foul = next(each for each in reported.unpriced if each.path == "set_order.foul")
    assert (
        "What a player with rows out of order pays by custom: set_order.foul.price is rows "
        f"{foul.count} seats {number['AMB-FOUL']}" in read.text
    )
    assert (
        f"What is done when a card is in the deck twice duplicate_card {number['UNPRICED-irregularities[duplicate_card]']}"
        in read.text
    )


@pytest.mark.slow
def test_settled_points_have_a_section_of_their_own(read):
    assert "3 What the controls settle" in read.text
    assert "AMB-ROYAL The royal flush is listed above the straight flush" in read.text
    flat = draft('[set_order.foul]\nprice = "flat"\nunits = 5\ncite = "WSGC-irregularities"\n')
    text = Reading(pdf(gap_report(flat, deals=20))).text
    assert (
        "none of the known readings – by set_order.foul.price is flat; the controls name no reading" in text
    )


@pytest.mark.slow
def test_the_questions_are_an_annex_that_can_be_read_alone(reported, read):
    start = next(number for level, title, number in read.outline() if title == "5 Annex: questions")
    annex = read.pages[start - 1 :]
    assert annex[0].count("Annex: questions") == 1
    assert f"{len(reported.questions)} questions about “A room’s game” (room@1), A room." in annex[0]
    assert reported.ruleset.digest in annex[0]
    assert reported.notes[0] in annex[0]
    text = " ".join(annex)
    for question in reported.questions:
        assert question.id in text
    foul, number = (
        point(reported, "AMB-FOUL"),
        next(each.number for each in reported.questions if each.id == "AMB-FOUL"),
    )
    void = foul.readings[0]
    assert f"{number} What does a player pay whose rows are out of order" in text
    assert (
        f"(b) the hand is void, or the deal is a misdeal in {void.deals} deals ${void.money / 100:,.2f}"
        in text
    )
    assert "Left open by WSGC-irregularities" in text
    assert (
        "The controls state no procedure for the following cases. Please state the procedure for each."
        in text
    )


def test_links_lead_to_the_questions(reported, read):
    start = next(number for level, title, number in read.outline() if title == "5 Annex: questions")
    links = read.links(1)
    assert links["Question 1"] == start
    assert links["Annex: questions"] == start


@pytest.mark.slow
def test_the_same_report_gives_the_same_bytes(reported):
    assert pdf(reported) == pdf(reported)
    assert pdf(reported) != pdf(gap_report(draft(), deals=20))


def test_controls_that_leave_nothing_open():
    text = Reading(pdf(gap_report(complete("wsgc-base@1", 0), deals=20))).text
    assert "The controls settle every point that concerns them" in text
    assert "There are no questions" in text
    assert "What has no price or procedure" not in text


@pytest.mark.slow
def test_controls_that_could_not_be_simulated():
    text = Reading(pdf(gap_report(without(draft(), "stakes"), deals=20))).text
    assert "Simulation None the controls are not complete (stakes: the section is missing" in text
    assert "Not worked out These readings may move money" in text
    assert "Readings that move money" not in text


@pytest.mark.slow
def test_the_money_of_an_event_is_chips():
    found = gap_report(library().get("carnivale-ofc-2013"), deals=300)
    read = Reading(pdf(found))
    assert "One unit set by the level of the event" in read.pages[0]
    assert f"{found.points[0].money:,} chips" in read.text
    assert "$" not in read.text


@pytest.mark.sampled(5)
@pytest.mark.parametrize(
    "name", ["hawaiian-gardens-aces", "one-four", "classic-single-winner", "classic-pool", "ofc-pineapple"]
)
def test_no_page_has_a_word_of_guilt_or_praise(name):
    text = Reading(pdf(gap_report(library().get(name), deals=100))).text.lower()
    for word in ("fraud", "cheated", "proved", "compliant", "passed"):
        assert word not in text


@pytest.mark.night
@pytest.mark.slow
def test_the_report_of_pot_games_is_in_money_and_names_the_small_blind():
    report = gap_report(library().get("olympic-cash"), deals=26)
    text = Reading(pdf(report)).text
    assert "Small blind €1.00" in text.replace("\N{NO-BREAK SPACE}", " ")
    assert "One unit" not in text
    raised = point(report, "AMB-OLY-minraise-first")
    (other,) = raised.readings
    assert (raised.money, other.money, other.units) == (0, 0, None)
    assert 0 < other.deals <= raised.deals <= 26
    deals = "1 deal" if other.deals == 1 else f"{other.deals} deals"
    assert f"(b) by at least twice the bet in {deals} no money" in text
    assert "0 units" not in text


def test_controls_that_leave_no_reading_open_say_so():
    ruleset = library().get("standard-cash")
    dealt = gap_report(ruleset, deals=0)
    nothing = deal_pots(ruleset, set(), dealt.dealt, hands=1, progress=None).dealt
    questions = [each for each in dealt.questions if not each.options]
    report = replace(
        dealt, dealt=nothing, points=[], questions=questions, notes=simulation_notes(ruleset, nothing, [])
    )
    text = Reading(pdf(report)).text
    assert "None no reading of the controls is left open." in text
    assert "no reading was worked out" not in text


def test_controls_that_settle_every_reading_of_pot_games_have_no_open_point():
    ruleset = library().get("standard-cash")
    settled = {point.id: point.reading for point in gap_report(ruleset).points}
    assert settled["AMB-short-post"] == "nominal"
    text = Reading(pdf(gap_report(replace(ruleset, readings=dict(ruleset.readings) | settled)))).text
    assert "0 points left open" in text
