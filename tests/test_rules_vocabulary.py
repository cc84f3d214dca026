"""What declarations are called: in every game, in three languages, each word meaning one thing."""

import pytest
import tomli_w

from bezique_score.rules.load import game_ids, packaged_document, rulebook_of
from bezique_score.rules.rulebook import Rulebook
from bezique_score.rules.vocabulary import (
    all_words,
    fold,
    meld_name,
    meld_words,
    trump_words,
    vocabulary,
    words_of,
)
from bezique_score.text import Name


def rules_of(game_id: str) -> Rulebook:
    return rulebook_of(packaged_document(game_id))


@pytest.mark.parametrize("game_id", game_ids())
def test_every_declaration_has_names_in_three_languages(game_id: str) -> None:
    for meld in rules_of(game_id).game.declaration:
        names = vocabulary()[meld]
        assert names.en and names.ru and names.pl, meld


def test_the_vocabulary_knows_no_declaration_that_no_game_has() -> None:
    assert set(vocabulary()) == {meld for game_id in game_ids() for meld in rules_of(game_id).game.declaration}


@pytest.mark.parametrize("game_id", game_ids())
def test_a_word_means_one_declaration_of_a_game(game_id: str) -> None:
    owners: dict[str, str] = {}
    for meld, declaration in rules_of(game_id).game.declaration.items():
        for word in words_of(meld, declaration):
            assert owners.setdefault(word, meld) == meld, word
    assert owners == meld_words(rules_of(game_id))


@pytest.mark.parametrize(
    ("game_id", "word", "meld"),
    [
        ("russian", "безик", "bezique"),
        ("russian", "без", "bezique"),
        ("russian", "bez", "bezique"),
        ("russian", "КВИНТ", "quint"),
        ("russian", "марьяж", "marriage"),
        ("russian", "дамы", "queens"),
        ("russian", "Четыре дамы", "queens"),
        ("russian", "козырные дамы", "trump-queens"),
        ("russian", "безиковые валеты", "bezique-jacks"),
        ("classic", "bezik", "bezique"),
        ("classic", "Kareta Dam", "queens"),
        ("classic", "mariaż", "marriage"),
        ("classic", "mariaz", "marriage"),
        ("classic", "sekwens", "sequence"),
        ("classic", "сиквенс", "sequence"),
        ("classic", "двойной безик", "double-bezique"),
        ("classic", "семёрка", "seven"),
        ("classic", "семерка", "seven"),
        ("classic", "royal", "marriage"),
        ("rubicon", "карт-бланш", "carte-blanche"),
        ("rubicon", "carte blanche", "carte-blanche"),
        ("eight-pack", "five aces of trumps", "five-trump-aces"),
        ("thousand-three", "марьяж", "marriage"),
    ],
)
def test_traditional_words(game_id: str, word: str, meld: str) -> None:
    assert meld_words(rules_of(game_id))[fold(word)] == meld
    assert all_words()[fold(word)] == (meld,)


def test_royal_means_the_marriage_of_trumps_where_there_is_one() -> None:
    for game_id in game_ids():
        told = trump_words(rules_of(game_id)).get("royal")
        assert told == (None if game_id.startswith("thousand") else "marriage")
        assert ("royal" in meld_words(rules_of(game_id))) == (told is not None)


def test_words_of_other_games_are_only_in_the_whole_vocabulary() -> None:
    assert "double-bezique" not in meld_words(rules_of("russian"))
    assert all_words()["double-bezique"] == ("double-bezique",)


def test_words_are_compared_without_case_form_or_yo() -> None:
    assert fold("Козырная  СЕМЁРКА") == "козырная-семерка"
    assert fold("mariaż") == fold("MARIAŻ") == "mariaż"
    assert fold("STRASSE") == fold("straße")


def test_the_printed_name() -> None:
    rules = rules_of("russian")
    assert meld_name(rules, "bezique") == Name("bezique", "безик", "bezik")
    assert str(meld_name(rules, "queens")) == "four queens"
    assert str(meld_name(rules, "strange")) == "strange"


def test_a_rules_file_may_name_its_declarations_itself() -> None:
    document = packaged_document("russian")
    document["declaration"]["quint"]["names"] = {"en": ["straight"]}
    document["declaration"]["court"] = {"cards": ["K"], "points": 5}
    assert "straight" in tomli_w.dumps(document)
    rules = rulebook_of(document, where="mine")
    assert meld_words(rules)["straight"] == meld_words(rules)["квинт"] == "quint"
    assert meld_name(rules, "quint") == Name("straight", "квинт", "kwint")
    assert meld_words(rules)["court"] == "court"
