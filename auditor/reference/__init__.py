"""Pages on each check, clause, ambiguity, system and parameter, as Markdown, HTML and files."""
