"""Every golden input is judged, and put in words, as is on record; what differs is reviewed, and never by chance."""

import re
from functools import cache
from pathlib import Path

import pytest
from msgspec import Struct
from msgspec.structs import replace

from rules.controls.library import library
from rules.findings.written import json_text
from rules.results import Audit
from rules.typed import from_json
from rules.version import JUDGEMENT, VERSION
from tests.golden import recorded
from tests.golden.guard import RAISE, REWRITE, differences, refusal
from tests.golden.inputs import FOLDER, inputs
from tests.golden.judging import Results, judged, of_no_engine, results
from tests.golden.review import review

INPUTS = {each.name: each for each in inputs()}
_audit = from_json(Audit)


@cache
def on_record():
    return recorded.read()


@pytest.mark.parametrize("name", INPUTS)
def test_an_input_is_judged_and_put_in_words_as_is_on_record(name):
    if differ := differences(on_record(), {name: results(INPUTS[name])}, JUDGEMENT):
        pytest.fail(f"\n{differ}", pytrace=False)


def test_the_json_of_audits_of_pot_games_reads_back_with_its_reasons():
    read = [
        _audit(json_text(replace(each.audit, engine=replace(each.audit.engine, judgement=JUDGEMENT))))
        for each in judged(INPUTS["checks-pot"])
    ]
    reasons = {
        (each.log.session, reason)
        for each in read
        for total in each.money or ()
        for reason in total.not_known["misallocated"].because
    }
    assert ("POT007", "no cards are on record") in reasons


def test_the_results_were_written_under_the_judgement_of_this_program():
    assert on_record().judgement == JUDGEMENT, REWRITE


def test_each_number_of_a_judgement_has_its_line_in_the_changelog():
    changelog = (Path(__file__).parents[2] / "CHANGELOG.md").read_text("utf-8")
    assert lacking(changelog, JUDGEMENT) == []
    assert lacking("- Judgement 2: fouls that the floor missed are found.\n- Judgement 4 came.\n", 4) == [
        3,
        4,
    ]


def lacking(changelog, judgement):
    """The numbers after the first that a changelog says nothing of."""
    found = re.findall(r"^- Judgement (\d+): \w", changelog, re.MULTILINE)
    return sorted(set(range(2, judgement + 1)) - set(map(int, found)))


def test_there_are_results_of_every_input_and_of_no_other():
    assert set(on_record().judged) == set(on_record().words_of) == set(INPUTS), REWRITE


def test_it_is_written_where_each_input_is_from():
    made = [
        line.split(": ")[0] for line in (Path(__file__).parent / "made.txt").read_text("utf-8").splitlines()
    ]
    assert made == sorted(each.name for each in FOLDER.iterdir())


def test_every_ruleset_judges_an_input_with_faults():
    found, played = set(), set()
    for lines in on_record().judged.values():
        under = {
            _value(line, "id") + "@" + _value(line, "revision")
            for line in lines
            if line.startswith("rulesets:")
        }
        played |= under
        if any(line.startswith("finding:") and "kind=undetermined" not in line for line in lines):
            found |= under
    listed = {str(each) for each in library().listed()}
    assert listed <= played
    assert listed <= found


def _value(line, name):
    return next(each.removeprefix(f"{name}=") for each in line.split() if each.startswith(f"{name}="))


# ------------------------------------------------------------------------------------- what a difference says

FINDING = "finding: code=SCR001 hand=1 seat=2 stated=300 expected=400 difference=-100 money=100"
LARGER = FINDING.replace("400", "500").replace("100", "200")
SAID = "SCR001 message: Hand 1, seat 2: the log records $3.00; $4.00 was due."
WAS = {"a": Results([FINDING], [[SAID], ["Page 1 of 1"]]), "b": Results([], [[], ["Page 1 of 1"]])}
KEPT = recorded.recorded(3, WAS)


def differing(judgement=3, **now):
    return differences(KEPT, now, judgement)


def test_the_same_results_differ_in_nothing():
    assert differing(**WAS) is None
    assert differing(a=WAS["a"]) is None


def test_a_judgement_is_shown_line_by_line_and_wants_its_number_raised():
    now = Results([LARGER], WAS["a"].words)
    shown = (
        "JUDGEMENT: 1 of 1 inputs is judged otherwise.\n  a\n    ~ finding: code=SCR001 hand=1 seat=2: "
        "expected 400 → 500, difference -100 → -200, money 100 → 200\n"
    )
    assert differing(a=now) == shown + RAISE
    assert differing(judgement=4, a=now) == shown + REWRITE
    assert refusal(KEPT, {"a": now}, 4) is None
    assert "Nothing" not in refusal(KEPT, {"a": now}, 3)


