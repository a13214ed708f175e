"""The service that the tests in a browser use: a process of its own, with people who have authenticators."""

import base64
import datetime as dt
import re
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import requests
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, expect

from auditor.access import one_time_codes, people, second_factor, signed_in
from auditor.access.keys import NewKey
from auditor.access.roles import DECIDING, TABLE
from auditor.signing.trial_authority import make_test_authority
from auditor.store import Store
from auditor.store.service_clock import after, now
from auditor.store.sign_ins import GivenFactor
from tests.access.accounts import code_at
from tests.http.kit import serving as server
from tests.http.web.kit import ADA, DANA, LEE, MARA, PASSWORD
from tests.http.web.test_roles_of_pages import pages as pages_of
from tests.services import Fill, application

PATIENCE = 120_000  # ms until a page shows what is expected
AXE = Axe().axe_script  # a page that is examined often has it from the beginning
FEWER_DEALS = """
from functools import partial
from auditor import service
service.gap_report = partial(service.gap_report, deals=500)
"""
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
Who = tuple[str, NewKey]
NORA = ("nora.bell@example.org", NewKey("compliance", "Nora Bell", rooms=("WA-0417",)))
OTTO = ("otto.lind@example.gov", NewKey("regulator", "Otto Lind", authority="wsgc"))
VERA = ("vera.moss@example.gov", NewKey("regulator", "Vera Moss", authority="wsgc"))
AGENTS = (MARA, OTTO, VERA)
NEW = (
    "new.agent@example.gov",
    NewKey("regulator", "New Agent", authority="wsgc"),
)  # has no authenticator yet
PEOPLE = (DANA, LEE, NORA, *AGENTS, ADA)


@dataclass(frozen=True)
class Authenticator:
    """What somebody carries: the secret of an authenticator, and codes that stand in for it once."""

    secret: str
    recovery: list[str]


@dataclass(frozen=True)
class Address:
    """An address that is opened with GET: its rule, its endpoint, and the roles that may open it."""

    rule: str
    endpoint: str
    roles: tuple[str, ...]


