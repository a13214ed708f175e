"""Tests of many small things: one test looks at all of them, and its failure names each that is not as it should be."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

import pytest

Test = Callable[..., None]


def of_every(
    names: str | tuple[str, ...],
    values: Iterable[Any],
    ids: Callable[[Any], object] | Iterable[str] = repr,
) -> Callable[[Test], Test]:
    """Call a test with each value, as `pytest.mark.parametrize` does, but within one test.

    For tests that take less time than pytest spends on a test. They fail once, with what failed for each value and its name.
    Only fixtures that a call leaves as they are may be used.
    """
    every = list(values)
    parts = [[value] if isinstance(names, str) else value for value in every]
    called = ["-".join(str(ids(part)) for part in each) for each in parts] if callable(ids) else list(ids)

    def one_of(test: Test) -> Test:
        signature = inspect.signature(test)
        own = (names,) if isinstance(names, str) else names

        @wraps(test)
        def of_all(**fixtures: Any) -> None:
            failures: dict[str, BaseException] = {}
            for name, value in zip(called, every, strict=True):
                given = {names: value} if isinstance(names, str) else dict(zip(names, value, strict=True))
                try:
                    test(**fixtures, **given)
                except (Exception, pytest.fail.Exception) as failure:
                    failure.add_note(f"This was {', '.join(own)}: {name}")
                    failures[name] = failure
            if failures:
                named = ", ".join(failures)
                raise BaseExceptionGroup(
                    f"{len(failures)} of {len(every)} fail: {named}", [*failures.values()]
                )

        kept = [taken for name, taken in signature.parameters.items() if name not in own]
        of_all.__signature__ = signature.replace(parameters=kept)  # type: ignore[attr-defined]
        return of_all

    return one_of
