"""Incidents: what a person acts on. Findings that share a cause are one, with the money that went astray in them.

`cases` has the breaches of a log as columns, `places` says where each belongs, `links` joins those that follow from one
another into `groups`, `explained`, `caused` and `patterns` merge groups, `builder` makes incidents of them, and `order` sorts
these by consequence. `sessions` and `days` do it for a log and for a gaming day, `events` for a tournament or a ledger, where
`ledger_sums` says which findings no single wrong line gives.
"""

from rules.audit.incidents.attendance import Attendance
from rules.audit.incidents.caused import Caused
from rules.audit.incidents.days import incidents_of_day
from rules.audit.incidents.events import incidents_of_event
from rules.audit.incidents.explained import Explained
from rules.audit.incidents.order import consequence, in_order, units_of
from rules.audit.incidents.sessions import Facts, incidents_of_session

__all__ = [
    "Attendance",
    "Caused",
    "Explained",
    "Facts",
    "consequence",
    "in_order",
    "incidents_of_day",
    "incidents_of_event",
    "incidents_of_session",
    "units_of",
]
