"""Causes of findings in a tournament's file or a ledger: one recorded fact that, recorded otherwise, removes them.

Hypotheses come with the lines that support them (`facts`, `repeated`, `line_times` of both kinds of files;
`tournament_heads`, `missing_entries`, `wrong_entries`, `seats`, `ledger_lines` of one). `trying` audits the file with each.
`search` keeps those that remove findings and add none: each is one incident with its money (`explained`). `tournaments` and
`ledgers` put this together. No cause moves an amount of the audit.
"""

from rules.audit.causes.explained_event import ExplainedEvent, unexplained

__all__ = ["ExplainedEvent", "unexplained"]
