"""Errors that keep a run from beginning. No request of the service does; these are for whoever typed the command."""

from __future__ import annotations


class CannotRun(Exception):
    """A source that cannot be listed, a folder that cannot be written to, a scheduler that does not answer."""


class NotOurFolder(CannotRun):
    """A folder with files of something else."""


class FolderInUse(CannotRun):
    """A folder that another run writes to."""


class NoSource(CannotRun):
    """A source without a file to audit."""


class NoScheduler(CannotRun):
    """A scheduler that does not answer."""
