"""First audit of a process, which makes tables and modules for the later ones."""

from __future__ import annotations

import threading
from functools import cache

from auditor.evidence import Evidence
from rules.audit import audit_log
from rules.controls.library import Library

_LOG = b"""\
{"event":"session","format":"cardroom-log/1","room":"none","session":"none","table":"none","currency":"USD",\
"opened_at":"2026-01-01T00:00:00Z","unit":1}
{"event":"chinese_hand","hand":1,"seats":[\
{"seat":1,"player":"a","front":"9s8s6d","middle":"QcJhJdTh2h","back":"Ks4s3h3d3c","net":1},\
{"seat":2,"player":"b","front":"8h7h6s","middle":"JsJcTc4d3s","back":"As7s5h5d5c","net":-1}]}
"""


@cache
def warm_up(library: Library) -> threading.Thread | None:
    """Audit a hand of no session, once a process; returns the thread."""
    ruleset = next((str(each) for each in library.rulesets() if each.family == "chinese"), None)
    if ruleset is None:
        return None
    work = threading.Thread(
        target=lambda: audit_log(Evidence(_LOG), ruleset=ruleset, library=library),
        name="auditor-warm-up",
        daemon=True,
    )
    work.start()
    return work
