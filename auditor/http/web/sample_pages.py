"""Samples: hands drawn by a public value, looked at in video, entered, and compared with the record."""

from __future__ import annotations

import math
from decimal import Decimal, InvalidOperation

import marshmallow as ma
from flask import Response, request

from auditor.errors import CannotSample, EvidencePurged, HandEntered, NoSuchDay, NoSuchRoom, SampleClosed
from auditor.http import sample_schemas as schemas
from auditor.http.access import for_people
from auditor.http.access_log import about
from auditor.http.context import holder, service
from auditor.http.web.audit_pages import rooms_known, rooms_listed
from auditor.http.web.form_words import by_field
from auditor.http.web.forms import page_number, text, whole
from auditor.http.web.page_rendering import page, place, see
from auditor.http.web.web_blueprint import web
from auditor.sample_comparison import cards_of
from auditor.sampling import MOST_HANDS, Population, outcome
from auditor.store.rows import Page
from auditor.store.stored_samples import EnteredSeat, Sample
from auditor.terms import day_of_text
from reports.formatting import places_of
from rules.cards import ROWS
from rules.drawing import enough, most_wrong
from rules.results import CHIPS

_SIZE = 50
_USUAL = 60  # hands: without a difference, fewer than 5% are wrong
_LARGEST_RESULT = 10**12  # minor units
_SIGNS = str.maketrans("−–", "--", ", $")


def percent(share: float) -> str:
    """A share as a percentage with two places, rounded up: a bound is never made better."""
    return f"{math.ceil(share * 10_000 - 1e-9) / 100:.2f}%"


