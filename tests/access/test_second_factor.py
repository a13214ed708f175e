"""The second factor: who needs one, how it is set up, codes and what guessing them gains."""

from multiprocessing.queues import Queue
from pathlib import Path

import pytest
from msgspec.structs import replace

from auditor.access import one_time_codes, people, roles, second_factor, signed_in
from auditor.access.keys import NewKey
from auditor.access.sign_in_refusals import (
    EnrolmentNeeded,
    EnrolmentRefused,
    NotFresh,
    SecondFactorNeeded,
    TooManyAttempts,
    WrongCode,
)
from auditor.doctor import examine
from auditor.store import Store
from auditor.store.people_key import UnusablePeopleKey
from auditor.store.store import FILE
from tests.access.accounts import (
    AT,
    GOOD,
    MARA,
    REGULATOR,
    account,
    code_at,
    decider,
    is_in,
    later,
    refusal,
    signed,
)
from tests.processes import forked, forks


def test_whoever_decides_needs_a_second_factor(store: Store):
    assert frozenset({"regulator", "administrator"}) == roles.DECIDING
    decisions = {need for need, rule in roles.TABLE.items() if rule.decision}
    assert decisions == {
        ("controls", "decide"),
        ("rooms", "decide"),
        ("incidents", "decide"),
        ("holds", "lift"),
        ("people", "keep"),
        ("screening", "close"),
    }
    account(store, MARA, REGULATOR)
    token = signed(store, MARA)
    assert refusal(EnrolmentNeeded, signed_in.authenticate, store, token, AT) == (
        "Your role makes decisions and needs a second factor. Set up an authenticator to continue."
    )
    assert signed_in.signed_in_so_far(store, token, AT).waits_for == "enrolment"


def test_an_authenticator_counts_once_it_showed_a_code(store: Store):
    account(store, MARA, REGULATOR)
    other, token = signed(store, MARA), signed(store, MARA)
    assert refusal(EnrolmentRefused, second_factor.confirm_enrolment, store, token, "123456", AT) == (
        "No authenticator is being set up. Begin again."
    )
    first = second_factor.begin_enrolment(store, token, AT)
    enrolment = second_factor.begin_enrolment(store, token, AT)
    assert f"secret={enrolment.secret}" in enrolment.address
    for wrong in (code_at(first, AT), code_at(enrolment, later(minutes=5)), "nonsense"):
        with pytest.raises(WrongCode):
            second_factor.confirm_enrolment(store, token, wrong, AT)
    assert signed_in.signed_in_so_far(store, token, AT).waits_for == "enrolment"
    found, new, recovery = second_factor.confirm_enrolment(store, token, code_at(enrolment, AT), AT)
    assert (found.waits_for, found.record.factor_at) == (None, AT)
    assert len(set(recovery)) == 10
    assert [is_in(store, each) for each in (other, token, new)] == [False, False, True]
    assert "has an authenticator" in refusal(EnrolmentRefused, second_factor.begin_enrolment, store, new, AT)


def test_the_next_sign_in_waits_for_a_code_that_works_once(store: Store):
    _, enrolment, _ = decider(store)
    token = signed(store, MARA, at := later(minutes=5))
    assert refusal(SecondFactorNeeded, signed_in.authenticate, store, token, at) == (
        "Enter the code from your authenticator, or a recovery code."
    )
    code = code_at(enrolment, at)
    found, new = second_factor.give_code(store, token, f"{code[:3]} {code[3:]}", at)
    assert (found.waits_for, found.record.factor_at) == (None, at)
    assert (is_in(store, token, at), is_in(store, new, at)) == (False, True)
    words = refusal(WrongCode, second_factor.give_code, store, new, code, at)
    assert words.startswith("Wrong code, or a code that was used before.")
    with pytest.raises(WrongCode):  # nor one of a step before
        second_factor.give_code(store, new, code_at(enrolment, later(at, seconds=-30)), at)
    second_factor.give_code(store, new, code_at(enrolment, later(at, seconds=30)), later(at, seconds=30))


def test_a_recovery_code_works_once(store: Store):
    _, _, recovery = decider(store)
    token = signed(store, MARA)
    found, new = second_factor.give_code(store, token, recovery[3].upper().replace("-", " "), AT)
    assert found.waits_for is None
    with pytest.raises(WrongCode):
        second_factor.give_code(store, new, recovery[3], AT)
    assert len(store.people.credentials(1).recovery) == 9
    second_factor.give_code(store, new, recovery[4], AT)
    assert examine(store.folder / FILE).sound


def test_guessing_codes_waits(store: Store):
    _, enrolment, _ = decider(store)
    token, at = signed(store, MARA), later(minutes=5)
    for _ in range(5):
        with pytest.raises(WrongCode):
            second_factor.give_code(store, token, "wrong", at)
    with pytest.raises(TooManyAttempts) as refused:
        second_factor.give_code(store, token, code_at(enrolment, at), at)
    at = later(at, seconds=refused.value.retry_after)
    assert second_factor.give_code(store, token, code_at(enrolment, at), at)[0].waits_for is None


