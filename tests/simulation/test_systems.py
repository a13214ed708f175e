"""What is recorded of each system's own: banker, pool, chips in front, forced dealer, fees, bets, naturals declared."""

from functools import lru_cache
from itertools import pairwise

import msgspec
import pytest
from judging import REPORTED
from msgspec import UNSET

from rules.audit import BytesSource, audit_log
from rules.controls.library import library
from rules.records.events import ChineseHand, Chips, Close, Toke
from rules.records.reader import LogReader, decode_line
from rules.replay.row_replay import replay
from rules.replay.scoring import compiled
from rules.replay.table_stakes import moves
from simulation import simulate
from simulation.faults.fault_tampering import names, not_in
from simulation.simulated_game import SimulatedGame

RULESETS = [str(each) for each in library().rulesets() if each.family == "chinese"]
BANKED = [
    name for name in RULESETS if name.startswith(("classic-house", "classic-surrender-house", "malayan"))
]
POOLS = ["classic-pool@1", "classic-pool-all@1"]
SINGLE = "classic-single-winner@1"
FORCED = "classic-ace-of-spades-dealer@1"
STAKES = ["hawaiian-gardens@1", "hawaiian-gardens-aces@1"]
CHARGED = [*STAKES, "wac-230-15-080@1", "wac-230-15-080@2"]  # for each hand
UNIT = 100


def simulated(name, **how):
    return simulate(library().get(name), **{"hands": 300, "seed": 31, "unit": UNIT, **how})


@lru_cache(maxsize=16)
def events(name, **how):
    """The events of a log, read once for the tests that only look at them."""
    return [decode_line(line) for line in simulated(name, **how).lines()]


def hands_of(name, **how):
    return [each for each in events(name, **how) if isinstance(each, ChineseHand)]


def played(name, **how):
    return [hand for hand in hands_of(name, **how) if hand.void is not True]


@pytest.mark.sampled(24)
@pytest.mark.parametrize("evidence", ["rows", "full"])
@pytest.mark.parametrize("name", RULESETS)
def test_a_log_without_faults_is_tested_and_has_no_breach(name, evidence):
    log = simulated(name, evidence=evidence).log()
    audit = audit_log(BytesSource(log))
    assert audit.complete
    assert [each.message for each in audit.findings if each.kind in REPORTED] == []
    assert audit.hands == 300
    if name != SINGLE:
        assert (audit.testable, audit.money_misallocated) == (300, 0)
    assert simulated(name, evidence=evidence).log() == log


@pytest.mark.slow
@pytest.mark.sampled(31)
@pytest.mark.parametrize("name", [name for name in RULESETS if not name.startswith("wsgc")])
def test_the_same_seed_gives_the_same_faulty_bytes_and_the_same_key(name):
    first, second = (simulated(name, hands=120, faults=0.5) for _ in range(2))
    assert first.log() == second.log()
    assert first.key == second.key != []


@pytest.mark.sampled(6)
@pytest.mark.parametrize("name", RULESETS)
def test_what_only_some_games_record(name):
    hands = played(name)
    assert all((hand.banker is not UNSET) is (name in BANKED) for hand in hands)
    assert all((hand.pool is not UNSET) is (name in POOLS) for hand in hands)
    assert all((hand.fees is not UNSET) is (name in CHARGED) for hand in hands)
    assert any(hand.forced_dealer is True for hand in hands) is (name == FORCED)
    assert all((seat.aces is not UNSET) is (name == STAKES[1]) for hand in hands for seat in hand.seats)
    assert all(isinstance(hand.dealer, int) for hand in hands)
    unpaid = name == SINGLE or name in POOLS
    assert all((hand.transfers is UNSET) is unpaid for hand in hands)


@pytest.mark.sampled(6)
@pytest.mark.parametrize("name", RULESETS)
def test_nets_balance(name):
    for hand in hands_of(name):
        nets = [seat.net for seat in hand.seats]
        assert nets.count(UNSET) == len(nets) if name == SINGLE else sum(nets) == 0


