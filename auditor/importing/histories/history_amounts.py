"""Amounts as written in several countries."""

from __future__ import annotations

import re

from auditor.importing.histories.history_hand import WrongHand
from rules.records.problems import shown

_SIGN = r"[€$£]|[A-Za-z]{2,3}"
_WRITTEN = re.compile(rf"(?P<before>{_SIGN})?\s*(?P<number>\d[\d.,\s'’]*?)\s*(?P<after>{_SIGN})?")
_SPACES = re.compile(r"[\s'’]")
_WHOLE = re.compile(r"0|[1-9]\d*")
_GROUPS = re.compile(r"[1-9]\d{0,2}(?:([.,])\d{3})(?:\1\d{3})*")
_DECIMALS = re.compile(r"(?P<whole>.*)[.,](?P<cents>\d{1,2})")


def amount_and_sign(text: str) -> tuple[str, str]:
    """Plain number of an amount, and its currency sign or "".

    A comma or point before three digits separates thousands, before one or two decimals. Raises WrongHand.
    """
    found = _WRITTEN.fullmatch(text.strip())
    if not found or (found["before"] and found["after"]):
        raise WrongHand(shown(text), "an amount such as €1,234.50 or 1 234,50 €")
    return _plain(found["number"], text), found["before"] or found["after"] or ""


def _plain(number: str, text: str) -> str:
    compact = _SPACES.sub("", number)
    if _WHOLE.fullmatch(compact):
        return compact
    if _GROUPS.fullmatch(compact):
        return re.sub("[.,]", "", compact)
    found = _DECIMALS.fullmatch(compact)
    whole = found["whole"] if found else ""
    if not found or not (_WHOLE.fullmatch(whole) or _GROUPS.fullmatch(whole)):
        raise WrongHand(shown(text), "an amount such as €1,234.50 or 1 234,50 €")
    if compact[len(whole)] in whole:
        raise WrongHand(
            shown(text), "an amount with one sign before its decimals and another between thousands"
        )
    return f"{re.sub('[.,]', '', whole)}.{found['cents']}"
