"""The generated pages are what the code says, every link leads somewhere, and the pages say what they should."""

import re
from functools import cache

import pytest

from rules.checks.catalogue import every_check
from rules.clauses import ambiguities, catalogue
from rules.controls.library import library
from rules.replay.readings import other_readings
from tests.cli.kit import call
from tests.docs import DOCS, PAGES
from tests.docs.markdown import anchor, table
from tests.docs.systems.chosen import worked
from tests.docs.systems.page import how_it_pays
from tests.docs.systems.words import described
from tests.docs.systems.worked import cases

SYSTEMS = list({each.id: each for each in library().rulesets()}.values())  # the newest revision of each
LINK = re.compile(r"\]\(([^)\s]+)\)|^\[[^\]]+\]: (\S+)$", re.MULTILINE)

SHOWN_BY = {
    "wac-230-15-080": "wsgc-base",
    "olympic-time": "ofc-pineapple",
}  # fees beside a game of another system
every_system = pytest.mark.parametrize("ruleset", SYSTEMS, ids=lambda each: each.id)


@cache
def text(name):
    return (DOCS / name).read_text("utf-8")


def squeezed(page):
    """A page without the padding of its tables."""
    return re.sub(r" +", " ", page)


def section(page, heading):
    """A page from a heading to the next of its level."""
    level = heading.partition(" ")[0]
    found = re.search(
        rf"^{re.escape(heading)}\n(.*?)(?=^#{{1,{len(level)}}} |\Z)", page, re.MULTILINE | re.DOTALL
    )
    assert found, heading
    return squeezed(found[1])


@pytest.mark.parametrize("name", PAGES)
def test_a_generated_page_is_up_to_date(name):
    assert text(name) == PAGES[name](), "run `make docs`"


def test_there_is_a_page_for_each_system_and_for_nothing_else():
    assert len(SYSTEMS) == 45
    there = {path.name for path in (DOCS / "systems").iterdir()}
    assert there == {"README.md", *(f"{each.id}.md" for each in SYSTEMS)}
    assert all(f"]({each.id}.md)" in text("systems/README.md") for each in SYSTEMS)


# ---------------------------------------------------------------- links


@cache
def anchors(path):
    return {anchor(heading) for heading in re.findall(r"^#+ (.*)$", path.read_text("utf-8"), re.MULTILINE)}


@pytest.mark.parametrize("name", PAGES)
def test_every_link_leads_somewhere(name):
    page = DOCS / name
    for inline, referred in LINK.findall(text(name)):
        path, _, heading = (inline or referred).partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), path
        assert not heading or heading in anchors(target), f"{path}#{heading}"


@pytest.mark.parametrize("name", PAGES)
def test_every_name_in_brackets_is_a_link(name):
    """A clause, an ambiguity or a check in brackets is referred to at the end of the page."""
    page = text(name)
    known = set(catalogue()) | set(ambiguities()) | {each.code for each in every_check()}
    named = set(re.findall(r"\[([A-Za-z][\w:.-]*)\](?![(\[:])", page)) & known
    assert named == {name for name in named if f"\n[{name}]: " in page}


@pytest.mark.parametrize("name", PAGES)
def test_no_two_labels_are_one(name):
    """Markdown does not tell capitals apart in the names of links."""
    labels = [label.lower() for label in re.findall(r"^\[([^\]]+)\]: ", text(name), re.MULTILINE)]
    assert len(labels) == len(set(labels))


# ---------------------------------------------------------------- the clauses and the checks


def test_the_page_of_clauses_has_every_clause_and_every_ambiguity():
    page = text("clauses.md")
    assert [name for name in catalogue() if f"\n#### {name}\n" not in page] == []
    assert [name for name in ambiguities() if f"\n### {name}\n" not in page] == []


def test_the_page_of_checks_has_every_check():
    page = text("checks.md")
    assert [each.code for each in every_check() if f"\n### {each.code} {each.name}\n" not in page] == []


