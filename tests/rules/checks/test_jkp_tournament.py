"""The royal flush pool of a tournament."""

import pytest

from tests.rules.events.asking import counted, only, reasons, said
from tests.rules.events.auditing import audited, found, rules_of_a_room
from tests.rules.tournaments.build import entries, header

POOL = {"buy_in": 6000, "royal": {"share": 500, "opening": 0}}
BOARD = "5h6h7h8h2c"


def hit(entry, amount, *, kind="straight_flush", **cards):
    return {"event": "royal_hit", "entry": entry, "kind": kind, "amount": amount} | cards


# --------------------------------------------------------------------------- JKP006 royal-amount-differs


def test_jkp006_fires_where_another_part_of_the_balance_was_paid():
    lines = [
        hit(3, 1000, board=BOARD, hole="9hKd"),
        hit(5, 4000, kind="royal_flush", board="AhKhQhJh2c", hole="ThKd"),
    ]
    audit = audited([header(**POOL), *entries(10), *lines])
    more = only(audit, "JKP006")
    assert said(more) == (13, 5, "P05", 4000, 3200)
    assert (more.kind, more.severity, more.money, more.clause) == (
        "discrepancy",
        "major",
        800,
        "OLY-3.2-i-rf",
    )
    assert "€40.00 was paid for a royal flush; of a pool of €40.00 it is due €32.00" in more.message
    assert counted(audit, "JKP006") == (2, 1, 0, 0)


def test_jkp006_fires_by_the_kind_that_the_cards_give():
    royal = hit(1, 1000, board="AhKhQhJh2c", hole="ThKd")
    audit = audited([header(**POOL), *entries(10), royal])
    assert said(only(audit, "JKP006")) == (12, 1, "P01", 1000, 4000)
    assert said(only(audit, "JKP007")) == (12, 1, "P01", "straight_flush", "royal_flush")
    (incident,) = [each for each in audit.incidents if len(each.findings) == 2]
    assert incident.title == "The royal flush pool paid entry 1 for a hand that does not qualify"


def test_jkp006_fires_on_a_cent_more_but_where_a_share_is_rounded_to_the_nearest():
    lines = [
        header(**POOL | {"royal": {"share": 500, "opening": 8}}),
        *entries(4),
    ]  # 20 percent of 20.08: 4.016
    audit = audited([*lines, hit(3, 402)])
    assert said(only(audit, "JKP006")) == (6, 3, "P03", 402, 401)
    nearest = {"AMB-OLY-jp-round": "half_up"}
    assert found(audited([*lines, hit(3, 402)], readings=nearest), "JKP006") == []
    assert said(only(audited([*lines, hit(3, 401)], readings=nearest), "JKP006")) == (6, 3, "P03", 401, 402)


def test_jkp006_quiet_where_it_is_due_and_untestable_without_what_was_carried_in():
    audit = audited([header(**POOL), *entries(10), hit(3, 1000)])
    assert (found(audit, "JKP006"), counted(audit, "JKP006")) == ([], (1, 0, 0, 0))
    unknown = audited([header(**POOL | {"royal": {"share": 500}}), *entries(10), hit(3, 7)])
    assert (found(unknown, "JKP006"), counted(unknown, "JKP006")) == ([], (0, 0, 1, 0))
    assert reasons(unknown, "JKP006") == ["what was carried into the pool was not recorded"]


def test_jkp006_quiet_where_the_hand_does_not_qualify():
    audit = audited([header(**POOL), *entries(10), hit(3, 1000, board="5h6h7h8h9h", hole="AcKd")])
    assert (found(audit, "JKP006"), counted(audit, "JKP006")) == ([], (0, 0, 0, 1))


# ---------------------------------------------------------------------------- JKP007 royal-not-qualified


@pytest.mark.parametrize(
    ("game", "cards"),
    [
        ("holdem", {"board": "5h6h7h8h", "hole": "9hKd"}),
        ("holdem", {"board": "5h6h7h8h9h", "hole": "AcKd"}),
        ("omaha", {"board": BOARD, "hole": "9hKdQcJs"}),
        ("stud7", {"hole": "4s5s6s7s8sKd"}),
        ("draw5", {"hole": "4s5s6s7s8s"}),
    ],
    ids=["no river", "on the board alone", "one hole card in Omaha", "six cards", "a draw game"],
)
def test_jkp007_fires_where_the_cards_do_not_qualify(game, cards):
    audit = audited([header(**POOL, game=game), *entries(3), hit(2, 300, **cards)])
    paid = only(audit, "JKP007")
    assert said(paid) == (5, 2, "P02", "straight_flush", None)
    assert (paid.kind, paid.severity, paid.clause) == ("violation", "major", "OLY-3.2-i-cond")
    assert (
        "Line 5, entry 2 (P02): the pool was paid for a straight flush; the cards give neither"
        in paid.message
    )


