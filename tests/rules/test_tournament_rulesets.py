"""The rulesets of tournaments and of jackpots over time: what they state, and which readings they can take."""

import tomllib
from pathlib import Path

import pytest

from rules.clauses import ambiguities
from rules.controls.difference import differences
from rules.controls.library import BadRuleset, library, load, sources
from rules.controls.plain import changes
from rules.controls.tournament_completeness import SECTIONS, needed, tournament_problems
from simulation.gaps.report import gap_report
from simulation.simulate_session import simulate
from tests.cases.kept import CASES

TOURNAMENT = library().get("olympic-tournament@1")
RANKING = library().get("olympic-ranking@1")
EVENT = library().get("carnivale-event-2013@1")
JACKPOTS = library().get("olympic-jackpots@1")
BESIDE = (TOURNAMENT, RANKING, EVENT, JACKPOTS)
FOLDER = Path(__file__).parents[2] / "rules" / "clauses"


def own(base, head="", body=""):
    """A card room's ruleset that extends one of these."""
    family = library().get(base).family
    return load(
        {
            "own.toml": f"""
[ruleset]
id = "own"
revision = 1
title = "Own"
authority = "Room"
family = "{family}"
extends = ["{base}@1"]
in_force = {{}}
{head}
{body}
"""
        },
        onto=library(),
    ).get("own@1")


def taking(base, point, reading, key="readings"):
    return own(base, f'{key} = {{ "{point}" = "{reading}" }}')


# ------------------------------------------------------------------------------- what they state


def test_the_tournaments_of_the_club_publish_their_price_and_divide_by_the_printed_table():
    found = TOURNAMENT.sections
    assert found.entry.price.rule == "published"
    assert [(each.least, each.most, len(each.places_bp)) for each in found.prizes.column] == [
        (1, 8, 2), (9, 11, 3), (12, 20, 4), (21, 30, 5), (31, 50, 6), (51, 70, 8), (71, 100, 10), (101, 130, 12), (131, 160, 14),
    ]  # fmt: skip
    assert {sum(each.places_bp) for each in found.prizes.column} == {10_000}
    assert found.kinds["rebuy_broke"].rebuys == "without_chips"
    assert (found.seating.balance.at, found.seating.balance.stop_at) == (2, 3)
    assert (found.royal.straight_flush.bp, found.royal.royal_flush.bp) == (2000, 8000)
    assert found.ranking_points is None
    assert found.race is None


def test_a_ranking_tournament_is_one_of_the_club_with_points():
    found = RANKING.sections
    assert found.prizes == TOURNAMENT.sections.prizes
    assert found.ranking_points.position == (30, 24, 20, 16, 14, 12, 10, 8, 6)
    assert [(each.from_, each.factor) for each in found.ranking_points.buy_in][:3] == [
        (0, "2"), (20, "2.5"), (35, "3"),
    ]  # fmt: skip
    assert found.ranking_points.contribution.bp == 200
    assert (found.ranking_points.prizes.top, found.ranking_points.prizes.day) == (10, "booked")
    assert found.ranking_points.excluded.prizes_by == ("tickets",)


def test_the_event_of_the_carnivale_takes_its_schedule_from_the_ruleset_of_its_hands():
    found = EVENT.sections
    assert (found.entry.price.money, found.entry.price.currency) == (500_000, "USD")
    assert (found.event.starting_stack.chips, found.event.levels.hands) == (15_000, 9)
    assert found.event.level == library().get("carnivale-ofc-2013").sections.event.level
    assert (found.seating.table_max.seats, found.seating.break_.order) == (4, "posted")
    assert found.race.odd == "race"
    assert found.prizes is None


