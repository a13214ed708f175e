"""Ruleset files that do not load: what is wrong, where, all of it at once; and that nothing is priced by accident."""

import datetime as dt
import tomllib

import pytest

from rules.clauses import CONVENTION, ambiguities
from rules.controls.library import BadRuleset, library, load
from rules.controls.schema import problems_of
from rules.replay.scoring import compiled
from simulation.flips.flipped import Illegal, flipped
from tests.folding import of_every
from tests.rules.rulesets import BASE, PART
from tests.rules.test_library import SHIPPED, every_file


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


@of_every(
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
        ("[rows]", "[rows]\nper_row_too = \"no\"", "rows.per_row_too", "true or false"),
        ("[rows]", "[rows]\nper_row_too = 1", "rows.per_row_too", "true or false"),
        ("wheel = \"low\"", "wheel = \"lowest\"", "ranking.wheel", "must be one of"),
        ("[rows]", "[rows]\ntable = { \"4-0-0\" = 3 }", "rows.table.4-0-0", "won-lost-tied"),
        ("[rows]", "[rows]\ntable = { \"1-1-2\" = 3 }", "rows.table.1-1-2", "has three rows"),
        ("cite = \"WSGC-6d\"", "cite = 6", "rows.cite", "a citation is a clause id"),
        ("cite = \"WSGC-6d\"", "cite = []", "rows.cite", "a citation is a clause id"),
        ("id = \"base\"", "id = \"Base Rules\"", "ruleset.id", "small letters, digits and hyphens"),
        ("revision = 1", "revision = 0", "ruleset.revision", "greater than or equal to 1"),
        ("revision = 1\n", "", "ruleset.revision", "missing"),
        ("title = \"Base\"\n", "", "ruleset.title", "missing"),
        ("family = \"chinese\"", "family = \"whist\"", "ruleset.family", "must be one of"),
        ("in_force = {}", "in_force = { from = \"2026-01-01\" }", "ruleset.in_force.from", "without quotes"),
        ("in_force = {}", "in_force = { until = \"2026-01-01\" }", "ruleset.in_force.until", "without quotes"),
        ("in_force = {}", "in_force = { until = 2026-01-01T00:00:00Z }", "ruleset.in_force.until", "a day"),
        ("in_force = {}", "in_force = { until = true }", "ruleset.in_force.until", "a day"),
        ("in_force = {}", "in_force = { to = 2026-01-01 }", "ruleset.in_force.to", "no such section or key"),
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
def test_an_unknown_reading(text, said):
    assert said in only(BASE.replace("in_force = {}", text))


def test_a_patch_for_an_unknown_reading():
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
        (expected,) = [each for each in problems if each.startswith(file)]
        assert expected.startswith(f"{file}: ruleset.extends: ")
        assert other in expected
    assert any(
        "ruleset.extends" in each for each in refused(BASE.replace("in_force = {}", 'extends = ["base@1"]'))
    )


def test_two_files_for_one_revision():
    assert "base.toml is base@1 as well" in only(BASE, BASE)


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


@pytest.mark.parametrize(
    ("first", "corrects", "second", "expected"),
    [
        ("", 1, "", ""),
        ("from = 2026-01-01", 1, "from = 2026-01-01", ""),
        ("from = 2026-01-01", 1, "from = 2026-02-01", "corrects"),
        ("", 3, "", "corrects"),
    ],
)
def test_a_correction_holds_on_the_days_of_what_it_corrects(first, corrects, second, expected):
    one = BASE.replace("in_force = {}", f"in_force = {{ {first} }}")
    two = BASE.replace("in_force = {}", f"in_force = {{ {second} }}\ncorrects = {corrects}").replace(
        "revision = 1", "revision = 2"
    )
    if expected:
        assert only(one, two).startswith(
            "part.toml: ruleset.corrects: it must correct revision 1, the one before"
        )
        return
    registry = load({"a": one, "b": two})
    day = dt.date(2026, 3, 14)
    assert [str(registry.choice(name).on(day)) for name in ("base", "base@1", "base@2")] == [
        "base@2",
        "base@1",
        "base@2",
    ]
    assert [each.until for each in registry.choice("base").revisions] == [None, None]


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


OPEN_FACE = {
    name: text
    for name, text in SHIPPED.items()
    if 'family = "ofc"' in text and not name.startswith("olympic")
}
CARNIVALE, EVENT = "carnivale/carnivale-ofc-2013/1.toml", "events/ofc-event/1.toml"
CASH, PINEAPPLE = "described/ofc-cash/1.toml", "described/ofc-pineapple/1.toml"


@pytest.mark.sampled(5)
@pytest.mark.parametrize(
    ("name", "old", "new", "path", "said"),
    [
        (CARNIVALE, "tournament_chips", "beans", "stakes.medium", "must be one of: cash, chips, tournament_chips"),
        (CARNIVALE, "variant = \"ofc\"", "variant = \"turbo\"", "placement.variant", "must be one of: ofc, pineapple"),
        (CARNIVALE, "first = 5", "first = 0", "placement.first", "greater than or equal to 1"),
        (CARNIVALE, "after = 30", "after = -1", "clock.call.after", "greater than or equal to 0"),
        (CARNIVALE, "seconds = 30", "seconds = 0", "clock.time.seconds", "greater than or equal to 1"),
        (CARNIVALE, "then = \"force\"", "then = \"fold\"", "clock.expiry.then", "must be one of: force, foul"),
        (CARNIVALE, "17:00:00,", "17:00:00Z,", "event.start.at", "without quotes and offset"),
        (CARNIVALE, "chips = 15000", "chips = 0", "event.starting_stack.chips", "greater than or equal to 1"),
        (CARNIVALE, "[\"hand\", \"stack\"]", "[\"age\"]", "event.bust_order.keys", "must be one of: hand, stack, time"),
        (CARNIVALE, "sequence = \"pairs\"", "sequence = \"any\"", "chips.sequence", "must be one of: pairs"),
        (CARNIVALE, "cover = \"gross_both_sides\"", "", "chips.cover", "missing"),
        (CARNIVALE, "value = 450\n", "", "event.level.4", "missing"),
        (CARNIVALE, "next = 500\n", "", "event.colour_up.1", "missing"),
        (EVENT, "units = 3  ", "units = -3  ", "penalties.missed_hand.units", "greater than or equal to 0"),
        (EVENT, "receives = \"nothing\"", "receives = \"all\"", "penalties.missed_hand.receives", "nothing, fouls"),
        (EVENT, "leaving = \"foul\"", "leaving = \"warn\"", "presence.leaving", "must be one of: foul"),
        (EVENT, "own_royalties = \"void\"", "own_royalties = \"half\"", "set_order.foul.own_royalties", "void, kept, paid"),
        (EVENT, "units = 6  ", "# units = 6", "set_order.foul.units", "missing"),
        (EVENT, "rank = \"6\"", "rank = \"11\"", "royalty.0.rank", "must be one of: 2, 3, 4"),
        (EVENT, "zero = \"stays\"", "zero = \"leaves\"", "chips.zero", "must be one of: stays, out_at_once"),
        (CASH, "cards = 13", "cards = 12", "fantasyland.cards", "greater than or equal to 13"),
        (CASH, "rank = \"Q\"", "rank = \"1\"", "fantasyland.entry.rank", "must be one of"),
        (CASH, "front = \"trips\", back", "front = \"flush\", back", "fantasyland.stay.front", "pair, trips"),
        (PINEAPPLE, "more = {}", "more = { Q = 18 }", "fantasyland.more.Q", "less than or equal to 17"),
        (PINEAPPLE, "more = {}", "more = { X = 15 }", "fantasyland.more.X", "must be one of"),
    ],
)  # fmt: skip
def test_what_an_open_face_file_may_not_say(name, old, new, path, said):
    assert old in OPEN_FACE[name]
    (problem,) = refused(**OPEN_FACE | {name: OPEN_FACE[name].replace(old, new, 1)})
    assert problem.startswith(f"{name}: {path}"), problem
    assert said in problem


POOL = '\n[pool]\nante = 3\nprize = "fixed"\ntie = "split"\ncite = "WSGC-6d"\n'
STREETS = '\n[placement]\nvariant = "pineapple"\nfirst = 5\nthen = 3\ndiscarded = 1\ncite = "WSGC-6d"\n'
LEVELS = '\n[[event.level]]\nlevel = 2\nvalue = 10\ncite = "WSGC-6d"\n'
MISSING = "missing, here and in what the file extends"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (BASE.replace("all_pairs", "pool"), ["pool: a game of pool needs the section"]),
        (BASE.replace("all_pairs", "single_winner"), ["single_winner: a game of single_winner needs the section"]),
        (BASE + POOL, [f"pool.prize_units: {MISSING}"]),
        (
            BASE.replace("jokers = 0", "jokers = 2"),
            [
                "table.deck.cards: 52 cards are stated; a deck with 2 jokers has 54",
                "jokers.value: the deck has jokers, so what they stand for must be said",
            ],
        ),
        (BASE + STREETS, []),
        (BASE + STREETS + "set = 2\n", []),
        (BASE + STREETS + "set = 1\n", ["placement.set: 1, where 2 of 3 are not discarded"]),
        (
            BASE + STREETS.replace("discarded = 1", "discarded = 0"),
            ["placement: 5 cards at first and 3 kept of 3 a turn do not make 13"],
        ),
        (
            BASE + STREETS.replace("discarded = 1", "discarded = 3"),
            ["placement: 5 cards at first and 0 kept of 3 a turn do not make 13"],
        ),
        (
            BASE + LEVELS,
            [
                "event.levels: there are levels, and how many hands each lasts is missing",
                "event.level: the levels are 2; they count from 1 and leave none out",
            ],
        ),
    ],
)  # fmt: skip
def test_a_game_that_cannot_be_played_as_it_is_written(text, said):
    if said:
        assert refused(text) == [f"base.toml: {each}" for each in said]
    else:
        assert str(load({"base.toml": text}).get("base")) == "base@1"


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


