"""The check of a ruleset's file: every section and key, all at once.

What a file may have is derived from the structs of its sections (`rules.controls.sections`): `from_sections` makes a checker of
each type, `values_in_files` has the checkers, `kind_of` describes the value at a place.
"""

from __future__ import annotations

from typing import Any

from rules.controls.schema.from_sections import ruleset_file


def problems_of(data: dict[str, Any]) -> list[tuple[str, str]]:
    """(path, problem) for everything in a file that is not allowed."""
    return [(".".join(steps), message) for steps, message in ruleset_file().problems(data)]
