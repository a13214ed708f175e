"""The accounts of chips of a table: closed ones, breaks, and winnings by next stacks."""
