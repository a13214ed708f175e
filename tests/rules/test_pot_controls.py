"""A card room's own controls of pot games: what must be stated, what contradicts itself, plain words, and gaps."""

import pytest

from rules.clauses import ambiguities
from rules.controls.difference import differences
from rules.controls.examined_filing import examine
from rules.controls.library import BadRuleset, library, load
from rules.controls.plain import changes, sentences
from rules.pot_hands import GAMES
from simulation.flips.flipped import Illegal, flipped
from simulation.gaps import gap_report

STANDARD = library().get("standard-cash")
ROOM = """
[ruleset]
id = "room-cash"
revision = 1
title = "Cash games of a room"
authority = "convention"
family = "pot"
extends = ["standard-cash@2"]
in_force = { from = 2026-01-01 }

[fees]
currency = "USD"
cite = "room:3"
text = "All fees are in dollars."

[pot.fees.rake]
RAKE
cite = "room:3.1"
text = "The rake is five percent, at most ten dollars."

MORE
"""
FIVE = 'mode = "exact"\nbp = 500\ncap = 1000'
CITED = 'cite = "room:4"\ntext = "So it is."'


def text(rake=FIVE, more="", **changed):
    made = ROOM.replace("RAKE", rake).replace("MORE", more)
    for old, new in changed.items():
        made = made.replace(old, new)
    return made


def room(*parts, **changed):
    return load({"room.toml": text(*parts, **changed)}, library(), "draft").get("room-cash")


def wrong(*parts, **changed):
    with pytest.raises(BadRuleset) as problems:
        room(*parts, **changed)
    return list(problems.value.problems)


def test_a_room_states_its_rake_and_keeps_the_rest():
    ruleset = room()
    rake = ruleset.sections.pot.fees.rake
    assert (rake.mode, rake.bp, rake.cap, rake.share.max_bp) == ("exact", 500, 1000, 1000)
    assert set(ruleset.sections.pot.games) == set(GAMES)
    examined = examine("room.toml", text(), library())
    assert examined.problems == ()
    assert examined.approvable


@pytest.mark.parametrize(
    ("rake", "problem"),
    [
        ('mode = "exact"\nbp = 1100\ncap = 1000',
         "pot.fees.rake.bp: 1100 goes past the 1000 of pot.fees.rake.share.max_bp that external:house-rake allows"),
        ('mode = "exact"\nstep_money = 1000\nper_step = 50',
         "pot.fees.rake.bp: a share beside steps; the controls state one or the other"),
        ('mode = "exact"\nbp = 500\nstep_money = 1000',
         "pot.fees.rake.per_step: missing, here and in what the file extends"),
        ('mode = "exact"\nbp = 500\nspecial_cap = 1500',
         "pot.fees.rake.special_cap: 1500, where the cap is not stated"),
        ('mode = "exact"\nbp = 500\ncap = 1000\nspecial_cap = 900',
         "pot.fees.rake.special_cap: 900, where the cap is 1000"),
    ],
)  # fmt: skip
def test_a_rake_that_contradicts_itself(rake, problem):
    assert f"room.toml: {problem}" in wrong(rake)


def test_money_needs_a_currency():
    problem = "room.toml: fees.currency: missing, and pot.fees.rake.cap is an amount of money"
    assert wrong(**{'currency = "USD"\n': ""}) == [problem]


def game(streets, more=""):
    return f'[pot.games.holdem]\nkind = "flop"\nstreets = [{streets}]\n{more}{CITED}'


def test_streets_are_of_the_kind_of_game_and_in_order():
    (strange,) = wrong(FIVE, game('{ name = "preflop" }, { name = "third" }'))
    assert strange == "room.toml: pot.games.holdem.streets: third: no street of a flop game"
    (order,) = wrong(FIVE, game('{ name = "flop" }, { name = "preflop" }'))
    assert order == (
        "room.toml: pot.games.holdem.streets: flop, preflop: not in the order in which they are dealt"
    )


