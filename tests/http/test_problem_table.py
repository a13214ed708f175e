"""Each error of the domain is one problem: none is forgotten, and none has two."""

from auditor import errors
from auditor.http.problem_table import TABLE
from tests.http.filing import AT, NDJSON, TOML, controls_that_do_not_load, put_room
from tests.http.kit import hand_line, log

BASES = {errors.DomainError, errors.NotFound, errors.RequestedRuleset}


def derived(kind):
    return {kind} | {each for below in kind.__subclasses__() for each in derived(below)}


def test_every_error_of_the_domain_has_a_row():
    assert set(TABLE) == derived(errors.DomainError) - BASES


def test_a_kind_with_two_statuses_says_whether_the_request_or_the_record_is_at_fault():
    statuses = {}
    for row in TABLE.values():
        statuses.setdefault(row.kind, set()).add(row.status)
    assert {kind: found for kind, found in statuses.items() if len(found) > 1} == {
        "cannot-audit": {409, 422},
        "cannot-be-tried": {409, 422},
        "unknown-ruleset": {409, 422},
    }


def test_a_hand_cannot_be_replayed_under_a_file_that_does_not_load(client):
    put_room(client)
    client.post("/v1/sessions", data=log(hand_line(1)), content_type=NDJSON)
    filed = client.post(AT, data=controls_that_do_not_load(), content_type=TOML)
    assert filed.status_code == 201, filed.json
    answer = client.get("/v1/sessions/1/hands/1?ruleset=wa-0417-thirteen@1")
    assert (answer.status_code, answer.json["type"]) == (422, "urn:cardroom-auditor:problem:cannot-be-tried")
    assert answer.json["errors"][0]["parameter"] == "ruleset"
