"""Each format: what its reader makes of good and of broken records."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kg.errors import Problem
from kg.export import export
from kg.read import read
from kg.records import Document
from kg.store import Store

A = "We train BERT on SQuAD."
B = "GPT-2 is evaluated on LAMBADA."
C = "RoBERTa is evaluated on RACE."


def _read(tmp_path: Path, name: str, content: str) -> tuple[list[Document], list[Problem]]:
    path = tmp_path / name
    path.write_text(content, encoding="utf-8")
    problems: list[Problem] = []
    return list(read([path], problems.append)), problems


def _pairs(documents: list[Document]) -> list[tuple[str | None, str]]:
    return [(d.title, d.text) for d in documents]


# --- plain text and Markdown ---


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (f"{A}\n\n{B}\n", [(None, A), (None, B)]),
        (f"ICML 2026 Papers\n\n{A}\n\n{B}\n", [(None, A), (None, B)]),
        (f"ICML 2026 论文列表\n\n{A}\n\n{B}\n", [(None, A), (None, B)]),
        (f"ICML 2026 Papers\n\n{A}\n", [(None, A)]),
        (f"On Masked Models\n\n{A}\n", [("On Masked Models", A)]),
        (f"On Masks\n\n{A}\n\nIs Attention Enough?\n\n{B}", [("On Masks", A), ("Is Attention Enough?", B)]),
        (f"NeurIPS Papers\n\nOn Models\n\n{A}\n\nOn Texts\n\n{B}", [("On Models", A), ("On Texts", B)]),
        (f"# Papers\n\n## On Models\n{A}\n## On Texts\n{B}", [("On Models", A), ("On Texts", B)]),
        (f"On Models\n---\n{A}\n\nOn Texts\n====\n{B}", [("On Models", A), ("On Texts", B)]),
        (f"## On Models\n\n{A}\n\n{C}\n\n## On Texts\n\n{B}", [("On Models", f"{A} {C}"), ("On Texts", B)]),
        (f"On Models\n\nAnn Example, Bo Sample\n\nAbstract\n\n{A}", [("On Models", A)]),
        (f"## On Models\n*Ann Example · Bo S.* (Oral)\n\n**Abstract:** {A}\n\n## On Texts\n\n{B}", [("On Models", A), ("On Texts", B)]),
        (f"On Models\nAnn Example, Bo S.\nAbstract: {A}\n\nOn Texts\nCy Person\nAbstract: {B}", [("On Models", A), ("On Texts", B)]),
        (f"arXiv:2401.00001\nTitle: On Models\nAuthors: A. Example\nAbstract: {A}", [("On Models", A)]),
        (f"{A}\n\n---\n\n{B}", [(None, A), (None, B)]),
        (f"{A}\f{B}", [(None, A), (None, B)]),
        (f"---\ntitle: x\n---\n\n{A}", [(None, A)]),
        ("BERT evaluated on SQuAD", [(None, "BERT evaluated on SQuAD")]),
        ("We train graph\nattention networks.", [(None, "We train graph attention networks.")]),
    ],
)  # fmt: skip
@pytest.mark.parametrize("name", ["a.txt", "a.md"])
def test_plain_text(tmp_path: Path, name: str, content: str, expected: list[tuple[str | None, str]]) -> None:
    documents, problems = _read(tmp_path, name, content)
    assert _pairs(documents) == expected
    assert problems == []


def test_plain_text_gives_the_line_of_each_abstract(tmp_path: Path) -> None:
    documents, _ = _read(tmp_path, "a.txt", f"ICML 2026 Papers\n\n{A}\n\n\n{B}\n")
    assert [d.line for d in documents] == [3, 6]


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("One title\n\nAnother title", ["One title", "Another title"]),
        (f"{A}\n\nWe study birds without a full stop", [A, "We study birds without a full stop"]),
        (f"## GPT\n{A}\n\n- one\n- two\n\n## BERT\n{B}", [f"{A} one two", B]),
    ],
)
def test_text_without_full_stops_is_not_lost(tmp_path: Path, content: str, expected: list[str]) -> None:
    documents, problems = _read(tmp_path, "a.md", content)
    assert [d.text for d in documents] == expected
    assert problems == []


def test_title_without_an_abstract_at_the_end_is_reported(tmp_path: Path) -> None:
    documents, problems = _read(tmp_path, "a.txt", f"{A}\n\nOn Lost Titles\n")
    assert _pairs(documents) == [(None, A)]
    assert [(p.line, p.skipped) for p in problems] == [(3, True)]


# --- JSON ---

OPENALEX = {"id": "https://openalex.org/W1", "display_name": "Repeats", "publication_year": 2020,
            "abstract_inverted_index": {"BERT": [0, 3], "is": [1], "not": [2]},
            "authorships": [{"author": {"display_name": "Ann Example"}}],
            "primary_location": {"landing_page_url": "https://a.b/1",
                                 "source": {"display_name": "J. Sam"}}}  # fmt: skip
OPENREVIEW = {"id": "xYz", "content": {"title": {"value": "T"}, "abstract": {"value": A},
              "keywords": {"value": ["k1", "k2"]},
              "authors": {"value": ["Ann Example"]}, "venue": {"value": "ICLR 2024"}}}  # fmt: skip
SEMANTIC_SCHOLAR = {"paperId": "abc", "title": "T", "abstract": A,
                    "externalIds": {"DOI": "10.1000/X", "ArXiv": "2001.00001"},
                    "authors": [{"authorId": "1", "name": "Ann Example"}], "year": 2020}  # fmt: skip
CROSSREF = {"status": "ok", "message": {"items": [{"DOI": "10.1000/J1", "title": ["T"],
            "abstract": f"<jats:p>{A}</jats:p>",
            "container-title": ["J. Samples"], "issued": {"date-parts": [[2019, 6]]},
            "author": [{"given": "Ann", "family": "Example"}]}]}}  # fmt: skip


def test_openalex(tmp_path: Path) -> None:
    document = _read(tmp_path, "a.jsonl", json.dumps(OPENALEX))[0][0]
    assert (document.id, document.title, document.text) == (
        "https://openalex.org/W1",
        "Repeats",
        "BERT is not BERT",
    )
    assert (document.year, document.venue, document.url) == (2020, "J. Sam", "https://a.b/1")
    assert document.authors == ("Ann Example",)


def test_openreview(tmp_path: Path) -> None:
    document = _read(tmp_path, "a.json", json.dumps({"notes": [OPENREVIEW]}))[0][0]
    assert (document.id, document.title, document.text, document.venue) == ("xYz", "T", A, "ICLR 2024")
    assert (document.keywords, document.authors) == (("k1", "k2"), ("Ann Example",))


def test_semantic_scholar(tmp_path: Path) -> None:
    document = _read(tmp_path, "a.json", json.dumps({"total": 1, "data": [SEMANTIC_SCHOLAR]}))[0][0]
    assert (document.id, document.doi, document.text, document.authors) == (
        "abc",
        "10.1000/x",
        A,
        ("Ann Example",),
    )


def test_crossref(tmp_path: Path) -> None:
    document = _read(tmp_path, "a.json", json.dumps(CROSSREF))[0][0]
    assert (document.id, document.title, document.text) == ("10.1000/j1", "T", A)
    assert (document.published, document.year, document.venue) == ("2019-06", 2019, "J. Samples")
    assert document.authors == ("Ann Example",)


@pytest.mark.parametrize("form", [
    json.dumps, lambda r: json.dumps(r, indent=2), lambda r: "\n".join(map(json.dumps, r)),
    lambda r: json.dumps({"results": r}), lambda r: json.dumps({"papers": r}, indent=1),
    lambda r: json.dumps({"Items": r}),
    lambda r: "\n\n".join(map(json.dumps, r)) + "\n",
])  # fmt: skip
@pytest.mark.parametrize("name", ["a.json", "a.jsonl", "a"])
def test_json_in_every_wrapping(tmp_path: Path, form: object, name: str) -> None:
    assert callable(form)
    content = form([{"ID": 1, "Title": "One", "Abstract": A}, {"id": "2", "TITLE": "Two", "text": B}])
    documents, problems = _read(tmp_path, name, content)
    assert [(d.id, d.title, d.text) for d in documents] == [("1", "One", A), ("2", "Two", B)]
    assert problems == []


def test_one_pretty_printed_record(tmp_path: Path) -> None:
    documents, problems = _read(tmp_path, "a.json", json.dumps({"title": "T", "abstract": A}, indent=4))
    assert (_pairs(documents), problems) == ([("T", A)], [])


def test_broken_json_on_one_line_of_many(tmp_path: Path) -> None:
    content = f'{{"abstract": "{A}"}}\n{{"abstract": "broken\n[1, 2]\n"text"\n{{"abstract": "{B}"}}\n'
    documents, problems = _read(tmp_path, "a.jsonl", content)
    assert [(d.text, d.line) for d in documents] == [(A, 1), (B, 5)]
    assert sorted({p.line for p in problems}) == [2, 3, 4] and all(p.skipped for p in problems)
    assert "not valid JSON (Unterminated string starting at column 14);" in problems[0].message


def test_list_that_breaks_off_gives_what_came_before(tmp_path: Path) -> None:
    content = f'[\n{{"abstract": "{A}"}},\n{{"abstract": "{B}"}},\n{{"abstract": "brok'
    documents, problems = _read(tmp_path, "a.json", content)
    assert [(d.text, d.line) for d in documents] == [(A, 2), (B, 3)]
    assert [p.line for p in problems] == [4]


def test_deeply_nested_json_is_reported(tmp_path: Path) -> None:
    documents, problems = _read(tmp_path, "a.jsonl", "[" * 100_000 + f'\n{{"abstract": "{A}"}}')
    assert all(p.skipped for p in problems) and len(problems) == 1
    assert _pairs(documents) in ([], [(None, A)])


# --- CSV ---


@pytest.mark.parametrize(
    "content",
    [
        f"id,title,abstract\n1,T,{A}\n",
        f'ID;Article Title;Abstract Text\n1;T;"{A}"\n',
        f"Id\tTITLE\tAbstract\n1\tT\t{A}\n",
        f"id|Title|Summary\n1|T|{A}\n",
        f"sep=;\nid;title;abstract\n1;T;{A}\n",
        f'"id", "title", "abstract"\r\n"1", "T", "{A}"\r\n',
    ],
)
def test_delimiters_and_header_names(tmp_path: Path, content: str) -> None:
    documents, problems = _read(tmp_path, "a.csv", content)
    assert [(d.id, d.title, d.text) for d in documents] == [("1", "T", A)]
    assert problems == []


def test_fields_over_several_lines_and_more_columns(tmp_path: Path) -> None:
    header = "DOI,Title,Authors,Publication Year,Source Title,Keywords,Abstract"
    content = f'{header}\n10.1000/X1,T,"Ann E; Bo S",2019,J,"a; b","{A}\n{B}"\n'
    document = _read(tmp_path, "a.csv", content)[0][0]
    assert (document.text, document.id, document.year, document.venue) == (
        f"{A} {B}",
        "10.1000/x1",
        2019,
        "J",
    )
    assert (document.authors, document.keywords, document.line) == (("Ann E", "Bo S"), ("a", "b"), 2)


def test_unclosed_quote_is_named_and_the_other_rows_are_read(tmp_path: Path) -> None:
    content = (
        f'id,title,abstract\n1,Good,{A}\n2,"Stray quote,{B}\n3,Next,{C}\n4,"Fine, too","""Quoted"" text."\n'
    )
    documents, problems = _read(tmp_path, "a.csv", content)
    assert [d.id for d in documents] == ["1", "2", "3", "4"]
    assert documents[3].title == "Fine, too" and documents[3].text == '"Quoted" text.'
    assert [p.line for p in problems] == [3] and "quotation mark" in problems[0].message


