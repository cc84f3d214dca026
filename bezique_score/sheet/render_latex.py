"""The scoresheet for LaTeX; any engine that knows Unicode sets it (`xelatex`, `lualatex`)."""

import re
from collections.abc import Iterable, Iterator

from bezique_score.sheet.layout import Cell, Change, Document, Part, Table, lay_out
from bezique_score.sheet.model import Fact, Sheet
from bezique_score.sheet.plain import clean
from bezique_score.text import say

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "♠": r"\(\spadesuit\)",
    "♥": r"\(\heartsuit\)",
    "♦": r"\(\diamondsuit\)",
    "♣": r"\(\clubsuit\)",
    "†": r"\dag{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    '"': r"\textquotedbl{}",
    "'": r"\textquotesingle{}",
    "`": r"\textasciigrave{}",
    "-": "-{}",  # two in a row would be a dash
    "[": "{[}",  # after a line break it would be a measure
    **{character: f"\\{character}" for character in "&%$#_{}"},
}
_HEAD = r"""% Set this with xelatex or lualatex: the names may be in any script.
\documentclass[a4paper]{article}
\usepackage[margin=18mm]{geometry}
\usepackage{fontspec}
\usepackage{longtable}
\usepackage{textcomp}
\IfFontExistsTF{DejaVu Serif}{\setmainfont{DejaVu Serif}}{%
  \IfFontExistsTF{FreeSerif}{\setmainfont{FreeSerif}}{%
    \IfFontExistsTF{Times New Roman}{\setmainfont{Times New Roman}}{}}}
\setlength{\parindent}{0pt}
\setlength{\parskip}{3pt}
\sloppy
\begin{document}
"""


def render_latex(sheet: Sheet, width: int = 80) -> str:  # noqa: ARG001 - LaTeX breaks the lines
    """Write a sheet as a LaTeX document."""
    return _HEAD + "\n".join(_lines(lay_out(sheet))) + "\n\\end{document}\n"


def escape(text: str) -> str:
    """Make a text mean itself in LaTeX, whatever is in it."""
    pattern = "[" + re.escape("".join(_SPECIAL)) + "]"
    return re.sub(pattern, lambda found: _SPECIAL[found.group()], clean(text))


def _lines(document: Document) -> Iterator[str]:
    yield rf"\section*{{{escape(document.title)}}}"
    yield from _facts(document.facts)
    for part in document.parts:
        yield from _part(part)
    yield rf"\bigskip\textbf{{{escape(document.closing)}}}"
    for name in document.signatures:
        yield rf"\par\vspace{{12mm}}{escape(str(say('Signed')))}: \rule{{50mm}}{{0.4pt}} {escape(name)}"


def _facts(facts: Iterable[Fact]) -> Iterator[str]:
    for fact in facts:
        yield rf"\textit{{{escape(fact.label)}:}} {escape(fact.value)}\par"


def _part(part: Part) -> Iterator[str]:
    yield rf"\subsection*{{{escape(part.heading)}}}"
    yield from _facts(part.facts)
    if part.table:
        yield from _table(part.table)
    for remark in part.remarks:
        yield rf"{{\small {escape(remark)}}}\par"
    yield from _facts(part.results)


def _table(table: Table) -> Iterator[str]:
    """Set a table; the words get what the numbers leave of the line."""
    sides = len(table.headings) - 2
    words = 0.86 - 0.17 * sides
    number = r"p{0.14\linewidth}"
    columns = [number if place >= 2 else "r" for place in range(len(table.headings))]
    columns[table.words] = rf"p{{{words:.2f}\linewidth}}"
    yield rf"\begin{{longtable}}[l]{{{''.join(columns)}}}"
    yield " & ".join(map(escape, table.headings)) + r" \\ \hline \endhead"
    for row in table.rows:
        yield " & ".join(map(_cell, row)) + r" \\"
    yield r"\end{longtable}"


def _cell(cell: Cell) -> str:
    if isinstance(cell, Change):
        return rf"\hfill \({cell.points:+d}\) \textbf{{{cell.total}}}"
    return escape(cell)
