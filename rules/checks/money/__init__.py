"""Checks of results, payments and surrenders."""
