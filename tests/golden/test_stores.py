"""Stores that earlier programs made open, migrate, and are read: nothing in them is another, and nothing is made up.

What is compared is read from the old file with plain SQL, before this program opens it.
"""

import hashlib
import json
import re
import sqlite3
import tarfile
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Any

import jsonschema
import msgspec
import pytest
from flask import Flask
from flask.testing import FlaskClient

from auditor.doctor import examine
from auditor.store.legacy.migrations import MIGRATIONS
from auditor.store.rows import DayRequest, EventAuditRequest
from auditor.store.store import FILE
from rules.typed import from_json
from tests.golden.stores.make import DAY, LEFT, ROOM
from tests.http.kit import ended
from tests.pdf import text_of
from tests.services import application

pytestmark = pytest.mark.of_the_file  # a store of an earlier program is a file

FOLDER = Path(__file__).parent / "stores"
MADE_BY = {  # the commit, and the last migration of its program
    "459484a": "0005_knowledge",
    "7c518d4": "0015_uploads",
    "078dd52": "0022_incidents_of_rooms",
    "c5f9473": "0035_incidents_of_events",
    "c7995f7": "0035_incidents_of_events",
    "fc2ebcf": "0035_incidents_of_events",
}
OLDEST = "459484a"
OF_A_SESSION, OF_A_DAY = 3, 6  # the numbers of audits, in each store
DUE_UNDER_THE_ROOMS_OWN = [  # SCR001 of the session that names wsgc-base: hand, seat, recorded and due under approved controls
    (hand, seat, stated, due)
    for hand, nets in ((1, (300, 100, 300, -700)), (2, (300, 200, 300, -800)), (3, (300, 100, 300, -700)))
    for seat, (stated, due) in enumerate(zip(nets, (400, 0, 600, -1000), strict=True), 1)
]
JSON = "application/json"
_RULE = re.compile(r"<(?:\w+:)?(\w+)>")
_NAMES = {
    "session_name": "session",
    "table_name": "table",
}  # of columns that are called otherwise than the field


@dataclass
class Opened:
    """A store that this program opened, and what the old file said.

    again: by old audits, those that this program made of the same.
    """

    app: Flask
    folder: Path
    old: dict[str, Any]
    again: dict[int, int] = field(default_factory=dict)
    client: FlaskClient = field(init=False)

    def __post_init__(self) -> None:
        self.client = self.app.test_client()

    def get(self, path: str) -> Any:
        """The JSON at an address."""
        answer = self.client.get(path)
        assert answer.status_code == 200, (path, answer.text)
        return answer.json

    @property
    def audits(self) -> dict[int, dict[str, Any]]:
        """What the old file had of each finished audit."""
        return self.old["audits"]


def unpacked(commit: str, folder: Path) -> Path:
    """The data folder that a program left, with the modes that it had."""
    folder.mkdir(mode=0o700)
    with tarfile.open(FOLDER / f"{commit}.tar.xz") as tar:
        tar.extractall(folder, filter="data")
    return folder


