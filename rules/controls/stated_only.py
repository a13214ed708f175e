"""Parameters that no audit consults (`stated_only.toml`), as `make parameters` measures."""

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
    """A parameter that is not audited, by general path.

    alike: values that audit alike; none: all. read: consulted only outside the samples. only: the documents allow one value.
    """

    path: str
    because: str
    alike: tuple[str, ...] = ()
    read: bool = False
    only: bool = False


@cache
def stated_only() -> Mapping[str, StatedOnly]:
    """Parameters that no audit consults, by general path."""
    return {each.path: each for each in listed() if not (each.alike or each.read or each.only)}


@cache
def listed() -> tuple[StatedOnly, ...]:
    """The whole list, partly audited parameters included."""
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
    """Parameters of a ruleset that are not audited, once each."""
    paths = dict.fromkeys(general_path(each.path) for each in parameters(params) if each.role == "value")
    return [stated_only()[path] for path in paths if path in stated_only()]


def unaudited_by_ruleset(rulesets: Iterable[Ruleset]) -> dict[str, list[str]]:
    """General paths of unaudited parameters by revision, where there are any."""
    found = {str(each): [one.path for one in not_audited(each.params)] for each in rulesets}
    return {name: paths for name, paths in found.items() if paths}