@pytest.mark.parametrize(
    ("game", "cards"),
    [
        ("holdem", {"board": BOARD, "hole": "9hKd"}),
        ("omaha", {"board": "5h6h7hKs2c", "hole": "8h9hQcJs"}),
        ("stud7", {"hole": "4s5s6s7s8sKd2c"}),
    ],
)
def test_jkp007_quiet_where_they_do(game, cards):
    audit = audited([header(**POOL, game=game), *entries(10), hit(2, 1000, **cards)])
    assert (found(audit, "JKP007"), counted(audit, "JKP007")) == ([], (1, 0, 0, 0))


# A straight flush of stud has one to three of the three cards that were dealt face down.
STUD = {"game": "stud7", "ruleset": "own"} | POOL
TWO_OF_THEM = '[royal]\nhole_cards = { least = LEAST, stud = "STUD", cite = "OLY-3.2-i-cond" }'


@pytest.mark.parametrize(
    ("stud", "least", "qualifies"),
    [("all_own", 4, True), ("down_only", 4, False), ("all_own", 1, True), ("down_only", 1, True)],
)
def test_jkp007_fires_where_more_hole_cards_are_asked_for_than_were_dealt_face_down(stud, least, qualifies):
    rules = rules_of_a_room(
        "olympic-tournament", TWO_OF_THEM.replace("LEAST", str(least)).replace("STUD", stud)
    )
    lines = [header(**STUD), *entries(10), hit(2, 1000, hole="4s5s6s7s8sKd2c")]
    audit = audited(lines, rules=rules)
    assert counted(audit, "JKP007") == (1, int(not qualifies), 0, 0)
    assert [said(each) for each in found(audit, "JKP007")] == (
        [] if qualifies else [(12, 2, "P02", "straight_flush", None)]
    )


def test_jkp007_quiet_and_untestable_where_the_hand_may_have_too_few_cards_dealt_face_down():
    rules = rules_of_a_room(
        "olympic-tournament", TWO_OF_THEM.replace("LEAST", "2").replace("STUD", "down_only")
    )
    straight, nothing = hit(2, 1000, hole="4s5s6s7s8sKd2c"), hit(3, 800, hole="4s5s6s7s9sKd2c")
    audit = audited([header(**STUD), *entries(10), straight, nothing], rules=rules)
    assert [said(each) for each in found(audit, "JKP007")] == [(13, 3, "P03", "straight_flush", None)]
    assert reasons(audit, "JKP007") == ["which cards were dealt face down was not recorded"]
    assert (found(audit, "JKP006"), counted(audit, "JKP006")[0]) == ([], 1)  # by the kind on record


def test_jkp007_quiet_and_untestable_without_the_cards():
    audit = audited([header(**POOL), *entries(10), hit(2, 1000), hit(3, 800, hole="9hKd")])
    assert (found(audit, "JKP007"), counted(audit, "JKP007")) == ([], (0, 0, 2, 0))
    assert reasons(audit, "JKP007") == ["the cards were not recorded"]


# ------------------------------------------------------------------------------ JKP008 royal-not-offered


def test_jkp008_fires_where_the_tournament_has_no_such_pool():
    audit = audited([header(), *entries(4), hit(1, 800, board=BOARD, hole="9hKd")])
    paid = only(audit, "JKP008")
    assert said(paid) == (6, 1, "P01", "straight_flush", None)
    assert (paid.severity, paid.money, paid.clause) == ("major", 800, "external:POOL-pays")
    assert "€8.00 was paid for a straight flush; the tournament has no royal flush pool" in paid.message
    assert counted(audit, "JKP006") == counted(audit, "JKP007") == (0, 0, 0, 1)


def test_jkp008_quiet_where_it_has_one():
    audit = audited([header(**POOL), *entries(4), hit(1, 400, board=BOARD, hole="9hKd")])
    assert (found(audit, "JKP008"), counted(audit, "JKP008")) == ([], (1, 0, 0, 0))
    assert counted(audited([header(), *entries(2)]), "JKP008") == (0, 0, 0, 1)
