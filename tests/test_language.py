"""Words of the table: each kind in three languages, starts, ambiguity, and which mistake is named first."""

import shlex
from collections.abc import Callable

import pytest

from bezique_score.cards import Card, Rank, Suit
from bezique_score.events import Bid, Deal, Declare, End, Exchange, Fact, Trick
from bezique_score.language import CardsRefusal, Language, parse_number
from bezique_score.referee.hand import Seating
from bezique_score.refusal import Code, Refusal
from bezique_score.rules.load import packaged_document, rulebook_of


def language(
    game: str, *players: str, partners: bool = False, tricks: bool = True, **options: int | str | bool
) -> Language:
    named = {key.replace("_", "-"): value for key, value in options.items()}
    rules = rulebook_of(packaged_document(game), named)
    return Language(rules, Seating.of(players or ("Anna", "Boris"), partners=partners), tricks=tricks)


def refused(read: Callable[[], Fact]) -> Refusal:
    with pytest.raises(Refusal) as caught:
        read()
    return caught.value


def declared(speaker: Language, line: str, **options: list[str]) -> Declare:
    return speaker.declare(shlex.split(line), infuzorki=options.get("infuzorki", []))


RUSSIAN = language("russian", "Анна", "Борис", "Андрей")
RUBICON = language("rubicon", "Anna", "Anton")
THOUSAND = language("thousand-three", "Anna", "Hearts", "Vera")


# Players


@pytest.mark.parametrize("word", ["Anna", "ANNA", "anna", "ann"])
def test_a_player_is_named_by_any_unambiguous_start_in_any_case(word: str) -> None:
    assert RUBICON.trick([word]) == Trick(winner="Anna")


def test_a_whole_name_beats_a_longer_one_that_begins_with_it() -> None:
    assert language("classic", "Ann", "Anna").trick(["ann"]) == Trick(winner="Ann")


def test_a_name_is_compared_in_one_normal_form() -> None:
    assert language("classic", "Zoë", "Boris").trick(["zoe\u0308"]) == Trick(winner="Zoë")


def test_a_start_of_two_names_is_ambiguous_and_lists_them() -> None:
    refusal = refused(lambda: RUBICON.trick(["an"]))
    assert refusal.code is Code.AMBIGUOUS_NAME
    assert str(refusal.message) == "an fits Anna and Anton."


def test_an_unknown_player_is_answered_with_the_nearest() -> None:
    refusal = refused(lambda: RUBICON.trick(["Anni"]))
    assert refusal.code is Code.UNKNOWN_PLAYER
    assert refusal.hint == "Did you mean Anna?"


def test_no_word_at_all_is_nobody() -> None:
    assert refused(lambda: RUBICON.trick([""])).code is Code.UNKNOWN_PLAYER


# Declarations


@pytest.mark.parametrize("word", ["bezique", "bez", "безик", "БЕЗИК", "bezik"])
def test_a_declaration_has_names_in_three_languages(word: str) -> None:
    assert RUSSIAN.declare([word]).meld == "bezique"


def test_the_player_may_be_left_out_or_named() -> None:
    assert declared(RUSSIAN, "анна quint") == Declare(player="Анна", meld="quint")
    assert declared(RUSSIAN, "quint") == Declare(meld="quint")


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("анна zzz", Code.UNKNOWN_MELD),
        ("zzz", Code.UNKNOWN_MELD),
        ("анна trump-", Code.AMBIGUOUS_NAME),
        ("double-bezique", Code.NOT_IN_THIS_GAME),
        ("ан bezique", Code.AMBIGUOUS_NAME),
        ("zed bezique", Code.UNKNOWN_PLAYER),
        ("zed zzz", Code.UNKNOWN_PLAYER),
        ("bezique zzz", Code.UNKNOWN_SUIT),
        ("quint 6H", Code.UNKNOWN_CARD),
        ("анна", Code.USAGE),
    ],
)
def test_the_most_plausible_reading_says_what_is_wrong(line: str, code: Code) -> None:
    assert refused(lambda: declared(RUSSIAN, line)).code is code


