"""Makes a release of this commit, in dist/VERSION: source distribution, wheels, list of parts, notes, checksums; and its tag.

    python deploy/release.py [--next VERSION] [--repository https://HOST/OWNER/NAME]

Nothing is uploaded. `--next` first raises the version: what the changelog has under Unreleased becomes its section, and is
committed. docs/releasing.md says what comes before and after.
"""

from __future__ import annotations

import argparse
import datetime as dt
import hashlib
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from zipfile import ZipFile

ROOT = Path(__file__).parents[1]
NAME = "cardroom_auditor"
MOST_LINES = 120  # of the changelog, for a release
UNRELEASED = "Unreleased"
_SECTION = re.compile(r"^## (.+)\n((?:(?!## ).*\n?)*)", re.MULTILINE)
_VERSION = re.compile(r'^VERSION = "(\d+\.\d+\.\d+)"$', re.MULTILINE)


class NotReady(Exception):
    """A reason for which no release can be made."""


def sections(changelog: str) -> dict[str, str]:
    """The sections of a changelog by heading (`Unreleased`, `0.2.0 (2026-11-29)`), the newest first."""
    return {heading: body.strip("\n") for heading, body in _SECTION.findall(changelog)}


def notes(changelog: str, version: str) -> str:
    """What the changelog says of a version, which must be the newest. Raises NotReady."""
    found = sections(changelog)
    if found.get(UNRELEASED):
        raise NotReady(
            f"CHANGELOG.md has lines under {UNRELEASED}, which {version} would leave out. "
            "Name the version that they belong to, as in `make release NEXT=0.3.0`."
        )
    newest = next((each for each in found if each != UNRELEASED), "none")
    if not re.fullmatch(rf"{re.escape(version)} \(\d{{4}}-\d\d-\d\d\)", newest):
        raise NotReady(
            f"rules/version.py says {version}, and the newest section of CHANGELOG.md is {newest!r}. "
            f"It has to be `## {version} (YEAR-MONTH-DAY)`."
        )
    return found[newest]


def with_release(changelog: str, version: str, day: dt.date) -> str:
    """A changelog whose unreleased lines are those of a version, with nothing under Unreleased. Raises NotReady."""
    body = sections(changelog).get(UNRELEASED, "")
    if not body:
        raise NotReady(f"CHANGELOG.md has nothing under {UNRELEASED}: there is nothing to release.")
    if len(body.splitlines()) > MOST_LINES:
        raise NotReady(
            f"CHANGELOG.md has {len(body.splitlines())} lines under {UNRELEASED}; a release has at most {MOST_LINES}. "
            "Keep what users notice."
        )
    return changelog.replace(
        f"## {UNRELEASED}\n", f"## {UNRELEASED}\n\n## {version} ({day.isoformat()})\n", 1
    )


def with_version(module: str, version: str) -> str:
    """`rules/version.py` with another version, which must be a later one. Raises NotReady."""
    before = _VERSION.findall(module)[0]
    if not re.fullmatch(r"\d+\.\d+\.\d+", version) or _numbers(version) <= _numbers(before):
        raise NotReady(f"{version!r} is no version after {before}; one looks like 0.3.0.")
    return _VERSION.sub(f'VERSION = "{version}"', module)


def _numbers(version: str) -> list[int]:
    return [int(each) for each in version.split(".")]


def packages(source: Path, target: Path, committed: int, repository: str = "") -> list[Path]:
    """The source distribution and two wheels, with the scanner and for every machine.

    source: a folder with the files of a commit and nothing else. committed: when (seconds since 1970), which is the time of
    the files in the wheels: the same commit gives the same bytes where compiler and dependencies are the same. repository:
    its address, for links; empty: there are none. The wheels are built from the source distribution, without the network.
    Raises NotReady where no compiler is found.
    """
    plain = {name: value for name, value in os.environ.items() if not name.startswith("AUDITOR_")}
    plain |= {"AUDITOR_REPOSITORY": repository, "UV_OFFLINE": "1", "SOURCE_DATE_EPOCH": str(committed)}
    plain |= {"CFLAGS": "-g0", "LDSHARED": "cc -shared"}  # no path of this machine in the scanner
    plain["PATH"] = os.pathsep.join([sysconfig.get_path("scripts"), plain.get("PATH", os.defpath)])
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        sdist = _build(source, folder / "sdist", "--sdist", plain)
        platform = _build(sdist, folder / "platform", "--wheel", plain)
        if not any(each.endswith(".so") for each in ZipFile(platform).namelist()):
            raise NotReady("No C compiler compiled the scanner. It needs gcc and the headers of Python.")
        repair = [
            sys.executable,
            "-m",
            "auditwheel",
            "repair",
            "--wheel-dir",
            str(folder / "many"),
            str(platform),
        ]
        _run(repair, plain)
        (many,) = (folder / "many").iterdir()
        pure = _build(sdist, folder / "pure", "--wheel", {**plain, "AUDITOR_PURE": "1"})
        return [Path(shutil.copy(each, target)) for each in (sdist, many, pure)]


