"""Witnesses: programs of others that sign a checkpoint once they have seen that the register only grew (C2SP tlog-witness)."""
