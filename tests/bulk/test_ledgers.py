"""Ledgers of a bulk run: with the ledgers before them, and the tournaments of the quarter that they pay."""

from pathlib import Path

from auditor.bulk.bulk_outcomes import FileDone
from auditor.bulk.earlier_ledger_files import earlier_ledgers, named_in_the_quarter
from rules.audit import BytesSource
from rules.audit.event_audit import read_event
from tests.bulk.kit import bulk, rows
from tests.rules.ledgers import build as ledgers


def month(number, first, last, *lines, opening=1_000):
    account = {**ledgers.JACKPOT, "opening": opening}
    days = {"from": first, "until": last}
    return ledgers.written(ledgers.header(account, ledger=f"L-{number}", number=number, **days), *lines)


def done(data):
    """A file as the first tasks of a run leave it."""
    facts = read_event(BytesSource(data))
    return FileDone(
        address=facts.id, sha256=facts.sha256, status="audited", kind="ledger", name=facts.id, facts=facts
    )


def test_a_ledger_is_compared_with_what_the_one_before_leaves(tmp_path):
    (tmp_path / "march.ndjson").write_bytes(month(3, "2026-03-01", "2026-03-31", opening=1_400))
    (tmp_path / "february.ndjson").write_bytes(month(2, "2026-02-01", "2026-02-28", ledgers.drop(500)))
    found = bulk(sorted(Path(tmp_path).glob("*.ndjson")), tmp_path / "out")
    (off,) = (each for each in rows(tmp_path / "out", "findings") if each["code"] == "JKP031")
    assert "is stated as €14.00; ledger L-2 ends with €15.00" in off["message"]
    assert found.wholes["ledger"] == {"audited": 2, "kept": 0, "not_audited": 0}


def test_the_ledgers_of_the_year_before_belong_to_one():
    names = {
        name: done(month(number, first, last))
        for name, number, first, last in (
            ("may", 5, "2026-05-01", "2026-05-31"), ("april", 4, "2026-04-01", "2026-04-30"),
            ("long ago", 3, "2025-01-01", "2025-04-30"), ("a year ago", 2, "2025-04-01", "2025-05-01"),
            ("june", 6, "2026-06-01", "2026-06-30"),
        )
    }  # fmt: skip
    found = earlier_ledgers(names["may"], list(names.values()))
    assert found == [names["april"], names["a year ago"]]


def test_numbers_count_where_days_were_not_recorded():
    first, second, third, last = (
        done(ledgers.written(ledgers.header(ledger=f"L-{number}", number=number)))
        for number in (1, 2, 13, 14)
    )
    assert earlier_ledgers(last, [first, second, third, last]) == [second, third]


def test_only_a_ledger_that_pays_a_quarter_has_what_others_name_in_it():
    share = {"event": "contribution", "account": "olympic", "amount": 1}
    march = done(month(3, "2026-03-01", "2026-03-31", {**share, "tournament": "OLD"}))
    april = done(month(4, "2026-04-01", "2026-04-30", {**share, "tournament": "Q"}))
    pays = {"event": "ranking_payout", "account": "olympic", "period": "2026-Q2", "prizes": []}
    june = done(month(6, "2026-06-01", "2026-06-30", pays))
    assert list(named_in_the_quarter(june, [april, march])) == ["Q"]
    assert list(named_in_the_quarter(april, [march])) == []
