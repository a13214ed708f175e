"""Second factors are facts: a sign-in has the one that a fact says, and a decision states the one that it rests on."""

import json

import pytest
from msgspec.structs import replace

from auditor.access import second_factor, signed_in
from auditor.access.key_refusals import KeyExpired, KeyRevoked
from auditor.access.keys import NewKey
from auditor.access.roles import caller_of
from auditor.access.sign_in_refusals import NotFresh, SecondFactorNeeded
from auditor.doctor import verify_register
from auditor.errors import RecordDamaged
from auditor.facts.canonical_record import to_record
from auditor.facts.folding.folded_factors import KEPT
from auditor.facts.kinds.facts_of_holds import HoldLiftedOnRecord, HoldMade
from auditor.facts.recorded_fact import Factor
from auditor.store import Store
from auditor.store.caller import Caller
from auditor.store.rows import NewHold
from auditor.store.sign_in_key import SignInKey
from auditor.store.sign_ins import GivenFactor
from auditor.store.store import FILE
from auditor.store.stored_register import append_record
from tests.access.accounts import AT, MARA, account, code_at, decider, later, signed
from tests.services import unprotected

LIFT, MAKE = ("holds", "lift"), ("holds", "make")
HOLD = NewHold("WA-0417", None, None, None, "case 12", "Mara Ortiz")


def records(store: Store, kind: str):
    rows = store.connections.db.execute("SELECT record FROM register WHERE kind = ? ORDER BY entry", [kind])
    return [json.loads(record) for (record,) in rows.fetchall()]


def forge(store: Store, token: str, **columns: object) -> None:
    """Alter a sign-in as somebody does who has the store's file and `sign_ins.key`."""
    db = store.connections.db
    names = ("token", "person", "made_at", "seen_at", "ends_at", "factor_at", "address", "client")
    row = db.execute(
        f"SELECT {', '.join(names)} FROM sign_ins WHERE token = ?", [signed_in.digest(token)]
    ).fetchone()
    values = dict(zip(names, row, strict=True)) | {name: columns[name] for name in names if name in columns}
    code = SignInKey(store.folder).mac(list(values.values()))
    db.execute(
        f"UPDATE sign_ins SET ({', '.join(names)}, code, id) = (?, ?, ?, ?, ?, ?, ?, ?, ?, coalesce(?, id)) WHERE token = ?",
        [*values.values(), code, columns.get("id"), signed_in.digest(token)],
    )


def test_a_second_factor_is_a_fact_when_it_is_given(store: Store):
    _, enrolment, recovery = decider(store)
    person = store.people.get(1)
    at = later(minutes=5)
    _, token = second_factor.give_code(store, signed(store, MARA, at), code_at(enrolment, at), at)
    found, _ = second_factor.give_code(store, token, recovery[0], later(minutes=6))
    about = {"kind": "sign_in.factor", "by": person.key.id, "person": 1}
    assert records(store, "sign_in.factor") == [
        about | {"at": AT, "sign_in": 1, "method": "authenticator"},
        about | {"at": at, "sign_in": 2, "method": "authenticator"},
        about | {"at": later(minutes=6), "sign_in": 2, "method": "recovery"},
    ]
    assert found.record.factor == Factor("recovery", later(minutes=6), 2)
    assert verify_register(store.folder / FILE).faults == []


def test_a_new_password_keeps_the_factor_and_is_none(store: Store):
    token, _, _ = decider(store)
    client = signed_in.SignInOrigin("192.0.2.1")
    found, _ = signed_in.change_password(
        store, token, "seven cards short of a deck", "eight hands short of a session", client, AT
    )
    assert found.record.factor == Factor("authenticator", AT, 1)
    assert len(records(store, "sign_in.factor")) == 1


def test_a_factor_that_no_fact_says_counts_as_none(store: Store):
    """Whoever has the password, the file and the key of sign-ins needs a code all the same."""
    decider(store)
    token = signed(store, MARA, at := later(minutes=1))
    forge(store, token, factor_at=at)
    assert store.sign_ins.get(signed_in.digest(token)).factor_at is None
    with pytest.raises(SecondFactorNeeded):
        signed_in.authenticate(store, token, at)
    with pytest.raises(NotFresh):
        signed_in.must_be_fresh(signed_in.signed_in_so_far(store, token, at), at)
    store.sign_ins.note_use(signed_in.digest(token), later(minutes=9), later(minutes=8))
    assert signed_in.signed_in_so_far(store, token, later(minutes=9)).record.factor is None


def test_the_factor_of_another_sign_in_or_person_counts_as_none(store: Store):
    decider(store)
    account(store, wanted=NewKey("administrator", "Ann"))
    token = signed(store, MARA)
    forge(store, token, factor_at=AT)  # that of sign-in 1
    assert signed_in.signed_in_so_far(store, token, AT).waits_for == "code"
    others = signed(store)
    store.connections.db.execute("DELETE FROM sign_ins WHERE id = 1")
    forge(store, others, factor_at=AT, id=1)
    assert store.sign_ins.get(signed_in.digest(others)).factor_at is None


