"""Hands with known answers, worked out by hand from the documents.

Each line of a file is a case: an id, a ruleset, the log of one hand, and the expected result; in `open-face-events.ndjson` the
input of one rule and its result.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent


def known(name: str) -> list[dict[str, Any]]:
    """The cases of a file, such as `chinese.ndjson`."""
    return [json.loads(line) for line in (FOLDER / name).read_text("utf-8").splitlines()]
