"""SUR: surrender."""

from tests.rules.build import A, B, C, audited, found, hand, seat, session

OFFERED = session(ruleset="wsgc-surrender")  # two units to each live player


def given_up(nets=(200, -400, 200), seats=(2,), **fields):
    """Seat 2 surrendered against A and C; they settle between them by rows."""
    return hand(
        1,
        *(
            seat(number, rows, net, surrendered=True if number in seats else None)
            for number, (rows, net) in enumerate(zip((A, B, C), nets, strict=True), 1)
        ),
        **fields,
    )


# ------------------------------------------------------------------------------- SUR003 surrender-amount


def test_sur003_fires_once_an_audit_for_an_amount_that_no_document_names():
    audit = audited(OFFERED, given_up(), given_up() | {"hand": 2})
    reported = found(audit, "SUR003")
    assert {each.kind for each in reported} == {"undetermined"}
    assert {tuple(each.hands) for each in reported} == {(1, 2)}
    assert "AMB-WSGC-SUR-AMOUNT" in {each.readings[0].ambiguity for each in reported}
