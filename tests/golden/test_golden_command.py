"""`make golden` in a copy of the program whose rules were changed: what it prints, writes and refuses."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from rules.version import JUDGEMENT
from tests.golden import recorded
from tests.golden.inputs import inputs
from tests.golden.judging import results

pytestmark = pytest.mark.night

ROOT = Path(__file__).parents[2]
KEPT = ("wsgc-2-4-bonuses.ndjson", "trn-prize-05")
SENTENCE = (
    'f"Hand {hand}, seat {seat}: the log records {said}; {right} was due ({how}), a difference of {off}."'
)


class Copy:
    """A checkout with two inputs, whose results are on record."""

    def __init__(self, folder):
        self.folder = folder
        for name in ("auditor", "reports"):
            (folder / name).symlink_to(ROOT / name)
        shutil.copytree(ROOT / "rules", folder / "rules", ignore=shutil.ignore_patterns("__pycache__"))
        (folder / "tests").mkdir()
        for name in ("__init__.py", "pdf.py"):
            shutil.copy(ROOT / "tests" / name, folder / "tests")
        golden = folder / "tests" / "golden"
        shutil.copytree(
            ROOT / "tests" / "golden",
            golden,
            ignore=shutil.ignore_patterns("__pycache__", "inputs", "results"),
        )
        (golden / "inputs").mkdir()
        for name in KEPT:
            copy = shutil.copytree if (ROOT / "tests" / "golden" / "inputs" / name).is_dir() else shutil.copy
            copy(ROOT / "tests" / "golden" / "inputs" / name, golden / "inputs" / name)
        kept = {each.name: results(each) for each in inputs(golden / "inputs")}
        recorded.write(recorded.recorded(JUDGEMENT, kept), golden / "results")

    def alter(self, file, before, after):
        """Change a text that is in a file once."""
        path = self.folder / file
        text = path.read_text("utf-8")
        assert text.count(before) == 1
        path.write_text(text.replace(before, after), "utf-8")

    def golden(self, status=0):
        """What the command prints, without the path of the copy."""
        done = subprocess.run(
            [sys.executable, "-m", "tests.golden"], cwd=self.folder, capture_output=True, text=True, check=False,
            env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "TZ": "Asia/Kathmandu", "LC_ALL": "C"},
        )  # fmt: skip
        assert done.returncode == status, done.stdout + done.stderr
        return done.stdout

    def results(self):
        folder = self.folder / "tests" / "golden" / "results"
        return {
            str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()
        }


@pytest.fixture
def copy(tmp_path):
    return Copy(tmp_path)


def test_nothing_differs_where_nothing_was_changed(copy):
    before = copy.results()
    assert copy.golden() == f"Nothing differs: 2 inputs, JUDGEMENT {JUDGEMENT}.\n"
    assert copy.results() == before


def test_other_words_are_shown_and_put_on_record_under_the_same_judgement(copy):
    before = copy.results()
    copy.alter(
        "rules/checks/money/scr001_net_differs.py",
        SENTENCE,
        SENTENCE.replace("the log records", "the log has"),
    )
    printed = copy.golden()
    assert printed.startswith("WORDS: 1 of 2 inputs is put in other words, or with other figures.\n")
    assert "    - SCR# message: Hand #, seat #: the log records " in printed
    assert "    + SCR001 message: Hand 1, seat 2: the log has " in printed
    assert "[wsgc-2-4-bonuses]" in printed
    assert f"Written: the results of 2 inputs, JUDGEMENT {JUDGEMENT}." in printed
    after = copy.results()
    assert {name for name in after if after[name] != before[name]} == {"words.txt", "words_of.txt"}


def test_another_judgement_is_shown_and_refused_until_its_number_is_raised(copy):
    before = copy.results()
    copy.alter("rules/library/wsgc/wsgc-2-4/1.toml", '"2-1-0" = 2', '"2-1-0" = 3')
    printed = copy.golden(status=1)
    assert printed.startswith("JUDGEMENT: 1 of 2 inputs is judged otherwise.\n  wsgc-2-4-bonuses\n")
    assert "    ~ finding: code=SCR001 hand=" in printed
    assert (
        f"Nothing was written. Inputs are judged otherwise, and JUDGEMENT is {JUDGEMENT} as on record. Raise JUDGEMENT"
        in printed
    )
    assert copy.results() == before

    copy.alter("rules/version.py", f"JUDGEMENT = {JUDGEMENT} ", f"JUDGEMENT = {JUDGEMENT + 1} ")
    assert copy.golden().endswith(
        f"Written: the results of 2 inputs, JUDGEMENT {JUDGEMENT + 1}. Read their diff before you commit.\n"
    )
    after = copy.results()
    assert after["JUDGEMENT"] == f"{JUDGEMENT + 1}\n".encode()
    assert b"\nfinding: code=SCR001 " in after["judged/wsgc-2-4-bonuses.txt"]
    assert after["judged/trn-prize-05.txt"] == before["judged/trn-prize-05.txt"]


def test_a_raised_number_is_put_on_record_though_no_input_differs(copy):
    copy.alter("rules/version.py", f"JUDGEMENT = {JUDGEMENT} ", f"JUDGEMENT = {JUDGEMENT + 1} ")
    expected = f"No input is judged otherwise under JUDGEMENT {JUDGEMENT + 1}: add one that is.\n"
    assert copy.golden().startswith(expected)
