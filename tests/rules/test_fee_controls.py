"""What controls may say of fees: limits bind who extends them, and what is said of a fee is enough to hold a log to it."""

import datetime as dt

import pytest

from rules.controls.library import BadRuleset, library, load
from rules.controls.parameters import parameters
from tests.rules.build import audited, found, hand, seat, session
from tests.rules.fees import extending, fee, taken
from tests.rules.rulesets import BASE, PLAYED_AS, beside_the_library

FEES = ("currency", "classes", "at_a_time", "rake", "hand_fee", "time")


def refused(fees, revision=2):
    with pytest.raises(BadRuleset) as bad:
        beside_the_library(extending(fees, revision))
    return list(bad.value.problems)


def problems(fees):
    with pytest.raises(BadRuleset) as bad:
        load({"base.toml": BASE + fees.replace("CITE", 'cite = "convention"')})
    return list(bad.value.problems)


def test_the_limits_of_the_law_by_their_days():
    choice = library().choice("wac-230-15-080")
    assert choice.on(dt.date(2007, 12, 31)) is None
    before, since = choice.on(dt.date(2016, 12, 22)), choice.on(dt.date(2016, 12, 23))
    assert (before.revision, since.revision) == (1, 2)
    for each in (before, since):
        assert each.get("fees.rake.share.max_bp") == 1000
        assert each.get("fees.hand_fee.player.max_money") == 100
        assert each.get("fees.time.player_hour.max_money") == 1000
        assert each.get("fees.time.interval.max_minutes") == 60
        assert each.get("fees.at_a_time.max_kinds") == 1
        assert each.get("fees.classes.E") == ["time"]
        assert each.get("fees.currency") == "USD"
    assert before.get("fees.rake.hand.max_money") == 500
    assert since.get("fees.rake.hand") is None


def test_a_room_plays_the_game_of_the_second_file_under_the_fees_of_the_first():
    room, game, law = (
        beside_the_library(extending("")).get("room"),
        library().get("wsgc-2-4"),
        library().get("wac-230-15-080"),
    )
    assert {key: value for key, value in room.params.items() if key != "fees"} == game.params
    assert room.get("fees") == law.get("fees")
    assert room.reading_patches == game.reading_patches


@pytest.mark.parametrize(("name", "game"), PLAYED_AS.items())
def test_the_game_beside_the_fees_is_that_of_another_system(name, game):
    """So it need not be compared with the plain scorers a second time."""

    def played(ruleset):
        reported = parameters(ruleset.params)
        return [(each.path, each.value) for each in reported if not each.path.startswith("fees.")]

    assert played(library().get(name)) == played(library().get(game))


def test_a_room_may_file_less():
    lower = (
        "\n[fees.rake]\nshare = { max_bp = 500, CITE }\nhand = { max_money = 400, CITE }\n"
        "\n[fees.hand_fee]\nplayer = { money = 50, max_money = 100, CITE }\n"
        "\n[fees.time]\nplayer_hour = { max_money = 800, CITE }\n"
    )
    audit = audited(
        session(ruleset="room"),
        taken(1, fee("rake", 401, of=9000)),
        library=beside_the_library(extending(lower)),
    )
    assert [(each.stated, each.expected) for each in found(audit, "FEE006")] == [(401, 400)]


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("fees", "said"),
    [
        (
            "\n[fees.rake.share]\nmax_bp = 1001\nCITE\n",
            "fees.rake.share.max_bp: 1001 goes past the 1000 that external:WAC-230-15-080-4",
        ),
        (
            "\n[fees.hand_fee.player]\nmax_money = 101\nCITE\n",
            "fees.hand_fee.player.max_money: 101 goes past the 100",
        ),
        (
            "\n[fees.hand_fee.player]\nmoney = 101\nCITE\n",
            "fees.hand_fee.player.money: 101 goes past the 100",
        ),
        (
            "\n[fees.time.player_hour]\nmax_money = 1001\nCITE\n",
            "fees.time.player_hour.max_money: 1001 goes past",
        ),
        (
            "\n[fees.time.interval]\nmax_minutes = 61\nCITE\n",
            "fees.time.interval.max_minutes: 61 goes past the 60",
        ),
        ("\n[fees.at_a_time]\nmax_kinds = 2\nCITE\n", "fees.at_a_time.max_kinds: 2 goes past the 1"),
        (
            '\n[fees.classes]\nE = ["time", "rake"]\n',
            "fees.classes.E: ['time', 'rake'] where ['time'] is fixed by",
        ),
        ('\n[fees]\ncurrency = "EUR"\n', "fees.currency: 'EUR' where 'USD' is fixed by"),
    ],
)
def test_a_room_may_not_file_more(fees, said):
    (problem,) = refused(fees)
    assert problem.startswith(f"room.toml: {said}"), problem


def test_a_fixed_rake_may_not_be_above_the_cap_of_its_day():
    fees = '\n[fees.rake]\nkind = "fixed_per_hand"\namount = { money = 600, CITE }\n'
    assert refused(fees, revision=1) == [
        "room.toml: fees.rake.amount.money: 600 goes past the 500 of fees.rake.hand.max_money that "
        "external:WAC-230-15-080-5 allows"
    ]
    assert beside_the_library(extending(fees)).get("room").get("fees.rake.amount.money") == 600


@pytest.mark.parametrize(
    ("fees", "said"),
    [
        ("\n[fees.rake]\nhand = { max_money = 500, CITE }\n", "fees.currency: missing, and fees.rake.hand is"),
        ('\n[fees.rake]\nkind = "percentage"\nCITE\n', "fees.rake.share: the rake is a percentage"),
        ('\n[fees.rake.share]\nof = "wagers"\nCITE\n', "fees.rake.share.max_bp: missing"),
        ("\n[fees.rake.share]\nmax_bp = 500\nCITE\n", "fees.rake.share.of: missing"),
        ("\n[fees.rake.share]\nof = \"wagers\"\nmax_bp = 10001\nCITE\n", "fees.rake.share.max_bp: must be"),
        ('\n[fees]\ncurrency = "USD"\n[fees.hand_fee.player]\nCITE\n', "fees.hand_fee.player: neither `money` nor"),
        ('\n[fees]\ncurrency = "USD"\n[fees.time]\ntable_period = { max_money = 1, CITE }\n', "fees.time.period: missing"),
        ('\n[fees]\ncurrency = "USD"\n[fees.limits]\nhand = { max_money = 1, CITE }\n', "fees.limits.kinds: missing"),
        ('\n[fees.classes]\nG = ["time"]\nCITE\n', "fees.classes.G: no such section or key"),
        ('\n[fees.classes]\nE = ["tips"]\nCITE\n', "fees.classes.E.0: must be one of: rake, hand_fee, time"),
        ('\n[fees]\ncurrency = "dollars"\n', "fees.currency: "),
        ('\n[fees]\ncurrency = "USD"\n[fees.rake]\nhand = { max_money = 500 }\n', "fees.rake.hand.max_money: the figure 500"),
    ],
)  # fmt: skip
def test_what_is_said_of_a_fee_must_be_enough(fees, said):
    (problem,) = problems(fees)
    assert problem.startswith(f"base.toml: {said}"), problem


def test_a_room_whose_controls_have_no_fees_is_held_to_none():
    audit = audited(session(), hand(1, seat(1), seat(2), fees=[fee("rake", 90_000), fee("hand_fee", 90_000)]))
    assert [each.code for each in audit.findings if each.code.startswith("FEE")] == []
