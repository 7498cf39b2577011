"""What holds of cleaning whatever the text."""

from __future__ import annotations

import unicodedata

from hypothesis import given, settings
from hypothesis import strategies as st

from kg.read.clean import Cleaned, clean
from kg.records import Document

_PIECES = st.sampled_from(
    [
        "BERT", " ", "a", "SQuAD", "\n", "\r\n", "- ", "-\n", "$",
        "\\textbf{", "{", "}", "\\", "\\alpha", "\\frac{1}{2}",
        "^", "_",
        "**", "*", "`", "``", "''", "[", "]", "(", ")", "[3,4]", "<b>", "</b>", "<p>", "&lt;", "&amp;",
        "<", ">", "%", "\\%", "~",
        "--", "---", "10", ".", ",", "#", "\x01", "\u200b", "\ufb01", "e\u0301", "\u00ad", "(cid:12)", "\ud800", "中",
        "😀", "\t",
        "\x08eta", "\ufffd", "http://a.b/c_d",
    ]
)  # fmt: skip
_MARKED_UP = st.lists(_PIECES, max_size=40).map("".join) | st.text(max_size=200)


def _places(cleaned: Cleaned) -> list[int]:
    document = Document("p", cleaned.text, offsets=cleaned.offsets)
    return [document.original_offset(i) for i in range(len(cleaned.text))]


@given(_MARKED_UP, st.booleans())
@settings(max_examples=400, deadline=None)
def test_text_is_one_clean_line_and_the_map_back_never_falls(text: str, braces: bool) -> None:
    cleaned = clean(text, braces)
    assert unicodedata.is_normalized("NFC", cleaned.text)
    assert cleaned.text == " ".join(cleaned.text.split())
    assert not any(unicodedata.category(c) in ("Cc", "Cs") or c in "\ufffd\u200b\ufeff" for c in cleaned.text)
    places = _places(cleaned)
    assert places == sorted(places)
    assert not places or (places[0] >= 0 and places[-1] < len(text))


@given(
    st.lists(
        st.sampled_from(["BERT", "x1", "über", "naïve", "(A)", "50%", "β-VAE", "C++", "中文", "😀"]),
        min_size=1,
    )
)
@settings(max_examples=100, deadline=None)
def test_text_without_markup_is_left_as_it_is(words: list[str]) -> None:
    assert clean(" ".join(words)) == Cleaned(" ".join(words))


@given(
    st.lists(st.sampled_from(["Spike", "net", "9", "q."]), min_size=1),
    st.sampled_from(["\\emph{%s}", "**%s**", "<i>%s</i>"]),
)
@settings(max_examples=100, deadline=None)
def test_what_stands_unchanged_maps_to_itself(words: list[str], form: str) -> None:
    original = "  ".join(form % word for word in words)
    cleaned = clean(original)
    assert cleaned.text == " ".join(words)
    for char, place in zip(cleaned.text, _places(cleaned), strict=True):
        assert char == " " or original[place] == char


@given(_MARKED_UP)
@settings(max_examples=100, deadline=None)
def test_plain_words_beside_markup_keep_their_place(markup: str) -> None:
    original = f"{markup}\n\nWunderwort"
    cleaned = clean(original)
    if cleaned.text.endswith(" Wunderwort"):
        assert _places(cleaned)[-10:] == list(range(len(original) - 10, len(original)))
