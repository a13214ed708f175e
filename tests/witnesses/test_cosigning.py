"""Witnesses sign the register's checkpoints, and what they signed is served below them."""

import datetime as dt

import pytest

from auditor import health
from auditor.doctor import verify_register
from auditor.register import register_checkpoints, register_notes
from auditor.register.register_notes import COSIGNATURE, new_signer
from auditor.store.store import FILE
from auditor.witnesses import cosigning
from auditor.witnesses.witness_configuration import BadWitnesses, read_witnesses
from tests.http.filing import put_room
from tests.services import application, unprotected
from tests.witnesses.kit import AT, size, until, witnessing, written


@pytest.fixture(autouse=True)
def _quick(monkeypatch):
    monkeypatch.setattr(cosigning, "PAUSE_SECONDS", 0.02)


def log_of(app):
    return app.extensions["auditor"].store.register_key.verifier


def begun(folder):
    """A store whose service has started once, so that its engine is entered; the public key of its register."""
    with application(folder) as app:
        return str(log_of(app))


def late(app):
    """What health says of witnesses."""
    reasons = app.test_client().get("/healthz").json["reasons"]
    return [each["reason"] for each in reasons if each["part"] == "witnesses"]


def register(app):
    return app.test_client().get("/v1/register").json


def test_a_witness_signs_each_last_checkpoint_with_a_proof_from_the_one_before(tmp_path):
    with witnessing() as witness:
        witness.log = begun(tmp_path / "data")
        written(tmp_path / "data", witness)
        with application(tmp_path / "data") as app:
            until(lambda: register(app)["witnessed"] is not None)
            put_room(app.test_client(), "WA-0500")
            until(lambda: size(register(app)["witnessed"]) == 2)
            served = app.test_client().get("/v1/register/checkpoint").data
            seen = register_checkpoints.seen(served, log_of(app), [witness.signer.verifier], quorum=1)
            assert (seen.checkpoint.size, seen.witnesses) == (2, (("witness.example/1", AT),))
            assert register(app)["witnesses"] == [str(witness.signer.verifier)]
            assert witness.asked == [0, 1]
            assert app.test_client().get("/healthz").json["register"] == "witnessed"
    assert verify_register(tmp_path / "data" / FILE).faults == []


def test_a_witness_that_signed_more_than_is_known_here_is_asked_again_from_there(tmp_path):
    """As after a power cut between its answer and the store."""
    with witnessing() as witness:
        with application(tmp_path / "data") as app:
            witness.log = str(log_of(app))
            witness.last = register(app)["checkpoint"]
            put_room(app.test_client(), "WA-0500")
        written(tmp_path / "data", witness)
        with application(tmp_path / "data") as app:
            until(lambda: register(app)["witnessed"] is not None)
            assert size(register(app)["witnessed"]) == 2
    assert witness.asked == [0, 1]


def test_a_witness_that_saw_another_register_signs_nothing_and_the_log_says_why(tmp_path, caplog):
    with witnessing() as witness:
        with application(tmp_path / "data") as app:
            key = app.extensions["auditor"].store.register_key
            witness.log = str(key.verifier)
        other = register_checkpoints.signed(register_checkpoints.Checkpoint(key.name, 3, b"\x09" * 32), key)
        witness.last = bytes(other).decode()
        written(tmp_path / "data", witness)
        with application(tmp_path / "data") as app:
            until(lambda: "not cosigned" in caplog.text)
            (record, *_) = [each for each in caplog.records if each.message == "not cosigned"]
            assert record.why.startswith(
                "it has signed a checkpoint of 3 entries, and the register has 1: somebody showed it"
            )
            for name in ("WA-0500", "WA-0501", "WA-0502"):
                put_room(app.test_client(), name)
            until(lambda: any(getattr(each, "why", "") == "it answers 422" for each in caplog.records))
            assert register(app)["witnessed"] is None


