"""Manners of a process: pipes, locales, terminals, version, start-up."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from kg.cli.messages import printable
from kg.records import Concept
from tests import whole
from tests.cli.conftest import COMMAND, ROOT, Run, environment
from tests.whole import Graph


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("form", ["table", "json"])
def test_a_reader_may_leave_early(hub_path: Path, unbuffered: str, form: str) -> None:
    more = {"KG_GRAPH": str(hub_path)} | ({"PYTHONUNBUFFERED": "1"} if unbuffered else {})
    arguments = ("neighbours", "GLUE", "--limit", "0", "--format", form)
    with subprocess.Popen(
        [*COMMAND, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(**more)
    ) as process:
        assert process.stdout
        assert process.stderr
        first = process.stdout.read(4)
        process.stdout.close()
        assert process.stderr.read() == b""
    assert first in (b"GLUE", b'{"ce')
    assert process.returncode == 0


def test_a_full_disk_is_a_sentence(sample_path: Path) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("this system has no /dev/full")
    with Path("/dev/full").open("wb") as full:
        process = subprocess.run(
            [*COMMAND, "stats", "--graph", str(sample_path)],
            stdout=full,
            stderr=subprocess.PIPE,
            env=environment(),
        )
    assert process.returncode == 1
    assert b"No space left" in process.stderr
    assert b"Traceback" not in process.stderr


@pytest.mark.parametrize(
    "more", [{"LC_ALL": "C"}, {"PYTHONIOENCODING": "cp1252"}, {"LC_ALL": "C", "PYTHONIOENCODING": "ascii"}]
)
@pytest.mark.parametrize("form", ["table", "json"])
def test_any_encoding_of_the_output_will_do(
    kg: Run, hostile_path: Path, more: dict[str, str], form: str
) -> None:
    process = kg(
        "neighbours", "中文数据", "--relation", "mentions", "--format", form, graph=hostile_path, **more
    )
    assert (process.returncode, process.stderr) == (0, b"")
    text = process.stdout.decode(more.get("PYTHONIOENCODING", "utf-8"))
    if form == "json":
        assert json.loads(text)["centre"]["name"] == "中文 数据"
    assert kg("neighbours", "文字", graph=hostile_path, **more).returncode == 1
    assert kg("--help", **more).returncode == 0


def test_piped_lines_are_whole_and_plain(kg: Run, hostile_path: Path) -> None:
    process = kg("search", "L" * 500, graph=hostile_path, COLUMNS="40", FORCE_COLOR="1")
    assert process.stdout.decode() == "L" * 500 + "\tMethod\t1\t\n"


@pytest.mark.skipif(sys.platform == "win32", reason="a pseudo-terminal is needed")
def test_on_a_terminal_names_are_text_and_no_markup(tmp_path: Path) -> None:
    names = ["[bold]x[/bold]", "[/x]", "a\x1b[31mb", "c\u202ed", ":smile:"]
    concepts = tuple(Concept(f"method/{i}", name, "Method") for i, name in enumerate(names))
    whole.write(Graph(concepts=concepts), tmp_path / "g.sqlite")
    for number, shown in enumerate(["[bold]x[/bold]", "[/x]", "a\\x1b[31mb", "c\\u202ed", ":smile:"]):
        assert shown in on_terminal("show", f"method/{number}", "--graph", str(tmp_path / "g.sqlite"))


def test_on_a_terminal_answers_are_tables(sample_path: Path) -> None:
    screen = on_terminal("neighbours", "BERT", "--graph", str(sample_path))
    assert "Subject" in screen
    assert "\x1b[1m" in screen
    assert "Subject" not in on_terminal("neighbours", "BERT", "--hops", "0", "--graph", str(sample_path))
    assert "most named" in on_terminal("stats", "--graph", str(sample_path))
    unaliased = on_terminal("neighbours", "GLUE", "--graph", str(sample_path)).split("\r\n")[0]
    assert unaliased.endswith("Dataset · 1 paper\x1b[0m")


def on_terminal(*arguments: str) -> str:
    """What the command shows on a terminal of 100 columns."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [*COMMAND, *arguments],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=environment(COLUMNS="100", TERM="xterm"),
    ):
        os.close(theirs)
        screen = b""
        while True:
            try:
                piece = os.read(ours, 4096)
            except OSError:  # Linux's way to say that the other side is closed
                break
            if not piece:
                break
            screen += piece
    os.close(ours)
    return screen.decode()


def test_printable() -> None:
    assert printable("a\tb\r\nc\u2028d\x85e") == "a b c d e"
    assert printable("\x1b]0;x\x07\x9b\ud800") == "\\x1b]0;x\\x07\\x9b\\ud800"
    assert printable("中文 😀 naïve [x]") == "中文 😀 naïve [x]"


def test_version(kg: Run) -> None:
    import kg as package

    assert kg("--version").stdout.decode().split() == ["kg", package.__version__]
    assert package.__version__ in (version("kg") if package.__version__ != "unknown" else "unknown")


@pytest.mark.parametrize("arguments", ["nosuch", "neighbours", "stats --nosuch", "show a --format xml"])
def test_usage_errors_have_status_2(kg: Run, arguments: str) -> None:
    process = kg(*arguments.split())
    assert (process.returncode, process.stdout) == (2, b"")
    assert b"Traceback" not in process.stderr


def test_the_environment_names_the_graph_and_the_option_goes_before_it(
    kg: Run, sample_path: Path, tmp_path: Path
) -> None:
    assert kg("stats").returncode == 1  # no exports/graph.sqlite here
    assert kg("stats", graph=sample_path).returncode == 0
    assert kg("stats", "--graph", str(sample_path), graph=tmp_path / "nothing").returncode == 0


def test_a_question_loads_nothing_heavy(kg: Run, sample_path: Path) -> None:
    code = (
        "import sys; from kg.cli import main; sys.argv = ['kg', 'neighbours', 'BERT']\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "heavy = {'spacy', 'numpy', 'networkx', 'pyvis', 'rdflib', 'pyoxigraph', 'rich', 'jinja2'} & set(sys.modules)\n"
        "print(sorted(heavy), file=sys.stderr)"
    )
    process = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        cwd=ROOT,
        env=environment(KG_GRAPH=str(sample_path)),
    )
    assert process.stdout.startswith(b"BERT\t")
    assert process.stderr.strip() == b"[]"


def test_completion_offers_the_commands(kg: Run) -> None:
    process = kg(_KG_COMPLETE="complete_bash", COMP_WORDS="kg nei", COMP_CWORD="1")
    assert process.stdout.split() == [b"neighbours"]
