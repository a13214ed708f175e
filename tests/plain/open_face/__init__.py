"""A plain auditor of open-face hands, written from the rules' texts (000, 001) and the session log's specification.

Slow and obvious on purpose, as tests.plain.closed is: hands are dicts as a log decodes to, and nothing comes from rules/.
Where the texts are silent it takes the default readings; the others are fields of `systems.Rules`.
"""