def test_table_without_an_abstract_column_says_what_it_found(tmp_path: Path) -> None:
    documents, problems = _read(tmp_path, "a.csv", "foo,bar\n1,2\n")
    assert documents == []
    assert len(problems) == 1 and all(word in problems[0].message for word in ("'foo'", "'bar'", "abstract"))


@pytest.mark.parametrize("nothing", ["[No abstract available]", "No abstract is available.", "None", "N/A"])
def test_what_databases_write_in_place_of_an_abstract_is_none(tmp_path: Path, nothing: str) -> None:
    record = json.dumps({"title": "A note", "abstract": nothing})
    documents, problems = _read(tmp_path, "a.jsonl", record)
    assert _pairs(documents) == [("A note", "")]
    assert [p.message for p in problems] == ["a record without an abstract; kept by its title."]


def test_kg_s_own_tables_for_neo4j_are_no_papers(sample: Store, tmp_path: Path) -> None:
    export(sample, "csv", tmp_path / "csv")
    problems: list[Problem] = []
    assert list(read([tmp_path / "csv"], problems.append)) == []
    assert [("not of papers; skipped." in p.message, p.line) for p in problems] == [(True, 1)] * 4


def test_delimiter_inside_the_last_unquoted_abstract(tmp_path: Path) -> None:
    documents, _ = _read(tmp_path, "a.csv", "id,abstract\n1,BERT is evaluated on SQuAD, GLUE.\n")
    assert documents[0].text == "BERT is evaluated on SQuAD, GLUE."


