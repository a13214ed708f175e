"""Causes of findings in a log: one recorded fact that, with another value, removes them.

Hypotheses: other rulesets (`contradicted_rulesets`); of pot games, terms (`contradicted_stakes`), a hand's stakes
(`hand_stakes`), buttons (`moving_buttons`). The log is checked with each; findings that go without a new one are one incident. No
cause moves an amount of the audit.
"""

from rules.audit.table_causes.again import table_causes

__all__ = ["table_causes"]
