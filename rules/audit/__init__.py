"""The audit of a log, and the hands shown in evidence. `rules.audit.event_audit` audits tournaments and ledgers."""

from rules.audit.audit_comparison import compare
from rules.audit.audit_course import Happening, LogCourse, read_course
from rules.audit.audit_exhibits import both_ways, exhibits, explain_hand, replay_log
from rules.audit.audit_of_log import audit_log, audit_summary
from rules.audit.combine import combine, of_no_logs, with_day
from rules.audit.hand_numbers import hand_numbers
from rules.audit.hands_seen import SeenOfLog
from rules.audit.in_force import NoRuleset, named, rooms_own
from rules.audit.log_facts import read_facts, read_log
from rules.audit.source import BytesSource, LogSource, ReadLog

__all__ = [
    "BytesSource",
    "Happening",
    "LogCourse",
    "LogSource",
    "NoRuleset",
    "ReadLog",
    "SeenOfLog",
    "audit_log",
    "audit_summary",
    "both_ways",
    "combine",
    "compare",
    "exhibits",
    "explain_hand",
    "hand_numbers",
    "named",
    "of_no_logs",
    "read_course",
    "read_facts",
    "read_log",
    "replay_log",
    "rooms_own",
    "with_day",
]  # fmt: skip