def _build(source: Path, target: Path, kind: str, environment: dict[str, str]) -> Path:
    words = ["uv", "build", "--quiet", "--no-build-isolation", "--python", sys.executable, kind]
    _run([*words, "--out-dir", str(target), str(source)], environment)
    (made,) = target.glob(f"{NAME}-*")
    return made


def _run(words: list[str], environment: dict[str, str]) -> None:
    done = subprocess.run(words, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise NotReady(f"`{' '.join(words)}` failed:\n{done.stdout}{done.stderr}")


def checksums(files: list[Path]) -> str:
    """The SHA-256 of each file, as `sha256sum --check` reads them."""
    return "".join(f"{hashlib.sha256(each.read_bytes()).hexdigest()}  {each.name}\n" for each in files)


def git(*words: str) -> str:
    """What git answers. Raises NotReady where it fails."""
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise NotReady(f"`git {' '.join(words)}` failed: {done.stderr.strip()}")
    return done.stdout.strip()


def _version() -> str:
    return str(_VERSION.findall((ROOT / "rules" / "version.py").read_text("utf-8"))[0])


def _raise_to(version: str) -> None:
    """Commit another version and its section of the changelog."""
    module, changelog = ROOT / "rules" / "version.py", ROOT / "CHANGELOG.md"
    raised = with_version(module.read_text("utf-8"), version)
    said = with_release(changelog.read_text("utf-8"), version, dt.datetime.now(dt.UTC).date())
    module.write_text(raised, "utf-8")
    changelog.write_text(said, "utf-8")
    git("commit", "--quiet", "--message", f"Release {version}", "--", str(module), str(changelog))


def release(following: str = "", repository: str = "") -> Path:
    """Make a release of the checkout's commit, and its tag last; the folder that has it. Raises NotReady."""
    if altered := git("status", "--porcelain"):
        raise NotReady(f"The checkout has files that are not committed:\n{altered}")
    version = following or _version()
    if git("tag", "--list", f"v{version}"):
        raise NotReady(
            f"There is a tag v{version} already. Name the next version, as in `make release NEXT=0.3.0`."
        )
    if following:
        _raise_to(following)
    said = notes((ROOT / "CHANGELOG.md").read_text("utf-8"), version)
    target = ROOT / "dist" / version
    shutil.rmtree(target, ignore_errors=True)
    with tempfile.TemporaryDirectory() as name:
        source = Path(name) / f"{NAME}-{version}"
        git("archive", "--format=tar", f"--output={source}.tar", "HEAD")
        shutil.unpack_archive(f"{source}.tar", source, filter="data")
        files = packages(source, target, int(git("log", "-1", "--format=%ct")), repository)
    files += [target / f"{NAME}-{version}.cdx.json", target / f"{NAME}-{version}-notes.md"]
    _run([sys.executable, str(ROOT / "deploy" / "sbom.py"), str(files[-2])], dict(os.environ))
    files[-1].write_text(f"# cardroom-auditor {version}\n\n{said}\n", "utf-8")
    (target / "SHA256SUMS").write_text(checksums(files), "utf-8")
    git("tag", "--annotate", "--cleanup=verbatim", "--file", str(files[-1]), f"v{version}")
    return target


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description="Make a release of this commit. Nothing is uploaded.")
    parser.add_argument("--next", default="", metavar="VERSION", help="first raise the version to this one")
    parser.add_argument("--repository", default="", metavar="URL", help="where links of the package lead")
    given = parser.parse_args()
    try:
        folder = release(given.next, given.repository.rstrip("/"))
    except NotReady as error:
        sys.exit(f"No release: {error}")
    for each in sorted(folder.iterdir()):
        print(each.relative_to(ROOT))
    print(f"Tag v{folder.name} is on this commit. Nothing was uploaded: docs/releasing.md has what follows.")


if __name__ == "__main__":
    main()
