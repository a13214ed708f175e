"""Revision that a file of controls states."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from auditor.errors import NotControls
from rules.controls.examined_filing import NotText, text_of
from rules.controls.toml_text import NotToml, parsed


def head_of(body: bytes) -> tuple[str, dict[str, Any]]:
    """Text of a file, and its section [ruleset] with id, revision and title. Raises NotControls."""
    text, data = _toml(body)
    head = data.get("ruleset")
    if not isinstance(head, dict):
        raise NotControls(
            "The file has no [ruleset] section, which says what it is: id, revision, title, authority, family."
        )
    wrong = _wrong(head)
    if wrong:
        raise NotControls(
            f"The file's [ruleset] section does not say which revision it is: {'; '.join(wrong)}."
        )
    return text, head


def _toml(body: bytes) -> tuple[str, dict[str, Any]]:
    try:
        text = text_of(body)
        return text, parsed(text)
    except NotText as error:
        raise NotControls(str(error)) from error
    except NotToml as error:
        raise NotControls(f"The file is {error}.") from error


def _wrong(head: Mapping[str, Any]) -> list[str]:
    from rules.controls.schema import problems_of

    found = dict(problems_of({"ruleset": dict(head)}))
    wanted = ("id", "revision", "title")
    return [f"{name}: {found[f'ruleset.{name}']}" for name in wanted if f"ruleset.{name}" in found]
