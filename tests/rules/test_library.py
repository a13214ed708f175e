"""The library of rulesets: what the shipped files say, how a bad file is rejected, and that a revision never changes."""

import datetime as dt
import hashlib
import tomllib
from importlib.resources import files

import pytest

from rules.clauses import CONVENTION, ambiguities, catalogue
from rules.controls.library import UnknownRuleset, library, load
from rules.replay.pots.open_point_masks import known_topics as pot_topics
from rules.replay.scoring import compiled
from rules.replay.topics import known_topics
from tests.folding import of_every
from tests.rules.rulesets import BASE, PART

FOLDER = files("rules") / "library"


def shipped():
    """Every file of the library: its name and its text."""
    for authority in FOLDER.iterdir():
        for ruleset in authority.iterdir() if authority.is_dir() else ():
            for path in ruleset.iterdir() if ruleset.is_dir() else ():
                yield f"{authority.name}/{ruleset.name}/{path.name}", path.read_text("utf-8")


SHIPPED = dict(sorted(shipped()))
every_file = pytest.mark.parametrize("name", SHIPPED)
every_ruleset = pytest.mark.parametrize("ruleset", library().rulesets(), ids=str)

# The facts of systems-chinese.yaml for the commission's systems, written out here.
PER_ROW = None
TWO_FOUR = {"3-0-0": 4, "2-1-0": 2, "2-0-1": 2, "1-0-2": 0, "1-1-1": 0}
ONE_SIX = {"3-0-0": 6, "2-1-0": 1, "2-0-1": 1, "1-0-2": 0, "1-1-1": 0}
BONUSES = {
    ("back", "straight_flush", 4, "extra", "held"),
    ("middle", "straight_flush", 4, "extra", "held"),
    ("back", "quads", 3, "extra", "held"),
    ("middle", "quads", 3, "extra", "held"),
    ("middle", "full_house", 1, "extra", "held"),
    ("front", "trips", 2, "extra", "held"),
}
NATURALS = [
    ("three_straights", "three_straights", 3, 1),
    ("three_flushes", "three_flushes", 3, 1),
    ("six_pairs", "six_pairs", 3, 1),
    ("dragon", "thirteen_ranks", 3, 1),
]
FACTS = {
    "wsgc-base": (PER_ROW, set(), [], None),
    "wsgc-2-4": (TWO_FOUR, set(), [], None),
    "wsgc-1-6": (ONE_SIX, set(), [], None),
    "wsgc-base-bonuses": (PER_ROW, BONUSES, [], None),
    "wsgc-2-4-bonuses": (TWO_FOUR, BONUSES, [], None),
    "wsgc-1-6-bonuses": (ONE_SIX, BONUSES, [], None),
    "wsgc-naturals": (PER_ROW, set(), NATURALS, None),
    "wsgc-surrender": (PER_ROW, set(), NATURALS, 2),
    "wsgc-full": (TWO_FOUR, BONUSES, NATURALS, 2),
}


@of_every("name", FACTS)
def test_the_facts_of_a_system(name):
    table, bonuses, naturals, surrender = FACTS[name]
    ruleset = library().get(name)
    assert ruleset.family == "chinese"
    assert ruleset.authority == "Washington State Gambling Commission"
    if table is PER_ROW:
        assert (ruleset.get("rows.kind"), ruleset.get("rows.unit"), ruleset.get("rows.tie")) == (
            "per_row",
            1,
            0,
        )
    else:
        assert ruleset.get("rows.kind") == "table"
        assert ruleset.get("rows.table") == table
        assert ruleset.get("rows.silent") == ["1-0-2", "1-1-1"]
    listed = {
        tuple(each[key] for key in ("row", "hand", "units", "as", "when"))
        for each in ruleset.get("royalty", [])
    }
    assert listed == bonuses
    assert len(ruleset.get("royalty", [])) == len(bonuses)
    listed = [
        tuple(each[key] for key in ("id", "pattern", "units", "rank"))
        for each in ruleset.get("naturals.list", [])
    ]
    assert listed == naturals
    if naturals:
        assert ruleset.get("naturals.declare") == "automatic"
        assert ruleset.get("naturals.layout") == "any_partition"
        assert ruleset.get("naturals.quads_as_two_pairs") is True
        assert ruleset.get("naturals.against_ordinary") == "value"
        assert ruleset.get("naturals.against_natural") == "difference"
    assert ruleset.get("surrender.amount.units") == surrender
    if surrender:
        assert ruleset.get("surrender.payees") == "live_only"
        assert ruleset.get("surrender.against_surrender") == 0
        assert ruleset.get("surrender.against_natural") == "surrender_amount"
        assert ruleset.get("surrender.royalties") == "none"


