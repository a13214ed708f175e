"""The known answers about money, and how an audit is compared with them."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.cli import kit

FOLDER = Path(__file__).parent
EVASIONS = FOLDER / "evasions"
Json = dict[str, Any]


def cases() -> list[Json]:
    """Both files of known answers, case by case."""
    return [
        json.loads(line)
        for name in ("money.ndjson", "money-parties.ndjson")
        for line in (FOLDER / name).read_text("utf-8").splitlines()
    ]


def audit_of(case: Json, folder: Path) -> tuple[Json, str]:
    """The JSON and the text of `auditor audit` for a case, written into `folder`."""
    files = case.get("files") or {"log": case["log"]}
    main, *rest = [_written(name, lines, folder) for name, lines in files.items()]
    options = [option.replace("evasions/", f"{EVASIONS}/") for option in case["options"]]
    if "controls" in case:
        (folder / "controls.toml").write_text(case["controls"])
        options += ["--controls", str(folder / "controls.toml")]
    beside = [option for path in rest for option in ("--with", str(path))]
    return audited(main, *options, *beside), kit.call("audit", main, *options, *beside).out


def _written(name: str, lines: list[Json], folder: Path) -> Path:
    path = folder / f"{name}.ndjson"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    return path


def audited(path: Path, *options: str) -> Json:
    """The JSON of `auditor audit` for a file."""
    audit: Json = kit.call("audit", path, *options, "--format", "json").json
    return audit


def evasion(name: str, folder: Path) -> Path:
    """A log of the evasions, unpacked into `folder`."""
    path = folder / f"{name}.ndjson"
    path.write_bytes(gzip.decompress((EVASIONS / f"{name}.ndjson.gz").read_bytes()))
    return path


def differences(case: Json, audit: Json, text: str) -> list[str]:
    """Where an audit departs from what a case expects."""
    expected = case["expected"]
    total = _total(audit, expected.get("unit"))
    found: list[str] = []
    for kind, amount in expected["money"].items():
        if kind != "not_known":
            found += _differs(kind, total.get(kind), amount)
        elif amount.get("hands") == 0:
            found += [f"{name}: {each}" for name, each in total.get("not_known", {}).items() if each["hands"]]
    for kind, hands in expected.get("not_known", {}).items():
        found += _differs(f"not_known.{kind}", _unknown(total, kind)["hands"], hands)
    for kind, bound in expected.get("bound", {}).items():
        found += _differs(f"bound.{kind}", _unknown(total, kind)["bound"], bound)
    return [*found, *_lists(expected, audit), *_findings(expected, audit), *_sentences(expected, text)]


def _total(audit: Json, unit: str | None) -> Json:
    return next((each for each in audit["money"] or [] if unit in (None, each["unit"])), {})


def _unknown(total: Json, kind: str) -> Json:
    return total.get("not_known", {}).get(kind, {"hands": None, "bound": None})


def _differs(what: str, found: Any, wanted: Any) -> list[str]:
    return [] if found == wanted else [f"{what}: {found!r} in place of {wanted!r}"]


def _lists(expected: Json, audit: Json) -> Iterator[str]:
    repaid = [[each["debtor"], each["creditor"], each["amount"]] for each in audit["repayments"]]
    lacked = [[each["party"], each["amount"], each["kind"]] for each in audit["lacking"] or []]
    if (wanted := expected.get("repayments")) is not None:
        yield from _differs("repayments", sorted(repaid), sorted(wanted))
    if (wanted := expected.get("lacking")) is not None:
        yield from _differs("lacking", sorted(lacked), sorted(wanted))
    if (wanted := expected.get("incidents")) is not None:
        counted = [each for each in audit["incidents"] if each["severity"] != "note"]
        yield from _differs("incidents", len(counted), wanted)
    if (wanted := expected.get("incident_root")) is not None:
        names = {each["code"]: each["name"] for each in audit["findings"]}
        yield from _differs("root", [names.get(each["root"]) for each in audit["incidents"]], [wanted])


def _findings(expected: Json, audit: Json) -> Iterator[str]:
    wanted = expected.get("findings")
    breaches = [each["code"] for each in audit["findings"] if each["kind"] in ("violation", "discrepancy")]
    if wanted == [] and breaches:  # a point that the controls leave open is no fault of the record
        yield f"findings: {breaches}"
    for each in wanted or []:
        if not any(_agrees(each, finding) for finding in audit["findings"]):
            near = [finding for finding in audit["findings"] if finding["name"] == each["name"]]
            yield f"no finding {each}; found {near}"
    for name in expected.get("untestable", []):
        rows = [row for row in audit["coverage"] if row["name"] == name]
        if not any(row["untestable"] for row in rows):
            yield f"{name} has nothing untestable"


def _agrees(wanted: Json, finding: Json) -> bool:
    return all(_same(key, value, finding) for key, value in wanted.items())


def _same(key: str, value: Any, finding: Json) -> bool:
    if key in ("stated", "expected"):
        return str(value) in str(finding[key])
    if key == "hands":
        return all(str(hand) in json.dumps(finding) for hand in value)
    return finding.get(key) == value


def _sentences(expected: Json, text: str) -> Iterator[str]:
    said = " ".join(text.split()).casefold()
    yield from (f"not said: {each}" for each in expected.get("sentences", []) if each not in said)
    yield from (f"said: {each}" for each in expected.get("sentences_absent", []) if each in said)
