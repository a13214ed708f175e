"""What a draft names no price or procedure for: every kind fires, and stays quiet where the draft says it."""

from typing import get_args

import pytest

from rules.controls.library import library
from rules.records.events import IrregularityKind
from rules.records.reader import LogReader
from rules.replay.row_replay import replay
from rules.replay.scoring import compiled
from simulation import simulate
from simulation.gaps.gap_unpriced import PROCEDURES
from tests.simulation.gaps.drafts import DEALS, draft, question, report, unpriced, without

SAYS_SILENT = '[rows]\nsilent = ["1-0-2", "1-1-1"]\n'


def test_an_outcome_that_the_draft_calls_silent_is_counted_by_pairs():
    ours = draft(extends="wsgc-2-4@1")
    found = report(ours)
    silent = unpriced(found, "rows.silent[1-1-1]")
    assert (silent.id, silent.kind, silent.counted) == ("UNPRICED-rows.silent[1-1-1]", "outcome", "pairs")
    (hands,) = LogReader().blocks(simulate(ours, hands=DEALS, seed=1, unit=1000).chunks())
    replayed = replay(hands, compiled(ours))
    level = replayed.by_rows & (replayed.outcome == 5)  # a row won and a row lost
    assert silent.count == int(level.sum()) > 0
    assert silent.asked_with == ["AMB-ROWS-1W1L1T"]
    assert question(found, silent.id) is None


def test_an_outcome_that_no_open_point_asks_for_has_its_own_question():
    ours = draft('[rows]\nkind = "table"\ntable = { "3-0-0" = 3, "2-1-0" = 1, "1-0-2" = 1, "1-1-1" = 0 }\n'
                 'silent = ["2-0-1"]\ncite = "WSGC-modifications"\n', extends="wsgc-base@1")  # fmt: skip
    found = report(ours)
    assert question(found, "UNPRICED-rows.silent[2-0-1]").text.startswith(
        "Please state what a pair pays when one side won 2 of the rows and lost 0, with 1 tied; the controls do not state it."
    )


def test_no_outcome_is_listed_where_the_draft_settles_it_or_prices_all():
    settled = draft(
        extends="wsgc-2-4@1", head='readings = { "AMB-ROWS-1W2T" = "zero", "AMB-ROWS-1W1L1T" = "zero" }'
    )
    for ours in (
        settled,
        draft(extends="wsgc-2-4@1", body="[rows]\nsilent = []\n"),
        draft(extends="wsgc-base@1"),
    ):
        assert not [each for each in report(ours, deals=0).unpriced if each.kind == "outcome"]


def test_a_natural_without_units():
    found = report(draft(extends="classic-no-pictures@1"))
    natural = unpriced(found, "naturals.list[no_pictures].units")
    assert (natural.kind, natural.counted, natural.asked_with) == ("natural", "seats", ["AMB-NO-PICTURES"])
    assert natural.count > 0
    assert [each.id for each in natural.clauses] == ["VAR-no-pictures"]
    settled = draft(extends="classic-no-pictures@1", head='readings = { "AMB-NO-PICTURES" = "with_ace" }')
    asked = question(report(settled), natural.id)  # what a picture is does not say what the hand is worth
    assert asked.text.startswith(
        "Please state what the natural no pictures is worth; the controls do not state it."
    )
    assert not [each for each in report(draft(), deals=0).unpriced if each.kind == "natural"]


def test_a_foul_without_a_price():
    found = report(without(draft(), "set_order.foul"), deals=0)
    assert unpriced(found, "set_order.foul").kind == "foul"
    assert unpriced(found, "set_order.foul").parameters == {}


@pytest.mark.slow
def test_a_foul_priced_by_custom():
    found = report(draft(), deals=2000)
    foul = unpriced(found, "set_order.foul")
    assert (foul.kind, foul.parameters, foul.asked_with) == (
        "foul",
        {"set_order.foul.price": "rows"},
        ["AMB-FOUL"],
    )
    assert foul.count > 0
    assert [each.id for each in foul.clauses] == ["WSGC-5a"]


def test_a_foul_that_the_draft_prices():
    for cited in (
        'cite = "WSGC-irregularities"',
        'cite = "convention"\ntext = "Five units to each opponent."',
    ):
        ours = draft(f'[set_order.foul]\nprice = "flat"\nunits = 5\n{cited}\n')
        assert unpriced(report(ours, deals=0), "set_order.foul") is None


def test_custom_that_no_point_asks_for():
    table = '[[royalty]]\nrow = "back"\nhand = "quads"\nunits = 6\nas = "extra"\nwhen = "held"\ncite = "convention"\n'
    found = report(draft(table, extends="wsgc-base@1"), deals=0)
    custom = unpriced(found, "royalty")
    assert (custom.id, custom.kind, custom.count) == ("UNPRICED-royalty", "convention", None)
    assert custom.parameters["royalty[back quads].units"] == "6"
    asked = question(found, "UNPRICED-royalty")
    assert "royalty[back quads].units is 6" in asked.text
    filed = table + 'text = "Six units for four of a kind at the back."\n'
    assert unpriced(report(draft(filed, extends="wsgc-base@1"), deals=0), "royalty") is None


def test_custom_that_open_points_ask_for():
    found = report(draft(extends="ofc-cash@1", family="ofc"), deals=0)
    entry = unpriced(found, "fantasyland.entry")
    assert entry.asked_with == ["AMB-FL-ENTRY"]
    assert question(found, entry.id) is None
    assert unpriced(found, "fantasyland").parameters == {"fantasyland.cards": "13"}
    assert question(found, "UNPRICED-fantasyland") is not None
    settled = draft(extends="ofc-cash@1", family="ofc", head='readings = { "AMB-FL-ENTRY" = "kings" }')
    assert unpriced(report(settled, deals=0), "fantasyland.entry") is None


