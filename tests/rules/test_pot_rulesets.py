"""The rulesets of pot games: the facts of the two cash games, typed out again, and what their readings set."""

import pytest

from rules.clauses import ambiguities
from rules.controls.library import library
from rules.controls.schema import problems_of
from rules.pot_hands import GAMES
from tests.folding import of_every

OLYMPIC, STANDARD = library().get("olympic-cash"), library().get("standard-cash")
OFFERED = {
    "holdem", "omaha", "omaha_hilo", "omaha5", "courchevel", "crazy_pineapple", "watermelon", "sviten", "soko", "stud7",
    "razz", "stud_hilo", "draw27",
}  # fmt: skip
LIMIT, NO_LIMIT, POT_LIMIT = "fixed_limit", "no_limit", "pot_limit"
HALVES = {  # of what is no single high hand of any five cards
    "omaha": [("all", "high", "two")], "omaha5": [("all", "high", "two")], "omaha6": [("all", "high", "two")],
    "courchevel": [("all", "high", "two")],
    "omaha_hilo": [("high", "high", "two"), ("low", "eight_low", "two")],
    "omaha5_hilo": [("high", "high", "two"), ("low", "eight_low", "two")],
    "courchevel_hilo": [("high", "high", "two"), ("low", "eight_low", "two")],
    "sviten": [("draw", "high", "all"), ("omaha", "high", "two")],
    "soko": [("all", "soko", "all")], "razz": [("all", "ace_to_five", "all")],
    "stud_hilo": [("high", "high", "all"), ("low", "eight_low", "all")],
    "stud5": [("all", "high", "all")], "stud7": [("all", "high", "all")],
    "draw5": [("all", "high", "all")], "draw27": [("all", "deuce_to_seven", "all")],
    "draw27_single": [("all", "deuce_to_seven", "all")], "badugi": [("all", "badugi", "all")],
    "short_deck": [("all", "short_deck", "any")],
}  # fmt: skip
FLOP_GAMES = {
    "holdem": 2, "short_deck": 2, "omaha": 4, "omaha_hilo": 4, "omaha5": 5, "omaha5_hilo": 5, "omaha6": 6,
    "crazy_pineapple": 3, "watermelon": 4, "sviten": 5, "courchevel": 5, "courchevel_hilo": 5,
}  # fmt: skip
DRAWS = {"draw5": (5, 1), "draw27": (5, 3), "draw27_single": (5, 1), "badugi": (4, 3)}  # cards, draws
# The readings of the club's rules other than the default, by the ambiguity's name after AMB-OLY-.
READINGS = {
    "50pct": ["half_again_total", "half_of_raise_to"], "50pct-exact": ["exclusive"], "minraise-first": ["by_double"],
    "allin-next": ["complete_then_raise", "allin_increment_doubles"], "allin-short": ["reopen"],
    "string-first": ["first_motion_total"], "oversize-open": ["min_bet"], "action-change": ["any_chip"],
    "ooo-return": ["not_covered"], "straddle-chain": ["any_seat"], "nuts": ["only_unique_nuts"],
    "showfirst": ["first_to_act_last_round"], "premature": ["all_1.36"], "misdeal-acted": ["any_two"],
    "wrong-count": ["always_dead"], "soko-order": ["equal"], "rejoin": ["at_least"], "sitout-ninth": ["right_of_bb"],
    "seat-between": ["incl_sb"], "rake-base": ["per_pot"], "rake-15": ["flat_15"], "rake-rit": ["per_half"],
    "rake-jp-order": ["rake_on_net"], "noflop-courchevel": ["yes"], "nonflop-nonstud": ["none", "both"],
    "six-players": ["seated", "present"], "drop-small": ["skip"], "timerake-vs-pot": ["additional"],
    "oddchip-many": ["all_to_first"], "oddchip-unit": ["one_cent"], "oddchip-hilo": ["position"],
    "oddchip-stud": ["first_to_act"], "rit-odd": ["all_to_first", "position"], "bbj-base": ["whole"],
    "bbj-table": ["others_only", "dealt_in"], "bbj-multi": ["all_losers"], "bbj-nogame": ["use_base_game"],
    "rfj-multi": ["each"], "rfj-showdown": ["must_be_shown"], "jp-rit": ["first_run"],
}  # fmt: skip

SAME = {"rit-odd": ["first_run"]}  # the earlier name of a default, which rooms may have filed


def pot(ruleset):
    return ruleset.sections.pot


def both():
    return [pytest.param(each, id=str(each)) for each in (OLYMPIC, STANDARD)]


# ------------------------------------------------------------------------------- games


def test_the_club_has_its_games_and_the_standard_rules_have_every_one():
    assert set(pot(OLYMPIC).games) == OFFERED
    assert set(pot(STANDARD).games) == set(GAMES)
    assert len(GAMES) == 21


@pytest.mark.parametrize("ruleset", both())
def test_a_game_ranks_its_hands_and_uses_its_cards(ruleset):
    for name, game in pot(ruleset).games.items():
        assert [(each.name, each.order, each.use) for each in game.halves] == HALVES.get(
            name, [("all", "high", "any")]
        ), name


