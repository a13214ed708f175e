"""Reports that a service audited, authorities that sign them, and an authority of timestamps that listens on this machine."""

import datetime as dt
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from ipaddress import ip_network
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
from asn1crypto import keys, tsp, x509
from cryptography import x509 as certificates
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID
from pyhanko.sign.timestamps import DummyTimeStamper
from pypdf import PdfReader

from auditor.outgoing.addresses import target
from auditor.outgoing.outgoing_posting import post
from auditor.signing.signed_pdf import sign
from auditor.signing.signing_configuration import SigningConfiguration, Timestamps
from reports.drawn_audit import write_audit_pdf
from reports.registered import Registered
from reports.tagged.tagged_archive import Attachment
from rules.results import Audit
from rules.typed import from_json
from tests.http.filing import put_room
from tests.http.kit import NDJSON, hand_line, log
from tests.reports import samples
from tests.services import application
from verifier.verify_report import parse_proof, roots_of

NOW = dt.datetime.now(dt.UTC).replace(microsecond=0)
_DER, _PEM = serialization.Encoding.DER, serialization.Encoding.PEM
NAMES = ("audit-1.json", "audit-1-entry.json", "audit-1.tlog-proof")
_read = from_json(Audit)


@dataclass(frozen=True)
class Made:
    """An audit as a service has it: the attached files, and the register's public key."""

    audit: bytes
    entry: bytes
    proof: bytes
    key: str
    printed: bytes  # the proof that the pages print
    redacted: bytes  # the redacted edition as it is issued, not signed

    @property
    def read(self) -> Audit:
        return _read(self.audit)

    def report(self, of: Audit | None = None, names=NAMES, leave_out: tuple[str, ...] = ()) -> bytes:
        """The report, not signed. of: the audit that the pages are of, where it is another one. leave_out: files, by name."""
        if (of, names, leave_out) == (None, NAMES, ()):
            return _whole_report(self)
        return self._report(of or self.read, names, leave_out)

    def _report(self, of: Audit, names, leave_out: tuple[str, ...]) -> bytes:
        contents = (self.audit, self.entry, self.proof)
        attached = [
            Attachment(name, [content], "application/octet-stream", "A file")
            for name, content in zip(names, contents, strict=True)
            if name not in leave_out
        ]
        proof, entered = parse_proof(self.printed), msgspec.json.decode(self.entry)
        registered = Registered(
            proof.origin, self.key, proof.entry, entered["at"], entered["result_sha256"], proof.size,
            proof.root.hex(), tuple(names[1:]), names[0], proof.note.decode(),
        )  # fmt: skip
        out = BytesIO()
        write_audit_pdf(
            of, samples.nothing, samples.CLAUSES, out, attachments=attached, registered=registered
        )
        return out.getvalue()

    def changed(self, **parts: bytes) -> "Made":
        return replace(self, **parts)


@cache
def _whole_report(made: Made) -> bytes:
    return made._report(made.read, NAMES, ())


@cache
def made(cards: tuple[int, ...] = (0, 0, 0, 0)) -> Made:
    """An audit that a service made and entered in its register, once for each log."""
    with TemporaryDirectory() as folder, application(Path(folder) / "data") as app:
        client = app.test_client()
        put_room(client)
        put_room(client, "WA-0500")  # one entry more, so that the proof has two hashes
        body = log(hand_line(1, cards), hand_line(2))
        assert client.post("/v1/sessions", data=body, content_type=NDJSON).status_code == 201
        assert client.post("/v1/audits", json={"sessions": [1]}).json["state"] == "finished"
        pdf = client.get("/v1/audits/1/report.pdf").data
        key = client.get("/v1/register").json["key"]
        issued = client.post("/v1/audits/1/reports", json={"edition": "redacted"}).json
        redacted = client.get(issued["links"]["pdf"]).data
    files = PdfReader(BytesIO(pdf)).attachments
    (audit,), (entry,), (proof,) = (files[name] for name in NAMES)
    return Made(audit, entry, proof, key, proof, redacted)


