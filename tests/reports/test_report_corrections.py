"""Corrections in the report: their words, the section and the first page."""

from io import BytesIO

import pytest
from msgspec.structs import replace

from reports.correction_sentences import sentences, what_became
from reports.drawn_answers import Answered
from reports.drawn_audit import write_audit_pdf
from rules.audit import BytesSource, audit_log, combine
from rules.audit.correction import corrected, of_purged
from rules.clauses import catalogue
from rules.redaction import Redaction
from rules.results import ChangedFact, CorrectedAmount, Correction, CorrectionsSent, NotKnown
from tests.reports import samples
from tests.reports.reading import Reading
from tests.rules.build import log, session
from tests.rules.test_audit import rotated, table

PURGED = of_purged(
    replace(samples.audit().log, supersedes_reason="keyed wrong", supersedes_by="s-104"),
    BytesSource(b"").sha256,
)
SENT = CorrectionsSent(days=90, room=7, table=3, sender=1)
KNOWN = NotKnown(hands=0, bound=0, because=[])


def with_facts(**changes) -> Correction:
    counted = {
        "facts_in_all": 0,
        "findings_in_all": 0,
        "incidents_in_all": 0,
        "new_findings": 0,
        "changed_findings": 0,
    }
    return replace(PURGED, **{**counted, **changes})


def said(found: Correction) -> list[str]:
    return list(sentences(found))[1:]


def fact(**changes) -> ChangedFact:
    facts = {"event": "chinese_hand", "hand": 2, "seat": 3, "field": "net", "before": 5, "after": None}
    return ChangedFact(**{**facts, "before_line": 3, "after_line": 4, **changes})


def amount(kind, before, after, unknown=KNOWN) -> CorrectedAmount:
    return CorrectedAmount(
        kind=kind,
        unit="USD",
        before=before,
        after=after,
        gone=None if after is None else before - after,
        before_not_known=KNOWN,
        after_not_known=unknown,
    )


def test_who_sent_it_and_when_and_how_many_there_were():
    found = replace(
        with_facts(facts_in_all=1, facts=[fact()]), sent_by="records office", received_at="2026-03-16T09:00:00Z",
        first_received_at="2026-03-15T09:00:00Z", first_audit=4, sent=SENT,
    )  # fmt: skip
    assert list(sentences(found)) == [
        f"The log supersedes the one with SHA-256 {PURGED.first_sha256}: “keyed wrong”, by s-104. It came in on 2026-03-16 "
        "09:00:00 UTC with a key of records office; the first log on 2026-03-15 09:00:00 UTC.",
        "Corrections in the 90 days up to it, this one counted: 7 of the room, 3 of the table and 1 of its sender.",
        "1 fact differs between the two logs.",
        "No finding of the first log is gone.",
    ]


def test_that_nobody_had_audited_the_first_log():
    found = replace(
        with_facts(), received_at="2026-03-16T09:00:00Z", first_received_at="2026-03-16T08:00:00Z", sent=SENT
    )
    assert said(found)[-1] == (
        "Nobody had audited the first log before it was corrected; it was audited beside its correction."
    )


def test_of_a_log_that_is_not_kept_nothing_is_said_to_be_gone_or_to_stay():
    assert said(PURGED) == [
        "The first log cannot be read any more, so that what the correction changed is not known."
    ]


def test_what_went_and_what_came():
    found = with_facts(findings_in_all=1, incidents_in_all=1, new_findings=2, changed_findings=1)
    assert said(found)[1] == (
        "1 finding and 1 incident of the first log are gone; of the findings of the second, 1 is changed and 2 are new."
    )


def test_money_that_is_not_known_any_more_did_not_go():
    """An amount without the hand in which it was: that it is not known is said, and no sentence has it gone."""
    unknown = NotKnown(hands=1, bound=6000, because=["a card is not recorded"])
    amounts = [
        amount("misallocated", 400, None, unknown),
        amount("over_collected", 200, 0),
        amount("to_nobody", 0, 0, unknown),
    ]
    assert said(with_facts(findings_in_all=2, amounts=amounts))[1:] == [
        "2 findings and 0 incidents of the first log are gone, and with them $2.00 over-collected.",
        "Misallocated: $4.00 by the first log, not known, $60.00 at most (a card is not recorded) by the second.",
        "Over-collected: $2.00 by the first log, nothing by the second.",
        "Went to or came from nobody: nothing by the first log, nothing, and not known of 1 more, $60.00 at most (a card is not "
        "recorded) by the second.",
    ]


@pytest.mark.parametrize(
    ("first", "second", "new", "words"),
    [
        (15, 0, 0, "15 incidents → 0: 15 gone."),
        (3, 3, 1, "3 incidents → 3: 1 gone, 2 in both logs and 1 new."),
        (2, 2, 0, "2 incidents → 2. The correction repairs no incident of the first log."),
        (1, 3, 2, "1 incident → 3. The correction repairs no incident of the first log, and brings 2 new."),
        (0, 1, 1, "0 incidents → 1. The correction repairs no incident of the first log, and brings 1 new."),
        (0, 0, 0, "Neither log has an incident."),
    ],
)
def test_what_became_of_the_incidents_side_by_side(first, second, new, words):
    counted = {"first_incidents": first, "second_incidents": second, "new_incidents": new}
    assert what_became(with_facts(**counted)) == words


