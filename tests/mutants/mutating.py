"""The mutants: mutmut's changes, written side by side into a copy of the package."""

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, NamedTuple

import libcst as cst
import libcst.matchers as m
from libcst.metadata import MetadataWrapper, ParentNodeProvider, PositionProvider
from mutmut.mutation.file_mutation import MutationVisitor, combine_mutations_to_source
from mutmut.mutation.mutators import mutation_operators
from mutmut.mutation.pragma_handling import IgnoredCode
from mutmut.mutation.trampoline_templates import trampoline_imports

MUTATED = ("match.py", "replay.py", "referee")

Key = tuple[str, str, str, int]
"""What a mutant is called from one version of the code to the next: where, what it was, what it is, which twin."""


class Mutant(NamedTuple):
    """One change: where it is, what it was, what it becomes, and which of several like it (from 0).

    `lines` are the first and the last line of its statement, counted in the written function from its decorators.
    """

    module: str
    function: str
    name: str
    line: int
    was: str
    becomes: str
    twin: int
    lines: tuple[int, int]

    @property
    def place(self) -> str:
        """The whole name of its function."""
        return f"{self.module}.{self.function}"

    @property
    def key(self) -> Key:
        """What it is called from one version of the code to the next."""
        return self.place, self.was, self.becomes, self.twin


class Source(NamedTuple):
    """A file of the engine, and every change that could be made in it."""

    path: Path
    module: cst.Module
    changes: list[tuple[Mutant, Any]]

    def write(self, chosen: Callable[[Mutant], bool]) -> Iterator[Mutant]:
        """Write the chosen mutants beside the functions that they change, and name them as mutmut does."""
        changes = [change for change in self.changes if chosen(change[0])]
        written: Any = combine_mutations_to_source(self.module, [mutation for _, mutation in changes])
        self.path.write_text(written.code.replace(trampoline_imports.strip(), SWITCHED), encoding="utf-8")
        for (mutant, _), name in zip(changes, written.mutant_names, strict=True):
            yield mutant._replace(name=name)


def find_changes(package: Path) -> Iterator[Source]:
    """Find what mutmut would change in the engine, file by file."""
    for name in MUTATED:
        place = package / name
        for path in sorted(place.rglob("*.py")) if place.is_dir() else [place]:
            module = ".".join(path.relative_to(package.parent).with_suffix("").parts)
            wrapper = MetadataWrapper(cst.parse_module(path.read_text(encoding="utf-8")))
            yield Source(path, wrapper.module, [*_changes(wrapper, module.removesuffix(".__init__"))])


def _changes(wrapper: MetadataWrapper, module: str) -> Iterator[tuple[Mutant, Any]]:
    visitor: Any = MutationVisitor(mutation_operators, IgnoredCode(set(), set(), set()))
    wrapper.visit(visitor)
    left_alone = {*_sentences(wrapper.module), *_asserting(wrapper.module)}
    # mutmut writes them function by function, in each in the order in which they were found
    functions = dict(_functions(wrapper.module))
    order = {function: place for place, function in enumerate(functions)}
    mutations = [mutation for mutation in visitor.mutations if _is_tried(mutation, left_alone)]
    mutations.sort(key=lambda mutation: order[mutation.contained_by_top_level_function])
    lines_of = _lines_of(wrapper)
    twins: Counter[tuple[str, ...]] = Counter()
    for mutation in mutations:
        function = functions[mutation.contained_by_top_level_function]
        was, becomes = (
            " ".join(wrapper.module.code_for_node(node).split())
            for node in (mutation.original_node, mutation.mutated_node)
        )
        twin = twins[function, was, becomes]
        twins[function, was, becomes] += 1
        line, lines = lines_of(mutation)
        yield Mutant(module, function, "", line, was, becomes, twin, lines), mutation


