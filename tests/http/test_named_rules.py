"""Logs that name other rules than the approved controls of their room, audited by the service."""

from tests.cases.money import cases, differences
from tests.http.filing import TOML, put_room
from tests.http.kit import NDJSON
from tests.rules.build import log


def test_md_45_the_approved_controls_decide_and_the_claim_has_the_money(client):
    [case] = [each for each in cases() if each["id"] == "MD-45"]
    put_room(client, "TEST-1")
    at = "/v1/rooms/TEST-1/controls"
    assert client.post(at, data=case["controls"], content_type=TOML).status_code == 201
    for step, more in (("submit", {}), ("approve", {"reference": "letter 1"})):
        answer = client.post(f"{at}/wa-0500-thirteen/1/{step}", json={"by": "someone", **more})
        assert answer.status_code == 200, answer.json
    assert (
        client.post("/v1/sessions", data=log(*case["files"]["log"]), content_type=NDJSON).status_code == 201
    )
    made = client.post("/v1/audits", json={"sessions": [1]}).json
    assert (made["state"], made["controls_decided"], made["what_if"]) == ("finished", "approved", False)
    audit = client.get("/v1/audits/1/report.json").json
    audit["incidents"] = [
        {**each, "root": next(one["code"] for one in audit["findings"] if one["fingerprint"] == each["root"])}
        for each in audit["incidents"]
    ]
    assert differences(case, audit, "") == []
