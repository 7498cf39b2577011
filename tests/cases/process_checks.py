"""Checks of what the commands of a case said and how they ended, one function a name of `cases.jsonl`."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Mapping
from typing import Any

from tests.cases import steps
from tests.cases.steps import Outcome
from tests.cli.conftest import environment


def exit(outcome: Outcome, wanted: int | str) -> None:
    """Every command ended so; `nonzero` speaks of the last."""
    if wanted == "nonzero":
        assert outcome.done[-1].status not in (0, 2)
    else:
        assert {done.step: done.status for done in outcome.done} == dict.fromkeys(outcome.case.do, wanted), (
            outcome.err
        )


def exit_of(outcome: Outcome, wanted: list[Any]) -> None:
    step, status = wanted
    assert outcome.of(step).status == status, outcome.of(step)


def no_traceback(outcome: Outcome, _: bool) -> None:
    assert not [done for done in outcome.done if "Traceback" in done.out + done.err]
    # 0 done, 1 data at fault or nothing found, 2 usage, 3 a resource is missing; a signal is none of them.
    assert all(done.status in (0, 1, 2) for done in outcome.done), outcome.done


def stderr_has(outcome: Outcome, wanted: str) -> None:
    assert wanted in outcome.err, outcome.err


def stderr_has_regex(outcome: Outcome, pattern: str) -> None:
    assert re.search(pattern, outcome.err), outcome.err


def stderr_of_has(outcome: Outcome, wanted: list[str]) -> None:
    step, text = wanted
    assert text in outcome.of(step).err, outcome.of(step)


def stderr_of_is(outcome: Outcome, wanted: list[str]) -> None:
    step, text = wanted
    assert outcome.of(step).err == text


def stderr_lacks(outcome: Outcome, unwanted: str) -> None:
    assert unwanted not in outcome.err


def stderr_lacks_regex(outcome: Outcome, pattern: str) -> None:
    assert not re.search(pattern, outcome.err), outcome.err


def stdout_has(outcome: Outcome, wanted: str) -> None:
    assert wanted in outcome.done[-1].out, outcome.done[-1]


def stdout_of_has(outcome: Outcome, wanted: list[str]) -> None:
    step, text = wanted
    assert text in outcome.of(step).out, outcome.of(step)


def stdout_of_lacks(outcome: Outcome, wanted: list[str]) -> None:
    step, text = wanted
    assert text not in outcome.of(step).out


def stdout_of_regex(outcome: Outcome, wanted: list[str]) -> None:
    step, pattern = wanted
    assert re.search(pattern, outcome.of(step).out), outcome.of(step)


def stdout_lines(outcome: Outcome, count: int) -> None:
    assert len(outcome.done[-1].out.splitlines()) == count, outcome.done[-1].out[:500]


def same_stdout(outcome: Outcome, wanted: list[str]) -> None:
    answers = {outcome.of(step).out for step in wanted}
    assert len(answers) == 1, answers
    assert answers != {""}, outcome.err


def only_files_written(outcome: Outcome, formats: list[str]) -> None:
    """The exports leave nothing else in the working folder."""
    for format_ in formats:
        done = outcome.of(f"export {format_}")
        assert done.new == {steps.FILES[format_]}, done.new


def path_printed(outcome: Outcome, step: str) -> None:
    """The export says where its file is."""
    assert steps.FILES[step.split()[1]] in outcome.of(step).err + outcome.of(step).out


def max_seconds(outcome: Outcome, limit: float) -> None:
    assert sum(done.seconds for done in outcome.done) < limit


def identical_under_env(outcome: Outcome, envs: list[Mapping[str, str]]) -> None:
    """The same case under each environment leaves the same bytes."""
    found = []
    for number, env in enumerate(envs):
        folder = outcome.folder / f"under-{number}"
        folder.mkdir()
        again = steps.run(outcome.case, folder, outcome.server, env)
        assert {done.status for done in again.done} == {0}, again.err
        made = [again.graphs[-1], *again.exports().values()]
        files = [file for path in made for file in ([path] if path.is_file() else sorted(path.iterdir()))]
        found.append({file.relative_to(folder): file.read_bytes() for file in files})
    assert found
    assert all(files == found[0] for files in found)


_GROWTH = """
import sys
from kg import pipeline
from kg.extract import nlp

strings = nlp.load().vocab.strings
before = len(strings)
papers = pipeline.build(sys.argv[1:], "built-1").extracted
print(papers, len(strings) - before)
"""


def vocab_growth_max(outcome: Outcome, limit: int) -> None:
    """spaCy's store of strings grows by no more while the graph is built of the case's files."""
    names = [file["name"] for file in outcome.case.files]
    process = subprocess.run(
        [sys.executable, "-c", _GROWTH, *names], capture_output=True, cwd=outcome.folder, env=environment()
    )
    assert process.returncode == 0, process.stderr.decode()
    papers, growth = map(int, process.stdout.split())
    assert papers > limit  # each brought new words
    assert growth <= limit
