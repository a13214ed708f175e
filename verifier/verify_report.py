#!/usr/bin/env python3
"""Verify a report of a card-room audit, offline, with public keys alone.

    python verify_report.py REPORT.pdf --roots ROOT.pem --register-key NAME+ID+KEY

It is one file, so that it can be read before it is trusted. It needs the packages pyhanko (signatures in PDF) and cryptography,
and nothing of the program that made the report. README.md says what each step shows, and what it does not.

Exit status: 0 every step is verified; 1 a step is refused; 2 the report, a key or a certificate cannot be read; 3 no step is
refused, but some are not verified: no key was given for them, or the report does not carry what they need.
"""

from __future__ import annotations

import argparse
import base64
import datetime as dt
import hashlib
import json
import logging
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, BinaryIO, Literal, NamedTuple

from asn1crypto import cms
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from pyhanko.keys import load_certs_from_pemder_data
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.fields import MDPPerm
from pyhanko.sign.validation import validate_pdf_signature
from pyhanko.sign.validation.settings import KeyUsageConstraints
from pyhanko_certvalidator import ValidationContext

Verdict = Literal["verified", "refused", "not verified"]
VERIFIED: Verdict = "verified"
REFUSED: Verdict = "refused"
NOT_VERIFIED: Verdict = "not verified"
STATUS: dict[Verdict, int] = {VERIFIED: 0, REFUSED: 1, NOT_VERIFIED: 3}
UNREADABLE = 2


class Refused(Exception):
    """A thing that is not as it has to be; its arguments are the lines of the step."""


class NotVerified(Exception):
    """A thing that nothing was given for; its arguments are the lines of the step."""


class Unreadable(Exception):
    """A file or a key that is not what it is given as."""


@dataclass
class Step:
    """A step: its subject, its verdict, and what was seen, in lines."""

    step: str
    verdict: Verdict
    says: list[str]


@dataclass(frozen=True)
class Given:
    """The certificates and keys that the caller trusts.

    roots: certificates of `roots_of`; timestamp_roots: those trusted for timestamps only;
    register_key, witness_keys: NAME+ID+KEY; checkpoints: each with the name of its file;
    handovers: notes with which the register replaced its key;
    at: when certificates have to be valid, unless a timestamp says when.
    """

    roots: Sequence[Any] = ()
    timestamp_roots: Sequence[Any] = ()
    register_key: str | None = None
    witness_keys: Sequence[str] = ()
    checkpoints: Sequence[tuple[str, bytes]] = ()
    at: dt.datetime = field(default_factory=lambda: dt.datetime.now(dt.UTC))
    handovers: Sequence[bytes] = ()


def verify(stream: BinaryIO, given: Given) -> list[Step]:
    """The steps of a report. Raises Unreadable for what is no PDF, and for a key that is none."""
    keys = Keys.of(given)
    try:
        reader = PdfFileReader(stream)
        reader.root["/Pages"]
    except Exception as error:  # whatever a damaged file makes the reader do
        raise Unreadable(f"The file cannot be read as a PDF: {_first_line(error)}") from None
    steps = [_step("signature", _signature, reader, stream)]
    steps += _signer(reader, given)
    files: dict[str, bytes] = {}
    steps.append(_step("attachments", _attachments, reader, files))
    if steps[-1].verdict == REFUSED:
        return steps
    steps.append(_step("result", _result, files))
    proofs: list[Proof] = []
    steps.append(_step("register", _register, files, proofs))
    for proof in proofs:
        steps.append(_step("checkpoint", _checkpoint, proof.note, keys))
        steps += [_step(f"witness {key.name}", _witness, proof.note, key) for key in keys.witnesses]
        steps += [_step(f"checkpoint {name}", _other, body, proof, keys) for name, body in given.checkpoints]
    steps.append(_step("pages", _pages, reader, files, [each.root for each in proofs]))
    return steps


def verdict(steps: Sequence[Step]) -> Verdict:
    """The worst verdict of the steps."""
    found = {each.verdict for each in steps}
    return REFUSED if REFUSED in found else NOT_VERIFIED if NOT_VERIFIED in found else VERIFIED


def _step(name: str, look: Callable[..., list[str]], *given: Any) -> Step:
    try:
        found = look(*given)
    except NotVerified as error:
        return Step(name, NOT_VERIFIED, list(error.args))
    except Refused as error:
        return Step(name, REFUSED, list(map(str, error.args)))
    except Exception as error:  # whatever a damaged file makes the libraries do; it is not verified then
        return Step(name, REFUSED, [f"It cannot be read: {_first_line(error)}"])
    return Step(name, VERIFIED, found)


def _get(node: Any, *path: str) -> Any:
    """A value of the PDF at a path; an empty dictionary where there is none."""
    for key in path:
        if key not in node:
            return {}
        node = node[key]
    return node