# --- BibTeX ---


def test_bibtex(tmp_path: Path) -> None:
    content = (
        '@string{icml = "Proc. ICML"}\n@article{k1,\n  title = {{Masked {BERT} Models for {Q}uestions}},\n'
        "  author = {Example, Ann and Sample, Bo},\n  booktitle = icml,\n  year = {{2019}},\n"
        "  doi = {https://doi.org/10.1000/K1},\n"
        "  keywords = {a, b},\n  abstract = {We test {BERT} with $\\mathcal{O}(n^{2})$ on 50\\% of Q\\&A.}\n}\n"
        "@comment{no}\n"
    )
    documents, problems = _read(tmp_path, "a.bib", content)
    assert problems == []
    document = documents[0]
    assert (document.id, document.title, document.line) == ("k1", "Masked BERT Models for Questions", 2)
    assert document.text == "We test BERT with O(n^2) on 50% of Q&A."
    assert (document.year, document.venue, document.doi) == (2019, "Proc. ICML", "10.1000/k1")
    assert (document.authors, document.keywords) == (("Example, Ann", "Sample, Bo"), ("a", "b"))


def test_bibtex_entries_with_one_key_are_two_papers(tmp_path: Path) -> None:
    content = f"@article{{k,\n title={{One}}, abstract={{{A}}}\n}}\n"
    content += f"@article{{k,\n title={{Two}}, abstract={{{B}}}\n}}\n"
    documents, problems = _read(tmp_path, "a.bib", content)
    assert [d.title for d in documents] == ["One", "Two"] and len({d.id for d in documents}) == 2
    assert any("'k'" in p.message for p in problems)


