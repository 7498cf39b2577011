"""Every constraint of kg's shapes catches the node that breaks it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
import rdflib
from rdflib import OWL, RDF, SH, XSD, Literal, Namespace, URIRef
from rdflib.collection import Collection
from rdflib.term import Node

from kg import ontology, paths
from kg.check import ValidationReport, check
from kg.check.triples import read as rdf

KG = Namespace(ontology.NAMESPACE)
SHAPE = Namespace("https://example.org/kg/shapes#")
SHAPES = rdflib.Graph().parse(paths.ontology("shapes.ttl"))
ONTOLOGY = rdflib.Graph().parse(paths.ontology("kg.ttl"))
WHOLE = Path(__file__).with_name("whole.ttl")
DATA = rdflib.Graph().parse(WHOLE)
NAMED = sorted(set(SHAPES.subjects(RDF.type, SH.NodeShape)))
TARGETS = {
    SH.targetClass: lambda value: DATA.subjects(RDF.type, value),
    SH.targetSubjectsOf: DATA.subjects,
    SH.targetObjectsOf: lambda value: DATA.objects(None, value),
}


class Constraint(NamedTuple):
    """One parameter of a shape, or of a shape's property."""

    shape: URIRef
    path: URIRef | None
    parameter: URIRef
    value: Node


class Broken(NamedTuple):
    """A node's triples, changed so that they break a constraint."""

    node: Node
    triples: set[tuple[Node, Node, Node]]


Change = Callable[[list[Node], Node], list[Node]]
"""What a property's values are to be, given what they are and the constraint's value."""

PROPERTY: dict[URIRef, Change] = {
    SH.minCount: lambda old, _: [],
    SH.maxCount: lambda old, limit: [*old, *(Literal(f"more {n}") for n in range(int(str(limit)) + 1))],
    SH.datatype: lambda old, _: [Literal("true", datatype=XSD.boolean)],
    SH.minLength: lambda old, _: [Literal("")],
    SH.maxLength: lambda old, most: [Literal("x" * (int(str(most)) + 1))],
    SH.minInclusive: lambda old, least: [Literal(int(float(str(least))) - 1, datatype=old[0].datatype)],
    SH.maxInclusive: lambda old, _: [Literal("1.5", datatype=XSD.decimal)],
    SH["class"]: lambda old, _: [URIRef("urn:of-no-class")],
    SH.nodeKind: lambda old, _: [Literal("no IRI")],
    SH["in"]: lambda old, _: [Literal("none of them")],
    SH["or"]: lambda old, _: [Literal("true", datatype=XSD.boolean)],
    SH.hasValue: lambda old, value: [each for each in old if each != value],
    SH.pattern: lambda old, _: [Literal("zz")],
    SH.disjoint: lambda old, _: [*old, Literal("the name")],
    SH.lessThan: lambda old, _: [Literal("9", datatype=XSD.nonNegativeInteger)],
    SH.qualifiedMinCount: lambda old, _: [],
    SH.qualifiedMaxCount: lambda old, _: [*old, *map(URIRef, ("urn:position", "urn:quotation"))],
}
"""How a property is broken, by the parameter; the value breaks perhaps more than that, never less."""

EXTRA = """
@prefix oa: <http://www.w3.org/ns/oa#> .
<urn:position> a oa:TextPositionSelector . <urn:quotation> a oa:TextQuoteSelector .
"""
"""Selectors too many: nodes that are wrong in themselves as well."""


def test_the_whole_conforms_and_every_shape_has_a_node_in_it() -> None:
    report = check(rdf(WHOLE))
    assert report.violations == ()
    assert report.idle == []
    assert set(report.shapes) == {str(shape) for shape in NAMED}


def test_every_class_and_property_of_the_ontology_has_a_shape() -> None:
    classes = set(ONTOLOGY.subjects(RDF.type, OWL.Class))
    assert classes <= set(SHAPES.objects(None, SH.targetClass))
    kinds = (OWL.ObjectProperty, OWL.DatatypeProperty)
    properties = {p for kind in kinds for p in ONTOLOGY.subjects(RDF.type, kind)}
    assert properties <= set(SHAPES.objects(None, SH.path))