def _first_line(error: Exception) -> str:
    said = str(error).strip().split("\n")[0]
    return said if said and type(error).__module__ != "builtins" else "it is damaged"


# ---- (a) The signature: the file is as it was signed, and who signed it.

_UNSIGNED = "So nothing shows who issued it, or that it is as it was issued. Ask whoever issued it for the signed report."


def _signature(reader: PdfFileReader, stream: BinaryIO) -> list[str]:
    """The one signature certifies the document, covers each byte of the file, and is right; its signer is another step."""
    signatures = reader.embedded_signatures
    if not signatures:
        raise Refused("The report is not signed.", _UNSIGNED)
    if len(signatures) > 1:
        raise Refused(
            f"It has {len(signatures)} signatures. A report is signed once, and nothing is added afterwards."
        )
    signature = signatures[0]
    size = stream.seek(0, 2)
    _must_cover(stream, [int(each) for each in signature.byte_range], signature.pkcs7_content, size)
    if reader.xrefs.total_revisions != 2:
        raise Refused(
            f"The file has {reader.xrefs.total_revisions} revisions; a report has two, as it was written and as it was signed."
        )
    permitted = _get(reader.root, "/Perms")
    certifies = "/DocMDP" in permitted and permitted.raw_get("/DocMDP") == signature.sig_field.raw_get("/V")
    if not certifies or signature.docmdp_level != MDPPerm.NO_CHANGES:
        raise Refused("The signature does not certify the document with no changes permitted.")
    if signature.sig_object.get("/SubFilter") != "/ETSI.CAdES.detached":
        raise Refused("The signature is not of the form PAdES (ETSI.CAdES.detached).")
    status = validate_pdf_signature(signature, _context([], None))
    if not status.intact:
        raise Refused("The file is not as it was signed: its digest is not the one that was signed.")
    if not status.valid:
        raise Refused("The signature is not of the key in the signer's certificate.")
    return [
        f"It covers all {size:,} bytes of the file but its own. Nothing was changed or added after it.",
        "It certifies the document, and permits no change.",
    ]


def _must_cover(stream: BinaryIO, covered: list[int], contents: bytes, size: int) -> None:
    """The signed bytes are the whole file but the signature's own digits, in the one form in which they are written."""
    if len(covered) != 4 or covered[0] != 0 or covered[2] + covered[3] > size:
        raise Refused(f"The signature covers {covered} of {size:,} bytes, which is not the whole file.")
    _, before, after, _ = covered
    if covered[2] + covered[3] < size:
        raise Refused(
            f"{size - covered[2] - covered[3]:,} bytes follow what was signed: the document was changed after it was signed."
        )
    stream.seek(before)
    if stream.read(after - before) != b"<" + contents.hex().upper().encode() + b">":
        raise Refused("Between the two parts that are signed is something else than the signature.")
    length = 4 + int.from_bytes(contents[2:4], "big")
    if any(contents[length:]):
        raise Refused("Behind the signature is something else than padding.")
    must_be_plain(contents[:length])


_NULL = b"\5\0"


def must_be_plain(encoded: bytes) -> None:
    """The parts of a signature that it does not sign are as they have to be, so no byte can be altered. Raises Refused."""
    lengths = [int.from_bytes(encoded[at : at + 2], "big") for at in (2, 17, 21)]
    message = cms.ContentInfo.load(encoded, strict=True)
    signed, one = message["content"], message["content"]["signer_infos"][0]
    algorithm = one["digest_algorithm"]
    stamps = [
        each for each in one["unsigned_attrs"] or () if each["type"].native == "signature_time_stamp_token"
    ]
    plain = (
        [encoded[0:2], encoded[15:17], encoded[19:21]] == [b"\x30\x82", b"\xa0\x82", b"\x30\x82"]
        and lengths == [len(encoded) - 4, len(encoded) - 19, len(encoded) - 23]
        and len(signed["signer_infos"]) == 1
        and signed["version"].dump() in (b"\2\1\1", b"\2\1\3")
        and one["version"].dump()
        == (b"\2\1\1" if one["sid"].name == "issuer_and_serial_number" else b"\2\1\3")
        and [each.dump() for each in signed["digest_algorithms"]] == [algorithm.dump()]
        and algorithm["parameters"].dump() in (b"", _NULL)
        and len(one["unsigned_attrs"] or ()) == len(stamps) <= 1
        and (stamps or one.dump() == one.copy().dump(force=True))
    )
    if not plain:
        raise Refused(
            "The signature is not written as one is: somebody may have altered the part that it does not cover."
        )
    for each in stamps:
        must_be_plain(each["values"][0].dump())


