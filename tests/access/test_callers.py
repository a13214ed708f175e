"""What a caller sees of a store with two rooms: only what concerns its own, and only that is counted."""

import json

import pytest
from flask import Flask
from flask.testing import FlaskClient

from auditor.access import keys
from auditor.access.keys import NewKey
from auditor.errors import NoSuchAudit, NoSuchControls, NoSuchRoom, NoSuchRuleset, NoSuchSession, NotPermitted
from auditor.service import Service
from auditor.store.caller import Caller
from auditor.store.rows import Page, Selection
from tests.http.filing import approved, file, put_room
from tests.http.kit import NDJSON, hand_line, log
from tests.rules.filed import controls
from tests.services import application

OURS, THEIRS = "WA-0417", "WA-0500"
WRONG = (100, 300, 300, -700)


def two_rooms(client: FlaskClient) -> None:
    put_room(client, OURS)
    put_room(client, THEIRS, authority=None)
    approved(client, controls(1, "2026-01-01"))
    for room, currency in ((OURS, "USD"), (THEIRS, "USD")):
        body = log(hand_line(1, WRONG), room=room, currency=currency)
        assert client.post("/v1/sessions", data=body, content_type=NDJSON).status_code == 201
    for wanted in ({"sessions": [1]}, {"sessions": [2]}, {"sessions": [1, 2]}):
        assert client.post("/v1/audits", json=wanted).json["state"] == "finished"
    for room, currency in ((OURS, "USD"), (THEIRS, "CAD")):
        body = log(hand_line(1), room=room, session="S-2", currency=currency)
        assert client.post("/v1/sessions", data=body, content_type=NDJSON).status_code == 201
    skipping = client.post("/v1/audits", json={"pending": True}).json
    assert (skipping["sessions"], [each["session"] for each in skipping["skipped"]]) == ([3], [4])


@pytest.fixture
def app(tmp_path):
    with application(tmp_path / "data", filled=two_rooms) as made:
        yield made


@pytest.fixture
def both(app: Flask) -> Service:
    """Session 1 is ours, 2 theirs; audits 1 and 2 are of either, 3 of both, 4 of ours with theirs skipped."""
    service: Service = app.extensions["auditor"]
    return service


def of(service: Service, *rooms: str) -> Service:
    return service.seen_by(Caller(rooms=rooms))


@pytest.mark.slow
def test_sessions_of_others_do_not_exist(both: Service):
    ours = of(both, OURS)
    rows, total = ours.sessions.page(Selection(), Page(1, 1))
    assert ([each.id for each in rows], total) == ([1], 2)
    assert ours.sessions.page(Selection(room=THEIRS), Page())[1] == 0
    for number in (2, 99):
        with pytest.raises(NoSuchSession) as raised:
            ours.sessions.get(number)
        assert (
            str(raised.value) == f"There is no session {number}. The list of sessions shows those there are."
        )


@pytest.mark.slow
def test_an_audit_is_seen_by_those_who_see_all_that_it_is_about(both: Service):
    def seen(*rooms):
        rows, total = of(both, *rooms).auditing.page(Page())
        assert total == len(rows)
        return [each.id for each in rows]

    assert (seen(OURS), seen(THEIRS), seen(OURS, THEIRS), seen()) == ([1], [2], [4, 3, 2, 1], [])
    with pytest.raises(NoSuchAudit, match="There is no audit 3"):
        of(both, OURS).auditing.finished(3)


@pytest.mark.slow
def test_a_trial_of_a_rooms_controls_is_that_rooms_too(both: Service, app: Flask):
    client = app.test_client()
    file(client, controls(2, "2026-12-01"))
    asked = {"sessions": [2], "ruleset": "wa-0417-thirteen@2", "what_if": True}
    tried = client.post("/v1/audits", json=asked).json["id"]
    assert of(both, OURS, THEIRS).auditing.get(tried).id == tried
    with pytest.raises(NoSuchAudit):
        of(both, THEIRS).auditing.get(tried)


