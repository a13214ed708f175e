"""A hand as a sequence of steps: what happened in each, and what lies on the table after it."""

from reports.hand_steps.sequence import steps_of as steps_of
from reports.hand_steps.shapes import HandStep as HandStep
from reports.hand_steps.shapes import StepResult as StepResult
from reports.hand_steps.shapes import StepRow as StepRow
from reports.hand_steps.shapes import StepSeat as StepSeat
