"""Writes what the service is made of as CycloneDX JSON: every locked dependency with its version and licence.

    python deploy/sbom.py build/sbom.cdx.json

The same sources give the same bytes: there is no serial number and no time in it. Licences are read from the installed
packages, so that the locked dependencies must be installed (`make setup`).
"""

from __future__ import annotations

import json
import re
import sys
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from packageurl import PackageURL

sys.path.insert(0, str(Path(__file__).parents[1]))
from rules.version import VERSION

ROOT = Path(__file__).parents[1]
_LOCKED = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[^\]]*\])?==([^\s;\\]+)", re.MULTILINE)
# The words of packages that have no SPDX expression.
_SPDX = {
    "Apache License, Version 2.0": "Apache-2.0",
    "Apache Software License": "Apache-2.0",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "ZPL 2.1": "ZPL-2.1",
}
_UNSAID = {"pysqlite3": "Zlib"}  # its LICENSE file has that text, and its metadata nothing
# What ships inside the packages and is no Python: name, licence, where its text is.
SHIPPED = (
    ("Swagger UI", "Apache-2.0", "auditor/http/static/docs/LICENSE"),
    ("htmx", "0BSD", "auditor/http/static/pages/htmx.LICENSE.txt"),
    ("modern-normalize", "MIT", "auditor/http/static/pages/modern-normalize.LICENSE.txt"),
    ("IBM Plex", "OFL-1.1", "reports/fonts/OFL.txt"),
    ("Noto Sans", "OFL-1.1", "reports/fonts/OFL-Noto.txt"),
    ("NanumGothic", "OFL-1.1", "reports/fonts/OFL-Hangul.txt"),
    ("Droid Sans Fallback", "Apache-2.0", "reports/fonts/Apache-Droid.txt"),
)

_STATED = {  # the file that states a version, and how
    "Swagger UI": ("docs/swagger-ui-bundle.js", r'PACKAGE_VERSION:"([0-9.]+)"'),
    "htmx": ("pages/htmx.min.js", r'version:"([0-9.]+)"'),
    "modern-normalize": ("pages/modern-normalize.css", r"modern-normalize v([0-9.]+)"),
}


class NoLicence(ValueError):
    """A package whose licence cannot be read."""


def locked() -> list[tuple[str, str]]:
    """The names and versions of the locked runtime dependencies, of every platform and Python."""
    return sorted(_LOCKED.findall((ROOT / "requirements.lock").read_text("utf-8")))


def licence_of(name: str) -> str:
    """The licence of an installed package: an SPDX expression, or the package's own words. Raises NoLicence."""
    try:
        found = metadata(name)
    except PackageNotFoundError as error:
        raise NoLicence(f"{name} is locked and not installed; run make setup.") from error
    classifiers = [each for each in found.get_all("Classifier", []) if each.startswith("License ::")]
    said = (
        found.get("License-Expression")
        or _SPDX.get((found.get("License") or "").strip())
        or next(
            (_SPDX.get(each.rpartition(" :: ")[2], each.rpartition(" :: ")[2]) for each in classifiers), ""
        )
        or (found.get("License") or "").strip()
        or _UNSAID.get(name, "")
    )
    if not said or "\n" in said:
        raise NoLicence(f"The package {name} does not say its licence; add it to deploy/sbom.py.")
    return said


def sbom() -> str:
    """The list as CycloneDX 1.6."""
    bom = Bom()
    bom.metadata.component = program = _component("cardroom-auditor", VERSION, "Apache-2.0", application=True)
    parts = [_component(name, version, licence_of(name)) for name, version in locked()]
    parts += [_component(name, _shipped_version(name), licence, pypi=False) for name, licence, _ in SHIPPED]
    for part in parts:
        bom.components.add(part)
    bom.register_dependency(program, parts)
    document = json.loads(JsonV1Dot6(bom).output_as_string())
    document.pop("serialNumber")
    document["metadata"].pop("timestamp")
    return json.dumps(document, indent=2, sort_keys=True, ensure_ascii=False) + "\n"


def _shipped_version(name: str) -> str | None:
    """The version of something that ships, where its files say one."""
    if name not in _STATED:
        return None
    path, stated = _STATED[name]
    return re.findall(stated, (ROOT / "auditor/http/static" / path).read_text("utf-8"))[0]


def _component(
    name: str, version: str | None, licence: str, *, application: bool = False, pypi: bool = True
) -> Component:
    purl = PackageURL("pypi", name=name, version=version) if version and pypi else None
    return Component(
        type=ComponentType.APPLICATION if application else ComponentType.LIBRARY,
        name=name,
        version=version,
        purl=purl,
        bom_ref=f"{name}@{version}" if version else name,
        licenses=[LicenseFactory().make_from_string(licence)],
    )


if __name__ == "__main__":
    target = Path(sys.argv[1])
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(sbom(), "utf-8")
    print(target)
