"""Corrections by hand that outlive every build: one line each in a file that git can compare.

lines   a line of the file       <-> a `Correction`, checked by itself
file    curation.tsv             <-> all its corrections, checked beside one another
plan    corrections and concepts  -> which mention goes where, in the order of the lines
apply   the plan and a graph      -> the corrected graph
"""

from kg.curate.apply import apply
from kg.curate.file import FILE, add, read
from kg.curate.lines import Correction

__all__ = ["FILE", "Correction", "add", "apply", "read"]
