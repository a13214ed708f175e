"""Hand histories as a room uploads them: short ones in the texts of sites, whose amounts, times and tables a test knows."""

import json

from auditor.doctor import examine
from auditor.store.store import FILE
from tests.importing.histories.originals import originals

AT = "/v1/originals"
ZONE = "America/Los_Angeles"
RULESET = "standard-cash"
OPTIONS = {"room": "WA-0417", "zone": ZONE, "currency": "USD", "ruleset": RULESET}
NAMES = ("88kkaa62", "25611aab", "thg124da", "22ab6yhc", "ma2fcaaf")
_REAL = originals("ggpoker")["ggpoker/HD1245993.txt"]


def hand(number="HD1245993", at="2026/03/14 20:15:16", table="NLHGold14", **replaced):
    """A hand in the text of GGPoker, in dollars of no country and without a time zone."""
    text = _REAL.strip().replace("HD1245993", number).replace("2018/11/16 13:15:16", at)
    text = text.replace("NLHGold14", table)
    for before, after in replaced.get("but", ()):
        assert text.count(before) >= 1
        text = text.replace(before, after)
    return text


def history(*hands):
    """A file of hands."""
    return ("\n\n".join(hands or (hand(),)) + "\n").encode()


def send(client, data=None, headers=None, **query):
    """Upload a history for a room; a parameter that is None is left out."""
    stated = {"room": "WA-0417", "currency": "USD", "ruleset": RULESET, **query}
    stated = {name: value for name, value in stated.items() if value is not None}
    return client.post(
        AT,
        data=history() if data is None else data,
        content_type="text/plain",
        query_string=stated,
        headers=headers,
    )


def key_of(app, room="WA-0417"):
    """The key for pseudonyms of a room."""
    return app.extensions["auditor"].store.pseudonym_keys.get(room)


def lines(client, session):
    """The records of a session's log."""
    return [json.loads(line) for line in client.get(f"/v1/sessions/{session}/log").data.splitlines()]


def sessions(client):
    """Each session: its number, name, currency and the one that it supersedes."""
    return [
        (each["id"], each["session"], each["currency"], each["supersedes"])
        for each in client.get("/v1/sessions").json["sessions"]
    ]


def is_sound(app):
    """The doctor finds nothing at the store."""
    faults = examine(app.extensions["auditor"].store.folder / FILE).checks
    assert [fault for each in faults if each.check != "disk" for fault in each.faults] == []


def kind(answer):
    """The status of a problem and its type."""
    return answer.status_code, answer.json["type"].rpartition(":")[2]
