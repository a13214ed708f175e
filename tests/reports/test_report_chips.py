"""The report of a tournament: its money is chips, said once for a column and with every amount in a sentence."""

from __future__ import annotations

import pytest

from reports.story import Story, money_of
from rules.results import Restitution
from tests.reports import open_face, samples
from tests.reports.reading import Reading

STACKS = {"stated": 1_100, "expected": 900, "difference": 200, "money": 200}


def in_chips(*findings, **changes):
    """An audit of a log whose money is chips."""
    log = samples.log(currency="CHIPS")
    return samples.audit(list(findings), log=log, logs=[log], **changes)


@pytest.fixture(scope="module")
def report():
    found = [
        samples.finding(17, seat=3, player="P-4473", **STACKS),
        samples.finding(
            17, code="SET009", name="row-overfilled", stated=4, expected=3, difference=1, unit="cards"
        ),
        samples.undetermined(),
    ]
    rows = [
        Restitution(player="P-4473", hands=90, recorded=1_100, due=900, owed=-200),
        Restitution(player="P-4474", hands=90, recorded=-4_100, due=-3_900, owed=200),
    ]
    subject = in_chips(*found, money_misallocated=1_240_500, money_misrecorded=200, restitution=rows)
    exhibit = open_face.carnivale(transfers=[(4, 1, 2_100)])
    return Reading(samples.pdf(subject, give=lambda places: iter([exhibit])))


def test_the_first_page(report):
    first = report.pages[0]
    assert "; 1,240,500 chips were misallocated and 200 chips were misrecorded." in first
    assert "1,240,500 chips misallocated 200 chips misrecorded" in first
    assert "P-4471 owes P-4472 200 chips 2" in first


def test_findings_and_exhibits(report):
    page = next(text for text in report.pages if "Hand 17 2013-07-13" in text)
    assert "Effect P-4471 owes P-4472 200 chips. 200 chips were misallocated." in page
    assert "+1,100 +900 +200 +9 units" in page
    assert "Recorded transfers: seat 4 → seat 1 2,100 chips." in report.text
    assert "Level 2, a point (one unit) is 100 chips." in page


def test_open_points_and_restitution(report):
    assert "Where What is open Chips 4 hands" in report.text
    assert "Units moved Chips moved" in report.text
    assert "only rows out of order lose [AMB-FOUL] 3 7 700" in report.text
    assert "Player Hands Recorded, chips Due, chips Is owed, chips" in report.text
    assert "P-4474 90 −4,100 −3,900 +200" in report.text
    assert "Is owed: 1 player, 200 chips. Was overpaid: 1 player, 200 chips." in report.text.replace(
        "\u00a0", " "
    )
    assert "From To Hands Amount, chips P-4471 P-4472 9 2,000" in report.text


def test_no_amount_has_a_currency_or_decimals_and_the_custody_and_the_method_say_why(report):
    for page in report.pages:
        if "Hand 17 2013-07-13" not in page:  # there the sample's message has dollars of its own
            assert "$" not in page
    assert "CHIPS; amounts are tournament chips" in report.text
    assert "For a tournament, money means tournament chips" in report.text
    assert "means its chips" not in Reading(samples.pdf(samples.audit())).text


@pytest.mark.parametrize(
    ("misallocated", "misrecorded", "said"),
    [
        (1, 0, "; 1 chip was misallocated."),
        (0, 1, "; 1 chip was misrecorded."),
        (0, 2, "; 2 chips were misrecorded."),
    ],
)
def test_one_chip_and_many(misallocated, misrecorded, said):
    subject = in_chips(samples.finding(), money_misallocated=misallocated, money_misrecorded=misrecorded)
    assert Story(subject).conclusion().replace("\u00a0", " ") == f"1 discrepancy in 212 testable hands{said}"


def test_a_what_if_in_chips():
    subject = in_chips(samples.finding(), what_if=True, money_misallocated=1_200, money_misrecorded=0)
    report = Reading(samples.pdf(subject))
    assert "1,200 chips would have gone to different players" in report.pages[0]
    assert "As tried, chips More (+), less (−), chips" in report.text


def test_where_logs_are_in_chips_and_in_dollars_every_amount_says_which():
    logs = [samples.log(session="cash"), samples.log(session="event", currency="CHIPS")]
    found = [samples.finding(5, session=log.session) for log in logs]
    report = Reading(samples.pdf(samples.audit(found, log=None, logs=logs)))
    assert "cash · hand 5 P-4471 owes P-4472 $2.00" in report.pages[0]
    assert "event · hand 5 P-4471 owes P-4472 200 chips" in report.pages[0]


def test_what_the_money_of_a_log_is():
    assert money_of(samples.log()) == "USD"
