"""The pages of the reference: every link has a target, and the pages say what the documents and the cases say."""

import re
from functools import cache, partial
from os.path import normpath
from pathlib import Path

import pytest
from msgspec.structs import replace

from auditor.reference.clauses import table_of_documents
from auditor.reference.markdown import ROOT, anchor, table
from auditor.reference.reference_files import file_name, write
from auditor.reference.reference_page_list import pages, systems
from auditor.reference.systems.card_room_words import described
from auditor.reference.systems.described_page import how_it_pays
from auditor.reference.systems.worked import cases
from auditor.reference.systems.worked_hand_choice import worked
from rules.checks.catalogue import every_check
from rules.clauses import ambiguities, catalogue, documents
from rules.controls.library import library
from rules.replay.readings import other_readings
from tests.cli.kit import call
from tests.folding import of_every

LINK = re.compile(r"\]\(([^)\s]+)\)|^\[[^\]]+\]: (\S+)$", re.MULTILINE)
BY_KIND = ("checks", "clauses", "ambiguities", "documents", "systems", "parameters", "")

SHOWN_BY = {
    "wac-230-15-080": "wsgc-base",
    "olympic-time": "ofc-pineapple",
}  # fees that apply to a game of another system
of_all_systems = of_every("ruleset", systems(), ids=lambda each: each.id)
every_system = pytest.mark.parametrize("ruleset", systems(), ids=lambda each: each.id)
a_sixth = pytest.mark.sampled(6)  # of the systems, the same in each test
every_kind = pytest.mark.parametrize("kind", BY_KIND)


def of_kind(kind):
    """The pages of a kind, or those above all kinds."""
    return [path for path in pages() if (path.startswith(f"{kind}/") if kind else "/" not in path)]


@cache
def text(path):
    return pages()[path].markdown()


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


def test_there_is_a_page_for_each_system_check_clause_and_ambiguity():
    assert len(systems()) == 47
    assert {each.id for each in systems()} == {each.id for each in library().rulesets()}
    assert {each.id for each in systems() if each.family == "pot"} == {"olympic-cash", "standard-cash"}
    assert of_kind("systems") == [f"systems/{each.id}" for each in systems()]
    assert of_kind("checks") == [f"checks/{each.code}" for each in every_check()]
    assert of_kind("clauses") == [f"clauses/{each}" for each in catalogue()]
    assert of_kind("ambiguities") == [f"ambiguities/{each}" for each in ambiguities()]
    assert all(f"]({ROOT}/systems/{each.id})" in text("systems") for each in systems())


# ---------------------------------------------------------------- links


@cache
def anchors(path):
    headings = re.findall(r"^#+ (.*)$", text(path), re.MULTILINE)
    return {anchor(heading.strip("[]")) for heading in headings}


@pytest.mark.slow
@pytest.mark.sampled(6)
@every_kind
def test_every_link_has_a_target(kind):
    for page in of_kind(kind):
        for inline, referred in LINK.findall(text(page)):
            path, _, heading = (inline or referred).partition("#")
            assert path.startswith(ROOT), path
            target = path.removeprefix(ROOT).strip("/")
            assert target in pages(), path
            assert not heading or heading in anchors(target), f"{path}#{heading}"


def linked(page):
    """Whether a page gives the address of each clause, ambiguity and check that it has in brackets, once."""
    known = set(catalogue()) | set(ambiguities()) | {each.code for each in every_check()}
    named = set(re.findall(r"\[([A-Za-z][\w:.-]*)\](?![(\[:])", page)) & known
    labels = [label.lower() for label in re.findall(r"^\[([^\]]+)\]: ", page, re.MULTILINE)]
    assert named == {name for name in named if f"\n[{name}]: " in page}
    assert len(labels) == len(set(labels)), "labels differ by more than capitals"


@pytest.mark.slow
@pytest.mark.parametrize("kind", [kind for kind in BY_KIND if kind != "systems"])
def test_every_name_in_brackets_is_a_link(kind):
    for page in map(text, of_kind(kind)):
        linked(page)


@a_sixth
@every_system
def test_every_name_in_brackets_of_a_system_is_a_link(ruleset):
    linked(text(f"systems/{ruleset.id}"))


