"""What the service is deployed with: the container file, the units, the proxies and the list of its parts."""

import json
import re
import shlex
import shutil
import subprocess
import sys
from fnmatch import fnmatch
from functools import cache
from importlib.metadata import version
from pathlib import Path

import pytest
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

from auditor.http.app import LARGEST_BODY
from rules.version import VERSION
from tests.cli import kit
from tests.http.kit import serving
from tests.test_documents import blocks, command_named, text

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
UNITS = sorted(path.name for path in DEPLOY.glob("*.service"))
TIMERS = sorted(path.name for path in DEPLOY.glob("*.timer"))


def must_exist(words):
    """That a command of the program and its options exist."""
    command, rest = command_named(words)
    known = {option for each in command.params for option in (*each.opts, *each.secondary_opts)}
    assert {each.partition("=")[0] for each in rest if each.startswith("--")} <= known, words


# ------------------------------------------------------------------------ container


@cache
def instructions():
    """The instructions of the container file: name and the rest, one for each."""
    lines = re.sub(r"^#.*\n", "", (ROOT / "Containerfile").read_text("utf-8"), flags=re.MULTILINE)
    joined = re.sub(r"\\\n\s*", " ", lines)
    return [tuple(line.split(None, 1)) for line in joined.splitlines() if line.strip()]


def last(name):
    return [rest for found, rest in instructions() if found == name][-1]


def copied():
    """What is copied from the checkout, and where to."""
    found = [shlex.split(rest) for name, rest in instructions() if name == "COPY"]
    return [(source, words[-1]) for words in found if "--from=build" not in words for source in words[:-1]]


def test_what_the_container_copies_exists_and_is_not_ignored():
    ignored = [
        line for line in (ROOT / ".containerignore").read_text().splitlines() if line[:1] not in ("", "#")
    ]
    assert ignored[0] == "*"  # nothing that is not named
    named = {line[1:] for line in ignored if line.startswith("!")}
    assert {source for source, _ in copied()} == named
    assert [source for source, _ in copied() if not (ROOT / source).exists()] == []


@pytest.mark.slow
def test_what_the_container_copies_is_enough_to_run(tmp_path):
    for source, target in copied():
        if target.startswith("/opt/app"):
            there = tmp_path / Path(target).relative_to("/")
            there.parent.mkdir(parents=True, exist_ok=True)
            made = shutil.copytree if (ROOT / source).is_dir() else shutil.copy
            made(ROOT / source, there)
    app = tmp_path / "opt" / "app"
    env = kit.environment(PYTHONPATH=str(app))
    program = "import auditor, reports, rules; print(auditor.__file__, reports.__file__, rules.__file__)"
    where = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, env=env, capture_output=True, text=True
    )
    assert where.stdout.count(str(app)) == 3
    words = [sys.executable, *json.loads(last("ENTRYPOINT"))[1:], "audit", str(kit.SAMPLE), "--pdf", "a.pdf"]
    done = subprocess.run(words, cwd=tmp_path, env=env, capture_output=True, text=True)
    assert done.returncode == 1, done.stderr
    assert "9 violations and 16 discrepancies in 211 testable hands" in done.stdout
    assert (tmp_path / "a.pdf").read_bytes().startswith(b"%PDF-")


def test_the_command_of_the_container_exists():
    assert json.loads(last("ENTRYPOINT")) == ["python", "-m", "auditor.cli"]
    must_exist(json.loads(last("CMD")))


def test_the_container_is_not_root_and_has_one_place_to_write_to():
    assert last("USER") == "10001:10001"
    assert [rest for name, rest in instructions() if name == "VOLUME"] == ["/var/lib/auditor"]
    assert "AUDITOR_DATA=/var/lib/auditor" in last("ENV").split()
    assert "--uid 10001" in last("RUN")
    order = [name for name, _ in instructions()]
    assert order.index("USER") > len(order) - order[::-1].index("RUN") - 1  # nothing runs as root after it


def test_only_locked_packages_with_their_hashes_are_installed():
    installs = [rest for name, rest in instructions() if name == "RUN" and "pip install" in rest]
    assert len(installs) == 1
    assert "--require-hashes -r requirements.lock" in installs[0]
    assert installs[0].count("install") == 1


def test_no_key_is_in_the_container_file():
    named = " ".join(rest for name, rest in instructions() if name in ("ENV", "ARG", "LABEL"))
    assert not re.search(r"KEY|TOKEN|SECRET|PASSWORD|cra_", named, re.IGNORECASE)
    assert fnmatch(last("COPY"), "LICENSE */LICENSE")


def health_check(port):
    """The exit status of the container's own health check, asked of another port."""
    words = json.loads(re.findall(r"CMD (\[.*\])", last("HEALTHCHECK"))[0])
    assert words[0] == "python"
    return subprocess.run(
        [sys.executable, *(each.replace("8417", str(port)) for each in words[1:])],
        capture_output=True,
        timeout=60,
    ).returncode


