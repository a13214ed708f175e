"""The structs of a ruleset's sections: each parameter has its meaning, and what a file may have follows from them."""

import datetime as dt
from typing import Literal, get_args, get_origin

import msgspec
import pytest

from rules.clauses import ambiguities
from rules.controls.completeness import _KEYS
from rules.controls.library import library
from rules.controls.pot_completeness import NEEDED
from rules.controls.schema import problems_of
from rules.controls.schema.from_sections import typed, words_of
from rules.controls.schema.kind_of import kind_of, meaning_of
from rules.controls.schema.parameter_list import statable_parameters
from rules.controls.sections import Sections, Severity
from rules.controls.sections.base import HandName, RowName, Section
from rules.controls.sections.head import FilingRequirements, Head
from rules.controls.sections.naturals import NaturalPattern
from rules.controls.sections.parameter_types import CitedStatement, Demanded, Means
from rules.controls.sections.tournament_entries import KindName
from rules.controls.sections.tournament_results import PrizesBy
from rules.controls.sections.tournament_seating import ClassName
from rules.controls.tournament_completeness import needed
from rules.pot_words import GameName, LimitName, StreetName
from rules.record_levels import Level
from rules.records.events import IrregularityKind, Moment, Ruling
from tests.folding import of_every

NAMES = {
    word
    for names in (
        HandName, RowName, NaturalPattern, PrizesBy, ClassName, KindName, GameName, LimitName, StreetName, Level, Severity,
        IrregularityKind, Moment, Ruling,
    )
    for word in get_args(names)
}  # fmt: skip
REQUIRED_WHEN_COMPLETE = {
    f"{path}.{key}" for path, keys in [*_KEYS.items(), *NEEDED.items(), *needed().items()] for key in keys
}


def tables(section=Sections, path=""):
    """(path, class) of every table, the whole file first."""
    yield path, section
    for each in msgspec.structs.fields(section):
        for inner in sections_in(each.type):
            yield from tables(inner, f"{path}.{each.encode_name}" if path else each.encode_name)


def parts(kind):
    """A type and everything that it is made of."""
    yield kind
    if get_origin(kind) is not Literal:
        for each in get_args(kind):
            yield from parts(each)


def sections_in(kind):
    return [each for each in parts(kind) if isinstance(each, type) and issubclass(each, Section)]


ALL = [*tables(), *tables(Head, "ruleset"), *tables(FilingRequirements, "filing")]
of_each_table = of_every(("path", "section"), ALL, ids=[path or "file" for path, _ in ALL])


@of_each_table
def test_each_parameter_has_its_meaning(path, section):
    for each in msgspec.structs.fields(section):
        if not sections_in(each.type) and each.encode_name not in ("cite", "text"):
            means = typed(each.type).mark(Means)
            assert means is not None, f"{path}.{each.encode_name}"
            assert means.text, f"{path}.{each.encode_name}"
            assert not means.text.endswith("."), f"{path}.{each.encode_name}"


@of_each_table
def test_each_word_has_its_meaning_and_no_other_word_has_one(path, section):
    for each in msgspec.structs.fields(section):
        words = set(words_of(typed(each.type).kind))
        explained = {
            word for mark in typed(each.type).marks if isinstance(mark, Means) for word in mark.words
        }
        assert words - NAMES <= explained, f"{path}.{each.encode_name}"
        assert explained <= words, f"{path}.{each.encode_name}"


@of_each_table
def test_a_parameter_that_must_be_there_is_demanded_of_a_file(path, section):
    for each in msgspec.structs.fields(section):
        if each.required:
            demanded = typed(each.type).mark(Demanded) is not None
            where = f"{path}.{each.encode_name}"
            assert demanded or where in REQUIRED_WHEN_COMPLETE, where


@of_every("ruleset", library().revisions(), ids=str)
def test_every_ruleset_of_the_library_has_typed_sections(ruleset):
    sections = ruleset.sections
    assert isinstance(sections, Sections)
    assert sections is ruleset.sections, "converted once"


def test_the_sections_are_walked_to_the_end():
    assert {"fees.limits.player_hour", "irregularities.procedure.cards", "event.colour_up"} <= {
        path for path, _ in ALL
    }


HEAD = {"id": "x", "revision": 1, "title": "t", "authority": "a", "family": "chinese"}
UNKNOWN = "no such section or key"
FIGURE = "must be greater than or equal to {} and less than or equal to {}"


