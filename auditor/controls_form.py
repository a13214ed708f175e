"""A file of controls as a form with a field for each stated parameter. Comments and unchanged values stay as written."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Mapping, MutableMapping
from typing import Any

import tomlkit
from msgspec import Struct
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import AbstractTable

from rules.clauses import ambiguities
from rules.controls.plain import part_words, path_words, value_words
from rules.controls.schema.kind_of import Kind, kind_of, meaning_of
from rules.controls.toml_text import NotToml, parsed

Steps = tuple[str, ...]
_PLAIN = Kind("text")
_NAMED = {"cite": "clauses", "text": "wording", "from": "first_day", "until": "last_day"}
_READINGS = (("ruleset", "readings"), ("ruleset", "leans"))


class CannotWrite(ValueError):
    """A value that its parameter cannot have. field: its form field."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


class FormField(Struct, frozen=True):
    """A stated parameter. name: JSON pointer; path: as problems name it; value: as written.

    words: choices by value. says: the parameter's meaning.
    """

    name: str
    path: str
    label: str
    kind: Kind
    value: str
    words: Mapping[str, str]
    says: str = ""

    @property
    def long(self) -> bool:
        """Whether it is a text of sentences."""
        return self.path.endswith((".text", ".summary"))


class FormSection(Struct, frozen=True):
    """A part of a file. name: its key."""

    name: str
    title: str
    fields: tuple[FormField, ...]


def sections_of(text: str) -> list[FormSection]:
    """The form of a text. Raises NotToml."""
    data = parsed(text)
    found = []
    for name, value in data.items():
        made = tuple(_fields(value, (name,)))
        if made:
            found.append(FormSection(name, part_words(name), made))
    return found


def values_of(text: str) -> dict[str, str]:
    """The value of each field. Raises NotToml."""
    return {each.name: each.value for section in sections_of(text) for each in section.fields}


def written(text: str, changed: Mapping[str, str]) -> str:
    """A text with other values, by field name; an empty value removes the parameter. Raises NotToml, CannotWrite."""
    made, wrong = merged(text, changed)
    for name, message in wrong.items():
        raise CannotWrite(name, message)
    return made


def merged(text: str, changed: Mapping[str, str]) -> tuple[str, dict[str, str]]:
    """A text with the values that can be written, and messages about the others, by field name. Raises NotToml."""
    if not changed:
        return text, {}
    document, wrong = _document(text), dict[str, str]()
    for name, value in changed.items():
        try:
            _write(document, name, value)
        except CannotWrite as error:
            wrong[name] = str(error)
    return (tomlkit.dumps(document) if len(wrong) < len(changed) else text), wrong


def _document(text: str) -> tomlkit.TOMLDocument:
    parsed(text)  # refuses what costs too much to read
    try:
        return tomlkit.parse(text)
    except (TOMLKitError, ValueError) as error:
        raise NotToml(f"not TOML: {error}") from error


def with_readings(text: str, readings: Mapping[str, str]) -> str:
    """A text that settles points, by id. Raises NotToml."""
    document = _document(text)
    head = document["ruleset"]
    assert isinstance(head, AbstractTable)  # the file was read as controls
    new = "readings" not in head
    if new:
        head["readings"] = tomlkit.table()
    settled, leans = head["readings"], head.get("leans", {})
    for name, reading in readings.items():
        settled[name] = reading
        leans.pop(name, None)
    if new:
        settled.add(tomlkit.nl())  # before the next table
    return tomlkit.dumps(document)


def added(text: str, sample: str, section: str) -> str:
    """A text with a sample's section appended."""
    lines = sample.split("\n")
    header = re.compile(rf"\[+{re.escape(section)}(?:\.[^\]]*)?\]+")
    kept, inside = [], False
    for line in lines:
        if line.startswith("["):
            inside = bool(header.match(line))
        if inside and not line.startswith("# ---"):
            kept.append(line)
    return f"{text.rstrip()}\n\n" + "\n".join(kept).rstrip() + "\n"


def _fields(value: Any, steps: Steps) -> Iterator[FormField]:
    if isinstance(value, Mapping):
        for key, child in value.items():
            yield from _fields(child, (*steps, key))
    elif isinstance(value, list) and any(isinstance(each, Mapping) for each in value):
        for place, child in enumerate(value):
            yield from _fields(child, (*steps, str(place)))
    else:
        yield _field(value, steps)


def _field(value: Any, steps: Steps) -> FormField:
    kind = kind_of(steps) or _PLAIN
    path = ".".join(steps)
    if steps[:2] in _READINGS and len(steps) == 3 and steps[2] in ambiguities():
        point = ambiguities()[steps[2]]
        means = {name: each.means for name, each in point.readings.items()}
        return FormField(
            _pointer(steps), path, steps[2], Kind("choice", tuple(means)), _text(value), means, point.question
        )
    meaning = meaning_of(steps)
    meanings = meaning.words if meaning is not None else {}
    words = {each: meanings.get(each) or value_words(each) for each in kind.words}
    says = meaning.sentence if meaning is not None else ""
    return FormField(_pointer(steps), path, _label(steps), kind, _text(value), words, says)


def _label(steps: Steps) -> str:
    *around, last = steps[1:] or steps
    return path_words(".".join((*around, _NAMED.get(last, last))))


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return ", ".join(map(_text, value))
    return value.isoformat() if isinstance(value, dt.date) else str(value)


def _pointer(steps: Steps) -> str:
    return "".join(f"/{each.replace('~', '~0').replace('/', '~1')}" for each in steps)


def _steps(pointer: str) -> Steps:
    return tuple(each.replace("~1", "/").replace("~0", "~") for each in pointer.split("/")[1:])


def _write(document: Any, name: str, value: str) -> None:
    steps = _steps(name)
    node = document
    for step in steps[:-1]:
        try:
            node = node[int(step) if isinstance(node, list) else step]
        except (KeyError, IndexError, TypeError, ValueError):
            raise CannotWrite(name, "The file has no such parameter any more.") from None
    last = steps[-1]
    if not isinstance(node, MutableMapping) or last not in node:
        raise CannotWrite(name, "The file has no such parameter any more.")
    if value.strip() == "":
        del node[last]
        return
    plain = node[last].unwrap() if hasattr(node[last], "unwrap") else node[last]
    node[last] = _value(name, value, kind_of(steps) or _PLAIN, plain)


def _value(name: str, value: str, kind: Kind, before: Any) -> Any:
    text = value.strip()
    if kind.what == "number" or (
        kind.what == "text" and isinstance(before, int) and not isinstance(before, bool)
    ):
        if not re.fullmatch(r"-?\d{1,18}", text):
            raise CannotWrite(name, "This is not a whole number.")
        return int(text)
    if kind.what == "switch" or isinstance(before, bool):
        if text not in ("true", "false"):
            raise CannotWrite(name, "This is either yes or no.")
        return text == "true"
    if kind.what == "day":
        try:
            return dt.date.fromisoformat(text)
        except ValueError:
            raise CannotWrite(name, "This is no day; one is written 2026-03-14.") from None
    if isinstance(before, list) or (kind.what in ("texts", "choices") and "," in text):
        made = tomlkit.array()
        made.extend([each.strip() for each in text.split(",") if each.strip()])
        return made
    return text
