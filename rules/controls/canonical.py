"""A revision as one canonical file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import tomli_w

from rules.controls.ruleset import Ruleset

_LAST = ("cite", "cited", "text")  # keys of a table that follow its figures


def canonical(ruleset: Ruleset) -> str:
    """TOML with the same digest, without bases and comments."""
    head: dict[str, Any] = {
        "id": ruleset.id,
        "revision": ruleset.revision,
        "title": ruleset.title,
        "authority": ruleset.authority,
        "family": ruleset.family,
        "resolved": True,
    }
    if ruleset.summary:
        head["summary"] = ruleset.summary
    if ruleset.abstract:
        head["abstract"] = True
    days = {"from": ruleset.starts, "until": ruleset.ends}
    head["in_force"] = {name: day for name, day in days.items() if day}
    head["readings"] = dict(sorted(ruleset.readings.items()))
    if ruleset.leans:
        head["leans"] = dict(sorted(ruleset.leans.items()))
    whole: dict[str, Any] = {"ruleset": head}
    whole |= {section: _ordered(ruleset.params[section]) for section in sorted(ruleset.params)}
    if ruleset.reading_patches:
        whole["reading"] = _ordered(ruleset.reading_patches)
    return tomli_w.dumps(whole, multiline_strings=False)


def _ordered(value: Any) -> Any:
    """Tables with sorted keys, at any depth."""
    if isinstance(value, Mapping):
        keys = sorted(value, key=lambda key: (key in _LAST, key))
        return {key: _ordered(value[key]) for key in keys}
    return [_ordered(each) for each in value] if isinstance(value, list) else value
