"""Keyed entry: a room's drafts, and one of them hand by hand, on a tablet or in plain fields."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, get_args

import msgspec
from flask import Response, request

from auditor.http.access import for_people
from auditor.http.access_log import about
from auditor.http.context import service
from auditor.http.web.forms import text, whole
from auditor.http.web.hand_view import hand_view
from auditor.http.web.keyed_body import hand_sent
from auditor.http.web.page_rendering import page, place, see
from auditor.http.web.web_blueprint import web
from auditor.keyed.content import KeyedHand, KeyedNote, hand_of, is_empty, lacking_of, new_hand
from auditor.keyed.keyed_refusals import CannotKey, KeyedMeanwhile, Mistyped, NetsMissing
from auditor.keyed.keyed_shapes import KeyedDraft
from auditor.keyed.offered import first_offered
from auditor.keyed.typed_drafts import MORE, NOT_RECORDED, SEATS, fields_of, hand_of_fields, head_of_fields
from auditor.store.service_clock import now
from auditor.store.stored_keyed import HandRow
from auditor.terms import in_force
from reports.formatting import places_of
from rules.records.events import IrregularityKind, Moment, Ruling
from rules.times import parse_one
from rules.zones import clock_text


@web.get("/rooms/<room>/keyed")
@for_people("sessions", "upload")
def keyed(room: str) -> Response:
    """A room's drafts, and the form that begins one."""
    return _list(room)


def _list(room: str, status: int = 200, error: CannotKey | None = None) -> Response:
    about(room=room)
    drafts = service().keyed.of_room(room)
    zone = _zone(room)
    groups = service().keyed.offered(room)
    last, first = drafts[0].head if drafts else None, first_offered(groups)
    typed: dict[str, str] = request.form.to_dict() if request.method == "POST" else {
        "currency": last.currency if last else "USD", "opened_at": clock_text(zone, _instant())[:16].replace("T", " "),
        "ruleset": first.id if first else "", "game": first.game if first else "chinese",
    }  # fmt: skip
    return page(
        "pages/keyed.html", status, room=service().rooms.get(room), drafts=drafts, zone=zone, typed=typed,
        groups=groups, not_recorded=NOT_RECORDED, seats=range(1, SEATS + 1),
        errors=errors_by_field(error), error=error if error and not errors_by_field(error) else None,
    )  # fmt: skip


@web.post("/rooms/<room>/keyed")
@for_people("sessions", "upload")
def begin_keyed(room: str) -> Response:
    """Begin a draft."""
    try:
        made = service().keyed.begin(room, head_of_fields(request.form.to_dict(), _zone(room)))
    except CannotKey as error:
        return _list(room, 422, error)
    return see(place("keyed_draft", room=room, draft=made.row.id))


@web.get("/rooms/<room>/keyed/<number:draft>")
@for_people("sessions", "upload")
def keyed_draft(room: str, draft: int) -> Response:
    """The entry of a draft at one of its hands: that which is asked for, else the next one."""
    found = draft_found(room, draft)
    asked = whole(request.args.get("hand", ""), 7)
    return _entry(found, found.next_number if asked is None else asked)


def _entry(
    found: KeyedDraft,
    number: int,
    status: int = 200,
    typed: dict[str, str] | None = None,
    errors: dict[str, str] | None = None,
    error: str | None = None,
    theirs: HandRow | None = None,
    lacking: Sequence[KeyedNote] = (),
) -> Response:
    """The entry of a draft at a hand. lacking: what keeps it from being complete, which a person is asked about."""
    room, head = found.row.room, found.head
    there = found.hands.get(number)
    hand = there.content if there else new_hand(head)
    game = service().keyed.game(room, head)
    seats = {each.seat for each in hand.seats}
    plain = "plain" in request.args or status != 200
    saved = there is not None and plain and status == 200
    return page(
        "pages/keyed_entry.html", status, room=service().rooms.get(room), draft=found, number=number,
        seen=there.row.version if there else 0, hand=hand, game=game, head=head,
        typed=fields_of(hand, head.currency) if typed is None else typed, errors=errors or {}, error=error,
        theirs=_as_theirs(theirs, head.currency), lacking=lacking,
        missing=lacking_of(head.game, number, hand) if saved else (),
        shown=_due(found, number, hand) if saved else None,
        state=_state(found, number), places=range(len(hand.irregularities) + MORE),
        kinds=[each for each in get_args(IrregularityKind) if each not in game.irregularities],
        moments=get_args(Moment), rulings=get_args(Ruling), closed=head.game == "chinese",
        absent=[each for each in head.seats if each.seat not in seats],
        plain=plain,
    )  # fmt: skip


def _state(found: KeyedDraft, number: int) -> dict[str, Any]:
    """What the page's script begins with."""
    head, game = found.head, service().keyed.game(found.row.room, found.head)
    base = place("keyed_draft", room=found.row.room, draft=found.row.id)
    return {
        "draft": found.row.id, "room": found.row.room, "hand": number, "address": base,
        "signIn": place("sign_in", then=base), "places": places_of(head.currency),
        "closed": head.game == "chinese", "naturals": game.naturals, "banker": game.banker, "stacks": game.stacks,
        "seats": msgspec.to_builtins(head.seats), "first": head.first_hand,
        "hands": {
            str(key): {"version": each.row.version, "content": msgspec.to_builtins(each.content)}
            for key, each in found.hands.items()
        },
    }  # fmt: skip