@pytest.mark.night
@pytest.mark.slow
def test_every_link_of_the_files_leads_to_a_file(tmp_path, monkeypatch):
    made = {path: replace(page, markdown=partial(text, path)) for path, page in pages().items()}
    monkeypatch.setattr("auditor.reference.reference_files.pages", lambda: made)  # the same texts, made once
    number, files = write(tmp_path), {str(file) for file in tmp_path.rglob("*.md")}
    assert number == len(pages()) == len(files)
    for path in pages():
        file = tmp_path / file_name(path)
        for inline, referred in LINK.findall(file.read_text("utf-8")):
            target = (inline or referred).partition("#")[0]
            assert normpath(file.parent / target) in files, f"{path}: {target}"


# ---------------------------------------------------------------- the clauses and the checks


def test_the_documents_have_every_clause_once():
    headings = [
        heading
        for page in of_kind("documents")
        for heading in re.findall(r"^### \[(.*)\]$", text(page), re.MULTILINE)
    ]
    assert sorted(headings) == sorted(catalogue())


def test_the_list_of_checks_has_every_check_once():
    assert re.findall(r"^\| \[([A-Z]{3}\d{3})\] ", text("checks"), re.MULTILINE) == sorted(
        (each.code for each in every_check()), key=lambda code: text("checks").index(f"[{code}]")
    )
    assert all(text("checks").count(f"| [{each.code}]") == 1 for each in every_check())


@of_every("entry", every_check(), ids=lambda entry: entry.code)
def test_a_check_has_its_documentation_and_its_clauses(entry):
    page = text(f"checks/{entry.code}")
    assert page.startswith(f"# {entry.code} {entry.name}\n\n**{entry.summary}**\n")
    for part in (entry.finds, entry.why, entry.example, entry.needs):
        assert part in page
    for clause in entry.clauses:
        assert f"- [{clause}] {catalogue()[clause].statement}\n" in page


def test_a_clause_says_what_carries_it():
    sweep = text("clauses/HG-sweep-6")
    assert (
        "- Parameters: `rows.table.3-0-0`, `sweep.pair` of [`hawaiian-gardens`], [`hawaiian-gardens-aces`]"
        in sweep
    )
    assert re.search(r"- Checks: .*\[SCR001\]", sweep)
    assert "- Leaves open: [AMB-SWEEP-TIE]" in sweep
    assert "- Why no check tests it: A session log does not show where cards lie on the table" in text(
        "clauses/WSGC-6a"
    )
    assert "- Cases: `SRC-HG-CHIPS`" in text("clauses/HG-chips-example")
    assert " and 7 more\n" in text("clauses/WSGC-1a")
    chips = text("clauses/CARN-colorup-100")
    assert "`event.colour_up[chip 100]` of [`carnivale-ofc-2013`]" in chips
    assert re.search(r"- Checks: \[LVL003\], .*\[LVL011\], \[LVL012\]\n", chips)
    assert "- Cases: `EX-OFC1-06`, `OFC1-ELIMINATED`" in text("clauses/OFC1-elim-example")


def test_an_ambiguity_has_its_readings_its_default_and_its_systems():
    joker = text("ambiguities/AMB-JOKER")
    assert "- a convention (no document says)\n" in joker
    foul = text("ambiguities/AMB-FOUL")
    for name in ambiguities()["AMB-FOUL"].readings:
        assert f"- **{name}**" in foul
    assert foul.count("(default)") == 1
    assert "- [`hawaiian-gardens`]\n" in foul


def test_the_figures_add_up():
    rows = re.findall(
        r"^\|(.+)\|$", section(text("clauses"), "## How many clauses are carried"), re.MULTILINE
    )[2:]
    numbers = [[int(cell or 0) for cell in map(str.strip, row.split("|")[1:])] for row in rows]
    *kinds, totals = numbers
    assert [sum(column) for column in zip(*kinds, strict=True)] == totals
    external = sum(document == "external" for document in documents().values())
    assert totals == [39, 159, 98, 53, 315, external, len(catalogue())]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "name",
    [
        "HG-sweep-6", "WSGC-6a", "HG-chips-example", "WSGC-1a", "OFC-turns", "CARN-royalty-top-66", "CARN-pay-short-example",
        "CARN-final-table", "OFC1-eliminated",
    ],
)  # fmt: skip
def test_the_command_line_explains_a_clause_alike(name):
    reported, page = call("explain", name).out, text(f"clauses/{name}")
    for kind in ("Parameters", "Checks", "Cases", "Why no check tests it"):
        for found in re.findall(rf"^- {kind}: (.*)$", page, re.MULTILINE):
            for each in re.findall(r"`[^`]+`|\[[A-Z]{3}\d{3}\]|and \d+ more", found) or [found]:
                assert each.strip("`[]") in reported, each


# ---------------------------------------------------------------- the systems


