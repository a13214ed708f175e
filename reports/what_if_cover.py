"""First page of a what-if."""

from __future__ import annotations

from collections.abc import Sequence

from reports.controls_changes import in_short
from reports.cover_parts import Front, front_page
from reports.drawn_pages import WIDTH, Pages
from reports.drawn_tables import ReportColumn, ReportTable
from reports.formatting import count, money, units
from reports.story import REDACTED, REDACTION, Story
from reports.typography import DIGEST, NOTE, SMALL, SMALL_BOLD
from rules.controls.what_if import WhatIfComparison
from rules.results import Effect, RulesetUsed

SECTIONS = {
    "months": "By month",
    "players": "By player",
    "changes": "What changes, in plain words",
    "hands": "Hands with the largest differences",
    "not_compared": "Hands that could not be compared",
    "differences": "The record compared with the controls tried",
    "records": "Records",
    "method": "Method and limits",
    "controls": "Annex: parameter by parameter",
}
NUMBERS = {key: number for number, key in enumerate(SECTIONS, 1)}
_CHANGES, _RULESETS = 6, 6  # that the page lists; the rest are counted


def draw_what_if_cover(
    pages: Pages, story: Story, effect: Effect, compared: Sequence[WhatIfComparison]
) -> None:
    """Draw the cover: effect in short, controls tried."""
    with front_page(pages, _front(story, effect)):
        _in_short(pages, story, compared)
        _rulesets(
            pages, "Controls tried", story.audit.played, "No hand was settled under the controls tried."
        )
        in_force = "Controls in force on the days of these hands"
        _rulesets(pages, in_force, effect.in_force, "None is on record.")


def _front(story: Story, effect: Effect) -> Front:
    counts = (
        (story.audit.hands, "hands recorded"),
        (effect.compared, "compared"),
        (effect.incomparable, "not compared"),
        (effect.differing, "settled differently"),
        (sum(1 for each in effect.players if each.difference), "players affected"),
    )
    moved = (units(effect.units, plus=False), "units moved")
    return Front(
        kind="WHAT-IF OVER PAST HANDS",
        title=story.ruleset(),
        line=f"{story.full_title()}   ·   {story.days()}",
        conclusion=conclusion(story, effect),
        counts=[(f"{number:,}", label) for number, label in counts],
        amounts=[moved, (money(effect.money, story.currency), "money moved")],
        sections=SECTIONS,
        warnings=_warnings(story),
        wide=72,
    )


def banner(story: Story) -> str:
    """Warning on every page, with the controls' standing."""
    warnings = [REDACTED] if story.redacted else []
    if not story.audit.complete:
        warnings.append("INCOMPLETE: a check failed to run, and its findings are not known")
    standings = dict.fromkeys(_standing(each) for each in story.audit.played)
    return "   ·   ".join([*warnings, f"WHAT-IF: {', '.join((story.ruleset(), *standings))}"])


def conclusion(story: Story, effect: Effect) -> str:
    if not effect.compared:
        return "No hand could be compared: what was due is not known under both controls."
    of = count(effect.compared, "compared hand")
    if not effect.differing:
        said = f"Had {story.ruleset()} been in force, none of {of} would have been settled differently."
    else:
        moved = f"{units(effect.units, plus=False)} {'unit' if effect.units == 1 else 'units'}"
        if effect.money is not None:
            moved = money(effect.money, story.currency)
        said = (
            f"Had {story.ruleset()} been in force, {effect.differing:,} of {of} would have been settled differently; "
            f"{moved} would have gone to different players."
        )
    if effect.unpriced and effect.money is not None:
        said += f" This leaves out {count(effect.unpriced, 'such hand')} whose money is not known."
    if effect.incomparable:
        said += f" {count(effect.incomparable, 'hand')} could not be compared."
    return said


def _in_short(pages: Pages, story: Story, compared: Sequence[WhatIfComparison]) -> None:
    sentences = in_short(compared, story.currency, _CHANGES)
    if not sentences:
        return
    pages.subheading("What changes", 60)
    for sentence in sentences:
        pages.paragraph(sentence, SMALL, after=1, measure=WIDTH)
    pages.paragraph(f"Section {NUMBERS['changes']} lists every change, and the annex every parameter.", NOTE)


def _warnings(story: Story) -> list[str]:
    warnings = [REDACTION] if story.redacted else []
    warnings += [] if story.audit.complete else [story.broken()]
    if story.unapproved:
        warnings.append(
            f"NOT APPROVED. {story.ruleset()} is {_with_article(story.unapproved)} and binds no hand. This report shows what "
            "it would have changed if it had been in force."
        )
    else:
        warnings.append(
            f"WHAT-IF. {story.ruleset()} is tried on hands that were not played under it. This report shows what it would "
            "have changed if it had been in force."
        )
    return warnings


def _with_article(standing: str) -> str:
    return "a draft" if standing == "draft" else standing


def _standing(used: RulesetUsed) -> str:
    if used.standing is None:
        return "from the library"
    return "approved" if used.standing == "approved" else f"{used.standing}, NOT APPROVED"


def _rulesets(pages: Pages, title: str, used: Sequence[RulesetUsed], nothing: str) -> None:
    pages.subheading(title, 50)
    if not used:
        pages.paragraph(nothing, NOTE)
        return
    columns = (
        ReportColumn("Revision", 100, style=SMALL_BOLD),
        ReportColumn("Title", 122),
        ReportColumn("Standing", 92),
        ReportColumn("Hands", 42, True),
        ReportColumn("Digest (SHA-256)", 148, style=DIGEST),
    )
    table = ReportTable(pages, columns, most=3)
    table.head()
    for each in used[:_RULESETS]:
        name = f"{each.id}@{each.revision}"
        table.row(name, each.title, _standing(each), f"{each.hands:,}", each.digest)
    if len(used) > _RULESETS:
        pages.paragraph(f"{count(len(used) - _RULESETS, 'more revision')} not listed.", NOTE, after=0)
