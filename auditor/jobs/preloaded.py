"""Modules and tables made once before audits' processes fork."""

from auditor.engine import program
from auditor.jobs.own_process import carry_out_apart
from auditor.jobs.warm_process import warm_up
from rules.controls.library import library

__all__ = ["carry_out_apart"]

program()

if (warming := warm_up(library())) is not None:
    warming.join()  # no thread is left: a fork would take its locks along
