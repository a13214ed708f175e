"""A gaming day of which a log is not audited: a run over a folder and the service say the same of the same logs."""

import msgspec
import pytest

from auditor.bulk.bulk_outcomes import WholeDone
from auditor.bulk.folder import Folder
from auditor.registry import known
from rules.typed import from_json
from tests.bulk.kit import bulk, rows
from tests.http.earlier import on_record
from tests.http.filing import file, log, put_room, surrendered, upload
from tests.rules.filed import controls
from tests.services import application

ROOM, DAY = "WA-0417", "2026-06-02"
BANK = "wac-230-15-080"
DRAFT = "wa-0417-thirteen"
SLIP = "wac-230-15-08"


def played(number, hour=20, day=DAY, closes=None, **more):
    """A log of a session with a hand, which opened at an hour of a day and closed in the same hour, or when it is stated."""
    at = f"{day}T{hour:02d}"
    return log(
        surrendered(1, f"{at}:10:00-07:00", 300), session=f"S-{number}", number=number, table=f"T{number}",
        opened_at=f"{at}:00:00-07:00", closed_at=closes or f"{at}:59:00-07:00", **{"ruleset": BANK, **more},
    )  # fmt: skip


OTHERS = {  # besides sessions 1 and 4, which are right, and whose numbers have a gap between them
    "a slip of the ruleset": [(played(2, ruleset=SLIP), True)],
    "a draft that was not approved": [(played(2, ruleset=DRAFT), False)],
    "no ruleset at all": [(played(2, ruleset=None), True)],
    "another currency": [(played(2, currency="CAD"), False)],
    "of the day before, running into it": [
        (played(2, 20, "2026-06-01", closes=f"{DAY}T07:00:00-07:00", ruleset=SLIP), True),
    ],
    "of the day before, closed in time": [(played(2, 20, "2026-06-01", ruleset=SLIP), True)],
    "two at once": [(played(2, ruleset=SLIP), True), (played(3, 21, ruleset=DRAFT, currency="CAD"), False)],
    "nothing": [],
}
LEFT_OUT = {
    "a slip of the ruleset": ["it names a ruleset that is not in the library: wac-230-15-08"],
    "a draft that was not approved": ["it names controls that were not approved: wa-0417-thirteen@1"],
    "no ruleset at all": ["it names no ruleset"],
    "another currency": ["its amounts are in CAD, and those of the other sessions in USD"],
    "of the day before, running into it": ["it names a ruleset that is not in the library: wac-230-15-08"],
    "of the day before, closed in time": [],
    "two at once": [
        "it names a ruleset that is not in the library: wac-230-15-08",
        "it names controls that were not approved: wa-0417-thirteen@1",
    ],
    "nothing": [],
}


def served(folder, logs):
    """The day's audit of a service that has some logs, as JSON, and what its store knows. Of each log whether it is put on
    record unseen, as what no audit takes is refused on arrival."""
    with application(folder) as app:
        client, store = app.test_client(), app.extensions["auditor"].store
        assert put_room(client).status_code in (200, 201)
        assert file(client, controls(1, "2026-01-01")).status_code == 201
        for text, unseen in logs:
            (on_record if unseen else upload)(client, text)
        made = client.put(f"/v1/rooms/{ROOM}/days/{DAY}/audit")
        assert made.json["state"] == "finished", made.json
        return client.get(f"/v1/audits/{made.json['id']}/report.json").json, known(
            store, store.changes.latest()
        )


def day_of(out):
    """What a run made of the day."""
    (found,) = (
        each for each in map(from_json(WholeDone), Folder(out).markers("wholes", ROOM)) if each.name == DAY
    )
    return found


def in_order(skipped):
    return sorted(skipped, key=lambda each: each["session"])


@pytest.mark.slow
@pytest.mark.parametrize("case", OTHERS)
def test_a_day_is_audited_as_the_service_audits_it(case, tmp_path):
    logs = [(played(1), False), (played(4, 22), False), *OTHERS[case]]
    audit, has = served(tmp_path / "data", logs)
    addresses = []
    for at, (text, _) in enumerate(logs):
        addresses.append(tmp_path / f"{at}.ndjson")
        addresses[-1].write_text(text)
    found = bulk(addresses, tmp_path / "out", has)
    day, facts = day_of(tmp_path / "out"), audit["day"]
    skipped = facts.get("skipped", [])
    assert [each["reason"] for each in in_order(skipped)] == LEFT_OUT[case]
    assert in_order(msgspec.to_builtins([each.session for each in day.left_out])) == in_order(skipped)
    assert audit["complete"] == (not skipped)
    mine = [
        each
        for each in rows(tmp_path / "out", "findings")
        if (each["scope"], each["subject"]) == ("day", DAY)
    ]
    assert {each["fingerprint"] for each in mine} == {
        each["fingerprint"] for each in audit["findings"] if each["code"] in facts["codes"]
    }
    assert ("LOG009" in {each["code"] for each in mine}) == (
        case != "two at once"
    )  # their numbers fill the gap
    covered = [
        each
        for each in rows(tmp_path / "out", "coverage")
        if (each["scope"], each["subject"]) == ("day", DAY)
    ]
    assert [(each["code"], each["tested"], each["differing"], each["untestable"]) for each in covered] == [
        (each["code"], each["tested"], each["differing"], each["untestable"])
        for each in audit["coverage"]
        if each["code"] in facts["codes"]
    ]
    named = [each.reason for each in found.not_audited if each.what == f"day {DAY} of room {ROOM}"]
    assert len(named) == bool(skipped)
    assert [why for why in LEFT_OUT[case] if why not in "".join(named)] == []
