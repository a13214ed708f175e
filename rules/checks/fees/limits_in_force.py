"""Hands by whether a limit is in force."""

from __future__ import annotations

import numpy as np

from rules.checks.support.fee_limits import foreign
from rules.checks.support.log_view import LogView
from rules.hands import Flags


def limited(log: LogView, path: str) -> tuple[Flags, list[tuple[Flags, str]]]:
    """(N,) hands with a limit in the session's currency, and reasons for others."""
    currency = log.session.currency
    has = [index for index, each in enumerate(log.rulesets) if each.get(path) is not None]
    others = [(index, reason) for index in has if (reason := foreign(log.rulesets[index], currency))]
    in_other_currency = [(log.under == index, reason) for index, reason in others]
    in_currency = [index for index in has if index not in dict(others)]
    return np.isin(log.under, in_currency), in_other_currency
