"""The steps of the verifier on a report of the tests, with the keys that they trust."""

from io import BytesIO

from auditor.register import register_notes
from tests.signing.kit import NOW, commission, made
from verifier.verify_report import Given, verify


def given(**changes):
    facts = {"roots": commission().roots, "register_key": made().key, "at": NOW}
    return Given(**{**facts, **changes})


def steps(pdf, **changes):
    return {each.step: each for each in verify(BytesIO(pdf), given(**changes))}


def refused(pdf, **changes):
    """What is refused, by step."""
    return {
        each.step: " ".join(each.says) for each in steps(pdf, **changes).values() if each.verdict == "refused"
    }


def resigned(proof, by):
    """A proof whose checkpoint another register of the same name signed."""
    head, _, note = proof.partition(b"\n\n")
    return head + b"\n\n" + bytes(register_notes.sign(register_notes.parse(note).text, by))
