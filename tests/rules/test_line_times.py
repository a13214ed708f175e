"""The times of lines in the files of events: those with another offset than the room's clock."""

from __future__ import annotations

import pytest

from tests.rules.build import found
from tests.rules.checks.test_log_order import UTC, dropped, entry, ledger, tournament
from tests.rules.fees import at


@pytest.mark.parametrize(
    "audit",
    [
        tournament(entry(1, at(10)), entry(2, UTC), entry(3, UTC)),
        ledger(dropped(100, at(10)), dropped(100, UTC), dropped(100, UTC)),
    ],
    ids=["tournament", "ledger"],
)
def test_another_offset_is_found_in_the_file_of_an_event(audit):
    (only,) = found(audit, "LOG019")
    assert (only.line, only.stated, only.expected) == (3, UTC, "2026-03-14T17:10:00-07:00")
    assert "2 lines have the offset +00:00" in only.message