@of_every("name", FACTS)
def test_the_facts_that_all_of_them_share(name):
    ruleset = library().get(name)
    assert (ruleset.get("stakes.unit_cap.max"), ruleset.get("stakes.unit_cap.currency")) == (1000, "USD")
    assert (ruleset.get("table.players.min"), ruleset.get("table.players.max")) == (2, 4)
    assert (ruleset.get("table.deck.cards"), ruleset.get("table.deck.jokers")) == (52, 0)
    assert ruleset.get("table.dealt.cards") == 13
    assert [ruleset.get(f"table.rows.{row}") for row in ("front", "middle", "back")] == [3, 5, 5]
    assert (ruleset.get("ranking.wheel"), ruleset.get("ranking.royal")) == ("low", "straight_flush")
    assert ruleset.get("ranking.front") == ["high_card", "pair", "trips"]
    assert ruleset.get("ranking.short_row") == "missing_cards_lowest"
    assert (ruleset.get("set_order.equal"), ruleset.get("set_order.foul.price")) == ("allow", "rows")
    assert ruleset.get("comparison.topology") == "all_pairs"


def test_the_library_has_the_nine_systems():
    assert {each.id for each in library().rulesets() if each.id.startswith("wsgc-")} == set(FACTS)


# ------------------------------------------------------------------------------- citations


def figures(node, path, cited):
    """(path, value, citations in the same table or around a plain table of figures) of every number of a file."""
    if isinstance(node, list):
        for place, item in enumerate(node):  # a list of figures is a figure of its table
            yield from figures(item, f"{path}[{place}]", [] if isinstance(item, dict) else cited)
    elif isinstance(node, dict):
        cites = node.get("cite", [])
        cites = [cites] if isinstance(cites, str) else cites
        plain = all(isinstance(value, int) for value in node.values())
        for key, value in node.items():
            yield from figures(value, f"{path}.{key}" if path else key, cites or (cited if plain else []))
    elif isinstance(node, int) and not isinstance(node, bool):
        yield path, node, cited


def test_every_number_of_the_library_has_its_citation_and_it_resolves():
    """ruleset.md: "Every number has its citation beside it, and it resolves." """
    count = 0
    for name, text in SHIPPED.items():
        data = tomllib.loads(text)
        for key in ("ruleset", "reading", "severity"):
            data.pop(key, None)
        for path, value, cites in figures(data, "", []):
            count += 1
            assert cites, f"{name}: {path} = {value} has no citation beside it"
            for cite in cites:
                assert cite == CONVENTION or cite in catalogue(), f"{name}: {path} cites {cite}"
    assert count > 30


UNSTATED = {("ofc-event", "set_order")}  # its sheet prices a foul, and does not say what one is


@of_every("ruleset", library().rulesets(), ids=str)
def test_what_a_finding_would_cite_is_in_the_catalogue(ruleset):
    for path in ("rows", "royalty", "naturals", "surrender", "set_order", "set_order.foul", "stakes.unit_cap", "table.players",
                 "table.deck", "table.dealt", "table.rows", "comparison", "irregularities"):  # fmt: skip
        section = ruleset.get(path)
        if isinstance(section, dict) and section and (ruleset.id, path) not in UNSTATED:
            assert ruleset.cite(path) in catalogue(), path


