"""Exports conform; a check in parts finds the same; a check in vain is refused."""

from __future__ import annotations

import builtins
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pyoxigraph as ox
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kg import export, paths, store
from kg.check import check, parts, shapes
from kg.check import triples as table
from kg.check.triples import decode, encode, recode
from kg.check.triples import read as rdf
from kg.errors import InputError, OutputError, ResourceError
from kg.export.rdf import triples
from kg.ontology import PREFIXES
from tests import samples, whole
from tests.cases import labels
from tests.export.conftest import GRAPHS, exports
from tests.ontology.conftest import every_relation

__all__ = ["exports"]

ROOT = Path(__file__).resolve().parents[2]
WHOLE = Path(__file__).with_name("whole.ttl")
HEAD = "".join(f"@prefix {name}: <{iri}> .\n" for name, iri in PREFIXES.items())
SH = "@prefix sh: <http://www.w3.org/ns/shacl#> .\n@prefix x: <urn:x:> .\n"


def file(folder: Path, turtle: str, name: str = "given.ttl") -> Path:
    path = folder / name
    path.write_text(HEAD + turtle, encoding="utf-8")
    return path


@pytest.mark.parametrize("name", GRAPHS)
def test_the_export_of_every_sample_conforms(exports: Path, name: str) -> None:
    with store.Store(exports / name / "graph.sqlite") as opened:
        report = check(triples(opened))
    assert report.violations == ()
    assert report.nodes > 0


@pytest.mark.parametrize("format_", export.RDF)
def test_every_format_is_read_to_the_same(exports: Path, format_: str) -> None:
    path = exports / "reporting" / export.FORMATS[format_].file
    wanted = {tuple(map(encode, t)) for t in rdf(exports / "reporting" / "graph.nt")}
    assert {tuple(map(encode, t)) for t in rdf(path)} == wanted


def test_the_golden_export_conforms() -> None:
    assert check(rdf(ROOT / "tests" / "golden" / "expected" / "graph.ttl")).violations == ()


def test_labels_of_any_kind_conform(tmp_path: Path) -> None:
    whole.write(labels.graph(samples.HOSTILE), tmp_path / "g.sqlite", {})
    with store.Store(tmp_path / "g.sqlite") as opened:
        assert check(triples(opened)).violations == ()


def test_every_relation_conforms(tmp_path: Path) -> None:
    whole.write(every_relation(), tmp_path / "g.sqlite", {})
    with store.Store(tmp_path / "g.sqlite") as opened:
        report = check(triples(opened))
    assert report.violations == ()
    assert [name for name in report.idle if name.endswith(("Of", "On", "For", "By", "uses"))] == []


BROKEN = """
<https://kg.test/concept/method/a> a kg:Concept, skos:Concept, kg:Method ; skos:prefLabel "A", "B" ; kg:support -1 .
<https://kg.test/concept/method/b> a kg:Method ; kg:usedFor <https://kg.test/concept/method/a> ; kg:mentionCount 1 .
<https://kg.test/concept/task/c> a kg:Task ; kg:subtaskOf <https://kg.test/concept/task/gone>, <https://kg.test/concept/task/c> .
<https://kg.test/paper/p> a kg:Paper ; kg:mentions <https://kg.test/concept/method/a>, "A" ; dcterms:date "x"^^xsd:gYear .
"""


@pytest.mark.parametrize("limit", [1, 7, 20, 10**6])
def test_parts_find_what_the_whole_finds(tmp_path: Path, limit: int) -> None:
    path = tmp_path / "both.ttl"
    path.write_text(WHOLE.read_text(encoding="utf-8") + HEAD + BROKEN, encoding="utf-8")
    whole, part = check(rdf(path)), check(rdf(path), limit=limit)
    assert (part.violations, part.shapes, part.nodes) == (whole.violations, whole.shapes, whole.nodes)
    assert len(whole.violations) > 10
    assert (whole.parts, part.parts > 1) == (1, limit < 100)


