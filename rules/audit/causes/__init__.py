"""Where one recorded fact of a tournament's file or a ledger makes findings: otherwise recorded, they are gone.

Hypotheses of one fact are proposed, each with the lines that speak for it (`facts`, `repeated`, `line_times` of both kinds of
files; `tournament_heads`, `missing_entries`, `wrong_entries`, `seats`, `ledger_lines` of one), and tried by auditing the file
with that fact (`trying`). `search` takes those with which findings are gone and none is new: each is one incident, with the money
that goes with it (`explained`). `tournaments` and `ledgers` put this together. A cause is a hypothesis beside the findings, and
moves no amount of the audit.
"""

from rules.audit.causes.explained import Explained, unexplained

__all__ = ["Explained", "unexplained"]