def read(file: Path) -> dict[str, Any]:
    """What a store says, as plain SQL reads it."""
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as db:
        db.row_factory = sqlite3.Row
        there = {row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        purged = _rows(db, "SELECT subject, key FROM purges") if "purges" in there else []
        gone = {int(each["key"]) for each in purged if each["subject"] == "audits"}
        audits = {}
        for row in _rows(db, "SELECT * FROM audits WHERE state = 'finished' ORDER BY id"):
            of = {
                table: _rows(db, f"SELECT * FROM {table} WHERE audit = {row['id']} ORDER BY position")
                for table in ("findings", "coverage", "incidents")
                if table in there
            }
            audits[row["id"]] = {
                **row,
                "summary": json.loads(row["summary"]),
                **of,
                "gone": row["id"] in gone,
            }
        return {
            "migrations": [row[0] for row in db.execute("SELECT name FROM _sqlite_migrations ORDER BY name")],
            "unfinished": [row[0] for row in db.execute("SELECT id FROM audits WHERE finished_at IS NULL")],
            "sessions": _rows(db, "SELECT * FROM sessions ORDER BY id"),
            "audits": audits,
        }


def _rows(db: sqlite3.Connection, sql: str) -> list[dict[str, Any]]:
    return [dict(row) for row in db.execute(sql)]


@pytest.fixture(scope="module", params=MADE_BY)
def store(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Opened]:
    """A store, opened; what waited in its queue has ended; a session and a day were audited again."""
    folder = unpacked(request.param, tmp_path_factory.mktemp(request.param) / "data")
    old = read(folder / FILE)
    with application(folder) as app:
        opened = Opened(app, folder, old)
        for number in old["unfinished"]:
            ended(lambda number=number: opened.get(f"/v1/audits/{number}"))
        for old_audit, again in (
            (OF_A_DAY, app.test_client().put(f"/v1/rooms/{ROOM}/days/{DAY}/audit")),
            (
                OF_A_SESSION,
                app.test_client().post(f"/v1/audits/{OF_A_SESSION}/again", json={"known": "then"}),
            ),
        ):
            assert again.status_code == 201, again.text
            opened.again[old_audit] = again.json["id"]
        yield opened


def test_the_report_of_the_oldest_store_says_what_its_engine_did_not_work_out(tmp_path):
    folder = unpacked(OLDEST, tmp_path / "data")
    old = read(folder / FILE)
    with application(folder) as app:
        listed = app.test_client().get("/v1/audits").json["audits"]
        found = app.test_client().get("/v1/audits/2/report.json").json
    waited = {each["id"]: len(each["sessions"]) for each in listed if each["id"] in old["unfinished"]}
    assert waited == {7: 12}
    assert [_fact(each) for each in found["findings"]] == [
        _fact(_finding(each)) for each in old["audits"][2]["findings"]
    ]
    assert {name: found[name] for name in ("incidents", "triangle", "reconciliation", "impossible", "event")} == {
        "incidents": None, "triangle": None, "reconciliation": None, "impossible": None, "event": None,
    }  # fmt: skip


@pytest.mark.slow
@pytest.mark.sampled(3)
class TestStore:
    """Each store, from its file to its pages."""

    def test_it_is_of_the_schema_of_its_program_and_gets_that_of_this_one(self, store, request):
        commit = request.node.callspec.params["store"]
        assert store.old["migrations"][-1] == MADE_BY[commit]
        db = store.app.extensions["auditor"].store.connections.db
        assert MIGRATIONS.pending(db) == []

    def test_what_waited_in_its_queue_is_audited(self, store):
        assert store.old["unfinished"]
        (session,) = [each["id"] for each in store.old["sessions"] if each["session"] == LEFT[0]]
        for number in store.old["unfinished"]:
            found = store.get(f"/v1/audits/{number}")
            assert (found["state"], session in found["sessions"]) == ("finished", True)
            scored = store.get(f"/v1/audits/{number}/findings?code=SCR001&session={session}")["findings"]
            assert [(each["hand"], each["seat"], each["stated"], each["expected"]) for each in scored] == (
                DUE_UNDER_THE_ROOMS_OWN
            )
            (claim,) = store.get(f"/v1/audits/{number}/findings?code=CTL003&session={session}")["findings"]
            assert (claim["stated"], claim["expected"]) == ("wsgc-base", "wa-0417-own")

    def test_what_its_audits_rest_on_is_read_as_it_was_written(self, store):
        kinds: dict[str, Any] = {"day": from_json(DayRequest), "event": from_json(EventAuditRequest)}
        asked = [
            (name, old["request"])
            for old in store.audits.values()
            for name in kinds
            if old.get(name) is not None
        ]
        assert "day" in {name for name, _ in asked}
        for name, request in asked:
            assert _only(msgspec.to_builtins(kinds[name](request)), json.loads(request)) == json.loads(
                request
            )

    def test_rooms_and_their_controls_are_as_they_were_left(self, store):
        listed = store.get(f"/v1/rooms/{ROOM}/controls")["controls"]
        assert sorted((each["ruleset"], each["revision"], each["standing"]) for each in listed) == [
            ("wa-0417-own", 1, "approved"), ("wa-0417-own", 2, "denied"), ("wa-0417-own", 3, "draft"),
        ]  # fmt: skip
        shown = store.get("/v1/rulesets/wa-0417-own/1")
        assert (shown["params"]["surrender"]["allowed"], shown["title"]) == (
            True, f"Internal controls of card room {ROOM}, Thirteen Card Poker",
        )  # fmt: skip
        terms = store.get(f"/v1/rooms/{ROOM}")
        assert (terms["time_zone"], terms["gaming_day_begins"], terms["tables"]) == (
            "America/Los_Angeles",
            "06:00",
            5,
        )

    def test_the_digest_of_every_audit_is_the_one_that_was_stored(self, store):
        for number, old in store.audits.items():
            assert store.get(f"/v1/audits/{number}")["result_sha256"] == old["result_sha256"]
            if not old["gone"]:
                read_again = store.get(f"/v1/audits/{number}/report.json")
                digest = hashlib.sha256(msgspec.json.encode(_as_then(read_again, old)))
                assert digest.hexdigest() == old["result_sha256"], number

    def test_findings_incidents_and_coverage_are_those_of_the_rows(self, store):
        for number, old in store.audits.items():
            if old["gone"]:
                assert store.client.get(f"/v1/audits/{number}/report.json").status_code == 410
                continue
            found = store.get(f"/v1/audits/{number}/report.json")
            assert [_fact(each) for each in found["findings"]] == [
                _fact(_finding(each)) for each in old["findings"]
            ]
            for row, each in zip(old["coverage"], found["coverage"], strict=True):
                names = ("code", "tested", "agreeing", "differing", "untestable", "inapplicable")
                assert {name: each[name] for name in names} == {name: row.get(name) for name in names}
            if old["summary"].get("incidents") is None:
                assert found["incidents"] is None
            else:
                then = [json.loads(each["incident"]) for each in old["incidents"]]
                assert _only(found["incidents"], then) == then
                added = [value for _, value in _added(found["incidents"], then)]
                assert added == [None] * len(added)

    def test_what_its_engine_did_not_work_out_is_null_and_never_0_or_empty(self, store):
        for number, old in store.audits.items():
            found = store.client.get(f"/v1/audits/{number}/report.json").json
            if not old["gone"]:
                added = list(_added(found, old["summary"]))
                assert {path: value for path, value in added if value is not None} == {}

    @pytest.mark.night
    @pytest.mark.sampled(6)
    def test_every_address_is_answered_as_the_api_documents(self, store):
        document = store.get("/v1/openapi.json")
        documented = _documented(document)
        failed = []
        for rule, path in _addresses(store):
            answer = store.client.get(path)
            if answer.status_code >= 500:
                failed.append((answer.status_code, path))
            schema = documented.get(rule, {}).get(f"{answer.status_code}")
            if schema is not None and answer.mimetype == JSON:
                jsonschema.validate(answer.json, schema)
        assert failed == []

    @pytest.mark.parametrize("audit", [OF_A_SESSION, OF_A_DAY])
    def test_what_an_earlier_engine_found_is_compared_with_what_this_one_finds(self, store, audit):
        again = store.again[audit]
        found = store.get(f"/v1/audits/{audit}/compare/{again}")
        engines = [found[side]["engine"] for side in ("before", "after")]
        assert (engines[0]["code"], engines[0]["judgement"]) == (None, None)
        assert None not in (engines[1]["code"], engines[1]["judgement"])
        old = {each["fingerprint"] for each in store.audits[audit]["findings"]}
        new = {each["fingerprint"] for each in store.get(f"/v1/audits/{again}/report.json")["findings"]}
        changed = {
            side: {each[side]["fingerprint"] for each in found["changed"]} for side in ("before", "after")
        }
        assert {each["fingerprint"] for each in found["gone"]} == old - new - changed["before"]
        assert {each["fingerprint"] for each in found["new"]} == new - old - changed["after"]
        assert changed["before"] <= old
        assert changed["after"] <= new

    def test_a_redacted_edition_is_issued_with_its_bundle(self, store):
        for number in (OF_A_SESSION, OF_A_DAY):
            issued = store.client.post(f"/v1/audits/{number}/reports", json={"edition": "redacted"})
            assert issued.status_code == 201, issued.text
            whole = store.client.post(f"/v1/audits/{number}/reports", json={})
            assert whole.status_code in (200, 201), whole.text
            assert store.client.get(f"/v1/reports/{whole.json['id']}/bundle.zip").status_code == 200

    def test_the_doctor_finds_nothing(self, store):
        found = examine(store.folder / FILE).checks
        assert [(each.check, each.faults) for each in found if each.faults] == []


@pytest.mark.slow
def test_the_report_for_people_says_what_the_oldest_engine_did_not_do(tmp_path):
    with application(unpacked(OLDEST, tmp_path / "data")) as app:
        said = " ".join(text_of(app.test_client().get("/v1/audits/3/report.pdf").data).split())
    assert (
        "The engine of this audit, version 0.1.0, did not set the fees of a log against what was due" in said
    )
    assert "did not group findings" in said


def _finding(row: dict[str, Any]) -> dict[str, Any]:
    """A finding of a row, as JSON has it."""
    found = {_NAMES.get(name, name): value for name, value in row.items() if name != "session"}
    return {**found, **{name: found[name] and json.loads(found[name]) for name in ("hands", "readings")}}


def _fact(finding: dict[str, Any]) -> tuple[Any, ...]:
    names = (
        "fingerprint", "code", "kind", "severity", "session", "hand", "seat", "player", "line", "stated", "expected", "money",
        "clause", "message", "hands", "readings",
    )  # fmt: skip
    return tuple(finding[name] for name in names)


def _as_then(today: dict[str, Any], old: dict[str, Any]) -> dict[str, Any]:
    """An audit as the JSON of today has it, with those fields alone that its program had."""
    whole = {
        name: value
        for name, value in _only(today, old["summary"]).items()
        if name not in ("controls", "answers")
    }
    for table in ("findings", "coverage"):
        if old[table]:
            columns = {_NAMES.get(name, name) for row in old[table][:1] for name in row}
            whole[table] = [{name: each[name] for name in each if name in columns} for each in whole[table]]
    if whole.get("incidents"):
        whole["incidents"] = _only(
            whole["incidents"], [json.loads(each["incident"]) for each in old["incidents"]]
        )
    return whole


def _only(today: Any, then: Any) -> Any:
    if isinstance(today, dict) and isinstance(then, dict):
        return {name: _only(value, then[name]) for name, value in today.items() if name in then}
    if isinstance(today, list) and isinstance(then, list) and then:
        return [_only(*each) for each in zip(today, then, strict=True)]
    return today


def _added(today: Any, then: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """What the JSON of today has that was not stored: the path to each, and its value."""
    if isinstance(today, dict) and isinstance(then, dict):
        for name, value in today.items():
            if name in then:
                yield from _added(value, then[name], f"{path}/{name}")
            elif f"{path}/{name}" not in ("/controls", "/answers"):  # are laid beside the audit
                yield f"{path}/{name}", value
    elif isinstance(today, list) and isinstance(then, list):
        for each in zip(today, then, strict=False):
            yield from _added(*each, f"{path}[]")


def _documented(document: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Of each GET address with JSON, the schema of each status."""
    found: dict[str, dict[str, Any]] = {}
    for path, item in document["paths"].items():
        for status, answer in item.get("get", {}).get("responses", {}).items():
            schema = answer.get("content", {}).get(JSON, {}).get("schema")
            if schema is not None:
                found.setdefault(path, {})[status] = {**schema, "components": document["components"]}
    return found


def _addresses(store: Opened) -> list[tuple[str, str]]:
    """Every address about a thing that the store has, by its rule: of the API, and of the pages."""
    of = _things(store)
    found = []
    for rule in sorted(store.app.url_map.iter_rules(), key=lambda each: each.rule):
        names = _RULE.findall(rule.rule)
        if "GET" not in (rule.methods or ()) or not names or not set(names) <= set().union(*of):
            continue
        for things in of:
            if set(names) <= set(things):
                template = _RULE.sub(lambda name: "{" + name[1] + "}", rule.rule)
                for values in product(*(things[name] for name in names)):
                    found.append((template, template.format(**dict(zip(names, values, strict=True)))))
    return sorted(set(found))


def _things(store: Opened) -> list[dict[str, list[Any]]]:
    """What addresses name: values by name, those together that are of one thing."""
    rooms = [each["id"] for each in store.get("/v1/rooms")["rooms"]]
    audits = [each["id"] for each in store.get("/v1/audits?page_size=1000")["audits"]]
    found: list[dict[str, list[Any]]] = [
        {"audit": audits},
        {"audit": audits, "other": [*store.again.values()]},
        {"room": rooms},
        {"room": [ROOM], "date": [DAY, LEFT[1]]},
        {"session": [each["id"] for each in store.old["sessions"]], "hand": [1, 2]},
        {"index": [0, 1]},
    ]
    for room in rooms:
        filed = store.get(f"/v1/rooms/{room}/controls")["controls"]
        for each in filed:
            own, revision = [each["ruleset"]], [each["revision"]]
            found.append({"room": [room], "ruleset": own, "name": own, "revision": revision})
        listed = store.get(f"/v1/rooms/{room}/incidents?page_size=5")["incidents"]
        found += [{"room": [room], "incident": [each["id"]]} for each in listed]
    for name, at in (
        ("hold", "holds"),
        ("sample", "samples"),
        ("report", "reports"),
        ("original", "originals"),
    ):
        found.append({name: [each["id"] for each in store.get(f"/v1/{at}")[at]], "hand": [1], "room": [ROOM]})
    for kind in ("tournaments", "ledgers"):
        found.append({"event": [each["id"] for each in store.get(f"/v1/{kind}")[kind]]})
    return found
