"""signing.toml: what it may state, and in which words a wrong one is refused; what the service and the doctor say of it."""

import datetime as dt
from pathlib import Path

import pytest
import tomli_w
from cryptography import x509
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.serialization import pkcs12
from cryptography.x509.oid import ExtendedKeyUsageOID

from auditor.doctor import examine
from auditor.http.server import CannotServe, _try_to_store
from auditor.signing.certificates import name_of
from auditor.signing.secrets import BadSigning
from auditor.signing.signing_configuration import Token, read_roots, read_signing
from auditor.signing.trial_authority import AuthorityExists, make_test_authority
from auditor.signing.validity import trouble
from auditor.store.store import FILE
from tests.cli.kit import call
from tests.services import application
from tests.signing.kit import NOW, Authority, authority, commission

PEM, PKCS8 = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8
OPEN = serialization.NoEncryption()
RIGHT = {"certificates": "chain.pem", "key": "signing.key", "roots": ["root.pem"]}


def locked(passphrase):
    return serialization.BestAvailableEncryption(passphrase.encode())


def secret(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    path.chmod(0o600)


def written(folder: Path, issued: Authority | None = None, encryption=OPEN, **stated) -> Path:
    """A data folder with a key, its certificate, and a signing.toml. stated: fields; None takes one out."""
    issued = issued or commission().issued("Dana Reyes")
    folder.mkdir(exist_ok=True, mode=0o700)
    secret(folder / "chain.pem", issued.pem)
    (folder / "root.pem").write_bytes(commission().pem)
    secret(folder / "signing.key", issued.key.private_bytes(PEM, PKCS8, encryption))
    fields = {name: value for name, value in {**RIGHT, **stated}.items() if value is not None}
    (folder / "signing.toml").write_text(tomli_w.dumps(fields))
    return folder


def why(folder: Path) -> str:
    with pytest.raises(BadSigning) as refused:
        read_signing(folder)
    said = str(refused.value)
    assert said.startswith(f"{folder / 'signing.toml'}: ")
    return said


def test_a_folder_without_the_file_signs_nothing(tmp_path, monkeypatch):
    assert read_signing(tmp_path) is None
    assert read_roots(tmp_path) == ((), ())
    monkeypatch.setenv("AUDITOR_SIGNING", str(tmp_path / "none.toml"))
    with pytest.raises(BadSigning, match=r"AUDITOR_SIGNING names .*none.toml, which does not exist"):
        read_signing(tmp_path)


def test_a_certificate_and_its_key(tmp_path):
    found = read_signing(written(tmp_path, reason="Issued", location="Olympia, WA"))
    assert found is not None
    assert [name_of(each) for each in found.chain] == ["Dana Reyes"]
    assert [name_of(each) for each in found.roots] == ["Root of the commission"]
    assert (found.reason, found.location, found.timestamps) == ("Issued", "Olympia, WA", None)
    assert "PrivateKey" not in repr(found)


def test_a_passphrase_is_in_a_file_or_in_the_environment(tmp_path, monkeypatch):
    folder = written(tmp_path, encryption=locked("öffne"), passphrase_file="word")
    assert "passphrase_file names" in why(folder)
    secret(folder / "word", "öffne\n".encode())
    assert read_signing(folder) is not None
    secret(folder / "word", "öffne\n".encode("latin-1"))
    assert why(folder).endswith(f"passphrase_file names {folder / 'word'}, which is not UTF-8.")
    secret(folder / "word", "öffne\n".encode())
    (folder / "word").chmod(0o640)
    assert (
        f"can be read by others than its owner (mode 640), and has a secret. Protect it with: chmod 600 {folder}"
        in (why(folder))
    )
    written(tmp_path, encryption=locked("öffne"), passphrase_variable="SIGNING_WORD")
    assert "passphrase_variable names SIGNING_WORD, and the environment has no variable" in why(folder)
    monkeypatch.setenv("SIGNING_WORD", "falsch")
    assert "or one that this passphrase does not open" in why(folder)
    assert "falsch" not in why(folder)
    monkeypatch.setenv("SIGNING_WORD", "öffne")
    assert read_signing(folder) is not None
    written(tmp_path, encryption=locked("öffne"))
    assert "is encrypted: state passphrase_file" in why(folder)
    written(tmp_path, passphrase_variable="SIGNING_WORD")
    assert "is not encrypted, and a passphrase is stated" in why(folder)
    written(tmp_path, passphrase_variable="SIGNING_WORD", passphrase_file="word")
    assert "passphrase_file and passphrase_variable are both stated" in why(folder)


def test_pkcs12_has_the_key_and_the_chain_in_any_order(tmp_path, monkeypatch):
    middle = commission().intermediate("Office")
    issued = middle.issued("Dana Reyes")
    others = [commission().certificate, middle.certificate]
    packed = pkcs12.serialize_key_and_certificates(
        b"x", issued.key, issued.certificate, others, locked("word")
    )
    folder = written(tmp_path, certificates=None, key=None, pkcs12="signing.p12", passphrase_variable="WORD")
    secret(folder / "signing.p12", packed)
    monkeypatch.setenv("WORD", "word")
    found = read_signing(folder)
    assert found is not None
    assert [name_of(each) for each in found.chain] == ["Dana Reyes", "Office", "Root of the commission"]
    monkeypatch.setenv("WORD", "other")
    assert "pkcs12 names" in why(folder)
    monkeypatch.setenv("WORD", "word")
    keyless = pkcs12.serialize_key_and_certificates(b"x", None, None, [issued.certificate], locked("word"))
    secret(folder / "signing.p12", keyless)
    assert why(folder).endswith(f"{folder / 'signing.p12'}, which lacks the key or its certificate.")
    written(tmp_path, key=None, pkcs12="signing.p12")
    assert "certificates is stated beside pkcs12" in why(folder)


def test_what_does_not_fit_is_named(tmp_path):
    other = commission().issued("M. Ortiz")
    folder = written(tmp_path)
    (folder / "chain.pem").write_bytes(other.pem)
    assert "the key is not that of the first certificate, M. Ortiz" in why(folder)
    issued = commission().issued("Dana Reyes")
    written(tmp_path, issued)
    (folder / "chain.pem").write_bytes(issued.pem + other.pem)
    assert "M. Ortiz follows Dana Reyes and did not issue it" in why(folder)
    written(tmp_path)
    (folder / "root.pem").write_bytes(authority("Elsewhere").pem)
    assert "roots: none of them issued Dana Reyes, the last of the certificates" in why(folder)
    written(tmp_path, commission().issued("Dana Reyes", signs=False))
    assert "the key usage of Dana Reyes has neither digitalSignature nor nonRepudiation" in why(folder)
    written(tmp_path, commission().issued("Dana Reyes", signs=None))
    assert "the key usage of Dana Reyes has neither digitalSignature nor nonRepudiation" in why(folder)
    written(tmp_path, commission().issued("Clock", stamps=True))
    assert "Clock is for other purposes than documents (1.3.6.1.5.5.7.3.8)" in why(folder)


def test_a_certificate_for_documents_among_other_purposes_is_taken(tmp_path):
    documents, clients = x509.ObjectIdentifier("1.3.6.1.5.5.7.3.36"), ExtendedKeyUsageOID.CLIENT_AUTH
    found = read_signing(written(tmp_path, commission().issued("Dana Reyes", purposes=(clients, documents))))
    assert found is not None
    assert [name_of(each) for each in found.chain] == ["Dana Reyes"]
    written(tmp_path, commission().issued("Dana Reyes", purposes=(clients,)))
    assert "Dana Reyes is for other purposes than documents (1.3.6.1.5.5.7.3.2)" in why(tmp_path)


@pytest.mark.parametrize("content", [b"reason = '\xff'", None])
def test_a_file_that_is_no_text_is_named(tmp_path, content):
    if content is None:
        (tmp_path / "signing.toml").mkdir()
    else:
        (tmp_path / "signing.toml").write_bytes(content)
    with pytest.raises(BadSigning, match=r"signing.toml cannot be read: "):
        read_signing(tmp_path)


@pytest.mark.parametrize(
    ("stated", "words"),
    [
        ({"key": None}, "state one of key, pkcs12 and [pkcs11]; stated: none of them."),
        ({"pkcs12": "x"}, "state one of key, pkcs12 and [pkcs11]; stated: key and pkcs12."),
        ({"certificates": None}, "certificates is not stated"),
        ({"certificates": "none.pem"}, "none.pem, which cannot be read: No such file or directory."),
        ({"certificates": "signing.key"}, "which has no certificate in PEM"),
        ({"key": "chain.pem"}, "chain.pem, which is no private key in PEM"),
        ({"roots": ["signing.key"]}, "roots names "),
        ({"signer": "x"}, "unknown field `signer`"),
        ({"roots": "root.pem"}, "Expected `array`, got `str`"),
        ({"timestamp_url": "https://tsa.example/"}, "timestamp_url: tsa.example:443 is not among the hosts"),
        ({"timestamp_url": "ftp://tsa.example/", "hosts": ["tsa.example:21"]}, "its url is to be https://HOST/PATH"),
        ({"timestamp_url": "https://tsa.example/", "hosts": ["tsa.example"], "private": ["x"]}, "private: 'x' is no address"),
        ({"key": None, "pkcs11": {"module": "m.so", "token": "t", "key": "k"}}, "m.so, which does not exist"),
    ],
)  # fmt: skip
def test_what_cannot_be_used_is_refused_in_words(tmp_path, stated, words):
    assert words in why(written(tmp_path, **stated))


def test_an_authority_of_timestamps_may_be_one_without_tls(tmp_path):
    found = read_signing(written(tmp_path, timestamp_url="http://tsa.example/x", hosts=["tsa.example"]))
    assert found is not None
    assert found.timestamps is not None
    assert (found.timestamps.target.scheme, found.timestamps.target.port) == ("http", 80)


def test_a_timestamp_and_a_token_are_read(tmp_path, monkeypatch):
    found = read_signing(
        written(
            tmp_path,
            timestamp_url="https://tsa.example/x",
            hosts=["tsa.example"],
            timestamp_roots=["root.pem"],
        )
    )
    assert found is not None
    assert found.timestamps is not None
    assert read_roots(tmp_path) == (found.roots, found.timestamp_roots) == ((commission().certificate,),) * 2
    assert (found.timestamps.target.host, found.timestamps.target.path) == ("tsa.example", "/x")
    monkeypatch.setenv("PIN", "1234")
    (tmp_path / "m.so").write_bytes(b"")
    token = {"module": "m.so", "token": "office", "key": "reports", "pin_variable": "PIN"}
    found = read_signing(written(tmp_path, key=None, pkcs11=token))
    assert found is not None
    assert isinstance(found.key, Token)
    assert (found.key.token, found.key.key, found.key.pin()) == ("office", "reports", "1234")
    assert "1234" not in repr(found)


# ----------------------------------------------------------------------------------------------- how long it is valid


@pytest.mark.slow
@pytest.mark.parametrize(
    ("days", "words"),
    [
        ((-40, -1), "expired on"),
        ((1, 40), "is not valid before"),
        ((-40, 29), "expires on"),
        ((-40, 31), None),
    ],
)
def test_the_time_of_a_certificate_is_told_by_doctor_health_and_trouble(tmp_path, days, words):
    with application(tmp_path / "data"):
        pass
    folder = written(tmp_path / "data", commission().issued("Dana Reyes", days=days))
    found = read_signing(folder)
    assert found is not None
    said = trouble(found, NOW)
    (check,) = [each for each in examine(folder / FILE).checks if each.check == "signing"]
    with application(folder) as app:
        reasons = [each["reason"] for each in app.test_client().get("/healthz").json["reasons"]]
    if words is None:
        assert (said, check.faults, reasons) == (None, [], [])
        return
    assert said is not None
    assert f"The certificate of Dana Reyes, with which reports are signed, {words}" in said
    assert [each.found for each in check.faults] == reasons == [said]


@pytest.mark.slow
def test_a_wrong_file_is_named_by_doctor_and_stops_a_start(tmp_path):
    with application(tmp_path / "data"):
        pass
    folder = written(tmp_path / "data", key="none.key")
    (check,) = [each for each in examine(folder / FILE).checks if each.check == "signing"]
    assert "none.key, which cannot be read" in check.faults[0].found
    with pytest.raises(CannotServe, match=r"none.key, which cannot be read"):
        _try_to_store(folder, open_to_all=True)


# ----------------------------------------------------------------------------------------------- the test authority


@pytest.mark.slow
def test_a_test_authority_says_so_and_overwrites_nothing(tmp_path):
    folder = tmp_path / "data"
    done = call("signing", "test-authority", "--data", folder, "--days", 40)
    assert done.status == 0
    assert (
        f"Verify with: auditor verify REPORT.pdf --roots {folder / 'test-authority' / 'root.pem'}"
        in done.lines
    )
    found = read_signing(folder)
    assert found is not None
    assert [name_of(each) for each in (*found.chain, *found.roots)] == [
        "TEST SIGNER (not for real reports)", "TEST ROOT (not for real reports)",
    ]  # fmt: skip
    assert found.reason is not None
    assert found.reason.startswith("TEST")
    assert trouble(found, dt.datetime.now(dt.UTC)) is None
    files = sorted(each for each in folder.rglob("*") if each.is_file())
    assert {each.stat().st_mode & 0o777 for each in files} == {0o600}
    assert (
        sum(b"PRIVATE KEY" in each.read_bytes() for each in files) == 1
    )  # the signer's: the root issues nothing more
    again = call("signing", "test-authority", "--data", folder)
    assert again.status == 2
    assert "root.pem exists, and nothing is overwritten" in again.err


def test_a_test_authority_does_not_replace_a_configuration(tmp_path):
    written(tmp_path)
    with pytest.raises(AuthorityExists, match=r"signing.toml exists"):
        make_test_authority(tmp_path, NOW)
    assert not (tmp_path / "test-authority").exists()
