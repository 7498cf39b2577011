"""Checks of the files that a case exported, one function a name of `cases.jsonl`: read by other programs than kg."""

from __future__ import annotations

import csv
import json
import re
import xml.etree.ElementTree as ET
from typing import Any, NoReturn

import networkx

from tests import whole
from tests.cases.steps import FILES, Outcome
from tests.view import pages

CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff]")


def text(outcome: Outcome, format_: str) -> str:
    """All that an export holds."""
    path = outcome.folder / FILES[format_]
    files = [path] if path.is_file() else sorted(path.iterdir())
    return "".join(file.read_bytes().decode() for file in files)


# --- any format ---


def output_has(outcome: Outcome, wanted: list[str]) -> None:
    format_, part = wanted
    assert part in text(outcome, format_)


def output_lacks(outcome: Outcome, unwanted: list[str]) -> None:
    format_, part = unwanted
    assert part not in text(outcome, format_)


def output_has_regex(outcome: Outcome, wanted: list[str]) -> None:
    format_, pattern = wanted
    assert re.search(pattern, text(outcome, format_))


def output_lacks_regex(outcome: Outcome, unwanted: list[str]) -> None:
    format_, pattern = unwanted
    assert not re.search(pattern, text(outcome, format_))


def all_formats_have(outcome: Outcome, wanted: list[str]) -> None:
    for format_ in outcome.exports():
        missing = [part for part in wanted if part not in text(outcome, format_)]
        assert not missing, f"{format_}: {missing}"


def no_control_chars_in(outcome: Outcome, _: str) -> None:
    from kg.view.network import library

    for format_ in outcome.exports():
        assert not CONTROL.search(text(outcome, format_).replace(library(), "")), format_


def utf8(outcome: Outcome, formats: list[str]) -> None:
    for format_ in formats:
        assert text(outcome, format_)


def strict_json(outcome: Outcome, formats: list[str]) -> None:
    for format_ in formats:
        json.loads(text(outcome, format_), parse_constant=_refuse)


def _refuse(name: str) -> NoReturn:
    raise AssertionError(f"{name} is no JSON")


# --- GraphML ---


def _paper(outcome: Outcome, id_: str) -> dict[str, Any]:
    read = networkx.read_graphml(outcome.folder / FILES["graphml"], force_multigraph=True)
    attributes: dict[str, Any] = read.nodes[f"paper/{id_}"]
    return attributes


def attr_absent(outcome: Outcome, wanted: list[str]) -> None:
    id_, name = wanted
    assert name not in _paper(outcome, id_)


def attr_equals(outcome: Outcome, wanted: list[Any]) -> None:
    id_, name, value = wanted
    assert _paper(outcome, id_)[name] == value


def xpath_unique(outcome: Outcome, wanted: list[str]) -> None:
    format_, path = wanted
    tag, attribute = path.split("/@")
    root = ET.parse(outcome.folder / FILES[format_]).getroot()
    values = [element.get(attribute) for element in root.iter() if element.tag.endswith("}" + tag)]
    assert values
    assert None not in values
    assert len(set(values)) == len(values)


# --- CSV for Neo4j ---


def tables(outcome: Outcome) -> dict[str, list[dict[str, str]]]:
    """The rows of each file by the names of its columns."""
    found = {}
    for path in sorted((outcome.folder / FILES["csv"]).glob("*.csv")):
        with path.open(encoding="utf-8", newline="") as stream:
            found[path.name] = list(csv.DictReader(stream, strict=True, restkey="more", restval="missing"))
    assert found
    return found


def column(outcome: Outcome, header: str) -> list[str]:
    """All cells below headers that end so."""
    rows = [row for table in tables(outcome).values() for row in table]
    return [cell for row in rows for name, cell in row.items() if name.endswith(header)]


def csv_rectangular(outcome: Outcome, _: bool) -> None:
    for rows in tables(outcome).values():
        assert all("more" not in row and "missing" not in row.values() for row in rows)


