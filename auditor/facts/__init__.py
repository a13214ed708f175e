"""Facts on record, and the tables that they make."""
