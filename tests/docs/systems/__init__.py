"""docs/systems/: a page for each system that can be played under, and an index of them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from rules.controls.library import library
from tests.docs.systems.index import index
from tests.docs.systems.page import page


def pages() -> dict[str, Callable[[], str]]:
    """The pages by their file names."""
    systems = list({each.id: each for each in library().rulesets()}.values())  # the newest revision of each
    return {
        "README.md": partial(index, systems),
        **{f"{each.id}.md": partial(page, each) for each in systems},
    }
