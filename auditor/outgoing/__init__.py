"""Requests that the service itself sends: only to hosts that a file lists, and to no private address that it does not list."""
