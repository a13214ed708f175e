"""The documents written by hand: their links resolve, their commands exist, and their examples do what they say."""

import json
import re
import shlex
import subprocess
import tomllib
from functools import cache
from pathlib import Path

import click
import msgspec
import pytest

from auditor.cli import main
from auditor.cli.service_process import running_service
from rules.controls.library import library
from rules.ledgers import ledger_records
from rules.records import events
from rules.records.accepted import ACCEPTED
from rules.tournaments import tournament_records
from tests.cli.kit import call
from tests.folding import of_every

ROOT = Path(__file__).parents[1]
WORDING = {"detail", "title", "found", "expected"}  # of answers: sentences for people
GENERATED = {"docs/checks.md", "docs/clauses.md"}
HOUSE = ("auditor", "reports", "rules", "simulation", "verifier")
PACKAGES = sorted(
    path.parent.relative_to(ROOT).as_posix() for each in HOUSE for path in ROOT.glob(f"{each}/**/__init__.py")
)
READMES = [f"{each}/README.md" for each in PACKAGES if (ROOT / each / "README.md").exists()]
OF_TYPES = [
    each for each in READMES if each != "verifier/README.md"
]  # that one is for whoever verifies a report
WRITTEN = sorted(
    path.relative_to(ROOT).as_posix()
    for path in (
        *ROOT.glob("*.md"),
        *ROOT.glob("docs/**/*.md"),
        *(ROOT / each for each in (*READMES, "reports/fonts/README.md", "tests/README.md")),
    )
    if path.parent.name != "systems" and path.relative_to(ROOT).as_posix() not in GENERATED
)
LINK = re.compile(r"\]\(([^)\s]+)\)|<img src=\"([^\"]+)\"")
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)

every_document = of_every("name", WRITTEN)
every_readme = of_every("name", OF_TYPES)


@cache
def text(name):
    return (ROOT / name).read_text("utf-8")


def prose(name):
    """A document without its blocks of code and without code in a line."""
    return re.sub(r"`[^`\n]*`", "", FENCE.sub("", text(name)))


def blocks(name, language):
    return [body for kind, body in FENCE.findall(text(name)) if kind == language]


# ---------------------------------------------------------------- links


