"""Every address with the key of every role, on what is its own and on what is another room's.

The store has two rooms with the same things in either. What is expected follows from the table of roles alone: 401 without
a key; 403 where the role may not do it, whatever it is done with; else the answer there would be without keys for what is
its own, and for another room's thing the very answer for a thing that does not exist.
"""

import hashlib
import io
import json
import re
from dataclasses import dataclass
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from auditor.access import keys
from auditor.access.keys import NewKey
from auditor.access.roles import TABLE
from auditor.http.access import PUBLIC, is_page, need_of
from auditor.http.context import OPEN
from auditor.importing.workbook.workbook_importer import XLSX_TYPE
from auditor.store.service_clock import now
from auditor.store.stored_keys import ROLES
from tests.http.filing import TERMS, TOML, decided, put_room
from tests.http.kit import NDJSON, hand_line, log
from tests.importing.workbooks import content, put, written
from tests.rules.filed import controls
from tests.rules.ledgers import build as ledgers
from tests.rules.tournaments import build as tournaments
from tests.rules.tournaments.build import written as written_lines
from tests.services import application

DAY = "2026-03-14"
PDF = b"%PDF-1.4\n%%EOF\n"
DRAWN = {"from": DAY, "until": DAY, "hands": 1, "source": "dice", "value": "3 5 1"}
STEP = {"reference": "letter 1", "reason": "no", "note": "n"}
HIDDEN = 404


@dataclass(frozen=True)
class Things:
    """What there is of a room, by the names in the addresses below."""

    room: str
    ruleset: str
    session: int
    audit: int
    again: int
    trial: int
    hold: int
    entry: int  # that the room was put on record
    report: int
    original: int
    sample: int
    tournament: int
    ledger: int
    proposal: int
    night: int  # of screening
    incident: str = "f" * 64  # that was answered and closed
    file: str = hashlib.sha256(PDF).hexdigest()

    def sets(self) -> str:
        return controls(1, "2026-01-01").replace("wa-0417-thirteen", self.ruleset)

    def workbook(self) -> bytes:
        sheets = content()
        put(sheets, "Session", 2, "room", self.room)
        return written(sheets)

    def event(self) -> bytes:
        """The file of a tournament."""
        return written_lines(tournaments.header(room=self.room))

    def book(self) -> bytes:
        return written_lines(ledgers.header(room=self.room))

    def terms(self) -> dict[str, object]:
        return {**TERMS, "authority": "wsgc" if self is OURS else None}

    def log(self) -> bytes:
        return log(hand_line(1, (100, 300, 300, -700)), room=self.room)


OUR_INCIDENT = "55478484c1c324007f67b2cf1b94f5631ed04070375c31a47e0df102e9d3c11b"
THEIR_INCIDENT = "b4444b47f8ddf0e265b98c2f8f31590a778a39c3d869228b8be6c2fc4315100e"
OURS = Things("WA-0417", "ours-thirteen", 1, 1, 2, 3, 1, 1, 1, 1, 1, 1, 2, 1, 1, OUR_INCIDENT)
THEIRS = Things("WA-0500", "theirs-thirteen", 2, 5, 6, 7, 2, 28, 2, 2, 2, 3, 4, 2, 2, THEIR_INCIDENT)
NOBODYS = Things(
    "WA-9999", "nobodys-thirteen", 999, 999, 998, 997, 996, 995, 994, 993, 992, 991, 990, 989, 988
)

ROOM, CONTROLS, AUDIT = "/v1/rooms/{room}", "/v1/rooms/{room}/controls/{ruleset}/1", "/v1/audits/{audit}"
INCIDENT, ANSWER = f"{ROOM}/incidents/{{incident}}", {"cause": "c", "corrective_action": "d"}
ON_DAY, RULESET = f"/v1/rooms/{{room}}/days/{DAY}", "/v1/rulesets/{ruleset}"


