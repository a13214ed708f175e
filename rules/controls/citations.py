"""Whether what a ruleset file cites and reads exists: clauses, ambiguities, readings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.clauses import CONVENTION, ambiguities, catalogue
from rules.controls.ruleset import as_list


def citation_problems(name: str, data: Mapping[str, Any]) -> list[str]:
    """Citations that lead nowhere, and figures without one."""
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
            if cite != CONVENTION and cite not in known:
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


def reading_problems(name: str, data: Mapping[str, Any]) -> list[str]:
    """Readings of ambiguities that there are not, or that nobody listed."""
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
