"""Cases of a session by player, table and author are those of hand after hand (SCN006, SCN008, SCN009, SCN019)."""

from collections import defaultdict
from statistics import median_high

import numpy as np
import pytest
from msgspec.structs import replace

from rules.hands import NOT_RECORDED
from rules.records.events import History
from rules.screening.engines.marked import MarkedStratum
from rules.screening.indicator_catalogue import indicators_by_code
from rules.screening.statistics import CaseRow
from tests.rules.screening.screened import FOLDER, lines_of, screened_lines

SECOND = 1_000_000
LOG = FOLDER / "logs" / "voids-at-random-0.ndjson.gz"
TABLE, AUTHOR = (("table", "T1"),), (("author", "k-1"),)


@pytest.fixture(scope="module")
def mixed():
    """A session of 200 hands of four with columns drawn at random: void and unknown hands, seats that are not in, gaps."""
    events = lines_of(LOG)
    stated = {"recorded_by": "k-1", "staff": {"supervisor": "sup-1"}, "table": "T1"}
    session = screened_lines([event | stated if event["event"] == "session" else event for event in events])
    hands, chance = session.hands, np.random.default_rng(11)
    count, seats = hands.seat.shape
    out = chance.random((count, seats)) < 0.06
    after = np.cumsum(chance.choice([40, *[75] * 4, 90, 90, 134, 135, 270, 271, 400], count)) * SECOND
    changed = replace(
        hands,
        void=chance.random(count) < 0.1,
        ruled_by=np.where(chance.random(count) < 0.3, -1, chance.integers(0, 2, count)),
        player=np.where(out, -1, hands.player),
        units=chance.integers(-3, 4, (count, seats)) * 2520,
        known=~out & (chance.random((count, seats)) < 0.9),
        net=np.where(chance.random((count, seats)) < 0.02, NOT_RECORDED, chance.integers(-9, 10, (count, seats)) * 100),
        thirteen=np.where(chance.random((count, seats)) < 0.03, 0, hands.thirteen),
        at=np.where(chance.random(count) < 0.05, NOT_RECORDED, after + 1_773_500_000 * SECOND),
        number=np.cumsum(np.where(chance.random(count) < 0.05, 2, 1)),
    )  # fmt: skip
    return replace(session, hands=changed)


def strata(code, session):
    """Counts, and positions of hands that are shown, by unit and coding."""
    found = [each for each in indicators_by_code()[code].rows(session) if not isinstance(each.row, CaseRow)]
    assert len({(each.row.unit, each.row.coding) for each in found}) == len(found)
    return {(each.row.unit, each.row.coding): (each.row.stratum, each.hands.tolist()) for each in found}


