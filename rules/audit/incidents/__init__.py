"""Incidents: findings with one cause, and their money astray.

`links` joins `cases` into `groups`; `explained_by_ruleset`, `caused` and `incident_patterns` merge these; `builder` makes
incidents, `incident_order` sorts them.
"""

from rules.audit.incidents.attendance import Attendance
from rules.audit.incidents.caused import Caused
from rules.audit.incidents.day_incidents import incidents_of_day
from rules.audit.incidents.event_incidents import incidents_of_event
from rules.audit.incidents.explained_by_ruleset import ExplainedHands
from rules.audit.incidents.incident_order import consequence, in_order, units_of
from rules.audit.incidents.log_incidents import GroupingFacts, incidents_of_session

__all__ = [
    "Attendance",
    "Caused",
    "ExplainedHands",
    "GroupingFacts",
    "consequence",
    "in_order",
    "incidents_of_day",
    "incidents_of_event",
    "incidents_of_session",
    "units_of",
]
