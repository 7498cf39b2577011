"""The OpenAPI description holds: schemathesis asks what it allows and what it does not, and looks at the answers."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from kg.serve.app import application

schemathesis = pytest.importorskip("schemathesis", reason="schemathesis comes with kg[test]")
OPERATIONS = [
    "GET /api/search",
    "GET /api/concept",
    "GET /api/neighbours",
    "GET /api/statements",
    "GET /api/path",
    "GET /api/papers",
    "GET /api/paper",
    "GET /api/results",
    "GET /api/stats",
    "GET /sparql",
    "POST /sparql",
]


@pytest.fixture(scope="session")
def operations(results_path: Any) -> dict[str, Any]:
    schema = schemathesis.openapi.from_asgi("/openapi.json", application(results_path, "testserver"))
    return {found.ok().label: found.ok() for found in schema.get_all_operations()}


def test_every_operation_is_tested(client: Any) -> None:
    paths = client.get("/openapi.json").json()["paths"]
    assert sorted(f"{m.upper()} {path}" for path, methods in paths.items() for m in methods) == sorted(
        OPERATIONS
    )


@pytest.mark.parametrize("mode", ["POSITIVE", "NEGATIVE"])
@pytest.mark.parametrize("label", OPERATIONS)
def test_answers_are_as_described(operations: dict[str, Any], label: str, mode: str) -> None:
    from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance

    if (label, mode) == ("GET /api/stats", "NEGATIVE"):
        return  # it has no parameter that could be wrong
    # Text that the schema allows need not be SPARQL, nor is all that it does not allow no query.
    lenient = [positive_data_acceptance, negative_data_rejection] if "sparql" in label else []
    strategy = operations[label].as_strategy(generation_mode=schemathesis.GenerationMode[mode])

    @settings(
        max_examples=6 if "sparql" in label else 20, deadline=None, derandomize=True, database=None,
        phases=[Phase.explicit, Phase.generate], suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(case=strategy)
    def holds(case: Any) -> None:
        case.call_and_validate(excluded_checks=lenient)

    holds()
