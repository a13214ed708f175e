"""Samples as the API shows them."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import field

from auditor.http.answer_structs import Day, Links, Resource, means, shown, shown_or_none
from auditor.http.context import service
from auditor.sampling import ToLookAt, outcome
from auditor.store.stored_samples import EnteredHand, Sample, SampleClosing


class ListedSessionResource(Resource, frozen=True):
    """A session that is drawn from."""

    number: Annotated[int, means("the session's id")]
    session: str
    sha256: Annotated[str, means("of its log, not compressed")]
    hands: int


class SeenSeatResource(Resource, frozen=True):
    """A seat as it was seen. None: not seen."""

    seat: int
    front: str | None
    middle: str | None
    back: str | None
    net: int | None


class EnteredResource(Resource, frozen=True):
    """Content of the video of a hand. unseen: why it could not be seen."""

    at: str
    by: str | None
    unseen: str | None
    seats: list[SeenSeatResource]


class DrawnHandResource(Resource, frozen=True):
    """A hand that was drawn: where its video is, and nothing of what the log has."""

    number: Annotated[int, means("in the order of the draw, from 1")]
    place: Annotated[int, means("among all hands of the list, from 0")]
    session: str
    table: str
    hand: int
    line: int
    at: str | None
    video: str | None
    seats: Annotated[int, means("how many")]
    video_until: Annotated[
        Day | None, means("the last day on which its video has to be kept; null: not known")
    ]
    video_clause: str | None
    entered: EnteredResource | None


class DrawResource(Resource, frozen=True):
    """A draw from the root of a checkpoint."""

    at: str
    root: Annotated[str, means("of the checkpoint, in hexadecimal")]
    size: Annotated[int, means("of the checkpoint")]
    drawn: list[DrawnHandResource]


class ComparedResource(Resource, frozen=True):
    """A hand beside the record."""

    number: int
    agrees: Annotated[bool | None, means("null: nothing of it could be compared")]
    differences: list[str]


class OutcomeResource(Resource, frozen=True):
    """Outcome of a closed sample. Hands that could not be compared count as differing."""

    hands: int
    agreeing: int
    differing: int
    not_compared: int
    bound: Annotated[float, means("the share of wrong hands is below it, with 95% confidence")]


class ClosingResource(Resource, frozen=True):
    """End of a sample."""

    at: str
    by: str | None
    key: str | None
    results: list[ComparedResource]
    outcome: OutcomeResource


class SampleItemResource(Resource, frozen=True):
    """A sample, briefly."""

    id: int
    at: str
    room: str
    from_: Day = field(name="from")
    until: Day
    sessions_sha256: Annotated[str, means("SHA-256, in hexadecimal")]
    hands: Annotated[int, means("that are drawn from")]
    wanted: Annotated[int, means("that are drawn")]
    entered: int
    source: str
    value: str
    by: str | None
    key: str | None
    outcome: Annotated[OutcomeResource | None, means("null: it is not closed")]
    links: Links


class SampleResource(SampleItemResource, frozen=True):
    """A sample with its list, its draw, and how it ended."""

    sessions: Annotated[list[ListedSessionResource], means("in the list's order")]
    draw: DrawResource
    closing: ClosingResource | None


def sample_url(number: int) -> str:
    """Address of a sample."""
    return f"/v1/samples/{number}"


def sample_item(sample: Sample) -> SampleItemResource:
    """A sample in a list."""
    url = sample_url(sample.id)
    return shown(
        SampleItemResource,
        sample,
        from_=sample.first_day,
        until=sample.last_day,
        outcome=shown_or_none(OutcomeResource, outcome(sample)),
        links={"self": url, "close": f"{url}/close"},
    )


def sample_resource(sample: Sample) -> SampleResource:
    """A sample that was drawn."""
    assert sample.draw is not None
    item = sample_item(sample)
    drawn = [_hand(each) for each in service().sampling.to_look_at(sample)]
    return shown(
        SampleResource,
        item,
        sessions=[shown(ListedSessionResource, each) for each in sample.sessions],
        draw=shown(DrawResource, sample.draw, drawn=drawn),
        closing=sample.closing and _closing(sample.closing, item.outcome),
    )


def _closing(made: SampleClosing, ended: OutcomeResource | None) -> ClosingResource:
    results = [shown(ComparedResource, each) for each in made.results]
    return shown(ClosingResource, made, results=results, outcome=ended)


def _hand(each: ToLookAt) -> DrawnHandResource:
    of_log: dict[str, Any] = {
        name: getattr(each.hand, name) for name in ("place", "hand", "line", "at", "video", "seats")
    }
    return shown(
        DrawnHandResource,
        each,
        **of_log,
        session=each.session.session,
        video_until=each.video_until.isoformat() if each.video_until else None,
        entered=each.entered and _entered(each.entered),
    )


def _entered(made: EnteredHand) -> EnteredResource:
    return shown(EnteredResource, made, seats=[shown(SeenSeatResource, each) for each in made.seats])
