"""A log that an upload read is not read again by the audit that follows; and nothing else changes."""

from auditor.jobs.logs_read_at_upload import KEPT, ReadLogs
from rules.audit import BytesSource, audit_summary, read_log
from rules.audit.log_facts import SHORT
from rules.findings.written import json_pieces
from tests.rules.build import A, B, C, close, hand, log, seat, session

HANDS = [hand(number, seat(1, A, 300), seat(2, B, -200), seat(3, C, -100)) for number in range(1, 6)]
LOG = log(session(), *HANDS, close(5))


class OnlyItsDigest:
    """A source whose lines cannot be read."""

    sha256 = BytesSource(LOG).sha256
    size = len(LOG)

    def chunks(self):
        raise AssertionError("the log was read again")


def test_an_audit_of_what_was_read_is_that_of_the_log():
    source = BytesSource(LOG)
    facts, read = read_log(source)
    assert (facts.hands, facts.first_hand, facts.last_hand) == (5, 1, 5)
    audit, summary = audit_summary(source)
    read_before, its_summary = audit_summary(OnlyItsDigest(), ruleset="wsgc-base", read=read)
    assert {each.code for each in audit.findings} >= {"SCR001"}
    assert b"".join(json_pieces(read_before)) == b"".join(json_pieces(audit))
    assert its_summary == summary


def test_a_long_log_is_not_kept():
    hands = [hand(number, seat(1), seat(2)) for number in range(1, SHORT)]
    assert read_log(BytesSource(log(session(), *hands)))[1] is not None
    facts, read = read_log(BytesSource(log(session(), *hands, close(SHORT - 1))))
    assert (facts.hands, read) == (SHORT - 1, None)


def test_a_log_is_given_once_and_the_oldest_makes_room():
    reads, (_, read) = ReadLogs(), read_log(BytesSource(LOG))
    for number in range(KEPT + 1):
        reads.keep(f"{number}", read)
    reads.keep("long", None)
    assert (reads.take("0"), reads.take("long")) == (None, None)
    assert reads.take("1") is read
    assert reads.take("1") is None
