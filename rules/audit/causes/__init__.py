"""Causes of findings in a tournament's file or a ledger: one recorded fact that, recorded otherwise, removes them.

Hypotheses come with the lines that support them; `tried_hypotheses` audits the file with each; `hypothesis_search` keeps those
that remove findings and add none. Each is one incident with its money (`explained_event`). No cause moves an amount of the audit.
"""

from rules.audit.causes.explained_event import ExplainedEvent, unexplained

__all__ = ["ExplainedEvent", "unexplained"]
