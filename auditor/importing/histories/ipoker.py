"""Importer of iPoker's XML: hold'em, short deck and Omaha cash games.

A `session` is a table's. Amounts are in the table's currency, not the account's, with point or comma. Times are the room's clock.
Unstated rake gives no `fees`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial

from auditor.importing.frame import Importer, ImportOptions
from auditor.importing.histories.elements import XmlElement, read_elements
from auditor.importing.histories.history_hand import Building, WrongHand
from auditor.importing.histories.history_logs import doubtful, reader, wrong
from auditor.importing.histories.ipoker_hand import GameReader
from auditor.importing.histories.ipoker_money import form_of, settle
from auditor.importing.workbook.workbook_tables import WorkbookProblems

XML_TYPE = "application/xml"
_SESSION = re.compile(r"<session[\s>]")
_DECLARATION = re.compile(r"<\?xml[^>]*\?>\s*\Z")


def _recognises(data: bytes) -> bool:
    begin = data[:4096]
    if not begin.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
        return False
    return b"<session" in begin and b"sessioncode=" in begin


def _hands(text: str, options: ImportOptions, problems: WorkbookProblems) -> Iterator[Building]:
    starts = [found.start() for found in _SESSION.finditer(text)]
    for place, start in enumerate(starts):
        begin = start if place else 0
        end = starts[place + 1] if place + 1 < len(starts) else len(text)
        document = text[begin:end] if place + 1 == len(starts) else _DECLARATION.sub("", text[begin:end])
        yield from _session(document, text.count("\n", 0, begin) + 1, options, problems)


def _session(
    document: str, line: int, options: ImportOptions, problems: WorkbookProblems
) -> Iterator[Building]:
    games: list[XmlElement] = []
    heads: list[XmlElement] = []

    def ended(element: XmlElement, parent: XmlElement | None) -> None:
        if parent is None or parent.name == "game":
            if parent is not None:
                parent.children.append(element)
        elif parent.name != "session":
            parent.children.append(element)
        elif element.name == "game":
            games.append(element)
        else:
            heads.append(element)

    try:
        read_elements(document, line, ended)
    except WrongHand as each:
        problems.add(None, f"line {each.line}", "", each.found, each.expected, each.do)
    head = next((each for each in heads if each.name == "general"), None)
    read = [found for game in games if (found := _read(game, head, options, problems))]
    form = form_of(read)
    for game in read:
        if _tried(game, partial(settle, game, form), problems):
            doubtful(problems, game.hand)
            yield game.hand


def _read(
    game: XmlElement, head: XmlElement | None, options: ImportOptions, problems: WorkbookProblems
) -> GameReader | None:
    hand = Building(line=game.line, ident=game.attributes.get("gamecode", ""))
    found = GameReader(game, head, hand, options)
    return found if _tried(found, found.read, problems) else None


def _tried(game: GameReader, read: Callable[[], None], problems: WorkbookProblems) -> bool:
    try:
        read()
    except WrongHand as each:
        line = each.line or game.hand.line
        wrong(problems, line, game.hand.ident, each.field, each.found, each.expected, each.do)
        return False
    return True


IPOKER = Importer(
    name="ipoker",
    title="iPoker",
    version="1",
    media_type=lambda _: XML_TYPE,
    recognises=_recognises,
    read=reader(_hands, "ipoker"),
)
