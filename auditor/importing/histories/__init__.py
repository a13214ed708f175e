"""Importers of pot games' hand histories: texts of poker sites and formats of hands, into logs."""
