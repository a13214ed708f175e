"""The standalone verifier: reports as they are signed, who signed them, and what they carry."""

import base64
import datetime as dt
import hashlib
import io
import json
import re
import subprocess
import sys
import zlib
from io import BytesIO
from pathlib import Path

import msgspec
import pytest
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter

from auditor.register import register_notes
from auditor.register.register_checkpoints import Checkpoint
from auditor.register.register_checkpoints import signed as signed_checkpoint
from auditor.register.register_notes import COSIGNATURE, new_signer
from auditor.signing.signing_configuration import SigningConfiguration
from reports.story import audit_digest
from tests.reports import events, kinds, samples
from tests.signing import kit
from tests.signing.kit import NOW, authority, commission, made, signed, signer
from tests.signing.verifying import refused, resigned, steps
from verifier import verify_report as verifier

FILE = Path(verifier.__file__)
ALL = ["signature", "signer", "attachments", "result", "register", "checkpoint", "pages"]


@pytest.fixture(scope="module")
def report():
    return signed(made().report())


# ----------------------------------------------------------------------------------------------- as it is signed


def test_a_signed_report_is_verified_step_by_step(report):
    found = steps(report)
    assert {name: each.verdict for name, each in found.items()} == dict.fromkeys(ALL, "verified")
    says = {name: " ".join(each.says) for name, each in found.items()}
    assert f"all {len(report):,} bytes" in says["signature"]
    assert "permits no change" in says["signature"]
    assert "Signed by Common Name: Dana Reyes" in says["signer"]
    assert "Issued under the root Common Name: Root of the commission" in says["signer"]
    assert f"The signer's own clock said {NOW:%Y-%m-%d %H:%M:%S}" in says["signer"]
    assert "Not looked at: whether the certificate was revoked" in says["signer"]
    result = hashlib.sha256(made().audit).hexdigest()
    assert f"audit 1 finished at {json.loads(made().entry)['at']} with SHA-256 {result}" in says["result"]
    proof = verifier.parse_proof(made().proof)
    assert (
        f"entry {proof.entry} of the {proof.size} that the checkpoint of {proof.origin} covers"
        in says["register"]
    )
    assert made().key.split("+")[1] in says["checkpoint"]
    assert audit_digest(made().read)[:16] in says["pages"]
    assert "Not compared: the sentences, amounts and drawings" in says["pages"]


@pytest.mark.night
@pytest.mark.slow
def test_the_file_alone_verifies_a_report_and_imports_nothing_of_the_auditor(report, tmp_path):
    (tmp_path / "verify.py").write_text(FILE.read_text())
    (tmp_path / "report.pdf").write_bytes(report)
    (tmp_path / "root.pem").write_bytes(commission().pem)
    run = (
        "import runpy, sys; sys.argv[0] = 'verify.py'\n"
        "try: runpy.run_path('verify.py', run_name='__main__')\n"
        "finally: assert not {'auditor', 'reports', 'rules'} & {each.partition('.')[0] for each in sys.modules}"
    )
    command = [
        sys.executable,
        "-I",
        "-c",
        run,
        "report.pdf",
        "--roots",
        "root.pem",
        "--register-key",
        made().key,
    ]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1] == "The report is verified."
    done = subprocess.run([*command, "--json"], cwd=tmp_path, capture_output=True, text=True)
    assert [each["step"] for each in json.loads(done.stdout)["steps"]] == ALL


def test_what_no_key_was_given_for_is_not_verified(report, tmp_path, capsys):
    found = steps(report, roots=(), register_key=None)
    assert [name for name, each in found.items() if each.verdict == "not verified"] == [
        "signer",
        "checkpoint",
    ]
    assert "No root was given (--roots): anybody could have this name." in found["signer"].says
    assert "No key of the register was given (--register-key)" in found["checkpoint"].says[0]
    file = tmp_path / "report.pdf"
    file.write_bytes(report)
    assert verifier.main([str(file)]) == 3
    assert capsys.readouterr().out.endswith("The report is not verified: signer, checkpoint.\n")


