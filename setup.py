"""What pyproject.toml cannot say of a package, because it depends on how the package is built (docs/releasing.md).

    AUDITOR_PURE=1                    leave the scanner out: a wheel for every machine
    AUDITOR_REPOSITORY=https://...    where the repository can be read: links lead there

Without a repository the page of the package has no links into it, and names its files.
"""

import hashlib
import os
import re
import runpy
from pathlib import Path

from setuptools import Extension, setup

ROOT = Path(__file__).parent
VERSION = runpy.run_path(str(ROOT / "rules" / "version.py"))["VERSION"]
_LINK = re.compile(r"\[([^\]]+)\]\((?!https?:)([^)#\s]+)(#[^)\s]*)?\)")
_PICTURE = re.compile(r'<img src="(?!https?:)([^"]+)"')
_PICTURE_WITH_CAPTION = re.compile(r"<img [^>]*>\n\n\*[^\n]*\*\n\n")


def long_description(readme: str, repository: str = "") -> str:
    """The README as the page of a package: no link is relative.

    Links lead to this release in the repository. Without one, files of the source distribution are named in their place, and
    pictures are left out.
    """
    if repository:
        linked = _LINK.sub(rf"[\1]({repository}/blob/v{VERSION}/\2\3)", readme)
        return _PICTURE.sub(rf'<img src="{repository}/raw/v{VERSION}/\1"', linked)
    named = _LINK.sub(
        lambda link: link[1] if link[1] == link[2] else f"{link[1]} ({link[2]})",
        _PICTURE_WITH_CAPTION.sub("", readme),
    )
    heading, _, rest = named.partition("\n\n")
    where = f"The source distribution of release {VERSION} has the files that this page names, such as docs/cli.md."
    return f"{heading}\n\n*{where}*\n\n{rest}"


def project_urls(repository: str = "") -> dict[str, str]:
    """The links of a package: the published formats that others can read its records with, and the repository."""
    formats = {
        "Format of the register": "https://c2sp.org/tlog-tiles",
        "Format of checkpoints": "https://c2sp.org/tlog-checkpoint",
        "Format of webhooks": "https://www.standardwebhooks.com",
    }
    if not repository:
        return formats
    files = f"{repository}/blob/v{VERSION}"
    return {
        "Source": repository,
        "Documentation": f"{files}/README.md#read-on",
        "Changelog": f"{files}/CHANGELOG.md",
    } | formats


def scanner() -> list[Extension]:
    """The scanner of log lines: one module for every Python from 3.11 on.

    Where it is left out, or there is no C compiler, msgspec reads all lines.
    """
    if os.environ.get("AUDITOR_PURE") == "1":
        return []
    source = "rules/records/_scanner.c"
    stated = [("SOURCE_SHA256", f'"{hashlib.sha256((ROOT / source).read_bytes()).hexdigest()}"')]
    return [
        Extension(
            "rules.records._scanner", [source], define_macros=stated, py_limited_api=True, optional=True
        )
    ]


if __name__ == "__main__":
    at = os.environ.get("AUDITOR_REPOSITORY", "").rstrip("/")
    setup(
        ext_modules=scanner(),
        long_description=long_description((ROOT / "README.md").read_text("utf-8"), at),
        long_description_content_type="text/markdown",
        project_urls=project_urls(at),
    )
