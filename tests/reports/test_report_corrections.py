"""The words of a correction."""

from msgspec.structs import replace

from reports.corrections import field, in_a_line, sentences
from rules.audit import BytesSource
from rules.audit.correction import of_purged
from rules.results import ChangedFact, CorrectedAmount, Correction, CorrectionsSent, NotKnown
from tests.reports import samples

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
        f'The log supersedes the one with SHA-256 {PURGED.first_sha256}: "keyed wrong", by s-104. It came in on 2026-03-16 '
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


def test_a_fact_in_a_line():
    assert in_a_line(fact()) == "hand 2, seat 3, net: 5, now – (line 3 and 4)"
    assert in_a_line(fact(after=True, after_line=3)) == "hand 2, seat 3, net: 5, now true (line 3)"
    chips = fact(event="chips", hand=None, field="amount", after=7)
    assert in_a_line(chips) == "chips line, seat 3, amount: 5, now 7 (line 3 and 4)"
    assert field(fact(field=None, before="{}")) == "the line, only in the first log"
    assert field(fact(field=None, before=None, after="{}")) == "the line, only in the second log"