def test_the_jackpots_of_an_account_are_those_of_hands():
    """The same amounts, once for whom a hand pays and once for the account over time."""
    account, hands = JACKPOTS.sections.jackpot_pool, library().get("olympic-cash").sections.pot.jackpots
    assert account.bad_beat.pool.bp == hands.bad_beat.pool_bp
    assert account.bad_beat.loser.bp == hands.bad_beat.loser_bp
    assert account.bad_beat.winner.bp == hands.bad_beat.winner_bp
    assert account.royal.amount.money == hands.royal_flush.money
    assert account.royal.below.money == hands.royal_flush.below_level
    assert account.royal.below.bp == hands.royal_flush.below_bp
    assert account.players.least == hands.min_players
    assert account.drop.money == library().get("olympic-cash").sections.pot.fees.drop.money
    assert account.level.close_by == "07:00"


@pytest.mark.parametrize("ruleset", BESIDE, ids=str)
def test_no_hand_is_played_under_them(ruleset):
    assert not ruleset.played
    assert not ruleset.abstract
    assert ruleset not in library().rulesets()
    assert ruleset in library().listed()
    assert library().get(ruleset.id) is ruleset


# ------------------------------------------------------------------------------- readings


def defaults():
    """(point, default reading) of the questions that are about tournaments and ledgers."""
    found = tomllib.loads((FOLDER / "readings-olympic-tournaments.toml").read_text("utf-8"))
    return [(each["id"], each["default"]) for each in found["ambiguity"]]


def test_what_the_default_reading_sets_is_what_a_ruleset_has():
    for name, default in defaults():
        concerned = [each for each in BESIDE if each.patch(ambiguities()[name], default)]
        assert concerned, name
        for each in concerned:
            assert each.under({name: default}).params == each.params, (name, str(each))


@pytest.mark.parametrize(
    ("base", "point", "reading", "path", "value"),
    [
        ("olympic-tournament", "AMB-OLY-prizepool", "gross", "prizes.pool", "gross"),
        ("olympic-tournament", "AMB-OLY-prize-round", "whole_euro", "prizes.rounding.unit_money", 100),
        ("olympic-tournament", "AMB-OLY-participants", "entries", "prizes.players", "entries"),
        ("olympic-ranking", "AMB-OLY-participants", "entries", "ranking_points.average.over", "entries"),
        ("olympic-tournament", "AMB-OLY-trf-royal-is-sf", "both", "royal.royal_flush.bp", 10_000),
        ("olympic-tournament", "AMB-OLY-dq-place", "no_place", "discipline.disqualified.place", "none"),
        ("olympic-tournament", "AMB-OLY-prize-own", "table", "prizes_by.places.own", "none"),
        ("olympic-tournament", "AMB-OLY-time-penalty", "one_round", "discipline.time.length", "one_round"),
        ("olympic-ranking", "AMB-OLY-rank-tie", "better", "ranking_points.ties.rule", "better"),
        ("olympic-ranking", "AMB-OLY-quarter-day", "event_day", "ranking_points.prizes.day", "event_day"),
        ("carnivale-event-2013", "AMB-CARN-colorup", "round_up", "race.odd", "round_up"),
        ("carnivale-event-2013", "AMB-CARN-bust-tie", "tie", "event.bust_order.keys", ["hand"]),
        ("carnivale-event-2013", "AMB-CARN-after-25", "undefined", "event.levels.after_last", "undefined"),
        ("olympic-jackpots", "AMB-OLY-jp-level", "actual_for_royal", "jackpot_pool.level.royal", "now"),
        ("olympic-jackpots", "AMB-OLY-jp-again", "less_paid", "jackpot_pool.level.again", "less_paid"),
        ("olympic-jackpots", "AMB-OLY-jp-both", "sequential", "jackpot_pool.both", "in_turn"),
        ("olympic-jackpots", "AMB-OLY-bbj-base", "whole", "jackpot_pool.bad_beat.pool.bp", 10_000),
        ("olympic-jackpots", "AMB-OLY-rfj-multi", "each", "jackpot_pool.royal.several.rule", "each"),
        ("olympic-jackpots", "AMB-OLY-drop-small", "skip", "jackpot_pool.drop.small", "whole"),
        ("olympic-jackpots", "AMB-OLY-jp-round", "half_up", "jackpot_pool.rounding", "half_up"),
        (
            "olympic-tournament",
            "AMB-OLY-holecards-stud",
            "down_cards_only",
            "royal.hole_cards.stud",
            "down_only",
        ),
        ("olympic-tournament", "AMB-OLY-balance", "adjacent", "seating.balance.measure", "any_two"),
        ("olympic-ranking", "AMB-OLY-top10-tie", "lot", "ranking_points.prizes.tie_at_the_end", "lot"),
        ("carnivale-event-2013", "AMB-CARN-level-counter", "global", "event.levels.counter", "global"),
        ("carnivale-event-2013", "AMB-CARN-level-counter", "per_player", "event.levels.counter", "player"),
        ("olympic-tournament", "AMB-OLY-jp-round", "half_up", "royal.rounding", "half_up"),
        (
            "olympic-jackpots",
            "AMB-OLY-bbj-morethantwo",
            "only_three_plus",
            "jackpot_pool.bad_beat.ties.rule",
            "only_three_plus",
        ),
        ("olympic-jackpots", "AMB-OLY-six-players", "seated", "jackpot_pool.players.counted", "seated"),
        ("olympic-jackpots", "AMB-OLY-six-players", "present", "jackpot_pool.players.counted", "present"),
    ],
)
def test_a_reading_sets_its_parameter(base, point, reading, path, value):
    for key in ("readings", "leans"):
        taken = taking(base, point, reading, key)
        found = taken.under({point: reading}) if key == "leans" else taken
        assert found.get(path) == value
        assert found.sections != library().get(base).sections


