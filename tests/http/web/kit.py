"""People at a browser, without one: pages are read, and forms sent as a browser sends them."""

import datetime as dt
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from html import unescape
from html.parser import HTMLParser
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from auditor.access import one_time_codes, people
from auditor.access.keys import NewKey
from auditor.http.context import OPEN
from auditor.store.service_clock import now
from tests.http.filing import put_room
from tests.http.kit import NDJSON, hand_line, log

PASSWORD = "seven cards short of a deck"
DANA = ("dana.reyes@example.org", NewKey("room", "Dana Reyes", rooms=("WA-0417",)))
LEE = ("lee.park@example.org", NewKey("compliance", "Lee Park", rooms=("WA-0417",)))
MARA = ("mara.ortiz@example.gov", NewKey("regulator", "Mara Ortiz", authority="wsgc"))
ADA = ("ada.stone@example.org", NewKey("administrator", "Ada Stone"))
WRONG = (300, 200, 300, -800)  # recorded nets of which two are not what was due


def with_rooms(client: FlaskClient) -> None:
    """WA-0417 and WA-0500 are on record."""
    put_room(client)
    put_room(client, "WA-0500")


def with_rooms_of_two_authorities(client: FlaskClient) -> None:
    """WA-0417 of the commission, and WA-0500 of no authority, are on record."""
    put_room(client, "WA-0417", authority="wsgc")
    put_room(client, "WA-0500", authority=None)


def with_logs(client: FlaskClient, *hands: dict) -> None:
    """The same session of some hands is on record in each of these two rooms."""
    with_rooms_of_two_authorities(client)
    for room in ("WA-0417", "WA-0500"):
        assert (
            client.post("/v1/sessions", data=log(*hands, room=room), content_type=NDJSON).status_code == 201
        )


def with_audits(client: FlaskClient) -> None:
    """Audit 1 of WA-0417, in which hand 2 differs; audit 2 of WA-0500, which is of another authority."""
    with_logs(client, hand_line(1), hand_line(2, WRONG))
    for room in ("WA-0417", "WA-0500"):
        assert client.post("/v1/audits", json={"room": room}).json["state"] == "finished"


class _Form(HTMLParser):
    """The forms of a page: where each goes, and what it holds before anybody writes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.forms: list[tuple[dict[str, str | None], dict[str, str]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "form":
            self.forms.append((given, {}))
        elif tag == "input" and self.forms and given.get("name") and given.get("type") != "file":
            self.forms[-1][1][given["name"] or ""] = given.get("value") or ""


def words(answer: TestResponse) -> str:
    """What a person reads on a page, in one line."""
    body = re.sub(r"(?s)^.*?<main[^>]*>|</main>.*$|<(script|style).*?</\1>|</?time[^>]*>", "", answer.text)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", body)).split())


def filled_in(rule: str, values: Mapping[str, object]) -> str:
    """An address, of the rule with its names, which each need a value."""
    return re.sub(r"<(?:\w+:)?(\w+)>", lambda name: str(values[name[1]]), rule)


@dataclass
class Person:
    """Somebody at a browser, who keeps its cookies."""

    app: Flask
    page: TestResponse | None = None
    secret: str = ""  # of the authenticator
    recovery: str = ""  # a code that stands in for it once

    def __post_init__(self) -> None:
        self.client = self.app.test_client()

    def get(self, path: str, status: int = 200) -> TestResponse:
        """Open an address."""
        self.page = self.client.get(path, follow_redirects=True)
        assert self.page.status_code == status, (path, words(self.page))
        return self.page

    def send(self, action: str, status: int = 200, **fields: object) -> TestResponse:
        """Send the form of the page whose address ends so, with what was written."""
        assert self.page is not None
        found = [
            each
            for each in _Form(self.page.text).forms
            if (each[0]["action"] or "").partition("#")[0].endswith(action)
        ]
        assert len(found) == 1, (action, [each[0]["action"] for each in _Form(self.page.text).forms])
        address, held = (found[0][0]["action"] or "").partition("#")[0], found[0][1]
        self.page = self.client.post(
            address,
            data={**held, **fields},
            follow_redirects=True,
            headers={"Referer": "http://localhost" + address},
        )
        assert self.page.status_code == status, words(self.page)
        return self.page

    def sign_in(self, email: str, password: str = PASSWORD, then: str = "/") -> TestResponse:
        """Sign in as far as the password leads."""
        self.get(f"/sign-in?then={then}")
        return self.send("/sign-in", email=email, password=password)


def with_account(app: Flask, who: tuple[str, NewKey]) -> Person:
    """Somebody with an account who has not signed in."""
    app.config[OPEN] = False
    people.with_password(app.extensions["auditor"].store, *who, PASSWORD, now(), "ops")
    return Person(app)


def signed_in(app: Flask, who: tuple[str, NewKey]) -> Person:
    """Somebody who signed in, with an authenticator where the role needs one."""
    person = with_account(app, who)
    page = person.sign_in(who[0])
    if "Set up an authenticator" in page.text:
        person.secret = shown_secret(page)
        page = person.send("/sign-in/authenticator", code=code_of(person.secret))
        person.recovery = re.findall(r"<li><code>([\w-]+)</code>", page.text)[0]
    return person


def last_record(app: Flask, kind: str) -> dict[str, Any]:
    """Record of the last fact of a kind."""
    db = app.extensions["auditor"].store.connections.db
    sql = "SELECT record FROM register WHERE kind = ? ORDER BY entry DESC LIMIT 1"
    found: dict[str, Any] = json.loads(db.execute(sql, [kind]).fetchone()[0])
    return found


def given_factor(app: Flask, method: str = "authenticator") -> dict[str, Any]:
    """The second factor that was given last, as a decision states it."""
    given = last_record(app, "sign_in.factor")
    assert given["method"] == method
    return {"method": method, "at": given["at"], "sign_in": given["sign_in"]}


def shown_secret(page: TestResponse) -> str:
    """The secret that the page for a new authenticator shows."""
    return re.findall(r'<code class="secret">(\w+)</code>', page.text)[0]


def code_of(secret: str, steps: int = 0) -> str:
    """What an authenticator shows now, or so many steps later."""
    import base64

    raw = base64.b32decode(secret + "=" * (-len(secret) % 8))
    return one_time_codes.totp(raw, int(dt.datetime.now(dt.UTC).timestamp()) // one_time_codes.STEP + steps)
