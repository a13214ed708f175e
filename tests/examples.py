"""How many examples Hypothesis draws of a test that does not leave it at the usual number."""

from hypothesis import settings

WHOLE = 100  # what a test without a number of its own draws in a whole run


def examples(count: int) -> settings:
    """Settings of ``count`` examples with ``--whole``, and of the same share of them as other tests without it."""
    return settings(max_examples=max(2, count * settings.default.max_examples // WHOLE))
