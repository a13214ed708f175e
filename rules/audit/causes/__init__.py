"""Causes of findings in a tournament's file or a ledger: one fact that, recorded otherwise, removes them.

`tried_hypotheses` audits the file with each hypothesis; `hypothesis_search` keeps those that remove findings and add none;
`explained_event` gives each its money. No cause moves an amount of the audit.
"""

from rules.audit.causes.explained_event import ExplainedEvent, unexplained

__all__ = ["ExplainedEvent", "unexplained"]