def test_two_readings_of_one_line_are_ambiguous() -> None:
    speaker = language("thousand-three", "Anna", "Marriage", "Vera")
    refusal = refused(lambda: declared(speaker, "marriage hearts"))
    assert refusal.code is Code.AMBIGUOUS_NAME
    assert str(refusal.message) == "The line may mean `Marriage marriage hearts` or `marriage hearts`."


def test_a_player_called_like_a_declaration_still_declares() -> None:
    speaker = language("classic", "Aces", "Boris")
    assert declared(speaker, "aces kings") == Declare(player="Aces", meld="kings")
    assert declared(speaker, "aces") == Declare(meld="aces")


def test_where_there_are_only_marriages_a_suit_alone_is_one() -> None:
    hearts = Declare(meld="marriage", suit=Suit.HEARTS)
    assert declared(THOUSAND, "hearts") == hearts
    assert declared(THOUSAND, "anna ♥") == Declare(player="Anna", meld="marriage", suit=Suit.HEARTS)
    assert declared(THOUSAND, "hearts d") == Declare(player="Hearts", meld="marriage", suit=Suit.DIAMONDS)
    assert refused(lambda: declared(RUBICON, "hearts")).code is Code.UNKNOWN_MELD


def test_without_tricks_it_must_be_said_who_declares() -> None:
    speaker = language("russian", "Anna", "Boris", tricks=False)
    assert refused(lambda: declared(speaker, "bezique")).code is Code.USAGE
    assert declared(speaker, "anna bezique").player == "Anna"
    assert refused(speaker.exchange).code is Code.USAGE


def test_without_tricks_a_marriage_of_a_suit_is_no_player_called_marriage() -> None:
    speaker = language("thousand-three", "Anna", "Boris", "Vera", tricks=False)
    assert refused(lambda: declared(speaker, "marriage hearts")).code is Code.USAGE
    assert refused(lambda: declared(speaker, "zed hearts")).code is Code.UNKNOWN_PLAYER


# Suits


@pytest.mark.parametrize(
    ("suit", "words"),
    [
        (Suit.SPADES, "spades s Spade ♠ ♠\ufe0f пики пик п pik p"),
        (Suit.HEARTS, "hearts h ♥ черви червы ч kier"),
        (Suit.DIAMONDS, "diamonds d ♦ бубны б karo"),
        (Suit.CLUBS, "clubs c ♣ трефы т крести к trefl t"),
    ],
)
def test_a_suit_has_words_in_three_languages_starts_and_a_sign(suit: Suit, words: str) -> None:
    for word in words.split():
        assert declared(RUBICON, f"marriage {word}").suit is suit, word


def test_a_start_of_two_suits_is_ambiguous() -> None:
    assert refused(lambda: declared(RUBICON, "marriage k")).code is Code.AMBIGUOUS_NAME


def test_a_missing_suit_is_no_line_and_comes_before_unknown_words() -> None:
    assert refused(lambda: declared(RUBICON, "marriage")).code is Code.USAGE
    assert refused(lambda: declared(RUBICON, "zed marriage")).code is Code.USAGE
    assert refused(lambda: declared(RUBICON, "zed marriage purple")).code is Code.UNKNOWN_PLAYER
    assert refused(lambda: declared(RUBICON, "anna marriage purple")).code is Code.UNKNOWN_SUIT


def test_royal_is_the_marriage_of_trumps_and_takes_no_suit() -> None:
    assert declared(RUBICON, "royal") == Declare(meld="marriage")
    assert refused(lambda: declared(RUBICON, "royal hearts")).code is Code.USAGE


# Cards


@pytest.mark.parametrize(
    ("card", "words"),
    [
        (Card.QS, "QS qs Q♠ Dp дп Qп"),
        (Card.TEN_H, "10h TH t♥ 10ч"),
        (Card.AS, "AS as А♠ Тп тs"),
        (Card.JC, "JC Wc Вт jк"),
        (Card.KD, "KD К♦ кб"),
        (Card.NINE_S, "9S 9♠"),
    ],
)
def test_a_card_is_a_rank_and_a_suit_in_three_languages(card: Card, words: str) -> None:
    for word in words.split():
        assert RUSSIAN.trick(["анна", word, "KS", "KS"]).cards[0] is card, word


