"""Stores from before facts: the facts of their rows, and rows compared with what facts say."""
