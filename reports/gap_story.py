"""What a gap report says: its counts, its conclusion in a sentence, and what is asked under which number."""

from __future__ import annotations

from reports.formatting import count, money
from rules.controls.library import APPROVED
from rules.gaps.results import GapReport, Point, Unpriced

_SECTIONS = {
    "readings": "What the other readings would move",
    "unpriced": "What has no price or procedure",
    "settled": "What the controls settle",
    "method": "Method and limits",
    "questions": "Annex: questions",
}


class GapStory:
    """A gap report, counted once, and what follows from the counts."""

    def __init__(self, report: GapReport, digest: str) -> None:
        self.report, self.digest = report, digest
        known = [each for each in report.points if each.money is not None]
        self.moving = [each for each in known if each.money or each.units]
        self.still = [each for each in known if not each.money and not each.units]
        self.unknown = [each for each in report.points if each.money is None]
        self.procedures = [each for each in report.unpriced if each.kind == "procedure"]
        self.prices = [each for each in report.unpriced if each.kind != "procedure"]
        self.points = {each.id: each for each in report.points}
        self.unpriced = {each.id: each for each in report.unpriced}
        self.asked = {each.id: each.number for each in report.questions}
        empty = {"readings": report.points, "unpriced": report.unpriced, "settled": report.settled}
        self.sections = {key: title for key, title in _SECTIONS.items() if empty.get(key, True)}
        self.numbers = {key: number for number, key in enumerate(self.sections, 1)}

    @property
    def name(self) -> str:
        """The revision by id."""
        return f"{self.report.ruleset.id}@{self.report.ruleset.revision}"

    @property
    def approved(self) -> bool:
        """Whether hands can be held to the controls."""
        return self.report.ruleset.standing in (None, APPROVED)

    def subject(self) -> str:
        """What the controls are called."""
        return self.report.ruleset.title

    def standing(self) -> str:
        """How far the controls have come, in words."""
        standing = self.report.ruleset.standing
        return (
            "of the library"
            if standing is None
            else standing
            if self.approved
            else f"{standing}, not approved"
        )

    def banner(self) -> str | None:
        """What every page warns of."""
        if self.approved:
            return None
        return f"{(self.report.ruleset.standing or '').upper()} · NOT APPROVED: NO HAND CAN BE HELD TO THESE CONTROLS"

    def money(self, amount: int | None) -> str:
        """An amount of the deals."""
        return money(amount, self.report.dealt.currency)

    def most(self) -> int | None:
        """The most that one reading moves; None where nothing is known."""
        return max((each.money for each in self.report.points if each.money is not None), default=None)

    def conclusion(self) -> str:
        """What was found, in a sentence or two."""
        if not self.report.questions:
            return "The controls settle every point that concerns them, and name a price or a procedure for everything."
        says = []
        if self.report.points:
            points = len(self.report.points)
            says.append(
                f"{count(points, 'point')} of the rules {'is' if points == 1 else 'are'} left to a reading that the "
                "controls do not state."
            )
        if self.moving:
            says.append(
                f"In {self.report.dealt.deals:,} simulated deals {len(self.moving):,} of them would move money under "
                f"another reading, one as much as {self.money(self.most())}."
            )
        if self.prices:
            says.append(f"{count(len(self.prices), 'thing')} {_has(len(self.prices))} no documented price.")
        if self.procedures:
            kinds = count(len(self.procedures), "kind")
            says.append(f"{kinds} of irregularity {_has(len(self.procedures))} no procedure.")
        return " ".join(says)

    def question_of(self, unpriced: Unpriced) -> str:
        """Where a thing is asked: its own question, or those of the points that ask for it."""
        numbers = [self.asked.get(id_) for id_ in (unpriced.id, *unpriced.asked_with)]
        return ", ".join(str(number) for number in numbers if number is not None)

    def touched(self, point: Point) -> str:
        """How many deals a point touches, in words."""
        if point.deals is None:
            return "not worked out by deals"
        return f"touches {count(point.deals, 'deal')}" if point.deals else "touches no deal"


def _has(number: int) -> str:
    return "has" if number == 1 else "have"
