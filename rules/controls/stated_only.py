"""Parameters that are stated and not audited: whatever value they have, audits state the same (`stated_only.toml`).

The gate of parameters (`make parameters`) measures which parameters these are; a test keeps the list and the measurement equal.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import Struct

from rules import shipped_toml
from rules.controls.parameters import general_path, parameters
from rules.controls.ruleset import Ruleset

WORDS = "stated, not audited"


class StatedOnly(Struct, frozen=True):
    """A parameter by its general path. because: the reason. alike: the values that audit alike, where others do not;
    none: no value makes a difference. read: code consults it, and no sample of the gate comes to it, or only the filing of
    controls consults it. only: the documents have one value, which replay takes, with or without it in a file.
    """

    path: str
    because: str
    alike: tuple[str, ...] = ()
    read: bool = False
    only: bool = False


@cache
def stated_only() -> Mapping[str, StatedOnly]:
    """The parameters that no audit consults, by general path."""
    return {each.path: each for each in listed() if not (each.alike or each.read or each.only)}


@cache
def listed() -> tuple[StatedOnly, ...]:
    """The whole list, with parameters of which some values audit alike, or that are consulted and that no sample comes to."""
    text = (Path(__file__).parent / "stated_only.toml").read_text("utf-8")
    rows: Iterable[Mapping[str, Any]] = shipped_toml.parsed(text).get("parameter", ())
    return tuple(
        StatedOnly(
            each["path"],
            each["because"],
            tuple(map(str, each.get("alike", ()))),
            each.get("read", False),
            each.get("only", False),
        )
        for each in rows
    )


def not_audited(params: Mapping[str, Any]) -> list[StatedOnly]:
    """The parameters of a ruleset that are stated and not audited, each once, in its order."""
    paths = dict.fromkeys(general_path(each.path) for each in parameters(params) if each.role == "value")
    return [stated_only()[path] for path in paths if path in stated_only()]


def unaudited_by_ruleset(rulesets: Iterable[Ruleset]) -> dict[str, list[str]]:
    """The general paths of what revisions state and no audit consults, by revision; revisions without any are left out."""
    found = {str(each): [one.path for one in not_audited(each.params)] for each in rulesets}
    return {name: paths for name, paths in found.items() if paths}