def test_a_witness_has_to_have_signed_the_checkpoint():
    witness = new_signer("witness.example/1", b"\x08" * 32, COSIGNATURE)
    other = new_signer("other.example/1", b"\x09" * 32, COSIGNATURE)
    text = register_notes.parse(verifier.parse_proof(made().proof).note).text
    line = str(witness.sign(text, 1_773_561_600)).encode()
    report = signed(made().changed(proof=made().proof + line).report())
    keys = [str(each.verifier) for each in (witness, other)]
    found = steps(report, witness_keys=keys)
    assert found["witness witness.example/1"].says == ["It saw the checkpoint at 2026-03-15 08:00:00 UTC."]
    assert "other.example/1" in found["witness other.example/1"].says[0]
    assert found["witness other.example/1"].verdict == "refused"


@pytest.mark.slow
def test_a_checkpoint_that_left_the_host_is_compared(report):
    proof = verifier.parse_proof(made().proof)

    def step(body, **changes):
        return steps(report, checkpoints=[("kept.txt", body)], **changes)["checkpoint kept.txt"]

    assert step(proof.note).verdict == "verified"
    assert step(proof.note, register_key=None).verdict == "not verified"
    mine = new_signer(proof.origin, b"\x07" * 32)
    key = str(mine.verifier)
    split = bytes(signed_checkpoint(Checkpoint(proof.origin, proof.size, b"\x01" * 32), mine))
    assert "did not sign the checkpoint" in step(split).says[0]
    both = signed(made().changed(proof=resigned(made().proof, mine)).report())
    (said,) = steps(both, checkpoints=[("kept.txt", split)], register_key=key)["checkpoint kept.txt"].says
    assert said.endswith("at the same size: the register showed two histories.")
    later = bytes(signed_checkpoint(Checkpoint(proof.origin, proof.size + 3, b"\x01" * 32), mine))
    found = steps(both, checkpoints=[("kept.txt", later)], register_key=key)["checkpoint kept.txt"]
    assert found.verdict == "not verified"
    assert f"covers {proof.size + 3} entries, and the report's {proof.size}" in found.says[0]


# ----------------------------------------------------------------------------------------------- timestamps


@pytest.mark.slow
def test_a_timestamp_shows_that_the_signature_was_made_while_the_certificate_was_valid():
    stamped_by = commission().issued("Clock of the commission", stamps=True)
    with kit.timestamps(stamped_by, NOW) as clock:
        by = commission().signing(days=(-1, 5), timestamps=clock)
        report = signed(made().report(), by)
    plain = signed(made().report(), commission().signing(days=(-1, 5)))
    later = NOW + dt.timedelta(days=30)
    found = steps(report, at=later)
    assert verifier.verdict(list(found.values())) == "verified"
    (said,) = found["timestamp"].says
    assert said.startswith(f"The signature existed at {NOW:%Y-%m-%d %H:%M:%S}")
    assert "Clock of the commission" in said
    assert (
        "no verified timestamp shows that the signature was made in that time"
        in refused(plain, at=later)["signer"]
    )
    assert refused(plain) == {}


@pytest.mark.slow
def test_a_timestamp_of_an_unknown_authority_shows_nothing():
    elsewhere = authority("Elsewhere")
    with kit.timestamps(elsewhere.issued("Their clock", stamps=True), NOW) as clock:
        report = signed(made().report(), commission().signing(days=(-1, 5), timestamps=clock))
    found = steps(report)
    assert found["timestamp"].verdict == "not verified"
    assert "No root that was given for it issued its certificate" in found["timestamp"].says[0]
    assert found["signer"].verdict == "verified"
    assert set(refused(report, at=NOW + dt.timedelta(days=30))) == {"signer"}
    later = steps(report, at=NOW + dt.timedelta(days=30), timestamp_roots=elsewhere.roots)
    assert verifier.verdict(list(later.values())) == "verified"
    theirs = signed(made().report(), elsewhere.signing())  # who says when does not say who
    assert set(refused(theirs, timestamp_roots=elsewhere.roots)) == {"signer"}


# ----------------------------------------------------------------------------------------------- who signed


@pytest.mark.slow
def test_a_signer_under_another_root_is_refused(report):
    same_name = refused(report, roots=authority("Root of the commission").roots)
    assert set(same_name) == {"signer"}
    found = refused(report, roots=authority("Root of somebody").roots)
    assert set(found) == {"signer"}
    assert (
        "The certificate does not lead to a root that you trust (no certificate chain found)"
        in found["signer"]
    )


def test_the_signers_own_certificate_can_be_what_is_trusted(report):
    own = signer().certificate.public_bytes(kit._PEM)
    assert refused(report, roots=verifier.roots_of(own, "own.pem")) == {}


