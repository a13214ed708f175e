"""The report of what a what-if would have changed: what was tried, what was in force, and the hands both ways."""

from __future__ import annotations

import json
from io import BytesIO

import pytest
from msgspec.structs import replace

from reports.drawn_what_if import write_what_if_pdf
from rules.audit import BytesSource, audit_log, both_ways, combine
from rules.clauses import catalogue
from rules.controls.library import library
from rules.controls.what_if import against_in_force
from rules.results import Failure, MonthEffect, PlayerEffect
from simulation import simulate
from tests.reports import samples
from tests.reports.reading import Reading
from tests.rules.build import hand, log, seat, session
from tests.rules.controls_of_a_room import ROOM, WORDS, registry, revision
from tests.rules.effects import AFTER, BEFORE, given_up, played


def made(*events, registry=ROOM, ruleset="room-thirteen@3", **options):
    """A what-if with the source that it was made from."""
    opened = options.pop("first", session(ruleset="room-thirteen", opened_at=BEFORE))
    source = BytesSource(log(opened, *events))
    return audit_log(source, ruleset=ruleset, library=registry, as_if=True), source


def pdf_of(audit, *sources, registry=ROOM):
    given = {(each.room, each.session): source for each, source in zip(audit.logs, sources, strict=False)}
    out = BytesIO()
    shown = both_ways(given, audit, registry) if given else ()
    write_what_if_pdf(audit, against_in_force(audit, registry), catalogue(), out, shown)
    return out.getvalue()


def report_of(audit, *sources, registry=ROOM):
    return Reading(pdf_of(audit, *sources, registry=registry))


@pytest.fixture(scope="module")
def report():
    return report_of(*made(played(1), given_up(2, at=BEFORE), given_up(3, at=AFTER)))


def test_the_first_page_states_what_was_tried_and_what_it_would_have_changed(report):
    page = report.pages[0]
    assert "WHAT-IF OVER PAST HANDS room-thirteen@3 WA-0417 · Table T1 · session S-1" in page
    assert "NOT APPROVED. room-thirteen@3 is a draft and binds no hand." in page
    assert (
        "Had room-thirteen@3 been in force, 2 of 3 compared hands would have been settled differently; "
        "$10.00 would have gone to different players."
    ) in page
    digests = {
        name: ROOM.get(name).digest for name in ("room-thirteen@1", "room-thirteen@2", "room-thirteen@3")
    }
    assert (
        "Controls tried Revision Title Standing Hands Digest (SHA-256) room-thirteen@3 Controls 3 draft, NOT"
        in page
    )
    assert "room-thirteen@1 Controls 1 approved 2" in page
    assert "room-thirteen@2 Controls 2 approved 1" in page
    joined = page.replace(" ", "")
    assert all(digest in joined for digest in digests.values())


def test_every_page_bears_the_banner_and_the_standing(report):
    assert all(page.count("WHAT-IF: room-thirteen@3, draft, NOT APPROVED") == 2 for page in report.pages)


def test_the_sections_are_in_the_outline_and_the_contents(report):
    titles = [title for level, title, _ in report.outline() if level == 0]
    assert titles == [
        "Summary", "1 By month", "2 By player", "3 What changes, in plain words",
        "4 Hands with the largest differences", "5 Hands that could not be compared",
        "6 The record compared with the controls tried", "7 Records", "8 Method and limits",
        "9 Annex: parameter by parameter",
    ]  # fmt: skip
    assert report.links(1)["By player"] == next(
        page for _, title, page in report.outline() if "By player" in title
    )


def test_the_controls_in_force_and_those_tried_are_shown_with_both_wordings(report):
    assert "room-thirteen@1 → room-thirteen@3" in report.text
    assert (
        "1 parameter differs Parameter In force As tried Clauses surrender.amount. units 2 5 WSGC-surrender"
        in (report.text.replace("surrender.amount.units", "surrender.amount. units"))
    )
    assert "As filed Section In force As tried surrender.amount" in report.text
    page = next(text for text in report.pages if "As filed" in text)
    for units in (2, 3, 5):
        words = WORDS.format(units=units).split()
        assert " ".join(words[:10]) in page  # the cell is narrow: it is read line by line
    assert "surrender.amount.text" not in report.text
    assert catalogue()["WSGC-surrender"].statement in page


def test_the_changes_are_described_in_plain_words_before_the_annex(report):
    assert "Surrender A surrender costs 5 units instead of 2." in report.text
    assert "Surrender A surrender costs 5 units instead of 3." in report.text
    assert "What changes A surrender costs 5 units instead of 2." in report.pages[0]
    at = {title.partition(" ")[2]: page for _, title, page in report.outline()}
    assert at["By month"] <= at["What changes, in plain words"] < at["Annex: parameter by parameter"]


