"""TOML files that ship with the program, parsed by rtoml, ten times as fast as tomllib.

Room files use `rules.controls.toml_text`, since rtoml accepts a later TOML.
"""

from __future__ import annotations

from typing import Any

import rtoml


def parsed(text: str) -> dict[str, Any]:
    """Values of a shipped file. Raises ValueError for text that is not TOML."""
    return rtoml.loads(text)
