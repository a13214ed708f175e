"""Messages to programs of others: an audit has ended, a log is overdue."""
