"""A file merged over its bases, under its own readings."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from rules.clauses import ambiguities
from rules.controls.bounds import is_bound
from rules.controls.ruleset import Ruleset, as_list

NOTHING: Mapping[str, Ruleset] = {}


def cycle_problems(parsed: Mapping[str, tuple[str, dict[str, Any]]]) -> list[str]:
    bases = {
        key: [base for base in data["ruleset"].get("extends", ()) if base in parsed]
        for key, (_, data) in parsed.items()
    }
    problems = []
    for key, (name, _) in parsed.items():
        for base in bases[key]:
            reached, wave = set(), {base}
            while wave:
                reached |= wave
                wave = {each for behind in wave for each in bases[behind]} - reached
            if key in reached:
                problems.append(f"{name}: ruleset.extends: {base} extends {key} in turn")
    return problems


def lack_a_base(parsed: Mapping[str, tuple[str, dict[str, Any]]], known: Mapping[str, Ruleset]) -> bool:
    """Whether a file extends an unknown ruleset."""
    bases = {base for _, data in parsed.values() for base in data["ruleset"].get("extends", ())}
    return not bases <= {*parsed, *known}


def resolve(
    key: str,
    parsed: Mapping[str, tuple[str, dict[str, Any]]],
    problems: list[str],
    above: tuple[str, ...],
    known: Mapping[str, Ruleset] = NOTHING,
) -> dict[str, Any]:
    """Parameters merged over bases, left to right; ``known`` ones may be bases."""
    if key in known:
        return _as_resolved(known[key])
    name, data = parsed[key]
    merged: dict[str, Any] = {}
    for base in data["ruleset"].get("extends", ()):
        if base in above or base == key:
            continue  # reported by cycle_problems
        if base not in parsed and base not in known:
            problems.append(f"{name}: ruleset.extends: there is no {base} in the library")
        else:
            found: list[str] = []  # a base's own problems are reported once, for the base itself
            merged = _merge(merged, resolve(base, parsed, found, (*above, key), known), "", name, problems)
    own = {section: value for section, value in data.items() if section != "ruleset"}
    own["ruleset"] = {name: data["ruleset"].get(name, {}) for name in ("readings", "leans")}
    if data["ruleset"].get("resolved"):
        return own
    return _as_read(name, data, _merge(merged, own, "", name, problems))


def _as_resolved(ruleset: Ruleset) -> dict[str, Any]:
    """A loaded revision as `resolve` returns it."""
    readings = {"readings": dict(ruleset.readings), "leans": dict(ruleset.leans)}
    patches = {"reading": deepcopy(dict(ruleset.reading_patches))} if ruleset.reading_patches else {}
    return {**deepcopy(dict(ruleset.params)), **patches, "ruleset": readings}


def _as_read(name: str, data: dict[str, Any], merged: dict[str, Any]) -> dict[str, Any]:
    """Parameters under the file's own readings; extending files may set others."""
    known = {
        id_: reading for id_, reading in data["ruleset"].get("readings", {}).items() if id_ in ambiguities()
    }
    settled = {id_: reading for id_, reading in known.items() if reading in ambiguities()[id_].readings}
    if not settled:
        return merged
    kept = {section: merged[section] for section in ("ruleset", "reading") if section in merged}
    return dict(ruleset_of(name, data, merged).under(settled).params) | kept


def _merge(
    base: dict[str, Any], own: Mapping[str, Any], path: str, name: str, problems: list[str]
) -> dict[str, Any]:
    """Merged tables; breaches of bounds and fixed values are added to ``problems``.

    Unchanged tables are shared: never alter them.
    """
    merged = dict(base)
    for key, value in own.items():
        where = f"{path}.{key}" if path else key
        inherited = merged.get(key)
        if isinstance(inherited, dict) and isinstance(value, dict):
            merged[key] = _merge(inherited, value, where, name, problems)
            continue
        if base.get("fixed") and key in base and key not in ("cite", "text") and inherited != value:
            problems.append(
                f"{name}: {where}: {value!r} where {inherited!r} is fixed by {', '.join(as_list(base['cite']))}"
            )
        if is_bound(key) and isinstance(inherited, int) and isinstance(value, int) and value > inherited:
            problems.append(
                f"{name}: {where}: {value} goes past the {inherited} that {', '.join(as_list(base['cite']))} allows"
            )
        merged[key] = value
    return merged


def ruleset_of(file: str, data: dict[str, Any], resolved: dict[str, Any]) -> Ruleset:
    """Revision of a file's own and merged data."""
    head = data["ruleset"]
    params = {name: section for name, section in resolved.items() if name not in ("ruleset", "reading")}
    return Ruleset(
        id=head["id"],
        revision=head["revision"],
        title=head["title"],
        authority=head["authority"],
        family=head["family"],
        params=params,
        abstract=head.get("abstract", False),
        extends=tuple(head.get("extends", ())),
        starts=head.get("in_force", {}).get("from"),
        ends=head.get("in_force", {}).get("until"),
        readings=resolved["ruleset"]["readings"],
        leans=resolved["ruleset"]["leans"],
        summary=head.get("summary", ""),
        reading_patches=resolved.get("reading", {}),
        file=file,
        corrects=head.get("corrects"),
    )
