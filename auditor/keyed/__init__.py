"""Sessions that staff of a card room key on a tablet: drafts, what was due in a hand of one, and the log that one becomes.

A draft is no evidence. It is kept on the server until it is submitted, which uploads its log as any other log, or discarded.
"""