@dataclass(frozen=True)
class Call:
    """A request for an address, and its answer on one's own things and on those of others."""

    address: str
    own: int = 200
    others: int = HIDDEN
    body: object = None  # of some things: a function
    kind: str | None = None


# What is approved stays, so that a step on it is a conflict: whoever may take the step gets so far, and nothing changes.
CALLS = {
    "sessions.upload": Call("/v1/sessions", 200, 403, Things.log, NDJSON),
    "sessions.listed": Call("/v1/sessions", others=200),
    "sessions.one": Call("/v1/sessions/{session}"),
    "sessions.log": Call("/v1/sessions/{session}/log"),
    "sessions.offered_rulesets": Call("/v1/sessions/{session}/ruleset"),
    "sessions.state_ruleset": Call("/v1/sessions/{session}/ruleset", 409, body={"ruleset": "wsgc-base"}),
    "sessions.hand": Call("/v1/sessions/{session}/hands/1"),
    "audits.ask": Call("/v1/audits", 201, 422, lambda of: {"sessions": [of.session]}),
    "audits.listed": Call("/v1/audits", others=200),
    "audits.again": Call(f"{AUDIT}/again", 201, body={"known": "then"}),
    "audits.one": Call(AUDIT),
    "audits.incidents": Call(f"{AUDIT}/incidents"),
    "audits.findings": Call(f"{AUDIT}/findings"),
    "audits.corrections": Call(f"{AUDIT}/corrections"),
    "audits.correction": Call(f"{AUDIT}/corrections/1", 404),
    "audits.changed_facts": Call(f"{AUDIT}/corrections/1/facts", 404),
    "audits.report_pdf": Call(f"{AUDIT}/report.pdf"),
    "audits.what_if_json": Call("/v1/audits/{trial}/what-if.json"),
    "audits.what_if_pdf": Call("/v1/audits/{trial}/what-if.pdf"),
    "audits.comparison": Call(f"{AUDIT}/compare/{{again}}"),
    "audits.comparison_pdf": Call(f"{AUDIT}/compare/{{again}}/report.pdf"),
    "audits.report_json": Call(f"{AUDIT}/report.json"),
    "audits.findings_csv": Call(f"{AUDIT}/findings.csv"),
    "audits.incidents_csv": Call(f"{AUDIT}/incidents.csv"),
    "audits.report_xlsx": Call(f"{AUDIT}/report.xlsx"),
    "audits.issue": Call(f"{AUDIT}/reports", body={}),
    "reports.listed": Call("/v1/reports", others=200),
    "reports.one": Call("/v1/reports/{report}"),
    "reports.pull": Call("/v1/reports/{report}/report.pdf"),
    "reports.bundle": Call("/v1/reports/{report}/bundle.zip"),
    "incidents.listed": Call(f"{ROOM}/incidents"),
    "incident_lists.incidents_csv": Call(f"{ROOM}/incidents.csv"),
    "incident_lists.incidents_xlsx": Call(f"{ROOM}/incidents.xlsx"),
    "incidents.one": Call(INCIDENT),
    "incidents.answered": Call(f"{INCIDENT}/answer", 409, body=ANSWER),
    "incidents.accept_answer": Call(f"{INCIDENT}/accept", 409, body={}),
    "incidents.return_answer": Call(f"{INCIDENT}/return", 409, body={"reason": "no"}),
    "incidents.close_incident": Call(f"{INCIDENT}/close", 409, body={}),
    "incidents.attached": Call(f"{INCIDENT}/files/{{file}}"),
    "rooms.listed": Call("/v1/rooms", others=200),
    "rooms.put": Call(ROOM, body=Things.terms),
    "rooms.one": Call(ROOM),
    "rooms.history": Call(f"{ROOM}/history"),
    "rooms.list_proposals": Call(f"{ROOM}/terms"),
    "rooms.one_proposal": Call(f"{ROOM}/terms/{{proposal}}"),
    "rooms.approve_terms": Call(f"{ROOM}/terms/{{proposal}}/approve", 409, body={"reference": "letter 2"}),
    "rooms.refuse_terms": Call(
        f"{ROOM}/terms/{{proposal}}/refuse", 409, body={"reference": "letter 2", "reason": "no"}
    ),
    "rooms.withdraw_terms": Call(f"{ROOM}/terms/{{proposal}}/withdraw", 409, body={}),
    "rooms.list_controls": Call(f"{ROOM}/controls"),
    "rooms.file": Call(f"{ROOM}/controls", 409, body=Things.sets, kind=TOML),
    "rooms.put_controls": Call(CONTROLS, 409, body=Things.sets, kind=TOML),
    "rooms.discard": Call(CONTROLS, 409),
    "rooms.one_revision": Call(CONTROLS),
    "rooms.history_of_revision": Call(f"{CONTROLS}/history"),
    "rooms.source": Call(f"{CONTROLS}/source.toml"),
    "rooms.attach": Call(f"{CONTROLS}/document", 409, body=PDF, kind="application/pdf"),
    "rooms.document": Call(f"{CONTROLS}/document"),
    "rooms.submit": Call(f"{CONTROLS}/submit", 409, body={}),
    "rooms.withdraw": Call(f"{CONTROLS}/withdraw", 409, body={}),
    "rooms.deny": Call(f"{CONTROLS}/deny", 409, body={"reference": "letter 2", "reason": "no"}),
    "rooms.approve": Call(f"{CONTROLS}/approve", 409, body={"reference": "letter 2"}),
    "rooms.one_day": Call(ON_DAY),
    "rooms.audit": Call(f"{ON_DAY}/audit"),
    "rooms.newest": Call(f"{ON_DAY}/audit"),
    "rooms.report_pdf": Call(f"{ON_DAY}/report.pdf"),
    "rooms.report_json": Call(f"{ON_DAY}/report.json"),
    "rooms.put_totals": Call(f"{ON_DAY}/totals", body={"currency": "USD", "fees": {"hand_fee": 500}}),
    "rooms.totals": Call(f"{ON_DAY}/totals"),
    "rooms.template": Call(f"{ROOM}/template.xlsx"),
    "originals.upload": Call("/v1/originals", 200, 403, Things.workbook, XLSX_TYPE),
    "originals.listed": Call("/v1/originals", others=200),
    "originals.one": Call("/v1/originals/{original}"),
    "originals.file": Call("/v1/originals/{original}/file"),
    "originals.marked": Call("/v1/originals/{original}/marked.xlsx"),
    "tournaments.upload": Call("/v1/tournaments", 200, 403, Things.event, NDJSON),
    "tournaments.listed": Call("/v1/tournaments", others=200),
    "tournaments.one": Call("/v1/tournaments/{tournament}"),
    "tournaments.file": Call("/v1/tournaments/{tournament}/file"),
    "tournaments.audit": Call("/v1/tournaments/{tournament}/audit"),
    "tournaments.newest": Call("/v1/tournaments/{tournament}/audit"),
    "ledgers.upload": Call("/v1/ledgers", 200, 403, Things.book, NDJSON),
    "ledgers.listed": Call("/v1/ledgers", others=200),
    "ledgers.one": Call("/v1/ledgers/{ledger}"),
    "ledgers.file": Call("/v1/ledgers/{ledger}/file"),
    "ledgers.audit": Call("/v1/ledgers/{ledger}/audit"),
    "ledgers.newest": Call("/v1/ledgers/{ledger}/audit"),
    "night.night": Call("/v1/night", others=200),
    "home.home": Call("/v1/home", others=200),
    "reference.rulesets": Call("/v1/rulesets", others=200),
    "reference.ruleset": Call(RULESET),
    "reference.revision": Call(f"{RULESET}/1"),
    "reference.difference": Call(f"{RULESET}/diff/wsgc-base"),
    "reference.revision_difference": Call("/v1/rulesets/wsgc-base/1/diff/{ruleset}/1"),
    "reference.canonical_file": Call(f"{RULESET}/1/canonical.toml"),
    "reference.gaps_json": Call(f"{RULESET}/1/gaps.json"),
    "reference.gaps_pdf": Call(f"{RULESET}/1/gaps.pdf"),
    "reference.sample_controls": Call("/v1/controls/sample", others=200),
    "reference.all_checks": Call("/v1/checks", others=200),
    "reference.check": Call("/v1/checks/SCR001", others=200),
    "reference.log_format": Call("/v1/formats/cardroom-log-1", others=200),
    "reference.tournament_format": Call("/v1/formats/cardroom-tournament-1", others=200),
    "reference.ledger_format": Call("/v1/formats/cardroom-ledger-1", others=200),
    "holds.make": Call("/v1/holds", 201, body=lambda of: {"room": of.room, "reason": "case 12"}),
    "holds.listed": Call("/v1/holds", others=200),
    "holds.one": Call("/v1/holds/{hold}"),
    "holds.lift": Call("/v1/holds/{hold}/lift", 409, body={"reason": "closed"}),
    "screening.listed": Call("/v1/screening?room={room}"),
    "screening.gains": Call("/v1/screening/gains?room={room}"),
    "screening.gains_csv": Call("/v1/screening/gains.csv?room={room}"),
    "screening.nights": Call("/v1/screening/lists?room={room}"),
    "screening.listed_at_night": Call("/v1/screening/lists/{night}"),
    "screening.closed": Call("/v1/screening/none/close", 404, body=lambda of: {"room": of.room, "reason": "looked at"}),
    "samples.draw": Call("/v1/samples", 201, body=lambda of: {**DRAWN, "room": of.room}),
    "samples.listed": Call("/v1/samples", others=200),
    "samples.one": Call("/v1/samples/{sample}"),
    "samples.enter": Call("/v1/samples/{sample}/hands/1", 409, body={"unseen": "no video"}),
    "samples.close": Call("/v1/samples/{sample}/close", 409, body={}),
    "register.entry": Call("/v1/register/entries/{entry}"),
    "pages.metrics": Call("/metrics", others=200),
}  # fmt: skip

