"""What a release rests on: its changelog and the page of its packages."""

import datetime as dt
import re
import runpy
from functools import cache

import pytest

from deploy.release import MOST_LINES, UNRELEASED, NotReady, notes, sections, with_release, with_version
from rules.version import JUDGEMENT, VERSION
from tests.test_documents import ROOT, first_log, text

REPOSITORY = "https://code.example.org/audits/cardroom-auditor"
RELATIVE = re.compile(r"\]\((?!https?://)|(?:src|href)=\"(?!https?://)")


# ------------------------------------------------------------------------ changelog


def releases():
    """The headings of releases, the newest first, each as version and day."""
    return [
        re.fullmatch(r"(\d+\.\d+\.\d+) \((\d{4}-\d\d-\d\d)\)", heading).groups()
        for heading in sections(text("CHANGELOG.md"))
        if heading != UNRELEASED
    ]


def test_the_changelog_begins_with_what_is_unreleased_and_has_each_release_with_its_day():
    assert next(iter(sections(text("CHANGELOG.md")))) == UNRELEASED
    found = releases()
    days = [dt.date.fromisoformat(day) for _, day in found]
    numbers = [[int(each) for each in version.split(".")] for version, _ in found]
    assert found[-1] == ("0.2.0", "2026-11-29")
    assert found[0][0] == VERSION
    assert (days, numbers) == (sorted(days, reverse=True), sorted(numbers, reverse=True))
    assert len(re.findall(r"^## ", text("CHANGELOG.md"), re.MULTILINE)) == len(found) + 1


def test_no_release_has_more_lines_than_people_read():
    long = {
        heading: len(body.splitlines())
        for heading, body in sections(text("CHANGELOG.md")).items()
        if len(body.splitlines()) > MOST_LINES
    }
    assert long == {}


def test_each_number_of_the_judgement_has_its_line():
    said = [int(each) for each in re.findall(r"^- Judgement (\d+): \S.*", text("CHANGELOG.md"), re.MULTILINE)]
    assert sorted(said) == list(range(1, JUDGEMENT + 1))


CHANGELOG = """# Changelog

## Unreleased

- Fees are compared by the hour.

## 0.2.0 (2026-11-29)

### Speed

- Audits are faster.
"""


def test_a_release_takes_the_lines_that_were_unreleased():
    made = with_release(CHANGELOG, "0.3.0", dt.date(2026, 12, 24))
    assert list(sections(made)) == ["Unreleased", "0.3.0 (2026-12-24)", "0.2.0 (2026-11-29)"]
    assert sections(made)["Unreleased"] == ""
    assert notes(made, "0.3.0") == "- Fees are compared by the hour."
    assert made.replace("\n\n## 0.3.0 (2026-12-24)", "") == CHANGELOG


def test_no_release_is_made_of_a_changelog_that_does_not_fit():
    with pytest.raises(NotReady, match=r"has lines under Unreleased, which 0\.2\.0 would leave out"):
        notes(CHANGELOG, "0.2.0")
    emptied = CHANGELOG.replace("- Fees are compared by the hour.\n", "")
    assert notes(emptied, "0.2.0") == "### Speed\n\n- Audits are faster."
    with pytest.raises(
        NotReady, match=r"says 0.3.0, and the newest section of CHANGELOG.md is '0.2.0 \(2026"
    ):
        notes(emptied, "0.3.0")
    with pytest.raises(NotReady, match="nothing under Unreleased"):
        with_release(emptied, "0.3.0", dt.date(2026, 12, 24))
    with pytest.raises(NotReady, match="has 121 lines under Unreleased; a release has at most 120"):
        with_release(
            CHANGELOG.replace("- Fees", "- Line\n" * MOST_LINES + "- Fees"), "0.3.0", dt.date(2026, 12, 24)
        )


def test_a_version_is_raised_to_a_later_one_only():
    module = 'VERSION = "0.10.0"\nJUDGEMENT = 4\n'
    assert with_version(module, "0.11.0") == 'VERSION = "0.11.0"\nJUDGEMENT = 4\n'
    for each in ("0.10.0", "0.9.9", "v0.11.0", "0.11", "0.11.0rc1"):
        with pytest.raises(NotReady, match=r"is no version after 0\.10\.0; one looks like 0\.3\.0"):
            with_version(module, each)


# ------------------------------------------------------------------------ the page of a package


@cache
def build():
    return runpy.run_path(str(ROOT / "setup.py"))


def test_the_page_of_a_package_names_files_where_no_repository_is_known():
    page = build()["long_description"](text("README.md"))
    assert RELATIVE.findall(page) == []
    assert f"The source distribution of release {VERSION} has the files that this page names" in page
    assert "[`auditor import`](docs/cli.md#import)" in text("README.md")
    assert "`auditor import` (docs/cli.md)" in page
    assert "| want to know what changed | CHANGELOG.md |" in page
    assert "<img" not in page
    assert "*The first page of the report" not in page
    assert first_log() in page


def test_the_page_of_a_package_leads_to_its_release_in_the_repository():
    page = build()["long_description"](text("README.md"), REPOSITORY)
    assert RELATIVE.findall(page) == []
    assert f"[`auditor import`]({REPOSITORY}/blob/v{VERSION}/docs/cli.md#import)" in page
    assert f'<img src="{REPOSITORY}/raw/v{VERSION}/docs/images/report.png" alt="First page' in page
    assert first_log() in page


def test_the_links_of_a_package_are_addresses():
    without, known = build()["project_urls"](), build()["project_urls"](REPOSITORY)
    assert without["Format of the register"] == "https://c2sp.org/tlog-tiles"
    assert known["Changelog"] == f"{REPOSITORY}/blob/v{VERSION}/CHANGELOG.md"
    assert known.items() >= without.items()
    assert [each for each in known.values() if not each.startswith("https://")] == []
