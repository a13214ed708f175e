"""What a demonstration has on record: a week of a card room that does not exist."""
