"""Writes the generated pages of docs/: `make docs`. A test fails where a page is not what this writes."""

from __future__ import annotations

from pathlib import Path

from rules.checks.catalogue import checks
from rules.clauses import ambiguities, catalogue

DOCS = Path(__file__).parent.parent / "docs"

FAMILIES = {
    "LOG": "The log itself",
    "DCK": "Deck and cards",
    "SET": "How hands were set",
    "STK": "Stakes and table",
    "SCR": "Scoring",
    "PAY": "Payments",
    "SUR": "Surrender",
    "IRR": "Irregularities",
    "CTL": "The controls themselves",
}


def checks_page() -> str:
    """The reference of all finding codes."""
    parts = [
        "# What is checked",
        "Generated from the checks' own documentation (`make docs`). A code is permanent. Every hand is accounted for "
        "under every check: tested, agreeing or differing; or untestable, with the reason.",
        "| code | name | kind | severity | clauses |\n| --- | --- | --- | --- | --- |\n"
        + "\n".join(
            f"| [{each.code}](#{each.code.lower()}-{each.name}) | {each.name} | {each.kind} | {each.severity} | "
            f"{', '.join(each.clauses)} |"
            for each in checks()
        ),
    ]
    for family, title in FAMILIES.items():
        parts.append(f"## {title}")
        parts += [each.documentation for each in checks() if each.code.startswith(family)]
    return "\n\n".join(parts) + "\n"


def clauses_page() -> str:
    """The clause catalogue, and the readings of what the documents leave open."""
    rows = [
        f"| `{each.id}` | {each.statement} | {each.source} | {each.testable} |"
        for each in catalogue().values()
    ]
    parts = [
        "# The clauses",
        "Generated from `rules/clauses/` (`make docs`). Ids are permanent: rulesets, findings and reports cite them.",
        "| id | what it says | where | testable from a log |\n| --- | --- | --- | --- |\n" + "\n".join(rows),
        "## What the documents leave open",
        "A ruleset takes the default reading unless its `readings` say otherwise. "
        "A reading marked * is replayed: an audit says what it would move.",
    ]
    for each in ambiguities().values():
        readings = "\n".join(
            f"- **{name}**{' (default)' if name == each.default else ''}{' *' if reading.sets else ''}: {reading.means}"
            for name, reading in each.readings.items()
        )
        parts.append(
            f"### {each.id}\n\n{each.question} (`{each.clause}`)\n\n{readings}\n\nDefault: {each.because}"
        )
    return "\n\n".join(parts) + "\n"


PAGES = {"checks.md": checks_page, "clauses.md": clauses_page}


def main() -> None:
    for name, page in PAGES.items():
        (DOCS / name).write_text(page(), "utf-8")


if __name__ == "__main__":
    main()
