"""No command or option can land without its documentation."""

from __future__ import annotations

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from kg.cli.app import app
from tests.cli.conftest import ROOT

COMMANDS = {name: command for name, command in get_command(app).commands.items() if not command.hidden}  # type: ignore[attr-defined]


def test_the_contract_has_its_commands() -> None:
    wanted = [
        "build",
        "extract",
        "neighbours",
        "show",
        "search",
        "path",
        "papers",
        "stats",
        "sparql",
        "export",
        "view",
    ]
    assert set(wanted) <= set(COMMANDS)


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_the_help_of_each_command_has_examples(name: str) -> None:
    text = CliRunner().invoke(app, [name, "--help"]).stdout
    assert "Examples:" in text
    assert f"kg {name}" in text.split("Examples:")[1]


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_each_option_and_argument_says_what_it_is(name: str) -> None:
    for parameter in COMMANDS[name].params:
        assert getattr(parameter, "help", None), f"{name}: {parameter.name}"


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_the_readme_shows_each_command_with_its_options(name: str) -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert f"`kg {name}" in text
    for parameter in COMMANDS[name].params:
        names = [option for option in parameter.opts if option.startswith("-")]
        assert not names or any(option in text for option in names), f"kg {name} {names}"