@web.get("/samples")
@for_people("samples", "read")
def samples() -> Response:
    """Samples, the newest first, by room."""
    room = request.args.get("room", "").strip()[:64]
    number = page_number()
    rows, total = service().sampling.page(Page(number, _SIZE), room or None)
    return page(
        "pages/samples.html", samples=[(each, outcome(each)) for each in rows], total=total, asked={"room": room},
        **rooms_listed(), number=number, pages=-(-total // _SIZE) or 1, percent=percent,
    )  # fmt: skip


@web.get("/samples/new")
@for_people("samples", "draw")
def new_sample() -> Response:
    """The form: first the room and the days, then, with what would be drawn from, the public value."""
    return _form()


def _form(status: int = 200, errors: dict[str, str] | None = None) -> Response:
    values = request.form if request.method == "POST" else request.args
    errors, found = errors or {}, None
    if values.get("room") and not {"room", "from", "until"} & errors.keys():
        try:
            found = _population(values.get("room", ""), values.get("from", ""), values.get("until", ""))
        except NoSuchRoom as error:
            status, errors = 422, {**errors, "room": str(error)}
        except NoSuchDay as error:
            status, errors = 422, {**errors, "from": str(error)}
    return page(
        "pages/sample_new.html", status, rooms=rooms_known(), found=found, values=values, errors=errors, usual=_USUAL,
        most=MOST_HANDS, needed=[(percent(each), enough(each)) for each in (0.1, 0.05, 0.02, 0.01)],
    )  # fmt: skip


def _population(room: str, first: str, last: str) -> Population:
    days = day_of_text(first), day_of_text(last)
    if days[0] > days[1]:
        raise NoSuchDay("The last day is before the first.")
    return service().sampling.population(room, *days)


@web.post("/samples")
@for_people("samples", "draw")
def draw_sample() -> Response:
    """Commit to the value and draw."""
    hands = text("hands", 10)
    sent = {name: text(name, 5000) for name in ("room", "from", "until", "source", "value")}
    try:
        body = schemas.SampleRequest().load(
            {**sent, "hands": hands if (number := whole(hands)) is None else number}
        )
        made = service().sampling.draw(
            body["room"],
            (body["first"], body["last"]),
            body["hands"],
            (body["source"], body["value"]),
            holder(None),
        )
    except ma.ValidationError as error:
        return _form(422, by_field(error, sent))
    except NoSuchRoom as error:
        return _form(422, {"room": str(error)})
    except CannotSample as error:
        return _form(422, {error.field or "hands": str(error)})
    return see(place("sample", sample=made.id))


@web.get("/samples/<number:sample>")
@for_people("samples", "read")
def sample(sample: int) -> Response:
    """A sample: what was committed, the hands to be looked at, and, once it is closed, how they compare."""
    return _shown(sample)


def _shown(number: int, status: int = 200, error: str | None = None) -> Response:
    found = _found(number)
    ended = outcome(found)
    results = {each.number: each for each in found.closing.results} if found.closing else {}
    return page(
        "pages/sample.html", status, sample=found, hands=service().sampling.to_look_at(found), outcome=ended,
        results=results, percent=percent, error=error, entry=service().sampling.entry(found),
        if_all_agree=percent(most_wrong(0, found.wanted)), zone=_zone(found),
    )  # fmt: skip


def _found(number: int) -> Sample:
    found = service().sampling.drawn(number)
    about(room=found.room)
    return found


def _zone(found: Sample) -> str | None:
    room = service().rooms.find(found.room)
    return str(room.terms[-1]["time_zone"]) if room is not None else None


@web.get("/samples/<number:sample>/request")
@for_people("samples", "read")
def video_request(sample: int) -> Response:
    """The request for the videos, to be printed: by session and time, with the last day on which each has to be kept."""
    found = _found(sample)
    hands = sorted(
        service().sampling.to_look_at(found),
        key=lambda each: (each.session.session, each.hand.at or "", each.hand.line),
    )
    return page("pages/sample_request.html", sample=found, hands=hands, zone=_zone(found))


@web.get("/samples/<number:sample>/hands/<number:hand>")
@for_people("samples", "draw")
def sampled_hand(sample: int, hand: int) -> Response:
    """The form for what the video of a hand shows; once it is entered, what was entered."""
    return _hand(sample, hand)


def _hand(
    number: int, hand: int, status: int = 200, errors: dict[str, str] | None = None, error: str | None = None
) -> Response:
    found = _found(number)
    shown = service().sampling.hand(found, hand)
    currency = service().sampling.money(service().sessions.get(shown.session.number))
    return page(
        "pages/sample_hand.html", status, sample=found, shown=shown, rows=() if shown.of_pots else ROWS,
        errors=errors or {}, error=error, currency=currency, most_seats=schemas.MOST_SEATS, zone=_zone(found),
    )  # fmt: skip


@web.post("/samples/<number:sample>/hands/<number:hand>")
@for_people("samples", "draw")
def enter_hand(sample: int, hand: int) -> Response:
    """Put on record what was seen of a hand, and go on with the next that is not entered."""
    shown = service().sampling.hand(_found(sample), hand)
    try:
        unseen = text("unseen", 2000) or None
        currency = service().sampling.money(service().sessions.get(shown.session.number))
        seats = _seats(currency)  # also where it was not seen: nothing that was typed is dropped
        if unseen is not None:
            schemas.EntryRequest().load({"unseen": unseen})
        service().sampling.enter(sample, hand, seats, unseen, holder(None))
    except ma.ValidationError as error:
        return _hand(sample, hand, 422, by_field(error))
    except CannotSample as error:
        return _hand(sample, hand, 422, {error.field: str(error)})
    except (HandEntered, SampleClosed) as error:
        return _hand(sample, hand, 409, error=str(error))
    left = [each.number for each in service().sampling.to_look_at(_found(sample)) if each.entered is None]
    after = next((each for each in left if each > hand), left[0] if left else None)
    return see(
        place("sample", sample=sample) if after is None else place("sampled_hand", sample=sample, hand=after)
    )


def _seats(currency: str) -> list[EnteredSeat]:
    """The seats of the form that have a number; none where nothing of any was seen. Raises CannotSample, with the field."""
    found, anything = [], False
    for at in range(1, schemas.MOST_SEATS + 1):
        rows = {row: cards_of(text(f"{row}-{at}", 200), f"{row}-{at}") for row in ROWS}
        net = _amount(text(f"net-{at}", 30), currency, f"net-{at}")
        seen = any(rows.values()) or net is not None
        number = text(f"seat-{at}", 3)
        if not number and not seen:
            continue
        if not 1 <= (whole(number) or 0) <= schemas.MOST_SEATS:
            raise CannotSample(f"A seat has a number from 1 to {schemas.MOST_SEATS}.", f"seat-{at}")
        found.append(EnteredSeat(seat=int(number), net=net, **rows))
        anything = anything or seen
    return found if anything else []


def _amount(typed: str, currency: str, field: str) -> int | None:
    """An amount in minor units as somebody typed it, such as -7.00; None where nothing was typed. Raises CannotSample."""
    short = typed.translate(_SIGNS)
    if not short:
        return None
    try:
        minor = Decimal(short).scaleb(places_of(currency))
        if minor != minor.to_integral_value() or abs(minor) > _LARGEST_RESULT:
            raise InvalidOperation
        return int(minor)
    except (InvalidOperation, ValueError, OverflowError):
        unit = "chips" if currency == CHIPS else currency
        words = (
            f"{typed[:30]!r} is no amount in {unit}. Write what the seat won or lost, such as 12.50 or -7."
        )
        raise CannotSample(words, field) from None


@web.post("/samples/<number:sample>/close")
@for_people("samples", "draw")
def close_sample(sample: int) -> Response:
    """Compare what was entered with the record."""
    try:
        service().sampling.close(sample, holder(None))
    except CannotSample as error:
        return _shown(sample, 422, str(error))
    except (SampleClosed, EvidencePurged) as error:
        return _shown(sample, 409, str(error))
    return see(place("sample", sample=sample))
