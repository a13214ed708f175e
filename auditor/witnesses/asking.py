"""Request of a witness's signature below a checkpoint."""

from __future__ import annotations

import base64
from collections.abc import Collection
from typing import TYPE_CHECKING

from auditor.outgoing.outgoing_posting import NotReached, post
from auditor.register import register_notes
from auditor.register.register_notes import NoteError, Signature

if TYPE_CHECKING:
    from auditor.outgoing.addresses import Network
    from auditor.register.tiles import TiledTree
    from auditor.witnesses.witness_configuration import Witness

_MOST_BYTES = 65_536  # of an answer
_OTHER_SIZE = 409  # it signed another size last, which it says


class WitnessNotSigned(Exception):
    """A witness that did not sign, with the reason."""


def asked(witness: Witness, private: Collection[Network], note: str, tree: TiledTree, size: int) -> Signature:
    """Signature of a witness below a checkpoint. Raises WitnessNotSigned.

    note: the signed checkpoint; tree: its content; size: last known one signed by the witness, which may correct it once.
    """
    for _ in range(2):
        try:
            answer = post(
                witness.target,
                private,
                {"Content-Type": "text/plain"},
                _question(note, tree, size),
                _MOST_BYTES,
            )
        except NotReached as error:
            raise WitnessNotSigned(str(error)) from None
        if answer.status == 200:
            return _signature(witness, note, answer.body)
        if answer.status != _OTHER_SIZE:
            break
        size = _size(answer.body, tree.size)
    raise WitnessNotSigned(f"it answers {answer.status}")


def _question(note: str, tree: TiledTree, size: int) -> bytes:
    proof = [base64.b64encode(each).decode() for each in tree.consistency_proof(size)] if size else []
    return "\n".join([f"old {size}", *proof, "", note]).encode()


def _size(body: bytes, most: int) -> int:
    text = body.strip()
    if not (text.isdigit() and len(text) < 20):
        raise WitnessNotSigned("it answers 409 without a size")
    if int(text) > most:
        raise WitnessNotSigned(
            f"it has signed a checkpoint of {int(text):,} entries, and the register has {most:,}: somebody showed it another "
            "register under this name, or an earlier copy of the store was restored"
        )
    return int(text)


def _signature(witness: Witness, note: str, body: bytes) -> Signature:
    try:
        given = register_notes.parse(note.encode())
        lines = register_notes.parse(f"{given.text}\n".encode() + body).signatures
        found = register_notes.verified(register_notes.SignedNote(given.text, lines), [witness.key])[
            witness.key
        ]
    except NoteError as error:
        raise WitnessNotSigned(f"its answer is not its signature: {error}") from None
    return found