def test_bibtex_faults_are_mended_or_named(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    content = (
        f"@article{{good1,\n title = {{Good}}, abstract = {{{A}}}\n}}\n"
        f"@article{{nocomma,\n title = {{No comma}}\n abstract = {{{B}}}\n}}\n"
        f"@article{{nobrace,\n title = {{Never closed, abstract = {{{C}}}\n\n"
        "@article{good2,\n title = {Also good}, abstract = {ALBERT is good.}\n}\n"
    )
    documents, problems = _read(tmp_path, "a.bib", content)
    assert _pairs(documents) == [
        ("Good", A),
        ("No comma", B),
        ("Never closed", C),
        ("Also good", "ALBERT is good."),
    ]
    assert [(p.line, p.skipped) for p in problems] == [(5, False), (8, False)]
    assert "nobrace" in problems[1].message
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    "broken", ["@misc{x\n title={T}\n}", "@article{x", "@article{x, title={" + "{" * 3000, "@{}"]
)
def test_bibtex_that_cannot_be_mended_does_not_stop_the_rest(tmp_path: Path, broken: str) -> None:
    good = f"@article{{ok, title={{T}}, abstract={{{A}}}}}"
    documents, problems = _read(tmp_path, "a.bib", f"{good}\n{broken}\n")
    assert ("T", A) in _pairs(documents)
    assert all(p.line is not None for p in problems)


# --- RIS ---


def test_ris(tmp_path: Path) -> None:
    content = (
        f"TY  - JOUR\nID  - r1\nTI  - One\nAU  - Example, Ann\nAU  - Sample, Bo\nPY  - 2019/06//\n"
        f"JO  - J. Samples\nAB  - {A}\n"
        f"DO  - 10.1000/R1\nKW  - a\nKW  - b\nUR  - https://a.b/1\nER  - \n\n"
        f"TY  - CONF\nT1  - Two\nN2  - {B}\nY1  - 2020\nER  -\n"
    )
    documents, problems = _read(tmp_path, "a.ris", content)
    assert problems == []
    assert _pairs(documents) == [("One", A), ("Two", B)]
    first = documents[0]
    assert (first.id, first.year, first.published, first.venue) == ("r1", 2019, "2019-06", "J. Samples")
    assert (first.doi, first.url, first.authors) == (
        "10.1000/r1",
        "https://a.b/1",
        ("Example, Ann", "Sample, Bo"),
    )
    assert (first.keywords, [d.line for d in documents]) == (("a", "b"), [1, 15])


def test_ris_without_its_end_is_read_up_to_the_next(tmp_path: Path) -> None:
    content = f"TY  - JOUR\nTI  - One\nAB  - {A}\nTY  - JOUR\nTI  - Two\nAB  - {B}\nER  - \n"
    documents, problems = _read(tmp_path, "a.ris", content)
    assert _pairs(documents) == [("One", A), ("Two", B)]
    assert [(p.line, p.skipped) for p in problems] == [(1, False)]


# --- content against name ---


