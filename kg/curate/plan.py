"""Corrections and the linker's concepts into a plan: which mention goes where. Lines count in the file's order.

Each line is about the graph as the lines before it left it, so that a name which one gives serves in the next.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from kg import names
from kg.curate.lines import Correction, identity
from kg.errors import InputError, NotFoundError, Problem, Report
from kg.records import Concept
from kg.wording import count, shortened

_SHOWN = 5  # names in a message


@dataclass(slots=True, eq=False)
class Node:
    """A concept on its way: what it is after the lines so far.

    `keys` are its names by their identity, `bases` the linker's concepts that its mentions may come from, `joined` two
    names and the line that made them names of one, and `given` says that a line named it.
    """

    id: str
    type: str
    name: str
    keys: dict[str, str]
    bases: set[str]
    given: bool = False
    gone: bool = False
    into: Node | None = None
    retyped: int | None = None
    moves: list[Move] = field(default_factory=list)
    joined: list[tuple[str, str, str]] = field(default_factory=list)

    def called(self, name: str) -> str:
        """Its own spelling of a name; its name where it has none."""
        return self.keys.get(identity(name), self.name)

    @property
    def now(self) -> Node:
        """The node that this one is merged into, in the end."""
        node = self
        while node.into is not None:
            node = node.into
        return node


@dataclass(frozen=True, slots=True)
class Move:
    """From line number `order` on a node's mentions are `to`'s, or nobody's: of one spelling, in one paper, or all."""

    order: int
    to: Node | None
    key: str | None = None
    paper: str | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """The nodes by id: those of the linker's concepts that lines may be about, and those that lines made."""

    nodes: Mapping[str, Node]

    def owner(self, base: Node, key: str, paper: str) -> Node | None:
        """The node that a mention of the linker's concept `base` with this spelling's key in this paper is of."""
        node: Node | None = base
        order, moved = -1, True
        while node is not None and moved:
            moved = False
            for move in node.moves:
                if move.order > order and move.key in (None, key) and move.paper in (None, paper):
                    node, order, moved = move.to, move.order, True
                    break
        return node


def planned(
    concepts: Sequence[Concept],
    papers: Mapping[str, Collection[str]],
    corrections: Sequence[Correction],
    source: str,
    report: Report,
) -> Plan:
    """The plan of these corrections; those that do not apply are reported and have no effect.

    `papers` holds the ids of the concepts that each paper names, for the papers that the lines name.
    """
    state = _State(_named(concepts, corrections), frozenset(c.id for c in concepts), papers)
    for order, c in enumerate(corrections):
        try:
            state.apply(c, order)
        except (InputError, NotFoundError) as error:
            lost = isinstance(error, InputError)
            report(Problem(source, f"{error} The line has no effect.", c.line, skipped=lost))
    return Plan(state.nodes)


def _named(concepts: Sequence[Concept], corrections: Iterable[Correction]) -> Iterator[Concept]:
    """The concepts that lines may be about: those of their names or ids, and the namesakes of these in other types."""
    written = {name for c in corrections for name in (c.name, c.other)}
    keys = {identity(name) for name in written if name}
    found = {
        c.id for c in concepts if c.id in written or any(identity(n) in keys for n in (c.name, *c.aliases))
    }
    keys = {identity(c.name) for c in concepts if c.id in found}
    return (c for c in concepts if c.id in found or identity(c.name) in keys)