@pytest.mark.parametrize("ruleset", both())
def test_a_game_deals_its_streets(ruleset):
    for name, game in pot(ruleset).games.items():
        streets = [each.name for each in game.streets]
        board, down = [each.board for each in game.streets], sum(each.down for each in game.streets)
        up, draws = sum(each.up for each in game.streets), [each.draws for each in game.streets]
        if name in FLOP_GAMES:
            assert (game.kind, streets) == ("flop", ["preflop", "flop", "turn", "river"]), name
            assert (down, up, sum(board)) == (FLOP_GAMES[name], 0, 5), name
            assert board == ([1, 2, 1, 1] if name.startswith("courchevel") else [0, 3, 1, 1]), name
            assert game.open_first == (1 if name.startswith("courchevel") else 0), name
        elif name in DRAWS:
            cards, times = DRAWS[name]
            assert (game.kind, down, up, board) == ("draw", cards, 0, [0] * (times + 1)), name
            assert streets == ["predraw", "first_draw", "second_draw", "third_draw"][: times + 1], name
            assert draws == [0, *[cards] * times], name
        else:
            seven = name in ("stud7", "razz", "stud_hilo")
            first, last = (2, 7) if not seven else (3, 7)
            names = ["second", "third", "fourth", "fifth", "sixth", "seventh"][first - 2 : last - 1]
            assert (game.kind, streets) == ("stud", names if seven else names[:4]), name
            assert (down, up) == ((3, 4) if seven else (1, 4)), name
            assert game.common_last is seven, name
        assert game.deck_from == ("6" if name == "short_deck" else "2"), name


@pytest.mark.parametrize("ruleset", both())
def test_cards_are_thrown_away_or_exchanged_where_a_game_has_it(ruleset):
    games = pot(ruleset).games
    thrown = {
        name: {street.name: street.discards for street in game.streets if street.discards}
        for name, game in games.items()
    }
    assert {name: each for name, each in thrown.items() if each} == {
        "crazy_pineapple": {"turn": 1},
        "watermelon": {"flop": 1, "turn": 1},
    }
    swaps = {name: (each.swap.cards, each.swap.before) for name, each in games.items() if each.swap}
    assert swaps == {"sviten": (1, "flop")}


def test_the_club_limits_the_players_of_three_games():
    limited = {name: each.max_players for name, each in pot(OLYMPIC).games.items() if each.max_players}
    assert limited == {"omaha5": 8, "courchevel": 8, "sviten": 6}
    assert OLYMPIC.cite("pot.games.sviten.max_players", naming=["OLY-6.12-max"]) == "OLY-6.12-max"


@pytest.mark.parametrize("ruleset", both())
def test_a_mix_has_a_limit_for_each_of_its_games(ruleset):
    mixes = pot(ruleset).mixes
    assert mixes["horse"].rotation == ("holdem", "omaha_hilo", "razz", "stud7", "stud_hilo")
    assert mixes["horse"].limits == (LIMIT,) * 5
    eight = mixes["eight_game"]
    assert eight.rotation == (
        "draw27",
        "holdem",
        "omaha_hilo",
        "razz",
        "stud7",
        "stud_hilo",
        "holdem",
        "omaha",
    )
    assert eight.limits == (LIMIT, LIMIT, LIMIT, LIMIT, LIMIT, LIMIT, NO_LIMIT, POT_LIMIT)
    assert set(eight.rotation) <= set(pot(ruleset).games)


# ------------------------------------------------------------------------------- money


def test_the_club_takes_what_its_rules_say():
    fees = pot(OLYMPIC).fees
    rake, drop = fees.rake, fees.drop
    assert (rake.step_money, rake.per_step, rake.cap, rake.special_cap) == (1000, 50, 1000, 1500)
    assert (rake.mode, rake.base, rake.of, rake.runs, rake.below) == (
        "exact", "hand_total", "gross", "once", "note",
    )  # fmt: skip
    assert (drop.money, drop.min_players, drop.counts, drop.short) == (100, 6, "dealt_in", "what_there_is")
    assert OLYMPIC.sections.fees.time.table_period.max_money == 25_000
    assert OLYMPIC.sections.fees.currency == "EUR"
    assert [OLYMPIC.cite(f"pot.fees.rake.{each}") for each in ("step_money", "per_step", "cap", "special_cap")] == [
        "OLY-2.36-c", "OLY-2.36-b", "OLY-2.36-d", "OLY-2.36-e",
    ]  # fmt: skip


