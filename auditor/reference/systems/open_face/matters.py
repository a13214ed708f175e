"""Effects of an open point: the hands that it touches, or what else it moves. The words are in `matters.toml`."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from rules.clauses import Ambiguity
from rules.shipped_toml import parsed


@cache
def effect_file() -> dict[str, Any]:
    """The file: sentences by `points`, and ends of sentences by `topics`."""
    return parsed(Path(__file__).with_name("matters.toml").read_text("utf-8"))


def matters(point: Ambiguity) -> str:
    """A sentence; empty for a point of closed hands."""
    if own := effect_file()["points"].get(point.id):
        return str(own)
    if point.touches not in effect_file()["topics"]:
        return ""
    text = f"It matters where {effect_file()['topics'][point.touches]}"
    return (
        f"{text}; an audit names such hands, but not the money that another reading would move."
        if point.unpriced
        else f"{text}."
    )