def test_a_sign_in_goes_on_with_one_of_the_last_factors_of_its_person(store: Store):
    token, enrolment, _ = decider(store)
    other = signed(store, MARA)
    for number in range(1, KEPT + 1):
        at = later(seconds=30 * number)
        assert signed_in.authenticate(store, token, at).record.factor_at == AT
        _, other = second_factor.give_code(store, other, code_at(enrolment, at), at)
    with pytest.raises(SecondFactorNeeded):
        signed_in.authenticate(store, token, at)
    assert signed_in.authenticate(store, other, at).record.factor_at == at
    assert store.connections.db.execute("SELECT count(*) FROM sign_in_factors").fetchone() == (KEPT,)
    assert verify_register(store.folder / FILE).faults == []


def acting(store: Store, need, factor=None) -> Caller:
    """The caller of the first account, as a page has it."""
    return replace(caller_of(store, store.people.get(1).key, need, None, factor), rooms=None)


def test_a_decision_states_the_factor_that_it_rests_on_and_other_facts_do_not(store: Store):
    decider(store)
    factor = Factor("authenticator", AT, 1)
    made = store.seen_by(acting(store, MAKE, factor)).holds.make(HOLD, AT)
    store.seen_by(acting(store, LIFT, factor)).holds.lift(made.id, "over", "Mara Ortiz", AT)
    assert "factor" not in records(store, "hold.made")[0]
    assert records(store, "hold.lifted")[0]["factor"] == {"method": "authenticator", "at": AT, "sign_in": 1}
    assert verify_register(store.folder / FILE).faults == []


def test_a_decision_under_a_factor_that_nobody_gave_is_refused(store: Store):
    decider(store)
    made = store.holds.make(HOLD, AT)
    for factor in (
        Factor("authenticator", later(minutes=1), 1),
        Factor("recovery", AT, 1),
        Factor("authenticator", AT, 2),
    ):
        with pytest.raises(
            RecordDamaged, match=f"no {factor.method} was given at {factor.at} in sign-in {factor.sign_in}"
        ):
            store.seen_by(acting(store, LIFT, factor)).holds.lift(made.id, "over", "Mara Ortiz", AT)
    assert store.holds.get(made.id).lifted is None


def test_the_doctor_names_a_decision_under_a_factor_that_nobody_gave(store: Store):
    """Its fact was entered and signed all the same, as by somebody who has the key of the register."""
    decider(store)
    key = store.people.get(1).key.id
    about = {"at": AT, "by": key, "number": 1, "rooms": ("WA-0417",), "who": "Mara Ortiz"}
    lifted = HoldLiftedOnRecord(reason="over", factor=Factor("authenticator", AT, 7), **about)
    with unprotected(store.connections.db):
        pass  # its rows are not rebuilt
    with store.connections.writing() as db:
        append_record(db, to_record(HoldMade(room="WA-0417", reason="case 12", **about)).decode())
        number = append_record(db, to_record(lifted).decode())
    found = {(each.row, each.found) for each in verify_register(store.folder / FILE).faults}
    words = f"Fact {number} (hold.lifted) does not follow from those before it: no authenticator was given at {AT} in sign-in 7."
    assert (f"{number}", words) in found
    with pytest.raises(RecordDamaged, match="no authenticator was given"):
        store.holds.make(HOLD, AT)


def test_an_altered_row_of_a_factor_opens_nothing_and_is_named(store: Store):
    token, _, _ = decider(store)
    with unprotected(store.connections.db) as db:
        db.execute("UPDATE sign_in_factors SET at = ? WHERE sign_in = 1", [later(minutes=9)])
    forge(store, token, factor_at=later(minutes=9))
    assert signed_in.signed_in_so_far(store, token, later(minutes=9)).waits_for == "code"
    rows = {(each.table, each.row) for each in verify_register(store.folder / FILE).faults}
    assert rows == {("sign_in_factors", f"1, {AT}"), ("sign_in_factors", f"1, {later(minutes=9)}")}


# --- keys that end ----------------------------------------------------------------------------------------------------


def test_a_key_that_ended_meanwhile_is_refused_as_such(store: Store):
    """The request was let in with it before."""
    account(store)
    caller = acting(store, MAKE)
    key = store.people.get(1).key
    assert store.seen_by(caller).holds.make(HOLD, AT).id == 1
    with pytest.raises(KeyExpired, match=f"Key {key.id} expired at {key.expires_at}"):
        store.seen_by(caller).holds.make(HOLD, later(key.expires_at, seconds=1))
    store.keys.revoke(key.id, AT)
    with pytest.raises(KeyRevoked, match=f"Key {key.id} was revoked"):
        store.seen_by(caller).holds.make(HOLD, AT)
    assert store.connections.db.execute("SELECT count(*) FROM holds").fetchone() == (1,)


def test_a_key_that_ended_in_its_row_alone_is_damage(store: Store):
    account(store)
    caller = acting(store, MAKE)
    with unprotected(store.connections.db) as db:
        db.execute("UPDATE keys SET revoked_at = ?", [AT])
    with pytest.raises(RecordDamaged, match="was revoked at"):
        store.seen_by(caller).holds.make(HOLD, AT)


def test_a_second_factor_of_a_key_that_ended_is_not_given(store: Store):
    token, _, _ = decider(store)
    key = store.people.get(1).key
    store.keys.revoke(key.id, AT)
    with pytest.raises(KeyRevoked):
        store.sign_ins.renew(signed_in.digest(token), "f" * 64, GivenFactor(key.id, "authenticator", AT))
    assert store.sign_ins.get(signed_in.digest(token)) is not None