def test_surrender_that_is_not_mentioned():
    found = report(draft(extends="wsgc-base@1"))
    surrender = unpriced(found, "surrender")
    assert (surrender.id, surrender.kind, surrender.count) == ("UNPRICED-surrender", "surrender", None)
    assert "whether a player may surrender a hand" in question(found, surrender.id).text
    forbidden = draft('[surrender]\nallowed = false\ncite = "WSGC-surrender"\n', extends="wsgc-base@1")
    for ours in (
        forbidden,
        draft(),
        draft(extends="ofc-cash@1", family="ofc"),
    ):  # there is none in open-face play
        assert unpriced(report(ours, deals=0), "surrender") is None


def test_surrender_without_an_amount():
    found = report(without(draft(), "surrender.amount"))
    assert found.dealt.because.startswith("the controls are not complete (surrender.amount: ")
    assert unpriced(found, "surrender.amount").kind == "surrender"
    own = '[surrender]\namount = { units = 3, cite = "WSGC-surrender" }\n'
    assert unpriced(report(draft(own), deals=0), "surrender.amount") is None


@pytest.mark.slow
def test_a_surrendered_hand_whose_amount_is_custom_is_counted():
    found = report(draft(), deals=2000)
    amount = unpriced(found, "surrender.amount")
    assert amount.parameters == {"surrender.amount.units": "2"}
    assert amount.count > 0
    assert "AMB-WSGC-SUR-AMOUNT" in amount.asked_with
    settled = draft(head='readings = { "AMB-WSGC-SUR-AMOUNT" = "config" }')
    assert unpriced(report(settled, deals=0), "surrender.amount") is None


@pytest.mark.sampled(6)
@pytest.mark.parametrize("kind", get_args(IrregularityKind))
def test_a_kind_of_irregularity_without_a_procedure(kind):
    path = f"irregularities[{kind}]"
    found = report(draft(), deals=0)
    assert (unpriced(found, path).kind, unpriced(found, path).says) == ("procedure", PROCEDURES[kind])
    asked = question(found, f"UNPRICED-{path}")
    assert asked.text == (
        f"Please state {PROCEDURES[kind]}; the controls have no procedure for it. See WSGC-irregularities."
    )
    named = draft(f'[irregularities]\ndocumented = ["{kind}"]\n')
    written = without(
        draft(),
        irregularities={
            "procedure": {"own": {"kind": kind, "ruling": ["misdeal"], "cite": "WSGC-irregularities"}}
        },
    )
    for ours in (named, written):
        assert unpriced(report(ours, deals=0), path) is None


def test_what_the_replay_acts_on_has_a_procedure():
    found = report(library().get("carnivale-ofc-2013"), deals=0)
    assert unpriced(found, "irregularities[clock_expired]") is None
    assert unpriced(found, "irregularities[misdeal]") is not None


def test_every_kind_of_the_format_has_its_words():
    assert set(PROCEDURES) == set(get_args(IrregularityKind))


def test_a_jackpot_without_a_prize():
    found = report(draft(extends="hawaiian-gardens@1"))
    jackpot = unpriced(found, "jackpots[strong_hand_swept].prize")
    assert (jackpot.kind, jackpot.counted) == ("jackpot", "events")
    assert "the prize of the jackpot strong hand swept" in question(found, jackpot.id).text
    none = without(draft(extends="hawaiian-gardens@1"), "jackpots")
    assert not [each for each in report(none, deals=0).unpriced if each.kind == "jackpot"]


def test_fees_that_are_not_documented():
    assert unpriced(report(draft(), deals=0), "fees").kind == "fees"
    none = draft('[fees]\ntext = "The house takes no fee."\n')
    rake = draft('[fees.rake]\nkind = "fixed_per_hand"\namount = { money = 300 }\ncite = "HG-rake"\n')
    for ours in (none, rake):
        assert not [each for each in report(ours, deals=0).unpriced if each.kind == "fees"]


def test_a_fixed_rake_without_an_amount():
    assert unpriced(report(draft(extends="hawaiian-gardens@1"), deals=0), "fees.rake.amount").kind == "fees"


def test_chips_that_do_not_suffice():
    found = report(draft(), deals=0)
    assert unpriced(found, "chips").asked_with == ["AMB-WSGC-SHORT-STACK"]
    settled = draft(head='readings = { "AMB-WSGC-SHORT-STACK" = "in_full" }')
    for ours in (settled, draft(extends="hawaiian-gardens@1")):
        assert unpriced(report(ours, deals=0), "chips") is None
    cash = report(draft(extends="ofc-cash@1", family="ofc"))
    assert question(cash, "UNPRICED-chips").text == (
        "Please state what is paid when a player owes more than the chips in front, and which player receives less; "
        "the controls do not state it. It occurred in none of the 400 simulated deals."
    )


def test_the_prize_of_a_single_winner():
    found = report(draft(extends="classic-single-winner@1"))
    prize = unpriced(found, "single_winner.prize")
    assert (prize.counted, prize.asked_with) == ("deals", ["AMB-SINGLE-PRIZE"])
    assert prize.count > 0
    settled = draft(extends="classic-single-winner@1", head='readings = { "AMB-SINGLE-PRIZE" = "config" }')
    for ours in (settled, draft()):
        assert unpriced(report(ours, deals=0), "single_winner.prize") is None
