"""The TOML files that ship with the program.

Each process reads some ninety at its start; rtoml takes a tenth of the time of tomllib. As rtoml reads a later version of
TOML than a card room's files may have, those are read with `rules.controls.toml_text`. A test compares both parsers on every
shipped file.
"""

from __future__ import annotations

from typing import Any

import rtoml


def parsed(text: str) -> dict[str, Any]:
    """The values of a shipped file. Raises ValueError where it is not TOML."""
    return rtoml.loads(text)