@pytest.mark.parametrize("reading", ["cumulative", "within_level"])
def test_how_hands_are_numbered_changes_nothing_in_the_event(reading):
    assert taking("carnivale-event-2013", "AMB-CARN-hand-number", reading).params == EVENT.params


@pytest.mark.parametrize(
    ("base", "point", "reading"),
    [
        ("olympic-jackpots", "AMB-OLY-bbj-table", "dealt_in"),
        ("olympic-tournament", "AMB-OLY-penalty-round", "one_hand"),
        ("olympic-tournament", "AMB-OLY-jp-level", "actual_for_royal"),  # of another ruleset
        ("carnivale-event-2013", "AMB-CARN-colorup", "end_of_level"),
        ("carnivale-event-2013", "AMB-CARN-scoop-total", "three_total"),  # of hands
    ],
)
@pytest.mark.parametrize("key", ["readings", "leans"])
def test_a_reading_that_is_not_defined_does_not_load(base, point, reading, key):
    with pytest.raises(BadRuleset, match=f"{key}.{point}"):
        taking(base, point, reading, key)


def refused():
    """(ledger's or tournament's ruleset, point, reading) that the known answers refuse."""
    for case in CASES:
        (file,) = (case["files"].get("ledger") or case["files"].get("tournament"),)
        name = file[0].get("ruleset") or file[0]["accounts"][0]["ruleset"]
        for each in case.get("refused", ()):
            for point, reading in each.items():
                yield name.partition("@")[0], point, reading


@pytest.mark.parametrize(("base", "point", "reading"), sorted(refused()))
def test_what_the_known_answers_refuse_does_not_load(base, point, reading):
    with pytest.raises(BadRuleset, match="is not defined for a ledger"):
        taking(base, point, reading)


