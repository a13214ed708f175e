"""Accounts of chips of a table: closed accounts, breaks, next stacks."""
