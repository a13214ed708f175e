"""The audit of a log: findings, coverage, restitution, diagnosis; and the hands shown in evidence."""

from rules.audit.beside import Beside, NotBeside, must_be_of, read_beside
from rules.audit.combine import combine, of_no_logs, with_day
from rules.audit.comparison import compare
from rules.audit.course import Course, Happening, read_course
from rules.audit.events import audit_ledger, audit_tournament, read_event
from rules.audit.exhibits import both_ways, exhibits, explain_hand, replay_log
from rules.audit.facts import read_facts, read_log
from rules.audit.in_force import NoRuleset, named, rooms_own
from rules.audit.run import audit_log, audit_summary
from rules.audit.source import BytesSource, LogSource, ReadLog

__all__ = [
    "Beside",
    "BytesSource",
    "Course",
    "Happening",
    "LogSource",
    "NoRuleset",
    "NotBeside",
    "ReadLog",
    "audit_ledger",
    "audit_log",
    "audit_summary",
    "audit_tournament",
    "both_ways",
    "combine",
    "compare",
    "exhibits",
    "explain_hand",
    "must_be_of",
    "named",
    "of_no_logs",
    "read_beside",
    "read_course",
    "read_event",
    "read_facts",
    "read_log",
    "replay_log",
    "rooms_own",
    "with_day",
]  # fmt: skip