def test_a_clause_lists_what_carries_it():
    page = text("clauses.md")
    sweep = section(page, "#### HG-sweep-6")
    assert (
        "- Parameters: `rows.table.3-0-0`, `sweep.pair` of [`hawaiian-gardens`], [`hawaiian-gardens-aces`]"
        in sweep
    )
    assert re.search(r"- Checks: .*\[SCR001\]", sweep)
    assert "- Leaves open: [AMB-SWEEP-TIE]" in sweep
    assert "- Why it is not held: Where cards lie on the table" in section(page, "#### WSGC-6a")
    assert "- Cases: `SRC-HG-CHIPS`" in section(page, "#### HG-chips-example")
    assert " and 7 more\n" in section(page, "#### WSGC-1a")
    chips = section(page, "#### CARN-colorup-100")
    assert "`event.colour_up[chip 100]` of [`carnivale-ofc-2013`]" in chips
    assert "- Checks: [LVL003], [TRN002]\n" in chips
    assert "- Cases: `EX-OFC1-06`, `OFC1-ELIMINATED`" in section(page, "#### OFC1-elim-example")
    assert "Clauses: a convention (no document says)" in section(page, "### AMB-JOKER")


def test_the_figures_add_up():
    rows = re.findall(r"^\|(.+)\|$", section(text("clauses.md"), "## In figures"), re.MULTILINE)[2:]
    numbers = [[int(cell or 0) for cell in map(str.strip, row.split("|")[1:])] for row in rows]
    *kinds, totals = numbers
    assert [sum(column) for column in zip(*kinds, strict=True)] == totals
    assert totals == [39, 159, 98, 53, 24, len(catalogue()) - 373, len(catalogue())]


@pytest.mark.parametrize(
    "name",
    [
        "HG-sweep-6", "WSGC-6a", "HG-chips-example", "WSGC-1a", "OFC-turns", "CARN-royalty-top-66", "CARN-pay-short-example",
        "CARN-final-table", "OFC1-eliminated",
    ],
)  # fmt: skip
def test_the_command_line_explains_a_clause_alike(name):
    reported, page = call("explain", name).out, section(text("clauses.md"), f"#### {name}")
    for kind in ("Parameters", "Checks", "Cases", "Why it is not held"):
        for found in re.findall(rf"^- {kind}: (.*)$", page, re.MULTILINE):
            for each in re.findall(r"`[^`]+`|\[[A-Z]{3}\d{3}\]|and \d+ more", found) or [found]:
                assert each.strip("`[]") in reported, each


# ---------------------------------------------------------------- the systems


@every_system
def test_a_page_has_its_parts(ruleset):
    page = text(f"systems/{ruleset.id}.md")
    assert page.startswith(f"# {ruleset.title}\n")
    for heading in ("## How it pays", "## What the documents leave open", "## All parameters"):
        assert f"\n{heading}\n" in page
    assert re.search(r"^## (A hand|Hands) worked through$", page, re.MULTILINE)
    for each in ambiguities().values():
        assert (f"[{each.id}]" in page) == ruleset.concerns(each), each.id


@every_system
def test_a_page_names_every_clause_that_its_system_cites(ruleset):
    page = text(f"systems/{ruleset.id}.md")
    assert [clause for clause in ruleset.cited if clause in catalogue() and f"[{clause}]" not in page] == []


@every_system
def test_the_hands_of_a_page_are_cases_of_its_system(ruleset):
    hands = worked(ruleset)
    assert hands
    own = {True: ruleset.id, False: SHOWN_BY.get(ruleset.id)}
    assert all(one.case["ruleset"] == own[one.own] for one in hands)


def test_a_system_without_a_case_is_shown_by_one_of_what_it_is_built_on(monkeypatch):
    ruleset = library().get("classic-sweep-3")
    others = [case for case in cases() if case["ruleset"] != ruleset.id]
    monkeypatch.setattr("tests.docs.systems.chosen.cases", lambda: others)
    (one, *_) = worked.__wrapped__(ruleset)
    assert (one.case["ruleset"], one.own) == ("classic-simple", False)
    assert one.reported["ruleset"] == "classic-sweep-3@1"


@every_system
def test_every_reading_can_be_described(ruleset):
    """The sentences know every value that a reading of the catalogue gives a parameter."""
    for each in ambiguities().values():
        for other in other_readings(ruleset, each).values():
            assert all(heading for heading, _ in how_it_pays(other))


