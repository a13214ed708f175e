"""`auditor verify REPORT.pdf`: the standalone verifier, with the keys of a data folder where none are given."""

import pytest

from auditor.register.register_notes import new_signer
from auditor.store.register_key import FILE as KEY_FILE
from tests.cli.kit import call
from tests.signing.kit import NOW, authority, commission, made, signed
from tests.signing.test_configuration import written
from verifier.verify_report import parse_proof


@pytest.fixture
def report(tmp_path):
    (tmp_path / "report.pdf").write_bytes(signed(made().report()))
    (tmp_path / "root.pem").write_bytes(commission().pem)
    return tmp_path / "report.pdf"


@pytest.mark.slow
def test_a_report_is_verified_with_the_keys_that_are_given(report):
    given = ("--roots", report.parent / "root.pem", "--key", made().key)
    done = call("verify", report, *given)
    assert (done.status, done.err) == (0, "")
    assert done.lines[-1] == "The report is verified."
    assert any(
        line.startswith("verified      signer: Signed by Common Name: Dana Reyes") for line in done.lines
    )
    found = call("verify", report, *given, "--format", "json").json
    assert (found["report"], found["verdict"]) == (str(report), "verified")
    assert [each["step"] for each in found["steps"]][:2] == ["signature", "signer"]


@pytest.mark.slow
def test_keys_that_are_not_given_are_those_of_the_data_folder(report, tmp_path):
    data = written(tmp_path / "data")
    mine = new_signer(parse_proof(made().proof).origin, b"\x07" * 32)
    (data / KEY_FILE).write_text(f"{mine.secret}\n")
    (data / KEY_FILE).chmod(0o600)
    done = call("verify", report, "--data", data)
    assert done.status == 1
    assert done.lines[-1] == "The report is refused: checkpoint."
    assert call("verify", report, "--data", data, "--key", made().key).status == 0
    (tmp_path / "other.pem").write_bytes(authority("Somebody").pem)
    done = call("verify", report, "--data", data, "--key", made().key, "--roots", tmp_path / "other.pem")
    assert done.lines[-1] == "The report is refused: signer."


@pytest.mark.slow
def test_without_any_key_the_status_says_so(report, tmp_path):
    done = call("verify", report, "--data", tmp_path / "none")
    assert done.status == 3
    assert done.lines[-1] == "The report is not verified: signer, checkpoint."


def test_a_report_that_is_not_signed_is_called_that(tmp_path):
    (tmp_path / "draft.pdf").write_bytes(made().report())
    done = call("verify", tmp_path / "draft.pdf", "--data", tmp_path / "none")
    assert (done.status, done.err) == (1, "")
    assert done.lines[:3] == [
        "refused       signature: The report is not signed.",
        "              So nothing shows who issued it, or that it is as it was issued. Ask whoever issued it for the "
        "signed report.",
        "refused       signer: Nobody signed the report, so there is no signer to be named.",
    ]


def test_an_altered_report_is_refused_and_what_is_none_cannot_be_read(report, tmp_path):
    given = ("--roots", tmp_path / "root.pem", "--key", made().key)
    body = report.read_bytes()
    report.write_bytes(body + b"\n")
    done = call("verify", report, *given)
    assert done.status == 1
    assert done.lines[-1] == "The report is refused: signature."
    report.write_bytes(body[:1000])
    done = call("verify", report, *given)
    assert (done.status, done.out) == (2, "")
    assert "cannot be read as a PDF" in done.err
    done = call("verify", tmp_path / "none.pdf", *given)
    assert (done.status, "No such file" in done.err) == (2, True)
    done = call("verify", tmp_path / "root.pem", "--roots", tmp_path / "none.pem")
    assert (done.status, "none.pem" in done.err) == (2, True)


@pytest.mark.slow
def test_a_date_a_checkpoint_and_a_witness_are_passed_on(report, tmp_path):
    given = ("--roots", tmp_path / "root.pem", "--key", made().key)
    assert call("verify", report, *given, "--at", f"{NOW.year + 3}-01-01").status == 1
    assert "some day" in call("verify", report, *given, "--at", "some day").err
    (tmp_path / "kept.txt").write_bytes(parse_proof(made().proof).note)
    done = call("verify", report, *given, "--checkpoint", tmp_path / "kept.txt")
    assert done.status == 0
    assert any(line.startswith(f"verified      checkpoint {tmp_path / 'kept.txt'}: ") for line in done.lines)
    done = call("verify", report, *given, "--witness-key", made().key)
    assert done.status == 2
    assert "is not the key of a witness" in done.err


def test_either_a_report_or_the_register_is_verified(report):
    for given in ((), (report, "--register"), ("--register", "--roots", "x.pem")):
        assert call("verify", *given).status == 2


def test_an_unusable_configuration_is_named(report, tmp_path):
    data = written(tmp_path / "data", roots=["none.pem"])
    done = call("verify", report, "--data", data)
    assert done.status == 2
    assert "none.pem, which cannot be read" in done.err