def test_of_an_engine_that_counted_no_incidents_nothing_is_said():
    assert what_became(with_facts()) is None


# ------------------------------------------------------------------------------------------- as pages

WRONG = table(2, (9, 3, -4, -8))  # seat 4 has a unit of 100 of seat 3


def correction(*hands, name="S-1"):
    """The audit of a log that corrects one whose hand 2 was keyed wrong."""
    first = BytesSource(log(session(session=name), rotated(1), WRONG))
    stated = {"sha256": first.sha256, "reason": "hand 2 keyed wrong", "by": "s-104"}
    second = BytesSource(log(session(session=name, supersedes=stated), *hands))
    audit = audit_log(second)
    return replace(audit, correction=corrected((first, audit_log(first)), (second, audit)))


def report(audit, **more) -> Reading:
    stream = BytesIO()
    write_audit_pdf(audit, lambda places: [], catalogue(), stream, **more)
    return Reading(stream.getvalue())


def answered(incident, **steps) -> Answered:
    plain = {
        "state": "open", "due": "2026-03-29", "cause": None, "corrective_action": None, "at": None, "by": None, "files": [],
        "decisions": [], "changed_since_answer": None, "recurrence_of": [], "purged": False,
    }  # fmt: skip
    return Answered(incident=incident, **{**plain, **steps})


def test_the_report_lists_facts_money_and_what_only_the_first_log_has():
    read = report(correction(rotated(1), table(2)))
    assert any(title.endswith("What corrections changed") for _, title, _ in read.outline())
    assert "Hand 2, seat 3 net −$4.00 −$3.00 3" in read.text
    assert "Hand 2, seat 4 net −$8.00 −$9.00 3" in read.text
    assert "Misallocated $1.00 nothing" in read.text
    gone = read.text.index("Findings that only the first log has")
    assert "SCR001 major hand 2, seat 4" in read.text[gone:]


def test_the_report_names_the_incidents_that_a_correction_removes_with_who_answered_them():
    audit = correction(rotated(1), table(2))
    [gone] = audit.correction.removed
    assert (gone.hands, gone.hands_of, gone.misallocated) == ([2], 1, 100)
    answers = {
        gone.id: answered(
            gone.id, state="answered", at="2026-03-20T09:00:00Z", by="Dana Reyes", cause="keyed wrong"
        )
    }
    text = report(audit, answers=answers).text
    section = text[text.index("Incidents that only the first log has") :]
    assert f"major {gone.title} 2 $1.00 Answered by Dana Reyes, 2026-03-20." in section
    open_still = report(audit, answers={gone.id: answered(gone.id)}).text
    assert f"{gone.title} 2 $1.00 Open. An answer is due by 2026-03-29." in open_still
    assert "2 incidents → 1: 1 gone and 1 in both logs." in text


def test_a_correction_that_repairs_nothing_says_so():
    """Hand 1 is changed in its time alone, and hand 2 stays as wrong as it was."""
    later = {**rotated(1), "ended_at": "2026-03-14T20:10:00-07:00"}
    read = report(correction(later, WRONG))
    assert "2 incidents → 2. The correction repairs no incident of the first log." in read.pages[0]
    assert "Hand 1 time of settlement not recorded 2026-03-14 20:10:00 −07:00" in read.text
    assert "Incidents that only the first log has" not in read.text


def test_the_first_page_says_what_went_with_a_correction():
    [first, *_] = report(correction(rotated(1), table(2))).pages
    assert "A correction 2 facts differ between the two logs." in first
    assert "of the first log are gone, and with them $1.00 misallocated" in first


def test_of_many_facts_the_first_are_drawn_and_all_are_counted():
    audit = correction(rotated(1), table(2))
    many = replace(
        audit.correction, facts=[fact(hand=number) for number in range(1, 301)], facts_in_all=5_000
    )
    read = report(replace(audit, correction=many))
    assert "5,000 facts differ between the two logs; the first 300 are listed." in read.text
    assert "There are 4,800 more facts; the audit as JSON lists up to 1,000." in read.text
    assert "Hand 200, seat 3 net $0.05 not recorded" in read.text
    assert "Hand 201, seat 3" not in read.text


def test_an_audit_without_a_correction_has_no_such_section():
    assert "corrections changed" not in report(audit_log(BytesSource(log(rotated(1))))).text


def test_corrections_of_several_sessions_have_their_names():
    both = combine([correction(rotated(1), table(2), name=name) for name in ("S-1", "S-2")])
    read = report(both)
    assert "Table T1, session S-1" in read.text
    assert "Table T1, session S-2" in read.text
    assert "2 corrections Session S-1: 2 facts differ" in read.pages[0]


def test_the_redacted_edition_has_facts_and_names_nobody():
    audit = Redaction(correction(rotated(1), table(2)), b"k" * 32).audit
    stream = BytesIO()
    write_audit_pdf(audit, lambda places: [], catalogue(), stream, redacted=True)
    text = Reading(stream.getvalue()).text
    assert "Hand 2, seat 3 net −$4.00 −$3.00 3" in text
    assert "s-104" not in text
    assert "keyed wrong" not in text
