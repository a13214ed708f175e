"""What holds for any deal whatever: sums, permutations, batches, chunks."""

import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.audit import BytesSource, audit_log, replay_log
from rules.controls.library import library
from tests.examples import examples
from tests.plain.deals import deals
from tests.rules.build import hand, log, replays, seat, session

SYSTEMS = sorted(each.id for each in library().rulesets() if each.id.startswith("wsgc-"))
POOL = deals(400, seed=13)

systems = st.sampled_from(SYSTEMS)
some_deals = st.lists(st.sampled_from(POOL), min_size=1, max_size=12)


def event(number, deal, numbers=None, nets=None, **fields):
    """A hand of a deal; ``numbers`` are the seats of its players, in the order of the deal."""
    numbers = numbers or range(1, len(deal) + 1)
    seats = [
        seat(
            place,
            " ".join("".join(row) for row in (each.front, each.middle, each.back)),
            nets[at] if nets else None,
            surrendered=True if each.surrendered else None,
            player=f"P{at}",
        )
        for at, (place, each) in enumerate(zip(numbers, deal, strict=True))
    ]
    return hand(number, *seats, unit=100, **fields)


@given(some_deals, systems)
def test_units_sum_to_zero(dealt, system):
    for reported in replays(session(ruleset=system), *(event(n, deal) for n, deal in enumerate(dealt))):
        units = [each["units"] for each in reported["seats"]]
        if None not in units:
            assert sum(units) == 0
            assert sum(each["net"] for each in reported["seats"]) == 0
        for each in reported["seats"]:
            mine = [
                pair["units"] if pair["a"] == each["seat"] else -pair["units"]
                for pair in reported["pairs"]
                if each["seat"] in (pair["a"], pair["b"]) and pair["units"] is not None
            ]
            assert each["units"] is None or each["units"] == sum(mine)
        for pair in reported["pairs"]:
            assert pair["a"] < pair["b"]
            if pair["units"] is not None:
                assert pair["units"] == sum(pair["parts"].values())


@given(st.sampled_from(POOL), systems, st.randoms(use_true_random=False))
def test_permuting_seats_permutes_results(deal, system, chance):
    """Wherever a player sits, and in whatever order the log lists the seats."""
    numbers = chance.sample(range(1, 11), len(deal))
    moved = event(1, deal, numbers)
    chance.shuffle(moved["seats"])
    (plain,) = replays(session(ruleset=system), event(1, deal))
    (reported,) = replays(session(ruleset=system), moved)
    by_seat = {each["seat"]: each for each in reported["seats"]}
    for at, number in enumerate(numbers):
        assert by_seat[number] | {"seat": 0} == plain["seats"][at] | {"seat": 0}
    pairs = {(pair["a"], pair["b"]): pair["units"] for pair in reported["pairs"]}
    for pair in plain["pairs"]:
        a, b = numbers[pair["a"] - 1], numbers[pair["b"] - 1]
        found = pairs[min(a, b), max(a, b)]
        assert found == (pair["units"] if a < b or pair["units"] is None else -pair["units"])


@given(some_deals, systems)
def test_a_batch_is_its_hands_one_by_one(dealt, system):
    """Two players next to four, surrenders next to naturals: the neighbours of a hand do not change its result."""
    events = [event(n, deal) for n, deal in enumerate(dealt)]
    alone = [replays(session(ruleset=system), each)[0] for each in events]
    assert replays(session(ruleset=system), *events) == alone


# A deal or cards again, and whether the seat of the button was taken before: these look at the hands around.
OF_NEIGHBOURS = ("DCK005", "DCK006", "DCK007", "STK005")


@pytest.mark.slow
@examples(40)
@given(some_deals, systems, st.randoms(use_true_random=False))
def test_the_findings_of_a_batch_are_those_of_its_hands_one_by_one(dealt, system, chance):
    events = []
    for number, deal in enumerate(dealt, 1):
        nets = [chance.choice([0, 100, -100, 50]) for _ in deal]
        events.append(event(number, deal, nets=nets, dealer=chance.randrange(1, 5)))
    together = audit_log(BytesSource(log(session(ruleset=system), *events)))
    for number, each in enumerate(events, 1):
        alone = audit_log(BytesSource(log(session(ruleset=system), each)))
        of_hand = [
            (f.code, f.seat, f.message, f.fingerprint)
            for f in together.findings
            if f.hand == number and f.code not in OF_NEIGHBOURS
        ]
        assert of_hand == [
            (f.code, f.seat, f.message, f.fingerprint)
            for f in alone.findings
            if f.hand == number and f.code not in OF_NEIGHBOURS
        ]