def test_a_game_and_a_mix_say_what_they_are():
    assert wrong(FIVE, f'[pot.mixes.ho]\nlimits = ["no_limit"]\n{CITED}') == [
        "room.toml: pot.mixes.ho.rotation: missing, here and in what the file extends"
    ]
    swap = 'swap = { cards = 1, cite = "room:4", text = "So." }\n'
    assert wrong(FIVE, game('{ name = "preflop" }', swap)) == [
        "room.toml: pot.games.holdem.swap.before: missing, here and in what the file extends"
    ]


def test_halves_have_names_of_their_own():
    (one,) = wrong(FIVE, game('{ name = "preflop" }', 'halves = [{ name = "all" }, { name = "low" }]\n'))
    assert one == (
        "room.toml: pot.games.holdem.halves: all, low: two halves of a pot need two names, and neither is all of it"
    )


def test_all_own_cards_make_a_hand_of_five():
    steps = ("pot", "games", "badugi", "halves", 0, "order")
    with pytest.raises(Illegal, match="all own cards count, and 4 of them make no hand of 5"):
        flipped(STANDARD, steps, "deuce_to_seven")
    with pytest.raises(Illegal, match="and 2 of them make no hand of 5"):
        flipped(STANDARD, ("pot", "games", "holdem", "halves", 0, "use"), "all")
    assert flipped(STANDARD, ("pot", "games", "draw5", "halves", 0, "order"), "deuce_to_seven")


def test_a_mix_is_of_games_that_are_there_with_a_limit_for_each():
    more = f'[pot.mixes.ho]\nrotation = ["holdem", "omaha"]\nlimits = ["no_limit"]\n{CITED}'
    assert wrong(FIVE, more) == ["room.toml: pot.mixes.ho.limits: 1 limits for 2 games"]
    assert room(FIVE, more.replace('["no_limit"]', '["no_limit", "pot_limit"]')).sections.pot.mixes["ho"]


def test_a_jackpot_gives_all_of_itself():
    beat = (
        "[pot.jackpots.bad_beat]\npool_bp = 6000\nloser_bp = 5000\nwinner_bp = 2500\ntable_bp = 2000\n"
        + CITED
    )
    (shares,) = wrong(FIVE, beat)
    assert shares == (
        "room.toml: pot.jackpots.bad_beat: the shares of loser, winner and table come to 9500, and not to 10000"
    )
    whole = beat.replace("2000", "2500")
    least = (
        '\n[[pot.jackpots.bad_beat.threshold]]\ngames = ["holdem"]\nhand = "full_house"\nrank = "A"\n' + CITED
    )
    (over,) = wrong(FIVE, whole + least)
    assert over.startswith("room.toml: pot.jackpots.bad_beat.threshold.over: a full house has one, its pair")
    quads = least.replace("full_house", "quads")
    (twice,) = wrong(FIVE, whole + quads + quads)
    assert twice == "room.toml: pot.jackpots.bad_beat.threshold: holdem: a game has one least hand"


@pytest.mark.parametrize(
    ("hand", "rank", "lowest"), [("flush", "5", "7"), ("flush", "6", "7"), ("straight_flush", "4", "5")]
)
def test_a_bad_beat_has_a_least_hand_that_exists(hand, rank, lowest):
    beat = f"[pot.jackpots.bad_beat]\npool_bp = 6000\nloser_bp = 5000\nwinner_bp = 2500\ntable_bp = 2500\n{CITED}"
    least = f'\n[[pot.jackpots.bad_beat.threshold]]\ngames = ["holdem"]\nhand = "{hand}"\nrank = "{rank}"\n{CITED}'
    assert wrong(FIVE, beat + least) == [
        f"room.toml: pot.jackpots.bad_beat.threshold.rank: {rank}, where the highest card of the lowest {hand} is {lowest}"
    ]
    assert room(
        FIVE, beat + least.replace(f'rank = "{rank}"', f'rank = "{lowest}"')
    ).sections.pot.jackpots.bad_beat


