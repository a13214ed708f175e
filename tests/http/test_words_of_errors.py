"""Words of errors: a fact and, for pages, programs and the command line, what to do. None gets the words of another."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import click
from click.testing import CliRunner
from flask import Flask
from werkzeug.test import TestResponse

from auditor import errors
from auditor.access import key_refusals
from auditor.cli.client import ErrorAnswer
from auditor.cli.group import Commands
from auditor.errors import DomainError
from auditor.http.problem_table import TABLE
from auditor.keyed import keyed_refusals
from auditor.remedies import Remedy
from rules.records.problems import Problem, Refused
from tests.cli.kit import call
from tests.folding import of_every
from tests.http.web.kit import words
from tests.services import listening

ROOT = Path(__file__).parents[2] / "auditor"
OF_PROGRAMS = re.compile(
    r"/v1/|\?[a-z_]+=|\b(?:GET|PUT|POST|DELETE|PATCH)\b|(?<!\w)'[a-z_]+'(?! (?:is|was|has)\b)|If-(?:None-)?Match|\bETag\b"
)
OF_PYTHON = re.compile(r"\b[A-Z]\w*(?:Error|Exception)\b|Traceback")
OF_THE_API = {  # the arguments of a call that only programs get: by place, and by name
    "Remedy": (slice(1, 2), "api"),
    "by_request": (slice(1, 3), "request"),
    "those_there_are": (slice(1, 2), "address"),
}
OWN = {  # errors with an initialiser of their own
    errors.RefusedLog: lambda: errors.RefusedLog(_refused(), "0" * 64, "Nothing was stored.", False),
    errors.NotALog: lambda: errors.NotALog(_refused(), "0" * 64, "Nothing was stored.", False),
    errors.LogTooLarge: lambda: errors.LogTooLarge(_refused(), "0" * 64, "Nothing was stored.", False),
    errors.RefusedEvent: lambda: errors.RefusedEvent(_refused(), "0" * 64, "Nothing was stored.", False),
    errors.EventConflict: lambda: errors.EventConflict("Another file is on record."),
    errors.Conflict: lambda: errors.Conflict("Another log is on record.", None),
    errors.RefusedOriginal: lambda: errors.RefusedOriginal([], 1, "0" * 64, "Nothing was stored.", None),
    errors.OriginalConflict: lambda: errors.OriginalConflict([], None),
    errors.CannotSelect: lambda: errors.CannotSelect("It is there twice.", 0),
    errors.NotApprovable: lambda: errors.NotApprovable("x@1", ("It has no date.",), [], ["Surrender"]),
    errors.CannotHold: lambda: errors.CannotHold("There is no such session.", "session"),
    errors.LimitReached: lambda: errors.LimitReached("Too many.", 60),
    key_refusals.KeyExpired: lambda: key_refusals.KeyExpired("7kq2mzt4", "2026-03-14T00:00:00Z"),
    key_refusals.KeyRevoked: lambda: key_refusals.KeyRevoked("7kq2mzt4"),
    key_refusals.KeyDamaged: lambda: key_refusals.KeyDamaged("7kq2mzt4"),
    keyed_refusals.Mistyped: lambda: keyed_refusals.Mistyped({"net": "This is not an amount."}),
    keyed_refusals.CannotKey: lambda: keyed_refusals.CannotKey("There is no such seat."),
}
WITHOUT_TEXT = (errors.ChangedMeanwhile, errors.IsThereAlready, key_refusals.NoKey, key_refusals.BadKey)


def _refused() -> Refused:
    return Refused([Problem(3, "net", "a word", "a whole number")], 1)


def made(kind: type[DomainError]) -> DomainError:
    if kind in OWN:
        return OWN[kind]()
    if kind in WITHOUT_TEXT:
        return kind()
    return kind("It is so.", Remedy("Look at the page.", "GET /v1/it shows it.", "`auditor it` shows it."))


def of_programs(text: str) -> list[str]:
    return OF_PROGRAMS.findall(text) + OF_PYTHON.findall(text)


@of_every("kind", TABLE, ids=lambda kind: kind.__name__)
def test_a_page_and_the_command_line_get_no_words_of_programs(app: Flask, kind: type[DomainError]) -> None:
    page = answered(app, "/rooms", made(kind))
    text = words(page)
    assert made(kind).said("page") in text
    assert not of_programs(text), text
    assert page.mimetype == "text/html"
    from_service = str(ErrorAnswer(409, answered(app, "/v1/rooms", made(kind), Prefer="words=command").json))
    assert made(kind).said("command") in from_service
    assert not of_programs(from_service), from_service
    ended = CliRunner().invoke(_Raising(made(kind)), ["it"])
    assert ended.exit_code in (2, 3), ended
    assert ended.stderr == f"auditor: {made(kind).said('command')}\n"
    assert not of_programs(ended.stderr), ended.stderr


@of_every("kind", TABLE, ids=lambda kind: kind.__name__)
def test_a_program_gets_the_words_of_the_api(app: Flask, kind: type[DomainError]) -> None:
    problem = answered(app, "/v1/rooms", made(kind))
    assert problem.json["detail"] == made(kind).said("api")
    assert problem.mimetype == "application/problem+json"


def test_one_fact_has_a_remedy_for_each_way_to_the_service(app: Flask) -> None:
    client = app.test_client()
    asked = client.get("/v1/rooms/WA-9999")
    assert asked.json["detail"] == (
        "Room WA-9999 is not on record. PUT /v1/rooms/WA-9999 puts it there; GET /v1/rooms lists those there are."
    )
    typed = client.get("/v1/rooms/WA-9999", headers={"Prefer": "words=command"})
    assert typed.json["detail"] == (
        "Room WA-9999 is not on record. `auditor rooms put WA-9999` puts it there; `auditor rooms` lists those there are."
    )
    page = client.get("/rooms/WA-9999")
    assert page.status_code == 404
    assert words(page).startswith(
        "There is nothing here Room WA-9999 is not on record. The list of rooms shows those there are; an administrator"
    )


def test_the_command_line_prints_its_own_remedy(tmp_path: Path) -> None:
    with listening(tmp_path / "store") as url:
        done = call("rooms", "show", "WA-9999", "--url", url)
    assert (done.status, done.out) == (2, "")
    assert done.err == (
        "auditor: Room WA-9999 is not on record. `auditor rooms put WA-9999` puts it there; `auditor rooms` lists those "
        "there are.\n"
    )


def test_a_page_that_does_not_exist_names_no_address_of_the_api(app: Flask) -> None:
    page = app.test_client().get("/no-such-page", headers={"Accept": "text/html"})
    assert page.status_code == 404
    assert "There is no page at /no-such-page. Go back, or to the start." in words(page)
    assert not of_programs(words(page))


def test_words_that_differ_by_channel_are_kept_apart_in_the_source() -> None:
    """Sentences with an address or a field of the API are remedies of the API, and those of pages have none."""
    found = [
        each for path in sorted(ROOT.rglob("*.py")) if not _of_the_api(path) for each in _sentences(path)
    ]
    wrong = [f"{place}: {text}" for place, text in found if of_programs(text)]
    assert not wrong, "\n".join(wrong)


def _of_the_api(path: Path) -> bool:
    """The API itself, the statements of the store, and the demonstration, which shows how the API is used."""
    where = path.relative_to(ROOT).as_posix()
    of_api = where.startswith("http/") and not where.startswith("http/web/")
    return of_api or where.startswith(("store/", "doctor/")) or where == "cli/demo_command.py"


def _sentences(path: Path) -> Iterator[tuple[str, str]]:
    """The sentences of a module with their places, but for docstrings and what is for the API alone."""
    tree = ast.parse(path.read_text())
    left_out = {id(each) for node in ast.walk(tree) for each in _for_the_api(node)}
    for node in ast.walk(tree):
        if id(node) not in left_out and isinstance(node, ast.JoinedStr | ast.Constant):
            text = _text(node)
            if len(text.split()) > 3:
                yield f"{path.relative_to(ROOT)}:{node.lineno}", text


def _for_the_api(node: ast.AST) -> Iterator[ast.AST]:
    """Everything within a docstring, the words of a remedy for the API, and pieces of a longer text."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        yield node.value
    elif isinstance(node, ast.JoinedStr):
        yield from node.values
    elif isinstance(node, ast.Call):
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        if name in OF_THE_API:
            place, keyword = OF_THE_API[name]
            given = [*node.args[place], *(each.value for each in node.keywords if each.arg == keyword)]
            yield from (below for each in given for below in ast.walk(each))


def _text(node: ast.JoinedStr | ast.Constant) -> str:
    parts = node.values if isinstance(node, ast.JoinedStr) else [node]
    return "".join(str(each.value) if isinstance(each, ast.Constant) else "0" for each in parts)


def answered(app: Flask, path: str, error: DomainError, **headers: str) -> TestResponse:
    """What the service answers at an address where an error is raised."""
    with app.test_request_context(path, headers=headers):
        made = app.process_response(app.make_response(app.handle_user_exception(error)))
        return TestResponse(made.response, made.status, made.headers, app.test_request_context(path).request)


class _Raising(Commands):
    """A command line whose commands raise an error."""

    def __init__(self, error: DomainError) -> None:
        super().__init__("auditor", commands_in="", commands_help={"it": "does it"})
        self._error = error

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command:
        return click.Command("it", callback=self._raise)

    def _raise(self) -> None:
        raise self._error