def test_every_term_of_kg_in_the_shapes_is_declared() -> None:
    used = {term for triple in SHAPES for term in triple if str(term).startswith(KG)}
    assert used <= set(ONTOLOGY.subjects(RDF.type))


def test_shapes_ask_of_relations_what_the_ontology_says() -> None:
    known = ontology.load()
    for name, relation in known.relations.items():
        if relation.same_type:  # asked by alternatives, broken by hand below
            continue
        shape = SHAPE[name]
        assert SHAPES.value(shape, SH.targetSubjectsOf) == KG[name]
        [asked] = SHAPES.objects(shape, SH.property)
        ends = {"domain": SHAPES.value(shape, SH["class"]), "range": SHAPES.value(asked, SH["class"])}
        for side, class_ in ends.items():
            types = getattr(relation, side)
            wanted = KG.Concept if len(types) == len(known.types) else KG[min(types)]
            assert class_ == wanted, (name, side)
    [listed] = SHAPES.objects(SHAPES.value(predicate=SH.path, object=RDF.predicate, any=True), SH["in"])
    lists = [set(Collection(SHAPES, each)) for each in SHAPES.objects(None, SH["in"])]
    assert {KG[name] for name in known.relations} in lists
    assert listed


def test_every_property_says_what_was_expected() -> None:
    for shape in NAMED:
        for asked in SHAPES.objects(shape, SH.property):
            assert SHAPES.value(asked, SH.message), (shape, SHAPES.value(asked, SH.path))


def constraints() -> Iterator[Constraint]:
    """Every constraint on a property of a shape's node."""
    for shape in NAMED:
        for asked in SHAPES.objects(shape, SH.property):
            for parameter, value in SHAPES.predicate_objects(asked):
                if parameter not in (SH.path, SH.message, SH.property, SH.qualifiedValueShape):
                    yield Constraint(shape, SHAPES.value(asked, SH.path), parameter, value)


def broken(constraint: Constraint, number: int) -> Broken:
    """A copy of a node of the whole that the shape is about, which breaks the constraint; under an IRI of its own."""
    shape, path, parameter, value = constraint
    about = {
        node
        for predicate, members in TARGETS.items()
        for target in SHAPES.objects(shape, predicate)
        for node in members(target)
    }
    full = sorted(node for node in about if list(DATA.objects(node, path)))
    node = full[0]
    stem, _, last = str(node).rpartition("/")
    copy = URIRef(f"{stem}/{number:024x}" if set(last) <= set("abcdef") else f"{stem}/{last}-{number}")
    old = sorted(DATA.objects(node, path))
    new = PROPERTY[parameter](old, value)
    kept = {(copy, p, o) for _, p, o in DATA.triples((node, None, None)) if p != path}
    if parameter == SH.disjoint:
        kept = {(s, p, Literal("the name") if p == value else o) for s, p, o in kept}
    changed = kept | {(copy, path, o) for o in new}
    # what leads to the node leads to its copy, where that is what the shape goes by
    for predicate in SHAPES.objects(shape, SH.targetObjectsOf):
        changed |= {(s, predicate, copy) for s in DATA.subjects(predicate, node)}
    return Broken(copy, changed)


@pytest.fixture(scope="module")
def everything_broken(
    tmp_path_factory: pytest.TempPathFactory,
) -> tuple[list[tuple[Constraint, Broken]], ValidationReport]:
    """The whole with a broken copy of a node for every constraint on a property, and what is found wrong with it."""
    cases = [
        (constraint, broken(constraint, number)) for number, constraint in enumerate(sorted(constraints()))
    ]
    graph = rdflib.Graph().parse(WHOLE).parse(data=EXTRA, format="turtle")
    for _, case in cases:
        for triple in case.triples:
            graph.add(triple)
    path = tmp_path_factory.mktemp("broken") / "broken.nt"
    graph.serialize(path, format="nt", encoding="utf-8")
    return cases, check(rdf(path))


def test_every_constraint_on_a_property_catches_what_breaks_it(
    everything_broken: tuple[list[tuple[Constraint, Broken]], ValidationReport],
) -> None:
    cases, report = everything_broken
    assert len(cases) > 200
    caught = {(v.node, v.shape, v.constraint.casefold()) for v in report.violations}
    missed = [
        (constraint, case.node)
        for constraint, case in cases
        if (str(case.node), str(constraint.shape), str(constraint.parameter).rsplit("#")[1].casefold())
        not in caught
    ]
    assert missed == []


