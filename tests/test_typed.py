"""Values of a type that several threads make at once, before the process has made another of it."""

import subprocess
import sys

import pytest

from rules.findings.written import json_pieces
from tests.rules.build import audited, close, session

THREADS = """
import sys, threading
{made}
sys.setswitchinterval(1e-6)
begin = threading.Barrier(8)
def work():
    begin.wait()
    made.append(make())
made = []
threads = [threading.Thread(target=work) for _ in range(8)]
for each in threads: each.start()
for each in threads: each.join()
assert made == made[:1] * 8
print(found(made[0]))
"""
SECTIONS = """
from msgspec.structs import replace
from rules.controls.library import library
ruleset = library().get("wsgc-2-4@1")
def make(): return replace(ruleset).sections
def found(sections): return sections.comparison.topology, sections.stakes.unit_cap.max
"""
AUDIT = """
from auditor.store.session_results import _decoded_audit
text = sys.stdin.read()
def make(): return _decoded_audit(text)
def found(audit): return [each.code for each in audit.findings]
"""


def run(made, given=""):
    """What a new process says that makes values so."""
    return subprocess.run(
        [sys.executable, "-c", THREADS.format(made=made)],
        input=given,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.slow
def test_threads_read_the_sections_of_a_ruleset_at_once():
    done = run(SECTIONS)
    assert (done.returncode, done.stdout, done.stderr) == (0, "('all_pairs', 1000)\n", "")


@pytest.mark.slow
def test_threads_read_an_audit_at_once():
    audit = audited(session(), close(3))
    done = run(AUDIT, b"".join(json_pieces(audit)).decode())
    assert (done.returncode, done.stdout, done.stderr) == (0, "['LOG003']\n", "")