def test_every_clause_of_the_catalogue_is_whole():
    for clause in catalogue().values():
        assert clause.id.strip() == clause.id
        assert clause.source
        assert clause.statement
    for ambiguity in ambiguities().values():
        assert ambiguity.clauses
        assert all(clause in catalogue() or clause == CONVENTION for clause in ambiguity.clauses), (
            ambiguity.id
        )
        assert ambiguity.default in ambiguity.readings
        assert ambiguity.question
        assert ambiguity.because
        assert len(ambiguity.readings) >= 2
        assert all(reading.means for reading in ambiguity.readings.values())
        assert ambiguity.touches is None or ambiguity.touches in known_topics() | pot_topics(), ambiguity.id


# ------------------------------------------------------------------------------- readings


@pytest.mark.sampled(6)
@every_ruleset
def test_the_default_reading_of_every_ambiguity_changes_nothing(ruleset):
    """What a ruleset says is what the default readings say of it."""
    for ambiguity in ambiguities().values():
        taken = ruleset.reading(ambiguity)
        assert figures_of(ruleset.under({ambiguity.id: taken})) == figures_of(ruleset), ambiguity.id


def figures_of(ruleset):
    """All that replay takes from a ruleset."""
    scoring = compiled(ruleset)
    royalties = scoring.royalties
    return {
        "params": {name: section for name, section in ruleset.params.items() if name != "rows"},
        "rows": scoring.rows.tolist(),
        "silent": scoring.silent.tolist(),
        "scale": scoring.scale.wheels,
        "royalties": royalties
        and (royalties.held.tolist(), royalties.won.tolist(), royalties.net_winner.tolist()),
        "foul": (scoring.equal_rows_foul, scoring.foul_price, scoring.foul_units),
        "naturals": scoring.naturals,
        "surrender": scoring.surrender,
    }


@pytest.mark.sampled(6)
@every_ruleset
def test_every_reading_compiles(ruleset):
    for ambiguity in ambiguities().values():
        for reading in ambiguity.readings:
            other = ruleset.under({ambiguity.id: reading})
            assert other.reading(ambiguity) == reading
            compiled(other)
            if other.params != ruleset.params:
                assert other.digest != ruleset.digest


@pytest.mark.sampled(6)
@every_ruleset
def test_a_what_if_does_not_touch_the_ruleset(ruleset):
    before = hashlib.sha256(repr(ruleset.params).encode()).hexdigest()
    for ambiguity in ambiguities().values():
        for reading in ambiguity.readings:
            ruleset.under({ambiguity.id: reading})
    assert hashlib.sha256(repr(ruleset.params).encode()).hexdigest() == before


# ------------------------------------------------------------------------------- a revision never changes


def locked():
    """The lock file: "id@revision digest", one a line."""
    text = (FOLDER / "digests.lock").read_text("utf-8")
    return dict(line.split() for line in text.splitlines() if line.strip() and not line.startswith("#"))


def every_revision():
    """All revisions of the library, parts included."""
    return {str(each): each for revisions in library()._all.values() for each in revisions}


def test_no_published_digest_moves_and_none_is_missing():
    """A digest that moves: a published revision was changed; make a new one. One that is not locked: add it."""
    wanted = {name: each.digest for name, each in every_revision().items() if not each.abstract}
    stated = locked()
    assert {name: digest for name, digest in stated.items() if name in wanted} == wanted
    parts = {name: each.digest for name, each in every_revision().items() if each.abstract}
    assert {name: digest for name, digest in stated.items() if name not in wanted}.items() <= parts.items()


@of_every("ruleset", library().rulesets(), ids=str)
def test_a_digest_is_a_sha_256(ruleset):
    assert len(ruleset.digest) == 64
    int(ruleset.digest, 16)


