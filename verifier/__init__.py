"""The verifier of reports: one file that imports nothing of the auditor. README.md is for those who use it alone."""
