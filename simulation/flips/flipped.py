"""A ruleset with another value of one parameter."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from typing import Any

from msgspec import ValidationError
from msgspec.structs import replace

from rules.controls.completeness import completeness_problems
from rules.controls.library import Library
from rules.controls.ruleset import Ruleset
from rules.controls.schema import problems_of
from simulation.flips.leaves import Step
from simulation.flips.values import NOT_STATED


class Illegal(ValueError):
    """A value that no file of controls may have at its place."""


def flipped(ruleset: Ruleset, steps: Sequence[Step], value: Any) -> Ruleset:
    """The ruleset with another value at a place, or none (NOT_STATED). Raises Illegal."""
    section = str(steps[0])
    params = {**ruleset.params, section: deepcopy(ruleset.params.get(section, {}))}
    node: Any = params
    for step in steps[:-1]:
        node = node[step] if isinstance(step, int) else node.setdefault(step, {})
    if value is NOT_STATED:
        del node[steps[-1]]
    else:
        node[steps[-1]] = value
    found = replace(ruleset, params=params)
    problems = [message for _, message in problems_of({"ruleset": _head(ruleset), section: params[section]})]
    if not problems:
        problems = _problems_of_whole(found)
    if problems:
        raise Illegal(problems[0])
    return found


def _problems_of_whole(ruleset: Ruleset) -> list[str]:
    """Problems that the schema of one section does not see."""
    try:
        _ = ruleset.sections
        return completeness_problems([ruleset])
    except (ValidationError, KeyError, TypeError, ValueError) as error:
        return [str(error)]


def _head(ruleset: Ruleset) -> dict[str, Any]:
    return {
        "id": ruleset.id,
        "revision": ruleset.revision,
        "title": ruleset.title,
        "authority": ruleset.authority,
        "family": ruleset.family,
    }


def with_flipped(registry: Library, ruleset: Ruleset) -> Library:
    """A library with a ruleset in place of the revision of its name and number."""
    name = str(ruleset)
    return registry.holding([ruleset if str(each) == name else each for each in registry.revisions()])
