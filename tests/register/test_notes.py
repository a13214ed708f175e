"""Signed notes and checkpoints: the examples of the specifications and of public logs, and what must not pass."""

import base64

import pytest

from auditor.register import register_checkpoints, register_notes
from auditor.register.register_checkpoints import Checkpoint
from auditor.register.register_notes import COSIGNATURE, NoteError, Signature, SignedNote
from auditor.register.tree import EMPTY_ROOT

# The tests of Go's sumdb/note.
PETER = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
PETER_SECRET = "PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz"
ENOCH = "EnochRoot+af0cfe78+ATtqJ7zOtqQtYqOo0CpvDXNlMhV3HeJDpjrASKGLWdop"
TEXT = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n"
BY_PETER = "— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n"
BY_ENOCH = "— EnochRoot rwz+eBzmZa0SO3NbfRGzPCpDckykFXSdeX+MNtCOXm2/5n2tiOHp+vAF1aGrQ5ovTG01oOTGwnWLox33WWd1RvMc+QQ=\n"
# The example of c2sp.org/signed-note.
EXAMPLE = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k"
EXAMPLE_NOTE = (
    "This is an example message.\n\n"
    "— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n"
)
# A tree head of Go's checksum database.
SUMDB = "sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8"
SUMDB_NOTE = (
    "go.sum database tree\n31700353\nqINS1GRFhWHwdkUeqLEoP4yEMkTBBzxBkGwGQlVlVcs=\n\n"
    "— sum.golang.org Az3grnmrIUEDFqHzAElIQCPNoRFRAAdFo47fooyWKMHb89k11GJh5zHIfNCOBmwn/C3YI8oW9/C8DJ87F61QqspBYwM=\n"
)
# A checkpoint of a public log of certificates, with the cosignatures of four witnesses.
ARCHE = "arche2025h1.staging.ct.transparency.dev+ba2f06c0+AU0vHmlGCS/PdN8b2OaGmKprLI8HKM+dJ472xgFYh15f"
REMORA = "remora.n621.de+da77ade7+BOvN63jn/bLvkieywe8R6UYAtVtNbZpXh34x7onlmtw2"
ARCHE_NOTE = """\
arche2025h1.staging.ct.transparency.dev
1432088532
U7WM79jrzyhGZ5/GUBTpM7NzwdyfFx61t3RovgcC4Ro=

— arche2025h1.staging.ct.transparency.dev zTM8sQAAAZ5W0WdjBAMARjBEAiBjW5IQf9pvsYLfQFX6hoGREPMHbdQ3urbllzalApkptQIgIpwtEroeW2BXaHAI4kJXFbon5Ch9MNL5zRNZ55lvGt0=
— arche2025h1.staging.ct.transparency.dev ui8GwCF1+kWqZrxGdhj4aX3gcw7XUlXQQabg/27lefwhUkzbC3NygNI75MdhL1bfTW9g8Ei59RA23oHP7Ry1k3ZFWwQ=
— transparency.dev/DEV:witness-little-garden 2AQqhwAAAABqEiEgzgFIqqhbUoDwjMWE6UP8nd8/KYTzwZ2rhIgcqoXHAwVkjZr4AscylP3v7sEodkRAErumC2q44vdgJY096st5BQ==
— witness1.smartit.nu/witness1 pIyCDwAAAABqEiEghIp82KWebrw7/oHQwlTAm3g2RKS4+eebl8eO0WH+/iEcxZ75W3u5hNI7TOQtmJbqmNWVuE0tgh0XwzdZsDsUAQ==
— remora.n621.de 2net5wAAAABqEiEgPlfF3V06o0Y+fHM+J5J9s27wgxxcOVSpZ/2g/KSiXCg9DEZI+aVCIobWX9sXTynk5XeU/zZ0WBxtqB0DrAWfBw==
— witness.stagemole.eu Z/euoAAAAABqEiEgw0i+7g2ENfDAWHmtRzCfKTHSDwYDJA2NmKeGi9Y8FtEyOUvVr+AJmIY/2TUFucgKi7lI7cUiOvKFYe/TmN9DAg==
"""  # noqa: E501 - as it was published
AT = 1_773_561_600

