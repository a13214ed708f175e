"""Pages of systems: how each pays, hands worked through, and what its document leaves open."""
