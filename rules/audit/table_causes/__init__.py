"""Causes of findings in a log: one fact that, with another value, removes them.

Hypotheses: other rulesets (`contradicted_rulesets`); of pot games, terms (`contradicted_stakes`), stakes of hands
(`hand_stakes`), buttons (`moving_buttons`). The log is checked with each. No cause moves an amount of the audit.
"""

from rules.audit.table_causes.causes_of_log import table_causes

__all__ = ["table_causes"]
