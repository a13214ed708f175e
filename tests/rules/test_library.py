"""The library of rulesets: what the shipped files say, what a bad file is told, and that a revision never changes."""

import hashlib
import tomllib
from importlib.resources import files

import pytest

from rules.clauses import CONVENTION, ambiguities, catalogue
from rules.controls.library import BadRuleset, UnknownRuleset, library, load
from rules.controls.schema import problems_of
from rules.replay.scoring import compiled
from rules.replay.topics import known_topics

FOLDER = files("rules") / "library"


def shipped():
    """Every file of the library: its name and its text."""
    for authority in FOLDER.iterdir():
        for ruleset in authority.iterdir() if authority.is_dir() else ():
            for path in ruleset.iterdir():
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


@pytest.mark.parametrize("name", FACTS)
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


@pytest.mark.parametrize("name", FACTS)
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
        for place, item in enumerate(node):
            yield from figures(item, f"{path}[{place}]", [])
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


@every_ruleset
def test_what_a_finding_would_cite_is_in_the_catalogue(ruleset):
    for path in ("rows", "royalty", "naturals", "surrender", "set_order", "set_order.foul", "stakes.unit_cap", "table.players",
                 "table.deck", "table.dealt", "table.rows", "comparison", "irregularities"):  # fmt: skip
        section = ruleset.get(path)
        if isinstance(section, dict) and section:
            assert ruleset.cite(path) in catalogue(), path


def test_every_clause_of_the_catalogue_is_whole():
    for clause in catalogue().values():
        assert clause.id.strip() == clause.id
        assert clause.source
        assert clause.statement
    for ambiguity in ambiguities().values():
        assert ambiguity.clause in catalogue()
        assert ambiguity.default in ambiguity.readings
        assert ambiguity.question
        assert ambiguity.because
        assert len(ambiguity.readings) >= 2
        assert all(reading.means for reading in ambiguity.readings.values())
        assert ambiguity.touches is None or ambiguity.touches in known_topics(), ambiguity.id


# ------------------------------------------------------------------------------- readings


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


@every_ruleset
def test_every_reading_compiles(ruleset):
    for ambiguity in ambiguities().values():
        for reading in ambiguity.readings:
            other = ruleset.under({ambiguity.id: reading})
            assert other.reading(ambiguity) == reading
            compiled(other)
            if other.params != ruleset.params:
                assert other.digest != ruleset.digest


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


@every_ruleset
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


# ------------------------------------------------------------------------------- a name


def test_a_name_with_and_without_its_revision():
    assert str(library().get("wsgc-2-4")) == str(library().get("wsgc-2-4@1")) == "wsgc-2-4@1"


@pytest.mark.parametrize(
    "name", ["wsgc-2-5", "wsgc-2-4@2", "wsgc-2-4@", "@1", "", "mix-wsgc-bonuses", "wsgc-2-4@01"]
)
def test_a_name_that_the_library_lacks_is_told_what_there_is(name):
    if name == "wsgc-2-4@":
        with pytest.raises(UnknownRuleset):
            library().get("wsgc-2-4@9")
        return
    with pytest.raises(UnknownRuleset) as unknown:
        library().get(name)
    for each in FACTS:
        assert f"{each}@1" in str(unknown.value)


# ------------------------------------------------------------------------------- bad files

BASE = """
[ruleset]
id = "base"
revision = 1
title = "Base"
authority = "Room"
family = "chinese"
in_force = {}

[table]
players = { min = 2, max = 4, cite = "WSGC-1c" }
deck = { cards = 52, jokers = 0, cite = "WSGC-1a", fixed = true }
dealt = { cards = 13, cite = "WSGC-2b", fixed = true }
rows = { front = 3, middle = 5, back = 5, cite = "WSGC-4", fixed = true }

[stakes]
unit_cap = { max = 1000, currency = "USD", cite = "WSGC-3b" }

[ranking]
wheel = "low"
cite = "WSGC-5b"

[set_order]
equal = "allow"
cite = "WSGC-5a"

[comparison]
topology = "all_pairs"
cite = "WSGC-6c"

[rows]
kind = "per_row"
unit = 1
tie = 0
cite = "WSGC-6d"
"""