LOG = register_notes.new_signer("room.example/register", b"\x01" * 32)
WITNESSES = [
    register_notes.new_signer(f"w{n}.example/witness", bytes([n]) * 32, COSIGNATURE) for n in (2, 3, 4)
]
HEAD = Checkpoint(LOG.name, 7, b"\x07" * 32)


def cosigned(*witnesses, checkpoint=HEAD):
    """A checkpoint of the log with the cosignatures of witnesses, as it is sent."""
    note = register_checkpoints.signed(checkpoint, LOG)
    return bytes(note.with_signatures(each.sign(note.text, AT) for each in witnesses))


def verifiers(*signers):
    return [each.verifier for each in signers]


# --- keys -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", [PETER, ENOCH, EXAMPLE, SUMDB, ARCHE, REMORA])
def test_a_public_key_is_written_as_it_was_read(line):
    key = register_notes.verifier(line)
    assert str(key) == line
    assert (key.name, key.key_id.hex()) == tuple(line.split("+")[:2])


def test_a_private_key_has_its_public_one_and_is_not_printed():
    key = register_notes.signer(PETER_SECRET)
    assert (str(key.verifier), key.secret, repr(key)) == (PETER, PETER_SECRET, "Signer('PeterNeumann')")


@pytest.mark.parametrize(
    ("line", "read"), [(PETER, register_notes.verifier), (PETER_SECRET, register_notes.signer)]
)
def test_a_part_of_a_key_and_an_altered_one_are_refused(line, read):
    parts = {line[start:end] for start in range(len(line)) for end in range(start + 1, len(line) + 1)} - {
        line
    }
    altered = {line[:at] + chr(ord(line[at]) + 1) + line[at + 1 :] for at in range(len(line))}
    for wrong in parts | altered:
        with pytest.raises(NoteError):
            read(wrong)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("PeterNeumann+cc469956+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TWBADKEY==", "base64"),
        ("PeterNeumann+cc469956+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TWBAA=", "has 34 bytes"),
        ("PeterNeumann+173116ae+ZRpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW", "is no Ed25519 key"),
        (PETER.replace("c74f20a3", "00000000"), "has the id c74f20a3; 00000000 is stated"),
        (PETER.replace("PeterNeumann", "Peter Neumann"), "has no spaces"),
        (PETER.replace("PeterNeumann", "Peter\N{NO-BREAK SPACE}Neumann"), "has no spaces"),
        ("bananas.example+12344556", "NAME\\+ID\\+KEY"),
        ("rekor.example+12345678+AwEB", "is no Ed25519 key"),
        ("rekor.example+NOT_A_NUMBER+AwEB", "an id of eight digits"),
    ],
)
def test_a_wrong_key_is_refused_with_its_reason(line, words):
    with pytest.raises(NoteError, match=words):
        register_notes.verifier(line)


def test_the_reason_does_not_quote_a_private_key():
    for line in (PETER_SECRET.replace("c74f20a3", "00000000"), PETER_SECRET[1:], PETER_SECRET + "A"):
        with pytest.raises(NoteError) as refused:
            register_notes.signer(line)
        assert "AYEKFALV" not in str(refused.value)


@pytest.mark.parametrize("name", ["", "two words", "a+b", "tab\t", "line\n", "\N{EM SPACE}"])
def test_a_name_that_cannot_stand_in_a_note_is_refused(name):
    with pytest.raises(NoteError, match="The name of a key"):
        register_notes.new_signer(name, b"\x01" * 32)


def test_a_key_has_another_id_as_a_witness():
    as_log, as_witness = (register_notes.new_signer("w", b"\x01" * 32, kind).verifier for kind in (1, 4))
    assert as_log.public == as_witness.public
    assert as_log.key_id != as_witness.key_id


# --- notes ------------------------------------------------------------------------------------------------------------


