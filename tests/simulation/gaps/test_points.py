"""Open points of a draft: what the other readings move in the deals, ranked; and those that it settles."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from rules.audit import BytesSource, replay_log
from rules.clauses import ambiguities, catalogue
from rules.controls.library import Library, library
from simulation import simulate
from simulation.gaps import GapReport, gap_report
from tests.examples import examples
from tests.simulation.gaps.drafts import draft, point, question, report, settled, unpriced, without


def nets(log, ruleset):
    """Hand by hand, what each seat gets by the replay."""
    found = {}
    for each in replay_log(BytesSource(log), ruleset=str(ruleset), library=Library([ruleset])):
        found[each["hand"]] = {seat["seat"]: seat["net"] for seat in each["seats"]}
    return found


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("extends", "id_", "reading"),
    [
        ("wsgc-2-4@1", "AMB-FOUL", "base_only"),
        ("wsgc-2-4@1", "AMB-FOUL", "void"),
        ("wsgc-full@1", "AMB-FOUL", "like_surrender"),
        ("wsgc-full@1", "AMB-WHEEL", "none"),
        ("wsgc-full@1", "AMB-SUR-BONUS", "pays"),
        ("hawaiian-gardens@1", "AMB-CHIP-COVER", "net"),
    ],
)
def test_the_money_of_a_reading_is_that_of_the_log_replayed_under_both(extends, id_, reading, share):
    """Plainly: every deal of the simulated log under the draft and under the draft that settles the reading."""
    ours = replace(draft(extends=extends), standing=None)
    found = gap_report(ours, deals=share(1500), seed=7, unit=300)
    log = simulate(ours, hands=share(1500), seed=7, unit=300).log()
    mine, theirs = nets(log, ours), nets(log, ours.under({id_: reading}))
    gained = {
        hand: sum(max(theirs[hand][seat] - net, 0) for seat, net in seats.items())
        for hand, seats in mine.items()
    }
    other = next(each for each in point(found, id_).readings if each.reading == reading)
    assert other.money == sum(gained.values()) > 0
    assert other.deals == sum(amount > 0 for amount in gained.values())
    assert other.worked_out


@pytest.mark.slow
def test_points_are_ranked_by_the_money_that_another_reading_moves():
    found = report(draft(), deals=2000)
    known = [each.money for each in found.points]
    moving = [money for money in known if money]
    unknown = [each for each in found.points if each.money is None]
    assert moving == sorted(moving, reverse=True)
    assert len(moving) > 5
    assert known == [*moving, *[None] * len(unknown), *[0] * (len(known) - len(moving) - len(unknown))]
    assert found.points[0].id == "AMB-WSGC-VAR-REPLACES"
    for each in found.points:
        amounts = [other.money for other in each.readings if other.money is not None]
        assert amounts == sorted(amounts, reverse=True)
        assert each.money in (max(amounts, default=None), None)
    touched = [each.deals or 0 for each in unknown]
    assert touched == sorted(touched, reverse=True)


def test_a_reading_that_cannot_be_worked_out_is_never_nothing():
    found = report(draft())
    (house_way,) = [each for each in point(found, "AMB-FOUL").readings if each.reading == "house_way"]
    assert (house_way.worked_out, house_way.units, house_way.money) == (False, None, None)
    suits = point(found, "AMB-SUITS")
    assert (suits.deals, suits.money, suits.units) == (None, None, None)
    for each in found.points:
        for other in each.readings:
            assert other.worked_out is (other.money is not None) is (other.units is not None)
            if draft().patch(ambiguities()[each.id], other.reading) is None:
                assert not other.worked_out


@pytest.mark.slow
def test_a_reading_without_a_price_is_never_nothing():
    """wsgc-base names no surrender: a foul cannot pay what a surrender pays."""
    found = report(draft(extends="wsgc-base@1"), deals=2000)
    foul = {each.reading: each for each in point(found, "AMB-FOUL").readings}
    assert point(found, "AMB-FOUL").deals > 0
    assert (foul["like_surrender"].worked_out, foul["like_surrender"].unpriced) == (
        False,
        point(found, "AMB-FOUL").deals,
    )
    assert (foul["base_only"].worked_out, foul["base_only"].money) == (True, 0)


def test_what_nothing_in_the_deals_touches_moves_nothing_and_is_said_so():
    found = report(draft())
    front = point(found, "AMB-FRONT-VS-MIDDLE")
    assert (front.deals, front.money, front.readings[0].money) == (0, 0, 0)
    asked = question(found, "AMB-FRONT-VS-MIDDLE")
    assert "would move nothing: none of the 400 simulated deals touches it" in asked.text


def test_where_a_deal_has_no_price_no_reading_moves_money():
    found = report(draft(extends="classic-single-winner@1"))
    assert not found.dealt.priced
    assert point(found, "AMB-WHEEL").deals > 0
    assert all(other.money is None for each in found.points for other in each.readings)


def test_points_say_which_reading_is_taken_and_which_clauses_leave_them_open():
    foul = point(report(draft()), "AMB-FOUL")
    assert (foul.standing, foul.reading) == ("default", "loses_all_rows")
    assert foul.means.startswith("the hand loses all three rows")
    assert [each.id for each in foul.clauses] == ["WSGC-irregularities", "WSGC-5a", "WSGC-4", "WSGC-2b"]
    assert foul.clauses[1].statement == catalogue()["WSGC-5a"].statement


def test_a_settled_reading_is_listed_separately_and_no_longer_asked():
    open_, ours = report(draft()), draft(head='readings = { "AMB-FOUL" = "base_only" }')
    found = report(ours)
    assert question(open_, "AMB-FOUL") is not None
    assert question(found, "AMB-FOUL") is None
    assert "AMB-FOUL" not in {each.id for each in found.points}
    reported = settled(found, "AMB-FOUL")
    assert (reported.by, reported.reading, reported.sets) == (
        "reading",
        "base_only",
        {"set_order.foul.price": "base"},
    )
    assert reported.means == (
        "the hand loses all three rows to every live opponent, without the premium for a sweep"
    )
    assert unpriced(found, "set_order.foul") is None  # the reading is its price
    assert {each.id for each in open_.points} - {each.id for each in found.points} == {"AMB-FOUL"}


def test_a_leaning_reading_is_taken_and_still_open():
    found = report(draft(extends="one-four@1"))
    leaning = point(found, "AMB-ROWS-2W1T")
    assert (leaning.standing, leaning.reading) == ("leaning", "per_hand")
    assert "one unit for each row won" in leaning.means
    assert "the controls favour this reading" in question(found, "AMB-ROWS-2W1T").text
    assert point(found, "AMB-FOUL").standing == "default"


@pytest.mark.slow
def test_a_parameter_with_a_value_of_no_reading_settles_its_point():
    flat = '[set_order.foul]\nprice = "flat"\nunits = 5\ncite = "WSGC-irregularities"\n'
    found = report(draft(flat))
    reported = settled(found, "AMB-FOUL")
    assert (reported.by, reported.reading, reported.means) == ("parameters", None, None)
    assert reported.sets == {"set_order.foul.price": "flat"}
    assert question(found, "AMB-FOUL") is None
    assert unpriced(found, "set_order.foul") is None
    base = settled(report(draft('[set_order.foul]\nprice = "base"\n')), "AMB-FOUL")
    assert (base.by, base.reading) == ("parameters", "base_only")


# ------------------------------------------------------------------------------- the deals


def test_the_unit_is_the_cap_or_what_is_asked_or_the_usual_one_or_the_levels():
    def unit(ruleset, **asked):
        dealt = report(ruleset, deals=5, **asked).dealt
        return dealt.unit, dealt.unit_from, dealt.currency

    capped = draft('[stakes]\nunit_cap = { max = 500, cite = "WSGC-3b" }\n')
    assert unit(capped) == (500, "cap", "USD")
    assert unit(capped, unit=25) == (25, "asked", "USD")
    assert unit(draft(extends="classic-simple@1")) == (100, "usual", "USD")
    assert unit(library().get("carnivale-ofc-2013")) == (None, "levels", "CHIPS")


def test_the_money_goes_with_the_unit():
    one, ten = (report(draft(), unit=unit) for unit in (100, 1000))
    assert {each.id: each.units for each in one.points} == {each.id: each.units for each in ten.points}
    assert [each.money and each.money * 10 for each in one.points] == [each.money for each in ten.points]


@pytest.mark.slow
def test_the_simulated_deals_are_reported():
    reported = []
    found = report(draft(), deals=9000, progress=reported.append)
    assert reported == [2048, 4096, 6144, 8192, 9000]
    dealt = found.dealt
    assert (dealt.deals, dealt.seed, dealt.fewest, dealt.most, dealt.because) == (9000, 1, 2, 4, None)
    assert 0 < dealt.misdeals < 100
    assert found.notes[0] == (
        f"9,000 deals of 2 to 4 players were simulated under room@1 with the seed 1 and replayed under each reading; "
        f"{dealt.misdeals} of them were misdeals. A unit is worth $10.00 (the cap that the controls set)."
    )


def test_a_game_that_cannot_be_simulated_is_reported_without_deals():
    shared = draft(extends="classic-specials@1", head='readings = { "AMB-SPEC-RECIPIENT" = "total" }')
    found = report(shared)
    assert found.dealt.deals == 0
    assert "cannot be simulated" in found.dealt.because
    assert found.notes == [
        f"Nothing was simulated: {found.dealt.because}. Therefore the effect of other readings is not known."
    ]
    assert found.points
    assert all(not other.worked_out for each in found.points for other in each.readings)
    assert all(each.count is None for each in found.unpriced)


def test_incomplete_controls_are_reported_without_deals():
    found = report(without(draft(), "stakes"))
    assert found.dealt.because == (
        "the controls are not complete (stakes: the section is missing, here and in what the file extends)"
    )
    assert report(draft(), deals=0).dealt.because == "no deals were requested"


@pytest.mark.parametrize("asked", [{"deals": -1}, {"unit": 0}])
def test_what_cannot_be_asked(asked):
    with pytest.raises(ValueError, match="deals must be 0 or more"):
        gap_report(draft(), **asked)


def test_a_part_is_not_dealt():
    part = next(each for each in library().revisions() if each.abstract)
    with pytest.raises(ValueError, match="a part that other rulesets extend"):
        gap_report(part)


# ------------------------------------------------------------------------------- the report


@pytest.mark.slow
def test_the_same_draft_gives_the_same_report_and_another_seed_another():
    first, again, other = report(draft()), report(draft()), report(draft(), seed=2)
    assert msgspec.json.encode(first) == msgspec.json.encode(again)
    assert first.points != other.points
    assert [each.id for each in first.unpriced] == [each.id for each in other.unpriced]


@pytest.mark.sampled(6)
@pytest.mark.parametrize("name", sorted({str(each) for each in library().rulesets()}))
def test_every_ruleset_has_a_report_that_survives_json(name):
    deals = 0 if library().get(name).family == "pot" else 60  # hands of pot games take longer: test_pots.py
    found = report(library().get(name), deals=deals)
    data = msgspec.json.encode(found)
    assert msgspec.json.decode(data, type=GapReport) == found
    open_ = {
        each.id
        for each in ambiguities().values()
        if library().get(name).concerns(each) and each.id not in library().get(name).readings
    }
    assert {each.id for each in found.points} == open_
    assert not [each for each in found.settled if each.by == "parameters"]
    ids = [each.id for each in found.questions]
    assert len(set(ids)) == len(ids)
    assert [each.number for each in found.questions] == list(range(1, len(ids) + 1))


def complete(name, readings):
    """The draft of a room that settles every point and documents the rest."""
    ruleset = library().get(name)
    said = {"cite": "WSGC-modifications", "text": "as filed"}
    naturals = ruleset.get("naturals")
    if naturals:
        listed = [{"units": 3, **each} for each in naturals["list"]]
        naturals = {"naturals": {**naturals, "list": listed}}
    kinds = ["misdeal", "exposed_card", "wrong_card_count", "duplicate_card", "fouled_deck", "boxed_card"]
    rest = [
        "joker_dealt",
        "dealt_out_of_order",
        "missed_hand",
        "left_table",
        "acted_out_of_turn",
        "clock_expired",
    ]
    rows = ruleset.get("rows")
    if rows.get("silent"):  # a price for every outcome that the document is silent on
        priced = {**dict.fromkeys(rows["silent"], 1), **rows["table"]}
        rows = {**rows, "table": priced, "silent": []}
    params = without(
        ruleset,
        "jackpots",
        **(naturals or {}),
        rows=rows,
        irregularities={
            "documented": kinds,
            "procedure": {
                kind.replace("_", "-"): {"kind": kind, "ruling": ["misdeal"], "cite": "WSGC-irregularities"}
                for kind in [*rest, "unprotected_hand", "other"]
            },
        },
        fees=said,
        placement=ruleset.get("placement") and {**ruleset.get("placement"), **said},
        fantasyland=ruleset.get("fantasyland") and {**ruleset.get("fantasyland"), **said},
        surrender=ruleset.get("surrender") or {"allowed": False},
        chips=ruleset.get("chips")
        or {"limit": "in_full", "order": "from_button", "phases": ["rest"], **said},
    ).params
    kept = {key: value for key, value in params.items() if value is not None}
    every = {each.id: each for each in ambiguities().values()}
    taken = {id_: list(each.readings)[readings % len(each.readings)] for id_, each in every.items()}
    return replace(ruleset, params=kept, readings=taken, standing="draft")


@examples(30)
@given(
    st.sampled_from([str(each) for each in library().rulesets() if each.family != "pot"]), st.integers(0, 5)
)
def test_a_draft_that_settles_every_reading_and_documents_the_rest_has_no_questions(name, readings):
    found = report(complete(name, readings), deals=0)
    assert found.questions == []
    assert found.points == []
    assert found.unpriced == []
    assert {each.by for each in found.settled} == {"reading"}