@pytest.mark.slow
def test_an_expired_certificate_is_refused_and_so_is_one_of_later(report):
    late = refused(report, at=NOW + dt.timedelta(days=400))
    assert set(late) == {"signer"}
    assert (
        f"{NOW + dt.timedelta(days=365):%Y-%m-%d}, which {NOW + dt.timedelta(days=400):%Y-%m-%d} is outside of"
        in (late["signer"])
    )
    assert set(refused(report, at=NOW - dt.timedelta(days=5))) == {"signer"}


@pytest.mark.slow
def test_a_certificate_for_something_else_is_refused():
    wanted = {
        "stamps": "The certificate is for other purposes: time_stamping.",
        "signs": "does not lead to a root that you trust (chain constraints failure)",
    }
    for how, words in wanted.items():
        issued = commission().issued("Clock", **{how: how == "stamps"})
        found = refused(signed(made().report(), SigningConfiguration((issued.certificate,), issued.key)))
        assert set(found) == {"signer"}
        assert words in found["signer"]


# ----------------------------------------------------------------------------------------------- what is attached


@pytest.mark.slow
def test_a_signed_document_that_is_no_report_of_an_audit_is_refused():
    found = refused(signed(kinds.pdf("comparison")))
    assert set(found) == {"attachments"}
    assert "audit-N.json, audit-N-entry.json, audit-N.tlog-proof is not attached" in found["attachments"]


def _audit_with_other_words():
    """The audit with a finding that says something else."""
    changed = made().audit.replace(b'"message":"', b'"message":"Nothing: ', 1)
    assert changed != made().audit
    return changed


@pytest.mark.slow
def test_an_attachment_that_somebody_else_swapped_is_refused_for_the_signer():
    swapped = made().changed(audit=_audit_with_other_words())
    found = refused(signed(swapped.report(), authority("Root of the commission").signing()))
    assert set(found) == {"signer", "result"}


def test_an_attachment_that_the_signer_swapped_is_refused_for_its_digest():
    audit = _audit_with_other_words()
    found = refused(signed(made().changed(audit=audit).report()))
    assert set(found) == {"result"}  # the pages are made from it
    assert f"The attached audit has SHA-256 {hashlib.sha256(audit).hexdigest()}" in found["result"]
    assert hashlib.sha256(made().audit).hexdigest() in found["result"]


def test_pages_of_another_audit_than_the_attached_one_are_refused():
    engine = msgspec.structs.replace(made().read.engine, version="0.0.9")
    other = msgspec.structs.replace(made().read, engine=engine)
    found = refused(signed(made().report(of=other)))
    assert set(found) == {"pages"}
    assert audit_digest(made().read) in found["pages"]
    assert audit_digest(other) in found["pages"]


def test_one_page_of_another_audit_is_refused():
    """The keywords and every other page are right."""
    right, wrong = audit_digest(made().read)[:16], "0123456789abcdef"
    pdf = made().report()
    at = [at for at in _streams(pdf) if right.encode() in at[1]]
    content = at[2][1]
    writer = IncrementalPdfFileWriter(BytesIO(pdf))
    page = writer.root["/Pages"]["/Kids"][2]
    page["/Contents"]._data = content.replace(right.encode(), wrong.encode())
    page["/Contents"]._encoded_data = None
    writer.update_container(page["/Contents"])
    out = BytesIO()
    writer.write(out)
    assert f"Page 3 does not state 'Audit {right}'" in refused(signed(out.getvalue()))["pages"]


def _streams(pdf):
    at = 0
    while (at := pdf.find(b"\nstream\n", at)) >= 0:
        at += len(b"\nstream\n")
        try:
            yield at, zlib.decompressobj().decompress(pdf[at:])
        except zlib.error:
            continue


def test_a_record_that_was_altered_with_its_audit_is_not_in_the_register():
    audit = _audit_with_other_words()
    right, wrong = (hashlib.sha256(each).hexdigest().encode() for each in (made().audit, audit))
    found = refused(signed(made().changed(audit=audit, entry=made().entry.replace(right, wrong)).report()))
    assert set(found) == {"register"}
    assert found["register"].endswith("the record is not in this register.")


