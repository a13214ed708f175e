"""`auditor audit --corrects`: a log compared with the earlier one that it supersedes."""

import gzip
import hashlib
import re

from tests.cli.kit import call as run
from tests.cli.kit import hand, log, right


def correction(folder, data=None, of="wrong.ndjson", **changes):
    """Write the correction of a log of the folder, and return its path."""
    first = (folder / of).read_bytes()
    stated = {"sha256": hashlib.sha256(first).hexdigest(), "reason": "hand 2 keyed wrong", "by": "s-104"}
    path = folder / "second.ndjson"
    path.write_bytes(data or right(**{"supersedes": stated, **changes}))
    return path


def block(lines, heading):
    at = next(number for number, line in enumerate(lines) if line.startswith(heading))
    return lines[at + 1 : lines.index("", at)]


def test_the_text_says_what_changed_and_what_went_with_it(folder):
    second = correction(folder)
    done = run("audit", second, "--corrects", folder / "wrong.ndjson")
    assert done.status == 0
    sha256 = hashlib.sha256((folder / "wrong.ndjson").read_bytes()).hexdigest()
    assert block(done.lines, "Correction") == [
        f"The log supersedes the one with SHA-256 {sha256}: “hand 2 keyed wrong”, by s-104.",
        "2 facts differ between the two logs.",
        "2 findings and 1 incident of the first log are gone, and with them $2.00 misallocated.",
        "1 incident → 0: 1 gone.",
        "Misallocated: $2.00 by the first log, nothing by the second.",
    ]
    assert block(done.lines, "Changed by it (2)") == [
        "Hand 2, seat 1: net $1.00 → $3.00",
        "Hand 2, seat 2: net −$1.00 → −$3.00",
    ]
    assert block(done.lines, "Incidents of the first log that are gone (1)") == [
        "major  hand 2  Seat 1's recorded result differs from what was due"
    ]
    gone = block(done.lines, "Findings of the first log that are gone (2)")
    assert [line.split("  ")[:4] for line in gone] == [
        ["discrepancy", "major", "SCR001", "hand 2 seat 1 line 3"],
        ["discrepancy", "major", "SCR001", "hand 2 seat 2 line 3"],
    ]


def test_the_json_has_every_fact_with_the_lines_of_both(folder):
    done = run("audit", correction(folder), "--corrects", folder / "wrong.ndjson", "--format", "json").json
    found = done["correction"]
    assert done["corrections"] is None
    assert found["facts"][0] == {
        "event": "chinese_hand", "hand": 2, "seat": 1, "field": "net", "before": 100, "after": 300, "before_line": 3,
        "after_line": 3,
    }  # fmt: skip
    assert [each["code"] for each in found["findings"]] == ["SCR001", "SCR001"]
    assert [(each["kind"], each["unit"], each["gone"]) for each in found["amounts"]] == [
        ("misallocated", "USD", 200)
    ]
    assert (found["sent"], found["sent_by"], found["received_at"], found["first_audit"]) == (
        None,
        None,
        None,
        None,
    )


def test_an_audit_of_one_log_has_no_correction(folder):
    done = run("audit", correction(folder), "--format", "json").json
    assert (done["correction"], done["corrections"]) == (None, None)
    assert "Correction" not in run("audit", folder / "wrong.ndjson").out


def test_a_log_that_does_not_say_yet_what_it_supersedes_is_compared_too(folder):
    done = run("audit", folder / "right.ndjson", "--corrects", folder / "wrong.ndjson")
    assert done.status == 0
    assert block(done.lines, "Correction")[0].endswith(": no reason is stated.")


def test_the_earlier_log_may_be_compressed_since(folder):
    second = correction(folder)
    (folder / "wrong.ndjson.gz").write_bytes(gzip.compress((folder / "wrong.ndjson").read_bytes()))
    done = run("audit", second, "--corrects", folder / "wrong.ndjson.gz")
    assert done.status == 0
    assert block(done.lines, "Correction")[1] == "2 facts differ between the two logs."


def test_another_log_than_the_one_that_is_superseded_is_wrong_usage(folder):
    done = run("audit", correction(folder), "--corrects", folder / "right.ndjson")
    assert done.status == 2
    assert "and the log says that it supersedes" in done.err


def test_the_log_of_another_session_is_wrong_usage(folder):
    (folder / "other.ndjson").write_bytes(right(session="s-2"))
    done = run("audit", folder / "right.ndjson", "--corrects", folder / "other.ndjson")
    assert done.status == 2
    assert "is the log of session 's-2' of room 'WA-0417', and not of session 's-1'" in done.err


def test_an_earlier_log_that_cannot_be_read_is_refused_by_its_own_name(folder):
    done = run("audit", folder / "right.ndjson", "--corrects", folder / "refused.ndjson")
    assert done.status == 2
    assert "refused.ndjson was refused" in done.err


def test_standard_input_cannot_be_compared(folder):
    done = run("audit", "-", "--corrects", folder / "wrong.ndjson", stdin=right())
    assert done.status == 2
    assert "--corrects compares two files" in done.err


def test_of_many_facts_the_first_are_shown(folder):
    (folder / "wrong.ndjson").write_bytes(log(*(hand(number, 1, -1) for number in range(1, 31))))
    stated = {
        "supersedes": {
            "sha256": hashlib.sha256((folder / "wrong.ndjson").read_bytes()).hexdigest(),
            "reason": "",
            "by": "s",
        }
    }
    second = correction(folder, data=log(*(hand(number) for number in range(1, 31)), **stated))
    lines = block(run("audit", second, "--corrects", folder / "wrong.ndjson").lines, "Changed by it (60)")
    assert (len(lines), lines[-1]) == (41, "… and 20 more: --format json lists them.")


def test_what_people_read_has_none_of_the_words_to_avoid(folder):
    out = run("audit", correction(folder), "--corrects", folder / "wrong.ndjson").out.lower()
    banned = ("fraud", "cheated", "proved", "clean", "compliant", "passed")
    assert [word for word in banned if re.search(rf"\b{word}", out)] == []
