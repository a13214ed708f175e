"""Mathematics of the register: a tiled transparency log (C2SP tlog-tiles), without I/O."""
