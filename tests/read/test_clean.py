"""Markup and debris: what goes, what stays."""

from __future__ import annotations

import json
import time

import pytest

from kg.read.clean import clean
from kg.records import Document

LATEX = {
    r"\textbf{S}pike": "Spike",
    r"$\textbf{B}$undle": "Bundle",
    r"by 3.5\% \& more": "by 3.5% & more",
    "energy--efficient": "energy–efficient",
    r"\href{https://a.b}{code} here": "code here",
    r"Code:\url{https://a.b/c_d}.": "Code:https://a.b/c_d.",
    r"code\url{https://a.b} here": "code https://a.b here",
    "``quoted'' and `single' words": "“quoted” and ‘single’ words",
    r"Fr\'echet, na{\"i}ve, Erd\H{o}s, \c{C}, Nystr\"{o}m": "Fréchet, naïve, Erdős, Ç, Nyström",
    r"$\mathcal{O}(n^{2})$": "O(n^2)",
    r"$2^{O(1/\epsilon)}$": "2^(O(1/ε))",
    r"$\beta$-VAE": "β-VAE",
    r"an $\epsilon$ -best arm": "an ε-best arm",
    r"$n\log\log n$ and $n \geq 1$": "n log log n and n ≥ 1",
    r"$\frac{a+b}{c}$ or $\sqrt{T}$": "(a+b)/c or √T",
    r"$x^{\top}y$, $\{0, 1\}^d$": "x^Ty, {0, 1}^d",
    r"{\em i.e.}, the {\bf first}": "i.e., the first",
    r"method~\cite{a,b} (\citep{c}) works": "method works",
    r"\emph{BERT}~\cite{a} and \textbf{GPT}~and": "BERT and GPT and",
    r"see Fig.~3 and et al.~(2012)": "see Fig. 3 and et al. (2012)",
    r"$90^\circ$ turns, the 1$^{st}$": "90° turns, the 1st",
    r"\begin{itemize}\item one \item two\end{itemize}": "one two",
    r"over \mathcal{X}, \emphonly here": "over X, only here",
    r"the \(k\)-th of $ n $ items": "the k-th of n items",
    r"our \ours{} model": "our ours model",
    r"$|\langle\bm{a}_i,\bm{x}\rangle|^2$": "|⟨a_i,x⟩|^2",
    r"$\sim 1M$ weights, $3k$ of $2nm$, $2\times$ faster": "~ 1M weights, 3k of 2nm, 2× faster",
}

NO_LATEX = [
    "It costs $5 and $10.",
    "between $1.5M and $2M a year, $300 more",
    "50% of the data and 20% of the labels",
    r"He left C:\tmp\new and D:\data",
    r"the objective \ BERT",
    "the sets {0, 1} and {LIME}",
    "snake_case, __init__ of x_1 and x_2",
    "~10% of 50~60",
    "run with --flag -x",
]


@pytest.mark.parametrize(("source", "expected"), LATEX.items())
def test_latex(source: str, expected: str) -> None:
    assert clean(source).text == expected


@pytest.mark.parametrize("text", NO_LATEX)
def test_what_only_looks_like_latex_stays(text: str) -> None:
    assert clean(text).text == text


def test_dollars_of_money_and_of_mathematics_in_one_sentence() -> None:
    assert clean(r"for $5 and $10, $k$ of $\alpha n$").text == "for $5 and $10, k of α n"


def test_braces_are_markup_in_bibtex_alone() -> None:
    assert clean("{Deep {BERT} {Q}uestions}", braces=True).text == "Deep BERT Questions"
    assert clean("compare {LIME} with others").text == "compare {LIME} with others"


@pytest.mark.parametrize(
    ("broken", "expected"),
    [
        (r"a $\beta$-VAE with $\frac{1}{2}\rho$", "a β-VAE with 1/2ρ"),
        (r"$1.5\times$ faster", "1.5× faster"),
        (r"\textbf{bold} $\nu$-SVM", "bold ν-SVM"),
    ],
)
def test_latex_that_json_decoded_as_controls_is_restored(broken: str, expected: str) -> None:
    cleaned = clean(json.loads(f'"{broken}"'))
    assert cleaned.text == expected
    assert len(cleaned.notes) == 1 and "LaTeX" in cleaned.notes[0]


def test_white_space_of_running_text_is_not_taken_for_latex() -> None:
    cleaned = clean("We use\tthe net\neural one\nu")
    assert (cleaned.text, cleaned.notes) == ("We use the net eural one u", ())


MARKDOWN = {
    "**LERD** is *fast* and `small`": "LERD is fast and small",
    "**C**omp**O**sed": "CompOsed",
    "(language: *r* = 0.89)": "(language: r = 0.89)",
    "the [code](https://a.b/c) and ![figure](f.png)": "the code and figure",
    "## Heading\ntext": "Heading text",
    "- one\n- two": "one two",
    "_adaptive_ sampling": "adaptive sampling",
}


@pytest.mark.parametrize(("source", "expected"), MARKDOWN.items())
def test_markdown(source: str, expected: str) -> None:
    assert clean(source).text == expected


