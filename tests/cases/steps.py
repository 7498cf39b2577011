"""A case as data, its neutral verbs as kg's commands, and what running them left."""

from __future__ import annotations

import base64
import json
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.cli.conftest import COMMAND, ROOT, environment

FILES = {
    "turtle": "graph.ttl", "nt": "graph.nt", "jsonld": "graph.jsonld", "graphml": "graph.graphml",
    "gexf": "graph.gexf", "json": "graph.json", "csv": "csv", "html": "graph.html",
}  # fmt: skip
"""What the cases call a format, and where its export goes."""

_FORMATS = {"nt": "ntriples", "json": "nodelink"}
_SECONDS = 300  # no command of a case may take longer
_SHELL = ("|", "<")
_WITHOUT = ("--fresh", "--jobs", "2")


class NoSuchCommand(Exception):
    """kg has no command for a verb."""


@dataclass(frozen=True, slots=True)
class Case:
    """One line of `cases.jsonl`."""

    id: str
    area: str
    do: tuple[str, ...]
    files: tuple[Mapping[str, str], ...]
    labels: tuple[str, ...]
    env: Mapping[str, str]
    checks: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True, slots=True)
class Done:
    """One step that was run; `graph` is the folder of a build, `new` are the files left in the working folder."""

    step: str
    status: int
    out: str
    err: str
    seconds: float
    graph: Path | None = None
    new: frozenset[str] = frozenset()


@dataclass(slots=True)
class Outcome:
    """All that a case left: the steps, and a folder with the graphs and the exports."""

    case: Case
    folder: Path
    server: Server
    done: list[Done] = field(default_factory=list)

    @property
    def graph(self) -> Path:
        """The store of the last build."""
        return self.graphs[-1] / "graph.sqlite"

    @property
    def graphs(self) -> list[Path]:
        return [done.graph for done in self.done if done.graph]

    @property
    def err(self) -> str:
        return "".join(done.err for done in self.done)

    def of(self, step: str) -> Done:
        """The step written so in the case."""
        return next(done for done in self.done if done.step == step)

    def exports(self) -> dict[str, Path]:
        """The exports that the case asked for, by format."""
        asked = [shlex.split(done.step)[1] for done in self.done if done.step.startswith("export ")]
        return {format_: self.folder / FILES[format_] for format_ in asked}


def cases(path: Path) -> list[Case]:
    """All cases of the file."""
    found = []
    for line in path.read_text(encoding="utf-8").splitlines():
        raw = json.loads(line)
        given = raw["input"]
        found.append(
            Case(
                raw["id"], raw["area"], tuple(given["do"]), tuple(given["files"]), tuple(given.get("labels", ())),
                given.get("env", {}), tuple(raw["expect"]["checks"]),
            )
        )  # fmt: skip
    return found


def write_files(case: Case, folder: Path) -> None:
    """The case's files as it gives them: text, bytes, or an expression that makes the text."""
    for file in case.files:
        path = folder / file["name"]
        path.parent.mkdir(parents=True, exist_ok=True)
        if "b64" in file:
            path.write_bytes(base64.b64decode(file["b64"]))
        else:
            text = file["text"] if "text" in file else eval(file["gen"], {"range": range})
            path.write_bytes(text.encode())


def run(case: Case, folder: Path, server: Server, env: Mapping[str, str] | None = None) -> Outcome:
    """Write the files into `folder`, which must be empty, and take the steps one after the other."""
    write_files(case, folder)
    outcome = Outcome(case, folder, server)
    for step in case.do:
        take(outcome, step, case.env if env is None else env)
    return outcome


def take(outcome: Outcome, step: str, env: Mapping[str, str]) -> None:
    """Run one step and note what came of it."""
    words = shlex.split(step)
    plain = next((i for i, word in enumerate(words) if word in _SHELL), len(words))
    graph = outcome.folder / f"built-{len(outcome.graphs) + 1}" if words[0] in ("build", "add") else None
    arguments = _command(words[:plain], outcome, graph)
    before = _listing(outcome.folder)
    start = time.perf_counter()
    if env or plain < len(words):
        tail = shlex.join([*COMMAND, *arguments]) + " " + " ".join(words[plain:])
        status, out, err = _shell(tail, outcome.folder, env)
    else:
        status, out, err = outcome.server.run(arguments, outcome.folder)
    made = frozenset(_listing(outcome.folder) - before - ({graph.name} if graph else set()))
    seconds = time.perf_counter() - start
    kept = graph if graph and (graph / "graph.sqlite").exists() else None
    outcome.done.append(Done(step, status, out, err, seconds, kept, made))


