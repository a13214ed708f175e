"""Errors that keep a run from beginning, in words for the command's user."""

from __future__ import annotations


class CannotRun(Exception):
    """An unlistable source, unwritable folder, or silent scheduler."""


class NotOurFolder(CannotRun):
    """A folder with files of something else."""


class FolderInUse(CannotRun):
    """A folder that another run writes to."""


class NoSource(CannotRun):
    """A source without a file to audit."""


class NoScheduler(CannotRun):
    """A scheduler that does not answer."""