@dataclass(frozen=True)
class Authority:
    """A root, and what it issues."""

    certificate: certificates.Certificate
    key: ec.EllipticCurvePrivateKey | rsa.RSAPrivateKey

    @property
    def pem(self) -> bytes:
        return self.certificate.public_bytes(_PEM)

    @property
    def roots(self) -> list:
        return roots_of(self.pem, "root.pem")

    def issued(
        self,
        name: str,
        *,
        days: tuple[int, int] = (-1, 365),
        stamps: bool = False,
        signs: bool | None = True,
        rsa_key: bool = False,
        purposes: Sequence[certificates.ObjectIdentifier] = (),
    ) -> "Authority":
        """A certificate of this root. days: from when to when it is valid, from now. stamps, signs: what its key is for.

        signs: None: it does not say. purposes: what else it limits its key to.
        """
        key = _rsa_key() if stamps or rsa_key else ec.generate_private_key(ec.SECP256R1())
        usages = [ExtendedKeyUsageOID.TIME_STAMPING] if stamps else list(purposes)
        return Authority(_certificate(name, key, days, self, usages, signs), key)

    def intermediate(self, name: str) -> "Authority":
        """An authority that it issued."""
        key = ec.generate_private_key(ec.SECP256R1())
        return Authority(_certificate(name, key, (-1, 365), self, [], above_others=True), key)

    def signing(self, name: str = "Dana Reyes", **how) -> SigningConfiguration:
        """The configuration of somebody whom it issued a certificate."""
        issued = self.issued(name, **{each: how.pop(each) for each in ("days",) if each in how})
        return SigningConfiguration((issued.certificate,), issued.key, (self.certificate,), **how)


def authority(name: str) -> Authority:
    """A root."""
    key = ec.generate_private_key(ec.SECP256R1())
    return Authority(_certificate(name, key, (-3650, 3650), None, []), key)


def _certificate(name, key, days, above, usages, signs=True, above_others=False) -> certificates.Certificate:
    subject = certificates.Name([certificates.NameAttribute(NameOID.COMMON_NAME, name)])
    is_root = above is None
    issues = is_root or above_others
    usage = [bool(signs) and not issues, False, not signs, False, False, issues, issues, False, False]
    builder = (
        certificates.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject if is_root else above.certificate.subject)
        .public_key(key.public_key())
        .serial_number(certificates.random_serial_number())
        .not_valid_before(NOW + dt.timedelta(days=days[0]))
        .not_valid_after(NOW + dt.timedelta(days=days[1]))
        .add_extension(certificates.BasicConstraints(issues, None), critical=True)
        .add_extension(certificates.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    )
    if signs is not None:
        builder = builder.add_extension(certificates.KeyUsage(*usage), critical=True)
    if usages:
        builder = builder.add_extension(certificates.ExtendedKeyUsage(usages), critical=True)
    return builder.sign(key if is_root else above.key, hashes.SHA256())


@cache
def _rsa_key() -> rsa.RSAPrivateKey:
    """One for all that need one: it takes long to make."""
    return rsa.generate_private_key(65537, 2048)


@cache
def commission() -> Authority:
    """The root that the tests trust."""
    return authority("Root of the commission")


@cache
def signer() -> SigningConfiguration:
    """Somebody whom it issued a certificate."""
    return commission().signing(reason="Issued", location="Olympia, WA")


def signed(unsigned: bytes, by: SigningConfiguration | None = None, at: dt.datetime = NOW) -> bytes:
    """A report with a signature."""
    out = BytesIO()
    sign(by or signer(), BytesIO(unsigned), out, at)
    return out.getvalue()


@contextmanager
def timestamps(
    issued: Authority,
    at: dt.datetime | None = None,
    answer: tuple[int, bytes] | None = None,
    stamped: bytes | None = None,
) -> Iterator[Timestamps]:
    """An authority of timestamps that listens (RFC 3161). at: what its clock says. answer: what it answers instead.

    stamped: the digest that it stamps in place of the one it is sent.
    """
    stamper = DummyTimeStamper(
        x509.Certificate.load(issued.certificate.public_bytes(_DER)),
        keys.PrivateKeyInfo.load(
            issued.key.private_bytes(_DER, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
        ),
        fixed_dt=at,
    )

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            assert self.headers["Content-Type"] == "application/timestamp-query"
            body = self.rfile.read(int(self.headers["Content-Length"]))
            question = tsp.TimeStampReq.load(body)
            if stamped is not None:
                question["message_imprint"]["hashed_message"] = stamped
            status, said = answer or (200, stamper.request_tsa_response(question).dump())
            self.send_response(status)
            self.send_header("Content-Length", str(len(said)))
            self.end_headers()
            self.wfile.write(said)

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
    try:
        where = f"127.0.0.1:{server.server_port}"
        yield Timestamps(target(f"http://{where}/tsa", [where]), (ip_network("127.0.0.1"),))
    finally:
        server.shutdown()
        server.server_close()


def answer_to(digest: bytes, clock: Timestamps) -> bytes:
    """What an authority of timestamps answers to a question about a digest."""
    imprint = tsp.MessageImprint({"hash_algorithm": {"algorithm": "sha256"}, "hashed_message": digest})
    question = tsp.TimeStampReq({"version": 1, "message_imprint": imprint, "cert_req": True})
    headers = {"Content-Type": "application/timestamp-query"}
    return post(clock.target, clock.private, headers, question.dump(), 65_536).body