@a_sixth
@every_system
def test_a_page_has_its_parts(ruleset):
    page = text(f"systems/{ruleset.id}")
    assert page.startswith(f"# {ruleset.title}\n")
    how = "## How it is played" if ruleset.family == "pot" else "## How it pays"
    for heading in (how, "## What the documents leave open", "## All parameters"):
        assert f"\n{heading}\n" in page
    assert re.search(r"^## (A hand|Hands) worked through$", page, re.MULTILINE)
    for each in ambiguities().values():
        assert (f"[{each.id}]" in page) == ruleset.concerns(each), each.id


@a_sixth
@every_system
def test_a_page_names_every_clause_that_its_system_cites(ruleset):
    page = text(f"systems/{ruleset.id}")
    assert [clause for clause in ruleset.cited if clause in catalogue() and f"[{clause}]" not in page] == []


@of_all_systems
def test_the_hands_of_a_page_are_cases_of_its_system(ruleset):
    hands = worked(ruleset)
    assert hands
    own = {True: ruleset.id, False: SHOWN_BY.get(ruleset.id)}
    assert all(one.case["ruleset"] == own[one.own] for one in hands)


def answers(reported):
    """A replay in the form of a case's known answers."""
    if reported["game"] == "pot":
        return reported | {"nets": {str(seat["seat"]): seat["net"] for seat in reported["seats"]}}
    seats = {str(seat["seat"]): seat for seat in reported["seats"]}
    return {
        "units": {seat: each["units"] for seat, each in seats.items()},
        "royalties": {
            seat: each["royalties"] for seat, each in seats.items() if each.get("status") != "missed"
        },
        "stacks_after": {seat: each["stack_after"] for seat, each in seats.items()},
        "fouled": [each["seat"] for each in seats.values() if each["fouled"]],
        "pairs": [{name: pair[name] for name in ("a", "b", "units")} for pair in reported["pairs"]],
        "transfers": [
            {name: each[name] for name in ("payer", "payee", "amount")}
            for each in reported["transfers"] or ()
        ],
        "eliminated": reported["eliminated"],
        "single_winner": reported["winner"],
    }


@a_sixth
@every_system
def test_worked_hands_come_out_as_they_were_worked_out_by_hand(ruleset):
    """The replay that a page shows gives the known answers of its case."""
    for one in worked(ruleset):
        expected = {name: each for name, each in one.case["expected"].items() if each is not None and one.own}
        found = answers(one.reported)
        differing = {
            name: (each, found[name]) for name, each in expected.items() if found.get(name, each) != each
        }
        assert differing == {}, one.case["id"]
        assert f"(case `{one.case['id']}`)" in text(f"systems/{ruleset.id}")


def test_a_system_without_a_case_is_shown_by_one_of_what_it_is_built_on(monkeypatch):
    ruleset = library().get("classic-sweep-3")
    others = [case for case in cases() if case["ruleset"] != ruleset.id]
    monkeypatch.setattr("auditor.reference.systems.worked_hand_choice.cases", lambda: others)
    (one, *_) = worked.__wrapped__(ruleset)
    assert (one.case["ruleset"], one.own) == ("classic-simple", False)
    assert one.reported["ruleset"] == "classic-sweep-3@1"


@pytest.mark.sampled(16)
@every_system
def test_every_reading_has_a_sentence(ruleset):
    """The sentences know every value that a reading of the catalogue gives a parameter."""
    for each in ambiguities().values():
        for other in other_readings(ruleset, each).values():
            assert all(heading for heading, _ in how_it_pays(other))


def test_the_printed_example_of_chips_ends_with_twelve():
    page = text("systems/hawaiian-gardens")
    hand = section(page, "### Hand 1: chips that run out")
    assert "(case `SRC-HG-CHIPS`)" in hand
    assert "| A | +1 | +$4.00 | $8.00 | $12.00 |" in hand
    assert "| 2 | A to C | $6.00 | $2.00 | A has $2.00 left to cover it |" in hand
    assert "| 3 | D to A | $1.00 | $0.00 | A has nothing left to cover it |" in hand
    assert "| player | reading taken | other reading (1) | other reading (2) |" in squeezed(page)


def test_the_printed_example_of_increased_payments_comes_to_three():
    hand = section(text("systems/classic-increased"), "## A hand worked through")
    assert "| A | front | 6♠ 6♥ 6♣ | three sixes |" in hand
    assert "| A and B | won | lost | lost | front 3 − middle 2 − back 4 = −3 | A pays B $3.00 |" in hand