def test_a_decision_needs_the_second_factor_lately(store: Store):
    token, enrolment, _ = decider(store)
    found = signed_in.authenticate(store, token, AT)
    signed_in.must_be_fresh(found, later(minutes=4))
    assert refusal(NotFresh, signed_in.must_be_fresh, found, later(minutes=5)) == (
        "A decision needs a second factor from the last 5 minutes. Enter the code again; your text is kept."
    )
    at = later(minutes=10)
    found, _ = second_factor.give_code(store, token, code_at(enrolment, at), at)
    signed_in.must_be_fresh(found, at)
    account(store)
    with pytest.raises(NotFresh):
        signed_in.must_be_fresh(signed_in.authenticate(store, signed(store), AT), AT)


def test_giving_the_factor_again_does_not_make_a_sign_in_longer(store: Store):
    token, enrolment, _ = decider(store)
    for minutes in range(25, 720, 25):
        at = later(minutes=minutes)
        found, token = second_factor.give_code(store, token, code_at(enrolment, at), at)
        assert found.record.ends_at == later(hours=12)
    assert not is_in(store, token, later(hours=12))


def test_anybody_may_have_a_second_factor_and_is_asked_for_it_then(store: Store):
    account(store, wanted=NewKey("administrator", "Ann"))
    token = signed(store)
    enrolment = second_factor.begin_enrolment(store, token, AT)
    second_factor.confirm_enrolment(store, token, code_at(enrolment, AT), AT)
    with pytest.raises(SecondFactorNeeded):
        signed_in.authenticate(store, signed(store), AT)


def test_a_reset_takes_the_authenticator_away(store: Store):
    decider(store)
    people.accept(store, people.reset(store, MARA, AT).code, GOOD, AT)
    with pytest.raises(EnrolmentNeeded):
        signed_in.authenticate(store, signed(store, MARA), AT)


def test_an_account_without_an_authenticator_has_no_code_to_give(store: Store):
    account(store)
    assert refusal(EnrolmentRefused, second_factor.give_code, store, signed(store), "123456", AT) == (
        "Your account has no authenticator. Set one up first."
    )


def test_without_its_key_no_authenticator_is_known(store: Store):
    _, enrolment, _ = decider(store)
    token = signed(store, MARA)
    (store.folder / "people.key").write_text("nonsense")
    assert "people.key is not the key of people's authenticators." in refusal(
        UnusablePeopleKey, second_factor.give_code, store, token, "123456", AT
    )
    (store.folder / "people.key").unlink()
    words = refusal(UnusablePeopleKey, second_factor.give_code, store, token, code_at(enrolment, AT), AT)
    assert words.endswith(
        "people.key, cannot be read: No such file or directory. Put the file back; or reset each account that has an "
        "authenticator with auditor people reset."
    )
    account(store)
    second_factor.begin_enrolment(store, signed(store), AT)  # which makes another key
    words = refusal(UnusablePeopleKey, second_factor.give_code, store, token, code_at(enrolment, AT), AT)
    assert words.startswith(
        "The authenticator of this account was enrolled under another people.key than the one in"
    )
    assert "auditor people reset" in words
    found = {each.check: each.faults for each in examine(store.folder / FILE).checks}
    assert [each.row for each in found["authenticators"]] == ["1"]


def test_an_old_sign_in_sets_up_no_authenticator(store: Store):
    """So whoever finds a browser open gains no second factor."""
    account(store, MARA, REGULATOR)
    token = signed(store, MARA)
    assert signed_in.signed_in_so_far(store, token, later(minutes=20)).waits_for == "enrolment"
    second_factor.begin_enrolment(store, token, later(minutes=29))
    assert refusal(EnrolmentRefused, second_factor.begin_enrolment, store, token, later(minutes=30)) == (
        "An authenticator is set up within 30 minutes after signing in. Sign out and sign in again."
    )


def test_the_secret_of_one_person_is_not_anothers(store: Store):
    decider(store)
    account(store)
    kept = store.people.credentials(1).totp
    store.people.change(2, lambda _, now: replace(now, totp=kept, totp_since=AT), AT)
    with pytest.raises(UnusablePeopleKey):
        second_factor.give_code(store, signed(store), "123456", AT)


def _give(folder: str, token: str, code: str, at: str, results: "Queue[str]") -> None:
    store = Store(Path(folder))
    try:
        second_factor.give_code(store, token, code, at)
        results.put("taken")
    except WrongCode:
        results.put("wrong")
    store.close()


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["authenticator", "recovery"])
def test_of_two_processes_one_uses_a_code(store: Store, kind):
    _, enrolment, recovery = decider(store)
    at = later(minutes=5)
    code = code_at(enrolment, at) if kind == "authenticator" else recovery[0]
    tokens = [signed(store, MARA, at) for _ in range(2)]
    results: Queue[str] = forks.Queue()
    processes = [forked(_give, str(store.folder), each, code, at, results) for each in tokens]
    for each in processes:
        each.start()
    assert sorted(results.get(timeout=60) for _ in processes) == ["taken", "wrong"]
    for each in processes:
        each.join(60)
    assert one_time_codes.STEP == 30