class _State:
    """The nodes, found by type and name; one method a verb."""

    def __init__(
        self, concepts: Iterable[Concept], ids: Collection[str], papers: Mapping[str, Collection[str]]
    ) -> None:
        self.nodes: dict[str, Node] = {}
        self.ids, self.papers = ids, papers
        self.called: dict[tuple[str, str], list[Node]] = defaultdict(list)
        self.said = ""
        for c in concepts:
            keys = {identity(name): name for name in reversed((c.name, *c.aliases))}
            self.nodes[c.id] = self._register(Node(c.id, c.type, c.name, keys, {c.id}))

    def apply(self, c: Correction, order: int) -> None:
        """Do what a line says, or raise `InputError` or `NotFoundError` with why it cannot be done."""
        if c.paper and c.paper not in self.papers:
            raise NotFoundError(f'no paper has the id "{shortened(c.paper)}".')
        node = self.one(c.type, c.name, c.paper)
        self.said = ", ".join(filter(None, (c.verb, c.type, c.name, c.other, c.paper)))
        match c.verb:
            case "merge":
                other = self.one(c.type, c.other)
                if other is not node:
                    ends = node.called(c.name), other.called(c.other)
                    self._move(node, other, order)
                    other.joined.append((*ends, self.said))
            case "accept":
                if self.one(c.type, c.other) is node:
                    self._take_out(node, c.other, "", order)
            case "split":
                self._take_out(node, c.other, c.paper, order)
            case "rename":
                self._rename(node, c.other)
            case "retype":
                target = self._target(c.other, node.name, node) or self._make(c.other, node, node.keys)
                target.retyped = c.line if target.retyped is None else target.retyped
                self._move(node, target, order, paper=c.paper or None)
                target.joined.append((node.name, target.name, self.said))
            case _:
                node.moves.append(Move(order, None, paper=c.paper or None))
                node.gone = not c.paper

    def one(self, type_: str, name: str, paper: str = "") -> Node:
        """The node that a line names; raises `InputError` where there is none, or more than one."""
        if name in self.nodes:
            node = self.nodes[name].now
            found = [node] if node.type == type_ and not node.gone else []
        else:
            found = self._find(type_, name)
        if paper:
            here = [node for node in found if not node.bases.isdisjoint(self.papers[paper])]
            if found and not here:
                raise NotFoundError(f'the paper "{paper}" names no {type_} called "{shortened(name)}".')
            found = here
        if not found:
            raise self._missing(type_, name)
        if len(found) > 1:
            ids = sorted(node.id for node in found)
            raise InputError(
                f'{count(len(ids), type_)} are called "{shortened(name)}"; name one by its id: {", ".join(ids)}.'
            )
        return found[0]

    def _missing(self, type_: str, name: str) -> InputError | NotFoundError:
        """Why no such concept is there, and what to write if it is of another type."""
        for other in sorted({type_ for type_, _ in self.called} - {type_}):
            if self._find(other, name):
                return InputError(
                    f'"{shortened(name)}" is a {other} here, no {type_}, and concepts of two types are never one; '
                    f"correct the line's type, or write before it: retype, {other}, {shortened(name)}, {type_}."
                )
        return NotFoundError(f'no {type_} is called "{shortened(name)}".')

    def _find(self, type_: str, name: str) -> list[Node]:
        """The nodes of this name, else those that bear it among others."""
        key = identity(name)
        nodes = dict.fromkeys(node.now for node in self.called.get((type_, key), ()))
        alive = [node for node in nodes if not node.gone and node.type == type_ and key in node.keys]
        return [node for node in alive if identity(node.name) == key] or alive

    def _target(self, type_: str, name: str, but: Node) -> Node | None:
        """The one node beside `but` that has this very name, if there is one."""
        key = identity(name)
        named = [n for n in self._find(type_, name) if n is not but and identity(n.name) == key]
        return named[0] if len(named) == 1 else None

    def _take_out(self, node: Node, spelling: str, paper: str, order: int) -> None:
        """Mentions spelt so, or where the concept is not spelt so all of one paper, become a concept of that name."""
        key = identity(spelling)
        spelt = key in node.keys
        if not spelt and not paper:
            others = ", ".join(sorted(node.keys.values())[:_SHOWN])
            raise InputError(
                f'"{shortened(spelling)}" is no name of "{shortened(node.name)}"; name one of its own ({others}), '
                "or a paper in the fifth cell."
            )
        if spelt and not paper and len(node.keys) == 1:
            raise InputError(
                f'"{shortened(node.name)}" has no other name, so nothing can be taken out of it; '
                "name a paper in the fifth cell."
            )
        target = self._target(node.type, spelling, node)
        if target is None:
            target = self._make(node.type, node, {key: spelling}, spelling)
        self._move(node, target, order, key if spelt else None, paper or None)
        target.joined.append((node.called(spelling) if spelt else node.name, target.name, self.said))
        if spelt and not paper:
            node.keys.pop(key)
            node.given = node.given and identity(node.name) != key

    def _rename(self, node: Node, name: str) -> None:
        key = identity(name)
        taken = [n for n in self._find(node.type, name) if n is not node and identity(n.name) == key]
        if taken:
            raise InputError(
                f'"{shortened(name)}" is the name of another {node.type}; to make them one write: '
                f"merge, {node.type}, {shortened(node.name)}, {shortened(name)}."
            )
        before, node.name, node.given = node.name, name, True
        node.keys[key] = name
        node.joined.append((before, name, self.said))
        self._register(node)

    def _make(self, type_: str, of: Node, keys: Mapping[str, str], name: str = "") -> Node:
        name, given = name or of.name, bool(name) or of.given
        id_ = names.concept_id(type_, name)
        if id_ in self.ids or id_ in self.nodes:
            id_ = names.concept_id(type_, name, f"{identity(name)} apart from {min(of.bases)}")
        node = self.nodes[id_] = Node(id_, type_, name, dict(keys), set(of.bases), given)
        return self._register(node)

    def _move(
        self, node: Node, to: Node, order: int, key: str | None = None, paper: str | None = None
    ) -> None:
        node.moves.append(Move(order, to, key, paper))
        to.joined += node.joined if key is None else ()
        to.bases |= node.bases
        if key is None and paper is None:
            node.into = to
            to.keys = node.keys | to.keys
            self._register(to)

    def _register(self, node: Node) -> Node:
        for key in node.keys:
            if node not in (known := self.called[node.type, key]):
                known.append(node)
        return node