PART = """
[ruleset]
id = "part"
revision = 1
title = "A room's"
authority = "Room"
family = "chinese"
extends = ["base@1"]

[[royalty]]
row = "back"
hand = "quads"
units = 4
as = "extra"
when = "held"
cite = "WSGC-bonus-quads"
"""


def refused(*texts, **named):
    """The problems of files; the first is called base.toml, the second part.toml."""
    sources = dict(zip(("base.toml", "part.toml", "third.toml"), texts, strict=False)) | named
    with pytest.raises(BadRuleset) as bad:
        load(sources)
    return list(bad.value.problems)


def only(*texts):
    (problem,) = refused(*texts)
    return problem


def test_the_files_of_these_tests_load():
    assert [str(each) for each in load({"a": BASE, "b": PART}).rulesets()] == ["base@1", "part@1"]


@pytest.mark.parametrize(
    ("old", "new", "path", "said"),
    [
        ("[ranking]", "[rankin]", "rankin", "no such section or key"),
        ("wheel = \"low\"", "wheels = \"low\"", "ranking.wheels", "no such section or key"),
        ("max = 4", "most = 4", "table.players.most", "no such section or key"),
        ("min = 2", "min = \"2\"", "table.players.min", "not a valid integer"),
        ("unit = 1", "unit = 1.5", "rows.unit", "not a valid integer"),
        ("unit = 1", "unit = -1", "rows.unit", "greater than or equal to 0"),
        ("unit = 1", "unit = true", "rows.unit", "not a valid integer"),
        ("kind = \"per_row\"", "kind = \"by_row\"", "rows.kind", "must be one of"),
        ("wheel = \"low\"", "wheel = \"lowest\"", "ranking.wheel", "must be one of"),
        ("[rows]", "[rows]\ntable = { \"4-0-0\" = 3 }", "rows.table.4-0-0", "won-lost-tied"),
        ("cite = \"WSGC-6d\"", "cite = 6", "rows.cite", "a citation is a clause id"),
        ("cite = \"WSGC-6d\"", "cite = []", "rows.cite", "a citation is a clause id"),
        ("id = \"base\"", "id = \"Base Rules\"", "ruleset.id", "does not match"),
        ("revision = 1", "revision = 0", "ruleset.revision", "greater than or equal to 1"),
        ("revision = 1\n", "", "ruleset.revision", "missing"),
        ("title = \"Base\"\n", "", "ruleset.title", "missing"),
        ("family = \"chinese\"", "family = \"whist\"", "ruleset.family", "must be one of"),
        ("in_force = {}", "in_force = { from = \"2026-01-01\" }", "ruleset.in_force.from", "without quotes"),
        ("in_force = {}", "in_force = { until = 2026-01-01 }", "ruleset.in_force.until", "no such section or key"),
        ("in_force = {}", "in_force = { from = 2026-01-01T00:00:00Z }", "ruleset.in_force.from", "a day"),
        ("in_force = {}", "extends = [\"base\"]", "ruleset.extends", "pin the revision"),
        ("in_force = {}", "severity = 5", "ruleset.severity", "no such section or key"),
        ("[rows]", "[severity]\nSCR001 = \"grave\"\n[rows]", "severity.SCR001", "must be one of"),
    ],
)  # fmt: skip
def test_a_section_key_or_value_that_a_file_may_not_have(old, new, path, said):
    assert old in BASE
    problem = only(BASE.replace(old, new, 1))
    assert problem.startswith(f"base.toml: {path}"), problem
    assert said in problem


def test_a_file_that_is_no_toml():
    assert only("[ruleset\n").startswith("base.toml: not TOML")


def test_an_empty_file_has_no_ruleset():
    assert only("").startswith("base.toml: ruleset: ")