@dataclass
class Site:
    """A running service. authenticators: of who has one, by e-mail address. pages: those that need a sign-in."""

    url: str
    folder: Path
    authenticators: dict[str, Authenticator]
    pages: list[Address]

    def code(self, email: str) -> str:
        """What somebody's authenticator shows now. It is taken once; for more, a code that stands in for it."""
        raw = base64.b32decode(padded(self.authenticators[email].secret))
        return one_time_codes.totp(raw, int(dt.datetime.now(dt.UTC).timestamp()) // one_time_codes.STEP)

    def recovery(self, email: str) -> str:
        """A code that stands in for somebody's authenticator."""
        return self.authenticators[email].recovery.pop()

    def sign_in(self, page: Page, who: Who, then: str = "/") -> None:
        """Sign somebody in at a browser, with keyboard alone."""
        page.goto(f"/sign-in?then={then}")
        page.get_by_label("E-mail address").focus()
        page.keyboard.type(who[0])
        page.keyboard.press("Tab")
        page.keyboard.type(PASSWORD)
        with page.expect_navigation():
            page.keyboard.press("Enter")
        if "/sign-in/code" not in page.url:
            return
        expect(page.get_by_label("Six digits")).to_be_focused()  # a page has its focus after it is loaded
        page.keyboard.type(self.code(who[0]))
        with page.expect_navigation():
            page.keyboard.press("Enter")

    def keep_signed_in(self, context: BrowserContext, who: Who, *, whole: bool = True) -> None:
        """Have a browser keep what it keeps of somebody who signed in. whole: with the second factor, where there is one."""
        with requests.Session() as session:
            self._send(session, "/sign-in", email=who[0], password=PASSWORD)
            if whole and who[0] in self.authenticators:
                self._send(session, "/sign-in/code", code=self.recovery(who[0]))
            context.add_cookies(
                [{"name": each.name, "value": each.value or "", "url": self.url} for each in session.cookies]
            )

    def _send(self, session: requests.Session, path: str, **fields: str) -> None:
        form = session.get(self.url + path, timeout=60).text
        token = re.findall(r'name="form_token" value="(\w+)"', form)[0]
        answer = session.post(
            self.url + path, data={"form_token": token, "then": "/sign-in", **fields}, timeout=60
        )
        assert answer.status_code == 200, answer.text

    def minutes_pass(self) -> None:
        """Have ten minutes pass since anybody gave a second factor: a decision needs a code again."""
        with closing(Store(self.folder)) as store:
            for person in store.people.all():
                for each in store.sign_ins.of(person.id):
                    if each.factor_at is not None:
                        given_at = after(each.factor_at, minutes=-10)
                        factor = GivenFactor(person.key.id, "authenticator", now(), given_at)
                        assert store.sign_ins.renew(each.token, each.token, factor)


def padded(secret: str) -> str:
    """A secret with the signs that complete its last group."""
    return secret + "=" * (-len(secret) % 8)


@contextmanager
def serving(
    folder: Path, filled: Fill, *, signed: bool = False, audit_on_arrival: bool = False
) -> Iterator[Site]:
    """The service over a folder that has what somebody put into it, and the accounts of `PEOPLE` and of `NEW`.

    signed: reports are signed, by a test authority. audit_on_arrival: what is uploaded is audited by itself.
    """
    made = {}
    with application(folder, filled=filled) as app:
        store: Store = app.extensions["auditor"].store
        for email, wanted in (*PEOPLE, NEW):
            people.with_password(store, email, wanted, PASSWORD, now(), "ops")
            if wanted.role in DECIDING and email != NEW[0]:
                made[email] = with_authenticator(store, email)
        addresses = [
            Address(rule.rule, rule.endpoint, TABLE[need].roles)
            for rule, method, need in pages_of(app)
            if method == "GET"
        ]
    if signed:
        make_test_authority(folder, dt.datetime.now(dt.UTC).replace(microsecond=0))
    with server(
        folder, settings=FEWER_DEALS, open_to_all=False, audit_on_arrival=audit_on_arrival
    ) as running:
        yield Site(running.url, folder, made, addresses)


def with_authenticator(store: Store, email: str) -> Authenticator:
    """Set an authenticator up for somebody, two minutes ago, so that the codes of now are not used yet."""
    then = after(now(), seconds=-120)
    here = signed_in.SignInOrigin("192.0.2.1", "tests")
    _found, token = signed_in.sign_in(store, email, PASSWORD, here, then)
    enrolment = second_factor.begin_enrolment(store, token, then)
    recovery = second_factor.confirm_enrolment(store, token, code_at(enrolment, then), then)[2]
    return Authenticator(enrolment.secret, list(recovery))


def context_of(browser: Browser, **options: Any) -> BrowserContext:
    """A context of a browser whose pages have two minutes to load: other tests have the processors meanwhile."""
    context = browser.new_context(**options)
    context.set_default_timeout(PATIENCE)
    return context


def inaccessible(page: Page, *rules: str) -> list[str]:
    """What axe finds on a page: WCAG 2.2 A and AA, and its best practices. rules: these alone."""
    only = {"type": "rule", "values": list(rules)} if rules else {"type": "tag", "values": RULES}
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    found = page.evaluate(
        "options => axe.run(options).then(said => said.violations)",
        {"runOnly": only, "resultTypes": ["violations"], "preload": False},
    )
    return [
        f"{page.url}: {each['id']}: {each['help']}: {node['html'][:160]} {node.get('failureSummary', '')[:200]}"
        for each in found
        for node in each["nodes"]
    ]


def must_be_accessible(page: Page) -> None:
    """Assert that axe finds nothing on a page."""
    found = inaccessible(page)
    assert found == [], found
