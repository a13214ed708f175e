"""The standalone verifier, and `auditor verify`, where the register replaced its key: by a handover alone, and in its turn."""

import pytest

from auditor.register import register_notes
from auditor.register.key_handovers import handed_over
from auditor.register.register_checkpoints import Checkpoint
from auditor.register.register_notes import new_signer
from tests.cli.kit import call
from tests.http.kit import NDJSON, hand_line, log
from tests.services import application
from tests.signing.kit import made, signed
from tests.signing.verifying import resigned, steps
from verifier.verify_report import Given, Keys, Unreadable, parse_proof

PROOF = "audit-1.tlog-proof"


def keys():
    """Three keys of the register of the report."""
    origin = parse_proof(made().proof).origin
    return [new_signer(origin, bytes([number]) * 32) for number in (1, 2, 3)]


def handover(size, before, after):
    return handed_over(Checkpoint(before.name, size, b"\x01" * 32), before, after).note.encode()


def size():
    return parse_proof(made().proof).size


def step(by, trusted, *handovers):
    """The step of the checkpoint of a report that a key of the register signed."""
    report = signed(made().changed(proof=resigned(made().proof, by)).report())
    return steps(report, register_key=str(trusted.verifier), handovers=handovers)["checkpoint"]


@pytest.mark.slow
def test_a_report_from_after_the_handover_is_verified_with_the_key_before():
    first, second, third = keys()
    found = step(second, first, handover(size() - 1, first, second))
    assert (found.verdict, found.says) == (
        "verified",
        [
            f"Signed by the register {second.name}, key {second.verifier.key_id.hex()}",
            "The register replaced its key: both keys signed the handover that was given.",
        ],
    )
    twice = [handover(size() - 1, second, third), handover(size() - 2, first, second)]
    assert step(third, first, *twice).verdict == "verified"
    assert step(second, first).verdict == "refused"


@pytest.mark.slow
def test_a_report_from_before_the_handover_is_verified_with_the_key_after():
    first, second, _ = keys()
    assert step(first, second, handover(size(), first, second)).verdict == "verified"
    assert step(first, second).verdict == "refused"


@pytest.mark.slow
def test_a_key_that_signs_out_of_its_turn_is_refused():
    first, second, third = keys()
    for by, of in ((first, size() - 1), (second, size())):
        for trusted in (first, second):
            assert step(by, trusted, handover(of, first, second)).verdict == "refused"
    assert step(second, third, handover(size() - 1, first, second)).verdict == "refused"


def test_a_handover_that_not_both_keys_signed_cannot_be_read():
    first, second, _ = keys()
    line = f"handover {first.verifier} {second.verifier}"
    for wrong, by in (
        (Checkpoint(first.name, 4, bytes(32), (line,)), [first]),
        (Checkpoint(first.name, 4, bytes(32), (line,)), [second]),
        (Checkpoint(first.name, 4, bytes(32), ("seals 4 abcd",)), [first, second]),
        (Checkpoint(first.name, 4, bytes(32), (line, "and more")), [first, second]),
        (Checkpoint("elsewhere.example/log", 4, bytes(32), (line,)), [first, second]),
    ):
        note = bytes(register_notes.sign(wrong.text, *by))
        with pytest.raises(Unreadable, match="A handover of the register's key is"):
            Keys.of(Given(register_key=str(first.verifier), handovers=[note]))


@pytest.mark.slow
def test_the_service_and_the_command_know_the_handovers_of_their_folder(tmp_path):
    data = tmp_path / "data"
    with application(data) as app:
        client = app.test_client()
        assert client.post("/v1/sessions", data=log(hand_line(1)), content_type=NDJSON).status_code == 201
        assert client.post("/v1/audits", json={"sessions": [1]}).json["state"] == "finished"
        before = client.get("/v1/audits/1/report.pdf").data
        key = client.get("/v1/register").json["key"]
        assert call("keys", "rotate-log", "--data", data).status == 0
        (note,) = client.get("/v1/register").json["handovers"]
        after = client.get("/v1/audits/1/report.pdf").data
    (tmp_path / "before.pdf").write_bytes(before)
    (tmp_path / "after.pdf").write_bytes(after)
    (tmp_path / "handover").write_text(note)
    elsewhere = ["--data", tmp_path / "elsewhere", "--register-key", key]
    for options in (
        ["--data", data],
        ["--data", data, "--register-key", key],
        [*elsewhere, "--handover", tmp_path / "handover"],
    ):
        for name in ("before.pdf", "after.pdf"):
            done = call("verify", tmp_path / name, "--format", "json", *options)
            verdicts = {each["step"]: each["verdict"] for each in done.json["steps"]}
            assert (verdicts["register"], verdicts["checkpoint"]) == ("verified", "verified"), (name, options)
