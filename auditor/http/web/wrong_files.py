"""Files that are none of those that are taken: one sentence for each, and all problems of a refused file as CSV."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from flask import Response
from msgspec.structs import replace

from auditor.errors import NoSuchOriginal
from auditor.http.access import for_people
from auditor.http.access_log import about
from auditor.http.context import service
from auditor.http.report_api import csv_document
from auditor.http.web.web_blueprint import web
from auditor.importing.frame import ImportProblem
from auditor.importing.histories.stated import asks_for
from auditor.listed_problems import MOST_LISTED, places_csv, problems_csv
from rules.records.foreign import EMPTY

_OPTION = re.compile(r"`(\w+)`")
_MARK = b"\xef\xbb\xbf"  # by which spreadsheets know that a file is UTF-8


def wrong_file_words(kind: str) -> str:
    """Words for a wrong file that was chosen for an upload, and for what is taken."""
    taken = "Choose a log (.ndjson, plain or packed with gzip), a workbook (.xlsx), CSV or a hand history."
    its = "The file is empty." if kind == EMPTY else f"The file is {kind}."
    return f"{its} {taken}"


def words_of_places(problems: Sequence[ImportProblem]) -> str:
    """The same of a file that no importer reads; empty where the problems are of places in it, or of what is not stated."""
    if len(problems) != 1 or problems[0].where or problems[0].field:
        return ""
    (only,) = problems
    if "`" in only.do:  # a command, which nobody enters in a page
        return wrong_file_words(only.found)
    return f"The file is {only.found}. {only.do}"


def listed_places(problems: Sequence[ImportProblem]) -> list[ImportProblem]:
    """The first problems, with the names of the form's fields in place of those of the options that they ask for.

    Of more than are listed, what the form asks for comes first.
    """
    labels = {
        "currency": "Currency", "table": "Table", "opened_at": "Opened", "ruleset": "Played under",
    }  # fmt: skip

    def named(found: re.Match[str]) -> str:
        label = labels.get(found[1])
        return f"the field {label}" if label else found[0]

    if len(problems) > MOST_LISTED:
        problems = sorted(problems, key=lambda each: asks_for(each) is None)
    return [replace(each, do=_OPTION.sub(named, each.do)) for each in problems[:MOST_LISTED]]


@web.get("/rooms/<room>/refused/<sha256>/problems.csv")
@for_people("evidence", "read")
def refused_problems(room: str, sha256: str) -> Response:
    """All problems of a refused file, for a spreadsheet."""
    about(room=room)
    found = service().refused_files.get(room, sha256)
    return _saved(problems_csv(service().refused_files.every_problem(found)), f"problems-{sha256[:12]}.csv")


@web.get("/rooms/<room>/originals/<number:original>/problems.csv")
@for_people("originals", "read")
def original_problems(room: str, original: int) -> Response:
    """The problems of a workbook or a hand history, for a spreadsheet."""
    about(room=room)
    service().rooms.get(room)
    found = service().originals.get(original)
    if found.room not in (None, room):
        raise NoSuchOriginal(f"Room {room} has no original {original}.")
    return _saved(places_csv(service().originals.problems(found)), f"problems-original-{original}.csv")


def _saved(lines: Iterable[bytes], name: str) -> Response:
    made = csv_document(_MARK + b"".join(lines), name)
    made.headers["Cache-Control"] = "no-store"
    return made
