"""The application with all of its commands; `kg.cli.main` makes one of the command that is asked for."""

from __future__ import annotations

from kg.cli.commands import application

app = application()
