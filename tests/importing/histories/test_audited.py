"""What an audit finds in real hands under the standard rules: each finding is explained, and there is no other."""

from __future__ import annotations

import pytest

from rules.audit.audit_of_log import audit_log
from rules.audit.source import BytesSource
from tests.importing.histories.originals import a_tenth, brought_in, originals
from tests.importing.histories.public_hands import EXPLAINED, KINDS, LEFT_OUT


def audits(kind, texts):
    """The audits of the logs that each text gives."""
    for name, text in texts.items():
        logs = brought_in(text).logs
        assert bool(logs) == ((kind, name) not in LEFT_OUT), name
        for log in logs:
            yield name, audit_log(BytesSource(log.data), ruleset="standard-cash")


@pytest.mark.slow
@pytest.mark.sampled(12)
@pytest.mark.parametrize("part", range(10))
@pytest.mark.parametrize("kind", KINDS)
def test_an_audit_of_real_hands_finds_what_is_explained_and_nothing_else(kind, part):
    for name, audit in audits(kind, a_tenth(originals(kind), part)):
        assert audit.complete, name
        found = [(each.code, each.seat) for each in audit.findings]
        explained = EXPLAINED.get((kind, name))
        assert found == (explained.findings if explained else []), name


def test_what_real_hands_do_not_record_is_not_counted_as_agreeing():
    """A hand of PokerStars has no words, chips, clock, orders of awards and no hand before it."""
    texts = originals("pokerstars")
    (name, audit), *_ = audits("pokerstars", {name: texts[name] for name in list(texts)[1:2]})
    coverage = {each.code: each for each in audit.coverage}
    for code in (
        "BET008",
        "BET014",
        "POT007",
        "STK017",
        "STK018",
        "STK019",
        "STK020",
        "STK021",
        "STK022",
        "JKP002",
    ):
        assert coverage[code].agreeing == 0, (name, code)
    for code in ("BET001", "BET003", "BET007", "BET009", "POT008", "POT009", "POT010", "DCK001"):
        assert coverage[code].agreeing == 1, (name, code)


def test_the_order_of_shows_is_untestable_where_a_history_lists_hands_in_an_order_of_its_own():
    """PokerNow lists the winner's hand first, and not that of the last bettor."""
    (audit,) = (audit for _, audit in audits("ohh", {"18": originals("ohh")["18"]}))
    (coverage,) = (each for each in audit.coverage if each.code == "POT005")
    reason = "the hand history does not show in which order hands were shown"
    assert [(each.reason, each.hands) for each in coverage.because] == [(reason, 1)]
    assert (coverage.tested, coverage.untestable) == (0, 1)
