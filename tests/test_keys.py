"""Keys at the table (issue 4): a plain trick is one key, a trick with a declaration five at most, beside Enter."""

from pathlib import Path

import pytest
from door import Door

from bezique_score.cli.line import answer_line
from bezique_score.rules.load import game_ids, packaged_document, rulebook_of
from bezique_score.rules.rulebook import needs_suit
from bezique_score.rules.vocabulary import all_words
from bezique_score.sheet.prices import shortest_word

TRICK = 1
TRICK_AND_DECLARATION = 5

REFERENCE: dict[str, tuple[str, dict[str, int]]] = {
    "russian": (
        "deal --trump s; a; b; a bez; a bez; b tq; b tq; a qui; b m; a 4q; b 4k; b bj; a ta; a tk; a tj; a tt",
        {"Anna": 25 + 50 + 50 + 6 + 110 + 88 + 44 + 90, "Boris": 176 + 100 + 4 + 8 + 164},
    ),
    "classic": ("deal --trump h; a m h; a seq; b bez; b b2; a ac; b m s", {"Anna": 390, "Boris": 560}),
    "rubicon": ("deal; a m h; a s h; b bez; b b2; b b3; b b4; a 4a; b 4j", {}),
    "six-pack": ("deal; a m h; a ta; b bez; b b2; a 4k; b m c", {}),
    "thousand-three": ("deal; bid a 120; a s; b h; c", {}),
}
"""Reference hands, every part as it is typed at the table."""


@pytest.mark.parametrize("game", REFERENCE)
def test_the_entries_of_the_reference_hands_take_few_keys(tmp_path: Path, game: str) -> None:
    line, totals = REFERENCE[game]
    seats = packaged_document(game)["players"]["seats"]
    table = Door(tmp_path, f"new keys {' '.join(['Anna', 'Boris', 'Clara'][: min(seats)])} --rules {game}")
    for entry in line.split("; "):
        before = len(table.rows)
        answer_line(entry, table.desk)
        booked = len(table.rows) - before
        if entry.split()[0] in {"a", "b", "c"}:
            assert len(entry) <= (TRICK if booked == 1 else TRICK_AND_DECLARATION), entry
            assert booked == (1 if len(entry) == 1 else 2)
    if totals:
        assert table.totals == totals


@pytest.mark.parametrize("game", game_ids())
@pytest.mark.parametrize("language", ["en", "ru", "pl"])
def test_every_declaration_after_a_trick_takes_five_keys_at_most(game: str, language: str) -> None:
    rules = rulebook_of(packaged_document(game))
    for meld, declaration in rules.game.declaration.items():
        if declaration.before_play:
            continue  # it comes without a trick, once a hand
        if len(rules.game.declaration) == 1:
            typed = "a s"  # a suit alone is the marriage
        else:
            typed = f"a {shortest_word(rules, meld, language)}" + (" s" if needs_suit(declaration) else "")
        assert len(typed) <= TRICK_AND_DECLARATION, typed


def test_no_short_word_takes_the_place_of_the_start_of_another() -> None:
    """Whoever types the start of a word must not get something else: `кв` is the квинт."""
    words = all_words()
    for word, melds in words.items():
        if len(word) <= 2:
            begun = {meld for longer, others in words.items() if longer.startswith(word) for meld in others}
            assert begun <= {*melds}, word