def _signer(reader: PdfFileReader, given: Given) -> Iterator[Step]:
    """The signer of a signature by the trusted roots, with a timestamp where there is one."""
    try:
        if not reader.embedded_signatures:
            yield Step("signer", REFUSED, ["Nobody signed the report, so there is no signer to be named."])
            return
        signature = reader.embedded_signatures[0]
        by = signature.signer_cert
        clocks = _context([*given.roots, *given.timestamp_roots], given.at)
        stamped = validate_pdf_signature(signature, _context([], given.at), clocks).timestamp_validity
    except Exception as error:  # whatever a damaged file makes the libraries do; no signer is shown then
        yield Step("signer", REFUSED, [f"There is no signer to be named: {_first_line(error)}"])
        return
    shown = None
    if stamped is not None:
        step = _step("timestamp", _timestamp, stamped, given)
        shown = stamped.timestamp if step.verdict == VERIFIED else None
        yield step
    yield _step("signer", _chain, signature, by, given, shown)


_USAGES = KeyUsageConstraints(key_usage={"digital_signature", "non_repudiation"})  # one of these at least
_PURPOSES = {  # and one of these, where a certificate limits its purposes
    "any_extended_key_usage", "email_protection", "microsoft_document_signing", "adobe_authentic_documents_trust",
    "1.3.6.1.5.5.7.3.36",
}  # fmt: skip


def _chain(signature: Any, by: Any, given: Given, shown: dt.datetime | None) -> list[str]:
    """The signer's certificate under the roots. shown: the time of a verified timestamp."""
    moment = shown or given.at
    says = [f"Signed by {by.subject.human_friendly}", f"SHA-256 of the certificate {by.sha256.hex()}"]
    if not given.roots:
        raise NotVerified(*says, "No root was given (--roots): anybody could have this name.")
    if shown is None and not by.not_valid_before <= moment <= by.not_valid_after:
        raise Refused(
            f"{says[0]}. The certificate is valid from {by.not_valid_before:%Y-%m-%d} to {by.not_valid_after:%Y-%m-%d}, "
            f"which {moment:%Y-%m-%d} is outside of, and no verified timestamp shows that the signature was made in that time."
        )
    purposes = by.extended_key_usage_value
    if purposes is not None and not _PURPOSES & set(purposes.native) and by not in given.roots:
        raise Refused(
            f"{says[0]}. The certificate is for other purposes: {', '.join(sorted(purposes.native))}."
        )
    status = validate_pdf_signature(signature, _context(given.roots, moment), key_usage_settings=_USAGES)
    if not (status.intact and status.valid):
        raise Refused(f"{says[0]}. The signature is not right, so that it shows nothing of this signer.")
    if not status.trusted:
        why = getattr(status.trust_problem_indic, "name", "unknown").lower().replace("_", " ")
        raise Refused(f"{says[0]}. The certificate does not lead to a root that you trust ({why}).")
    assert status.validation_path is not None
    says.append(f"Issued under the root {status.validation_path.first.subject.human_friendly}")
    if shown is None:
        states = signature.self_reported_timestamp
        says.append(
            f"The signer's own clock said {states:%Y-%m-%d %H:%M:%S %Z}. No verified timestamp shows it."
        )
    return [*says, "Not looked at: whether the certificate was revoked, which cannot be seen offline."]


def _timestamp(stamped: Any, given: Given) -> list[str]:
    when, by = f"{stamped.timestamp:%Y-%m-%d %H:%M:%S %Z}", stamped.signing_cert.subject.human_friendly
    if not (stamped.intact and stamped.valid):
        raise Refused(f"The timestamp {when} of {by} is not of this signature.")
    if not stamped.trusted:
        raise NotVerified(
            f"{when} by {by}. No root that was given for it issued its certificate, or that has expired."
        )
    return [f"The signature existed at {when}, says {by}."]


def _context(roots: Sequence[Any], moment: dt.datetime | None) -> ValidationContext:
    return ValidationContext(trust_roots=list(roots), moment=moment, allow_fetching=False)


# ---- (b) The attached files: the audit is the one of which the register has a record.

_NUMBER = "([1-9][0-9]{0,17})"
_ATTACHED = {
    "audit": ("audit-N.json", rf"audit-{_NUMBER}\.json"),
    "entry": ("audit-N-entry.json", rf"audit-{_NUMBER}-entry\.json"),
    "proof": ("audit-N.tlog-proof", rf"audit-{_NUMBER}\.tlog-proof"),
    "redacted": ("audit-N-redacted.json", rf"audit-{_NUMBER}-redacted\.json"),
}
_FULL = ("audit", "entry", "proof")  # what the full edition carries


