"""The check of a ruleset's file, all problems at once.

`from_sections` derives checkers from the structs of sections, `values_in_files` has them, `kind_of` describes a place.
"""

from __future__ import annotations

from typing import Any

from rules.controls.schema.from_sections import ruleset_file


def problems_of(data: dict[str, Any]) -> list[tuple[str, str]]:
    """Path and problem of what a file may not have."""
    return [(".".join(steps), message) for steps, message in ruleset_file().problems(data)]
