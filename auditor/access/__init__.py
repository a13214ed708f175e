"""Who may do what: keys and roles."""