def _attachments(reader: PdfFileReader, files: dict[str, bytes]) -> list[str]:
    """Put the files of an audit, and its number, into ``files``: three of the full edition, one of the redacted one."""
    numbers: set[str] = set()
    says = []
    for name, spec in _listed(reader):
        for what, (_, pattern) in _ATTACHED.items():
            if found := re.fullmatch(pattern, name):
                if what in files or str(spec["/UF"]) != name or str(spec["/F"]) != name:
                    raise Refused(
                        f"The attached file {name} is not named in one way, or there are two of its kind."
                    )
                if "/UF" in spec["/EF"] and _place(spec["/EF"], "/UF") != _place(spec["/EF"], "/F"):
                    raise Refused(f"The attached file {name} has two contents.")
                files[what] = spec["/EF"]["/F"].data
                numbers.add(found[1])
                says.append(
                    f"{name}: {len(files[what]):,} bytes, SHA-256 {hashlib.sha256(files[what]).hexdigest()}"
                )
    missing = [_ATTACHED[name][0] for name in _FULL if name not in files]
    if not files:
        raise Refused(
            f"It is no report of an audit that proves itself: {', '.join(missing)} is not attached."
        )
    if len(numbers) > 1:
        raise Refused(f"The attached files are of different audits: {', '.join(sorted(numbers))}.")
    files["number"] = numbers.pop().encode()
    if "redacted" in files:
        if len(missing) < len(_FULL):
            raise Refused("The attached files are of both editions, the full and the redacted one.")
        return [
            *says,
            "It is the redacted edition: it carries the redacted audit, and no record of the register.",
        ]
    if missing:
        raise NotVerified(*says, f"Not attached: {', '.join(missing)}. What needs it is not verified.")
    return says


def _listed(reader: PdfFileReader) -> list[tuple[str, Any]]:
    """The attached files by name, the same whichever way a program finds them. Raises Refused."""
    tree = _get(reader.root, "/Names", "/EmbeddedFiles")
    if "/Kids" in tree:
        raise Refused("The attached files are not listed as this kind of report lists them.")
    listed, associated = _get(tree, "/Names"), _get(reader.root, "/AF")
    places = range(0, len(listed), 2)
    found = [(str(listed[at]), listed[at + 1]) for at in places]
    if len({name for name, _ in found}) < len(found):
        raise Refused("Two attached files have the same name.")
    by_name = sorted(_place(listed, at + 1) for at in places)
    if by_name != sorted(_place(associated, at) for at in range(len(associated))):
        raise Refused(
            "The files that are listed by name are not those that the document is associated with (AF)."
        )
    return found


def _place(node: Any, key: Any) -> int:
    """The number of the object that a dictionary or an array refers to."""
    number: int = node.raw_get(key).reference.idnum
    return number


def _carried(files: dict[str, bytes], name: str) -> bytes:
    """An attached file. Raises NotVerified where it is not there."""
    if name in files:
        return files[name]
    if "redacted" in files:
        raise NotVerified(
            "Not part of the redacted edition: with the record and its proof, names could be guessed. The full edition has them.",
            "What shows that this edition is genuine is its signature. Where it was issued, the register has its SHA-256.",
        )
    raise NotVerified(f"{_ATTACHED[name][0]} is not attached.")


def _result(files: dict[str, bytes]) -> list[str]:
    """The audit is the one whose digest the record of the register has."""
    record, number = json.loads(_carried(files, "entry")), int(files["number"])
    about = record.get("about", record)  # a record is a fact; earlier ones are about one
    if record["kind"] != "audit.finished" or about["number"] != number:
        raise Refused(
            f"The record is one of {record['kind']} of {about['number']}, not that audit {number} finished."
        )
    stated, found = about["result_sha256"], hashlib.sha256(_carried(files, "audit")).hexdigest()
    if stated != found:
        raise Refused(f"The attached audit has SHA-256 {found}; the record of the register states {stated}.")
    return [
        f"The record states that audit {number} finished at {record['at']} with SHA-256 {stated},",
        "which the attached audit has.",
    ]


# ---- (c) The register: the record is a leaf of the tree whose root a checkpoint states (C2SP tlog-proof, RFC 9162).


class Proof(NamedTuple):
    """A tlog-proof: the place of the record, and the checkpoint above it."""

    entry: int
    nonce: bytes
    hashes: list[bytes]
    note: bytes
    size: int
    root: bytes
    origin: str


def parse_proof(text: bytes) -> Proof:
    """The proof of a text. Raises Refused."""
    head, empty, note = text.partition(b"\n\n")
    lines = head.decode().split("\n")
    if not empty or len(lines) < 3 or lines[0] != "c2sp.org/tlog-proof@v1":
        raise Refused("The proof is not of the form c2sp.org/tlog-proof@v1.")
    if not (lines[1].startswith("extra ") and re.fullmatch("index (0|[1-9][0-9]{0,18})", lines[2])):
        raise Refused("The proof has no nonce or no index.")
    origin, size, root = parse_checkpoint(note)
    nonce, *hashes = (_unbase64(each, 32) for each in (lines[1][6:], *lines[3:]))
    return Proof(int(lines[2][6:]), nonce, hashes, note, size, root, origin)


