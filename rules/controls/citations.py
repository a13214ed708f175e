"""Clauses, ambiguities and readings of a file that do not exist."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from rules.clauses import CONVENTION, ambiguities, catalogue
from rules.controls.ruleset import ROOM, Ruleset, as_list

_SECTION = re.compile(re.escape(ROOM) + r"[A-Za-z0-9][A-Za-z0-9.-]{0,31}")


def citation_problems(name: str, data: Mapping[str, Any]) -> list[str]:
    """Unknown clauses, and figures without a citation."""
    problems: list[str] = []
    known = catalogue()

    def walk(node: Any, path: str, cited: bool) -> None:
        if isinstance(node, list):
            for place, item in enumerate(node):
                walk(item, f"{path}[{place}]", cited and not isinstance(item, dict))
            return
        if not isinstance(node, dict):
            if isinstance(node, int) and not isinstance(node, bool) and not cited:
                problems.append(f"{name}: {path}: the figure {node} has no citation beside it")
            return
        cites = as_list(node.get("cite", []))
        for cite in [*cites, *node.get("cited", {}).values()]:
            if cite.startswith(ROOM):
                problems.extend(f"{name}: {path}.cite: {each}" for each in _unquoted(cite, node, cites))
            elif cite != CONVENTION and cite not in known:
                problems.append(f"{name}: {path}.cite: there is no clause {cite!r} in the catalogue")
        plain = all(isinstance(value, int) for value in node.values())
        for key, value in node.items():
            walk(value, f"{path}.{key}" if path else key, bool(cites) or (cited and plain))

    walk(
        {key: value for key, value in data.items() if key not in ("ruleset", "reading", "severity")},
        "",
        False,
    )
    return problems


def _unquoted(cite: str, table: Mapping[str, Any], cites: list[str]) -> list[str]:
    """Problems of a citation of a room's own document (`room:4.2`), which `text` must quote."""
    if not _SECTION.fullmatch(cite):
        return [f"{cite!r} names no section: write it as in room:4.2"]
    if cite not in cites or not str(table.get("text", "")).strip():
        return [f"{cite!r} is of the card room's own document: quote it beside, as text"]
    return []


def unknown_readings(ruleset: Ruleset) -> list[str]:
    """Readings unknown to their ambiguities; no hand can be replayed under them."""
    head = {"readings": dict(ruleset.readings), "leans": dict(ruleset.leans)}
    patches = {name: dict(each) for name, each in ruleset.reading_patches.items()}
    return reading_problems(ruleset.file, {"ruleset": head, "reading": patches})


def reading_problems(name: str, data: Mapping[str, Any]) -> list[str]:
    """Readings of unknown ambiguities, and unlisted ones."""
    problems = []
    known = ambiguities()
    chosen = [
        (f"ruleset.{name}", key, value)
        for name in ("readings", "leans")
        for key, value in data["ruleset"].get(name, {}).items()
    ]
    patched = [
        (f"reading.{key}", key, value) for key, values in data.get("reading", {}).items() for value in values
    ]
    for path, ambiguity, reading in chosen + patched:
        if ambiguity not in known:
            problems.append(f"{name}: {path}: there is no ambiguity {ambiguity!r} in the catalogue")
        elif reading not in known[ambiguity].readings:
            listed = ", ".join(known[ambiguity].readings)
            problems.append(f"{name}: {path}: {reading!r} is no reading of {ambiguity}; there are: {listed}")
    return problems