def test_the_jackpots_of_the_club():
    jackpots = pot(OLYMPIC).jackpots
    beat, royal = jackpots.bad_beat, jackpots.royal_flush
    assert (jackpots.min_players, jackpots.own_cards) == (6, 2)
    assert (beat.pool_bp, beat.loser_bp, beat.winner_bp, beat.table_bp) == (6000, 5000, 2500, 2500)
    assert [(each.games, each.hand, each.rank, each.over, each.clauses) for each in beat.threshold] == [
        (("omaha", "omaha_hilo"), "quads", "2", None, ("OLY-4.7.1",)),
        (("omaha5", "courchevel"), "quads", "K", None, ("OLY-4.7.2",)),
        (("holdem", "crazy_pineapple"), "full_house", "A", "J", ("OLY-4.7.3",)),
        (("stud7",), "full_house", "A", "2", ("OLY-4.7.4",)),
        (("soko",), "flush", "K", None, ("OLY-4.7.5",)),
    ]
    assert (royal.money, royal.below_level, royal.below_bp) == (50_000, 250_000, 2000)
    assert pot(STANDARD).jackpots is None


def test_the_table_of_the_club():
    table, twice = pot(OLYMPIC).table, pot(OLYMPIC).pots.run_twice
    assert (table.short_bp, table.short_per_night, table.rejoin_minutes) == (5000, 1, 60)
    assert (table.break_minutes, table.breaks_per_night) == (30, 1)
    assert (table.away_listed_minutes, table.away_minutes) == (15, 30)
    assert (twice.times, twice.min_small_blind, twice.min_big_blind) == (2, 200, 200)
    assert twice.last_streets == {"omaha5": 8, "courchevel": 8}
    assert OLYMPIC.cite("pot.table.away_listed_minutes") == "OLY-2.23-a"
    assert pot(STANDARD).table is None


def test_where_the_standard_rules_differ_from_the_clubs():
    club, usual = pot(OLYMPIC), pot(STANDARD)
    assert (club.betting.all_in.reopens, club.betting.all_in.adds_up) == ("half_rule", False)
    assert (usual.betting.all_in.reopens, usual.betting.all_in.adds_up) == ("full_raise", True)
    assert (club.betting.silent_chips.rule, usual.betting.silent_chips.rule) == (
        "minimum_raise",
        "smallest_chip_test",
    )
    assert (club.betting.nuts.ties, usual.betting.nuts) == ("count", None)
    assert (club.betting.string_bet.opening, usual.betting.string_bet.opening) == (
        "first_chip",
        "first_motion",
    )
    assert (club.pots.odd_chip.stud, usual.pots.odd_chip.stud) == (
        "left_of_dealer",
        "high_card_by_suit_of_five",
    )
    assert (club.pots.award_order, usual.pots.award_order) == ("last_first", "any")
    for each in (club, usual):
        assert (each.misdeals.too_late.acts, each.misdeals.too_late.without_chips) == (2, 3)
    assert usual.pots.run_twice.times is None
    assert (usual.fees.rake.mode, usual.fees.rake.share.max_bp, usual.fees.rake.cap) == (
        "at_most",
        1000,
        None,
    )
    assert usual.fees.drop.as_recorded
    assert not any(clause.startswith("OLY") for clause in STANDARD.cited)


# ------------------------------------------------------------------------------- readings


@pytest.mark.slow
@of_every("name", READINGS)
def test_a_reading_sets_what_it_means(name):
    ambiguity = ambiguities()[f"AMB-OLY-{name}"]
    assert set(ambiguity.readings) == {ambiguity.default, *READINGS[name], *SAME.get(name, [])}
    assert OLYMPIC.concerns(ambiguity)
    assert OLYMPIC.under({ambiguity.id: ambiguity.default}).params == OLYMPIC.params
    for reading in READINGS[name]:
        other = OLYMPIC.under({ambiguity.id: reading})
        assert pot(other) != pot(OLYMPIC), reading
        head = {"id": "other", "revision": 1, "title": "Other", "authority": "None", "family": "pot"}
        assert problems_of({"ruleset": head, "pot": other.params["pot"]}) == []


def test_some_readings_in_figures():
    def under(name, reading):
        return pot(OLYMPIC.under({f"AMB-OLY-{name}": reading}))

    assert under("rake-15", "flat_15").fees.rake.special == "flat"
    assert under("soko-order", "equal").games["soko"].halves[0].order == "soko_equal"
    assert under("wrong-count", "always_dead").pots.cannot_win.wrong_count == "always"
    assert under("clock-25-5", "thirty_plus").betting.clock.seconds == 35
    seated = under("six-players", "seated")
    assert (seated.fees.drop.counts, seated.jackpots.counts) == ("seated", "seated")
    thrown = under("pineapple-discard", "before_river_round").games["crazy_pineapple"].streets
    assert [(each.name, each.discards) for each in thrown] == [
        ("preflop", 0), ("flop", 0), ("turn", 0), ("river", 1),
    ]  # fmt: skip


# ------------------------------------------------------------------------------- what audits and simulates


def test_hands_are_replayed_under_them_and_not_under_their_parts():
    assert OLYMPIC.played
    assert {each.id for each in library().rulesets() if each.family == "pot"} == {
        "olympic-cash",
        "standard-cash",
    }
    parts = {each.id for each in library().revisions() if each.family == "pot" and not each.played}
    assert {"olympic-betting", "olympic-games", "olympic-pots", "standard-games"} <= parts