@cache
def anchors(path):
    headings = re.findall(r"^#+ (.*)$", FENCE.sub("", path.read_text("utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@every_document
def test_every_link_resolves(name):
    page = ROOT / name
    for link in LINK.findall(FENCE.sub("", text(name))):
        target = link[0] or link[1]
        if target.startswith("http"):
            continue
        path, _, heading = target.partition("#")
        file = (page.parent / path).resolve() if path else page
        assert file.exists(), target
        assert not heading or heading in anchors(file), target


@every_document
def test_no_document_links_to_a_page_that_is_not_in_the_repository(name):
    """The reference is rendered by the service and by `make docs`."""
    targets = {link[0].partition("#")[0] for link in LINK.findall(text(name))}
    assert not [each for each in targets if re.search(r"(checks|clauses)\.md$|systems/", each)]


def test_every_document_is_reached_from_the_readme():
    reached, left = set(), ["README.md"]
    while left:
        name = left.pop()
        if name in reached:
            continue
        reached.add(name)
        for link in LINK.findall(FENCE.sub("", text(name))):
            path = link[0].partition("#")[0]
            if path.endswith(".md") and not path.startswith("http"):
                left.append(((ROOT / name).parent / path).resolve().relative_to(ROOT).as_posix())
    assert set(WRITTEN) - reached == set()


# ---------------------------------------------------------------- packages


def test_every_package_has_a_readme_or_is_named_in_the_one_above():
    """A package is looked for by going down from `docs/design.md`: no folder of code is without a sentence."""

    def named(package):
        above = next(
            each.relative_to(ROOT) for each in (ROOT / package).parents if (each / "README.md").exists()
        )
        return f"`{package}/`" in text((above / "README.md").as_posix())

    assert [each for each in PACKAGES if f"{each}/README.md" not in READMES and not named(each)] == []
    assert {"rules/README.md", "rules/replay/pots/README.md", "auditor/http/web/README.md"} <= set(READMES)


def test_the_map_of_the_house_is_one_page_with_every_package():
    page = text("docs/design.md")
    assert len(page.splitlines()) <= 120
    assert [each for each in READMES if f"](../{each})" not in page] == []


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("a hand scored", "replay"),
        ("an upload parsed", "LogReader"),
        ("money columns defined", "Hands"),
        ("the cover of a PDF drawn", "draw_cover"),
        ("the state of a session derived", "SessionStates"),
        ("a ruleset file refused", "BadRuleset"),
        ("the title of an incident", "title"),
        ("a deadline worked out", "video_kept"),
        ("a log purged", "purge"),
    ],
)
def test_what_a_stranger_looks_for_is_found_in_two_steps(question, name):
    """From the map to the README of a package, and from there to the module that has it."""
    (row,) = (
        each
        for each in text("docs/design.md").splitlines()
        if each.startswith("| Where") and question in each
    )
    readmes = [link[0].partition("#")[0].removeprefix("../") for link in LINK.findall(row)]
    modules = {each for readme in readmes for each in re.findall(r"`([a-z]+/[\w/]+\.py)`", text(readme))}
    assert [each for each in modules if re.search(rf"^(?:class|def) {name}\b", text(each), re.MULTILINE)]


@every_readme
def test_a_readme_has_a_hundred_lines_at_most(name):
    assert len(text(name).splitlines()) <= 100


@cache
def defined(path):
    """The classes and constants of a file, or of every module below a folder; of a file that is not there, none."""
    modules = [*(ROOT / path).rglob("*.py")] if (ROOT / path).is_dir() else [ROOT / path]
    names = r"^(?:[ ]*class )?(_?[A-Z]\w+)\b(?=[:(]|[^\n=]* = )"
    there = (module.read_text("utf-8") for module in modules if module.exists())
    return {each for body in there for each in re.findall(names, body, re.MULTILINE)}


@every_readme
def test_a_readme_names_types_that_its_package_has(name):
    """Or that a module has which it names."""
    page = text(name)
    stated = set(re.findall(r"`(_?[A-Z]\w*[A-Za-z])(?:\.\w+(?:\([\w.]*\))?)?`", page))
    own = defined(Path(name).parent.as_posix())
    modules = set(re.findall(r"`([a-z]+/[\w/]+\.py)`", page))
    assert sorted(stated - own.union(*map(defined, modules))) == []
    assert len({each for each in stated & own if not each.isupper()}) >= 2


# ---------------------------------------------------------------- commands


def commands_of(block):
    """The words of every line of a block of shell that calls make or the program."""
    for line in re.sub(r"\\\n\s*", " ", block).splitlines():
        if re.match(r"(make|auditor) ", line):
            yield shlex.split(line, comments=True)


def command_named(words):
    """The command of the program that some words call, and what is left of them."""
    command = main
    while words and not words[0].startswith("-"):
        below = getattr(command, "commands", None)
        found = (
            main.get_command(click.Context(main), words[0])
            if command is main
            else (below or {}).get(words[0])
        )
        if found is None:
            assert command is not main, words[0]
            break
        command, words = found, words[1:]
    return command, words


@every_document
def test_every_command_of_an_example_exists(name):
    for block in blocks(name, "sh"):
        for words in commands_of(block):
            if words[0] == "make":
                targets = [each for each in words[1:] if "=" not in each]
                assert all(re.search(rf"^{each}:", text_of_makefile(), re.MULTILINE) for each in targets), (
                    words
                )
            else:
                command, rest = command_named(words[1:])
                known = {option for each in command.params for option in (*each.opts, *each.secondary_opts)}
                given = {each.partition("=")[0] for each in rest if re.match(r"--[a-z]", each)}
                assert given <= known | {"--help"}, words


@cache
def text_of_makefile():
    return (ROOT / "Makefile").read_text("utf-8")


# ---------------------------------------------------------------- examples


def first_log():
    """The log of the README, as its reader saves it."""
    (log,) = re.findall(r"<<'LOG'\n(.*?)^LOG$", text("README.md"), re.MULTILINE | re.DOTALL)
    return log


def assert_in_order(expected, output):
    """Every line of an abridged output is there, in this order."""
    lines = iter(output.splitlines())
    for line in expected.splitlines():
        assert line == "…" or line in lines, line


@pytest.mark.slow
def test_the_first_log_gives_what_the_readme_says(tmp_path):
    log = tmp_path / "my-first.ndjson"
    log.write_text(first_log(), "utf-8")
    done = call("audit", str(log))
    (expected,) = blocks("README.md", "text")
    assert done.status == 1
    assert_in_order(expected, done.out)
    log.write_text(
        first_log().replace('"net": 200', '"net": 400').replace('"net": -200', '"net": -400'), "utf-8"
    )
    done = call("audit", str(log))
    assert done.status == 0
    assert done.lines[done.lines.index("") + 1] in text("README.md")
    for words in re.findall(r"^auditor (explain .*?) +#", text("README.md"), re.MULTILINE):
        assert call(*words.replace("my-first.ndjson", str(log)).split()).status == 0


def test_the_readme_counts_the_systems():
    assert f"The library has {len({each.id for each in library().rulesets()})} systems" in text("README.md")


def test_the_controls_of_the_guide_can_be_approved(tmp_path):
    whole, pots, authority = blocks("docs/controls.md", "toml")
    file = tmp_path / "controls.toml"
    for each in (whole, pots):
        file.write_text(each, "utf-8")
        done = call("controls", "validate", str(file))
        assert done.status == 0, done.out
    shipped = library().authorities["wsgc"]
    stated = tomllib.loads(authority)["authority"]
    assert (stated["id"], stated["title"], tuple(stated["mandatory"])) == (
        shipped.id,
        shipped.title,
        tuple(shipped.mandatory),
    )


def is_part(expected, found):
    """Whether an abridged answer is part of a whole one; … is any text, and wording is not compared."""
    if isinstance(expected, dict):
        return isinstance(found, dict) and all(
            key in found and (key in WORDING or is_part(value, found[key])) for key, value in expected.items()
        )
    if isinstance(expected, list):
        return expected == found or (0 < len(expected) <= len(found) and all(map(is_part, expected, found)))
    return expected == "…" or expected == found


@pytest.mark.night
@pytest.mark.slow
def test_the_examples_of_the_api_guide_run(tmp_path):
    """Each block of commands, in the order of the page, against a service with an empty folder."""
    folder = tmp_path / "examples"
    folder.mkdir()
    (folder / "my-first.ndjson").write_text(first_log(), "utf-8")
    first, *_ = blocks("docs/api.md", "sh")  # what the others rest on
    output = ""
    with running_service(tmp_path / "data", open_to_all=True, audit_on_arrival=False) as url:
        for kind, body in FENCE.findall(text("docs/api.md")):
            if kind == "sh":
                script = "set -euo pipefail\n" + re.sub("^U=.*$", f"U={url}", first, flags=re.MULTILINE)
                script += "" if body == first else body
                done = subprocess.run(
                    ["bash", "-c", script], cwd=folder, capture_output=True, text=True, check=False
                )
                assert done.returncode == 0, f"{body}\n{done.stderr}"
                output = done.stdout
            elif kind == "json":
                found = msgspec.json.decode(output.splitlines()[-1] if output.startswith("{") else output)
                assert is_part(json.loads(body), found), f"{body}\n{output}"
            elif kind == "text":
                assert_in_order(body, output)


def test_every_field_of_the_log_format_is_described():
    page = text("docs/log-format.md")
    for name in ACCEPTED.names:
        assert re.search(rf"^### {name}$", page, re.MULTILINE), name
    for record in msgspec.inspect.multi_type_info(
        [*events.Event.__args__, events.HandIrregularity, events.ChineseSeat, events.OfcSeat]
    ):
        for field in record.fields:
            assert re.search(rf"[`\"]{field.encode_name}[`\"]", page), (
                f"{record.cls.__name__}.{field.encode_name}"
            )
    for word in (
        *events.RESERVED,
        *events.IrregularityKind.__args__,
        *events.Ruling.__args__,
        *events.Moment.__args__,
    ):
        assert f"`{word}`" in page, word


@pytest.mark.parametrize(
    ("document", "records"),
    [("tournament-format", tournament_records), ("ledger-format", ledger_records)],
    ids=["tournament", "ledger"],
)
def test_every_field_of_the_other_formats_is_described(document, records):
    page = text(f"docs/{document}.md")
    for record in msgspec.inspect.multi_type_info(records.Line.__args__):
        for name in (record.tag, *(field.encode_name for field in record.fields)):
            assert f"`{name}`" in page, f"{record.cls.__name__}.{name}"


# ---------------------------------------------------------------- words


def terms():
    return re.findall(r"^\| \*\*(.+?)\*\* \|", text("docs/glossary.md"), re.MULTILINE)


def test_terms_of_the_glossary_are_unique_and_in_order():
    found = terms()
    assert len(found) > 40
    assert len({each.lower() for each in found}) == len(found)
    assert found == sorted(found, key=str.lower)


def test_each_term_has_one_sentence():
    for row in re.findall(r"^\| \*\*.+?\*\* \| (.+) \|$", text("docs/glossary.md"), re.MULTILINE):
        assert row.endswith(".")
        assert ". " not in row


AVOIDED = (
    r"\btold\b", r"\btells? (?:of|what|apart|which|how)\b", r"\bheld (?:to|against|otherwise)\b", r"\bstands\b", r"what is known",
    r"nothing to \w+ it by", r"that there (?:is|are) not\b", r"\bof then\b", r"\bmended\b", r"\bnowise\b",
)  # fmt: skip


@every_document
def test_no_document_uses_words_of_the_old_house_style(name):
    assert [found for pattern in AVOIDED for found in re.findall(pattern, prose(name))] == []


# ---------------------------------------------------------------- recipes


@every_document
def test_every_file_that_a_document_names_exists(name):
    """Names with {braces} are for the reader to fill in."""
    named = re.findall(
        r"(?<![\w./}-])((?:auditor|reports|rules|simulation|tests|docs|\.ci)/[\w./-]*[\w/])(?![\w{*])",
        text(name),
    )
    assert [path for path in sorted(set(named)) if not (ROOT / path).exists()] == []


def test_every_name_that_a_recipe_has_is_in_a_file_that_it_names():
    """Names in capitals, and tests."""
    recipes = text("CONTRIBUTING.md").partition("\n## Recipes\n")[2]
    named = set(re.findall(r"`(_?[A-Z][A-Z]+(?:_[A-Z]+)*|test_[a-z_]+)`", recipes))
    assert {"_SECTIONS", "test_every_ruleset_has_a_hand"} <= named
    files = sorted(set(re.findall(r"(?:auditor|reports|rules|simulation|tests)/[\w/]*\w\.py", recipes)))
    words = {word for path in files for word in re.findall(r"\w+", text(path))}
    assert sorted(named - words) == []


def test_every_decision_has_its_parts_and_is_listed():
    pages = sorted((ROOT / "docs" / "decisions").glob("[0-9]*.md"))
    assert len(pages) >= 10
    listed = text("docs/decisions/README.md")
    for page in pages:
        said = page.read_text("utf-8")
        assert re.findall(r"^## (.*)$", said, re.MULTILINE) == ["Context", "Decision", "Consequences"], (
            page.name
        )
        assert f"]({page.name})" in listed
