"""Acts of pot hands as columns; seats as bits and short axes."""