# One key of each role for OURS alone, and those that are more or less than that.
HOLDERS = {
    "room": NewKey("room", "Dana", rooms=(OURS.room,)),
    "compliance": NewKey("compliance", "Lee", rooms=(OURS.room,)),
    "regulator": NewKey("regulator", "Ortiz", authority="wsgc"),
    "regulator's program": NewKey("regulator", "letters", person=False, authority="wsgc"),
    "automation": NewKey("automation", "nightly", rooms=(OURS.room,)),
    "automation of the authority": NewKey("automation", "watch", authority="wsgc"),
    "automation of all rooms": NewKey("automation", "all", all_rooms=True),
    "administrator": NewKey("administrator", "ops"),
}
OF_ALL_ROOMS = ("automation of all rooms", "administrator")


def fill(client: FlaskClient, of: Things) -> None:
    """A room with a log, an audit, the same again, a what-if, an incident that was closed, an issued report, its day, its totals,
    a sample that was closed, a hold, controls with a document, and a proposal of terms that was withdrawn.
    """
    put_room(client, of.room)
    assert put_room(client, of.room, tables=9).json["id"] == of.proposal
    terms = f"{ROOM.format(room=of.room)}/terms/{of.proposal}"
    assert client.post(f"{terms}/withdraw", json={"by": "someone"}).status_code == 200
    at = CONTROLS.format(room=of.room, ruleset=of.ruleset)
    assert (
        client.post(at.rpartition(f"/{of.ruleset}")[0], data=of.sets(), content_type=TOML).status_code == 201
    )
    assert client.put(f"{at}/document", data=PDF, content_type="application/pdf").status_code == 200
    for step, more in (("submit", {}), ("approve", {"reference": "letter 1"})):
        assert client.post(f"{at}/{step}", json={"by": "someone", **more}).status_code == 200
    if of is THEIRS:
        decided(client, of.room, **of.terms())  # none of the authority's from now on, before it has a log
    made = client.post("/v1/sessions", data=of.log(), content_type=NDJSON)
    assert (made.status_code, made.json["id"]) == (201, of.session)
    first = client.post("/v1/audits", json={"sessions": [of.session]}).json
    again = client.post(f"/v1/audits/{first['id']}/again", json={"known": "then"}).json
    tried = client.post(
        "/v1/audits", json={"sessions": [of.session], "ruleset": "wsgc-2-4", "what_if": True}
    ).json
    assert (first["id"], again["id"], tried["id"]) == (of.audit, of.again, of.trial)
    held = client.post("/v1/holds", json={"room": of.room, "reason": "case 11"}).json
    assert held["id"] == of.hold
    assert client.post(f"/v1/holds/{of.hold}/lift", json={"reason": "closed"}).status_code == 200
    assert client.post("/v1/samples", json={**DRAWN, "room": of.room}).json["id"] == of.sample
    assert client.put(f"/v1/samples/{of.sample}/hands/1", json={"unseen": "no video"}).status_code == 201
    assert client.post(f"/v1/samples/{of.sample}/close", json={}).status_code == 200
    at = INCIDENT.format(room=of.room, incident=of.incident)
    given = client.post(
        f"{at}/answer", data={**ANSWER, "file": (io.BytesIO(PDF), "memo.pdf", "application/pdf")}
    )
    assert given.status_code == 200, given.json
    for step in ("accept", "close"):
        assert client.post(f"{at}/{step}", json={}).status_code == 200
    assert client.post(f"{AUDIT.format(audit=of.audit)}/reports", json={}).json["id"] == of.report
    on_day = ON_DAY.format(room=of.room)
    assert (
        client.put(f"{on_day}/totals", json={"currency": "USD", "fees": {"hand_fee": 500}}).status_code == 201
    )
    assert client.put(f"{on_day}/audit").status_code == 201


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory):
    """An application with keys over two rooms, and the text of each holder's key."""
    with application(tmp_path_factory.mktemp("roles") / "data") as app:
        fill(app.test_client(), OURS)
        fill(app.test_client(), THEIRS)
        for of in (OURS, THEIRS):
            assert app.extensions["auditor"].screening.list_night(of.room, now()).id == of.night
            made = app.test_client().post("/v1/originals", data=of.workbook()).json
            assert made["original"]["id"] == of.original
            for kind, data, number in (
                ("tournaments", of.event(), of.tournament),
                ("ledgers", of.book(), of.ledger),
            ):
                sent = app.test_client().post(f"/v1/{kind}", data=data, content_type=NDJSON)
                assert (sent.status_code, sent.json["id"]) == (201, number)
        app.config[OPEN] = False
        store = app.extensions["auditor"].store
        texts = {holder: keys.make(store, wanted)[1] for holder, wanted in HOLDERS.items()}
        for things in (OURS, THEIRS):  # what was made without keys is made again
            for endpoint in ("rooms.audit", "tournaments.audit", "ledgers.audit"):
                again = send(app, "PUT", CALLS[endpoint], things, texts["automation of all rooms"])
                assert (again.status_code, again.json["open"]) == (201, False)
        yield app, texts


