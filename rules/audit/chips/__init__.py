"""The accounts of chips of a table: which close, where they break, and what the next stacks say of a hand."""
