"""docs/histories.md has what the survey of real and made-up histories gives."""

from pathlib import Path

import pytest

from tests.folding import of_every
from tests.importing.histories.originals import originals
from tests.importing.histories.public_hands import EXPLAINED, KINDS, LEFT_OUT, UNEQUAL
from tests.importing.histories.survey import deviating, made_up_files, public_hands
from tests.importing.histories.survey_page import HEADING, section

DOCUMENT = Path(__file__).parents[3] / "docs" / "histories.md"


@pytest.mark.slow
def test_the_document_is_that_of_the_survey():
    _, heading, rest = DOCUMENT.read_text("utf-8").partition(HEADING)
    assert heading + rest == section(), "run `make histories`"


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_money_is_equal_but_where_that_is_explained(kind):
    unequal = {each.hand for each in public_hands(kind) if each.equal and False in each.equal}
    assert unequal == {hand for hand in UNEQUAL if hand[0] == kind}
    assert all(each.equal.nets is False for each in public_hands(kind) if each.hand in UNEQUAL)


@of_every("hand", [*EXPLAINED, *LEFT_OUT, *UNEQUAL])
def test_what_is_explained_is_a_hand_that_is_there(hand):
    assert hand[1] in originals(hand[0])


@pytest.mark.slow
@pytest.mark.sampled(12)
@pytest.mark.parametrize("path", made_up_files(), ids=lambda path: path.name)
def test_an_audit_of_a_made_up_file_finds_nothing(path):
    assert deviating(path) == []
