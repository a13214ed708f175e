"""Words of a gap report."""

from __future__ import annotations

from reports.formatting import count, money
from reports.registered import Registered
from rules.controls.library import APPROVED
from simulation.gaps.gap_results import GapReport, Point, Unpriced

_SECTIONS = {
    "readings": "What other readings would move",
    "unpriced": "What has no price or procedure",
    "settled": "What the controls settle",
    "method": "Method and limits",
    "questions": "Annex: questions",
}


class GapStory:
    """Sentences on a gap report, from its counts."""

    def __init__(
        self, report: GapReport, digest: str, registered: tuple[Registered, str] | None = None
    ) -> None:
        self.report, self.digest = report, digest
        self.registered = registered  # where a register has the last step of the controls, and the step
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
        return f"{self.report.ruleset.id}@{self.report.ruleset.revision}"

    @property
    def approved(self) -> bool:
        """Whether the controls can be in force."""
        return self.report.ruleset.standing in (None, APPROVED)

    def subject(self) -> str:
        return self.report.ruleset.title

    def standing(self) -> str:
        standing = self.report.ruleset.standing
        return (
            "from the library"
            if standing is None
            else standing
            if self.approved
            else f"{standing}, not approved"
        )

    def banner(self) -> str | None:
        """Warning on every page; None: approved."""
        if self.approved:
            return None
        return f"{(self.report.ruleset.standing or '').upper()} · NOT APPROVED: THESE CONTROLS BIND NO HAND"

    def money(self, amount: int | None) -> str:
        return money(amount, self.report.dealt.currency)

    def most(self) -> int | None:
        """Most money that a reading moves; None: unknown."""
        return max((each.money for each in self.report.points if each.money is not None), default=None)

    def conclusion(self) -> str:
        if not self.report.questions:
            return "The controls settle every point that concerns them and state every price and every procedure."
        says = []
        if self.report.points:
            points = len(self.report.points)
            says.append(f"The controls leave {count(points, 'point')} of the rules open.")
        if self.moving:
            says.append(
                f"In {self.report.dealt.deals:,} simulated deals, {len(self.moving):,} of them would move money under a "
                f"different reading, up to {self.money(self.most())}."
            )
        if self.prices:
            says.append(f"{count(len(self.prices), 'item')} {_has(len(self.prices))} no documented price.")
        if self.procedures:
            kinds = count(len(self.procedures), "kind")
            says.append(f"{kinds} of irregularity {_has(len(self.procedures))} no procedure.")
        return " ".join(says)

    def question_of(self, unpriced: Unpriced) -> str:
        """Question numbers of an unpriced item."""
        numbers = [self.asked.get(id_) for id_ in (unpriced.id, *unpriced.asked_with)]
        return ", ".join(str(number) for number in numbers if number is not None)

    def touched(self, point: Point) -> str:
        """Number of affected deals, in words."""
        if point.deals is None:
            return "not worked out by deals"
        return f"affects {count(point.deals, 'deal')}" if point.deals else "affects no deal"


def _has(number: int) -> str:
    return "has" if number == 1 else "have"