@pytest.mark.parametrize(
    ("old", "new", "path", "said"),
    [
        ('cite = "WSGC-6d"', 'cite = "WSGC-66"', "rows.cite", "no clause 'WSGC-66'"),
        (
            'cite = "WSGC-3b"',
            'cite = ["WSGC-3b", "external:NONE"]',
            "stakes.unit_cap.cite",
            "no clause 'external:NONE'",
        ),
        ('cite = "WSGC-1c"', "fixed = false", "table.players.m", "no citation beside it"),
        ("units = 4", "units = 4 #", None, None),
    ],
)
def test_a_citation_that_leads_nowhere_or_is_not_there(old, new, path, said):
    if path is None:
        problem = only(BASE, PART.replace('cite = "WSGC-bonus-quads"', ""))
        assert problem.startswith("part.toml: royalty[0].units: the figure 4 has no citation beside it")
        return
    problems = refused(BASE.replace(old, new, 1))
    assert all(each.startswith(f"base.toml: {path}") and said in each for each in problems)


def test_an_external_clause_and_a_convention_are_citations():
    for cite in ("external:VOID-deal", CONVENTION):
        load({"a": BASE.replace('cite = "WSGC-6d"', f'cite = "{cite}"')})


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('readings = { "AMB-NONE" = "x" }', "no ambiguity 'AMB-NONE'"),
        (
            'readings = { "AMB-WHEEL" = "high" }',
            "'high' is no reading of AMB-WHEEL; there are: low, second, none",
        ),
    ],
)
def test_a_reading_that_there_is_not(text, said):
    assert said in only(BASE.replace("in_force = {}", text))


def test_a_patch_for_a_reading_that_there_is_not():
    patch = '[reading."AMB-WHEEL"]\nhigh = { "ranking.wheel" = "second" }\n'
    assert "'high' is no reading" in only(BASE + patch)


def test_a_reading_that_a_ruleset_takes_is_in_force():
    """ruleset.md: `readings`: "which reading of an ambiguity this ruleset takes"."""
    taken = load({"a": BASE.replace("in_force = {}", 'readings = { "AMB-WHEEL" = "second" }')}).get("base")
    assert taken.reading(ambiguities()["AMB-WHEEL"]) == "second"
    assert compiled(taken).scale is compiled(taken.under({"AMB-WHEEL": "second"})).scale


def test_extending_what_there_is_not():
    for base in ("basis@1", "base@2"):
        problems = refused(BASE, PART.replace("base@1", base))
        assert problems[0] == f"part.toml: ruleset.extends: there is no {base} in the library"
        assert all(each.startswith("part.toml") for each in problems)


def test_a_cycle():
    circle = BASE.replace("in_force = {}", 'extends = ["part@1"]')
    problems = refused(circle, PART)
    for file, other in (("base.toml", "part@1"), ("part.toml", "base@1")):
        (told,) = [each for each in problems if each.startswith(file)]
        assert told.startswith(f"{file}: ruleset.extends: ")
        assert other in told
    assert any(
        "ruleset.extends" in each for each in refused(BASE.replace("in_force = {}", 'extends = ["base@1"]'))
    )


def test_two_files_for_one_revision():
    assert "base@1 is also what base.toml says it is" in only(BASE, BASE)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("", "from = 2026-01-01"),
        ("from = 2026-01-01", "from = 2026-01-01"),
        ("from = 2026-01-01", "from = 2025-01-01"),
        ("", ""),
    ],
)
def test_dates_that_overlap(first, second):
    """A revision begins after the one before it; only the first may have been in force for ever."""
    one = BASE.replace("in_force = {}", f"in_force = {{ {first} }}")
    two = BASE.replace("in_force = {}", f"in_force = {{ {second} }}").replace("revision = 1", "revision = 2")
    if (first, second) == ("", "from = 2026-01-01"):
        load({"a": one, "b": two})
        return
    problem = only(one, two)
    assert problem.startswith("part.toml: ruleset.in_force.from: ")
    assert "overlaps revision 1" in problem


