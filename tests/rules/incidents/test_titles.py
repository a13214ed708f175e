"""Titles of incidents state the fact of their root, also where a check finds several things."""

import pytest

from rules.audit.incidents.titles import title
from tests.reports import samples


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"code": "PAY006", "stated": "3 to 3", "unit": "seats"}, "Seat 3 is on record as paying itself"),
        ({"code": "PAY006", "stated": "3 to 9", "unit": "seats"}, "A payment names a seat that is not in the hand"),
        ({"code": "BET006", "stated": "add", "unit": "act"}, "Seat 3 added chips during the hand"),
        ({"code": "BET006", "stated": 5000, "unit": "money"}, "Seat 3 put in more chips than it had"),
        ({"code": "POT008", "stated": 1400, "unit": "money"}, "A pot differs from the chips put in"),
        (
            {"code": "POT008", "stated": "1, 2", "unit": "seats"},
            "Who can win a pot is on record in another way than the chips put in say",
        ),
    ],
)  # fmt: skip
def test_a_title_states_what_was_found(fields, says):
    found = title(samples.finding(1, seat=3, **fields), None, 1)
    assert found == says
    assert len(found) <= 72