def _register(files: dict[str, bytes], proofs: list[Proof]) -> list[str]:
    """The record is in the tree of the checkpoint. The proof is put into ``proofs``."""
    entry, proof = _carried(files, "entry"), parse_proof(_carried(files, "proof"))
    leaf = hashlib.sha256(b"\0" + hashlib.sha256(proof.nonce + entry).digest()).digest()
    must_include(leaf, proof.entry, proof.size, proof.hashes, proof.root)
    proofs.append(proof)
    return [
        f"The record is entry {proof.entry:,} of the {proof.size:,} that the checkpoint of {proof.origin} covers.",
        f"Root of the checkpoint {proof.root.hex()}",
    ]


def must_include(leaf: bytes, index: int, size: int, path: Sequence[bytes], root: bytes) -> None:
    """The check of RFC 9162, section 2.1.3.2, as it is written there. Raises Refused."""
    if index >= size:
        raise Refused(f"The proof is of entry {index}, and the checkpoint covers {size}.")
    node, last, found = index, size - 1, leaf
    for each in path:
        if last == 0:
            raise Refused("The proof is too long.")
        if node & 1 or node == last:
            found = hashlib.sha256(b"\1" + each + found).digest()
            while node and not node & 1:
                node, last = node >> 1, last >> 1
        else:
            found = hashlib.sha256(b"\1" + found + each).digest()
        node, last = node >> 1, last >> 1
    if last:
        raise Refused("The proof is too short.")
    if found != root:
        raise Refused(
            "The proof leads to another root than the checkpoint has: the record is not in this register."
        )


# ---- (d) The checkpoint: the register's key, and witnesses, signed it (C2SP signed-note, tlog-cosignature).


class Key(NamedTuple):
    """A public key, NAME+ID+KEY. kind: 1 of a register, 4 of a witness."""

    name: str
    number: bytes
    kind: int
    public: bytes

    @classmethod
    def of(cls, text: str, kind: int) -> Key:
        """The key of a text. Raises Unreadable."""
        try:
            name, number, value = text.strip().split("+", 2)
            key = base64.b64decode(value, validate=True)
        except ValueError:
            raise Unreadable(f"A key is written NAME+ID+KEY; found {text!r}.") from None
        named = hashlib.sha256(name.encode() + b"\n" + key).digest()[:4]
        if len(key) != 33 or key[0] != kind or named.hex() != number:
            which = "register" if kind == 1 else "witness"
            raise Unreadable(
                f"{text!r} is not the key of a {which} (Ed25519, type {kind}), or its id is wrong."
            )
        return cls(name, named, kind, key[1:])


class Handover(NamedTuple):
    """A register's key replaced, as both keys signed: checkpoints of more than ``size`` entries have the one after."""

    size: int
    before: Key
    after: Key

    @classmethod
    def of(cls, note: bytes) -> Handover:
        """The handover of a note. Raises Unreadable where it is none, or one of the keys did not sign it."""
        try:
            origin, size, _ = parse_checkpoint(note)
            word, before, after = note.rpartition(b"\n\n")[0].decode().split("\n")[3:][0].split(" ")
            keys = Key.of(before, 1), Key.of(after, 1)
            for each in keys:
                must_have_signed(note, each)
        except (Refused, Unreadable, ValueError, IndexError) as error:
            raise Unreadable(
                f"A handover of the register's key is a note that both keys signed: {_first_line(error)}"
            ) from None
        if (
            word != "handover"
            or note.count(b"\n", 0, note.rindex(b"\n\n")) != 3
            or {each.name for each in keys} != {origin}
        ):
            raise Unreadable(
                "A handover of the register's key is a checkpoint with one line that names both keys."
            )
        return cls(size, *keys)


class Keys(NamedTuple):
    """The keys that the caller trusts. handovers: those that lead from the register's key to others of it, in their order."""

    register: Key | None
    witnesses: list[Key]
    handovers: list[Handover]

    @classmethod
    def of(cls, given: Given) -> Keys:
        """The keys as they are given. Raises Unreadable."""
        register = None if given.register_key is None else Key.of(given.register_key, 1)
        ordered = sorted(map(Handover.of, given.handovers))
        found = [] if register is None else _led(register, ordered)
        return cls(register, [Key.of(each, 4) for each in given.witness_keys], found)

    def of_size(self, size: int) -> Key | None:
        """The register's key that signs a checkpoint of a size."""
        if not self.handovers:
            return self.register
        return next((each.before for each in self.handovers if size <= each.size), self.handovers[-1].after)


