"""Importers of originals into session logs."""
