"""`auditor rulesets diff`: its text, its JSON, its statuses."""

import os
import pty
import random
import re
from itertools import product

import pytest

from auditor.cli.rulesets_diff import lines
from rules.clauses import catalogue
from rules.controls.difference import differences
from rules.controls.library import library
from tests.cli.kit import call as run
from tests.cli.kit import environment
from tests.processes import COMMAND, Forked

KEYS = ["parameter", "kind", "a", "b", "a_cites", "b_cites"]


def test_the_text_has_both_titles_the_values_and_their_clauses():
    done = run("rulesets", "diff", "wsgc-2-4", "wsgc-1-6@1")
    assert (done.status, done.err) == (1, "")
    assert done.lines == [
        "A  wsgc-2-4@1  Thirteen Card Poker, 2-4 scoring",
        "B  wsgc-1-6@1  Thirteen Card Poker, 1-6 scoring",
        "",
        "3 parameters differ; 7 more are the same and cited otherwise.",
        "",
        "rows.table.3-0-0  4 -> 6",
        "    WSGC-24-sweep -> WSGC-16-sweep",
        "",
        "rows.table.2-1-0  2 -> 1",
        "rows.table.2-0-1  2 -> 1",
        "    WSGC-24-two -> WSGC-16-two",
        "",
        "The same: rows.kind, rows.unit, rows.tie, rows.per_row_too, rows.table.1-0-2,",
        "    rows.table.1-1-1, rows.silent",
        "    WSGC-24-two, WSGC-24-sweep, WSGC-6e -> WSGC-16-two, WSGC-16-sweep, WSGC-6e",
        "",
        *(
            f"{clause}: {catalogue()[clause].statement}"
            for clause in ("WSGC-16-sweep", "WSGC-16-two", "WSGC-24-sweep", "WSGC-24-two", "WSGC-6e")
        ),
    ]


def test_the_order_of_a_and_b_is_the_order_of_the_values():
    there, back = (
        run("rulesets", "diff", "wsgc-base", "wsgc-2-4"),
        run("rulesets", "diff", "wsgc-2-4", "wsgc-base"),
    )
    assert "rows.table.3-0-0  absent -> 4" in there.lines
    assert "rows.table.3-0-0  4 -> absent" in back.lines
    assert "    WSGC-24-sweep" in there.lines
    assert (there.status, back.status) == (1, 1)


def test_nothing_differs_between_a_ruleset_and_itself():
    done = run("rulesets", "diff", "wsgc-2-4", "wsgc-2-4@1")
    assert done.status == 0
    assert done.lines[-1] == "No parameter differs: each has the same value and the same clauses."
    assert run("rulesets", "diff", "wsgc-2-4", "wsgc-2-4", "--format", "json").json["differences"] == []


def test_the_json_has_its_keys_and_both_rulesets():
    done = run("rulesets", "diff", "wsgc-2-4", "wsgc-full", "--format", "json")
    assert done.status == 1
    reported = done.json
    assert list(reported) == ["a", "b", "differences", "clauses"]
    shown = {each["id"]: each for each in run("rulesets", "--format", "json").json}
    assert (reported["a"], reported["b"]) == (shown["wsgc-2-4"], shown["wsgc-full"])
    assert all(list(each) == KEYS for each in reported["differences"])
    units = next(
        each for each in reported["differences"] if each["parameter"] == "royalty[middle full_house].units"
    )
    assert list(units.values())[1:] == ["added", None, 1, [], ["WSGC-bonus-fh", "WSGC-bonus-payers"]]
    assert reported["clauses"]["WSGC-bonus-fh"] == catalogue()["WSGC-bonus-fh"].statement


@pytest.mark.parametrize("names", [("wsgc-2-44", "wsgc-base"), ("wsgc-base", "wsgc-2-44")])
def test_an_unknown_ruleset(names):
    done = run("rulesets", "diff", *names)
    assert (done.status, done.out) == (2, "")
    assert "no ruleset 'wsgc-2-44'" in done.err
    assert "Did you mean wsgc-2-4" in done.err
    assert run("rulesets", "diff", *names, "--format", "json").json["error"] == "no-ruleset"


@pytest.mark.parametrize("names", [(), ("wsgc-base",), ("wsgc-base", "wsgc-2-4", "wsgc-1-6")])
def test_two_rulesets_are_compared_and_no_fewer_or_more(names):
    done = run("rulesets", "diff", *names)
    assert (done.status, done.out) == (2, "")
    assert "Usage: auditor rulesets diff [OPTIONS] A B" in done.err


@pytest.mark.slow
@pytest.mark.sampled(6)
def test_the_text_of_every_pair_is_within_80_columns(share):
    every = list(product(library().rulesets(), repeat=2))
    for a, b in random.Random(80).sample(every, share(len(every))):
        reported = list(lines(a, b, differences(a, b)))
        assert max(map(len, reported)) <= 80
        assert all(line.isprintable() for line in reported)


def test_help_names_the_command_below():
    above, below = run("rulesets", "--help"), run("rulesets", "diff", "--help")
    assert above.lines[0] == "Usage: auditor rulesets [OPTIONS] [ID[@REV]]"
    assert any(line.split()[:3] == ["diff", "A", "B"] for line in above.lines)
    assert "Exit status: 0 nothing differs; 1 something differs; 2 no such ruleset." in below.out


def test_a_terminal_shows_the_same_in_colours():
    mine, theirs = pty.openpty()
    given = ("rulesets", "diff", "wsgc-2-4", "wsgc-1-6")
    process = Forked(COMMAND, *given, output=theirs, environment=environment(COLUMNS="100"))
    os.close(theirs)
    seen = b""
    while True:
        try:
            piece = os.read(mine, 65536)
        except OSError:  # the other end is closed
            break
        seen += piece
    os.close(mine)
    assert process.wait(60) == 1
    assert b"\x1b[" in seen
    plain = re.sub(r"\x1b\[[0-9;]*m", "", seen.decode())
    for words in (
        "3 parameters differ; 7 more are the same",
        "rows.table.3-0-0  4 → 6",
        "WSGC-24-sweep → WSGC-16-sweep",
        "All three rows won: 6 units.",
    ):
        assert words in plain