@pytest.mark.parametrize(
    ("section", "found"),
    [
        ({"rows": {"unit": 2, "cite": "X", "fixed": True, "text": "t"}}, []),
        ({"rows": "x"}, [("rows", "invalid input type")]),
        ({"rows": {"unti": 2}}, [("rows.unti", UNKNOWN)]),
        ({"rows": {"unit": -1}}, [("rows.unit", FIGURE.format(0, 100_000))]),
        ({"rows": {"unit": 100_001}}, [("rows.unit", FIGURE.format(0, 100_000))]),
        ({"rows": {"unit": 100_000}}, []),
        ({"rows": {"unit": True}}, [("rows.unit", "not a valid integer")]),
        ({"rows": {"unit": 1.0}}, [("rows.unit", "not a valid integer")]),
        ({"rows": {"kind": "by_row"}}, [("rows.kind", "must be one of: per_row, table")]),
        ({"rows": {"kind": 1}}, [("rows.kind", "not a valid string")]),
        ({"rows": {"cite": []}}, [("rows.cite", "a citation is a clause id or a list of clause ids")]),
        ({"rows": {"fixed": "yes"}}, [("rows.fixed", "true or false is wanted, without quotes")]),
        ({"rows": {"silent": "1-1-1"}}, [("rows.silent", "not a valid list")]),
        (
            {"rows": {"table": {"9-0-0": 1}}},
            [("rows.table.9-0-0", "an outcome is written won-lost-tied and has three rows, such as 2-1-0; '9-0-0' is none")],
        ),
        ({"rows": {"table": 1}}, [("rows.table", "not a valid mapping type")]),
        ({"rows": {"cited": {"3-0-0": 1}}}, [("rows.cited.3-0-0", "not a valid string")]),
        ({"placement": {"set": 0}}, [("placement.set", "must be greater than or equal to 1")]),
        ({"jokers": {}}, [("jokers.value", "missing data for required field")]),
        ({"jokers": {"value": "x"}}, [("jokers.value", "must be one of: best_row, best_legal")]),
        ({"event": {"level": [{"level": 1, "value": 0}]}}, [("event.level.0.value", FIGURE.format(1, 10**12))]),
        ({"event": {"start": {"at": dt.datetime(2026, 3, 14, 17)}}}, []),
        (
            {"event": {"start": {"at": dt.datetime(2026, 3, 14, 17, tzinfo=dt.UTC)}}},
            [("event.start.at", "a local time is written 2013-07-13T17:00:00, without quotes and offset")],
        ),
        ({"event": {"bust_order": {"keys": []}}}, [("event.bust_order.keys", "shorter than minimum length 1")]),
        ({"pot": {"games": {"holdem": {"halves": []}}}}, [("pot.games.holdem.halves", "length must be between 1 and 2")]),
        (
            {"pot": {"mixes": {"Horse": {}}}},
            [("pot.mixes.Horse", "string does not match expected pattern")],
        ),
        ({"naturals": {"list": [{"id": "a", "pattern": "six_pairs", "pictures": "JX"}]}}, [
            ("naturals.list.0.pictures", "one or more of the choices you made was not in: 2, 3, 4, 5, 6, 7, 8, 9, T, J, Q, K, A"),
        ]),
        ({"records": {"level": {"holdem": "acts", "chinese": "rows"}}}, []),
        (
            {"records": {"level": "all"}},
            [("records.level", "must be one of: fees, totals, rows, full, showdown, acts; or a table of them by game")],
        ),
        ({"records": {"least_level": ["rows", "rows"]}}, [("records.least_level", "names one twice")]),
        ({"severity": {"SCR1": "major"}}, [("severity.SCR1", "string does not match expected pattern")]),
        ({"ruleset": {**HEAD, "in_force": {"from": dt.date(1899, 12, 31)}}}, [
            ("ruleset.in_force.from", "a day of the years 1900 to 2999 is wanted"),
        ]),
        ({"ruleset": {**HEAD, "in_force": {"cite": "X"}}}, [("ruleset.in_force.cite", UNKNOWN)]),
        ({"ruleset": {**HEAD, "extends": ["base"]}}, [("ruleset.extends.0", "pin the revision: id@1")]),
    ],
)  # fmt: skip
def test_what_a_file_may_have_follows_from_the_structs(section, found):
    assert problems_of({"ruleset": HEAD, **section}) == found


