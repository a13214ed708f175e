"""Importers of pot games' hand histories."""
