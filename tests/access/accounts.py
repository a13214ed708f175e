"""Accounts for tests: people who were invited, have a password, and perhaps an authenticator."""

import base64
import datetime as dt

import pytest

from auditor.access import one_time_codes, people, second_factor, signed_in
from auditor.access.keys import NewKey
from auditor.access.sign_in_refusals import NotSignedIn
from auditor.access.signed_in import SignInOrigin, seconds
from auditor.store import Store
from auditor.store.service_clock import after

AT = (
    (dt.datetime.now(dt.UTC) + dt.timedelta(days=1)).isoformat(timespec="microseconds").replace("+00:00", "Z")
)
HOME = SignInOrigin("192.0.2.1", "a browser on a tablet")
GOOD = "seven cards short of a deck"
DANA, MARA = "dana.reyes@example.org", "mara.ortiz@example.gov"
ROOM = NewKey("room", "Dana Reyes", rooms=("WA-0417",))
REGULATOR = NewKey("regulator", "Mara Ortiz", authority="wsgc")


def later(at: str = AT, **time: float) -> str:
    """A time after another one."""
    return after(at, **time)


def account(store: Store, email: str = DANA, wanted: NewKey = ROOM, at: str = AT, password: str = GOOD):
    """An account whose person accepted the invitation."""
    return people.with_password(store, email, wanted, password, at, "ops")


def code_at(enrolment: second_factor.Enrolment, at: str) -> str:
    """What an authenticator shows."""
    text = enrolment.secret
    secret = base64.b32decode(text + "=" * (-len(text) % 8))
    return one_time_codes.totp(secret, int(seconds(at) // one_time_codes.STEP))


def signed(store: Store, email: str = DANA, at: str = AT, client: SignInOrigin = HOME) -> str:
    """The token of somebody who gave the password."""
    return signed_in.sign_in(store, email, GOOD, client, at)[1]


def decider(store: Store, at: str = AT):
    """A regulator with an authenticator: the token, the enrolment and the recovery codes."""
    account(store, MARA, REGULATOR, at)
    token = signed(store, MARA, at)
    enrolment = second_factor.begin_enrolment(store, token, at)
    _, token, recovery = second_factor.confirm_enrolment(store, token, code_at(enrolment, at), at)
    return token, enrolment, recovery


def refusal(kind, do, *args, **more) -> str:
    """The words of what is refused."""
    with pytest.raises(kind) as refused:
        do(*args, **more)
    return str(refused.value)


def is_in(store: Store, token: str, at: str = AT) -> bool:
    """Whether a sign-in is one."""
    try:
        signed_in.signed_in_so_far(store, token, at)
    except NotSignedIn:
        return False
    return True


def alter_secrets(db, before: str, after: str) -> None:
    """Alter what is kept of secrets and sign-in names beside facts."""
    for name, body in db.execute("SELECT digest, body FROM fact_parts").fetchall():
        altered = body.replace(before.encode(), after.encode())
        db.execute("UPDATE fact_parts SET body = ? WHERE digest = ?", [altered, name])
