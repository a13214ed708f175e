"""Parameters that are stated and not audited, in words."""

from __future__ import annotations

from collections.abc import Sequence


def unaudited_sentence(ruleset: str, paths: Sequence[str]) -> str:
    """The parameters of a revision that are stated and not audited, in a sentence."""
    having = "a parameter" if len(paths) == 1 else f"{len(paths)} parameters"
    return (
        f"Stated, not audited: {ruleset} has {having} of which no value changes an audit: {', '.join(paths)}."
    )
