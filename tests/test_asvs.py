"""docs/asvs.md has every requirement once, with proofs that exist; and those proofs that have no better place."""

import ast
import base64
import re
from functools import cache
from io import BytesIO
from pathlib import Path

import pytest

from auditor.access import keys
from auditor.access.keys import NewKey
from tests.http.filing import TERMS
from tests.http.kit import NDJSON, log
from tests.services import application
from tests.test_documents import text

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "asvs.md"

# ASVS 5.0.0: the level of each requirement of a section, in their order. V1.2 has ten, of which the last is of level 3.
LEVELS = {
    "1.1": "22", "1.2": "1111122223", "1.3": "112222222223", "1.4": "222", "1.5": "123",
    "2.1": "122", "2.2": "112", "2.3": "12223", "2.4": "23",
    "3.1": "3", "3.2": "113", "3.3": "12223", "3.4": "11222233", "3.5": "11122333", "3.6": "3", "3.7": "22333",
    "4.1": "12233", "4.2": "23333", "4.3": "22", "4.4": "1222",
    "5.1": "2", "5.2": "112333", "5.3": "113", "5.4": "222",
    "6.1": "122", "6.2": "111111112222", "6.3": "11223333", "6.4": "112233", "6.5": "22222333", "6.6": "2223",
    "6.7": "33", "6.8": "2222",
    "7.1": "222", "7.2": "1111", "7.3": "22", "7.4": "11222", "7.5": "223", "7.6": "22",
    "8.1": "1233", "8.2": "1123", "8.3": "133", "8.4": "23",
    "9.1": "111", "9.2": "1222",
    "10.1": "22", "10.2": "223", "10.3": "22223", "10.4": "1111122222233333", "10.5": "22222", "10.6": "22",
    "10.7": "222",
    "11.1": "2233", "11.2": "22233", "11.3": "11233", "11.4": "1222", "11.5": "23", "11.6": "23", "11.7": "33",
    "12.1": "12233", "12.2": "11", "12.3": "22223",
    "13.1": "2333", "13.2": "222223", "13.3": "2233", "13.4": "1222233",
    "14.1": "22", "14.2": "12223333", "14.3": "122",
    "15.1": "12233", "15.2": "12233", "15.3": "1222222", "15.4": "3333",
    "16.1": "2", "16.2": "22222", "16.3": "2222", "16.4": "222", "16.5": "2223",
    "17.1": "23", "17.2": "22223333", "17.3": "22",
}  # fmt: skip
ROW = re.compile(
    r"^\| v5\.0\.0-([\d.]+) \| (\d) \| (.+?) \| (met|not applicable|not met) \| (.+) \|$", re.MULTILINE
)
LINK = re.compile(r"\[([^\]]+)\]\(([^)\s]+)\)")
ROWS = ROW.findall(text("docs/asvs.md"))


def required():
    """The requirements of levels 1 and 2, with their levels."""
    return [
        (f"{section}.{number}", level)
        for section, levels in LEVELS.items()
        for number, level in enumerate(levels, 1)
        if level in "12"
    ]


def test_the_levels_are_those_of_the_standard():
    every = "".join(LEVELS.values())
    assert [every.count(level) for level in "123"] == [70, 183, 92]


def test_every_requirement_is_there_once_with_its_level():
    assert [(number, level) for number, level, *_ in ROWS] == required()
    assert len(re.findall(r"^\| v5", text("docs/asvs.md"), re.MULTILINE)) == len(ROWS)
    assert f"all {len(ROWS)} requirements" in text("docs/asvs.md")


@cache
def names_of_tests(path):
    tree = ast.parse(path.read_text("utf-8"))
    return {each.name for each in ast.walk(tree) if isinstance(each, ast.FunctionDef)}


def missing(proof):
    """What a proof names that does not exist. The headings of documents are looked at with all other links."""
    for name, target in LINK.findall(proof):
        path = (PAGE.parent / target.partition("#")[0]).resolve() if not target.startswith("#") else PAGE
        if not path.exists() or (name.startswith("test_") and name not in names_of_tests(path)):
            yield f"{name} in {target}"


@pytest.mark.parametrize("chapter", range(1, 18))
def test_every_proof_exists(chapter):
    rows = [row for row in ROWS if row[0].startswith(f"{chapter}.")]
    assert rows
    assert {number: lost for number, *_, proof in rows if (lost := list(missing(proof)))} == {}


def test_what_is_met_has_a_proof_and_what_is_not_has_a_reason():
    assert [
        number for number, _, _, status, proof in ROWS if status == "met" and not LINK.search(proof)
    ] == []
    assert [
        number
        for number, _, _, status, proof in ROWS
        if status != "met" and len(LINK.sub("", proof).split()) < 2
    ] == []