def test_the_record_is_compared_with_the_controls_tried(report):
    section = report.text.rpartition("6 The record compared with the controls tried")[2][:600]
    assert "They did not bind anybody" in section
    assert "DCK005 Deal repeated critical 2" in section


def test_the_months_and_the_players(report):
    assert "2026-03 3 2 66.6 $10.00" in report.text
    assert "Player Hands compared Settled differently Due, in force Due, as tried Difference" in report.text
    assert "P3 3 2 −$16.00 −$26.00 −$10.00" in report.text
    assert "Nobody owes any of this." in report.text


def test_the_largest_hands_are_shown_in_force_and_as_tried(report):
    text = report.text
    assert (
        "All hands that would have been settled differently; the hand that moved the most money comes first."
        in text
    )
    assert "Hand 2 WA-0417 · session S-1 · 2026-03-14 23:59:59 −07:00 · line 3 of the log" in text
    assert (
        "$6.00 (6 units) would have gone to different players. In force: room-thirteen@1. Tried: room-thirteen@3."
        in text
    )
    assert (
        "$4.00 (4 units) would have gone to different players. In force: room-thirteen@2. Tried: room-thirteen@3."
        in text
    )
    assert text.index("Hand 2 WA-0417") < text.index("Hand 3 WA-0417")
    assert "In force As tried Difference" in text
    assert "−$4.00 −$10.00 −$6.00" in text  # what seat 3 owes
    assert "In force, to the first seat" in text
    assert "As tried, to the first seat" in text
    assert "1 other pair owes the same under both." in text


def test_the_records_and_the_method(report):
    source = made(played(1), given_up(2, at=BEFORE), given_up(3, at=AFTER))[1]
    assert source.sha256 in report.text.replace(" ", "")
    assert "None of the figures of the effect includes what the room recorded as won and lost." in report.text
    assert "no record shows that" in report.text
    assert "Gaming day as written" in report.text
    assert "Every recorded hand was compared." in report.text


def test_no_word_blames_anybody(report):
    for word in ("fraud", "cheat", "proved that", "clean", "complian", "passed", "violat"):
        assert word not in report.text.lower()


def test_the_same_audit_gives_the_same_bytes():
    assert pdf_of(*made(played(1), given_up(2))) == pdf_of(*made(played(1), given_up(2)))


def test_an_audit_that_tried_no_controls_has_no_what_if_report():
    with pytest.raises(ValueError, match="no tried controls"):
        pdf_of(samples.audit())


def test_controls_that_were_approved_and_those_of_the_library():
    approved = report_of(*made(given_up(1), ruleset="room-thirteen@2"))
    assert all(page.count("WHAT-IF: room-thirteen@2, approved") == 2 for page in approved.pages)
    assert "is tried on hands that were not played under it" in approved.pages[0]
    shipped = report_of(*made(given_up(1), ruleset="wsgc-surrender"))
    assert all(page.count("WHAT-IF: wsgc-surrender@1, from the library") == 2 for page in shipped.pages)
    for each in (approved, shipped):
        assert "NOT APPROVED" not in each.text


def test_an_effect_without_any_difference():
    text = report_of(*made(played(1), played(2))).text
    assert "none of 2 compared hands would have been settled differently." in text
    assert "No player’s results would have differed." in text
    assert "No hand would have been settled differently." in text


def test_hands_that_could_not_be_compared_have_reasons():
    text = report_of(*made(given_up(1, "2025-01-01T12:00:00Z"), given_up(2))).text
    assert "1 of 1 compared hand would have been settled differently" in text
    assert "1 hand could not be compared." in text
    assert "Reason Hands As in force: no revision of the ruleset was in force on the hand's day 1" in text
    nothing = report_of(*made(given_up(1, "2025-01-01T12:00:00Z"))).text
    assert "No hand could be compared: what was due is not known under both controls." in nothing
    assert "The record does not show which controls were tried in place of which." in nothing
    assert "No hand was settled under what was tried." not in nothing


@pytest.mark.slow
def test_units_are_shown_where_their_worth_is_unknown():
    audit, source = made(given_up(1), first=session(ruleset="room-thirteen", unit=None, opened_at=BEFORE))
    text = report_of(audit, source).text
    assert "settled differently; 6 units would have gone to different players." in text
    assert "6 units would have gone to different players. In force: room-thirteen@1." in text
    both = report_of(*made(given_up(1), given_up(2, unit=100),
                           first=session(ruleset="room-thirteen", unit=None, opened_at=BEFORE)))  # fmt: skip
    assert "This leaves out 1 such hand whose money is not known." in both.text


