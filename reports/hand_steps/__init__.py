"""A hand as a sequence of steps."""

from reports.hand_steps.pot_hand_steps import pot_steps
from reports.hand_steps.row_comparison_steps import closed_steps
from reports.hand_steps.step_shapes import HandStep as HandStep
from reports.hand_steps.step_shapes import StepResult as StepResult
from reports.hand_steps.step_shapes import StepRow as StepRow
from reports.hand_steps.step_shapes import StepSeat as StepSeat
from reports.hand_steps.street_steps import open_face_steps
from rules.shown_hands import Exhibit
from rules.shown_pots import PotExhibit


def steps_of(exhibit: Exhibit, currency: str | None) -> list[HandStep]:
    """Steps of a hand; the last compares due and recorded.

    Pot games: deal, acts, end, pots. Open-face: placements, rows, comparisons. Closed games: deal, rows, comparisons.
    """
    if isinstance(exhibit.pot, PotExhibit):
        return list(pot_steps(exhibit, exhibit.pot, currency))
    if exhibit.game == "ofc":
        return list(open_face_steps(exhibit, currency))
    return list(closed_steps(exhibit, currency))