def test_a_digest_is_of_the_content_not_of_the_writing():
    """Comments, order of keys and spelling of the TOML do not count; a figure does, and one that is extended does."""
    base, part = BASE, PART
    known = digests({"a": base, "b": part})
    assert digests({"b": part, "a": base}) == known
    assert (
        digests({"a": "# a remark\n" + base, "b": part.replace("units = 4", "units =  4  # four")}) == known
    )
    assert digests({"a": base.replace('title = "Base"', 'title = "Another"'), "b": part}) == known
    moved = digests({"a": base, "b": part.replace("units = 4", "units = 5")})
    assert (moved["base@1"], moved["part@1"] == known["part@1"]) == (known["base@1"], False)
    moved = digests({"a": base.replace("unit = 1", "unit = 2"), "b": part})
    assert moved["base@1"] != known["base@1"]
    assert moved["part@1"] != known["part@1"]


def digests(sources):
    return {str(each): each.digest for each in load(sources).rulesets()}


def test_until_is_worked_out_and_no_part_of_the_digest():
    alone = load({"1": BASE.replace("in_force = {}", "in_force = { from = 2020-01-01 }")})
    second = BASE.replace("revision = 1", "revision = 2").replace(
        "in_force = {}", "in_force = { from = 2021-07-01 }"
    )
    both = load({"1": BASE.replace("in_force = {}", "in_force = { from = 2020-01-01 }"), "2": second})
    assert alone.get("base@1").in_force == {"from": "2020-01-01"}
    assert both.get("base@1").in_force == {"from": "2020-01-01", "until": "2021-06-30"}
    assert both.get("base@1").digest == alone.get("base@1").digest


def test_a_last_day_that_a_file_states_is_part_of_the_digest():
    text = BASE.replace("in_force = {}", "in_force = { from = 2020-01-01, until = 2020-06-30 }")
    stated, open_ = (
        load({"1": text}).get("base"),
        load({"1": text.replace(", until = 2020-06-30", "")}).get("base"),
    )
    assert stated.in_force == {"from": "2020-01-01", "until": "2020-06-30"}
    assert stated.digest != open_.digest
    for day, held in (
        ("2019-12-31", False),
        ("2020-01-01", True),
        ("2020-06-30", True),
        ("2020-07-01", False),
    ):
        assert stated.holds_on(dt.date.fromisoformat(day)) is held


@pytest.mark.parametrize(("until", "last"), [("2020-06-30", "2020-06-30"), ("2022-12-31", "2021-06-30")])
def test_a_successor_brings_a_last_day_forward_and_never_puts_it_off(until, last):
    first = BASE.replace("in_force = {}", f"in_force = {{ from = 2020-01-01, until = {until} }}")
    second = BASE.replace("revision = 1", "revision = 2").replace("{}", "{ from = 2021-07-01 }", 1)
    assert load({"1": first, "2": second}).get("base@1").in_force["until"] == last


# ------------------------------------------------------------------------------- a name


def test_a_name_with_and_without_its_revision():
    assert str(library().get("wsgc-2-4")) == str(library().get("wsgc-2-4@1")) == "wsgc-2-4@1"


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("wsgc-2-5", "wsgc-2-4@1"),
        ("wsgc-2-4@2", "wsgc-2-4@1"),
        ("wsgc-2-4@9", "wsgc-2-4@1"),
        ("wsgc-2-4@01", "wsgc-2-4@1"),
        ("mix-wsgc-bonuses", "wsgc-2-4-bonuses@1"),
    ],
)
def test_a_name_that_is_nearly_known_is_answered_with_the_one_that_may_be_meant(name, near):
    with pytest.raises(UnknownRuleset) as unknown:
        library().get(name)
    assert str(unknown.value) == f"The library has no ruleset '{name}'. Did you mean {near}?"


@pytest.mark.parametrize("name", ["@1", ""])
def test_any_other_name_is_answered_with_the_known_names(name):
    with pytest.raises(UnknownRuleset) as unknown:
        library().get(name)
    for each in FACTS:
        assert f"{each}@1" in str(unknown.value)


def test_a_library_of_some_rulesets_has_the_same_ones_where_nothing_else_ends_them():
    whole = library()
    part = whole.holding(whole.revisions())
    assert all(one is other for one, other in zip(whole.revisions(), part.revisions(), strict=True))