NOBODY_WON = "1-1-1"  # neither side won more rows


@pytest.mark.parametrize("left_out", [{"2-1-0"}, {"3-0-0"}, {"2-0-1", "1-0-2"}, set(OUTCOMES)])
def test_an_outcome_without_a_price_is_never_priced_by_accident(left_out):
    """ruleset.md: "What a ruleset does not price (a `silent` outcome) yields an undetermined finding." """
    table = ", ".join(
        f'"{outcome}" = {0 if outcome == NOBODY_WON else 2}'
        for outcome in OUTCOMES
        if outcome not in left_out
    )
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


def test_a_deal_is_settled_in_one_step_at_least():
    with pytest.raises(Illegal, match=r"chips\.phases: empty, where a deal is settled in one step at least"):
        flipped(library().get("hawaiian-gardens"), ("chips", "phases"), [])


@pytest.mark.parametrize(
    ("name", "steps", "value", "said"),
    [
        ("classic-simple", ("ranking", "front"), ["pair", "trips"],
         "ranking.front: ['pair', 'trips'], where a front ranks as high_card, pair, trips; another ranking is not audited"),
        ("classic-simple", ("ranking", "front"), ["trips", "pair", "high_card"], "another ranking is not audited"),
        ("wsgc-2-4", ("rows", "table", "1-1-1"), 1,
         "rows.table.1-1-1: a price, where neither side won more rows than the other, so that nobody could be paid it"),
        ("olympic-tournament", ("bounty", "split", "odd"), "seat_order", "must be one of: entry_number"),
        ("olympic-tournament", ("prizes", "ties", "odd"), "seat_order", "must be one of: entry_number"),
        ("olympic-jackpots", ("jackpot_pool", "bad_beat", "ties", "odd"), "entry_number", "must be one of: seat_order"),
        ("olympic-jackpots", ("jackpot_pool", "royal", "several", "odd"), "entry_number", "must be one of: seat_order"),
    ],
)  # fmt: skip
def test_a_value_that_replay_does_not_follow(name, steps, value, said):
    with pytest.raises(Illegal) as refused:
        flipped(library().get(name), steps, value)
    assert said in str(refused.value)
