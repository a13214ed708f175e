"""/v1/register: the register as a tiled log (C2SP tlog-tiles) for everybody, and its entries by role."""

from __future__ import annotations

from typing import Annotated

import flask
import msgspec
from flask import Response

from auditor.http.access import public
from auditor.http.answer_structs import Resource, means
from auditor.http.blueprint import Blueprint, answer
from auditor.http.context import base_service, service
from auditor.http.problem_answers import HttpProblem
from auditor.register.tiles import TileError, parse

_PREFIX = "/v1/register"
_FOR_EVER = {"Cache-Control": "public, max-age=31536000, immutable"}

# Hashes and sizes only: whoever has no nonce learns no fact from them, so that monitors and witnesses need no key.
tiled = flask.Blueprint("log", __name__, url_prefix=_PREFIX)
blueprint = Blueprint(
    "register", __name__, url_prefix=_PREFIX, description="Every fact on record, to which others hold a proof"
)


@tiled.get("")
@public
def whole() -> Response:
    """The register's name, the public key that signs it, its witnesses, and its last checkpoints: null where there is none.

    `checkpoint` covers every entry; `witnessed` is the last one that a witness signed. `handovers` has a note for each key that
    was replaced, which both keys signed.
    """
    made, store = base_service(), base_service().store
    key = store.register_key.verifier
    return answer({
        "name": key.name, "key": str(key), "checkpoint": store.register.checkpoint(),
        "witnesses": [str(each.key) for each in made.witnesses.each], "witnessed": store.register.witnessed(),
        "handovers": store.register.handovers(),
    })  # fmt: skip


@tiled.get("/checkpoint")
@public
def checkpoint() -> Response:
    """The last signed checkpoint. 404 where nothing was entered yet."""
    note = base_service().store.register.checkpoint()
    if note is None:
        raise HttpProblem(
            404, "no-checkpoint", "Nothing is in the register yet, so that there is no checkpoint."
        )
    return Response(note, content_type="text/plain; charset=utf-8")


@tiled.get("/tile/<path:path>")
@public
def tile(path: str) -> Response:
    """A tile of hashes, or a bundle of entries, each of which is the hash of a nonce and a record."""
    try:
        body = base_service().store.register.tile(parse(path))
    except TileError as error:
        raise HttpProblem(404, "no-such-tile", str(error)) from error
    if body is None:
        raise HttpProblem(404, "no-such-tile", f"The register has no tile/{path} yet.")
    return Response(body, content_type="application/octet-stream", headers=_FOR_EVER)


class EntryResource(Resource, frozen=True):
    """An entry with what opens it."""

    index: Annotated[int, means("its place in the register, from 0")]
    leaf: Annotated[str, means("its hash in the tree, in hexadecimal", example="5d" * 32)]
    nonce: Annotated[str, means("32 bytes in hexadecimal", example="0c" * 32)]
    record: Annotated[str, means("the record, byte for byte: JSON with sorted keys", example="{}")]


def entry_url(index: int) -> str:
    """Address of an entry."""
    return f"{_PREFIX}/entries/{index}"


@blueprint.route("/entries/<number:index>", methods=["GET"], access=("register", "read"))
@blueprint.response(200, EntryResource)
@blueprint.problems(403, 404)
@blueprint.doc(operationId="getRegisterEntry")
def entry(index: int) -> Response:
    """Get an entry of the register with its nonce and record.

    The SHA-256 of the nonce and the record is the entry in its bundle, of which `leaf` is the hash as a leaf of the tree. An
    entry is of some rooms, and is shown with a key that is for all of them; one of the service itself, such as a key that was
    made or a file that is no log, with a key that is for all rooms.
    """
    asked = service().store
    found = asked.register.entry(index)
    if found is not None:
        rooms: list[str] = msgspec.json.decode(found.record).get("rooms", [])
        if asked.caller.rooms is None or (rooms and all(asked.caller.sees(room) for room in rooms)):
            return answer(EntryResource(index, found.leaf.hex(), found.nonce.hex(), found.record))
    raise HttpProblem(404, "no-such-entry", f"There is no entry {index}.")
