"""A signature of a report: what it adds and what it leaves as it was; authorities of timestamps that fail; tokens."""

import datetime as dt
import shutil
import subprocess
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from cryptography.hazmat.primitives import hashes, serialization
from pypdf import PdfReader

from auditor.signing.signed_pdf import ReportNotSigned, sign
from auditor.signing.signing_configuration import SigningConfiguration, Token
from tests.reports import kinds
from tests.reports.verapdf.run import validate
from tests.signing import kit
from tests.signing.kit import NOW, commission, made, signed, signer
from verifier.verify_report import Given, verdict, verify

PEM, PKCS8 = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8
SOFTHSM = Path("/usr/lib/softhsm/libsofthsm2.so")


def test_a_signature_is_appended_and_says_what_is_configured():
    report, out = made().report(), BytesIO()
    found = sign(signer(), BytesIO(report), out, NOW)
    assert out.getvalue().startswith(report)
    assert found.subject == "CN=Dana Reyes"
    assert found.certificate_sha256 == signer().certificate.fingerprint(hashes.SHA256()).hex()
    assert (found.at, found.timestamped) == (NOW, False)
    before, after = PdfReader(BytesIO(report)), PdfReader(out)
    field = after.trailer["/Root"]["/AcroForm"]["/Fields"][0]
    signature = field["/V"]
    assert (field["/T"], field["/TU"]) == ("Signature", "Signature of this report")
    assert (signature["/Reason"], signature["/Location"]) == ("Issued", "Olympia, WA")
    assert signature["/SubFilter"] == "/ETSI.CAdES.detached"
    assert signature["/M"].startswith(f"D:{NOW:%Y%m%d%H%M%S}")
    assert signature["/Reference"][0]["/TransformParams"]["/P"] == 1
    assert after.metadata == before.metadata
    assert after.trailer["/Root"]["/Metadata"].get_data() == before.trailer["/Root"]["/Metadata"].get_data()
    assert len(after.pages) == len(before.pages)


def test_without_a_reason_and_a_location_a_signature_states_none():
    after = PdfReader(BytesIO(signed(made().report(), replace(signer(), reason=None, location=None))))
    signature = after.trailer["/Root"]["/AcroForm"]["/Fields"][0]["/V"]
    assert "/Reason" not in signature
    assert "/Location" not in signature


@pytest.mark.parametrize(("days", "words"), [((-40, -1), "expired on"), ((1, 40), "is not valid before")])
def test_a_certificate_that_is_not_valid_signs_nothing(days, words):
    with pytest.raises(ReportNotSigned, match=words):
        signed(made().report(), commission().signing(days=days))


def test_what_is_no_pdf_is_not_signed():
    with pytest.raises(ReportNotSigned, match=r"The report cannot be signed"):
        signed(b"nonsense")


def test_a_timestamp_is_part_of_the_signature():
    with kit.timestamps(commission().issued("Clock", stamps=True), NOW) as clock:
        out = BytesIO()
        found = sign(commission().signing(timestamps=clock), BytesIO(made().report()), out, NOW)
    assert found.timestamped


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ((500, b""), "it answers 500"),
        ((200, b"nonsense"), "or its answer is no timestamp"),
        ((200, bytes.fromhex("30053003020102")), "it refuses, or its answer is no timestamp"),
    ],
)
def test_without_its_timestamp_nothing_is_signed(answer, words):
    with (
        kit.timestamps(commission().issued("Clock", stamps=True), answer=answer) as clock,
        pytest.raises(ReportNotSigned) as refused,
    ):
        signed(made().report(), commission().signing(timestamps=clock))
    assert str(refused.value).startswith("The authority of timestamps gave none: ")
    assert words in str(refused.value)


def test_an_authority_that_is_not_there_or_not_allowed_is_named():
    with kit.timestamps(commission().issued("Clock", stamps=True)) as clock:
        pass
    with pytest.raises(ReportNotSigned, match="nothing answers there"):
        signed(made().report(), commission().signing(timestamps=clock))
    with pytest.raises(ReportNotSigned, match="is not a public address"):
        signed(made().report(), commission().signing(timestamps=replace(clock, private=())))


def test_a_timestamp_of_something_else_is_not_taken():
    """The answer to an earlier question."""
    stamps = commission().issued("Clock", stamps=True)
    with kit.timestamps(stamps, NOW) as clock:
        earlier = kit.answer_to(b"\x01" * 32, clock)
    with (
        kit.timestamps(stamps, answer=(200, earlier)) as clock,
        pytest.raises(ReportNotSigned, match="or its answer is no timestamp of what it was sent"),
    ):
        signed(made().report(), commission().signing(timestamps=clock))