def _lines_of(wrapper: MetadataWrapper) -> Callable[[Any], tuple[int, tuple[int, int]]]:
    positions: Any = wrapper.resolve(PositionProvider)
    parents = wrapper.resolve(ParentNodeProvider)

    def lines_of(mutation: Any) -> tuple[int, tuple[int, int]]:
        """Find the line of a change, and the lines of the statement around it."""
        node, function = mutation.original_node, mutation.contained_by_top_level_function
        line = positions[node].start.line
        while node is not function and not isinstance(node, cst.BaseStatement):
            node = parents[node]
        # above the `def` stand its decorators, of which the written function has one more
        first = positions[function.name].start.line - len(function.decorators) - 1
        return line, (positions[node].start.line - first, positions[node].end.line - first)

    return lines_of


def _functions(module: cst.Module) -> Iterator[tuple[Any, str]]:
    """Go through the functions and methods of a module, in its order, with their names."""
    for statement in module.body:
        if isinstance(statement, cst.ClassDef):
            methods = (part for part in statement.body.body if isinstance(part, cst.FunctionDef))
            yield from ((method, f"{statement.name.value}.{method.name.value}") for method in methods)
        elif isinstance(statement, cst.FunctionDef):
            yield statement, statement.name.value


# What is not mutated


def _is_tried(mutation: Any, left_alone: set[Any]) -> bool:
    """Say whether a change is one of a function, and not of what is left alone."""
    node = mutation.original_node
    if not isinstance(mutation.contained_by_top_level_function, cst.FunctionDef) or node in left_alone:
        return False
    if isinstance(node, cst.Match):
        lost = [case for case in node.cases if case not in mutation.mutated_node.cases]
        return not left_alone & {*lost}
    if m.matches(node, SENTENCE):
        return _texts(node) == _texts(mutation.mutated_node)
    if m.matches(node, m.Call(func=m.Name("zip"))):
        return _texts(node) != _texts(mutation.mutated_node)
    return True


SENTENCE = m.Call(func=m.Name("say") | m.Name("say_many"))


def _texts(call: Any) -> list[Any]:
    return [argument.value for argument in call.args if argument.keyword is None]


def _sentences(module: cst.Module) -> Iterator[Any]:
    """Find the literal texts of sentences."""
    for call in m.findall(module, SENTENCE):
        for text in _texts(call):
            yield from m.findall(text, m.SimpleString() | m.ConcatenatedString())


def _asserting(module: cst.Module) -> Iterator[Any]:
    """Find what asserts: `assert_never`, the arm of a `match` that holds it, and `strict=True` in `zip`."""
    strict: Any = m.findall(module, m.Arg(keyword=m.Name("strict")))
    yield from (argument.value for argument in strict)
    never = m.Call(func=m.Name("assert_never"))
    yield from m.findall(module, never)
    yield from (case for case in m.findall(module, m.MatchCase()) if m.findall(case, never))


# Bringing them to life


class Switch:
    """Stands in for mutmut's trampoline, without its cost: a mutant lends its code to the function, for good."""

    def __init__(self) -> None:
        self.functions: dict[str, FunctionType] = {}
        module: Any = ModuleType("mutant_switch")
        module.MutantDict = dict
        module.switched = self._switched
        sys.modules["mutant_switch"] = module

    def _switched(self, _: dict[str, FunctionType], **__: bool) -> Callable[[FunctionType], FunctionType]:
        def keep(function: FunctionType) -> FunctionType:
            self.functions[f"{function.__module__}.{function.__qualname__}"] = function
            return function

        return keep

    def bring_to_life(self, mutant: Mutant) -> None:
        """Let the function behave as this mutant of it."""
        mutants = getattr(sys.modules[mutant.module], f"mutants_{mutant.name.rpartition('_')[0]}")
        function, other = self.functions[mutant.place], mutants[mutant.name]
        function.__code__ = other.__code__
        function.__defaults__, function.__kwdefaults__ = other.__defaults__, other.__kwdefaults__


SWITCHED = "from mutant_switch import switched as _mutmut_mutated, MutantDict"
"""What a written file imports in place of mutmut's trampoline."""
