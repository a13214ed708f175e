"""Mutation of the screening: what is changed in an engine, an indicator or a window has to fail a test (`make mutate`)."""