def _led(trusted: Key, ordered: Sequence[Handover]) -> list[Handover]:
    """Handovers that lead on from a trusted key, and those that led to it."""
    later: list[Handover] = []
    for each in ordered:
        if each.before == (later[-1].after if later else trusted) and (
            not later or each.size > later[-1].size
        ):
            later.append(each)
    earlier: list[Handover] = []
    for each in reversed(ordered):
        first = earlier[0] if earlier else later[0] if later else None
        if each.after == (earlier[0].before if earlier else trusted) and (
            first is None or each.size < first.size
        ):
            earlier.insert(0, each)
    return [*earlier, *later]


def parse_checkpoint(note: bytes) -> tuple[str, int, bytes]:
    """Origin, number of entries and root of a checkpoint; nothing is verified. Raises Refused."""
    lines = note.rpartition(b"\n\n")[0].decode().split("\n")
    if len(lines) < 3 or not all(lines) or not re.fullmatch("0|[1-9][0-9]{0,18}", lines[1]):
        raise Refused("The checkpoint is not of the form of C2SP: a name, a size, a root, and signatures.")
    return lines[0], int(lines[1]), _unbase64(lines[2], 32)


def must_have_signed(note: bytes, key: Key) -> bytes:
    """The signature of a key below a note is right. Raises Refused."""
    text, _, below = note.rpartition(b"\n\n")
    found = None
    for line in below.decode().split("\n"):
        parts = re.fullmatch("— ([^ ]+) ([^ ]+)", line)
        if parts and parts[1] == key.name and (value := _unbase64(parts[2]))[:4] == key.number:
            found = value[4:]
            message = text + b"\n"
            if key.kind == 4:
                message = b"cosignature/v1\ntime %d\n" % int.from_bytes(found[:8], "big") + message
            try:
                Ed25519PublicKey.from_public_bytes(key.public).verify(found[-64:], message)
            except InvalidSignature:
                raise Refused(
                    f"The signature of {key.name} below the checkpoint is not of its key."
                ) from None
            if len(found) != (72 if key.kind == 4 else 64):
                raise Refused(f"The signature of {key.name} below the checkpoint has a wrong length.")
    if found is None:
        raise Refused(
            f"{key.name} (key {key.number.hex()}) did not sign the checkpoint: it is of another register or key."
        )
    return found


def _checkpoint(note: bytes, keys: Keys) -> list[str]:
    origin, size, _ = parse_checkpoint(note)
    key = keys.of_size(size)
    if key is None:
        words = f"It says that it is of {origin}. No key of the register was given (--register-key): anybody could have made it."
        raise NotVerified(words)
    must_have_signed(note, key)
    if origin != key.name:
        raise Refused(f"It is a checkpoint of {origin}, and the key is that of {key.name}.")
    by = (
        []
        if key == keys.register
        else ["The register replaced its key: both keys signed the handover that was given."]
    )
    return [f"Signed by the register {key.name}, key {key.number.hex()}", *by]


def _witness(note: bytes, key: Key) -> list[str]:
    at = int.from_bytes(must_have_signed(note, key)[:8], "big")
    return [f"It saw the checkpoint at {dt.datetime.fromtimestamp(at, dt.UTC):%Y-%m-%d %H:%M:%S %Z}."]


def _other(body: bytes, proof: Proof, keys: Keys) -> list[str]:
    """A checkpoint from elsewhere, beside the one in the report."""
    origin, size, root = parse_checkpoint(body)
    key = keys.of_size(size)
    if key is not None:
        must_have_signed(body, key)
    if origin != proof.origin:
        raise Refused(f"It is of {origin}, and the report's is of {proof.origin}.")
    if size != proof.size:
        words = (
            f"It covers {size:,} entries, and the report's {proof.size:,}. Whether one register has both needs a proof of "
            "consistency, which the register's tiles give (C2SP tlog-tiles)."
        )
        raise NotVerified(words)
    if root != proof.root:
        raise Refused(f"It has root {root.hex()} at the same size: the register showed two histories.")
    if key is None:
        raise NotVerified("It has the same size and root. Nobody's signature was verified.")
    return ["It is signed by the same key, and has the same size and root."]


def _unbase64(text: str, length: int | None = None) -> bytes:
    try:
        found = base64.b64decode(text, validate=True)
    except ValueError:
        raise Refused(f"{text[:60]!r} is not base64.") from None
    if base64.b64encode(found).decode() != text or (length is not None and len(found) != length):
        raise Refused(f"{text[:60]!r} is not {length or 'some'} bytes in base64.")
    return found


# ---- (e) The pages: they were made from the attached audit.

_PRINTED = 16  # digits of the digest in the footer of a page
_TOKEN = re.compile(rb"\((?:[^()\\]|\\.)*\)|/[^\s/<>\[\]()]+|[^\s()<>\[\]/]+", re.DOTALL)
_ESCAPE = re.compile(rb"\\([0-7]{1,3}|.)", re.DOTALL)
_LETTERS = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}


