"""The reference: pages on every check, clause, ambiguity and system, made from the catalogue, the library and the replay.

The pages are Markdown. `auditor.reference.reference_html` turns them into HTML for the service;
`python -m auditor.reference FOLDER` writes them as files.
"""