@web.post("/rooms/<room>/keyed/<number:draft>/hands/<number:hand>")
@for_people("sessions", "upload")
def type_hand(room: str, draft: int, hand: int) -> Response:
    """Keep a hand that was typed in plain fields."""
    found = draft_found(room, draft)
    there = found.hands.get(hand)
    typed = request.form.to_dict()
    try:
        made = hand_of_fields(typed, found.head, there.content if there else new_hand(found.head))
        if is_empty(made):
            raise CannotKey(_nothing_keyed(hand, there is not None))
        lacking = lacking_of(found.head.game, hand, made)
        if lacking and text("then") == "next":
            return _entry(found, hand, 422, typed, lacking=lacking)
        service().keyed.save(room, draft, hand, msgspec.json.encode(made), version_seen())
    except Mistyped as error:
        return _entry(found, hand, 422, typed, error.errors, str(error))
    except CannotKey as error:
        return _entry(found, hand, 422, typed, error=str(error))
    except KeyedMeanwhile as error:
        now_there = draft_found(room, draft)
        return _entry(now_there, hand, 409, typed, error=_words_of(error), theirs=error.theirs)
    after = hand + 1 if text("then") in ("next", "half") else hand
    return see(place("keyed_draft", room=room, draft=draft, hand=after, plain="yes"))


def _nothing_keyed(hand: int, on_record: bool) -> str:
    if on_record:
        return f"Nothing of hand {hand} is left. To take it out of the draft, remove it."
    return f"Nothing of hand {hand} is keyed yet. Key its cards and its nets first."


@web.put("/rooms/<room>/keyed/<number:draft>/hands/<number:hand>")
@for_people("sessions", "upload")
def save_hand(room: str, draft: int, hand: int) -> Response:
    """Keep a hand that the page's script sends, as JSON."""
    about(room=room)
    sent = hand_sent()
    try:
        kept = service().keyed.save(
            room, draft, hand, msgspec.json.encode(sent["content"]), sent["seen"], sent["page"], sent["step"]
        )
    except KeyedMeanwhile as error:
        return _json({"error": _words_of(error), "theirs": _as_theirs(error.theirs, None)}, 409)
    except CannotKey as error:
        return _json({"error": str(error)}, 422)
    return _json({"version": kept.version, "complete": hand_of(kept.content).nets_known})


@web.get("/rooms/<room>/keyed/<number:draft>/hands/<number:hand>/due")
@for_people("sessions", "upload")
def keyed_due(room: str, draft: int, hand: int) -> Response:
    """Amounts due in a hand, as a part of a page, once the net of every seat is in the draft. Raises NetsMissing."""
    found = draft_found(room, draft)
    there = found.hands.get(hand)
    shown = _due(found, hand, there.content) if there else None
    if shown is None:
        raise NetsMissing("The due nets are shown when the recorded net of every seat is saved.")
    return page("pages/keyed_due.html", number=hand, shown=shown)


def _due(found: KeyedDraft, number: int, hand: KeyedHand) -> dict[str, Any] | None:
    """What was due in a hand, for a template; None while a net is missing."""
    if not hand.nets_known:
        return None
    try:
        exhibit = service().keyed.due(found.row.room, found.row.id, number)
    except CannotKey as error:
        return {"error": str(error)}
    view = hand_view(exhibit, exhibit.money or found.head.currency)
    return {
        "view": view,
        "differs": [each for each in view.seats if each.differs],
        "unknown": not _known(view),
    }


def _known(view: Any) -> bool:
    return all(each.due != "–" and each.due for each in view.seats) and not view.void


@web.post("/rooms/<room>/keyed/<number:draft>/hands/<number:hand>/remove")
@for_people("sessions", "upload")
def remove_hand(room: str, draft: int, hand: int) -> Response:
    """Remove a hand that was keyed by mistake."""
    found = draft_found(room, draft)
    try:
        service().keyed.remove_hand(room, draft, hand, version_seen())
    except KeyedMeanwhile as error:
        return _entry(found, hand, 409, error=_words_of(error), theirs=error.theirs)
    return see(place("keyed_draft", room=room, draft=draft))


def draft_found(room: str, draft: int) -> KeyedDraft:
    """A draft of a room; the log of accesses says of which room it is. Raises NoSuchRoom, NoSuchDraft."""
    about(room=room)
    return service().keyed.get(room, draft)


def version_seen() -> int:
    """The version that a form's page showed."""
    sent = whole(text("seen", 19))
    return -1 if sent is None else sent


def errors_by_field(error: CannotKey | None) -> dict[str, str]:
    """Faults of the fields of a form, by their names."""
    if isinstance(error, Mistyped):
        return error.errors
    return {error.field: str(error)} if error is not None and error.field else {}


def _words_of(error: KeyedMeanwhile) -> str:
    """What happened, with the name of whoever did it."""
    by = service().keyed.name_of(error.theirs.key) if error.theirs is not None else None
    if not by:
        return str(error)
    return f"{error} It was {by}."


def _as_theirs(row: HandRow | None, currency: str | None) -> dict[str, Any] | None:
    """A hand as somebody else saved it. currency: with its fields, for a template."""
    if row is None:
        return None
    made: dict[str, Any] = {
        "version": row.version,
        "by": service().keyed.name_of(row.key),
        "content": msgspec.json.decode(row.content),
    }
    return made if currency is None else {**made, "typed": fields_of(hand_of(row.content), currency)}


def _json(value: dict[str, Any], status: int = 200) -> Response:
    made = Response(msgspec.json.encode(value), status, mimetype="application/json")
    made.headers["Cache-Control"] = "no-store"
    return made


def _zone(room: str) -> str:
    """The room's clock at present."""
    found = service().rooms.get(room)
    return str(in_force(found.terms, service().keyed.today(room))["time_zone"])


def _instant() -> int:
    found = parse_one(now())
    assert found is not None
    return found[0]
