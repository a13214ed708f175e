"""The most that seats can be due where the record is incomplete."""