def test_a_card_that_the_pack_does_not_have_is_unknown() -> None:
    assert refused(lambda: RUSSIAN.trick(["анна", "8S", "KS", "KS"])).code is Code.UNKNOWN_CARD
    assert refused(lambda: RUSSIAN.deal(upcard="7H")).code is Code.UNKNOWN_CARD


@pytest.mark.parametrize("word", ["*", "inf", "инфузорка", "и"])
def test_an_infuzorka_lies_among_the_cards_of_a_trick(word: str) -> None:
    assert RUSSIAN.trick(["борис", word, "KS", "QS"]).cards == (Card.INFUZORKA, Card.KS, Card.QS)


def test_where_there_are_no_infuzorki_none_is_played() -> None:
    assert refused(lambda: RUBICON.trick(["anna", "*", "QS"])).code is Code.NO_INFUZORKA
    assert refused(lambda: declared(RUSSIAN, "quint *")).code is Code.NO_INFUZORKA


def test_a_trick_is_told_by_its_cards_alone() -> None:
    assert RUBICON.trick(["QS", "KS"]) == Trick(cards=(Card.QS, Card.KS))
    assert refused(lambda: RUBICON.trick(["QS"])).code is Code.USAGE


def test_a_trick_is_read_so_that_everybody_has_played() -> None:
    speaker = language("russian", "Иван", "Борис")
    assert speaker.trick(["и", "KS"]).cards == (Card.INFUZORKA, Card.KS)
    assert speaker.trick(["и", "QS", "KS"]) == Trick(winner="Иван", cards=(Card.QS, Card.KS))


def test_suits_or_cards_say_what_a_quartet_is_made_of() -> None:
    expected = (Suit.SPADES, Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS)
    assert declared(RUBICON, "kings s s h d").suits == expected
    assert declared(RUBICON, "kings KS K♠ KH KD").suits == expected


def test_a_card_names_the_jack_of_a_quint() -> None:
    assert declared(RUSSIAN, "quint JC") == Declare(meld="quint", jack=Card.JC)
    assert declared(RUSSIAN, "quint AS KS QS JC 10S") == Declare(meld="quint", suit=Suit.SPADES, jack=Card.JC)


def test_another_card_of_a_quint_is_not_its_jack() -> None:
    assert refused(lambda: declared(RUSSIAN, "quint QS")).code is Code.WRONG_CARDS
    assert refused(lambda: declared(RUSSIAN, "quint QC")).code is Code.WRONG_CARDS


def test_cards_name_the_suit_of_a_marriage() -> None:
    assert declared(RUBICON, "marriage KH QH") == Declare(meld="marriage", suit=Suit.HEARTS)


@pytest.mark.parametrize("line", ["marriage KH QD", "marriage KH JH", "marriage KH KH", "kings KS QS KH KD"])
def test_cards_that_do_not_make_it_are_wrong_but_judged_last(line: str) -> None:
    refusal = refused(lambda: declared(RUBICON, f"anna {line}"))
    assert isinstance(refusal, CardsRefusal)
    assert refusal.code is Code.WRONG_CARDS
    assert isinstance(refusal.rest, Declare)
    assert refusal.rest.player == "Anna"


def test_an_infuzorka_stands_for_a_rank() -> None:
    assert declared(RUSSIAN, "quint", infuzorki=["Q", "т"]).infuzorki == (Rank.QUEEN, Rank.ACE)
    assert refused(lambda: declared(RUSSIAN, "quint", infuzorki=["Z"])).code is Code.UNKNOWN_CARD


def test_an_empty_reason_is_no_line() -> None:
    assert refused(lambda: RUSSIAN.declare(["quint"], allow=" ")).code is Code.USAGE
    assert refused(lambda: RUSSIAN.note("")).code is Code.USAGE
    assert refused(lambda: RUSSIAN.adjust("zed", "10", note="")).code is Code.USAGE


# Numbers and sides