class Pieces:
    """A log that comes in chunks cut at given places."""

    def __init__(self, data, cuts):
        self.data, self.cuts = data, sorted({min(cut, len(data)) for cut in cuts})
        self.sha256, self.size = BytesSource(data).sha256, len(data)

    def chunks(self):
        for start, end in zip([0, *self.cuts], [*self.cuts, len(self.data)], strict=True):
            yield self.data[start:end]


@given(some_deals, systems, st.lists(st.integers(0, 20_000), max_size=40))
def test_splitting_the_file_into_chunks_changes_nothing(dealt, system, cuts):
    data = log(session(ruleset=system), *(event(n, deal, _note="é🂡") for n, deal in enumerate(dealt)))
    assert list(replay_log(Pieces(data, cuts))) == list(replay_log(BytesSource(data)))


@examples(40)
@given(some_deals, systems, st.lists(st.integers(0, 20_000), max_size=40))
def test_splitting_the_file_into_chunks_changes_no_audit(dealt, system, cuts):
    data = log(session(ruleset=system), *(event(n, deal) for n, deal in enumerate(dealt)))
    assert audit_log(Pieces(data, cuts)) == audit_log(BytesSource(data))


@examples(60)
@given(st.sampled_from(POOL), systems)
def test_an_explanation_is_a_slice_of_what_was_computed(deal, system):
    """The nets of the pairs are the net of the seat, and transfers settle them."""
    (reported,) = replays(session(ruleset=system), event(1, deal))
    if reported["transfers"] is None:
        return
    moved = dict.fromkeys((each["seat"] for each in reported["seats"]), 0)
    for transfer in reported["transfers"]:
        assert transfer["units"] > 0
        assert transfer["amount"] == transfer["units"] * 100
        moved[transfer["payer"]] -= transfer["amount"]
        moved[transfer["payee"]] += transfer["amount"]
    assert moved == {each["seat"]: each["net"] for each in reported["seats"]}


@examples(30)
@given(some_deals, systems)
def test_a_log_recorded_right_has_no_breach(dealt, system):
    """What replay says was due, recorded: the audit finds no violation and no discrepancy in it."""
    kept = [
        deal
        for deal in dealt
        if not any(each.surrendered for each in deal) or "surrender" in system or "full" in system
    ]
    distinct = {json.dumps([each.cards for each in deal]): deal for deal in kept}
    reported = replays(
        session(ruleset=system), *(event(n, deal) for n, deal in enumerate(distinct.values(), 1))
    )
    events = [
        event(n, deal, nets=[each["net"] for each in one["seats"]], transfers=one["transfers"])
        for n, (deal, one) in enumerate(zip(distinct.values(), reported, strict=True), 1)
    ]
    audit = audit_log(BytesSource(log(session(ruleset=system), *events)))
    assert [f.message for f in audit.findings if f.kind in ("violation", "discrepancy")] == []
    assert audit.complete
    assert audit.testable == audit.hands == len(events)
    assert all(each.owed == 0 for each in audit.restitution)


@pytest.mark.slow
def test_blocks_of_thousands_are_as_blocks_of_one():
    """Past the size of a block, with the odd ones in between."""
    chance = random.Random(4096)
    picked = [chance.choice(POOL) for _ in range(4_500)]
    events = [event(n, deal) for n, deal in enumerate(picked)]
    reported = replays(session(ruleset="wsgc-full"), *events)
    assert [each["hand"] for each in reported] == list(range(4_500))
    for number in [*chance.sample(range(4_500), 60), 4_095, 4_096, 4_097]:
        assert reported[number] == replays(session(ruleset="wsgc-full"), events[number])[0]