def test_several_logs_come_in_the_order_of_their_hands():
    parts = [
        made(
            given_up(number, unit=unit),
            first=session(ruleset="room-thirteen", session=name, opened_at=BEFORE),
        )
        for number, unit, name in ((1, 100, "S-1"), (1, 300, "S-2"))
    ]
    audit = combine([each for each, _ in parts])
    report = report_of(audit, *(source for _, source in parts))
    assert "WA-0417 · 2 sessions" in report.pages[0]
    assert report.text.index("session S-2 ·") < report.text.index("session S-1 ·")
    assert "$18.00 (6 units)" in report.text


def test_a_hand_whose_record_is_not_available():
    audit, _ = made(given_up(2))
    assert "The record of this hand is not available." in report_of(audit).text


def test_an_incomplete_what_if_says_so_on_every_page():
    audit, source = made(given_up(2))
    broken = replace(
        audit, complete=False, failures=[Failure(code="EFFECT", message="The step EFFECT failed.")]
    )
    report = report_of(broken, source)
    assert all("INCOMPLETE: a check failed to run" in page for page in report.pages)
    assert (
        "INCOMPLETE AUDIT. A check failed to run, and its findings are not known. EFFECT" in report.pages[0]
    )


@pytest.mark.slow
def test_many_players_and_months_are_bounded():
    audit, source = made(given_up(2))
    players = [
        PlayerEffect(player=f"P-{n:05d}", hands=9, differing=1, in_force=0, tried=n, difference=n)
        for n in range(5_000, 0, -1)
    ]
    months = [
        MonthEffect(month=f"{2000 + n // 12}-{n % 12 + 1:02d}", hands=9, differing=n % 4, money=n * 100)
        for n in range(0, 300, 5)
    ]
    many = replace(audit, effect=replace(audit.effect, players=players, months=months))
    report = report_of(many, source)
    assert len(report.pages) < 12
    assert "4,900 more players with smaller differences not listed." in report.text
    assert "P-05000 9 1 $0.00 +$50.00 +$50.00" in report.text


@pytest.mark.slow
def test_payments_limited_by_the_chips_in_front_are_listed():
    ruleset = library().get("ofc-event")
    lines = list(simulate(ruleset, hands=40, seed=5, opened_at="2026-03-14T12:00:00-07:00").lines())
    assert json.loads(lines[0])["ruleset"].startswith("ofc-event")
    source = BytesSource(b"\n".join(lines))
    audit = audit_log(source, ruleset="ofc-cash", as_if=True)
    assert audit.effect.largest
    text = report_of(audit, source, registry=library()).text
    assert "would have gone to different players" in text
    assert "Open-face" in text
    for each in audit.effect.largest:
        assert f"Hand {each.hand} WA-0417" in text
    # the event limits what is paid by the chips in front: no pair owes otherwise, and the payments tell why
    assert "In force, payments, within the chips on the table: seat" in text
    assert "to the first seat" not in text


def test_a_wording_that_is_filed_for_one_side_only():
    text = report_of(*made(given_up(1), ruleset="wsgc-surrender")).text
    assert "As filed Section In force As tried surrender.amount" in text


@pytest.mark.slow
def test_a_hand_that_only_one_side_calls_fouled_or_special():
    """Level rows foul a hand of the draft; a dragon counts under the sheet's naturals alone."""
    level = (
        revision(1, 2, "2026-01-01"),
        revision(2, 2, "2026-06-01").replace('equal = "allow"', 'equal = "foul"'),
    )
    same = registry({"room-thirteen@2": "draft"}, *level)
    weaker, rows = "2h3h4c 2s3s4s6h8c 2d3d4d9hTs", "QcJd8s 5c5d6c7c9c 5h5s6d7d9d"
    audit, source = made(hand(1, seat(1, weaker), seat(2, rows)), registry=same, ruleset="room-thirteen@2")
    assert "As tried, the hand of seat 2 is fouled." in report_of(audit, source, registry=same).text
    dragon = hand(1, seat(1, "2c3d4h 5c6d7h8s9c TcJdQhKsAc"), seat(2, "2s2d3c 5d5h6c7c9d 6h6s8d8h9h"))
    audit, source = made(dragon, ruleset="wsgc-naturals")
    assert "As tried, the special hand of thirteen cards of seat 1: " in report_of(audit, source).text
