"""The generated pages are what the code says."""

import pytest

from tests.docs import DOCS, PAGES


@pytest.mark.parametrize("name", PAGES)
def test_a_generated_page_is_up_to_date(name):
    assert (DOCS / name).read_text("utf-8") == PAGES[name](), "run `make docs`"