def test_rooms_and_their_controls_are_their_own(both: Service):
    theirs = of(both, THEIRS)
    assert [each.id for each in theirs.rooms.page(Page())[0]] == [THEIRS]
    with pytest.raises(NoSuchRoom):
        theirs.rooms.get(OURS)
    with pytest.raises(NoSuchRoom):
        theirs.filing.get(OURS, "wa-0417-thirteen", 1)
    with pytest.raises(NoSuchControls):
        theirs.filing.get(THEIRS, "wa-0417-thirteen", 1)
    names = [str(each) for each in theirs.library.revisions()]
    assert "wsgc-base@1" in names
    assert "wa-0417-thirteen@1" not in names
    assert "wa-0417-thirteen@1" in [str(each) for each in of(both, OURS).library.revisions()]
    with pytest.raises(NoSuchRuleset) as raised:
        theirs.trials.ruleset("wa-0417-thirteen@1")
    assert str(raised.value).count("wa-0417") == 1  # what was asked for is repeated, and not listed


def test_the_rooms_of_an_authority_are_those_whose_terms_name_it(both: Service):
    assert both.store.rooms.of_authority("wsgc") == (OURS,)
    assert both.store.rooms.of_authority("nobody") == ()


def test_a_night_has_the_findings_of_the_callers_rooms_from_audits_that_it_sees(both: Service):
    def night(*rooms):
        ours = of(both, *rooms)
        return ours.compared(ours.night(None))

    found = night(OURS)
    assert ({each.room for each in found.new}, found.audits, found.sessions) == ({OURS}, [1], 2)
    both_rooms = night(OURS, THEIRS)
    assert ({each.room for each in both_rooms.new}, both_rooms.audits) == ({OURS, THEIRS}, [3, 4])
    assert of(both, OURS).night(both_rooms.cursor).cursor == both_rooms.cursor


def test_what_is_pending_elsewhere_is_not_audited(both: Service):
    asked = of(both, OURS).auditing.ask(Selection(pending=True), {"pending": True}, None)
    assert (asked.audit, asked.skipped) == (None, [])
    theirs = of(both, THEIRS).auditing.ask(Selection(pending=True), {"pending": True}, None)
    assert theirs.audit is not None
    assert theirs.audit.sessions == (4,)


def test_the_log_of_another_room_leaves_no_trace(both: Service):
    before = both.store.evidence.totals()
    sent = [
        log(hand_line(1, WRONG), room=THEIRS),  # on record already
        log(hand_line(1), room=THEIRS),  # another file for the same session
        log(hand_line(7), room=THEIRS, session="S-9"),  # new
        log({"event": "nonsense"}, room=THEIRS),  # not a log
    ]
    texts = set()
    for body in sent:
        for dry_run in (False, True):
            with pytest.raises(NotPermitted) as raised:
                of(both, OURS).sessions.upload(body, dry_run=dry_run)
            texts.add(str(raised.value))
    assert len(texts) == 1
    assert both.store.evidence.totals() == before


def test_what_is_written_names_the_key(both: Service, app: Flask):
    record, _ = keys.make(both.store, NewKey("room", "Dana Reyes", rooms=(OURS,)))
    dana = both.seen_by(Caller(record.id, (OURS,)))
    kept = dana.sessions.upload(log(hand_line(2), session="S-7")).session
    assert kept is not None
    assert (kept.key, both.sessions.get(1).key) == (record.id, None)
    asked = dana.auditing.ask(Selection(ids=(kept.id,)), {"sessions": [kept.id]}, None)
    assert asked.audit is not None
    assert (asked.audit.key, both.auditing.get(1).key) == (record.id, None)
    draft = dana.filing.draft(OURS, controls(2, "2026-12-01").encode(), None, "Dana").record
    dana.filing.discard(draft, "Dana")
    assert [each.key for each in dana.filing.history(draft)] == [record.id, record.id]
    assert {each.key for each in dana.rooms.history(OURS)} == {None, record.id}
    digests = both.store.connections.db.execute("SELECT count(*) FROM evidence WHERE key = ?", [record.id])
    assert digests.fetchone() == (1,)


@pytest.mark.slow
def test_idempotency_keys_of_different_callers_do_not_meet(both: Service):
    records = [keys.make(both.store, NewKey("room", name, rooms=(OURS,)))[0] for name in ("Dana", "Lee")]
    asked = [
        both.seen_by(Caller(record.id, (OURS,))).auditing.ask(Selection(ids=(1,)), {"sessions": [1]}, None, "again")
        for record in (*records, records[0])
    ]  # fmt: skip
    first, other, repeated = (each.audit.id for each in asked if each.audit)
    assert (first == repeated, first != other, asked[2].new) == (True, True, False)
    assert json.dumps(asked[0].audit.request) == '{"sessions": [1]}'
