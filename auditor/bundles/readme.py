"""Explanatory text in a hearing bundle."""

from __future__ import annotations

NAME = "README.txt"
_TEXT = """\
Hearing bundle of report {report}
Report {report} is of audit {audit}, and was issued at {at}.

What is here
  manifest.json      each file with its SHA-256 and what it is; what is missing, and why
  manifest.note      the SHA-256 of manifest.json, signed with the key of the register
  SHA256SUMS         the same digests, for: sha256sum --check SHA256SUMS
  report-{report}.pdf      the report as it was issued
  audit-{audit}.json       the audit, of which the report was made; the report has it attached too
  declaration.pdf    for the custodian of records to complete and sign, where the room's authority has such a form
  logs/              the logs as they were received
  originals/         the files that logs are derived from, as they were received; one may have other sessions too
  controls/          the controls that applied or were tried, and those of the room that were approved for its days, as they
                     were filed, their documents, and who decided what; and as they were applied (-applied.toml), with all
                     that they extend
  answers/           what was done about the audit's incidents, and files of answers
  verifier/          one file that verifies the report without the auditor
  register/          what the register recorded of each of these facts, with a proof for each, and the register's public key

How to check it
  1. The digests and the signature: auditor verify BUNDLE.zip --key KEY, or the digests alone: sha256sum --check SHA256SUMS
  2. The report: verifier/README.md says how its signature, its attachments and its proof are verified. Take the verifier, the
     root above the signer's certificate and the register's key from elsewhere than this archive if you do not trust it.
  3. A log: its SHA-256 is in audit-{audit}.json, and in the record of its upload (register/...-upload.accepted.json).
     Its first line names the SHA-256 of its original, if it has one, under _derived_from.
  4. A record: the line `extra` of its .tlog-proof is the nonce, in base64. SHA-256(nonce + record) is the entry, and
     SHA-256(00 + entry) is its leaf (RFC 9162). The other lines are the place of the entry, the hashes above it, and the signed
     checkpoint that they lead to (C2SP tlog-proof).
"""


def readme(report: int, audit: int, at: str) -> bytes:
    """The text."""
    return _TEXT.format(report=report, audit=audit, at=at).encode()
