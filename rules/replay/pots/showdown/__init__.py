"""Showdown: rankings, strengths, winners, order of showing."""