def test_the_special_hands_of_the_malayan_version():
    special = section(text("systems/malayan"), "### Special hands")
    rows = re.findall(r"^\| ([A-Z][^|]+) \| [^|]+ \| (\d+) \| (\d+) \|", special, re.MULTILINE)
    assert [(name, int(units)) for name, units, _ in rows] == [
        ("Three flushes", 3), ("Three straights", 4), ("Six and a half pairs", 4), ("Five pairs and three of a kind", 5),
        ("Four threes of a kind", 6), ("One colour", 10), ("Small", 10), ("Big", 10), ("Three fours of a kind", 16),
        ("Three straight flushes", 18), ("Twelve pictures", 18), ("One suit", 26),
    ]  # fmt: skip
    assert [int(rank) for *_, rank in rows] == list(range(1, 13))
    assert "| Big | every card from 8 to ace | 10 | 8 | [MY-sp-big] |" in special


def test_the_sheets_own_figures():
    page = text("systems/wsgc-2-4")
    rows = section(page, "### Rows")
    assert "| all three won | 4 | [WSGC-24-sweep] |" in rows
    assert "| one won, two tied | nothing ([AMB-ROWS-1W2T]) | not stated by the document |" in rows
    assert "A unit is worth $10.00 at most." in section(page, "### Players, cards and rows")
    bonuses = section(text("systems/wsgc-full"), "### Bonuses")
    assert "| four of a kind | | 3 | 3 | [WSGC-bonus-quads] |" in bonuses
    assert "A player may give up his hand. It costs 2 units" in section(
        text("systems/wsgc-full"), "### Surrender"
    )


def test_a_pool_and_a_single_winner():
    pool = section(text("systems/classic-pool-all"), "## A hand worked through")
    assert "12 units in all, 4 units for each row" in pool
    assert "| A | +18 | +$18.00 |" in pool
    winner = section(text("systems/classic-single-winner"), "## A hand worked through")
    assert "**A is the winner**" in winner
    assert "What each player wins" not in winner  # the document does not say


def test_what_another_reading_would_pay_in_the_hand():
    reported = section(
        text("systems/vietnamese-multipliers"), "### What other readings would pay in this hand"
    )
    assert "[AMB-SWEEP-MULT-SCOPE]" in reported
    assert "| A | +$18.00 | +$12.00 |" in reported


# ---------------------------------------------------------------- words


@pytest.mark.parametrize(
    ("row", "hand", "words"),
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
def test_a_row_in_words(row, hand, words):
    assert described(row, hand) == words


def test_a_table_is_padded_and_its_figures_stand_to_the_right():
    assert table(("player", "units"), [("A", "+18"), ("B", "−6")], right=("units",)).splitlines() == [
        "| player | units |",
        "| ------ | ----: |",
        "| A      |   +18 |",
        "| B      |    −6 |",
    ]


def test_the_readme_has_what_becomes_of_the_clauses():
    readme = (Path(__file__).parents[2] / "README.md").read_text("utf-8")
    assert table_of_documents() in readme, (
        "copy the table that auditor.reference.clauses.table_of_documents makes"
    )
    *_, every = table_of_documents().splitlines()
    total, *kinds = map(int, re.findall(r"\d+", every))
    assert total == sum(kinds) == 664


def test_the_page_of_a_parameter_that_no_audit_consults_says_so_and_why():
    row = next(line for line in text("parameters/pot.pots").splitlines() if "`all_live`" in line)
    assert "Stated, not audited: a log does not say who agreed to a second run." in row
    assert "Stated, not audited" not in text("parameters/stakes")
    assert "Stated, not audited" not in text(
        "parameters/pot.betting"
    )  # the one value of the documents, which replay takes


def test_the_system_and_the_clause_mark_what_no_audit_consults():
    assert "| `pot.pots.run_twice.consent` | all_live (stated, not audited) |" in re.sub(
        r" +", " ", text("systems/olympic-cash")
    )
    assert (
        "Stated, not audited: `pot.pots.run_twice.consent`. A log does not say who agreed to a second run."
        in text("clauses/OLY-2.32")
    )


def test_the_page_of_a_check_has_the_parameters_that_its_findings_change_with():
    """A table where it holds each parameter of it, else the parameters by themselves."""
    assert "`surrender.moment`" in text("checks/SUR004")
    held = text("checks/SCR001").partition("## Parameters that it tests")[2]
    assert "changes what the check states" in held
    assert "`royalty[].units`" in held or "`royalty[]`" in held
    assert "`records.numbers`" not in held
