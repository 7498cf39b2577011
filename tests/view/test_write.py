"""The written page, read as a browser would read it; the faults of cases of area export-html."""

from __future__ import annotations

import base64
import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from kg import view
from kg.errors import NotFoundError, OutputError, UsageError
from kg.store import Store
from tests import samples, whole
from tests.view import pages
from tests.whole import Graph


@pytest.fixture
def page(sample: Store, tmp_path: Path) -> pages.Page:
    view.write(sample, tmp_path / "graph.html")
    return pages.read(tmp_path / "graph.html")


@pytest.fixture
def hostile_page(hostile: Store, tmp_path: Path) -> pages.Page:
    view.write(hostile, tmp_path / "graph.html", title="Graph </title><script>alert(3)</script>")
    return pages.read(tmp_path / "graph.html")


def test_one_file_that_refers_to_nothing_else(
    sample: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    made = view.write(sample, Path("graph.html"))
    assert made == view.View(Path("graph.html"), concepts=7, statements=8, left_out=0)
    assert [path.name for path in tmp_path.iterdir()] == ["graph.html"]
    page = pages.read(Path("graph.html"))
    assert list(page.outward()) == []
    assert not page.tags("link") and not page.tags("img") and not page.tags("iframe")
    assert "url(" not in page.styles[0] and "@import" not in page.styles[0]
    assert "sourceMappingURL" not in page.source


def test_hostile_names_add_no_element(page: pages.Page, hostile_page: pages.Page) -> None:
    assert len(hostile_page.tags("script")) == len(page.tags("script")) == 4
    assert "</script><script>alert(" not in hostile_page.source
    # All that more concepts add is rows of the table, and the legend's line for those in no statement.
    extra = {"tr": 1, "td": 4, "a": 1}
    line = {"label": 1, "input": 1, "span": 1}
    rows = len(samples.HOSTILE)
    for tag in {name for name, _ in hostile_page.elements} | {name for name, _ in page.elements}:
        more = extra.get(tag, 0) * rows + line.get(tag, 0)
        assert len(hostile_page.tags(tag)) == len(page.tags(tag)) + more, tag
    assert not [
        name for _, attributes in hostile_page.elements for name in attributes if name.startswith("on")
    ]


def test_hostile_names_decode_to_themselves(hostile_page: pages.Page) -> None:
    names = {concept["name"] for concept in hostile_page.data["concepts"]}
    assert set(samples.HOSTILE) < names
    assert "Graph </title><script>alert(3)</script>" in hostile_page.text
    assert "<img src=x onerror=alert(1)>" in hostile_page.text  # in the table, as text


def test_the_data_block_holds_no_markup_character(hostile_page: pages.Page) -> None:
    block = next(s for s in hostile_page.scripts if s.startswith('{"nodes"'))
    assert not set("<>&\u2028\u2029") & set(block)


def test_the_policy_allows_these_scripts_and_this_style_alone(page: pages.Page) -> None:
    def digest(text: str) -> str:
        return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"

    rules = dict(rule.split(" ", 1) for rule in page.policy.split("; "))
    head, _, library, script = page.scripts
    assert rules == {
        "default-src": "'none'",
        "script-src": " ".join(map(digest, (head, library, script))),
        "style-src": digest(page.styles[0]),
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    assert not [attributes for _, attributes in page.elements if "style" in attributes]


def test_a_title_of_bytes_that_are_no_text_is_written(sample: Store, tmp_path: Path) -> None:
    view.write(sample, tmp_path / "graph.html", title="a\udcff")
    assert "a?" in pages.read(tmp_path / "graph.html").text


def test_nothing_moves_by_itself(page: pages.Page) -> None:
    options = page.data["options"]
    assert options["physics"]["enabled"] is False and options["physics"]["stabilization"] is False
    assert options["layout"]["improvedLayout"] is False
    assert all(isinstance(node[axis], int) for node in page.data["nodes"] for axis in "xy")


def test_the_legend_counts_the_concepts_in_no_statement(page: pages.Page, hostile_page: pages.Page) -> None:
    def counted(read: pages.Page) -> list[str | None]:
        return [tag["value"] for tag in read.tags("input") if tag.get("name") == "apart"]

    assert (counted(page), counted(hostile_page)) == ([], ["apart"])
    assert f"In no statement, below {len(samples.HOSTILE)} " in hostile_page.text


def test_tooltips_are_lines_not_markup(page: pages.Page) -> None:
    bert = next(node for node in page.data["nodes"] if node["id"] == "method/bert")
    assert bert["title"].split("\n")[:2] == ["BERT", "Method · 2 papers, 4 mentions"]
    for item in page.data["nodes"] + page.data["edges"]:
        assert "<br" not in item["title"] and "<b>" not in item["title"]


def test_parallel_edges_are_all_there_and_apart(page: pages.Page) -> None:
    between = [
        e for e in page.data["edges"] if {e["from"], e["to"]} == {"method/bert", "method/transformers"}
    ]
    assert sorted(edge["label"] for edge in between) == ["compared with", "uses"]
    bends = [(edge["smooth"]["type"], edge["smooth"]["roundness"]) for edge in between]
    assert len(set(bends)) == 2
    arrows = {edge["label"]: edge["arrows"] for edge in between}
    assert arrows == {"compared with": "", "uses": "to"}


def test_what_is_proposed_here_is_marked(page: pages.Page) -> None:
    assert [node["id"] for node in page.data["nodes"] if node["proposed"]] == ["method/bert"]


def test_without_scripts_the_page_lists_the_concepts(page: pages.Page) -> None:
    assert page.tags("noscript") and "The drawing needs JavaScript" in page.text
    rows = [attributes["id"] for attributes in page.tags("tr") if attributes.get("id")]
    assert sorted(rows) == sorted(concept["id"] for concept in page.data["concepts"])
    assert "question answering" in page.text


def test_the_same_graph_gives_the_same_bytes(hostile: Store, hostile_path: Path, tmp_path: Path) -> None:
    view.write(hostile, tmp_path / "here.html")
    script = (
        "import sys; from pathlib import Path; from kg import store, view\n"
        "with store.Store(Path(sys.argv[1])) as opened: view.write(opened, Path(sys.argv[2]))"
    )
    unlike = {
        "LC_ALL": "C",
        "PYTHONUTF8": "0",
        "PYTHONIOENCODING": "cp1252",
        "PYTHONHASHSEED": "7",
        "DISPLAY": "",
    }
    run = subprocess.run(
        [sys.executable, "-c", script, str(hostile_path), str(tmp_path / "there.html")],
        env=os.environ | unlike | {"PYTHONPATH": str(Path.cwd()), "BROWSER": "/bin/false"},
        capture_output=True,
        text=True,
    )
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")
    assert (tmp_path / "here.html").read_bytes() == (tmp_path / "there.html").read_bytes()


def test_a_cut_page_says_so(sample: Store, tmp_path: Path) -> None:
    made = view.write(sample, tmp_path / "graph.html", limit=3)
    assert (made.concepts, made.left_out) == (3, 4)
    page = pages.read(tmp_path / "graph.html")
    assert "best supported 3 concepts; 4 more are left out" in page.text
    assert len(page.data["nodes"]) == 3


def test_a_neighbourhood_page(sample: Store, tmp_path: Path) -> None:
    view.write(sample, tmp_path / "graph.html", concept="dataset/glue", hops=1)
    page = pages.read(tmp_path / "graph.html")
    assert "GLUE and its neighbourhood" in page.text
    assert [node["id"] for node in page.data["nodes"]] == ["dataset/glue", "method/roberta"]
    assert page.tags("body")[0]["data-centre"] == "dataset/glue"


def test_an_empty_graph_is_a_page_that_says_so(tmp_path: Path) -> None:
    whole.write(Graph(), tmp_path / "graph.sqlite")
    with Store(tmp_path / "graph.sqlite") as opened:
        assert view.write(opened, tmp_path / "graph.html").concepts == 0
    page = pages.read(tmp_path / "graph.html")
    assert "No concept was found in this graph." in page.text
    assert page.data["nodes"] == page.data["edges"] == []


def test_errors_are_named(sample: Store, tmp_path: Path) -> None:
    with pytest.raises(NotFoundError):
        view.write(sample, tmp_path / "graph.html", concept="method/nothing")
    with pytest.raises(UsageError):
        view.write(sample, tmp_path / "graph.html", limit=0)
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(OutputError):
        view.write(sample, tmp_path / "file" / "graph.html")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_importing_the_stage_loads_no_heavy_library() -> None:
    heavy = {"pyvis", "networkx", "jinja2", "numpy"}
    script = f"import sys, kg.view; print(sorted({heavy} & set(sys.modules)))"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert run.stdout.strip() == "[]", run.stderr
