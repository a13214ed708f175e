"""The most that seats can be due where the record does not settle it: from partial cards, and from none."""