def _command(words: list[str], outcome: Outcome, graph: Path | None) -> list[str]:
    """The arguments of `kg` for a step in neutral verbs; options that kg lacks are left out (see tables.py)."""
    verb, *rest = words
    last = ["--graph", f"{outcome.graphs[-1].name}/graph.sqlite"] if outcome.graphs else []
    if verb == "build" and graph:
        sources = [word for word in rest if word not in _WITHOUT]
        # A build from nothing must not depend on the order of its sources.
        return ["build", *(reversed(sources) if "--fresh" in rest else sources), "--out", graph.name]
    if verb == "add" and graph:
        return ["build", *_added(outcome, rest), "--out", graph.name]
    if verb == "export":
        return _export(rest, last)
    if verb == "query":
        return ["neighbours", *(("--hops" if word == "--depth" else word) for word in rest), *last]
    if verb in ("stats", "validate"):
        return [verb, *rest, *last]
    raise NoSuchCommand(f"kg has no command for: {shlex.join(words)}")


def _export(rest: list[str], graph: list[str]) -> list[str]:
    format_, *options = rest
    if format_ == "html":
        return ["view", *(option for option in options if option != "--cdn"), "-o", FILES["html"], *graph]
    return ["export", "--format", _FORMATS.get(format_, format_), "-o", FILES[format_], *graph]


def _added(outcome: Outcome, new: list[str]) -> list[str]:
    """The sources of the builds so far and the new ones; one that was read before is added under another name."""
    known: list[str] = []
    for done in outcome.done:
        if done.graph:
            known += shlex.split(done.step)[1:]
    names = []
    for name in new:
        again = f"again-{len(outcome.done)}-{name}" if name in known else name
        if again != name:
            shutil.copy(outcome.folder / name, outcome.folder / again)
        names.append(again)
    return [*dict.fromkeys(known), *names]


def _listing(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def _shell(line: str, folder: Path, env: Mapping[str, str]) -> tuple[int, str, str]:
    process = subprocess.run(
        ["bash", "-o", "pipefail", "-c", line],
        capture_output=True,
        cwd=folder,
        env=environment(**env),
        stdin=subprocess.DEVNULL,
        timeout=_SECONDS,
    )
    return process.returncode, _decoded(process.stdout), _decoded(process.stderr)


def _decoded(data: bytes) -> str:
    return data.decode("utf-8", "backslashreplace")


@dataclass(slots=True)
class Server:
    """The other side of `server.py`."""

    process: subprocess.Popen[str]
    logs: Path

    def run(self, arguments: list[str], folder: Path) -> tuple[int, str, str]:
        """The exit status, standard output and standard error of `kg` with these arguments."""
        paths = {name: self.logs / name for name in ("stdout", "stderr")}
        for path in paths.values():
            path.write_bytes(b"")
        order = {"arguments": arguments, "folder": str(folder), "seconds": _SECONDS}
        line = json.dumps(order | {name: str(path) for name, path in paths.items()})
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        status = int(self.process.stdout.readline())
        return status, _decoded(paths["stdout"].read_bytes()), _decoded(paths["stderr"].read_bytes())


@contextmanager
def served(logs: Path) -> Iterator[Server]:
    """A server that is ready."""
    command = [sys.executable, str(Path(__file__).with_name("server.py"))]
    with (
        (logs / "server").open("wb") as said,
        subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=said,
            text=True,
            env=environment(),
            cwd=ROOT,
        ) as process,
    ):
        assert process.stdout
        assert process.stdin
        if process.stdout.readline() != "ready\n":
            raise RuntimeError((logs / "server").read_text())
        yield Server(process, logs)
        process.stdin.close()
