"""Incidents: what a person acts on. Findings that share a cause are one, with the money that went astray in them.

`places` says where a finding stands, `links` joins those that follow from one another, `patterns` those that repeat, and
`telling` puts them into words. `sessions` and `days` do it for a log and for a gaming day.
"""

from rules.audit.incidents.builder import in_order
from rules.audit.incidents.days import incidents_of_day
from rules.audit.incidents.explained import Explained
from rules.audit.incidents.sessions import Attendance, Facts, incidents_of_session

__all__ = ["Attendance", "Explained", "Facts", "in_order", "incidents_of_day", "incidents_of_session"]