def test_a_proof_that_is_not_there_would_be_noticed():
    assert list(missing("[test_nothing_of_the_kind](../tests/test_asvs.py)")) == [
        "test_nothing_of_the_kind in ../tests/test_asvs.py"
    ]
    assert list(missing("[gone](../gone.md)")) == ["gone in ../gone.md"]
    assert list(missing("[test_every_proof_exists](../tests/test_asvs.py)")) == []


# ------------------------------------------------------------------------ proofs: what the program calls

SOURCES = sorted(
    path
    for name in ("auditor", "reports", "rules", "simulation", "verifier")
    for path in (ROOT / name).rglob("*.py")
)
SENDERS = ("auditor/cli/", "auditor/outgoing/")
READS_HISTORIES = "auditor/importing/histories/elements.py"
READS_WORKBOOKS = "auditor/importing/workbook/package.py"  # refuses declarations, so that entities cannot be
_SEEDED = ("simulation/", "simulation/gaps/", "auditor/preview.py")  # the same draws for the same seed
GIVES_MEMORY_BACK = "auditor/freed_memory.py"  # by two calls of the C library with constant numbers
CARRIES = "rules/records/carried.py"  # the blocks of a log, between two processes of one command
SENDS_MAIL = "auditor/reminders/smtp.py"
READS_IN_ANOTHER_PROCESS = "auditor/reading_process.py"
STARTS_A_SERVICE = "auditor/cli/service_process.py"
VERIFIES = "auditor/verification.py"  # of anybody's PDF, in a process with little memory and time


@cache
def nodes(path):
    """The calls, imports and attributes of a module."""
    kinds = (ast.Call, ast.Import, ast.ImportFrom, ast.Attribute)
    return [each for each in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(each, kinds)]


def dotted(node):
    """The name that an expression is, with what it is called on: `re.compile`, `open`."""
    if isinstance(node, ast.Attribute):
        return f"{dotted(node.value)}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else ""


def calls(path):
    return [(dotted(each.func), each) for each in nodes(path) if isinstance(each, ast.Call)]


def imports(path):
    for each in nodes(path):
        if isinstance(each, ast.Import):
            yield from (alias.name for alias in each.names)
        elif isinstance(each, ast.ImportFrom) and each.module:
            yield each.module


def name_of(path):
    return path.relative_to(ROOT).as_posix()


@pytest.mark.night
@pytest.mark.slow
def test_nothing_dangerous_is_called():
    """No code from data, no objects from data, no shell; processes are started by two modules. What is pickled is sent by a
    process to the one that started it, and is read nowhere else."""
    dangerous = {"eval", "exec", "compile", "__import__", "os.system", "os.popen", "render_template_string"}
    packages = {"pickle", "marshal", "shelve", "xml", "yaml", "ctypes", "cffi", "smtplib", "ldap", "memcache"}
    assert [(name_of(path), name) for path in SOURCES for name, _ in calls(path) if name in dangerous] == []
    assert [
        (name_of(path), module)
        for path in SOURCES
        for module in imports(path)
        if module.split(".")[0] in packages
    ] == [
        (GIVES_MEMORY_BACK, "ctypes"), (READS_HISTORIES, "xml.parsers"), (READS_WORKBOOKS, "xml.parsers"),
        (SENDS_MAIL, "smtplib"), (CARRIES, "pickle"),
    ]  # fmt: skip
    assert {name_of(path) for path in SOURCES for name, _ in calls(path) if name == "unpickled"} == {
        READS_IN_ANOTHER_PROCESS
    }
    assert {name_of(path) for path in SOURCES if "subprocess" in imports(path)} == {
        STARTS_A_SERVICE,
        VERIFIES,
    }
    for path in (STARTS_A_SERVICE, VERIFIES):
        assert "shell=" not in (ROOT / path).read_text("utf-8")


@pytest.mark.slow
def test_requests_are_sent_by_the_command_line_and_outgoing_only():
    clients = {"requests", "urllib.request", "http.client", "urllib3", "ftplib", "httpx", "aiohttp"}
    senders = {name_of(path) for path in SOURCES if clients & set(imports(path))}
    assert "auditor/cli/client.py" in senders
    assert {each for each in senders if not each.startswith(SENDERS)} == set()


@pytest.mark.slow
def test_no_client_leaves_certificates_unchecked():
    for path in SOURCES:
        given = {
            ast.dump(word.value) for _, call in calls(path) for word in call.keywords if word.arg == "verify"
        }
        assert ast.dump(ast.Constant(False)) not in given, path
        assert "CERT_NONE" not in path.read_text("utf-8"), path


def test_no_client_follows_redirects():
    (sent,) = [call for name, call in calls(ROOT / "auditor/cli/client.py") if name == "self._http.send"]
    assert {word.arg: ast.unparse(word.value) for word in sent.keywords}["allow_redirects"] == "False"


