"""Results of audits as documents: chunks of findings, coverage, incidents and corrections, with an index, under one root.

Pure: bytes in, bytes out. A page is read from chunks that the root names; any other byte is found.
"""