def csv_no_newlines_in_fields(outcome: Outcome, _: bool) -> None:
    for name, rows in tables(outcome).items():
        lines = (outcome.folder / FILES["csv"] / name).read_bytes().decode().splitlines()
        assert len(lines) == len(rows) + 1


def csv_ids_unique_nonempty(outcome: Outcome, _: bool) -> None:
    ids = [*column(outcome, ":ID"), *column(outcome, ":ID(Node)")]
    assert ids
    assert all(ids)
    assert len(set(ids)) == len(ids)


def csv_edges_closed(outcome: Outcome, _: bool) -> None:
    assert {*column(outcome, ":START_ID"), *column(outcome, ":END_ID")} <= set(column(outcome, ":ID"))


def csv_labels_regex(outcome: Outcome, pattern: str) -> None:
    assert column(outcome, ":LABEL")
    assert all(re.fullmatch(pattern, cell) for cell in column(outcome, ":LABEL"))
    assert all(re.fullmatch(r"[A-Z]+(_[A-Z]+)*", cell) for cell in column(outcome, ":TYPE"))


def csv_distinct_labels_max(outcome: Outcome, limit: int) -> None:
    assert len(set(column(outcome, ":LABEL"))) <= limit


def csv_column_regex(outcome: Outcome, wanted: list[str]) -> None:
    header, pattern = wanted
    assert column(outcome, header)
    assert all(re.search(pattern, cell) for cell in column(outcome, header))


# --- HTML ---


def page(outcome: Outcome) -> pages.Page:
    return pages.read(outcome.folder / FILES["html"])


def html_no_external_refs(outcome: Outcome, _: str) -> None:
    assert list(page(outcome).outward()) == []
    assert not re.search(r"url\(|@import", "".join(page(outcome).styles))


html_no_dangling_relative_refs = html_no_external_refs


def html_script_count_same_as_clean_run(outcome: Outcome, _: bool) -> None:
    from kg import store, view
    from tests import samples

    clean = outcome.folder / "clean"
    whole.write(samples.graph(), clean / "graph.sqlite")
    with store.Store(clean / "graph.sqlite") as opened:
        view.write(opened, clean / "graph.html")
    assert len(page(outcome).scripts) == len(pages.read(clean / "graph.html").scripts)
    with store.Store(outcome.graph) as opened:
        ids = {concept.id for concept in opened.concepts()}
    assert {node["id"] for node in page(outcome).data["nodes"]} == ids


def html_node_data_lacks(outcome: Outcome, unwanted: list[str]) -> None:
    data = page(outcome).data
    assert data["nodes"]
    told = json.dumps([data["nodes"], data["edges"]], ensure_ascii=False)
    assert not [part for part in unwanted if part in told]


def html_physics_off(outcome: Outcome, _: bool) -> None:
    data = page(outcome).data
    assert data["options"]["physics"]["enabled"] is False
    assert all("x" in node and "y" in node for node in data["nodes"])


def html_max_nodes(outcome: Outcome, limit: int) -> None:
    assert len(page(outcome).data["nodes"]) <= limit


def html_says_left_out(outcome: Outcome, _: bool) -> None:
    """A page of a part of the graph says how many concepts are missing."""
    from kg import store

    with store.Store(outcome.graph) as opened:
        missing = opened.counts()["concepts"] - len(page(outcome).data["nodes"])
    assert missing == 0 or f"{missing:,} more are left out" in page(outcome).text


# --- node-link JSON ---


def confidence_ok(outcome: Outcome, _: bool) -> None:
    """Scores lie in [0, 1] and are not one constant."""
    data = json.loads(text(outcome, "json"))
    scores = [row["score"] for row in [*data["nodes"], *data["edges"]] if row.get("score") is not None]
    assert all(0 <= score <= 1 for score in scores)
    assert len(scores) < 2 or len(set(scores)) > 1
