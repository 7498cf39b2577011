"""Which of the forms on offer an Accept header asks for."""

from __future__ import annotations

from collections.abc import Sequence


def preferred(accept: str, offers: Sequence[str]) -> str | None:
    """The media type of `offers` that `accept` likes best, the first of those it likes as well; None for none.

    >>> offers = ["text/html", "application/ld+json", "text/turtle"]
    >>> preferred("text/turtle;q=0.9, application/ld+json", offers), preferred("", offers), preferred("image/*", offers)
    ('application/ld+json', 'text/html', None)
    """
    wanted = [_wish(part) for part in (accept or "*/*").split(",")]
    best, found = 0.0, None
    for offer in offers:
        fitting = [(exact, q) for range_, q in wanted if (exact := _fits(offer, range_))]
        quality = max(fitting)[1] if fitting else 0.0  # the most exact range decides
        if quality > best:
            best, found = quality, offer
    return found


def _wish(part: str) -> tuple[str, float]:
    range_, *parameters = (piece.strip() for piece in part.lower().split(";"))
    for parameter in parameters:
        if parameter.startswith("q="):
            try:
                return range_, min(max(float(parameter[2:]), 0.0), 1.0)
            except ValueError:
                return range_, 0.0
    return range_, 1.0


def _fits(offer: str, range_: str) -> int:
    """How exactly a range names the offer, 0 for not at all."""
    if range_ == offer:
        return 3
    return 2 if range_ == f"{offer.partition('/')[0]}/*" else int(range_ == "*/*")