def fifth(values):
    """Which values are among the largest fifth, ties in, and above zero."""
    least = sorted(values, reverse=True)[-(-len(values) // 5) - 1]
    return [value >= least and value > 0 for value in values]


def counted(cases):
    """Counts of (position, marked, favourable), and positions of both."""
    both = [at for at, marked, favourable in cases if marked and favourable]
    marked = sum(bool(marked) for _, marked, _ in cases)
    return MarkedStratum(len(cases), marked, sum(bool(each[2]) for each in cases), len(both)), both


def test_void_hands_of_each_player_and_who_ruled_them(mixed):
    hands, wanted = mixed.hands, {}
    sat = defaultdict(list)
    for at, column in np.argwhere(hands.known).tolist():
        sat[int(hands.player[at, column])].append((at, int(hands.units[at, column])))
    for player, own in sat.items():
        whom = (("player", mixed.player(player)),)
        large = fifth([-units for _, units in own])
        for coding, helped in ((0, [units < 0 for _, units in own]), (1, large)):
            cases = [(at, hands.void[at], each) for (at, _), each in zip(own, helped, strict=True)]
            wanted[whom, coding] = counted(cases)
            for ruler in (mixed.name(0), mixed.name(1), "sup-1"):
                his = [(at, void and ruler == who_ruled(mixed, at), each) for at, void, each in cases]
                wanted[(("supervisor", ruler), *whom), coding] = counted(his)
    assert strata("SCN006", mixed) == wanted
    assert len([each for each in wanted.values() if each[0].both > 1]) > 10


def who_ruled(session, at):
    by = int(session.hands.ruled_by[at])
    return session.name(by) if by >= 0 else "sup-1"


def test_cards_that_are_missing_in_hands_with_all_results(mixed):
    hands, cases, others = mixed.hands, [], []
    whole = []
    for at in range(len(hands)):
        seats = [seat for seat in range(hands.seat.shape[1]) if hands.player[at, seat] >= 0]
        nets = [int(hands.net[at, seat]) for seat in seats]
        if hands.void[at] or NOT_RECORDED in nets:
            continue
        blank = [int(hands.net[at, seat]) for seat in seats if not hands.thirteen[at, seat]]
        whole.append(max(map(abs, nets), default=0))
        cases.append((at, blank))
        others.append((at, [net for net in blank if net >= 0]))
    large = fifth(whole)
    wanted = {
        (unit, coding): counted([(*case, each) for case, each in zip(own, large, strict=True)])
        for unit in (TABLE, AUTHOR)
        for coding, own in ((0, cases), (1, others))
    }
    assert strata("SCN008", mixed) == wanted
    first, second = wanted[TABLE, 0][0], wanted[TABLE, 1][0]
    assert first.marked > second.marked > second.both > 0


def of_few_results(session):
    """The same hands, of which all but every fortieth are void."""
    hands = session.hands
    return replace(session, hands=replace(hands, void=np.arange(len(hands)) % 40 != 0))


@pytest.mark.parametrize("of", [lambda session: session, of_few_results])
def test_gaps_after_large_losses(mixed, of):
    session = of(mixed)
    hands = session.hands
    at, count = hands.at.tolist(), len(hands)
    losses = []
    for row, void, player in zip(hands.net.tolist(), hands.void, hands.player, strict=True):
        nets = [net for net, who in zip(row, player, strict=True) if who >= 0 and net != NOT_RECORDED]
        losses.append(0 if void else max(0, -min(nets, default=0)))
    large = fifth(losses)
    took = [
        None if NOT_RECORDED in at[place : place + 2] else at[place + 1] - at[place]
        for place in range(count - 1)
    ]
    usual = median_high([each for each in took if each is not None])
    assert usual == 90 * SECOND
    assert {135 * SECOND, 270 * SECOND} < {*took}  # 1.5 and three times as long
    wanted = {}
    for coding, most in ((0, 10**18), (1, 3 * usual)):
        gaps = [
            hands.number[place + 1] - hands.number[place] > 1
            or (each is not None and 1.5 * usual <= each <= most)
            for place, each in enumerate(took)
        ]
        wanted[TABLE, coding] = counted([*zip(range(count - 1), gaps, large[:-1], strict=True)])
    assert strata("SCN009", session) == wanted
    assert wanted[TABLE, 0][0].marked > wanted[TABLE, 1][0].marked


def test_numbers_that_do_not_count_the_hands_have_no_gaps():
    """Every second number is missing, and each hand takes as long as the others."""
    session = screened_lines([*lines_of(LOG)])
    at = session.hands.at[0] + 90 * SECOND * np.arange(len(session.hands))
    hands = replace(session.hands, number=session.hands.number * 2, at=at)
    history = History(numbering="site", seen_by="table", cards_from="deal")
    for header, gaps in (
        (session.header, len(hands) - 1),
        (replace(session.header, history=history), 0),
    ):
        found = strata("SCN009", replace(session, header=header, hands=hands))
        assert [stratum.marked for stratum, _ in found.values()] == [gaps, gaps]


def test_round_times_of_table_and_author(mixed):
    at = [
        (place, each // SECOND) for place, each in enumerate(mixed.hands.at.tolist()) if each != NOT_RECORDED
    ]
    fives = [place for place, each in at if each // 60 % 5 == 0]
    zeros = [place for place, each in at if each % 60 == 0]
    found = {
        (each.row.unit, each.row.coding): (
            each.row.chance,
            each.row.trials,
            each.row.happened,
            each.hands.tolist(),
        )
        for each in indicators_by_code()["SCN019"].rows(mixed)
    }
    assert {unit for unit, _ in found} == {TABLE, AUTHOR}
    for (_, coding), row in found.items():
        shown = (fives, zeros)[coding]
        assert row == (((1, 5), (1, 60))[coding], len(at), len(shown), shown)
    assert zeros


def test_a_session_without_times_has_no_round_ones(mixed):
    untimed = replace(mixed.hands, at=np.full(len(mixed.hands), NOT_RECORDED))
    assert [*indicators_by_code()["SCN019"].rows(replace(mixed, hands=untimed))] == []