PREFIXES = "".join(f"@prefix {prefix}: <{iri}> .\n" for prefix, iri in DATA.namespaces() if prefix)
HASH = "f" * 24
NODES = [
    # shape, constraint, what is added to the whole, what is found
    ("Concept", "Xone", "method:lora a kg:Task .", "of class kg:Concept, kg:Method, kg:Task, skos:Concept"),
    ("Concept", "Xone", "<https://kg.test/concept/x> a kg:Concept .", "of class kg:Concept"),
    ("Method", "Pattern", "<urn:x> a kg:Method .", "it is urn:x"),
    ("Method", "NodeKind", "[] a kg:Method .", "it is a blank node"),
    ("Task", "Pattern", "method:y a kg:Task .", "/concept/method/y"),
    ("Task", "NodeKind", "[] a kg:Task .", "it is a blank node"),
    (
        "Dataset",
        "Pattern",
        "dataset:a%2Fb a kg:Dataset . <https://kg.test/concept/dataset/> a kg:Dataset .",
        "dataset/",
    ),
    ("Dataset", "NodeKind", "[] a kg:Dataset .", "it is a blank node"),
    ("Metric", "Pattern", "task:z a kg:Metric .", "/concept/task/z"),
    ("Metric", "NodeKind", "[] a kg:Metric .", "it is a blank node"),
    ("Paper", "Pattern", "<https://kg.test/paper/a/b> a kg:Paper .", "paper/a/b"),
    ("Paper", "NodeKind", "[] a kg:Paper .", "it is a blank node"),
    (
        "proposes",
        "Class",
        "method:lora kg:proposes task:tuning .",
        "kg:Method",
    ),
    ("mentions", "Class", "method:lora kg:mentions task:tuning .", "kg:Method"),
    ("usedFor", "Class", "task:tuning kg:usedFor task:learning .", "kg:Task"),
    ("evaluatedOn", "Class", "task:tuning kg:evaluatedOn dataset:glue .", "kg:Task"),
    ("trainedOn", "Class", "dataset:glue kg:trainedOn dataset:glue .", "kg:Dataset"),
    ("measuredBy", "Class", "metric:f1 kg:measuredBy metric:f1 .", "kg:Metric"),
    ("benchmarkFor", "Class", "method:lora kg:benchmarkFor task:tuning .", "kg:Method"),
    ("partOf", "Or", "method:lora kg:partOf dataset:glue .", "kg:Method"),
    ("partOf", "Or", "task:tuning kg:partOf task:learning .", "kg:Task"),
    ("subclassOf", "Class", "task:tuning kg:subclassOf method:lora .", "kg:Task"),
    ("comparedWith", "Class", "dataset:glue kg:comparedWith method:lora .", "kg:Dataset"),
    ("subtaskOf", "Class", "method:lora kg:subtaskOf task:learning .", "kg:Method"),
    ("uses", "Class", "paper:p1 kg:uses method:lora .", "kg:Paper, schema:ScholarlyArticle"),
    (
        "Statement",
        "Closed",
        f"<https://kg.test/statement/{'a' * 24}> kg:value 1.0 .",
        'kg:value is "1.0"^^xsd:decimal',
    ),
    ("Statement", "Pattern", "<https://kg.test/statement/7> a kg:Statement .", "statement/7"),
    ("Statement", "NodeKind", "[] a kg:Statement .", "it is a blank node"),
    (
        "Supported",
        "Or",
        f"<https://kg.test/statement/{'b' * 24}> a kg:Statement, rdf:Statement .",
        "kg:Statement",
    ),
    ("Evidence", "Closed", 'evidence:aaaaaaaaaaaaaaaaaaaaaaaa kg:rule "r" .', 'kg:rule is "r"'),
    ("Evidence", "Pattern", "<https://kg.test/evidence/7> a kg:Evidence .", "evidence/7"),
    ("Evidence", "NodeKind", "[] a kg:Evidence .", "it is a blank node"),
    ("Mention", "Closed", f'<https://kg.test/mention/{"a" * 24}> kg:kind "k" .', 'kg:kind is "k"'),
    ("Mention", "Pattern", "<https://kg.test/mention/7> a kg:Mention .", "mention/7"),
    ("Mention", "NodeKind", "[] a kg:Mention .", "it is a blank node"),
    ("Passage", "Closed", f'<https://kg.test/passage/{"a" * 24}> oa:exact "x" .', 'oa:exact is "x"'),
    ("Passage", "Pattern", "<https://kg.test/passage/7> a oa:SpecificResource .", "passage/7"),
    ("Passage", "NodeKind", "[] a oa:SpecificResource .", "it is a blank node"),
    ("Position", "Closed", f'<https://kg.test/position/{"a" * 24}> oa:exact "x" .', 'oa:exact is "x"'),
    ("Position", "Pattern", "<https://kg.test/position/7> a oa:TextPositionSelector .", "position/7"),
    ("Position", "NodeKind", "[] a oa:TextPositionSelector .", "it is a blank node"),
    (
        "Quotation",
        "Closed",
        f"<https://kg.test/quote/{'a' * 24}> oa:start 1 .",
        'oa:start is "1"^^xsd:integer',
    ),
    ("Quotation", "Pattern", "<https://kg.test/quote/7> a oa:TextQuoteSelector .", "quote/7"),
    ("Quotation", "NodeKind", "[] a oa:TextQuoteSelector .", "it is a blank node"),
    ("Result", "Closed", f"<https://kg.test/result/{'a' * 24}> kg:support 1 .", "kg:support is"),
    ("Result", "Pattern", "<https://kg.test/result/7> a kg:Result .", "result/7"),
    ("Result", "NodeKind", "[] a kg:Result .", "it is a blank node"),
    ("Link", "Closed", f"<https://kg.test/link/{'a' * 24}> kg:confidence 1.0 .", "kg:confidence is"),
    ("Link", "Pattern", "<https://kg.test/link/7> a kg:Link .", "link/7"),
    ("Link", "NodeKind", "[] a kg:Link .", "it is a blank node"),
    ("Card", "Class", "<urn:card> a dcat:Dataset .", "of class dcat:Dataset"),
    ("Build", "Class", "<urn:build> a kg:Build .", "of class kg:Build"),
    ("Model", "Class", "<urn:model> a kg:Model .", "of class kg:Model"),
    ("Input", "Class", "<urn:input> a kg:Input .", "of class kg:Input"),
]


