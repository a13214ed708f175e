"""What was published and announced of a tournament, and the totals of the room."""

from tests.rules.events.asking import at, counted, only, reasons, said
from tests.rules.events.auditing import audited, found
from tests.rules.events.lines import close, pool
from tests.rules.tournaments.build import busts, entries, header

CARNIVALE = {"ruleset": "carnivale-event-2013", "currency": "USD", "buy_in": 500000, "game": "ofc"}
RANKING = {"ruleset": "olympic-ranking", "ranking": True}


# ---------------------------------------------------- TRN022 late-registration-missing, TRN023 published-late


def test_trn022_fires_where_there_is_no_late_registration():
    audit = audited([header(late_registration={"none": True}), *entries(2)])
    missing = only(audit, "TRN022")
    assert said(missing) == (1, None, None, None, None)
    assert (missing.kind, missing.severity, missing.clause) == ("violation", "minor", "OLY-3.3-06")
    assert "the tournament was published without late registration" in missing.message


def test_trn022_quiet_with_a_period_and_untestable_where_none_was_recorded():
    there = audited([header(late_registration={"until_level": 2}), *entries(2)])
    assert (found(there, "TRN022"), counted(there, "TRN022")) == ([], (1, 0, 0, 0))
    unknown = audited([header(), *entries(2)])
    assert (found(unknown, "TRN022"), counted(unknown, "TRN022")) == ([], (0, 0, 1, 0))
    assert reasons(unknown, "TRN022") == ["whether there is late registration was not recorded"]


def test_trn023_fires_where_it_was_published_at_the_start_or_later():
    audit = audited([header(published_at=at("19:00"), starts_at=at("19:00")), *entries(2)])
    late = only(audit, "TRN023")
    assert said(late) == (1, None, None, at("19:00"), at("19:00"))
    assert (late.severity, late.clause) == ("minor", "OLY-3.4-01")
    assert "the tournament was published at 2026-03-14T19:00:00+02:00; play began at" in late.message


def test_trn023_quiet_before_the_start_of_the_clock_and_untestable_without_times():
    start = {"event": "clock", "action": "start", "at": at("19:10")}
    by_clock = [header(published_at=at("19:05"), starts_at=at("19:00")), *entries(2), start]
    assert found(audited(by_clock), "TRN023") == []
    for stated, reason in (
        ({"starts_at": at("19:00")}, "when the tournament was published was not recorded"),
        ({"published_at": at("19:00")}, "when play began was not recorded"),
    ):
        audit = audited([header(**stated), *entries(2)])
        assert (found(audit, "TRN023"), reasons(audit, "TRN023")) == ([], [reason])


# ----------------------------------------------------------------------- TRN024 ranking-event-excluded


def test_trn024_fires_for_each_class_that_is_not_of_the_ranking_and_for_a_satellite():
    stated = header(**RANKING, classes=["monthly", "private", "restricted"], prizes_by="tickets")
    first, second, third = found(audited([stated, *entries(2)]), "TRN024")
    assert [first.stated, second.stated, third.stated] == ["private", "restricted", "satellite"]
    assert said(first) == (1, None, None, "private", None)
    assert (first.severity, first.clause) == ("major", "OLY-5.2")
    assert "the tournament is of the ranking and is of the class private; such a" in first.message
    assert "is of the ranking and is a satellite; such a tournament cannot be" in third.message
    assert len({first.fingerprint, second.fingerprint, third.fingerprint}) == 3


def test_trn024_quiet_where_it_is_not_of_the_ranking_or_of_no_such_class():
    apart = audited([header(ruleset="olympic-ranking", classes=["private"]), *entries(2)])
    assert (found(apart, "TRN024"), counted(apart, "TRN024")) == ([], (0, 0, 0, 1))
    plain = audited([header(**RANKING, classes=["daily"]), *entries(2)])
    assert (found(plain, "TRN024"), counted(plain, "TRN024")) == ([], (1, 0, 0, 0))


# ------------------------------------------------ TRN025 prize-pool-differs, TRN026 ranking-share-differs


def test_trn025_fires_where_another_pool_was_announced_than_the_entries_come_to():
    audit = audited([header(fee=500), *entries(9), pool(prize_pool=45000)])
    more = only(audit, "TRN025")
    assert said(more) == (11, None, None, 45000, 40500)
    assert (more.kind, more.severity, more.money, more.clause) == ("discrepancy", "major", 4500, "OLY-3.1-b")
    assert "Line 11: the prize pool was announced as €450.00; due is €405.00" in more.message


