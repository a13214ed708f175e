"""docs/checks.md: the reference of all finding codes."""

from __future__ import annotations

from rules.checks.catalogue import every_check

FAMILIES = {
    "LOG": "The log itself",
    "DCK": "Deck and cards",
    "SET": "How hands were set",
    "STK": "Stakes and table",
    "SCR": "Scoring",
    "PAY": "Payments",
    "POT": "Pools",
    "SUR": "Surrender",
    "FEE": "Fees",
    "JKP": "Jackpots",
    "IRR": "Irregularities",
    "CLK": "The clock, and leaving the table",
    "LVL": "Levels",
    "TRN": "Tournaments",
    "CTL": "The controls themselves",
}


def checks_page() -> str:
    """The reference of all finding codes."""
    parts = [
        "# What is checked",
        "Generated from the checks' own documentation (`make docs`). A code is permanent. Every hand is accounted for "
        "under every check: tested, agreeing or differing; untestable, with the reason; or inapplicable, where the "
        "ruleset has no such rule. The checks across the sessions of a "
        "room's gaming day account for its sessions in the same way.",
        "| code | name | kind | severity | clauses |\n| --- | --- | --- | --- | --- |\n"
        + "\n".join(
            f"| [{each.code}](#{each.code.lower()}-{each.name}) | {each.name} | {each.kind} | {each.severity} | "
            f"{', '.join(each.clauses)} |"
            for each in every_check()
        ),
    ]
    for family, title in FAMILIES.items():
        parts.append(f"## {title}")
        parts += [each.documentation for each in every_check() if each.code.startswith(family)]
    return "\n\n".join(parts) + "\n"