@pytest.fixture(scope="module")
def nodes_broken(tmp_path_factory: pytest.TempPathFactory) -> list[ValidationReport]:
    """What is found wrong with the whole and each of `NODES`: apart, as they meet in the same nodes."""
    path = tmp_path_factory.mktemp("nodes") / "broken.ttl"
    reports = []
    # those of the same shape and constraint apart, the others together
    for group in (NODES[0::3], NODES[1::3], NODES[2::3]):
        added = "\n".join(turtle for _, _, turtle, _ in group)
        path.write_text(WHOLE.read_text(encoding="utf-8") + PREFIXES + added, encoding="utf-8")
        reports.append(check(rdf(path)))
    return reports


@pytest.mark.parametrize("number", range(len(NODES)), ids=lambda n: f"{NODES[n][0]}-{NODES[n][1]}")
def test_every_constraint_on_a_node_catches_what_breaks_it(
    nodes_broken: list[ValidationReport], number: int
) -> None:
    shape, constraint, _, found = NODES[number]
    caught = [
        v
        for v in nodes_broken[number % 3].violations
        if (v.shape, v.constraint) == (SHAPE[shape].toPython(), constraint)
    ]
    assert [v for v in caught if found in v.found], caught


def test_every_constraint_on_a_node_is_tried() -> None:
    silent = (SH.message, SH.property, SH.ignoredProperties, *TARGETS)
    asked = {
        (str(shape).removeprefix(SHAPE), str(parameter).rsplit("#")[1].capitalize().replace("kind", "Kind"))
        for shape in NAMED
        for parameter in SHAPES.predicates(shape)
        if parameter not in silent and parameter != RDF.type
    }
    assert asked == {(shape, constraint) for shape, constraint, _, _ in NODES}
