"""What can be wrong with a log: faults that are put into an honest one, each with what must be found."""
