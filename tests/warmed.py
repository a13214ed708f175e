"""What the program makes once and keeps, made in the process from which others are forked: the library, and what an audit and
its report read of it. Nothing here depends on a store, the clock or the environment.
"""

from io import BytesIO

from reports.drawn_audit import write_audit_pdf
from rules.audit import BytesSource, audit_log
from tests.rules.build import A, B, hand, log, seat, session

_AUDIT = audit_log(BytesSource(log(session(), hand(1, seat(1, A, 1), seat(2, B, -1)))))
write_audit_pdf(_AUDIT, lambda places: (), {}, BytesIO())
