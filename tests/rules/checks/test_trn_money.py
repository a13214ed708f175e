"""What was bought and paid back in a tournament."""

import json

import msgspec
import pytest

from rules.results import Finding
from tests.rules.events.asking import at, counted, only, reasons, said
from tests.rules.events.auditing import audited, found
from tests.rules.tournaments.build import entries, header

STRUCTURE = [{"level": 1, "minutes": 20}]
REBUY = {"price": 2000, "chips": 10000}
CARNIVALE = {"ruleset": "carnivale-event-2013", "currency": "USD", "buy_in": 500000, "game": "ofc"}


def rebuy(entry, time=None, **stated):
    return {"event": "rebuy", "entry": entry} | ({"at": at(time)} if time else {}) | stated


def add_on(entry, **stated):
    return {"event": "add_on", "entry": entry} | stated


def unregister(entry, **stated):
    return {"event": "unregister", "entry": entry} | stated


# --------------------------------------------------------------------------- TRN006 entry-price-differs


def test_trn006_fires_where_the_ruleset_has_a_price_of_its_own_and_less_was_published():
    audit = audited([header(**CARNIVALE | {"buy_in": 450000}), *entries(1, paid=450000)])
    low = only(audit, "TRN006")
    assert said(low) == (2, 1, "P01", 450000, 500000)
    assert (low.clause, low.money) == ("CARN-event-buyin", 50000)
    assert "Line 2, entry 1 (P01): $4,500.00 was paid; the price is $5,000.00" in low.message


def test_trn006_fires_for_an_add_on_at_another_price_than_was_published():
    stated = header(kind="rebuy_any", rebuy=REBUY, add_on=REBUY | {"price": 3000})
    audit = audited([stated, *entries(1), rebuy(1, paid=2000), add_on(1, paid=2000)])
    assert said(only(audit, "TRN006")) == (4, 1, "P01", 2000, 3000)


def test_trn006_quiet_and_untestable_where_the_price_is_in_another_currency():
    audit = audited([header(**CARNIVALE | {"currency": "EUR"}), *entries(1, paid=1)])
    assert found(audit, "TRN006") == []
    assert counted(audit, "TRN006") == (0, 0, 1, 0)
    assert reasons(audit, "TRN006") == ["the price of the ruleset is in another currency"]


def test_trn006_quiet_for_chips_that_are_not_offered():
    audit = audited([header(), *entries(1, paid=5000), rebuy(1, paid=10)])
    assert found(audit, "TRN006") == []
    assert counted(audit, "TRN006") == (1, 0, 0, 1)


# ---------------------------------------------------------------------------- TRN012 rebuy-not-allowed


@pytest.mark.parametrize(
    ("stated", "line", "what", "says", "clause"),
    [
        ({"kind": "freezeout", "rebuy": REBUY}, rebuy(1), "rebuy", "no chips can be bought", "OLY-3.2-c"),
        ({"kind": "freezeout", "add_on": REBUY}, add_on(1), "add_on", "no chips can be bought", "OLY-3.2-c"),
        ({"kind": "rebuy_any", "add_on": REBUY}, rebuy(1), "rebuy", "none was published", "OLY-3.2-b"),
        ({"kind": "rebuy_broke", "rebuy": REBUY}, add_on(1), "add_on", "none was published", "OLY-3.2-a"),
        (
            {"kind": "double_chance", "rebuy": REBUY},
            rebuy(1),
            "rebuy",
            "chips are taken for nothing",
            "OLY-3.2-c",
        ),
        (
            {"kind": "double_chance", "rebuy": REBUY | {"price": 0}},
            rebuy(1, paid=5),
            "rebuy",
            "chips are taken for nothing",
            "OLY-3.2-c",
        ),
    ],
)
def test_trn012_fires_where_chips_were_bought_that_are_not_offered(stated, line, what, says, clause):
    audit = audited([header(**stated), *entries(2), line])
    bought = only(audit, "TRN012")
    assert said(bought) == (4, 1, "P01", what, None)
    assert (bought.severity, bought.clause) == ("major", clause)
    assert says in bought.message


def test_trn012_quiet_where_they_were_published_or_are_free():
    offered = header(kind="rebuy_any", rebuy=REBUY, add_on=REBUY)
    assert found(audited([offered, *entries(1), rebuy(1), add_on(1)]), "TRN012") == []
    free = header(kind="double_chance", rebuy=REBUY | {"price": 0})
    audit = audited([free, *entries(2), rebuy(1, paid=0), rebuy(2)])
    assert found(audit, "TRN012") == []
    assert counted(audit, "TRN012") == (1, 0, 1, 0)
    assert reasons(audit, "TRN012") == ["what was paid for chips that are free was not recorded"]


# --------------------------------------------------- TRN013 rebuy-with-chips, TRN014 rebuy-late


def test_trn013_fires_where_a_player_with_chips_left_buys_more():
    stated = header(kind="rebuy_broke", rebuy=REBUY, add_on=REBUY)
    audit = audited([stated, *entries(2), rebuy(1, before=500), rebuy(2, before=0), add_on(1, before=900)])
    early = only(audit, "TRN013")
    assert said(early) == (4, 1, "P01", 500, 0)
    assert (early.unit, early.severity, early.clause) == ("chips", "major", "OLY-3.2-a")
    assert (
        "a rebuy with 500 chips in front; only a player who has lost all chips can buy more" in early.message
    )
    assert counted(audit, "TRN013") == (2, 1, 0, 1)