# ------------------------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("base", "body", "problem"),
    [
        (
            "olympic-tournament",
            '[prizes]\ncolumn = [{ least = 1, most = 160, places_bp = [6000, 3000], cite = "OLY-3.1-b" }]',
            "prizes.column[0].places_bp: the shares come to 9000, and not to 10000",
        ),
        (
            "olympic-tournament",
            '[prizes]\ncolumn = [{ least = 2, most = 160, places_bp = [10000], cite = "OLY-3.1-b" }]',
            "prizes.column[0]: 2 to 160 players, where the column before ends with 0",
        ),
        (
            "olympic-tournament",
            '[prizes]\ncolumn = [{ least = 1, most = 9, places_bp = [10000], cite = "OLY-3.1-b" }]',
            "prizes.above.most: 160, where the last column ends with 9",
        ),
        (
            "olympic-ranking",
            '[ranking_points]\nparticipants = [{ from = 5, factor = "1", cite = "OLY-5.4" }, '
            '{ from = 5, factor = "2", cite = "OLY-5.4" }]',
            "ranking_points.participants: 5, 5: each band begins above the one before",
        ),
        (
            "olympic-jackpots",
            '[jackpot_pool.bad_beat]\nloser = { bp = 8000, cite = "OLY-4.8.1" }',
            "jackpot_pool.bad_beat: the shares of loser and winner come to 10500, more than 10000",
        ),
        (
            "carnivale-event-2013",
            '[seating]\nbalance = { at = 2, cite = "CARN-table-max" }',
            "seating.balance.stop_at: missing, here and in what the file extends",
        ),
        (
            "carnivale-event-2013",
            "[kinds.freezeout]\nreentries = false",
            "kinds.freezeout.again: missing, here and in what the file extends",
        ),
        ("olympic-ranking", "[ranking_points.prizes]\ntop = 0", "ranking_points.prizes.top: "),
        (
            "olympic-jackpots",
            '[jackpot_pool.level]\nclose_by = "7 am"',
            "jackpot_pool.level.close_by: a time of day is written 07:00",
        ),
    ],
)
def test_values_that_cannot_hold_are_refused(base, body, problem):
    with pytest.raises(BadRuleset) as refusal:
        own(base, body=body)
    assert [each for each in refusal.value.problems if each.startswith(f"own.toml: {problem}")]


def test_a_ledger_needs_the_account_of_its_jackpots():
    head = '[ruleset]\nid = "own"\nrevision = 1\ntitle = "Own"\nauthority = "Room"\nfamily = "ledger"\nin_force = {}\n'
    with pytest.raises(BadRuleset, match="jackpot_pool: the section is missing"):
        load({"own.toml": head}, onto=library())


def test_controls_of_hands_are_not_asked_for_it():
    assert tournament_problems(library().get("olympic-cash")) == []
    assert {each.partition(".")[0] for each in needed()} <= set(SECTIONS)


def test_the_shipped_files_load():
    """As they are checked where a digest differs."""
    assert {each.id for each in load(sources()).revisions()} >= {each.id for each in BESIDE}


def test_the_known_answers_name_points_of_the_catalogue():
    points = {each for case in CASES for each in case["readings"]}
    points |= {name for case in CASES for each in case.get("alternatives", ()) for name in each["readings"]}
    assert points <= set(ambiguities())


# ------------------------------------------------------------------------------- where rulesets are shown


@pytest.mark.parametrize("ruleset", BESIDE, ids=str)
def test_a_gap_report_says_that_no_hand_is_played_under_them(ruleset):
    report = gap_report(ruleset, deals=5)
    assert (report.dealt.deals, report.dealt.because) == (
        0,
        "no hand is played under a ruleset of tournaments or jackpots",
    )
    open_ = {each.id for each in report.points}
    assert {name for name, _ in defaults() if ruleset.concerns(ambiguities()[name])} <= open_


@pytest.mark.parametrize("ruleset", BESIDE, ids=str)
def test_none_of_them_is_simulated(ruleset):
    with pytest.raises(ValueError, match="it cannot be simulated"):
        simulate(ruleset, hands=1, seed=1)


def test_a_change_of_them_is_said_in_plain_words():
    changed = own(
        "olympic-jackpots", body='[jackpot_pool.bad_beat]\npool = { bp = 5000, cite = "OLY-4.6-a" }'
    )
    (change,) = changes(differences(JACKPOTS, changed))
    assert change.part == "Account of the jackpots"
    assert change.sentences == ("A bad beat pays this share of the level: 50% instead of 60%.",)