@pytest.mark.slow
def test_digests_and_random_values_are_of_the_kinds_in_the_inventory():
    digests = {"sha256", "sha512", "file_digest"}
    used = {
        each.attr
        for path in SOURCES
        for each in nodes(path)
        if isinstance(each, ast.Attribute) and dotted(each.value) == "hashlib"
    }
    named = {
        alias.name
        for path in SOURCES
        for each in nodes(path)
        if isinstance(each, ast.ImportFrom) and each.module == "hashlib"
        for alias in each.names
    }
    assert {"sha256"} <= used | named <= digests
    chance = {name_of(path) for path in SOURCES if {"random", "uuid"} & set(imports(path))}
    assert {each for each in chance if not each.startswith(_SEEDED)} == set()
    macs = {
        (name_of(path), ast.unparse(call.args[2]))
        for path in SOURCES
        for name, call in calls(path)
        if name == "hmac.digest"
    }
    assert {kind for name, kind in macs if name != "auditor/access/one_time_codes.py"} <= {
        "'sha256'",
        "hashlib.sha256",
    }
    assert ("auditor/access/one_time_codes.py", "'sha1'") in macs
    drawn = base64.urlsafe_b64decode(keys._drawn()[2].split("_", 2)[2] + "=")
    assert len(drawn) * 8 == 256


# ------------------------------------------------------------------------ proofs: what input does


def test_what_a_query_says_is_no_part_of_a_statement(tmp_path):
    with application(tmp_path / "data") as app:
        client = app.test_client()
        assert client.post("/v1/sessions", data=log(), content_type=NDJSON).status_code == 201
        for said in ("' OR '1'='1", "1; DROP TABLE sessions", '" OR ""="', "WA-0417'--", "%", "_"):
            for name in ("room", "table"):
                found = client.get("/v1/sessions", query_string={name: said})
                assert (found.status_code, found.json["pagination"]["total"]) == (200, 0), said
            assert client.get("/v1/sessions", query_string={"from": said}).status_code == 422
        assert client.get("/v1/sessions?room=WA-0417").json["pagination"]["total"] == 1


@pytest.mark.slow
def test_a_search_for_the_signs_of_expressions_searches_for_them(tmp_path):
    with application(tmp_path / "data") as app:
        for said in ("(a+)+$", "[", "*", "\\", ".*", "(?i)x", "SCR001|PAY001"):
            answer = app.test_client().get("/reference/search", query_string={"q": said})
            assert answer.status_code == 200
            assert "/reference/checks/SCR002" not in answer.text, said


def test_a_field_that_nobody_knows_is_refused(tmp_path):
    """What a client may not set is no field of the request, and is not passed over."""
    with application(tmp_path / "data") as app:
        client = app.test_client()
        client.post("/v1/sessions", data=log(), content_type=NDJSON)
        for field in ("state", "id", "result", "open"):
            answer = client.post("/v1/audits", json={"sessions": [1], field: "finished"})
            assert (answer.status_code, answer.json["errors"]) == (
                422, [{"detail": "Unknown field.", "pointer": f"#/{field}"}],
            )  # fmt: skip
        answer = client.put("/v1/rooms/WA-0417", json={**TERMS, "recorded_at": "2020-01-01T00:00:00Z"})
        assert (answer.status_code, answer.json["errors"][0]["pointer"]) == (422, "#/recorded_at")
        assert client.get("/v1/audits").json["pagination"]["total"] == 0


def test_a_key_in_an_address_is_no_key(tmp_path):
    with application(tmp_path / "data", open_to_all=False) as app:
        store = app.extensions["auditor"].store
        _, written = keys.make(store, NewKey("room", "Dana Reyes", rooms=["WA-0417"]))
        client = app.test_client()
        assert client.get("/v1/sessions", headers={"Authorization": f"Bearer {written}"}).status_code == 200
        for name in ("key", "access_token", "token", "api_key", "Authorization"):
            answer = client.get("/v1/sessions", query_string={name: written})
            assert (answer.status_code, answer.json["type"].rpartition(":")[2]) == (401, "no-key")
            assert written not in answer.text


def test_a_download_has_the_name_that_the_service_gives_it(tmp_path):
    """Whatever a client called the file, and whatever is in the log's ids."""
    with application(tmp_path / "data") as app:
        client = app.test_client()
        hostile = '../a";\r\nX: y/evening.exe'
        sent = {"file": (BytesIO(log(session='S"1; x=y')), hostile)}
        made = client.post("/v1/sessions", data=sent, content_type="multipart/form-data")
        assert made.status_code == 201, made.text
        answer = client.get("/v1/sessions/1/log")
        named = answer.headers["Content-Disposition"]
        assert re.fullmatch(r'attachment; filename="[A-Za-z0-9._-]+"', named), named
        assert "exe" not in named
        assert "X" not in answer.headers
