"""An authenticator is set up in one sign-in, shortly after it began, and by nobody else."""

import pytest

from auditor.access import second_factor, signed_in
from auditor.access.sign_in_refusals import EnrolmentRefused, NotSignedIn
from auditor.doctor.examination import examine
from auditor.store import Store
from auditor.store.store import FILE
from tests.access.accounts import AT, MARA, REGULATOR, account, code_at, later, signed

TOO_LATE = "An authenticator is set up within 30 minutes after signing in. Sign out and sign in again."


def test_what_was_begun_is_not_gone_on_with_in_an_old_sign_in(store: Store):
    account(store)
    token = signed(store)
    enrolment = second_factor.begin_enrolment(store, token, AT)
    found = {each.check: each.faults for each in examine(store.folder / FILE).checks}
    assert found["authenticators"] == []
    signed_in.signed_in_so_far(store, token, later(minutes=20))
    at = later(minutes=30)
    with pytest.raises(EnrolmentRefused, match=TOO_LATE):
        second_factor.enrolment_so_far(store, token, at)
    with pytest.raises(EnrolmentRefused, match=TOO_LATE):
        second_factor.confirm_enrolment(store, token, code_at(enrolment, at), at)
    assert store.people.credentials(1).totp_since is None


def test_a_secret_that_another_sign_in_began_is_shown_to_nobody(store: Store):
    """Else somebody who knows the password alone would know the second factor that its person sets up afterwards."""
    account(store, MARA, REGULATOR)
    stranger, token = signed(store, MARA), signed(store, MARA)
    begun = second_factor.enrolment_so_far(store, stranger, AT)
    assert second_factor.enrolment_so_far(store, stranger, AT) == begun  # as the page and its picture show it
    own = second_factor.enrolment_so_far(store, token, AT)
    assert own.secret != begun.secret
    with pytest.raises(
        EnrolmentRefused, match="Another authenticator was begun meanwhile, in another window or"
    ):
        second_factor.confirm_enrolment(store, stranger, code_at(begun, AT), AT)
    found, new, _ = second_factor.confirm_enrolment(store, token, code_at(own, AT), AT)
    assert found.waits_for is None
    with pytest.raises(NotSignedIn):
        signed_in.signed_in_so_far(store, stranger, AT)
    at = later(seconds=60)
    assert second_factor.give_code(store, new, code_at(own, at), at)[0].record.factor_at == at