def test_the_pair_of_a_full_house_is_of_another_rank():
    beat = f"[pot.jackpots.bad_beat]\npool_bp = 6000\nloser_bp = 5000\nwinner_bp = 2500\ntable_bp = 2500\n{CITED}"
    least = (
        '\n[[pot.jackpots.bad_beat.threshold]]\ngames = ["holdem"]\nhand = "full_house"\nrank = "A"\nover = "A"\n'
        + CITED
    )
    (same,) = wrong(FIVE, beat + least)
    assert same == "room.toml: pot.jackpots.bad_beat.threshold.over: A, where the three are of that rank, too"


def test_a_limit_of_players_binds_who_extends_it():
    more = f"[pot.games.omaha5]\nmax_players = 9\n{CITED}"
    found = wrong(FIVE, more, **{"standard-cash@2": "olympic-cash@2", "bp = 500": "rounding = 'down'"})
    assert (
        "room.toml: pot.games.omaha5.max_players: 9 goes past the 8 that OLY-1.6-f, OLY-6.8-max, OLY-6.8-deal allows"
        in found
    )


# ------------------------------------------------------------------------------- plain words


def said(a, b):
    return list(sentences(changes(differences(a, b), lambda cents: f"${cents / 100:.2f}")))


def test_what_a_room_changes_in_plain_words():
    assert said(STANDARD, room()) == [
        "The rake is this share of the pots: 5% instead of 10%.",
        "The rake that is stated is exact instead of the most that may be taken.",
        "New: the rake of a hand is at most $10.00.",
        "Fees (new): Fees are in USD.",
    ]


def test_a_game_that_is_new_is_one_sentence():
    more = (
        '[pot.mixes.ho]\nrotation = ["holdem", "omaha_hilo"]\nlimits = ["fixed_limit", "fixed_limit"]\n' + CITED
        + '\n[pot.games.sviten]\nmax_players = 6\n' + CITED
    )  # fmt: skip
    found = said(room(), room(FIVE, more))
    assert found == [
        "Games (new): Players of Sviten Special at most: 6.",
        "Mixed games (new): The games of ho: Texas Hold'em, Omaha hi-lo.",
    ]
    before, after = library().get("olympic-cash"), STANDARD
    new = [each for each in said(before, after) if "Badugi" in each]
    assert new == ["New: the game Badugi is played, of this kind: draw."]


def test_a_reading_is_said_with_its_question():
    settled = room(FIVE, "", **{"standard-cash@2": "olympic-cash@2", "bp = 500\n": "", "[fees]": "[fees]"})
    own = settled.under({"AMB-OLY-rake-base": "per_pot"})
    question = ambiguities()["AMB-OLY-rake-base"].question
    assert f"“{question}” (AMB-OLY-rake-base): per pot." not in said(settled, settled)
    assert any(question in each for each in said(settled, own))


# ------------------------------------------------------------------------------- gaps


def test_the_gaps_of_a_pot_game_are_of_pot_games():
    report = gap_report(room(), deals=10)
    assert (report.dealt.deals, report.dealt.because) == (10, None)
    assert {"AMB-limit-adds-up", "AMB-half-over-bring-in"} <= {each.id for each in report.points}
    paths = {each.path for each in report.unpriced}
    assert {"pot.pots", "pot.pots.run_twice", "pot.fees.no_flop"} <= paths
    assert not paths & {"set_order.foul", "chips", "surrender", "fees"}
    assert not paths & {
        "irregularities[misdeal]",
        "irregularities[exposed_card]",
    }  # pot.misdeals rules on them


def test_the_gaps_of_the_clubs_games_are_its_open_points():
    report = gap_report(library().get("olympic-cash"), deals=0)
    points = {each.id for each in report.points}
    assert {"AMB-OLY-rake-base", "AMB-OLY-nuts", "AMB-OLY-bbj-table", "AMB-OLY-timerake-vs-pot"} <= points
    assert all(each.money is None for each in report.points)
