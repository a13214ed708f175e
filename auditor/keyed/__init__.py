"""Sessions keyed by staff: drafts, dues, and the resulting logs.

A draft is no evidence; it is kept until submitted or discarded.
"""
