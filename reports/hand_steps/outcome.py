"""Last step of every hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from reports.formatting import in_column, listed, money
from reports.hand_steps.step_shapes import HandStep, StepResult
from rules.shown_hands import Exhibit

VOID = "The deal was declared void: nothing is won or lost in it."
Net = tuple[int, str, int | None, int | None, int | None]  # seat, player, recorded, due, difference


def outcome_step(
    exhibit: Exhibit, nets: Iterable[Net], notes: Sequence[str], currency: str | None
) -> HandStep:
    """Step of the result. notes: what else is known."""
    found = list(nets)
    void = bool(exhibit.void or exhibit.replay.get("void"))
    return HandStep(
        part="Result",
        title="What was due, beside what was recorded",
        words=[*([VOID] if void else ()), *_said(found, currency), *notes],
        seats=[],
        results=[_result(each, currency) for each in found],
    )


def _result(net: Net, currency: str | None) -> StepResult:
    seat, player, recorded, due, difference = net
    return StepResult(
        seat=seat,
        player=player,
        recorded=in_column(recorded, currency, plus=True),
        due=in_column(due, currency, plus=True),
        difference=in_column(difference, currency, plus=True),
        differs=bool(difference),
    )


def _said(nets: Sequence[Net], currency: str | None) -> Iterator[str]:
    for seat, _, recorded, due, difference in nets:
        if difference:
            more = "more" if difference > 0 else "less"
            yield (
                f"Seat {seat} is recorded at {money(recorded, currency, plus=True)} and was due "
                f"{money(due, currency, plus=True)}: {money(abs(difference), currency)} {more}."
            )
    if nets and all(difference == 0 for *_, difference in nets):
        yield "Every seat is recorded as it was due."
    unrecorded = [seat for seat, _, recorded, *_ in nets if recorded is None]
    if unrecorded:
        yield f"The net of {_seats(unrecorded)} was not recorded."
    unknown = [seat for seat, _, _, due, _ in nets if due is None]
    if unknown:
        yield f"What {_seats(unknown)} {'was' if len(unknown) == 1 else 'were'} due is not known."


def _seats(numbers: Sequence[int]) -> str:
    return ("seat " if len(numbers) == 1 else "seats ") + listed([str(number) for number in numbers])
