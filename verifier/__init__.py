"""The verifier of reports: one file that imports nothing of the auditor."""