def test_past_a_bound():
    """ "The error names the file, the parameter, both values and the clause." """
    dearer = PART + '\n[stakes]\nunit_cap = { max = 2500, cite = "WSGC-3b" }\n'
    problem = only(BASE, dearer)
    for part in ("part.toml", "stakes.unit_cap.max", "2500", "1000", "WSGC-3b"):
        assert part in problem
    cheaper = load({"a": BASE, "b": PART + '\n[stakes]\nunit_cap = { max = 500, cite = "WSGC-3b" }\n'})
    assert cheaper.get("part").get("stakes.unit_cap") == {"max": 500, "currency": "USD", "cite": "WSGC-3b"}
    more_players = PART + '\n[table]\nplayers = { max = 5, cite = "WSGC-1c" }\n'
    assert "table.players.max" in only(BASE, more_players)


def test_past_a_bound_of_a_base_s_base():
    room = PART.replace('id = "part"', 'id = "room"').replace("base@1", "part@1")
    problem = only(BASE, PART, room + '\n[stakes]\nunit_cap = { max = 1001, cite = "WSGC-3b" }\n')
    assert problem.startswith("third.toml: stakes.unit_cap.max")


def test_a_bound_cannot_be_raised_by_way_of_a_second_base():
    """The mix's own value counts as the room's: the authority's bound is not gone because a part replaced it."""
    mix = BASE.replace('id = "base"', 'id = "mix"').replace("max = 1000", "max = 5000")
    room = PART.replace('["base@1"]', '["base@1", "mix@1"]')
    assert any("stakes.unit_cap.max" in each for each in refused(BASE, room, mix))


def test_a_fixed_parameter_changed():
    shorter = PART + '\n[table]\ndealt = { cards = 12, cite = "WSGC-2b" }\n'
    problem = only(BASE, shorter)
    for part in ("part.toml", "table.dealt.cards", "12", "13", "fixed", "WSGC-2b"):
        assert part in problem
    load({"a": BASE, "b": PART + '\n[table]\ndealt = { cards = 13, cite = "WSGC-2b" }\n'})


def test_what_is_fixed_cannot_be_let_loose():
    """A room that says `fixed = false` of the authority's parameter has changed it all the same."""
    loose = PART + '\n[table]\ndealt = { cards = 12, fixed = false, cite = "WSGC-2b" }\n'
    assert any("table.dealt.cards" in each for each in refused(BASE, loose))
    for_the_next = PART + '\n[table]\ndealt = { fixed = false, cite = "WSGC-2b" }\n'
    room = (
        PART.replace('id = "part"', 'id = "room"').replace("base@1", "part@1")
        + '\n[table]\ndealt = { cards = 12, cite = "WSGC-2b" }\n'
    )
    assert refused(BASE, for_the_next, room)


@pytest.mark.parametrize("amount", ["", "amount = {}\n", 'amount = { cite = "WSGC-surrender" }\n'])
def test_a_surrender_without_its_amount(amount):
    problem = only(BASE, PART + f'\n[surrender]\nallowed = true\n{amount}cite = "WSGC-surrender"\n')
    assert problem.startswith("part.toml: surrender.amount: ")


@pytest.mark.parametrize("section", ["table", "stakes", "ranking", "set_order", "comparison", "rows"])
def test_a_section_that_no_ruleset_can_do_without(section):
    parts = BASE.split("\n\n")
    less = "\n\n".join(part for part in parts if not part.startswith(f"[{section}]"))
    assert less != BASE
    assert only(less).startswith(f"base.toml: {section}: ")


def test_all_errors_of_all_files_at_once():
    bad = (
        BASE.replace("[ranking]", "[rankin]").replace("unit = 1", 'unit = "1"').replace("max = 4", "max = 0")
    )
    worse = PART.replace('cite = "WSGC-bonus-quads"', 'cite = "WSGC-nowhere"').replace(
        'id = "part"', 'id = "part"\nfoo = 1'
    )
    problems = refused(bad, worse)
    assert {each.split(": ")[1] for each in problems if each.startswith("base.toml")} == {
        "rankin",
        "rows.unit",
        "table.players.max",
    }
    assert any(each.startswith("part.toml: ruleset.foo") for each in problems)
    assert len(set(problems)) == len(problems)