def send(app: Flask, method: str, call: Call, of: Things, key: str | None):
    body = call.body(of) if callable(call.body) else call.body
    how = (
        {}
        if body is None
        else {"json": body}
        if isinstance(body, dict)
        else {"data": body, "content_type": call.kind}
    )
    headers = {} if key is None else {"Authorization": f"Bearer {key}"}
    with app.test_client() as client:
        return client.open(call.address.format(**vars(of)), method=method, headers=headers, **how)


def named(call: Call, of: Things) -> list[str]:
    """What a request names."""
    in_body = {
        "/v1/audits": {"session"},
        "/v1/sessions": {"room"},
        "/v1/originals": {"room"},
        "/v1/tournaments": {"room"},
        "/v1/ledgers": {"room"},
        "/v1/holds": {"room"},
        "/v1/samples": {"room"},
        "/v1/screening/none/close": {"room"},
    }.get(call.address, set())
    return [
        str(value) for name, value in vars(of).items() if f"{{{name}}}" in call.address or name in in_body
    ]


def said(answer) -> str:
    """A status, and of an error its type."""
    kind = (answer.get_json(silent=True) or {}).get("type", "") if answer.status_code >= 400 else ""
    return f"{answer.status_code} {kind.rpartition(':')[2]}".strip()


def addresses(app: Flask):
    for rule in sorted(app.url_map.iter_rules(), key=lambda each: (each.rule, each.endpoint)):
        if is_page(app, rule.endpoint):
            continue  # pages take no key: see tests/http/web/test_roles_of_pages.py
        (method,) = rule.methods - {"HEAD", "OPTIONS"}
        yield rule.endpoint, method, need_of(app, rule.endpoint)