def test_a_file_without_a_head_lacks_it():
    assert problems_of({}) == [("ruleset", "missing data for required field")]


def test_everything_that_is_wrong_is_reported_at_once_in_the_order_of_the_sections():
    data = {
        "zzz": {},
        "rows": {"unit": -1, "kind": "x"},
        "table": {"deck": {"cards": 0}},
        "ruleset": HEAD | {"id": "X"},
    }
    assert [path for path, _ in problems_of(data)] == [
        "ruleset.id", "table.deck.cards", "rows.kind", "rows.unit", "zzz",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("path", "text", "word", "means"),
    [
        ("rows.unit", "what a row that is won pays", None, None),
        ("rows.kind", "how rows are priced", "table", "by a table of the results of three rows"),
        ("pot.games.omaha.halves.0.use", "the own cards that a hand uses", "two", "exactly two, with three of the board"),
        ("jackpot_pool.royal.several.odd", "who gets odd units first", "seat_order", "the first player by seat"),
        ("ruleset.family", "what the rules are of", "ledger", "the account of jackpots"),
    ],
)  # fmt: skip
def test_the_meaning_of_a_parameter_and_of_its_words(path, text, word, means):
    found = meaning_of(path.split("."))
    assert found.text == text
    assert found.words.get(word) == means


def test_what_no_file_has_means_nothing():
    assert meaning_of(("rows", "unti")) is None
    assert meaning_of(("rows", "cite")) is None


NO_RECORD_SHOWS = {
    "discipline.round.measure": "AMB-OLY-penalty-round",
    "race.when": "AMB-CARN-colorup",
}  # statements of which the documents leave another reading open, and no record shows which holds
PARAMETERS = list(statable_parameters())


def test_a_parameter_with_one_word_is_a_statement():
    one_valued = {each.path: each.stated for each in PARAMETERS if each.one_valued}
    assert {path for path, stated in one_valued.items() if not stated} == set()
    assert [each.path for each in PARAMETERS if each.stated and not each.one_valued] == []


def test_a_statement_with_another_reading_has_the_reason_for_which_no_record_shows_it():
    marks = {each.path: each.kind.mark(CitedStatement) for each in PARAMETERS if each.stated}
    assert {path: mark.because for path, mark in marks.items() if mark.because} == {
        "discipline.round.measure": "a penalty is recorded in rounds, and not in the hands that it took",
        "race.when": "the stacks before and after it are the same if it is held in the last hand of the level",
    }
    assert NO_RECORD_SHOWS.keys() <= marks.keys()


@pytest.mark.parametrize(("path", "name"), NO_RECORD_SHOWS.items())
def test_the_point_of_a_word_that_is_missing_has_another_reading(path, name):
    assert len(ambiguities()[name].readings) > 1


def test_the_parameters_that_a_ruleset_can_state():
    found = {each.path: each for each in PARAMETERS}
    kind = found["pot.games.*.kind"]
    assert (kind.words, kind.silent, kind.demanded, kind.stated) == (
        ("flop", "stud", "draw"),
        None,
        False,
        False,
    )
    rank = found["royalty[].rank"]
    assert (rank.words[0], rank.words[-1], rank.meaning.text) == (
        "2",
        "A",
        "the rank of the cards that make the hand; left out: any",
    )
    unit = found["rows.unit"]
    assert (unit.least, unit.most, unit.silent, unit.meaning.measure) == (0, 100_000, 1, "units")
    assert found["jokers.value"].demanded
    call = found["pot.betting.string_bet.facing"]
    assert (call.words, call.stated) == (("call",), True)
    assert not [path for path in found if path.endswith((".cite", ".text", ".fixed"))]


@of_every("each", PARAMETERS, ids=[each.path for each in PARAMETERS])
def test_what_a_form_and_the_list_have_of_a_parameter_is_the_same(each):
    steps = each.path.replace("[]", ".0").replace("*", "holdem").split(".")
    assert meaning_of(steps) == each.meaning
    kind = kind_of(steps)
    if kind.what == "number":
        assert (kind.least, kind.most) == (each.least, each.most)
    elif kind.what in ("choice", "choices"):
        assert kind.words == each.words
