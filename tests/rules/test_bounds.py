"""Every bound of the commission's sheet and of the law: a room that goes past one is refused, by its clause."""

import datetime as dt
from collections.abc import Mapping

import tomli_w

from rules.controls.examined_filing import examine
from rules.controls.library import library
from rules.controls.procedure_of_irregularity import covering
from tests.folding import of_every
from tests.rules.filed import controls
from tests.rules.rulesets import beside_the_library

NAME = "wa-0417-thirteen@1"
LAW = "external:WAC-230-15-080"
CAPPED, UNCAPPED = "wac-230-15-080@1", "wac-230-15-080@2"

# clause, parameter, what a room files, what is said of it
BOUNDS = [
    ("WSGC-1a", "table.deck.cards", 53, "53 where 52 is fixed by WSGC-1a, WSGC-1b"),
    ("WSGC-1b", "table.deck.jokers", 1, "1 where 0 is fixed by WSGC-1a, WSGC-1b"),
    ("WSGC-1c", "table.players.max", 5, "5 goes past the 4 that WSGC-1c allows"),
    ("WSGC-2b", "table.dealt.cards", 12, "12 where 13 is fixed by WSGC-2b"),
    ("WSGC-3b", "stakes.unit_cap.max", 1001, "1001 goes past the 1000 that WSGC-3b allows"),
    ("WSGC-4", "table.rows.front", 5, "5 where 3 is fixed by WSGC-4"),
    ("WSGC-4", "table.rows.middle", 3, "3 where 5 is fixed by WSGC-4"),
    ("WSGC-4", "table.rows.back", 3, "3 where 5 is fixed by WSGC-4"),
    (f"{LAW}-1", "fees.at_a_time.max_kinds", 2, f"2 goes past the 1 that {LAW}-1 allows"),
    (f"{LAW}-1", "fees.currency", "EUR", f"'EUR' where 'USD' is fixed by {LAW}-1"),
    (f"{LAW}-2", "fees.classes.E", ["time", "rake"], f"['time', 'rake'] where ['time'] is fixed by {LAW}-2"),
    (f"{LAW}-2", "fees.classes.F", ["time"], f"['time'] where ['time', 'hand_fee', 'rake'] is fixed by {LAW}-2"),
    (f"{LAW}-2", "fees.classes.house-banked", [], f"[] where ['time', 'hand_fee', 'rake'] is fixed by {LAW}-2"),
    (f"{LAW}-3", "fees.hand_fee.player.max_money", 101, f"101 goes past the 100 that {LAW}-3 allows"),
    (f"{LAW}-3", "fees.hand_fee.taken", "later", "must be one of: before_deal"),
    (f"{LAW}-4", "fees.rake.share.max_bp", 1001, f"1001 goes past the 1000 that {LAW}-4"),
    (f"{LAW}-5", "fees.rake.hand.max_money", 501, f"501 goes past the 500 that {LAW}-5 allows"),
    (f"{LAW}-6", "fees.time.player_hour.max_money", 1001, f"1001 goes past the 1000 that {LAW}-6 allows"),
    (f"{LAW}-7", "fees.time.interval.max_minutes", 61, f"61 goes past the 60 that {LAW}-7 allows"),
    (f"{LAW}-7", "fees.time.recorded", "later", "must be one of: at_once"),
]  # fmt: skip

EVENT = "external:WAC-230-15-210"
JACKPOT = "external:WAC-230-15-405"
# the same for the controls of a room's tournaments and jackpots
BOUNDS_OF_EVENTS = [
    (f"{EVENT}-1", "charges.currency", "EUR", f"'EUR' where 'USD' is fixed by {EVENT}-1"),
    (f"{EVENT}-1", "charges.entry_fee.max_money", 10001, f"10001 goes past the 10000 that {EVENT}-1 allows"),
    (f"{EVENT}-4", "charges.buy_ins.max_money", 40001, f"40001 goes past the 40000 that {EVENT}-4 allows"),
    (f"{EVENT}-5", "charges.returned.all", False, f"False where True is fixed by {EVENT}-5"),
    (f"{JACKPOT}-1", "jackpot_money.prizes_only", False, f"False where True is fixed by {JACKPOT}-1"),
]
EXTENDED = {"charges": ("tournament", "olympic-tournament@1", "wac-230-15-210@1"),
            "jackpot_money": ("ledger", "olympic-jackpots@1", "wac-230-15-405@1")}  # fmt: skip


