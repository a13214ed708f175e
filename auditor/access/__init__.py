"""Keys and roles: who may do what."""