@pytest.mark.parametrize(("word", "number"), [("45", 45), ("45+23", 68), ("-10", -10), ("10-3+1", 8)])
def test_a_number_may_be_a_sum(word: str, number: int) -> None:
    assert parse_number(word) == number


@pytest.mark.parametrize(
    "word", ["", "x", "1.5", "1+", "++1", "1 2", "٣", "1234567890", "1" * 5000, "9+" * 500 + "9"]
)
def test_anything_else_is_no_number(word: str) -> None:
    with pytest.raises(Refusal, match="usage"):
        parse_number(word)


def test_a_count_is_split_at_its_last_equals_sign() -> None:
    speaker = language("classic", "a=b", "Boris")
    assert speaker.agree(["a=b=3", "boris=-4"]).totals == {"a=b": 3, "Boris": -4}
    assert refused(lambda: speaker.agree(["boris"])).code is Code.USAGE
    assert refused(lambda: speaker.agree(["boris=x"])).code is Code.USAGE
    assert refused(lambda: speaker.agree(["zed=x"])).code is Code.USAGE
    assert refused(lambda: speaker.agree(["zed=1"])).code is Code.UNKNOWN_PLAYER


@pytest.mark.parametrize("word", ["anna", "clara", "Anna+Clara", "ann"])
def test_either_partner_stands_for_the_side(word: str) -> None:
    speaker = language("four-handed", "Anna", "Boris", "Clara", "Dora", partners=True)
    assert speaker.end([f"{word}=12"]).counts == {"Anna+Clara": 12}


def test_one_number_is_given_a_side() -> None:
    speaker = language("four-handed", "Anna", "Boris", "Clara", "Dora", partners=True)
    assert refused(lambda: speaker.end(["anna=12", "clara=1"])).code is Code.USAGE


# What a game has


def test_a_game_that_turns_a_card_is_told_which_and_others_are_not() -> None:
    assert RUSSIAN.deal(trump="пики") == Deal(trump=Suit.SPADES)
    assert RUSSIAN.deal(upcard="9H").upcard is Card.NINE_H
    assert refused(RUSSIAN.deal).code is Code.USAGE
    assert RUBICON.deal(dealer="anto") == Deal(dealer="Anton")
    assert refused(lambda: RUBICON.deal(trump="s")).code is Code.NOT_IN_THIS_GAME
    assert refused(lambda: RUBICON.deal(trump="purple")).code is Code.NOT_IN_THIS_GAME


@pytest.mark.parametrize(
    "read",
    [
        lambda: RUSSIAN.bid("zed", "100"),
        lambda: RUSSIAN.pass_("анна"),
        lambda: RUBICON.exchange("zed"),
        THOUSAND.exchange,
        lambda: language("thousand-stock").bid("anna", "100"),
        lambda: language("russian", tricks=False).trick(["anna"]),
        lambda: RUSSIAN.end(["анна=3"]),
        lambda: RUSSIAN.end(last="анна"),
        lambda: RUBICON.end(all_tricks="anna"),
        lambda: THOUSAND.end(no_trick=["anna"]),
        lambda: THOUSAND.end(concede=True),
        lambda: THOUSAND.end(last="anna"),
    ],
)
def test_what_a_game_lacks_is_not_in_it(read: Callable[[], Fact]) -> None:
    assert refused(read).code is Code.NOT_IN_THIS_GAME


def test_what_a_game_has_is_read() -> None:
    assert THOUSAND.bid("vera", "100+10", blind=True) == Bid(player="Vera", bid=110, blind=True)
    assert RUSSIAN.exchange("борис") == Exchange(player="Борис")
    assert language("classic").end(["anna=12"], last="b") == End(counts={"Anna": 12}, last="Boris")
    assert language("thousand-two").end(all_tricks="anna") == End(all_tricks="Anna")
    assert language("thousand-two", bolts=120).end(no_trick=["anna"]) == End(no_trick=("Anna",))
    assert language("thousand-two", concede="bid").end(concede=True) == End(concede=True)


def test_a_number_that_is_none_comes_before_a_game_without_auctions() -> None:
    assert refused(lambda: RUSSIAN.bid("анна", "many")).code is Code.USAGE