def test_trn025_fires_where_the_money_for_the_prizes_is_wrong_and_the_pool_is_not():
    audit = audited([header(**RANKING), *entries(10), pool(prize_pool=50000, distributable=50000)])
    assert said(only(audit, "TRN025")) == (12, None, None, 50000, 49000)
    assert "the money for the prizes was announced as €500.00" in only(audit, "TRN025").message


def test_trn025_fires_where_the_ruleset_has_no_prizes():
    audit = audited([header(**CARNIVALE), *entries(2), pool(prize_pool=900000)])
    assert said(only(audit, "TRN025")) == (4, None, None, 900000, 1000000)


def test_trn025_quiet_for_what_is_due_for_a_share_that_is_wrong_and_for_what_was_announced_again():
    wrong = [pool(prize_pool=50000, ranking=900, distributable=49100)]
    assert found(audited([header(**RANKING), *entries(10), *wrong]), "TRN025") == []
    again = [
        pool(prize_pool=10000),
        {"event": "entry", "entry": 3, "player": "P03"},
        pool(prize_pool=15000),
        pool(places=2),
    ]
    audit = audited([header(), *entries(2), *again])
    assert found(audit, "TRN025") == []
    assert counted(audit, "TRN025") == (1, 0, 1, 1)
    assert reasons(audit, "TRN025") == ["the prize pool was not announced"]


def test_trn026_fires_where_the_share_is_not_two_percent_or_is_taken_from_another_tournament():
    audit = audited([header(**RANKING), *entries(10), pool(prize_pool=50000, ranking=900)])
    less = only(audit, "TRN026")
    assert said(less) == (12, None, None, 900, 1000)
    assert (less.money, less.clause, less.kind) == (100, "OLY-5.3", "discrepancy")
    assert "the ranking's share was announced as €9.00; due is €10.00" in less.message
    assert said(only(audited([header(), *entries(10), pool(ranking=1000)]), "TRN026"))[3:] == (1000, 0)


def test_trn026_quiet_where_it_is_due_and_untestable_where_it_was_not_announced():
    audit = audited([header(**RANKING), *entries(10), pool(ranking=1000), pool(prize_pool=50000)])
    assert found(audit, "TRN026") == []
    assert counted(audit, "TRN026") == (1, 0, 1, 0)
    assert reasons(audit, "TRN026") == ["the ranking's share was not announced"]
    apart = audited([header(), *entries(10), pool(prize_pool=50000)])
    assert (found(apart, "TRN026"), counted(apart, "TRN026")) == ([], (0, 0, 0, 1))


# --------------------------------------------------- TRN027 paid-places-differ, TRN028 tickets-differ


def test_trn027_fires_where_the_table_pays_another_number_of_places():
    audit = audited([header(), *entries(9), pool(places=2)])
    fewer = only(audit, "TRN027")
    assert said(fewer) == (11, None, None, 2, 3)
    assert (fewer.kind, fewer.severity, fewer.clause, fewer.unit) == (
        "discrepancy",
        "major",
        "OLY-PRIZE-9-11",
        "places",
    )
    assert "2 paid places were announced; 9 players in 9 entries have 3" in fewer.message


def test_trn027_fires_beside_prizes_of_the_tournament_s_own():
    own = {"prizes": {"places_bp": [5000, 3000, 2000, 0]}}
    fewer = only(audited([header(**own), *entries(2), pool(places=4)]), "TRN027")
    assert (fewer.stated, fewer.expected, fewer.clause) == (4, 3, "OLY-3.1-b")
    assert found(audited([header(**CARNIVALE, **own), *entries(2), pool(places=3)]), "TRN027") == []


def test_trn027_quiet_where_it_is_due_and_untestable_where_the_table_ends():
    assert found(audited([header(), *entries(9), pool(places=3)]), "TRN027") == []
    for lines, reason in (
        (
            [*entries(161), pool(places=14)],
            "neither the tournament nor the ruleset has prizes for so many players",
        ),
        ([*entries(2), pool(prize_pool=10000)], "the number of paid places was not announced"),
    ):
        audit = audited([header(), *lines])
        assert (found(audit, "TRN027"), counted(audit, "TRN027")) == ([], (0, 0, 1, 0))
        assert reasons(audit, "TRN027") == [reason]
    satellite = header(prizes_by="tickets", target={"tournament": "MAIN", "cost": 10000})
    assert counted(audited([satellite, *entries(9), pool(places=2)]), "TRN027") == (0, 0, 0, 1)


