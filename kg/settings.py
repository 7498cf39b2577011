"""Limits and thresholds, each with its unit and its reason; one frozen object a stage."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ReadSettings:
    """What the reading stage takes in at most."""

    max_file: int = 1 << 30
    """Bytes of one file after decompression that is read whole (all formats but JSON Lines): keeps a
    compression bomb or a video out of memory."""

    max_line: int = 16 << 20
    """Bytes of one line of JSON Lines: a record of an abstract is some kilobytes, a line beyond this is damaged."""

    max_abstract: int = 250_000
    """Characters of one abstract (some 40,000 words); what goes beyond is cut, so that time a paper is bounded."""

    max_title: int = 2_000
    """Characters of one title, for the same reason."""

    max_name: int = 2_000
    """Characters of one author, keyword or venue, for the same reason."""

    max_authors: int = 5_000
    """Authors of one paper: the largest collaborations have some 3,000."""

    max_keywords: int = 500
    """Keywords of one paper: publishers allow a dozen, indexers add a hundred."""

    max_id: int = 300
    """Characters of one paper's id, which goes into every export; a longer one is no id but a field misplaced."""

    sample: int = 1 << 16
    """Bytes from the beginning of a file by which its encoding and format are told."""


READ = ReadSettings()
