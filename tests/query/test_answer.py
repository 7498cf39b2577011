"""Answers in the formats of the W3C, each read back by a reader that is not kg's."""

from __future__ import annotations

import csv
import io
import json
from xml.etree import ElementTree

import pytest
import rdflib

from kg.errors import UsageError
from kg.query.answer import Answer, first, written

HOSTILE = 'a "b", \\c\nd\te\r<]]>&é😀'
ROWS = Answer("rows", f"?x\t?y\n<http://e/a>\t{json.dumps(HOSTILE, ensure_ascii=False)}\n\t1.5\n".encode())
TRIPLES = Answer(
    "triples",
    b'?subject\t?predicate\t?object\n<http://e/a>\t<http://e/p>\t"x \\" \\t \\\\ \\n"\n<http://e/b>\t<http://e/p>\t<http://e/a>\n',
)


def test_rows_in_each_format() -> None:
    assert list(csv.reader(io.StringIO(written(ROWS, "csv", {}).decode(), newline=""))) == [
        ["x", "y"], ["http://e/a", HOSTILE], ["", "1.5"],
    ]  # fmt: skip
    assert written(ROWS, "tsv", {}).decode().split("\n")[0] == "?x\t?y"
    value = json.loads(written(ROWS, "json", {}))
    assert value["head"] == {"vars": ["x", "y"]}
    assert value["results"]["bindings"] == [
        {"x": {"type": "uri", "value": "http://e/a"}, "y": {"type": "literal", "value": HOSTILE}},
        {"y": {"type": "literal", "value": "1.5", "datatype": "http://www.w3.org/2001/XMLSchema#decimal"}},
    ]
    root = ElementTree.fromstring(written(ROWS, "xml", {}))
    literals = root.iter("{http://www.w3.org/2005/sparql-results#}literal")
    assert [literal.text.replace("\r", "\n") for literal in literals if literal.text] == [
        HOSTILE.replace("\r", "\n"),
        "1.5",
    ]


@pytest.mark.parametrize("form", ["json", "xml", "csv", "tsv"])
def test_rdflib_reads_the_rows(form: str) -> None:
    plain = Answer("rows", b'?x\t?y\n<http://e/a>\t"b,c"\n<http://e/b>\t"d"\n')
    result = rdflib.query.Result.parse(io.BytesIO(written(plain, form, {})), format=form)
    assert sorted(tuple(map(str, row)) for row in result) == [("http://e/a", "b,c"), ("http://e/b", "d")]


def test_a_truth_value_in_each_format() -> None:
    truth = Answer("truth", b'{"head":{},"boolean":true}')
    assert json.loads(written(truth, "json", {})) == {"head": {}, "boolean": True}
    assert b"<boolean>true</boolean>" in written(truth, "xml", {})
    assert written(truth, "csv", {}).strip() == written(truth, "tsv", {}).strip() == b"true"


def test_triples_as_turtle_ntriples_and_rows() -> None:
    expected = rdflib.Graph()
    expected.add((rdflib.URIRef("http://e/a"), rdflib.URIRef("http://e/p"), rdflib.Literal('x " \t \\ \n')))
    expected.add((rdflib.URIRef("http://e/b"), rdflib.URIRef("http://e/p"), rdflib.URIRef("http://e/a")))
    turtle = written(TRIPLES, "turtle", {"e": "http://e/", "unused": "http://u/"})
    assert turtle.startswith(b"@prefix e: <http://e/> .\ne:a e:p ")
    for form, text in (("turtle", turtle), ("nt", written(TRIPLES, "ntriples", {}))):
        assert set(rdflib.Graph().parse(data=text, format=form)) == set(expected)
    assert len(json.loads(written(TRIPLES, "json", {}))["results"]["bindings"]) == 2
    assert len(list(TRIPLES.rows)) == TRIPLES.count == 2


@pytest.mark.parametrize("answer", [ROWS, Answer("truth", b'{"head":{},"boolean":false}')])
def test_only_triples_are_turtle(answer: Answer) -> None:
    with pytest.raises(UsageError, match="no triples to write as turtle"):
        written(answer, "turtle", {})


def test_an_answer_is_cut_by_rows() -> None:
    assert (first(ROWS, 1).count, first(ROWS, 2), first(ROWS, 9)) == (1, ROWS, ROWS)
    assert list(first(ROWS, 1).rows) == list(ROWS.rows)[:1]
    empty = Answer("rows", b"?x\n")
    assert (empty.count, list(empty.rows), first(empty, 5)) == (0, [], empty)
    assert Answer("rows", b"?x\n\n").count == 1
