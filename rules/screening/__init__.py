"""Screening: indicators over many hands that say where to look first, with what chance gives."""