def expected(need, call: Call, holder: str, own: bool) -> str:
    rule, wanted = TABLE[need], HOLDERS[holder]
    if wanted.role not in rule.roles or (rule.person and not wanted.person):
        return "403 not-permitted"
    if rule.everywhere and holder not in OF_ALL_ROOMS:
        return "403 not-permitted"
    sees = own or holder in OF_ALL_ROOMS
    if wanted.role == "administrator" and need == ("rulesets", "read"):
        sees = False
    return str(call.own if sees else call.others)


def test_every_address_is_in_the_walk(served):
    app, _ = served
    assert {endpoint for endpoint, _, need in addresses(app) if need != PUBLIC} == set(CALLS)


def test_no_two_views_of_a_blueprint_have_one_name(served):
    """The second would be called by a number, which another address in front of it changes."""
    app, _ = served
    numbered = re.compile(r"(\w+\.\w+)_\d+")
    found = {endpoint for endpoint, _, _ in addresses(app)}
    assert [each for each in found if (like := numbered.fullmatch(each)) and like[1] in found] == []


def test_every_row_of_the_table_is_what_some_address_needs(served):
    app, _ = served
    of_pages = {
        need_of(app, each.endpoint) for each in app.url_map.iter_rules() if is_page(app, each.endpoint)
    }
    assert {need for _, _, need in addresses(app)} | of_pages == {PUBLIC, *TABLE}


