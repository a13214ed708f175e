"""Outgoing requests of the service, to listed hosts only."""
