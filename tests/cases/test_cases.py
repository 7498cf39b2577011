"""Every case of ../shared/cases/cases.jsonl against kg: faults that users of neighbouring tools reported."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests import whole
from tests.cases import graph_checks, labels, output_checks, process_checks, rdf_checks, steps, tables
from tests.cases.steps import Case, Done, Outcome, Server
from tests.conftest import SHARED

FILE = SHARED / "cases" / "cases.jsonl"
if not FILE.is_file():
    pytest.skip("../shared is not on this machine", allow_module_level=True)
if sys.platform != "linux":
    pytest.skip("the cases' commands run in forks of a process that holds the model", allow_module_level=True)

Check = Callable[[Outcome, Any], None]
_OUTPUT = vars(output_checks) | vars(rdf_checks)
_ALL: Mapping[str, Check] = vars(process_checks) | vars(graph_checks) | _OUTPUT


def more(case: Case) -> Case:
    """The case with what `tables` makes of it."""
    added, instead = tables.MORE.get(case.id, {}), tables.INSTEAD.get(case.id, {})
    own = ({name: instead.get(name, wanted) for name, wanted in given.items()} for given in case.checks)
    return replace(
        case,
        do=() if case.id in tables.APART else (*case.do, *added.get("do", ())),
        checks=(*own, *added.get("checks", ())),
        labels=(*case.labels, *added.get("labels", ())),
    )


CASES = [more(case) for case in steps.cases(FILE)]


def parameters(cases: Iterable[Case]) -> list[Any]:
    """The cases by id, marked."""

    def marks(case: Case) -> list[pytest.MarkDecorator]:
        heavy = [pytest.mark.heavy] if case.id in tables.HEAVY else []
        later = tables.LATER.get(case.id)
        return [*heavy, *([pytest.mark.xfail(reason=later, strict=True)] if later else [])]

    return [pytest.param(case, id=f"{case.id}-{case.area}", marks=marks(case)) for case in cases]


@pytest.mark.parametrize("case", parameters(CASES))
def test_case(case: Case, server: Server, tmp_path: Path) -> None:
    outcome = steps.run(case, tmp_path, server)
    for given in case.checks:
        if not (case.labels and set(given) <= {"rdf_label_present"}):
            check(outcome, given)


@pytest.mark.parametrize("case", [pytest.param(case, id=case.id) for case in CASES if case.labels])
def test_labels(case: Case, server: Server, tmp_path: Path) -> None:
    """The exports of a graph whose concepts bear the case's labels."""
    exports = replace(case, do=tuple(step for step in case.do if step.startswith("export ")))
    built = tmp_path / "built-0"
    whole.write(labels.graph(case.labels), built / "graph.sqlite")
    outcome = Outcome(exports, tmp_path, server, [Done("labels", 0, "", "", 0.0, built)])
    for step in exports.do:
        steps.take(outcome, step, case.env)
    assert {done.status for done in outcome.done} == {0}, outcome.err
    for given in (*case.checks, {"no_control_chars_in": "all outputs"}, {"labels_kept": True}):
        if set(given) <= _OUTPUT.keys() and set(given) != {"rdf_literal_has"}:
            check(outcome, given)


def check(outcome: Outcome, given: Mapping[str, Any]) -> None:
    """Assert what one entry of a case's `checks` says."""
    ((name, wanted),) = given.items()
    if name == "all_of":
        for each in wanted:
            check(outcome, each)
    elif name == "any_of":
        assert any(holds(outcome, each) for each in wanted), wanted
    else:
        _ALL[name](outcome, wanted)


def holds(outcome: Outcome, given: Mapping[str, Any]) -> bool:
    """Whether an alternative is true."""
    try:
        check(outcome, given)
    except AssertionError:
        return False
    return True


def test_every_check_has_its_function_and_every_table_its_case() -> None:
    def named(given: Mapping[str, Any]) -> set[str]:
        ((name, wanted),) = given.items()
        return set().union(*map(named, wanted)) if name in ("any_of", "all_of") else {name}

    wanted = set().union(*(named(given) for case in CASES for given in case.checks))
    assert wanted <= _ALL.keys()
    known = {case.id for case in CASES}
    assert {*tables.ADAPTED, *tables.INSTEAD, *tables.MORE, *tables.LATER, *tables.HEAVY} <= known
    assert tables.ADAPTED.keys() >= tables.APART
