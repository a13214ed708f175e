"""Logs with a word that can be found again in every place for a name or free text, and everything that a PDF says."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from io import BytesIO
from itertools import count
from typing import Any

from pypdf import PdfReader
from pypdf.generic import ArrayObject, DictionaryObject, StreamObject

from rules.audit import BytesSource
from tests.pdf import text_of

WORD = "zqxjv"  # what every name begins with; long enough not to come up by chance in compressed bytes
_PEOPLE = {"player", "dealer_id", "recorded_by", "by", "dealer", "supervisor"}
_OF_ACTS = {"dealer", "floor", "timeout"}  # `by` of an act of a pot game
_THINGS = {"session", "deck", "shuffler", "video", "note", "reason"}


def named(source: BytesSource) -> BytesSource:
    """A log as it would be with such names; ids stay apart as they were. Notes and events of people are added."""
    ids: dict[str, str] = {}
    numbers = count(1)

    def again(value: Any, key: str = "") -> Any:
        if isinstance(value, dict):
            return {name: again(each, name) for name, each in value.items()}
        if isinstance(value, list):
            return [again(each, key) for each in value]
        if isinstance(value, str) and key in _PEOPLE | _THINGS and value not in _OF_ACTS:
            return ids.setdefault(value, f"{WORD}{key[:2]}{next(numbers)}")
        return value

    lines = [again(json.loads(line)) for line in b"".join(source.chunks()).splitlines()]
    _add(lines)
    return BytesSource(b"".join(json.dumps(each).encode() + b"\n" for each in lines))


def _add(lines: list[dict[str, Any]]) -> None:
    """What simulated logs lack: a correction, notes, private fields, faults whose messages quote people."""
    head = lines[0]
    head |= {
        "recorded_by": f"{WORD}re",
        "staff": {"dealer": f"{WORD}de", "supervisor": f"{WORD}su"},
        "_by": f"{WORD}own",
    }
    head["supersedes"] = {"sha256": "ab" * 32, "reason": f"{WORD} typed it wrong", "by": f"{WORD}by"}
    hands = [each for each in lines if each["event"].endswith("_hand")]
    for hand in hands[::3]:
        noted = {
            "kind": "exposed_card",
            "by": f"{WORD}fl",
            "note": f"{WORD} from Kent, aged 61, showed a card",
        }
        hand["irregularities"] = [*hand.get("irregularities", []), noted]
        hand["_note"] = f"{WORD} private"
        hand["deck"], hand["video"] = f"{WORD}deck", f"{WORD}/camera"
    hands[4]["seats"][1]["player"] = hands[4]["seats"][0]["player"]
    if hands[6]["event"] == "chinese_hand":
        hands[6]["seats"][0]["declared"] = f"{WORD}natural"
    hands[8]["seats"][0]["player"] = f"{WORD}new"
    at, seat = hands[10].get("at", head["opened_at"]), hands[10]["seats"][0]["seat"]
    strangers = [
        {"event": "toke", "at": at, "seat": seat, "player": f"{WORD}str", "amount": 500},
        {"event": "drop", "at": at, "kind": "rake", "amount": 100, "counted_by": [f"{WORD}c1", f"{WORD}c2"]},
    ]
    lines[lines.index(hands[10]) + 1 : lines.index(hands[10]) + 1] = strangers


_RUNS = re.compile(rb"[ -~]{16,}")


def everything(data: bytes) -> str:
    """All that a PDF says."""
    return " ".join(channels(data).values())


def channels(data: bytes) -> dict[str, str]:
    """All that a PDF says, without white space, by where it says it."""
    reader = PdfReader(BytesIO(data))
    objects = (reader.get_object(number) for number in range(1, int(reader.trailer["/Size"])))
    attached = (content for files in reader.attachments.values() for content in files)
    metadata = reader.trailer["/Root"]["/Metadata"].get_data()
    found = {
        "bytes": " ".join(
            run.decode() for run in _RUNS.findall(data)
        ),  # short runs are in what is compressed too
        "pages": text_of(data),
        "objects": " ".join(text for each in objects for text in _said(each)),
        "attachments": " ".join(content.decode("utf-8", "replace") for content in attached),
        "metadata": " ".join([metadata.decode(), *(str(each) for each in (reader.metadata or {}).values())]),
    }
    return {name: re.sub(r"\s+", "", text) for name, text in found.items()}


def _said(value: Any) -> Iterator[str]:
    """The texts of an object, and of its stream with what compresses it undone."""
    if isinstance(value, StreamObject):
        yield value.get_data().decode("latin-1")
    if isinstance(value, DictionaryObject):
        for key, each in value.items():
            yield str(key)
            if isinstance(each, str | bytes | ArrayObject | DictionaryObject):
                yield from _said(each)
    elif isinstance(value, ArrayObject):
        for each in value:
            yield from _said(each)
    elif isinstance(value, str | bytes):
        yield value if isinstance(value, str) else value.decode("latin-1")
