"""The questions of a report: what can be pasted into a letter, in its order."""

import pytest

from tests.rules.house_tables import house
from tests.simulation.gaps.drafts import draft, point, question, report, unpriced


def test_a_question_has_its_options_what_they_move_and_the_clauses():
    found = report(draft(extends="wsgc-2-4@1"), deals=2000)
    foul, asked = point(found, "AMB-FOUL"), question(found, "AMB-FOUL")
    assert [each.letter for each in asked.options] == ["a", "b", "c", "d", "e"]
    assert [each.reading for each in asked.options][:2] == ["loses_all_rows", "void"]
    assert [each.taken for each in asked.options] == [True, False, False, False, False]
    void = foul.readings[0]
    dollars = f"${void.money // 100:,}.00"
    assert asked.money == void.money
    assert asked.text.startswith(
        "What does a player pay whose rows are out of order, or who has the wrong number of cards? The documents do "
        "not price it; the commission's sheet leaves irregularities to the internal controls. (a) the hand loses all three rows"
    )
    assert (
        f"(b) the hand is void, or the deal is a misdeal – would move {dollars} in {void.deals} of 2,000 simulated deals."
        in asked.text
    )
    assert "the dealer sets the hand again – not worked out." in asked.text
    assert "the player pays the surrender amount – not worked out." in asked.text
    assert "Left open by WSGC-irregularities: “" in asked.text
    assert "WSGC-5a: “Rank order Back > Middle > Front is mandatory.”" in asked.text


@pytest.mark.slow
def test_the_most_money_comes_first_then_what_is_not_known_then_nothing_then_procedures():
    found = report(draft(), deals=2000)
    groups = [
        3 if each.kind == "procedure" else 1 if each.money is None else 0 if each.money else 2
        for each in found.questions
    ]
    assert groups == sorted(groups)
    assert set(groups) == {0, 1, 2, 3}
    moving = [each.money for each in found.questions if each.money]
    assert moving == sorted(moving, reverse=True)
    assert found.questions[-1].id == "UNPRICED-irregularities[other]"


@pytest.mark.slow
def test_questions_of_two_drafts_are_the_same_where_their_ids_are():
    first = {each.id for each in report(draft()).questions}
    second = {each.id for each in report(draft(head='readings = { "AMB-WHEEL" = "none" }')).questions}
    assert first - second == {"AMB-WHEEL"}
    assert second <= first


def test_no_word_of_guilt_or_praise():
    text = " ".join(each.text for each in report(draft()).questions).lower()
    for word in ("fraud", "cheated", "proved", "compliant", "passed"):
        assert word not in text


def test_of_many_values_by_custom_a_question_names_the_first():
    found = report(house("won"), deals=0)
    custom = unpriced(found, "royalty")
    assert len(custom.parameters) > 60
    text = question(found, "UNPRICED-royalty").question
    assert text.count(" is ") == 12
    assert text.endswith(f"; and {len(custom.parameters) - 12} more.")