def test_a_signed_note_has_the_known_bytes():
    assert (
        bytes(register_notes.sign(TEXT, register_notes.signer(PETER_SECRET))).decode()
        == f"{TEXT}\n{BY_PETER}"
    )


@pytest.mark.parametrize(
    ("body", "key"), [(EXAMPLE_NOTE, EXAMPLE), (SUMDB_NOTE, SUMDB), (f"{TEXT}\n{BY_PETER}", PETER)]
)
def test_known_notes_are_verified(body, key):
    note = register_notes.parse(body.encode())
    assert bytes(note) == body.encode()
    assert [str(each) for each in register_notes.verified(note, [register_notes.verifier(key)])] == [key]


def test_a_tree_head_of_gos_checksum_database_is_read():
    head = register_checkpoints.read(register_notes.parse(SUMDB_NOTE.encode()).text)
    assert (head.origin, head.size) == ("go.sum database tree", 31_700_353)
    assert head.root == base64.b64decode("qINS1GRFhWHwdkUeqLEoP4yEMkTBBzxBkGwGQlVlVcs=")


def test_signatures_of_unknown_keys_are_ignored_and_known_ones_named():
    peter, enoch = register_notes.verifier(PETER), register_notes.verifier(ENOCH)
    note = register_notes.parse(f"{TEXT}\n{BY_PETER}{BY_ENOCH}{BY_PETER}".encode())
    assert list(register_notes.verified(note, [peter])) == [peter]
    assert list(register_notes.verified(note, [enoch, peter])) == [peter, enoch]
    with pytest.raises(NoteError, match="None of the known keys signed this: none is known"):
        register_notes.verified(note, [])
    with pytest.raises(NoteError, match=r"None of the known keys signed this: example\.com/foo"):
        register_notes.verified(note, [register_notes.verifier(EXAMPLE)])


def test_a_key_of_the_same_name_or_id_only_is_unknown():
    peter = register_notes.verifier(PETER)
    for line in (BY_PETER.replace("PeterNeumann", "CarmenSandiego"), BY_PETER.replace("x08g", "xxxx")):
        with pytest.raises(NoteError, match="None of the known keys"):
            register_notes.verified(register_notes.parse(f"{TEXT}\n{line}".encode()), [peter])


def test_one_wrong_signature_of_a_known_key_spoils_the_note():
    peter, enoch = register_notes.verifier(PETER), register_notes.verifier(ENOCH)
    wrong = f"{TEXT}\n{BY_ENOCH}{BY_PETER[:60]}ABCD{BY_PETER[60:]}"
    with pytest.raises(NoteError, match="The signature of PeterNeumann"):
        register_notes.verified(register_notes.parse(wrong.encode()), [peter, enoch])
    assert list(register_notes.verified(register_notes.parse(wrong.encode()), [enoch])) == [enoch]
    other = SignedNote(
        TEXT.replace("don't", "do"), register_notes.parse(f"{TEXT}\n{BY_PETER}".encode()).signatures
    )
    with pytest.raises(NoteError, match=r"The signature of PeterNeumann \(c74f20a3\) is not of this text"):
        register_notes.verified(other, [peter])


def test_a_signature_is_replaced_by_one_of_the_same_key():
    stale = Signature("PeterNeumann", bytes.fromhex("c74f20a3"), b"stale")
    note = SignedNote(TEXT, (stale,)).with_signatures([register_notes.signer(PETER_SECRET).sign(TEXT)])
    assert bytes(note).decode() == f"{TEXT}\n{BY_PETER}"


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (TEXT, "an empty line"),
        (f"{TEXT}\n", "this is none"),
        (f"{TEXT}\n{BY_PETER}"[:-1], "an empty line"),
        (f"\x01{TEXT}\n{BY_PETER}", "control characters"),
        (f"{TEXT}\r\n\n{BY_PETER}", "control characters"),
        (f"{TEXT}\n{BY_PETER.replace('PeterNeumann', 'Bad Name')}", "base64"),
        (f"{TEXT}\n{BY_PETER}Unexpected line.\n", "one is not"),
        (f"{TEXT}\n{BY_PETER.replace('— ', '- ')}", "one is not"),
        (f"{TEXT}\n— PeterNeumann x08g\n", "base64|too short"),
        (f"{TEXT}\n— PeterNeumann x08goA==\n", "too short"),
        (f"{TEXT}\n— a+b x08goAA=\n", "no plus"),
        (f"{TEXT}\n—  x08goAA=\n", "is not empty"),
        (f"{TEXT}\n{BY_PETER * 101}", "at most 100 signatures; found 101"),
        ("x" * 1_000_001, "at most 1,000,000 bytes"),
    ],
)
def test_what_is_no_note_is_refused(body, words):
    with pytest.raises(NoteError, match=words):
        register_notes.parse(body.encode())