def test_findings_that_are_gone_or_come_are_shown_whole():
    other = FINDING.replace("seat=2", "seat=3")
    shown = differing(a=Results([other, "hands: 3"], WAS["a"].words)).splitlines()
    assert shown[2:5] == [f"    - {FINDING}", f"    + {other}", "    + hands: 3"]
    nested = 'undetermined: seat=1 due={to=400 of=[1 2]} because="a b"'
    before, after = (Results([nested.replace("400", to)], []) for to in ("400", "500"))
    assert list(review(recorded.recorded(3, {"a": before}), {"a": after}))[2:] == [
        "    ~ undetermined: seat=1: due {to=400 of=[1 2]} → {to=500 of=[1 2]}"
    ]


def test_the_same_change_of_several_inputs_is_shown_once():
    now = {name: Results([*each.judgement, "complete: false"], each.words) for name, each in WAS.items()}
    assert differing(**now).startswith(
        "JUDGEMENT: 2 of 2 inputs are judged otherwise.\n  a, b\n    + complete: false\n"
    )


def test_words_are_shown_with_what_no_input_says_any_more_and_need_no_number():
    now = WAS | {"a": Results([FINDING], [[SAID.replace("records", "has")], ["Page 1 of 1"]])}
    assert differing(**now) == (
        "WORDS: 1 of 2 inputs is put in other words, or with other figures.\n"
        "    - SCR# message: Hand #, seat #: the log records $#.#; $#.# was due.\n"
        "    + SCR001 message: Hand 1, seat 2: the log has $3.00; $4.00 was due.  [a]\n" + REWRITE
    )
    assert refusal(KEPT, now, 3) is None


def test_other_figures_in_the_same_words_are_shown_by_their_page():
    assert differing(a=Results([FINDING], [[SAID], ["Page 1 of 2"]])) == (
        "WORDS: 1 of 1 inputs is put in other words, or with other figures.\n"
        f"  Figures, order or number of lines alone: a (page 1)\n{REWRITE}"
    )


def test_an_input_without_results_is_new_and_needs_no_number():
    new = Results([FINDING], [[SAID]])
    assert differing(c=new) == f"New inputs: c\n{REWRITE}"
    assert refusal(KEPT, {"c": new}, 3) is None


def test_a_number_below_that_on_record_is_refused():
    assert refusal(KEPT, WAS, 2) == "JUDGEMENT is 2; the results on record were written under 3."


def test_what_is_kept_is_read_again(tmp_path):
    recorded.write(KEPT, tmp_path)
    assert recorded.read(tmp_path) == KEPT
    fewer = recorded.recorded(4, {"b": WAS["b"]})
    recorded.write(fewer, tmp_path)
    assert recorded.read(tmp_path) == fewer
    assert recorded.read(tmp_path / "nothing") == recorded.Recorded(0, {}, frozenset(), {})


@pytest.mark.parametrize(
    ("line", "plain"),
    [
        ("Hand 7, seat 2: the log records −$5.00; −$1,600.00 was due", "Hand #, seat #: the log records −$#.#; −$#,#.# was due"),
        ("p-7dbb owes p-6876 $4.00.", "p-# owes p-# $#.#."),
        ("10h 5 s 2 c", "#"),
        ("K♦K♠A♦ A high card", "# A high card"),
        ("1 – 2 − + + +2", "# – # +#"),
        ("Digest 5c434d5b2f9e85cb, 409bcd12aa", "Digest #, #"),
    ],
)  # fmt: skip
def test_words_are_kept_without_their_figures(line, plain):
    assert recorded.without_figures(line) == plain


def test_neither_the_engine_nor_the_moment_is_in_the_results():
    """The version and the library's digest; `MADE_AT` alone is a date that no input has."""
    name = "wsgc-full"
    found = results(INPUTS[name])
    text = "\n".join((*found.judgement, *(line for part in found.words for line in part)))
    assert VERSION not in text
    assert library().digest not in text
    assert "2026-04-01 12:00 UTC" in text


class Engine(Struct):
    """What an engine may be one day."""

    version: str
    code: str
    judgement: int
    documents: str | None


def test_no_part_of_an_engine_is_left():
    (found,) = judged(INPUTS["money-md-13"])
    audit = of_no_engine(replace(found.audit, engine=Engine("9.9", "c0de", 7, "d0c")))
    assert audit.engine == Engine("none", "none", 0, "none")
