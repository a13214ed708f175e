"""The tree as RFC 9162 writes it down, recursively and slowly: what the tests compare with."""

import hashlib


def mth(entries):
    """The root over entries (section 2.1.1)."""
    if not entries:
        return hashlib.sha256(b"").digest()
    if len(entries) == 1:
        return hashlib.sha256(b"\x00" + entries[0]).digest()
    k = _k(len(entries))
    return hashlib.sha256(b"\x01" + mth(entries[:k]) + mth(entries[k:])).digest()


def path(m, entries):
    """The proof that entry m is in the tree (section 2.1.3.1)."""
    if len(entries) == 1:
        return []
    k = _k(len(entries))
    if m < k:
        return [*path(m, entries[:k]), mth(entries[k:])]
    return [*path(m - k, entries[k:]), mth(entries[:k])]


def proof(m, entries):
    """The proof that the tree begins with that of its first m entries, 0 < m (section 2.1.4.1)."""
    return _subproof(m, entries, True)


def _subproof(m, entries, whole):
    if m == len(entries):
        return [] if whole else [mth(entries)]
    k = _k(len(entries))
    if m <= k:
        return [*_subproof(m, entries[:k], whole), mth(entries[k:])]
    return [*_subproof(m - k, entries[k:], False), mth(entries[:k])]


def _k(n):
    k = 1
    while 2 * k < n:
        k *= 2
    return k


def entries(size):
    """So many entries, each another one."""
    return [f"entry {number}".encode() for number in range(size)]