def test_bytes_that_are_no_text_are_refused():
    with pytest.raises(NoteError, match="byte 0 of this one is not"):
        register_notes.parse(b"\xff" + f"{TEXT}\n{BY_PETER}".encode())


def test_a_text_that_does_not_end_its_line_is_not_signed():
    with pytest.raises(NoteError):
        register_notes.sign("no end", register_notes.signer(PETER_SECRET))


def test_an_empty_line_in_a_text_is_part_of_it():
    note = register_notes.sign("one\n\ntwo\n", LOG)
    assert register_notes.parse(bytes(note)).text == "one\n\ntwo\n"


# --- checkpoints ------------------------------------------------------------------------------------------------------


def test_a_checkpoint_of_a_public_log_is_verified_with_its_witness():
    seen = register_checkpoints.seen(
        ARCHE_NOTE.encode(), register_notes.verifier(ARCHE), [register_notes.verifier(REMORA)], quorum=1
    )
    assert (seen.checkpoint.origin, seen.checkpoint.size) == (
        "arche2025h1.staging.ct.transparency.dev",
        1_432_088_532,
    )
    assert seen.witnesses == (("remora.n621.de", 1_779_573_024),)
    for altered in (ARCHE_NOTE.replace("1432088532", "1432088533"), ARCHE_NOTE.replace("U7WM", "V7WM")):
        with pytest.raises(NoteError, match="is not of this text"):
            register_checkpoints.seen(altered.encode(), register_notes.verifier(ARCHE))


def test_a_checkpoint_has_its_three_lines():
    assert HEAD.text == f"room.example/register\n7\n{base64.b64encode(HEAD.root).decode()}\n"
    empty = Checkpoint(LOG.name, 0, EMPTY_ROOT)
    assert empty.text.split("\n")[1] == "0"
    assert register_checkpoints.read(empty.text) == empty


def test_further_lines_are_kept_and_signed():
    head = Checkpoint(LOG.name, 7, b"\x07" * 32, ("further",))
    assert register_checkpoints.read(head.text) == head
    body = bytes(register_checkpoints.signed(head, LOG))
    with pytest.raises(NoteError, match="is not of this text"):
        register_checkpoints.seen(body.replace(b"further", b"farther"), LOG.verifier)


ROOT = base64.b64encode(b"\x07" * 32).decode()


@pytest.mark.parametrize(
    "text",
    [
        f"o\n07\n{ROOT}\n", f"o\n+7\n{ROOT}\n", f"o\n-7\n{ROOT}\n", f"o\n7.0\n{ROOT}\n", f"o\n\n{ROOT}\n", f"o\n٧\n{ROOT}\n",
        f"o\n 7\n{ROOT}\n", f"o\n{'9' * 20}\n{ROOT}\n", "o\n7\n", "o\n7\nAAAA\n", "o\n7\n\n", f"\n7\n{ROOT}\n",
        f"o\n7\n{ROOT}", f"o\n7\n{ROOT}\n\nfurther\n", f"o\n7\n{ROOT}\n\n", f"o\n7\n{ROOT[:-1]}\n", f"o\n7\n{ROOT[:-2]}d=\n", "",
    ],
)  # fmt: skip
def test_what_is_no_checkpoint_is_refused(text):
    with pytest.raises(NoteError):
        register_checkpoints.read(text)


