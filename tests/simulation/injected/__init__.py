"""Single facts of honest logs that are recorded wrong, and the codes of the findings that have to say so."""
