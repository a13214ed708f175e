"""Changes of controls in plain words, made from their parameters."""

from __future__ import annotations

from itertools import pairwise

from rules.controls.difference import Difference, apart, differences
from rules.controls.library import library
from rules.controls.parameters import parameters
from rules.controls.plain import changes, sentences
from rules.controls.wording import is_wording
from tests.folding import of_every


def changed(path, a, b):
    kind = "added" if a is None else "removed" if b is None else "changed"
    return Difference(path, kind, a, b, (), ())


def beside(path, a, b):
    """The sentence of a parameter in a part that both have."""
    (only,) = changes([changed(path, a, b), changed(f"{path.partition('.')[0]}.zzz", 1, 2)])
    return only.sentences[0]


@of_every(
    ("path", "a", "b", "said"),
    [
        ("surrender.amount.units", 2, 3, "A surrender costs 3 units instead of 2."),
        ("surrender.amount.units", 2, 1, "A surrender costs 1 unit instead of 2."),
        ("surrender.amount.units", None, 3, "New: a surrender costs 3 units."),
        ("surrender.amount.units", 3, None, "No longer: a surrender costs 3 units."),
        ("surrender.allowed", True, False, "No player may surrender; in force: a player may surrender."),
        ("rows.table.3-0-0", 4, 6, "Winning all three rows pays 6 units instead of 4."),
        ("rows.table.2-0-1", 2, 1, "Winning two rows and tying one pays 1 unit instead of 2."),
        ("rows.table.1-1-1", None, 1, "New: winning one row, losing one and tying one pays 1 unit."),
        ("rows.silent", ["1-0-2", "1-1-1"], [],
         "The controls price every result of the rows; in force: the controls name no price for winning one row and tying two"
         " or for winning one row, losing one and tying one."),
        ("rows.silent", [], ["2-0-1"],
         "The controls name no price for winning two rows and tying one; in force: the controls price every result of the rows."),
        ("sweep.pair.units", 6, 3, "Winning all rows from one opponent pays 3 units instead of 6."),
        ("sweep.table.units", None, 9, "New: winning all rows from every opponent pays 9 units."),
        ("royalty[back straight_flush].units", 5, 15, "The bonus for straight flush in the back is 15 units instead of 5."),
        ("royalty[front pair T].units", 4, 5, "The bonus for pair of 10 in the front is 5 units instead of 4."),
        ("naturals.list[six_pairs].units", 3, 4, "The special hand “six pairs” pays 4 units instead of 3."),
        ("fees.rake.hand.max_money", 500, 400, "The rake of a hand is at most 400 cents instead of 500 cents."),
        ("fees.rake.share.max_bp", 1000, 850, "The rake is at most this share of the wagers: 8.5% instead of 10%."),
        ("clock.time.seconds", 30, 20, "A player on the clock has 20 seconds instead of 30."),
        ("event.level[level 4].value", 300, 1000, "A point at level 4 is worth chips: 1,000 instead of 300."),
        ("comparison.tied_sweeps", True, False, "Comparison, tied sweeps: no instead of yes."),  # no sentence of its own
        ("irregularities.procedure.late-call.ruling", "misdeal", "play_on",
         "In “late call” the ruling is: play on instead of misdeal."),
    ],
)  # fmt: skip
def test_a_parameter_is_a_sentence(path, a, b, said):
    found = changes([changed(path, a, b), changed(f"{path.partition('.')[0].partition('[')[0]}.zzz", 1, 2)],
                    lambda amount: f"{amount} cents")  # fmt: skip
    assert said in [sentence for each in found for sentence in each.sentences]


def test_a_new_part_is_described_by_its_main_figures():
    base, with_surrender = library().get("wsgc-base"), library().get("wsgc-surrender")
    (only,) = [each for each in changes(differences(base, with_surrender)) if each.part == "Surrender"]
    assert only.standing == "new"
    assert "A surrender costs 2 units." in only.sentences
    assert any(sentence.startswith("Surrender (new): ") for sentence in sentences([only]))


def test_a_reading_is_described_with_its_question():
    (only,) = changes([changed("readings.AMB-CARN-scoop-total", None, "six_total")])
    assert only.sentences[0].endswith("(AMB-CARN-scoop-total): six total.")
    assert only.sentences[0].startswith("“Three rows are won from an opponent")


def test_wordings_and_other_citations_are_left_to_the_annex():
    cited = Difference("rows.unit", "cited otherwise", 1, 1, ("A",), ("B",))
    assert changes([cited, changed("surrender.text", "old words", "new words")]) == []


@of_every(("one", "other"), list(pairwise(library().revisions())), ids=str)
def test_no_parameter_of_any_ruleset_is_lost(one, other):
    """Each difference is a sentence, or counted among the details of what comes or goes as a whole."""
    found = [each for each in apart(differences(one, other))[0] if not is_wording(each.parameter)]
    reported = changes(found)
    assert sum(len(each.sentences) + each.details for each in reported) == len(found)
    for each in reported:
        assert all(
            sentence.endswith(".") and "{" not in sentence and "_" not in sentence
            for sentence in each.sentences
        ), each


def test_every_sentence_is_of_a_parameter_that_some_ruleset_may_have():
    """The table has no sentence for a part of the controls that no ruleset of the library has."""
    from rules.controls.plain import _table

    parts = {path.partition(".")[0].partition("[")[0] for path in _table()["sentences"]}
    known = {
        each.path.partition(".")[0].partition("[")[0]
        for one in library().revisions()
        for each in parameters(one.params)
    }
    assert parts <= known | {"records"}  # which only rooms state
