"""What checks share of a view is worked out once, and given up when nobody needs it."""

from __future__ import annotations

import weakref
from typing import Any

import pytest

from rules.audit import BytesSource, audit_log
from rules.checks.support import check as base
from rules.checks.support.view_cache import forget, shared
from rules.controls.library import library
from rules.findings.tally import Tally
from rules.hands import Ints
from simulation import simulate


class View:
    """Something that a function is asked about."""


def test_the_result_of_a_view_is_worked_out_once() -> None:
    asked: list[View] = []
    one, other = View(), View()
    function = shared(lambda view: asked.append(view) or len(asked))  # type: ignore[func-returns-value]  # append gives None
    assert [function(one), function(one), function(other), function(one)] == [1, 1, 2, 3]
    assert asked == [one, other, one]


def test_a_view_is_gone_once_it_is_forgotten() -> None:
    view = View()
    seen = weakref.ref(view)
    shared(id)(view)
    del view
    assert seen() is not None
    forget()
    assert seen() is None


def test_no_view_of_a_log_stays_once_it_was_audited(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[weakref.ref[Ints]] = []  # a column of each view
    add = Tally.add

    def noted(tally: Tally, view: Any, tested: base.Tested) -> None:
        seen.append(weakref.ref(getattr(view, "hands", view).number))
        add(tally, view, tested)

    monkeypatch.setattr(Tally, "add", noted)
    audit_log(BytesSource(simulate(library().get("wsgc-full"), hands=20, seed=1).log()))
    assert len(seen) > 50
    assert not [column for column in seen if column() is not None]
