"""One wrong fact in an honest log of a pot game: what finds it, or why nobody could see it."""

from collections import Counter

import pytest
from judging import REPORTED

from tests.rules.checked import checks_of
from tests.simulation.injected import bets, money, short
from tests.simulation.injected.changed import injected

ERRORS = [*bets.ERRORS, *money.ERRORS, *short.ERRORS]


def codes(log):
    """Codes of violations and discrepancies."""
    return {each.code for each in checks_of(log).findings if each.kind in REPORTED}


@pytest.mark.slow
@pytest.mark.sampled(12)
@pytest.mark.parametrize("error", ERRORS, ids=lambda error: error.name)
def test_an_error_has_the_findings_that_say_so(error):
    found = codes(injected(error))
    assert set(error.codes) <= found
    assert bool(found) == (not error.silent), (
        "an error that nothing shows needs its reason, and no other has one"
    )


def test_few_errors_are_silent_and_each_has_one_name():
    assert [name for name, count in Counter(error.name for error in ERRORS).items() if count > 1] == []
    assert [error.name for error in ERRORS if bool(error.codes) == bool(error.silent)] == []
    silent = [error.name for error in ERRORS if error.silent]
    assert 15 * len(silent) <= len(ERRORS), silent