@pytest.mark.sampled(8)
@pytest.mark.parametrize("holder", HOLDERS)
def test_every_role_gets_what_the_table_says_and_nothing_else(served, holder):
    app, texts = served
    differences = []
    for endpoint, method, need in addresses(app):
        if need == PUBLIC:
            continue
        call = CALLS[endpoint]
        for whose, things in (("own", OURS), ("another room's", THEIRS)):
            wanted = expected(need, call, holder, things is OURS)
            found = said(send(app, method, call, things, texts[holder]))
            if not found.startswith(wanted):
                differences.append(f"{method} {call.address}, {whose}: {wanted} expected, {found} found")
    assert differences == [], "\n" + "\n".join(differences)


@pytest.mark.slow
def test_without_a_key_nothing_is_answered(served):
    app, texts = served
    wrong = {None: "401 no-key", "cra_aaaaaaaa_x": "401 bad-key", texts["room"][:-4] + "AAAA": "401 bad-key"}
    for endpoint, method, need in addresses(app):
        if need != PUBLIC:
            for key, says in wrong.items():
                answer = send(app, method, CALLS[endpoint], OURS, key)
                assert said(answer) == says, endpoint
                assert answer.headers["WWW-Authenticate"].startswith("Bearer")


@pytest.mark.sampled(4)
@pytest.mark.parametrize("holder", ["room", "compliance", "regulator", "automation"])
def test_what_is_another_rooms_is_answered_as_what_does_not_exist(served, holder):
    """Word for word, but for the name that was asked for, and with no name of the other room."""
    app, texts = served
    for endpoint, method, need in addresses(app):
        if need == PUBLIC or HOLDERS[holder].role not in TABLE[need].roles or CALLS[endpoint].others == 200:
            continue
        if TABLE[need].person and not HOLDERS[holder].person:
            continue
        bodies = []
        for things in (THEIRS, NOBODYS):
            answer = send(app, method, CALLS[endpoint], things, texts[holder])
            body = re.sub(r"Did you mean [^?]*\? ", "", json.dumps(answer.json))  # names that the caller sees
            for value in named(CALLS[endpoint], things):
                body = re.sub(rf"\b{value}\b", "X", body)
            bodies.append((answer.status_code, body, sorted({*answer.headers.keys()} - {"Content-Length"})))
        assert bodies[0] == bodies[1], endpoint