def test_trn013_quiet_with_any_stack_and_untestable_where_it_was_not_recorded():
    any_stack = audited([header(kind="rebuy_any", rebuy=REBUY), *entries(1), rebuy(1, before=500)])
    assert (found(any_stack, "TRN013"), counted(any_stack, "TRN013")) == ([], (0, 0, 0, 1))
    unknown = audited([header(kind="rebuy_broke", rebuy=REBUY), *entries(1), rebuy(1)])
    assert (found(unknown, "TRN013"), counted(unknown, "TRN013")) == ([], (0, 0, 1, 0))
    assert reasons(unknown, "TRN013") == ["the chips in front before a rebuy were not recorded"]


def test_trn014_fires_at_the_end_of_late_registration_and_of_a_period_of_its_own():
    start = {"event": "clock", "action": "start", "at": at("19:00")}
    stated = {"kind": "rebuy_any", "rebuy": REBUY, "structure": STRUCTURE}
    lines = [start, *entries(1), rebuy(1, "19:19"), rebuy(1, "19:20")]
    audit = audited([header(**stated, late_registration={"until_level": 1}), *lines])
    late = only(audit, "TRN014")
    assert said(late) == (5, 1, "P01", at("19:20"), at("19:20"))
    assert (late.severity, late.clause) == ("major", "OLY-3.2-b")
    assert (
        "the chips were bought at 2026-03-14T19:20:00+02:00; rebuys ended at 2026-03-14T19:20:00"
        in late.message
    )
    own = header(**stated, late_registration={"until_level": 1}, rebuy_until={"until": at("19:10")})
    assert [each.expected for each in found(audited([own, *lines]), "TRN014")] == [at("19:10")] * 2


def test_trn014_quiet_for_add_ons_and_untestable_where_no_end_or_no_time_is_known():
    stated = {"kind": "rebuy_any", "rebuy": REBUY, "add_on": REBUY}
    none = audited([header(**stated), *entries(1), rebuy(1, "23:00"), add_on(1, at=at("23:30"))])
    assert (found(none, "TRN014"), counted(none, "TRN014")) == ([], (0, 0, 1, 1))
    assert reasons(none, "TRN014") == ["when the period of rebuys ends was not published"]
    timed = audited([header(**stated, rebuy_until={"until": at("20:00")}), *entries(1), rebuy(1)])
    assert reasons(timed, "TRN014") == ["when the chips were bought was not recorded"]


def test_trn014_quiet_where_nothing_can_be_bought():
    stated = header(rebuy=REBUY, rebuy_until={"until": at("20:00")})
    audit = audited([stated, *entries(1), rebuy(1, "21:00")])
    assert (found(audit, "TRN014"), counted(audit, "TRN014")) == ([], (0, 0, 0, 1))


# ---------------------------------------------- TRN020 refund-without-approval, TRN021 refund-differs


def test_trn020_fires_where_a_refund_was_not_approved():
    audit = audited([header(), *entries(2), unregister(1, refund=5000, approved=False)])
    paid = only(audit, "TRN020")
    assert said(paid)[:3] == (4, 1, "P01")
    assert (paid.stated, paid.expected, paid.difference) == (False, True, None)
    assert (paid.severity, paid.clause) == ("minor", "OLY-3.3-09")
    assert "the entry was paid back without the approval of the director" in paid.message
    written = msgspec.json.encode(paid)
    assert json.loads(written)["stated"] is False
    assert msgspec.json.decode(written, type=Finding) == paid


def test_trn020_quiet_where_it_was_approved_nothing_was_paid_back_or_it_is_not_known():
    lines = [
        unregister(1, approved=True),
        unregister(2, refund=0, approved=False),
        unregister(3, refund=5000),
    ]
    audit = audited([header(), *entries(3), *lines])
    assert found(audit, "TRN020") == []
    assert counted(audit, "TRN020") == (1, 0, 1, 1)
    assert reasons(audit, "TRN020") == ["whether the refund was approved was not recorded"]


def test_trn021_fires_where_another_amount_was_paid_back_or_it_was_paid_back_twice():
    lines = [unregister(1, refund=4900), unregister(2, refund=5000), unregister(2, refund=5000)]
    audit = audited([header(), *entries(2), *lines])
    less, twice = found(audit, "TRN021")
    assert said(less) == (4, 1, "P01", 4900, 5000)
    assert said(twice) == (6, 2, "P02", 5000, 0)
    assert (less.money, less.kind, less.clause) == (100, "discrepancy", "OLY-3.3-09")
    assert "€49.00 was paid back; the price is €50.00" in less.message
    assert "it had been unregistered before, and nothing more is due" in twice.message


def test_trn021_quiet_where_the_price_was_paid_back_or_the_entry_is_not_there():
    audit = audited(
        [header(), *entries(2), unregister(1, refund=5000), unregister(2), unregister(8, refund=1)]
    )
    assert found(audit, "TRN021") == []
    assert counted(audit, "TRN021") == (1, 0, 1, 1)
    assert reasons(audit, "TRN021") == ["what was paid back was not recorded"]
