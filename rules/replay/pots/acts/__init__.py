"""Acts of a block of pot hands as columns, and the seats of a table as bits and short axes."""
