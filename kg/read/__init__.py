"""Files into documents. One file a format, each with `records(name, text, report)`; cleaning comes before offsets."""

from kg.read.reader import read

__all__ = ["read"]