@pytest.mark.parametrize(
    "content",
    [
        f'{{"title": "T", "abstract": "{A}"}}\n',
        f"title,abstract\nT,{A}\n",
        f"@article{{k, title={{T}}, abstract={{{A}}}}}\n",
        f"TY  - JOUR\nTI  - T\nAB  - {A}\nER  - \n",
    ],
)
def test_format_is_told_by_content_where_the_name_says_nothing(tmp_path: Path, content: str) -> None:
    documents, problems = _read(tmp_path, "export.dat", content)
    assert (_pairs(documents), problems) == ([("T", A)], [])


def test_text_that_invites_backtracking_is_read_at_once(tmp_path: Path) -> None:
    documents, _ = _read(tmp_path, "a.txt", f"{'A' * 200}!\n\n{'Ab, ' * 40}x\n\n{A}\n")
    assert documents[-1].text == A


@pytest.mark.parametrize(
    "content", [f"PMID- 1\nAB  - {A}\n", f"%0 Book\n%X {A}\n", f'<?xml version="1.0"?><a>{A}</a>']
)
def test_formats_that_kg_does_not_read_are_named_and_not_taken_for_prose(
    tmp_path: Path, content: str
) -> None:
    documents, problems = _read(tmp_path, "export.txt", content)
    assert documents == []
    assert len(problems) == 1 and problems[0].skipped and "which kg does not read" in problems[0].message


# --- Web of Science ---


def test_web_of_science_plain_text(tmp_path: Path) -> None:
    content = (
        "FN Clarivate Analytics Web of Science\nVR 1.0\nPT J\nAU Sample, A\n   Example, B\nTI On masked\n   models\n"
        f"SO A JOURNAL\nDE masks; models\nAB {A[:9]}\n   {A[9:].strip()}\nPY 2021\nDI 10.1234/x\nUT WOS:1\nER\n\n"
        f"PT C\nTI On texts\nAB {B}\nUT WOS:2\nER\n\nPT J\nTI Torn\nAB {C}\nUT WOS:3\n"
    )
    documents, problems = _read(tmp_path, "savedrecs.txt", content.replace("\n", "\r\n"))
    assert _pairs(documents) == [("On masked models", A), ("On texts", B), ("Torn", C)]
    first = documents[0]
    assert (first.id, first.doi, first.year, first.venue) == ("WOS:1", "10.1234/x", 2021, "A JOURNAL")
    assert (first.authors, first.keywords) == (("Sample, A", "Example, B"), ("masks", "models"))
    assert [d.line for d in documents] == [3, 17, 23]
    assert [(p.line, p.skipped) for p in problems] == [(23, False)]


def test_web_of_science_tab_delimited_text(tmp_path: Path) -> None:
    content = f"PT\tAU\tTI\tAB\tPY\nJ\tSample, A\tOn masks\t{A}\t2021\n"
    documents, problems = _read(tmp_path, "savedrecs.txt", content)
    assert (_pairs(documents), problems) == ([("On masks", A)], [])


# --- arXiv's mails ---


def test_arxiv_listing_mail(tmp_path: Path) -> None:
    rule = "-" * 78
    content = (
        f"{rule}\nSend any comments regarding submissions directly to submitter.\n{rule}\n"
        "\\\\\narXiv:2401.00001\nDate: Fri, 29 Dec 2023 10:00:00 GMT   (123kb,D)\n\nTitle: On masked\n  models\n"
        f"Authors: A. Sample, B. Example and C. Other\nCategories: cs.CL\n\\\\\n  {A}\n"
        f"\\\\ ( https://arxiv.org/abs/2401.00001 ,  123kb)\n{rule}\n"
        "\\\\\narXiv:2309.00002\nreplaced with revised version Mon, 1 Jan 2024 00:00:00 GMT   (9kb)\n\n"
        "Title: Replaced\nAuthors: D. One\nCategories: cs.LG\n\\\\ ( https://arxiv.org/abs/2309.00002 ,  9kb)\n"
        f"{rule}\n\\\\\narXiv:2401.00003 (*cross-listing*)\nDate: odd\n\nTitle: On texts\nAuthors: E. Two\n\\\\\n  {B}\n"
        f"\\\\ ( https://arxiv.org/abs/2401.00003 ,  9kb)\n{rule}\n%%--%%--%%\n"
    )
    documents, problems = _read(tmp_path, "mail.txt", content)
    assert _pairs(documents) == [("On masked models", A), ("Replaced", ""), ("On texts", B)]
    first = documents[0]
    assert (first.id, first.line, first.published) == ("arXiv:2401.00001", 4, "2023-12-29")
    assert first.authors == ("A. Sample", "B. Example", "C. Other")
    assert documents[2].id == "arXiv:2401.00003"
    assert [problem.skipped for problem in problems] == [False]  # the replaced one has no abstract