# Banker games


@pytest.mark.parametrize("name", BANKED)
def test_everybody_settles_with_the_banker(name):
    for hand in played(name):
        assert hand.banker in [seat.seat for seat in hand.seats]
        assert all(hand.banker in (move.payer, move.payee) for move in hand.transfers)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("seed", range(6))
def test_the_bank_goes_round_or_stays_for_some_hands(seed):
    hands = hands_of("malayan@1", seed=seed)
    with_the_button = [hand.banker == hand.dealer for hand in hands]
    changes = sum(one.banker != other.banker for one, other in pairwise(hands))
    assert all(with_the_button) or 10 < changes < 60
    assert len({hand.banker for hand in hands}) == 4


def test_the_banker_does_not_surrender():
    hands = played("classic-surrender-house@1", hands=1500)
    given_up = [(hand, seat) for hand in hands for seat in hand.seats if seat.surrendered is True]
    assert len(given_up) > 10
    assert all(seat.seat != hand.banker for hand, seat in given_up)


# Games for a pool and with a single winner


@pytest.mark.parametrize("name", POOLS)
def test_what_is_put_into_the_pool_is_paid_out(name):
    all_rows = 0
    for hand in played(name, hands=600):
        put_in = {each.seat: each.amount for each in hand.pool.contributions}
        assert put_in == {seat.seat: 3 * UNIT for seat in hand.seats}
        assert sum(each.amount for each in hand.pool.awards) == sum(put_in.values())
        got = {
            seat.seat: sum(each.amount for each in hand.pool.awards if each.seat == seat.seat)
            for seat in hand.seats
        }
        beside = [seat.net - got[seat.seat] + put_in[seat.seat] for seat in hand.seats]
        swept = name == POOLS[1] and 12 * UNIT in got.values()
        all_rows += swept
        assert sorted(beside) == ([-300, -300, -300, 900] if swept else [0, 0, 0, 0])
    assert bool(all_rows) is (name == POOLS[1])


def test_a_pool_is_recorded_in_full_only():
    hands = played("classic-pool@1", evidence="rows")
    assert all(hand.pool is UNSET and hand.transfers is UNSET for hand in hands)
    assert any(seat.net for hand in hands for seat in hand.seats)


@pytest.mark.parametrize("evidence", ["rows", "full"])
def test_what_has_no_price_is_not_on_record(evidence):
    log = events(SINGLE, evidence=evidence)
    assert not any(isinstance(each, Chips | Toke) for each in log)
    for hand in log[1:-1]:
        assert hand.transfers is hand.pool is UNSET
        assert all(seat.net is seat.stack is UNSET for seat in hand.seats)


# Table stakes


@pytest.mark.parametrize("name", STAKES)
def test_nobody_wins_or_loses_more_than_the_chips_in_front(name):
    seats = [seat for hand in played(name, hands=600) for seat in hand.seats]
    assert all(abs(seat.net) <= seat.stack for seat in seats)
    assert any(seat.net == -seat.stack for seat in seats)
    assert any(seat.net == seat.stack for seat in seats)