def test_trn028_fires_where_the_pool_pays_for_another_number_of_tickets():
    stated = header(prizes_by="tickets", target={"tournament": "MAIN", "cost": 22000})
    audit = audited([stated, *entries(17), pool(tickets=4)])
    more = only(audit, "TRN028")
    assert said(more) == (19, None, None, 4, 3)
    assert (more.kind, more.clause, more.unit) == ("discrepancy", "OLY-3.2-f", "tickets")
    assert "4 tickets were announced; €850.00 pays for 3" in more.message


def test_trn028_quiet_where_it_is_due_and_untestable_without_the_cost_of_a_ticket():
    stated = header(prizes_by="tickets", target={"tournament": "MAIN", "cost": 22000})
    audit = audited([stated, *entries(17), pool(tickets=3), pool(prize_pool=85000)])
    assert (found(audit, "TRN028"), counted(audit, "TRN028")) == ([], (1, 0, 1, 0))
    assert reasons(audit, "TRN028") == ["the number of tickets was not announced"]
    unknown = audited([header(prizes_by="tickets"), *entries(2), pool(tickets=3)])
    assert (found(unknown, "TRN028"), reasons(unknown, "TRN028")) == (
        [],
        ["what a ticket costs was not recorded"],
    )
    assert counted(audited([header(), *entries(2), pool(tickets=3)]), "TRN028") == (0, 0, 0, 1)


# -------------------------------------------------------------------------------- TRN029 total-differs


def test_trn029_fires_for_each_total_that_differs():
    paid = {"event": "payout", "player": "P01", "amount": 6000}
    totals = close(entries=3, players=2, reentries=1, fees=0, prize_pool=22000, paid=5000)
    audit = audited(
        [
            header(kind="reentry"),
            *entries(2),
            *busts(2),
            {"event": "reentry", "entry": 3, "player": "P02"},
            paid,
            totals,
        ]
    )
    by_name = {each.total: each for each in found(audit, "TRN029")}
    assert {name: (each.stated, each.expected) for name, each in by_name.items()} == {
        "prize_pool": (22000, 15000),
        "paid": (5000, 6000),
    }
    pool_of_room = by_name["prize_pool"]
    assert (pool_of_room.line, pool_of_room.kind, pool_of_room.money) == (7, "discrepancy", 7000)
    assert pool_of_room.clause == "external:RECORD-complete"
    assert "the room's total of the prize pool is €220.00; the file has €150.00" in pool_of_room.message
    assert counted(audit, "TRN029") == (1, 1, 0, 0)


def test_trn029_fires_in_one_incident_with_the_same_amount_as_announced():
    lines = [pool(prize_pool=22000), close(entries=5, prize_pool=22000)]
    audit = audited([header(), *entries(2), *lines])
    assert [each.code for each in found(audit, "TRN029")] == ["TRN029", "TRN029"]
    together = {each.title: len(each.findings) for each in audit.incidents}
    assert together == {
        "The announced prize pool differs from what was due": 2,
        "A total of the tournament differs from its file": 1,
        "The tournament was closed before it was played out": 1,
    }


def test_trn029_fires_for_a_number_of_players_without_money():
    players = only(audited([header(), *entries(2), close(players=3)]), "TRN029")
    assert (players.stated, players.expected, players.money) == (3, 2, None)
    assert "the room's total of players is 3; the file has 2" in players.message


def test_trn029_quiet_where_all_agree_and_untestable_without_totals():
    agreed = close(
        entries=2, players=2, reentries=0, rebuys=0, add_ons=0, collected=10000, fees=1000, bounties=0, royal=0, added=0,
        prize_pool=9000, ranking=0, distributable=9000, paid=0,
    )  # fmt: skip
    audit = audited([header(fee=500), *entries(2), agreed])
    assert (found(audit, "TRN029"), counted(audit, "TRN029")) == ([], (1, 0, 0, 0))
    for lines in ([], [{"event": "close"}]):
        audit = audited([header(), *entries(2), *lines])
        assert (found(audit, "TRN029"), counted(audit, "TRN029")) == ([], (0, 0, 1, 0))
        assert reasons(audit, "TRN029") == ["the room stated no totals"]