@pytest.mark.slow
@pytest.mark.sampled(5)
@pytest.mark.parametrize(
    "holder", ["room", "compliance", "regulator", "automation", "automation of the authority"]
)
def test_no_list_has_a_word_of_another_room(served, holder):
    app, texts = served
    for endpoint, method, need in addresses(app):
        if need == PUBLIC or method != "GET" or HOLDERS[holder].role not in TABLE[need].roles:
            continue
        answer = send(app, method, CALLS[endpoint], OURS, texts[holder])
        assert THEIRS.room.encode() not in answer.data, endpoint
        assert THEIRS.ruleset.encode() not in answer.data, endpoint


def test_lists_and_totals_count_only_what_is_seen(served):
    app, texts = served

    def total(holder, path):
        found = app.test_client().get(path, headers={"Authorization": f"Bearer {texts[holder]}"}).json
        return found["pagination"]["total"]

    holders = ("room", "regulator", "automation of all rooms")
    assert [total(each, "/v1/sessions") for each in holders] == [2, 2, 4]
    assert [total(each, "/v1/originals") for each in holders] == [1, 1, 2]
    assert [total(each, "/v1/tournaments") for each in holders] == [1, 1, 2]
    assert [total(each, "/v1/ledgers") for each in holders] == [1, 1, 2]
    assert [total(each, "/v1/rooms") for each in ("room", "administrator")] == [1, 2]
    ours = app.test_client().get("/v1/audits", headers={"Authorization": f"Bearer {texts['room']}"}).json
    assert {tuple(each["sessions"]) for each in ours["audits"] if each["event"] is None} == {
        (OURS.session,),
        (OURS.session, 3),  # the day, with the session of the workbook
    }


def test_a_public_address_needs_no_key(served):
    app, _ = served
    client = app.test_client()
    for path in (
        "/",
        "/docs",
        "/healthz",
        "/v1/openapi.json",
        "/reference/checks/SCR001",
        "/static/pages/pages.css",
    ):
        assert client.get(path).status_code == 200, path
    assert client.get("/healthz").json["keys"] is True
    assert client.get("/v1/nothing").status_code == 404
    assert client.options("/v1/sessions").status_code == 200


def test_every_role_may_do_something_that_the_description_names(served):
    app, _ = served
    paths = app.test_client().get("/v1/openapi.json").json["paths"]
    operations = [each for path in paths.values() for name, each in path.items() if name != "parameters"]
    assert {role for each in operations for role in each["x-roles"]} == set(ROLES)
    assert all(each["security"] == [{"key": []}] and "401" in each["responses"] for each in operations)
    upload = paths["/v1/sessions"]["post"]
    assert (upload["x-access"], upload["x-roles"]) == ("sessions.upload", ["room", "automation"])


def test_the_page_shows_the_table():
    page = (Path(__file__).parents[2] / "docs" / "roles.md").read_text("utf-8")
    rows = re.findall(r"^\| (\w+) \| (\w+) \| (.+?) \| (.+?) \|$", page, re.MULTILINE)[1:]
    marked = {
        need: (
            rule.words,
            ", ".join(f"`{each}`" for each in rule.roles) + " *" * rule.person + " +" * rule.everywhere,
        )
        for need, rule in TABLE.items()
    }
    assert {(resource, action): (words, roles) for resource, action, words, roles in rows} == marked