@pytest.mark.parametrize(
    ("spoiled", "why"),
    [
        ((403, b""), "it answers 403"),
        ((409, b"many\n"), "it answers 409 without a size"),
        ((200, b"yes\n"), "its answer is not its signature: A line below a note is"),
        ((200, b""), "its answer is not its signature"),
        ((200, str(new_signer("witness.example/1", b"\x07" * 32, COSIGNATURE).sign("x\n", AT)).encode()), "None of the known"),
        ((307, b""), "it answers 307"),
    ],
)  # fmt: skip
def test_an_answer_that_is_no_signature_is_not_kept(tmp_path, caplog, spoiled, why):
    with witnessing(spoiled=spoiled) as witness:
        written(tmp_path / "data", witness)
        with application(tmp_path / "data") as app:
            put_room(app.test_client())
            until(lambda: any(why in getattr(each, "why", "") for each in caplog.records))
            assert (register(app)["witnessed"], app.test_client().get("/healthz/live").status_code) == (
                None,
                200,
            )


def test_a_witness_that_does_not_answer_keeps_no_other_from_being_asked(tmp_path, caplog, monkeypatch):
    with witnessing(signer=new_signer("gone.example/1", b"\x05" * 32, COSIGNATURE)) as gone:
        pass
    with witnessing() as witness:
        witness.log = begun(tmp_path / "data")
        written(tmp_path / "data", gone, witness)
        with application(tmp_path / "data") as app:
            until(lambda: register(app)["witnessed"] is not None)
            until(lambda: "gone.example/1" in [getattr(each, "witness", "") for each in caplog.records])
            assert late(app) == []
            monkeypatch.setattr(health, "WITNESSED_WITHIN", dt.timedelta(0))
            (reason,) = late(app)
            assert reason.startswith(
                "The witness gone.example/1 has not signed the register's last checkpoint (size 1)."
            )


def test_an_altered_cosignature_is_named(tmp_path):
    with witnessing() as witness:
        witness.log = begun(tmp_path / "data")
        written(tmp_path / "data", witness)
        with application(tmp_path / "data") as app:
            until(lambda: register(app)["witnessed"] is not None)
            with unprotected(app.extensions["auditor"].store.connections.db) as db:
                other = witness.signer.sign("other\n1\n" + "A" * 43 + "=\n", AT)
                db.execute("UPDATE cosignatures SET line = ?", [str(other)])
    (fault,) = verify_register(tmp_path / "data" / FILE).faults
    assert (fault.table, fault.row) == ("cosignatures", f"1 {witness.signer.verifier}")


KEY = str(new_signer("w.example", b"\x05" * 32, COSIGNATURE).verifier)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[[witness]]\nkey = 'abc'\nurl = 'https://w.example'", "key 'abc': A public key is written NAME+ID+KEY"),
        (f"[[witness]]\nkey = '{register_notes.new_signer('w', bytes(32)).verifier}'\nurl = 'https://w.example'",
         "has type 4, and this"),
        (f"[[witness]]\nkey = '{KEY}'\nurl = 'https://w.example'", "w.example: w.example:443 is not among the hosts"),
        (f"hosts = ['w.example']\n[[witness]]\nkey = '{KEY}'\nurl = 'http://w.example'", "is to begin with https://"),
        ("hosts = ['w.example']\n" + f"[[witness]]\nkey = '{KEY}'\nurl = 'https://w.example'\n" * 2, "two witnesses have"),
        ("private = ['x']", "private: 'x' is no address and no network"),
        ("witness = 3", "Expected `array`"),
        ("[[witness", "Expected"),
    ],
)  # fmt: skip
def test_a_configuration_that_cannot_be_used_is_refused_with_its_file(tmp_path, text, words):
    (tmp_path / "witnesses.toml").write_text(text)
    with pytest.raises(BadWitnesses) as refused:
        read_witnesses(tmp_path)
    assert words in str(refused.value)
    assert str(refused.value).startswith(str(tmp_path / "witnesses.toml"))
    assert "Traceback" not in str(refused.value)


def test_without_a_file_nobody_is_asked(tmp_path, monkeypatch):
    assert read_witnesses(tmp_path).each == ()
    monkeypatch.setenv("AUDITOR_WITNESSES", str(tmp_path / "none.toml"))
    with pytest.raises(BadWitnesses, match=r"AUDITOR_WITNESSES names .*none.toml, which does not exist"):
        read_witnesses(tmp_path)