def test_merging():
    """Tables merge, lists replace lists, left to right, then the file itself."""
    one = PART.replace('id = "part"', 'id = "one"')
    two = (
        one.replace('id = "one"', 'id = "two"').replace("units = 4", "units = 6")
        + '\n[rows]\nunit = 2\ncite = "WSGC-6d"\n'
    )
    room = PART.replace("base@1", "one@1").replace('"one@1"', '"one@1", "two@1"').split("[[royalty]]")[0]
    merged = load({"a": BASE, "b": one, "c": two, "d": room}).get("part")
    assert [each["units"] for each in merged.get("royalty")] == [6]
    assert merged.get("rows") == {"kind": "per_row", "unit": 2, "tie": 0, "cite": "WSGC-6d"}
    assert merged.get("stakes.unit_cap.max") == 1000
    turned = load(
        {"a": BASE, "b": one, "c": two, "d": room.replace('"one@1", "two@1"', '"two@1", "one@1"')}
    ).get("part")
    assert [each["units"] for each in turned.get("royalty")] == [4]


@every_file
def test_a_shipped_file_says_who_it_is_where_it_lies(name):
    authority, ruleset, revision = name.removesuffix(".toml").split("/")
    data = tomllib.loads(SHIPPED[name])
    assert problems_of(data) == []
    assert data["ruleset"]["id"] == ruleset
    assert str(data["ruleset"]["revision"]) == revision
    assert authority == authority.lower()


# ------------------------------------------------------------------------------- nothing by accident


@pytest.mark.parametrize(
    "patch",
    [
        '{ "rows.unti" = 2 }', '{ "rowz.unit" = 2 }', '{ "rows.unit.x" = 2 }', '{ "" = 2 }', '{ "rows" = 2 }',
        '{ "rows.unit" = "two" }', '{ "rows.unit" = -5 }', '{ "rows.kind" = "by_row" }', '{ "rows.table.9-0-0" = 1 }',
    ],
)  # fmt: skip
def test_a_patch_that_no_file_could_say(patch):
    """What a reading sets is held to the same as what a file says; a slip of the pen is no reading."""
    problems = refused(BASE + f'[reading."AMB-FOUL"]\nvoid = {patch}\n')
    assert any("AMB-FOUL" in each for each in problems)


OUTCOMES = ("3-0-0", "2-1-0", "2-0-1", "1-0-2", "1-1-1")


@pytest.mark.parametrize("left_out", [{"2-1-0"}, {"3-0-0"}, {"2-0-1", "1-0-2"}, set(OUTCOMES)])
def test_an_outcome_without_a_price_is_never_priced_by_accident(left_out):
    """ruleset.md: "What a ruleset does not price (a `silent` outcome) yields an undetermined finding." """
    table = ", ".join(f'"{outcome}" = 2' for outcome in OUTCOMES if outcome not in left_out)
    text = BASE.replace('kind = "per_row"', f'kind = "table"\ntable = {{ {table} }}')
    try:
        scoring = compiled(load({"base.toml": text}).get("base"))
    except BadRuleset:
        assert all("rows" in each for each in refused(text))
    else:
        for outcome in left_out:
            won, lost, _ = map(int, outcome.split("-"))
            assert scoring.silent[won * 4 + lost], outcome


@pytest.mark.parametrize(
    ("old", "new"),
    [("unit = 1", f"unit = {10**20}"), ("max = 1000", f"max = {10**20}"), ("tie = 0", f"tie = {10**20}")],
)
def test_a_figure_beyond_all_counting(old, new):
    assert "base.toml" in only(BASE.replace(old, new, 1))


def test_fewest_above_most():
    assert only(BASE.replace("min = 2", "min = 9")).startswith("base.toml: table.players")