@pytest.mark.slow
def test_the_health_check_is_0_for_a_service_that_is_ready_and_not_otherwise(tmp_path):
    with serving(tmp_path / "data") as server:
        port = server.url.rpartition(":")[2]
        assert health_check(port) == 0
        (tmp_path / "data").rename(tmp_path / "gone")
        assert health_check(port) == 1
    assert health_check(port) == 1


# ------------------------------------------------------------------------ systemd


def unit(name):
    """A unit, with the values of each key of each section."""
    found = {}
    for line in (DEPLOY / name).read_text("utf-8").splitlines():
        if line.startswith("["):
            section = found.setdefault(line.strip("[]"), {})
        elif line and not line.startswith("#"):
            key, _, value = line.partition("=")
            section.setdefault(key, []).append(value)
    return found


@pytest.mark.parametrize("name", UNITS)
def test_what_a_unit_starts_exists(name):
    (started,) = unit(name)["Service"]["ExecStart"]
    words = shlex.split(re.sub(r"\$\{?\w+\}?", "", started))
    assert words[0] == "/opt/cardroom-auditor/bin/auditor"
    must_exist(words[1:])


@pytest.mark.parametrize("name", UNITS)
def test_the_options_that_a_unit_suggests_exist(name):
    said = (DEPLOY / name).read_text("utf-8")
    (started,) = unit(name)["Service"]["ExecStart"]
    command = shlex.split(re.sub(r"\$\{?\w+\}?", "", started))[1]
    for options in re.findall(r"^# OPTIONS=(.*)$", said, re.MULTILINE):
        must_exist([command, *shlex.split(options)])
    assert ("$OPTIONS" in started) == ("# OPTIONS=" in said)


HARDENED = {
    "NoNewPrivileges": "yes", "ProtectSystem": "strict", "ProtectHome": "yes", "PrivateTmp": "yes",
    "PrivateDevices": "yes", "CapabilityBoundingSet": "", "RestrictNamespaces": "yes", "RestrictSUIDSGID": "yes",
    "MemoryDenyWriteExecute": "yes", "SystemCallArchitectures": "native", "LockPersonality": "yes",
    "ProtectKernelModules": "yes", "ProtectKernelTunables": "yes", "ProtectControlGroups": "yes",
}  # fmt: skip


@pytest.mark.parametrize("name", UNITS)
def test_a_unit_is_not_root_and_closed(name):
    service = unit(name)["Service"]
    assert service["User"] == service["Group"] == ["cardroom-auditor"]
    assert {key: service[key][-1] for key in HARDENED} == HARDENED
    limits = ["setrlimit prlimit64"] if name == "cardroom-auditor.service" else []  # those of an audit
    assert service["SystemCallFilter"] == ["@system-service", "~@privileged @resources", *limits]
    assert int(service["MemoryMax"][0][:-1]) > 0
    assert not re.search(r"AUDITOR_KEY=|cra_", (DEPLOY / name).read_text("utf-8"))


def test_the_service_starts_again_after_a_failure_and_has_time_to_stop():
    service = unit("cardroom-auditor.service")["Service"]
    assert service["Restart"] == ["on-failure"]
    assert int(service["TimeoutStopSec"][0]) > 30
    assert service["StateDirectoryMode"] == ["0700"]


@pytest.mark.parametrize("name", TIMERS)
def test_a_timer_has_its_service_and_makes_up_for_what_it_missed(name):
    assert name.replace(".timer", ".service") in UNITS
    timer = unit(name)
    assert timer["Timer"]["Persistent"] == ["true"]
    assert timer["Install"]["WantedBy"] == ["timers.target"]


def test_there_are_timers_for_backup_examination_nights_and_mail():
    assert {each.split("-")[2] for each in TIMERS} == {
        "backup.timer", "doctor.timer", "nightly.timer", "notify.timer",
    }  # fmt: skip


def test_the_summaries_go_out_after_the_audits_of_the_night():
    def at(name):
        (when,) = unit(f"cardroom-auditor-{name}.timer")["Timer"]["OnCalendar"]
        return when.removeprefix("*-*-* ")

    assert at("nightly") < at("notify")


def test_a_mail_that_is_not_sent_fails_the_unit_and_findings_fail_none():
    assert "SuccessExitStatus" not in unit("cardroom-auditor-notify.service")["Service"]
    assert unit("cardroom-auditor-nightly.service")["Service"]["SuccessExitStatus"] == ["1"]


# ------------------------------------------------------------------------ proxies and documents


