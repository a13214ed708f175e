"""The scanner over altered lines, compiled with the sanitizers of the compiler, which end the process at a wrong access."""

import hashlib
import json
import os
import random
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

import rules.records

pytestmark = pytest.mark.slow

SOURCE = Path(rules.records.__file__).parent / "_scanner.c"
SANITIZED = [
    "-O1",
    "-g",
    "-fsanitize=address,undefined",
    "-fno-sanitize-recover=undefined",
    "-shared",
    "-fPIC",
]


def compiled(source, folder):
    """The source as a module of Python whose memory is watched."""
    file = folder / "scanner.c"
    file.write_text(source, "utf-8")
    include = f"-I{sysconfig.get_paths()['include']}"
    stated = f'-DSOURCE_SHA256="{hashlib.sha256(SOURCE.read_bytes()).hexdigest()}"'
    subprocess.run(["cc", *SANITIZED, include, stated, "-o", folder / "_scanner.so", file], check=True)
    return folder / "_scanner.so"


def scanned(module, count):
    """The end of a process that scans so many altered lines of each game."""
    library = subprocess.run(
        ["cc", "-print-file-name=libasan.so"], capture_output=True, text=True, check=True
    )
    env = os.environ | {
        "LD_PRELOAD": library.stdout.strip(),
        "ASAN_OPTIONS": "detect_leaks=0",
        "PYTHONMALLOC": "malloc",  # each line in memory of its own
        "PYTHONPATH": os.pathsep.join(sys.path),
    }
    return subprocess.run(
        [sys.executable, __file__, module, str(count)], env=env, capture_output=True, text=True
    )


@pytest.mark.sampled(80, within=True)
def test_no_line_makes_the_scanner_leave_its_memory(tmp_path, share):
    done = scanned(compiled(SOURCE.read_text("utf-8"), tmp_path), share(50_000))
    assert done.returncode == 0, done.stderr[-4000:]
    taken = json.loads(done.stdout)
    assert taken["closed"] > share(50_000) // 10
    assert taken["open face"] > share(50_000) // 10


@pytest.mark.night
def test_a_scanner_that_passes_the_end_of_a_line_is_caught(tmp_path):
    source = SOURCE.read_text("utf-8")
    guarded = "while (plain((unsigned char)*p)) p++;\n    *size"
    assert source.count(guarded) == 1
    done = scanned(compiled(source.replace(guarded, "while (*p != '\"') p++;\n    *size"), tmp_path), 500)
    assert done.returncode != 0
    assert "AddressSanitizer" in done.stderr


def main(module, count):
    """Scan altered lines with the scanner of a file, and print how many it takes."""
    import importlib.util

    spec = importlib.util.spec_from_file_location("rules.records._scanner", module)
    rules.records._scanner = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(rules.records._scanner)
    from rules.records import reader, scanned
    from rules.records.flatten import Flattener
    from tests.rules.test_scanned import EVENTS, changed, is_scanned

    assert scanned.compiled.__file__ == module
    scanners = [Flattener(kind).scanner for kind in reader.SCANNED]
    taken = dict.fromkeys(EVENTS, 0)
    for game, events in EVENTS.items():
        chance, hands = random.Random(93), [each for each in events() if each["event"].endswith("_hand")]
        for _ in range(count):
            taken[game] += is_scanned(scanners, changed(chance.choice(hands), chance))
    print(json.dumps(taken))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
