"""The balances of a ledger's accounts: closings, counts, contributions, diversions, and accounts that are overdrawn."""

from tests.rules.events.auditing import audited, found, row
from tests.rules.ledgers.build import (
    JACKPOT,
    closing,
    header,
    level_in_log,
    table_log,
)


def reasons(audit, code):
    """Why something of a check could not be tested, with how often."""
    return {each.reason: each.hands for each in row(audit, code).because}


# ---------------------------------------------------------------- the level in logs: JKP015


def test_jkp015_quiet_where_the_level_is_the_closing_or_there_is_none_to_compare():
    read = closing("2026-03-13", 300_000, at="2026-03-14T04:00:00+02:00")
    log = table_log("C4", level_in_log(1, "2026-03-14T03:00:00+02:00"), level_in_log(300_000))
    audit = audited([header(), read], log)
    assert found(audit, "JKP015") == []
    assert row(audit, "JKP015").agreeing == 1
    assert reasons(audit, "JKP015") == {"the ledger has no closing with a time before that of the log": 1}
    two = audited([header(JACKPOT, JACKPOT | {"account": "second"}), read], log)
    assert reasons(two, "JKP015") == {"the ledger has not one account of kind jackpot": 2}


def test_jkp015_quiet_about_a_log_of_another_period():
    march = header(**{"from": "2026-03-01", "until": "2026-03-31"})
    read = closing("2026-03-31", 300_000, at="2026-04-01T04:00:00+02:00")
    logs = [
        table_log(at, level_in_log(level, f"2026-04-{at}T20:00:00+02:00"))
        for at, level in (("01", 310_000), ("02", 420_000))
    ]
    audit = audited([march, read], *logs)
    assert [(each.session, each.stated, each.expected) for each in found(audit, "JKP015")] == [
        ("01", 310_000, 300_000)
    ]  # the evening after the last day goes by its closing
    assert row(audit, "JKP015").inapplicable == 1