def bounds(params, path="", fixed=()):
    """Every parameter that is a bound, or fixed, of a ruleset."""
    for key, value in params.items():
        here = f"{path}.{key}" if path else key
        if isinstance(value, Mapping):
            yield from bounds(value, here)
        elif key not in ("cite", "cited", "text", "fixed") and (params.get("fixed") or key.startswith("max")):
            yield here


def filed(path, value, base):
    """The problems of a room's controls that say so of one parameter, over the law's ruleset and the sheet's."""
    *tables, key = path.split(".")
    table = {key: value, "cite": "external:WAC-230-15-080"}
    if tables[-1] == "classes":
        del table["cite"]
    for name in reversed(tables[1:]):
        table = {name: table}
    text = controls(**{tables[0]: table}, ruleset={"extends": [base, "wsgc-2-4@1"]})
    return examine(NAME, text, library()).problems


@of_every(("clause", "path", "value", "said"), BOUNDS, ids=[f"{each[0]}-{each[1]}" for each in BOUNDS])
def test_a_room_that_goes_past_a_bound_is_refused_by_its_clause(clause, path, value, said):
    base = CAPPED if clause == f"{LAW}-5" else UNCAPPED
    found = [each for each in filed(path, value, base) if each.startswith(f"{NAME}: {path}: ")]
    assert any(said in each for each in found), found


def filed_for_events(path, value):
    """The problems of a room's controls of tournaments or jackpots that say so of one parameter."""
    *tables, key = path.split(".")
    family, *extends = EXTENDED[tables[0]]
    head = {
        "id": "wa-0417-events", "revision": 1, "title": "Events at WA-0417", "authority": "Washington State Gambling Commission",
        "family": family, "extends": extends, "in_force": {"from": dt.date(2026, 1, 1)},
    }  # fmt: skip
    table = {key: value, "cite": "external:WAC-230-15-210-1"}
    for name in reversed(tables):
        table = {name: table}
    return examine("wa-0417-events@1", tomli_w.dumps({"ruleset": head} | table), library()).problems


@of_every(("clause", "path", "value", "said"), BOUNDS_OF_EVENTS, ids=[each[1] for each in BOUNDS_OF_EVENTS])
def test_controls_of_events_that_go_past_a_bound_are_refused_by_its_clause(clause, path, value, said):
    (problem,) = (
        each for each in filed_for_events(path, value) if each.startswith(f"wa-0417-events@1: {path}: ")
    )
    assert said in problem


def test_no_bound_of_the_authority_is_without_a_test():
    held = {
        path
        for each in library().revisions()
        if each.authority.startswith("Washington")
        for path in bounds(each.params)
    }
    assert held == {path for _, path, _, _ in (*BOUNDS, *BOUNDS_OF_EVENTS)}


def test_a_range_of_cards_is_no_bound_for_who_extends_it():
    """One exposed card is played on; a room whose own controls play on two has gone past nothing."""
    head = (
        '[ruleset]\nid = "own"\nrevision = 1\ntitle = "Own"\nauthority = "House"\nfamily = "ofc"\n'
        'extends = ["olympic-deals@1"]\n'
    )
    common = 'kind = "exposed_card"\nwhen = "deal"\ncite = "OLY-1.56-a"\n'
    ranges = (
        f'[irregularities.procedure.one-exposed]\n{common}ruling = "play_on"\ncards = {{ most = 2 }}\n'
        f'[irregularities.procedure.two-exposed]\n{common}ruling = "misdeal"\ncards = {{ least = 3 }}\n'
    )
    own = beside_the_library({"own.toml": head + ranges}).get("own")
    found = [covering(own, "exposed_card", "deal", (cards, cards)).procedure for cards in (2, 3)]
    assert [each.id for each in found] == ["one-exposed", "two-exposed"]