def test_enough_known_witnesses_are_asked_for():
    body = cosigned(*WITNESSES[:2])
    seen = register_checkpoints.seen(body, LOG.verifier, verifiers(*WITNESSES), quorum=2)
    assert seen.checkpoint == HEAD
    assert seen.witnesses == (("w2.example/witness", AT), ("w3.example/witness", AT))
    with pytest.raises(
        NoteError, match="3 witnesses have to sign a checkpoint; 2 of those that are known did"
    ):
        register_checkpoints.seen(body, LOG.verifier, verifiers(*WITNESSES), quorum=3)
    with pytest.raises(NoteError, match="2 witnesses have to sign a checkpoint; 1 of those"):
        register_checkpoints.seen(body, LOG.verifier, verifiers(*WITNESSES[1:]), quorum=2)


def test_a_witness_that_signed_twice_or_under_two_names_counts_once():
    again = register_notes.new_signer("other.example/name", WITNESSES[0].seed, COSIGNATURE)
    body = cosigned(WITNESSES[0], again)
    with pytest.raises(NoteError, match="2 witnesses have to sign a checkpoint; 1 of"):
        register_checkpoints.seen(body, LOG.verifier, verifiers(WITNESSES[0], again), quorum=2)


def test_a_log_is_no_witness_of_itself():
    itself = register_notes.new_signer("own.example/witness", LOG.seed, COSIGNATURE)
    with pytest.raises(NoteError, match="1 witnesses have to sign a checkpoint; 0 of"):
        register_checkpoints.seen(cosigned(itself), LOG.verifier, verifiers(itself), quorum=1)


def test_a_cosignature_of_another_time_or_checkpoint_is_refused():
    note = register_checkpoints.signed(HEAD, LOG)
    right = WITNESSES[0].sign(note.text, AT)
    later = Signature(right.name, right.key_id, (AT + 1).to_bytes(8, "big") + right.signature[8:])
    other = WITNESSES[0].sign(Checkpoint(LOG.name, 8, HEAD.root).text, AT)
    short = Signature(right.name, right.key_id, right.signature[8:])
    beyond = Signature(right.name, right.key_id, b"\xff" * 8 + right.signature[8:])
    for wrong in (later, other, short, beyond):
        with pytest.raises(
            NoteError, match=r"The signature of w2.example/witness \(........\) is not of this text"
        ):
            register_checkpoints.seen(
                bytes(note.with_signatures([wrong])), LOG.verifier, verifiers(WITNESSES[0])
            )


def test_witnesses_do_not_replace_the_logs_own_signature():
    body = bytes(SignedNote(HEAD.text, tuple(each.sign(HEAD.text, AT) for each in WITNESSES)))
    with pytest.raises(NoteError, match=r"room\.example/register did not sign this checkpoint"):
        register_checkpoints.seen(body, LOG.verifier, verifiers(*WITNESSES), quorum=3)


def test_a_log_does_not_sign_for_another_one():
    body = bytes(register_notes.sign(Checkpoint("other.example/register", 7, HEAD.root).text, LOG))
    with pytest.raises(
        NoteError, match=r"a checkpoint of other\.example/register; the key is that of room\.example"
    ):
        register_checkpoints.seen(body, LOG.verifier)


def test_the_kinds_of_keys_are_not_mixed_up():
    witness = WITNESSES[0]
    for log, witnesses in (
        (witness.verifier, ()),
        (LOG.verifier, [register_notes.new_signer("w", b"\x09" * 32).verifier]),
    ):
        with pytest.raises(NoteError, match="type 1, and that of a witness type 4"):
            register_checkpoints.seen(cosigned(witness), log, witnesses)
    with pytest.raises(NoteError, match="A witness signs with the time"):
        witness.sign(HEAD.text)
    with pytest.raises(NoteError, match="A witness signs with the time"):
        LOG.sign(HEAD.text, AT)


def test_a_key_that_is_given_twice_signed_once():
    key = LOG.verifier
    assert list(register_notes.verified(register_notes.sign(TEXT, LOG), [key, key])) == [key]