@pytest.mark.parametrize(
    "text",
    [
        "A* search and B* trees",
        "2 * 3 * 4",
        "snake_case_name",
        "p* = q*",
        "200[mm](length)",
        "C# and F#",
        "a_1 or b_2",
    ],
)
def test_what_only_looks_like_markdown_stays(text: str) -> None:
    assert clean(text).text == text


HTML = {
    "<jats:p>A <jats:italic>Bi</jats:italic>LSTM on CoNLL<jats:sub>2003</jats:sub>.</jats:p><p>F<sub>1</sub></p>": (
        "A BiLSTM on CoNLL2003. F1"
    ),
    "The <jats:inline-formula><jats:tex-math>$x_1$</jats:tex-math></jats:inline-formula> term": "The x_1 term",
    "<jats:title>Abstract</jats:title><jats:sec><jats:title>Methods</jats:title><p>We train.</p>": "We train.",
    "<title>On birds</title><p>We count.</p>": "On birds. We count.",
    "n<sup>2</sup> and 10<sup>-3</sup>": "n^2 and 10^-3",
    "&lt;mask&gt; &amp; Children&#x27;s": "<mask> & Children's",
    "one<br/>two<!-- no -->": "one two",
    "a<script>alert(1)</script>b": "a b",
    '<p class="x" id=3>text</p>': "text",
}


@pytest.mark.parametrize(("source", "expected"), HTML.items())
def test_html(source: str, expected: str) -> None:
    assert clean(source).text == expected


@pytest.mark.parametrize(
    "text", ["p < 0.05 and q > 1", "A<B", "the <mask> token", "a <subject, verb> pair", "x<b>y", "AT&T"]
)
def test_what_only_looks_like_html_stays(text: str) -> None:
    assert clean(text).text == text


CITATIONS = {
    "We build on BERT.[12]We use SQuAD[3,4], GLUE.^5 Next": "We build on BERT. We use SQuAD, GLUE. Next",
    "Seq[2]Seq and W[1]-hard": "Seq[2]Seq and W[1]-hard",
    "in [0,1] and κ∈[0,1]": "in [0,1] and κ∈[0,1]",
}


@pytest.mark.parametrize(("source", "expected"), CITATIONS.items())
def test_citation_marks(source: str, expected: str) -> None:
    assert clean(source).text == expected


DIVIDED = {
    "convo-\nlutional nets": "convolutional nets",
    "on CIFAR-\n10 and GPT-\r\n2": "on CIFAR-10 and GPT-2",
    "self-\nattention": "self-attention",
    "a graph-\nbased, state-of-\nthe-art way": "a graph-based, state-of-the-art way",
    "trans- former, machine trans- lation": "transformer, machine translation",
    "pre- and post-training, A-, C- or D-optimal": "pre- and post-training, A-, C- or D-optimal",
    "pre-\nand post-training": "pre- and post-training",
    "BERT- based and GNN -based": "BERT-based and GNN-based",
    "to our best knowledge- has been": "to our best knowledge- has been",
    "a Foozle-\nbarrer; the foozlebarrer": "a Foozlebarrer; the foozlebarrer",
    "the foo-\nbar and the foo-bar": "the foo-bar and the foo-bar",
    "soft\u00adhyphen, net\u00ad\nwork, net(cid:173) work": "softhyphen, network, network",
}


@pytest.mark.parametrize(("source", "expected"), DIVIDED.items())
def test_divided_words(source: str, expected: str) -> None:
    assert clean(source).text == expected


CHARACTERS = {
    "Deep\x01Walk.\x00 We": "DeepWalk. We",
    "e\ufb03cient \ufb01les": "efficient files",
    "cafe\u0301 \u212b": "café Å",
    "zero\u200bwidth \ufeffmark": "zerowidth mark",
    "lone \ud800surrogate": "lone surrogate",
    "robotâ\x80\x99s â€œblackâ€\x9d box": "robot’s “black” box",
    "speci(cid:12)c e(cid:14)cient": "specific efficient",
    "a\u00a0b\u2003c\td\x0be": "a b c d e",
    "lost \ufffd here": "lost here",
}


@pytest.mark.parametrize(("source", "expected"), CHARACTERS.items())
def test_characters(source: str, expected: str) -> None:
    assert clean(source).text == expected


def test_notes_say_what_was_removed_once() -> None:
    assert clean("a\x01b\x02c").notes == ("control characters were removed",)
    assert clean("plain").notes == ()


def test_label_before_the_abstract_goes() -> None:
    assert clean("Abstract: We train.").text == "We train."
    assert clean("Abstract Meaning Representation").text == "Abstract Meaning Representation"


def test_offsets_lead_back_to_the_original() -> None:
    original = r"We use  \emph{BERT} on 50\% of SQuAD"
    cleaned = clean(original)
    document = Document("p", cleaned.text, offsets=cleaned.offsets)
    for word in ("We", "BERT", "50", "SQuAD"):
        assert document.original_offset(cleaned.text.index(word)) == original.index(word)


@pytest.mark.parametrize(
    "piece", ["{", "$a", "\\frac{", "<b>", "<!--", "`a", "*a", "a- b ", "a-\n", " ", "[1", "e\u0301", "_{"]
)
def test_time_is_bounded_on_hostile_text(piece: str) -> None:
    start = time.perf_counter()
    clean(piece * (20_000 // len(piece)))
    assert time.perf_counter() - start < 3