def audit_digest(audit: dict[str, Any]) -> str:
    """The digest of an audit as its report states it: files, rulesets, engine and findings, in their order."""
    logs = [audit["log"]] if audit.get("log") else audit["logs"]
    event = audit.get("event")
    logs = [*logs, *([event, *event["files"]] if event else ())]
    parts = [each["sha256"] for each in logs] + [each["digest"] for each in audit["rulesets"]]
    engine = audit["engine"]  # one before 0.2.0 stated neither code nor judgement
    judged = [] if engine.get("judgement") is None else [engine["code"] or "", str(engine["judgement"])]
    parts += [engine["version"], *judged, engine["library"]]
    parts += [each["fingerprint"] for each in audit["findings"]]
    return hashlib.sha256("".join(f"{each}\n" for each in parts).encode()).hexdigest()


def _pages(reader: PdfFileReader, files: dict[str, bytes], roots: list[bytes]) -> list[str]:
    """Each page states the digest of the attached audit; the section on the register what the proof has."""
    read = json.loads(files["redacted"] if "redacted" in files else _carried(files, "audit"))
    digest = audit_digest(read)
    stated = str(_get(reader.trailer, "/Info", "/Keywords"))
    if stated not in (f"audit {digest}", f"what-if {digest}"):
        raise Refused(
            f"The attached audit has the digest {digest}; the document's keywords state {stated!r}."
        )
    wanted, number = f"Audit {digest[:_PRINTED]}", 0
    facts = {}
    if "entry" in files:
        record = json.loads(files["entry"])
        facts["the digest of the result"] = record.get("about", record)["result_sha256"]
    facts.update(("the root of the checkpoint", each.hex()) for each in roots)
    printed: set[str] = set()
    for number, lines in enumerate(_text_of_pages(reader), 1):
        if wanted not in lines:
            raise Refused(f"Page {number} does not state {wanted!r}, the digest of the attached audit.")
        whole = "".join("".join(lines).split())
        printed.update(name for name, value in facts.items() if value in whole)
    if not number:
        raise Refused("The document has no pages.")
    findings = len(read["findings"])
    return [
        f"Each of the {number:,} pages states the attached audit's digest ({digest[:_PRINTED]}…); the metadata has all of it.",
        f"The digest covers the logs, the rulesets, the engine and, by their fingerprints, the {findings:,} findings.",
        *(
            ["It is a what-if: controls were tried, and nothing in it is a finding about the room."]
            if read.get("what_if")
            else ()
        ),
        *(f"A page prints {name}." if name in printed else f"No page prints {name}." for name in facts),
        "Not compared: the sentences, amounts and drawings of the pages, one by one, with the attached audit.",
    ]


def _text_of_pages(reader: PdfFileReader) -> Iterator[list[str]]:
    """Lines of each page in the order in which they are drawn; what is drawn by name (cards, charts) is not read."""
    maps: dict[Any, dict[int, str]] = {}
    for page in _leaves(reader.root["/Pages"], set()):
        fonts = _get(page, "/Resources", "/Font")
        names = {name: fonts.raw_get(name) for name in fonts}
        for reference in names.values():
            if reference.reference not in maps:
                maps[reference.reference] = _characters(reference.get_object()["/ToUnicode"].data)
        shown = {name.encode(): maps[reference.reference] for name, reference in names.items()}
        yield list(_lines(page["/Contents"].data, shown))


def _leaves(node: Any, seen: set[int]) -> Iterator[Any]:
    """Pages below a node. seen: the numbers of the nodes so far, since nodes that list each other make endless pages."""
    if node["/Type"] == "/Page":
        yield node
        return
    kids = node["/Kids"]
    for at in range(len(kids)):
        number = _place(kids, at)
        if number in seen:
            raise Refused("The tree of pages has a page, or a part of itself, twice.")
        seen.add(number)
        yield from _leaves(kids[at], seen)


def _characters(cmap: bytes) -> dict[int, str]:
    """The character of each code of a font, by the font's own table."""
    pairs = re.findall(rb"<([0-9A-Fa-f]{2})>\s*<((?:[0-9A-Fa-f]{4})+)>", cmap)
    return {int(code, 16): bytes.fromhex(text.decode()).decode("utf-16-be") for code, text in pairs}


def _lines(content: bytes, fonts: dict[bytes, dict[int, str]]) -> Iterator[str]:
    """The text that each text object (BT … ET) shows."""
    line: list[str] = []
    name = text = b""
    font: dict[int, str] = {}
    for token in _TOKEN.findall(content):
        if token.startswith(b"/"):
            name = token
        elif token.startswith(b"("):
            text = _ESCAPE.sub(_unescaped, token[1:-1])
        elif token == b"Tf":
            font = fonts[name]
        elif token == b"Tj":
            line += [font.get(code, "\ufffd") for code in text]
        elif token == b"ET":
            yield "".join(line)
            line = []


