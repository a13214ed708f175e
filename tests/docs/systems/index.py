"""The index of the systems."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.controls.ruleset import Ruleset
from tests.docs.markdown import bullets, linked, paragraphs
from tests.docs.systems.summary import summary

GROUPS = {
    "Washington": "Thirteen Card Poker as the Washington State Gambling Commission's sheet describes it, with the scorings and "
    "options that the sheet offers.",
    "The classic game and its variations": "The game as it is described for private play, and what people add to it.",
    "Regional and house versions": "Versions with scorings of their own.",
}


def index(systems: Sequence[Ruleset]) -> str:
    """Every system in a line, by where it comes from."""
    return linked(paragraphs(_parts(systems)), up="../")


def _parts(systems: Sequence[Ruleset]) -> Iterator[str]:
    yield "# The systems"
    yield (
        f"The {len(systems)} systems of closed Chinese poker that a log can be held to. Each page says how a system pays, "
        "works through a hand, and tells what its document leaves open. The pages are generated from the rulesets and the "
        "replay (`make docs`)."
    )
    yield (
        "Open-face play and Pineapple have no page: their document names them and prices nothing, so that open-face hands are "
        "read and counted."
    )
    for group, said in GROUPS.items():
        mine = sorted(
            (each for each in systems if _group(each) == group), key=lambda each: (len(each.cited), each.id)
        )
        yield f"## {group}"
        yield said
        yield bullets(f"**[{each.title}]({each.id}.md)** `{each.id}`: {summary(each)}" for each in mine)


def _group(ruleset: Ruleset) -> str:
    first, second, third = GROUPS
    if ruleset.authority.startswith(first):
        return first
    return second if ruleset.id.startswith("classic") else third
