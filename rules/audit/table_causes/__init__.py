"""Causes of findings in a log: one recorded fact that, with another value, removes them.

Hypotheses: other rulesets of the game (`rulesets`); of pot games, values of the terms (`stakes`), of one hand (`hand_stakes`)
and seats of the button (`buttons`) that other lines contradict. `trying`, `moving_buttons` and `hand_changes` check the log
with each. Findings that go without a new one are one incident. No cause moves an amount of the audit.
"""

from rules.audit.table_causes.again import table_causes

__all__ = ["table_causes"]
