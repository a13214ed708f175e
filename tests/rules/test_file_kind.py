"""Which format a file has, by its first line."""

import pytest

from rules.file_kind import file_kind


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        (b'{"event":"session","format":"cardroom-log/1"}', "session"),
        (b'{"event":"tournament"}', "tournament"),
        (b'{"event":"tournament","buy_in":', "tournament"),
        (b'{"event":"ledger"}', "ledger"),
        (b'{"event":"entry","entry":1,"player":"P01"}', "tournament"),
        (b'{"event":"contribution"}', "ledger"),
        (b'{"event":"chinese_hand"}', "session"),
        (b'{"event":"close"}', None),
        (b'{"event":"payout"}', None),
        (b'{"event":"lights_out"}', None),
        (b"[]", None),
        (b"", None),
    ],
)
def test_a_file_is_of_the_format_that_its_first_line_names_or_that_alone_has_the_event(line, kind):
    assert file_kind([line + b"\n"]) == kind