def _unescaped(found: re.Match[bytes]) -> bytes:
    said = found[1]
    return bytes([int(said, 8) & 255]) if said.isdigit() else _LETTERS.get(said, said)


# ---- The command line.


def main(arguments: Sequence[str] | None = None) -> int:
    """Verify a report and print each step; returns the exit status."""
    parser = argparse.ArgumentParser(
        description=(__doc__ or "").split("\n")[0], epilog=(__doc__ or "").split("\n\n")[-1]
    )
    parser.add_argument("report", metavar="REPORT.pdf")
    parser.add_argument(
        "--roots",
        action="append",
        default=[],
        metavar="FILE",
        help="trusted certificates, PEM; may be repeated",
    )
    parser.add_argument(
        "--timestamp-roots", action="append", default=[], metavar="FILE", help="the same, for timestamps only"
    )
    parser.add_argument("--register-key", metavar="KEY", help="the register's public key, NAME+ID+KEY")
    parser.add_argument(
        "--handover",
        action="append",
        default=[],
        metavar="FILE",
        help="a note with which the register replaced its key",
    )
    parser.add_argument(
        "--witness-key", action="append", default=[], metavar="KEY", help="a witness that has to have signed"
    )
    parser.add_argument(
        "--checkpoint",
        action="append",
        default=[],
        metavar="FILE",
        help="a checkpoint from elsewhere",
    )
    parser.add_argument(
        "--at", metavar="DATE", help="when certificates have to be valid, as 2026-03-31; else now"
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    given = parser.parse_args(arguments)
    quiet()
    try:
        trusted = Given(
            read_roots(given.roots), read_roots(given.timestamp_roots), given.register_key, given.witness_key,
            [(name, _read(name)) for name in given.checkpoint], handovers=[_read(name) for name in given.handover],
        )  # fmt: skip
        if given.at:
            trusted = replace(trusted, at=moment(given.at))
        with open(given.report, "rb") as stream:
            steps = verify(stream, trusted)
    except (Unreadable, OSError) as error:
        print(
            json.dumps({"report": given.report, "verdict": "unreadable", "why": str(error)})
            if given.json
            else f"cannot be read: {error}"
        )
        return UNREADABLE
    if given.json:
        print(as_json(given.report, steps))
    else:
        print(*as_lines(steps), sep="\n")
    return STATUS[verdict(steps)]


def quiet() -> None:
    """Keep warnings of the libraries out of the output: a step has them."""
    for name in ("pyhanko", "pyhanko_certvalidator"):
        logging.getLogger(name).setLevel(logging.CRITICAL)


def as_lines(steps: Sequence[Step]) -> Iterator[str]:
    """The steps for people, and the verdict."""
    for each in steps:
        first, *rest = map(_in_print, each.says)
        yield f"{each.verdict:<14}{each.step}: {first}"
        yield from (f"{'':<14}{line}" for line in rest)
    wrong = [each.step for each in steps if each.verdict != VERIFIED]
    found = verdict(steps)
    yield f"The report is {found}." if found == VERIFIED else f"The report is {found}: {', '.join(wrong)}."


def _in_print(text: str) -> str:
    """A line without characters that begin another or move the cursor, since anybody chooses the names in a report."""
    return "".join(each if each.isprintable() else "\ufffd" for each in text)


def as_json(report: str, steps: Sequence[Step]) -> str:
    """The steps for programs."""
    return json.dumps(
        {"report": report, "verdict": verdict(steps), "steps": [asdict(each) for each in steps]}, indent=2
    )


def read_roots(names: Sequence[str]) -> list[Any]:
    """The certificates of PEM files. Raises Unreadable, OSError."""
    return [each for name in names for each in roots_of(_read(name), name)]


def roots_of(pem: bytes, name: str) -> list[Any]:
    """The certificates of PEM text. name: of the text in errors. Raises Unreadable."""
    try:
        found = list(load_certs_from_pemder_data(pem)) if b"-----BEGIN CERTIFICATE-----" in pem else []
        for each in found:
            _ = each.native  # reads all of it
    except ValueError:
        found = []
    if not found:
        raise Unreadable(f"{name} has no certificate in PEM (-----BEGIN CERTIFICATE-----).")
    return found


def _read(name: str) -> bytes:
    with open(name, "rb") as file:
        return file.read(1 << 20)


def moment(text: str) -> dt.datetime:
    """The moment of --at. Raises Unreadable."""
    try:
        found = dt.datetime.fromisoformat(text)
    except ValueError:
        raise Unreadable(f"--at is a date, such as 2026-03-31; found {text!r}.") from None
    return found if found.tzinfo else found.replace(tzinfo=dt.UTC)


if __name__ == "__main__":
    sys.exit(main())