def test_the_printed_example_of_chips_ends_with_twelve():
    page = text("systems/hawaiian-gardens.md")
    hand = section(page, "### Hand 1: chips that run out")
    assert "(case `SRC-HG-CHIPS`)" in hand
    assert "| A | +1 | +$4.00 | $8.00 | $12.00 |" in hand
    assert "| 2 | A to C | $6.00 | $2.00 | A has $2.00 left to cover it |" in hand
    assert "| 3 | D to A | $1.00 | $0.00 | A has nothing left to cover it |" in hand
    assert "| player | as read here | otherwise (1) | otherwise (2) |" in squeezed(page)


def test_the_printed_example_of_increased_payments_comes_to_three():
    hand = section(text("systems/classic-increased.md"), "## A hand worked through")
    assert "| A | front | 6♠ 6♥ 6♣ | three sixes |" in hand
    assert "| A and B | won | lost | lost | front 3 − middle 2 − back 4 = −3 | A pays B $3.00 |" in hand


def test_the_special_hands_of_the_malayan_version():
    special = section(text("systems/malayan.md"), "### Special hands")
    rows = re.findall(r"^\| ([A-Z][^|]+) \| [^|]+ \| (\d+) \| (\d+) \|", special, re.MULTILINE)
    assert [(name, int(units)) for name, units, _ in rows] == [
        ("Three flushes", 3), ("Three straights", 4), ("Six and a half pairs", 4), ("Five pairs and three of a kind", 5),
        ("Four threes of a kind", 6), ("One colour", 10), ("Small", 10), ("Big", 10), ("Three fours of a kind", 16),
        ("Three straight flushes", 18), ("Twelve pictures", 18), ("One suit", 26),
    ]  # fmt: skip
    assert [int(rank) for *_, rank in rows] == list(range(1, 13))
    assert "| Big | every card from 8 to ace | 10 | 8 | [MY-sp-big] |" in special


def test_the_sheets_own_figures():
    page = text("systems/wsgc-2-4.md")
    rows = section(page, "### Rows")
    assert "| all three won | 4 | [WSGC-24-sweep] |" in rows
    assert "| one won, two tied | nothing ([AMB-ROWS-1W2T]) | not stated by the document |" in rows
    assert "A unit is worth $10.00 at most." in section(page, "### Players, cards and rows")
    bonuses = section(text("systems/wsgc-full.md"), "### Bonuses")
    assert "| four of a kind | | 3 | 3 | [WSGC-bonus-quads] |" in bonuses
    assert "A player may give up his hand. It costs 2 units" in section(
        text("systems/wsgc-full.md"), "### Surrender"
    )


def test_a_pool_and_a_single_winner():
    pool = section(text("systems/classic-pool-all.md"), "## A hand worked through")
    assert "12 units in all, 4 units for each row" in pool
    assert "| A | +18 | +$18.00 |" in pool
    winner = section(text("systems/classic-single-winner.md"), "## A hand worked through")
    assert "**A is the winner**" in winner
    assert "What each wins" not in winner  # the document does not say


def test_what_another_reading_would_pay_in_the_hand():
    reported = section(
        text("systems/vietnamese-multipliers.md"), "### What other readings would pay in this hand"
    )
    assert "[AMB-SWEEP-MULT-SCOPE]" in reported
    assert "| A | +$18.00 | +$12.00 |" in reported


# ---------------------------------------------------------------- words


@pytest.mark.parametrize(
    ("row", "hand", "said"),
    [
        ("6s6h6c", "trips", "three sixes"),
        ("9s9h4s4d4c", "full_house", "full house, fours over nines"),
        ("Ah2d3c4s5h", "straight", "straight to the five"),
        ("AsKsQsJsTs", "royal_flush", "royal flush"),
        ("Kd9c7h5h2d", "high_card", "king high"),
        ("TsTh8d8c2s", "two_pairs", "two pairs, tens and eights"),
        (None, None, "not recorded"),
    ],
)
def test_a_row_in_words(row, hand, said):
    assert described(row, hand) == said


def test_a_table_is_padded_and_its_figures_stand_to_the_right():
    assert table(("player", "units"), [("A", "+18"), ("B", "−6")], right=("units",)).splitlines() == [
        "| player | units |",
        "| ------ | ----: |",
        "| A      |   +18 |",
        "| B      |    −6 |",
    ]
