"""What a line of curation.tsv may say."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.curate.lines import VERBS, Correction, checked, identity, parsed, written
from kg.errors import InputError
from tests import samples

LINES = [
    "merge\tMethod\tLLM\tlarge language model",
    "split\tMethod\tneural architecture search\tNAS",
    "split\tMethod\tCCL\tcurriculum learning\tp7",
    "rename\tMethod\tBert\tBERT",
    "retype\tMethod\tSQuAD\tDataset",
    "reject\tMethod\tour approach",
    "reject\tMethod\tour approach\t\tp7",
    "accept\tMethod\tGPT-2\tGPT-3",
]


@pytest.mark.parametrize("line", LINES)
def test_each_verb_reads_and_is_written_as_it_was(line: str) -> None:
    assert written(parsed(line)) == line
    assert parsed(f"{line}\t") == parsed(line)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("marge\tMethod\tA\tB", '"marge" is no verb; write one of merge, split, rename, retype, reject, accept.'),
        ("merge Method A B", "with tabs between the cells"),
        ("merge\tAnimal\tA\tB", '"Animal" is no type of concept; write one of Method, Task, Dataset, Metric.'),
        ("retype\tMethod\tA\tthing", '"thing" is no type of concept'),
        ("retype\tMethod\tA\tmethods", "is to become a Method, which it is"),
        ("merge\tMethod\tA", "lacks its fourth cell: write there the name that it is the same as."),
        ("rename\tMethod\tA", "the new name"),
        ("reject\tMethod", "by its type and name: write verb, type, name, other, paper."),
        ("reject\tMethod\tA\tp7", 'reject takes one name; take "p7" out'),
        ("merge\tMethod\tA\tB\tp7", 'merge holds in all papers; take "p7" out of the fifth cell.'),
        ("merge\tMethod\tGPT 2\tgpt-2", "which are spellings of one name"),
        ("merge\tMethod\tmethod/squad\tdataset/squad", 'merge of two types: "dataset/squad" is no Method'),
        ("reject\tMethod\tA\t\tp\tmore", "6 cells, and a line has at most 5"),
        ("\tMethod\tA", '"" is no verb'),
    ],
)  # fmt: skip
def test_a_bad_line_says_what_is_wrong_and_what_to_write(line: str, said: str) -> None:
    with pytest.raises(InputError) as error:
        parsed(line)
    assert said in str(error.value)
    assert "\n" not in str(error.value)


def test_an_endless_cell_is_a_sentence() -> None:
    with pytest.raises(InputError, match="cannot be read"):
        parsed("reject\tMethod\t" + "x" * 200_000)


def test_types_are_known_in_any_spelling() -> None:
    assert checked(["retype", "methods", "SQuAD", "dataset"]).other == "Dataset"


def test_lines_that_say_the_same_are_the_same() -> None:
    assert parsed("reject\tMethod\tFine-Tuning").says == parsed("reject\tMethod\tfine tuning").says
    assert parsed("rename\tMethod\tBert\tBERT").says != parsed("rename\tMethod\tBert\tbert").says


def test_no_spreadsheet_computes_a_name() -> None:
    line = written(Correction("reject", "Method", '=HYPERLINK("http://example.invalid","x")'))
    assert not any(cell.strip('"').startswith("=") for cell in line.split("\t"))
    assert parsed(line).name == '=HYPERLINK("http://example.invalid","x")'


NAME = st.text(st.characters(exclude_categories=["Cs"]), min_size=1).filter(
    lambda name: name.split() and not name.lstrip("\x1c").startswith("'")
)


@settings(deadline=None)
@given(NAME, NAME)
def test_any_name_survives_the_file(name: str, other: str) -> None:
    line = written(Correction("split", "Method", name, other, "p 1"))
    assert "\n" not in line and "\r" not in line
    again = parsed(line)
    assert (again.name, again.other) == (" ".join(name.split()), " ".join(other.split()))


@pytest.mark.parametrize("name", samples.HOSTILE)
def test_hostile_names_survive_too(name: str) -> None:
    again = parsed(written(Correction("split", "Method", name, "other")))
    assert identity(again.name) == identity(name)
    assert set(VERBS) == {line.split("\t")[0] for line in LINES}