def test_a_violation_says_what_is_wrong_and_what_was_expected(tmp_path: Path) -> None:
    report = check(rdf(file(tmp_path, BROKEN)))
    said = {(v.name, v.found, v.expected) for v in report.violations}
    assert {
        ("A", 'skos:prefLabel is "A", "B"', "one name, a string that is not empty"),
        ("A", 'kg:support is "-1"^^xsd:integer', "one whole number of papers"),
        ("A", "no kg:mentionCount", "one whole number of mentions"),
        ("", "no skos:prefLabel", "one name, a string that is not empty"),
        (
            "",
            "kg:usedFor is A (https://kg.test/concept/method/a), of class kg:Concept, kg:Method, skos:Concept",
            "tasks",
        ),
        ("", "kg:subtaskOf is https://kg.test/concept/task/gone, of no class in this graph", "tasks"),
        ("", 'kg:mentions is "A", of no class in this graph', "concepts of this graph"),
    } <= said


def test_a_value_that_is_none_is_a_violation_and_no_warning(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    report = check(
        rdf(
            file(tmp_path, '<https://kg.test/concept/task/a> a kg:Task ; kg:support "umpteen"^^xsd:integer .')
        )
    )
    assert 'kg:support is "umpteen"^^xsd:integer' in {v.found for v in report.violations}
    assert caplog.records == []


def test_what_stands_for_others_is_named_after_them(tmp_path: Path) -> None:
    path = tmp_path / "named.ttl"
    wrong = f"""
        <https://kg.test/statement/{"a" * 24}> kg:kind "k" .
        <https://kg.test/evidence/{"a" * 24}> kg:kind "k" .
        <https://kg.test/passage/{"a" * 24}> kg:kind "k" .
        <https://kg.test/mention/{"a" * 24}> kg:kind "k" .
    """
    path.write_text(WHOLE.read_text(encoding="utf-8") + HEAD + wrong, encoding="utf-8")
    named = {v.node.split("/")[-2]: v.name for v in check(rdf(path)).violations}
    stated = "LoRA kg:evaluatedOn GLUE"
    assert named == {"statement": stated, "evidence": stated, "passage": "LoRA", "mention": "LoRA"}


def test_two_checks_say_the_same(tmp_path: Path) -> None:
    path = file(tmp_path, BROKEN + "[] a kg:Method . [] a kg:Method .")
    assert check(rdf(path)) == check(rdf(path))
    assert [v.node for v in check(rdf(path)).violations].count("a blank node") % 2 == 0


@pytest.mark.parametrize(
    ("turtle", "said"),
    [
        ("", "no shape with a target"),
        # B48: the namespace of SHACL has http:, not https:
        (
            "@prefix sh: <https://www.w3.org/ns/shacl#> . x:S a sh:NodeShape ; sh:targetClass kg:Method .",
            "no shape",
        ),
        (
            SH + "x:S a sh:NodeShape ; sh:property [ sh:path kg:support ; sh:minCount 1 ] .",
            "no shape with a target",
        ),
        (SH + "x:S a sh:NodeShape ; sh:targetClass kg:method .", "no focus node"),
        (
            SH + "x:S a sh:NodeShape ; sh:targetClass kg:Method ; sh:deactivated true .",
            "no shape with a target",
        ),
        (
            SH + "x:S a sh:NodeShape ; sh:targetClass kg:Method ; sh:property [ sh:minCount 1 ] .",
            "not understand",
        ),
        (SH + 'x:S a sh:NodeShape ; sh:targetClass kg:Method ; sh:pattern "(" .', "not understand"),
        (SH + "x:S a sh:NodeShape ; sh:targetClass kg:Method ; sh:class 7, .", "shapes.ttl:3: is no Turtle"),
    ],
)
def test_shapes_that_check_nothing_are_refused(tmp_path: Path, turtle: str, said: str) -> None:
    head = "@prefix kg: <https://example.org/kg/ontology#> . @prefix x: <urn:x:> . "
    path = tmp_path / "shapes.ttl"
    path.write_text(head + turtle, encoding="utf-8")
    with pytest.raises(InputError, match=said):
        check(rdf(WHOLE), path)


OWN = {
    "class": "sh:targetClass x:A ; sh:class x:B",
    "subclass": "sh:targetClass x:Top ; sh:class x:B",
    "node": "sh:targetNode x:a ; sh:class x:B",
    "subjects": "sh:targetSubjectsOf x:p ; sh:class x:B",
    "objects": "sh:targetObjectsOf x:p ; sh:nodeKind sh:IRI",
    "implicit": "a rdfs:Class ; sh:class x:B",
    "inverse path": "sh:targetNode x:b ; sh:property [ sh:path [ sh:inversePath x:p ] ; sh:maxCount 0 ]",
    "two steps": "sh:targetNode x:a ; sh:property [ sh:path ( x:p x:q ) ; sh:maxCount 0 ]",
    "shapes in shapes": "sh:targetNode x:a ; sh:property [ sh:path x:p ; sh:node [ sh:property [ sh:path x:q ; sh:maxCount 0 ] ] ]",
}


@pytest.mark.parametrize("limit", [1, parts.LIMIT])
@pytest.mark.parametrize("case", OWN)
def test_own_shapes_may_be_aimed_in_any_way(tmp_path: Path, case: str, limit: int) -> None:
    rdfs = "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n"
    own = file(tmp_path, f"{SH}{rdfs}x:Top a sh:NodeShape ; {OWN[case]} .", "own.ttl")
    data = f'{SH}{rdfs}x:A rdfs:subClassOf x:Top . x:a a x:A ; x:p x:b, "literal" . x:b x:q 1 .'
    report = check(rdf(file(tmp_path, data)), own, limit)
    assert len(report.violations) == 1
    local = case not in ("inverse path", "two steps", "shapes in shapes")
    assert shapes.read(own).local is local
    assert report.parts == 1 or local


def test_a_shape_without_a_name_is_told_by_its_number(tmp_path: Path) -> None:
    turtle = (
        SH + "[] a sh:NodeShape ; sh:targetClass kg:Method ; sh:nodeKind sh:Literal ; sh:message 'no IRI' ."
    )
    own = file(tmp_path, turtle, "own.ttl")
    report = check(rdf(WHOLE), own)
    assert report.shapes == {"_:0": 2}
    assert [(v.name, v.shape, v.expected) for v in report.violations] == [
        ("LoRA", "_:0", "no IRI"),
        ("adapter", "_:0", "no IRI"),
    ]


def test_a_full_disk_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kg.check.triples._TABLES", f"PRAGMA max_page_count = 10; {table._TABLES}")
    node = ox.NamedNode("urn:a")
    with pytest.raises(OutputError, match="no room for the triples"):
        check((node, node, ox.Literal("x" * 1000)) for _ in range(1000))


def test_a_triple_about_a_triple_is_refused() -> None:
    node = ox.NamedNode("urn:a")
    with pytest.raises(InputError, match="A triple about a triple"):
        check([(node, node, ox.Triple(node, node, node))])


def test_kgs_own_shapes_can_be_checked_in_parts() -> None:
    assert shapes.read(paths.ontology("shapes.ttl")).local


def test_without_pyshacl_the_message_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(
        name: str,
        globals: Mapping[str, object] | None = None,
        locals: Mapping[str, object] | None = None,
        fromlist: Sequence[str] | None = (),
        level: int = 0,
    ) -> Any:
        if name == "pyshacl":
            raise ImportError(name)
        return real(name, globals, locals, fromlist, level)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(ResourceError, match=r"pip install 'kg\[shapes\]'") as caught:
        check([])
    assert caught.value.exit_status == 3


TERMS = st.one_of(
    st.text(st.characters(codec="utf-8"), max_size=8).map(ox.Literal),
    st.builds(
        lambda value, kind: ox.Literal(value, datatype=ox.NamedNode(PREFIXES["xsd"] + kind)),
        st.sampled_from(["01", "1.50", "abc", "", '"', "true", "2021-02-30"]),
        st.sampled_from(["integer", "decimal", "boolean", "date", "nonNegativeInteger"]),
    ),
    st.builds(
        ox.Literal,
        st.text(st.characters(codec="utf-8"), max_size=4),
        language=st.sampled_from(["en", "de-at"]),
    ),
    st.sampled_from([ox.NamedNode("urn:a"), ox.NamedNode("https://kg.test/%22"), ox.BlankNode("b0")]),
)


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(TERMS)
def test_a_term_survives_the_table(term: ox.NamedNode | ox.BlankNode | ox.Literal) -> None:
    assert recode(decode(encode(term))) == encode(term)


def test_the_limit_is_that_of_the_readme() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert f"{parts.LIMIT:,} triples" in readme