@pytest.mark.slow
@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", STAKES)
def test_chips_limit_some_hands_and_move_in_order(name):
    block = next(LogReader().blocks(simulated(name, hands=600).chunks()))
    replayed = replay(block, compiled(library().get(name)))
    limited = replayed.stakes.limited
    assert 20 < len(limited) < 200
    assert not replayed.stakes.open.any()
    for i, hand in enumerate(hands_of(name, hands=600)):
        numbers = block.seat[i].tolist()
        due = limited.get(i) or moves(replayed.compared, replayed.parts, i)
        moved = [(numbers[each.payer], numbers[each.payee], each.amount) for each in due]
        assert [(each.payer, each.payee, each.amount) for each in hand.transfers] == moved
        assert all(each.units == (UNSET if i in limited else each.amount // UNIT) for each in hand.transfers)
        brought = {seat.seat: 0 for seat in hand.seats}
        for move in hand.transfers:
            brought[move.payee] += move.amount
            brought[move.payer] -= move.amount
        assert brought == {seat.seat: seat.net for seat in hand.seats}


def test_without_stacks_all_is_paid():
    hands = played("hawaiian-gardens@1", evidence="rows")
    assert all(seat.stack is UNSET for hand in hands for seat in hand.seats)


@pytest.mark.sampled(6)
@pytest.mark.parametrize("name", RULESETS)
def test_stacks_chain_from_hand_to_hand(name):
    """Fees that a seat pays before the deal come out of its chips."""
    stacks: dict[int, int] = {}
    for event in events(name):
        if isinstance(event, ChineseHand):
            if name != SINGLE:
                for fee in event.fees if event.fees is not UNSET else ():
                    if fee.seat is not UNSET:
                        stacks[fee.seat] -= fee.amount
                assert {seat.seat: seat.stack for seat in event.seats} == stacks
                stacks = {seat.seat: seat.stack + seat.net for seat in event.seats}
                assert min(stacks.values()) >= 0
        elif isinstance(event, Chips) and event.kind == "cash_out":
            assert stacks.pop(event.seat) == event.amount
        elif isinstance(event, Chips):
            stacks[event.seat] = stacks.get(event.seat, 0) + event.amount
        elif isinstance(event, Toke):
            stacks[event.seat] -= event.amount
    assert stacks == {}


# Fees, side bets, a dealer who has to deal, naturals


@pytest.mark.sampled(8)
@pytest.mark.parametrize("evidence", ["rows", "full"])
@pytest.mark.parametrize("name", RULESETS)
def test_the_close_has_the_fees_of_the_hands(name, evidence):
    log = events(name, evidence=evidence)
    taken = {"rake": 0, "jackpot": 0, "hand_fee": 0, "time": 0}
    for hand in log:
        for fee in hand.fees if isinstance(hand, ChineseHand) and hand.fees is not UNSET else ():
            taken[fee.kind] += fee.amount
    close = log[-1]
    assert isinstance(close, Close)
    assert {kind: getattr(close.totals, kind) for kind in taken} == taken
    assert bool(taken["rake"] and taken["jackpot"]) is (name in STAKES)


def test_the_rake_is_fixed_and_the_jackpot_a_part_of_it():
    sessions = [
        {
            tuple((fee.kind, fee.amount) for fee in hand.fees)
            for hand in played(STAKES[0], hands=40, seed=seed)
        }
        for seed in range(5)
    ]
    assert all(len(fees) == 1 for fees in sessions)
    assert len(set.union(*sessions)) > 1
    for (rake, taken), (jackpot, part) in set.union(*sessions):
        assert (rake, jackpot) == ("rake", "jackpot")
        assert 0 < part < taken


@pytest.mark.slow
def test_a_void_deal_costs_nothing():
    void = [hand for hand in hands_of(STAKES[0], hands=1500) if hand.void is True]
    assert void
    assert all(hand.fees == [] and hand.transfers == [] for hand in void)


@pytest.mark.slow
def test_players_bet_on_aces_or_stay_out():
    seats = [seat for hand in played(STAKES[1], hands=1500) for seat in hand.seats]
    marks = {seat.player: set() for seat in seats}
    for seat in seats:
        marks[seat.player].add(seat.aces)
    assert all(len(each) == 1 for each in marks.values())
    assert set.union(*marks.values()) == {True, False}
    unmarked = played(STAKES[1], evidence="rows")
    assert all(seat.aces is UNSET for hand in unmarked for seat in hand.seats)


@pytest.mark.parametrize("evidence", ["rows", "full"])
def test_who_has_to_deal_held_the_ace_of_spades(evidence):
    hands = hands_of(FORCED, hands=1000, evidence=evidence)
    forced = [(before, hand) for before, hand in pairwise(hands) if hand.forced_dealer is True]
    assert len(forced) > 15
    for before, hand in forced:
        holder = next(seat for seat in before.seats if "As" in seat.front + seat.middle + seat.back)
        dealer = next(seat for seat in hand.seats if seat.seat == hand.dealer)
        assert dealer.player == holder.player


DECLARED = ["classic-specials@1", "vietnamese@1", "malayan@1", "hawaiian-gardens@1"]


@pytest.mark.slow
@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", DECLARED)
def test_naturals_are_declared_and_now_and_then_kept_back(name):
    block = next(LogReader().blocks(simulated(name, hands=4000, evidence="rows").chunks()))
    seats = replay(block, compiled(library().get(name))).seats
    held = (seats.natural_held >= 0) & ~seats.surrendered
    declared = block.declared >= 0
    assert declared.any()
    assert (declared <= (held & seats.claim_held)).all()
    assert 0 < (held & ~declared).sum() < held.sum() / 5


@pytest.mark.slow
def test_a_natural_without_a_price_is_kept_back():
    seats = [seat for hand in played("classic-no-pictures@1", hands=1500) for seat in hand.seats]
    assert "no_pictures" not in {seat.declared for seat in seats}
    held = [seat for seat in seats if not set("JQK") & set(seat.front + seat.middle + seat.back)]
    assert len(held) > 20


# What cannot be


@pytest.mark.sampled(4)
@pytest.mark.parametrize("ruleset", [*BANKED, *POOLS, SINGLE, FORCED, *STAKES])
def test_a_fault_that_a_game_cannot_have_is_refused(ruleset):
    impossible = not_in(SimulatedGame.of(library().get(ruleset)), names())
    assert impossible
    for fault in impossible:
        with pytest.raises(ValueError, match=f"{ruleset} cannot have the fault {fault}$"):
            simulated(ruleset, only=(fault,))


@pytest.mark.slow
def test_as_many_players_as_the_system_says():
    for name in RULESETS:
        counts = {len(hand.seats) for hand in hands_of(name, hands=60, evidence="rows")}
        exact = name.startswith(("classic", "malayan"))
        assert counts == {4} if exact else counts <= {2, 3, 4}
    with pytest.raises(ValueError, match="malayan@1 is played by 4 to 4"):
        simulated("malayan", players=(2, 4))


def test_a_value_shared_by_those_who_pay_is_refused():
    shared = library().get("vietnamese").under({"AMB-SPEC-RECIPIENT": "total"})
    with pytest.raises(ValueError, match="shares a natural's value"):
        simulate(shared, hands=1, seed=1)


# ------------------------------------------------------------------------------- fees


@pytest.mark.parametrize("name", ["wac-230-15-080@1", "wac-230-15-080@2"])
def test_players_pay_for_each_hand_before_it_is_dealt(name):
    opened = {"wac-230-15-080@1": "2016-12-20T16:00:00-08:00"}.get(name, "")
    log = simulate(library().get(name), hands=200, seed=41, opened_at=opened)
    audit = audit_log(BytesSource(log.log()))
    assert [each.code for each in audit.findings if each.code.startswith("FEE")] == []
    tested = {row.code: row.tested for row in audit.coverage}
    assert tested["FEE007"] == tested["FEE008"] == tested["FEE004"] == 200


@pytest.mark.slow
def test_a_table_that_pays_for_its_time_has_no_findings_but_of_the_open_point():
    log = simulate(library().get("olympic-time"), hands=200, seed=42, currency="EUR")
    lines = [msgspec.json.decode(line) for line in log.lines()]
    paid = [line for line in lines if line["event"] == "fee"]
    assert len({line["covers_from"] for line in paid}) > 20
    assert lines[-1]["totals"]["time"] == sum(line["amount"] for line in paid)
    audit = audit_log(BytesSource(log.log()))
    of_fees = [each for each in audit.findings if each.code.startswith("FEE")]
    # the document leaves open what somebody pays who sits down during a period
    assert {(each.code, each.kind, each.severity) for each in of_fees} == {("FEE038", "undetermined", "note")}
    tested = {row.code: row.tested for row in audit.coverage}
    assert {tested[f"FEE0{number}"] for number in (14, 15, 16, 17, 18)} == {200}