def test_a_timestamp_of_another_digest_is_not_taken():
    """It answers the question, and stamps what nobody sent."""
    with (
        kit.timestamps(commission().issued("Clock", stamps=True), NOW, stamped=b"\x01" * 32) as clock,
        pytest.raises(ReportNotSigned, match="its timestamp is of another digest than the one sent"),
    ):
        signed(made().report(), commission().signing(timestamps=clock))


# ----------------------------------------------------------------------------------------------- archives


@pytest.mark.night
@pytest.mark.slow
@pytest.mark.sampled(16)
def test_signed_reports_are_still_pdf_a_3a_and_pdf_ua_1(tmp_path, part):
    with kit.timestamps(commission().issued("Clock", stamps=True)) as clock:
        for kind in part(kinds.KINDS):
            number = list(kinds.KINDS).index(kind)
            by = commission().signing(timestamps=clock) if number % 2 else signer()
            (tmp_path / f"{kind}.pdf").write_bytes(signed(kinds.pdf(kind), by))
    (tmp_path / "with files.pdf").write_bytes(signed(made().report()))
    files = sorted(tmp_path.iterdir())
    verdicts = validate(files)
    assert [(each.file, each.flavour) for each in verdicts] == [
        (file, flavour) for file in files for flavour in ("3a", "ua1")
    ]
    for verdict_ in verdicts:
        assert verdict_.checks > 3_000
        assert not verdict_.failed, verdict_


# ----------------------------------------------------------------------------------------------- tokens


@pytest.fixture(scope="module")
def tokens(tmp_path_factory):
    """The certificates whose keys a token of SoftHSM has, by the keys' labels. A process reads one configuration of SoftHSM."""
    if not SOFTHSM.exists():
        install = Path(__file__).parent / "softhsm" / "install"
        raise FileNotFoundError(f"These tests need {SOFTHSM}: run {install} as root.")
    folder = tmp_path_factory.mktemp("softhsm")
    (folder / "tokens").mkdir()
    (folder / "softhsm2.conf").write_text(f"directories.tokendir = {folder / 'tokens'}\n")
    tool = shutil.which("softhsm2-util")
    assert tool is not None
    found = {}
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SOFTHSM2_CONF", str(folder / "softhsm2.conf"))
        made_token = [
            tool,
            "--init-token",
            "--free",
            "--label",
            "office",
            "--pin",
            "1234",
            "--so-pin",
            "5678",
        ]
        subprocess.run(made_token, check=True, capture_output=True)
        for number, label in enumerate(("P-256", "RSA"), 1):
            issued = commission().issued("Dana Reyes", rsa_key=label == "RSA")
            found[label] = issued.certificate
            key = folder / f"{label}.pem"
            key.write_bytes(issued.key.private_bytes(PEM, PKCS8, serialization.NoEncryption()))
            given = ["--token", "office", "--label", label, "--id", f"0{number}", "--pin", "1234"]
            subprocess.run([tool, "--import", str(key), *given], check=True, capture_output=True)
        yield found


@pytest.mark.slow
@pytest.mark.parametrize("label", ["P-256", "RSA"])
def test_a_key_in_a_token_signs(tokens, label):
    by = SigningConfiguration((tokens[label],), Token(SOFTHSM, "office", label, lambda: "1234"))
    report = signed(made().report(), by)
    steps = verify(
        BytesIO(report), Given(commission().roots, register_key=made().key, at=NOW + dt.timedelta(minutes=1))
    )
    assert verdict(steps) == "verified"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"token": "other"}, "the token 'other'"),
        ({"key": "other"}, "with 'other'"),
        ({"pin": lambda: "0000"}, "the token 'office'"),
        ({"module": Path("/nowhere.so")}, "/nowhere.so"),
    ],
)
def test_a_token_that_does_not_sign_is_named(tokens, wrong, words):
    right = Token(SOFTHSM, "office", "RSA", lambda: "1234")
    with pytest.raises(ReportNotSigned, match=r"^The key cannot be used: ") as refused:
        signed(made().report(), SigningConfiguration((tokens["RSA"],), replace(right, **wrong)))
    assert words in str(refused.value)
    assert "0000" not in str(refused.value)