def test_the_proxy_sets_what_the_service_reads():
    said = (DEPLOY / "nginx.conf").read_text("utf-8")
    assert dict(re.findall(r"proxy_set_header (X-Forwarded-\w+) (\S+);", said)) == {
        "X-Forwarded-For": "$remote_addr",
        "X-Forwarded-Proto": "$scheme",
        "X-Forwarded-Host": "$http_host",
    }
    assert set(re.findall(r"listen \S*?(\d+) ", said)) == {"443"}
    assert "ssl_protocols TLSv1.2 TLSv1.3;" in said
    (largest,) = re.findall(r"client_max_body_size (\d+)m;", said)
    assert int(largest) << 20 >= LARGEST_BODY


def test_the_other_proxy_leads_to_the_same_port_with_the_same_limit():
    said = (DEPLOY / "Caddyfile").read_text("utf-8")
    assert "reverse_proxy 127.0.0.1:8417" in said
    assert "server 127.0.0.1:8417;" in (DEPLOY / "nginx.conf").read_text("utf-8")
    assert "protocols tls1.2 tls1.3" in said
    assert "disable_redirects" in said
    (largest,) = re.findall(r"max_size (\d+)MiB", said)
    assert int(largest) << 20 >= LARGEST_BODY


@pytest.mark.parametrize("name", ["docs/deploying.md", "docs/upgrading.md"])
def test_every_file_and_unit_that_the_guides_name_exists(name):
    page = text(name)
    files = set(re.findall(r"`((?:deploy/)[\w.-]+|Containerfile)`", page))
    named = set(re.findall(r"cardroom-auditor(?:-\w+)?\.(?:service|timer)\b", page))
    assert [each for each in files if not (ROOT / each).exists()] == []
    assert [each for each in named if not (DEPLOY / each).exists()] == []
    assert named


def test_the_commands_of_the_guides_exist():
    for name in ("docs/deploying.md", "docs/upgrading.md"):
        for block in blocks(name, "sh"):
            joined = re.sub(r"\\\n\s*", " ", block)
            for called in re.findall(
                r"(?:bin/auditor|auditor\.cli|\bcardroom-auditor(?= (?:keys|serve))) (.*)", joined
            ):
                must_exist(shlex.split(called))


# ------------------------------------------------------------------------ parts


@pytest.fixture(scope="module")
def parts(tmp_path_factory):
    """The list as `make sbom` writes it, twice."""
    folder = tmp_path_factory.mktemp("sbom")
    for name in ("one.json", "two.json"):
        words = [sys.executable, str(DEPLOY / "sbom.py"), str(folder / name)]
        subprocess.run(words, check=True, capture_output=True, cwd=folder)
    return (folder / "one.json").read_bytes(), (folder / "two.json").read_bytes()


@pytest.mark.slow
def test_the_list_of_parts_is_valid_and_the_same_every_time(parts):
    assert parts[0] == parts[1]
    found = json.loads(parts[0])
    assert (found["bomFormat"], found["specVersion"]) == ("CycloneDX", "1.6")
    assert JsonStrictValidator(SchemaVersion.V1_6).validate_str(parts[0].decode()) is None
    assert "serialNumber" not in found
    assert "timestamp" not in found["metadata"]
    assert (found["metadata"]["component"]["name"], found["metadata"]["component"]["version"]) == (
        "cardroom-auditor", VERSION,
    )  # fmt: skip


def licence(component):
    (each,) = component["licenses"]
    return each.get("expression") or each["license"].get("id") or each["license"]["name"]


@pytest.mark.slow
def test_every_locked_dependency_is_listed_with_its_version_and_licence(parts):
    lock = (ROOT / "requirements.lock").read_text("utf-8")
    locked = set(re.findall(r"^([\w.-]+)(?:\[.*?\])?==([\w.]+)", lock, re.MULTILINE))
    listed = {(each["name"], each.get("version")): each for each in json.loads(parts[0])["components"]}
    assert len(locked) == lock.count("==") - lock.count(" == ")  # markers have spaces around theirs
    assert {"apispec", "blinker"} <= {name for name, _ in locked}  # the first is locked with an extra
    assert locked <= set(listed)
    assert [name for name, each in listed.items() if not licence(each)] == []
    assert licence(listed["flask", version("flask")]) == "BSD-3-Clause"
    assert licence(listed["waitress", version("waitress")]) == "ZPL-2.1"
    assert listed["flask", version("flask")]["purl"] == f"pkg:pypi/flask@{version('flask')}"
    others = {name for name, _ in set(listed) - locked}
    assert others == {
        "htmx",
        "modern-normalize",
        "Swagger UI",
        "IBM Plex",
        "Noto Sans",
        "NanumGothic",
        "Droid Sans Fallback",
    }


def test_every_font_and_library_that_ships_has_its_licence_beside_it():
    from deploy.sbom import SHIPPED

    assert [name for name, _, path in SHIPPED if not (ROOT / path).is_file()] == []
    texts = {path.name for path in (ROOT / "reports" / "fonts").glob("*.txt")}
    assert texts == {Path(path).name for _, _, path in SHIPPED if path.startswith("reports/fonts/")}
