"""Where one recorded fact of a log makes findings: with another value of it, they are gone.

Other rulesets of the game (`rulesets`), and of pot games values of the terms (`stakes`), those of a hand (`hand_stakes`) and
seats of the button (`buttons`) that other lines contradict, are hypotheses. They are tried by checking the log with them
(`trying`, `moving_buttons`, `hand_changes`). What is gone without anything new is one incident. A cause is a hypothesis beside
the findings, and moves no amount of the audit.
"""

from rules.audit.table_causes.again import table_causes

__all__ = ["table_causes"]