@pytest.mark.slow
def test_a_record_of_another_fact_is_refused():
    record = made().entry.replace(b"audit.finished", b"audit.asked")
    assert "one of audit.asked of 1" in refused(signed(made().changed(entry=record).report()))["result"]
    names = ("audit-2.json", "audit-2-entry.json", "audit-2.tlog-proof")
    assert "not that audit 2 finished" in refused(signed(made().report(names=names)))["result"]
    mixed = ("audit-2.json", "audit-1-entry.json", "audit-1.tlog-proof")
    assert "of different audits: 1, 2" in refused(signed(made().report(names=mixed)))["attachments"]


@pytest.mark.slow
def test_a_report_of_another_register_is_refused(report):
    other = made((1, 1, 1, 1))
    assert other.key != made().key
    found = refused(report, register_key=other.key)
    assert set(found) == {"checkpoint"}
    assert "it is of another register or key" in found["checkpoint"]
    same_name = new_signer(verifier.parse_proof(made().proof).origin, b"\x05" * 32)
    forged = signed(made().changed(proof=resigned(made().proof, same_name)).report())
    assert set(refused(forged)) == {"checkpoint"}
    taken = signed(made().changed(proof=other.proof).report())
    assert set(refused(taken)) == {"register"}


@pytest.mark.slow
def test_proofs_of_a_wrong_form_are_refused():
    head, _, note = made().proof.decode().partition("\n\n")
    first, extra, index, *hashes = head.split("\n")
    nothing, size = base64.b64encode(bytes(32)).decode(), note.split("\n")[1]
    wrong = {
        "The proof is too short.": [first, extra, index, *hashes[:-1]],
        "The proof is too long.": [first, extra, index, *hashes, hashes[0]],
        "leads to another root": [first, extra, index, nothing, *hashes[1:]],
        f"The proof is of entry {size}, and the checkpoint covers {size}.": [
            first,
            extra,
            f"index {size}",
            *hashes,
        ],
        "has no nonce or no index": [first, index, extra, *hashes],
        "not of the form c2sp.org/tlog-proof@v1": ["c2sp.org/tlog-proof@v2", extra, index, *hashes],
        "is not 32 bytes in base64": [first, extra, index, *hashes[:-1], hashes[-1][:-8]],
        "is not base64": [first, extra, index, *hashes[:-1], "…"],
    }
    for words, lines in wrong.items():
        text = "\n".join([*lines, "", note]).encode()
        found = refused(signed(made().changed(proof=text).report()))
        assert words in found.get("register", ""), (words, found)


# ----------------------------------------------------------------------------------------------- what is given


@pytest.mark.parametrize("key", ["nonsense", "a+b+c", "name+00000000+" + "A" * 44, ""])
def test_a_key_that_is_none_is_named(report, key, tmp_path, capsys):
    (tmp_path / "r.pdf").write_bytes(report)
    assert verifier.main([str(tmp_path / "r.pdf"), "--register-key", key]) == 2
    assert repr(key) in capsys.readouterr().out


def test_roots_and_dates_that_are_none_are_named(report, tmp_path, capsys):
    (tmp_path / "r.pdf").write_bytes(report)
    (tmp_path / "root.pem").write_text("-----BEGIN CERTIFICATE-----\nnonsense\n-----END CERTIFICATE-----\n")
    for options in (["--roots", str(tmp_path / "root.pem")], ["--at", "some day"], ["--roots", "/nowhere"]):
        assert verifier.main([str(tmp_path / "r.pdf"), *options]) == 2
        assert options[1] in capsys.readouterr().out


def test_the_digest_is_the_one_that_reports_define():
    for audit in (samples.audit(), made().read, events.sample("a jackpot"), _with_a_file()):
        assert verifier.audit_digest(json.loads(_json(audit))) == audit_digest(audit)


def _with_a_file():
    """The audit of an event with a file beside it."""
    audit = events.sample("a tournament")
    return msgspec.structs.replace(audit, event=msgspec.structs.replace(audit.event, files=[events.FILE]))


def _json(audit):
    from rules.findings.written import json_pieces

    out = io.BytesIO()
    out.writelines(json_pieces(audit))
    return out.getvalue()


def test_what_the_verifier_is_run_with_is_what_the_service_is_tested_with():
    pins = [
        set(re.findall(r"^[a-z0-9-]+==[^ ]+", path.read_text(), re.MULTILINE))
        for path in (FILE.with_name("requirements.txt"), FILE.parents[1] / "requirements.lock")
    ]
    assert {each.partition("==")[0] for each in pins[0]} >= {"cryptography", "pyhanko"}
    assert pins[0] - pins[1] == set()
