"""The law of re-use in its parts: copies on the levels of a class, plans, and alternatives that are kept apart."""

import pytest

from bezique_score.cards import Card, Rank, Suit, card_of
from bezique_score.referee.bezique.alternatives import (
    MOST_ALTERNATIVES,
    fit_together,
    open_ranks,
    pruned,
    vectors_of,
)
from bezique_score.referee.bezique.reuse import (
    Kind,
    Need,
    Plan,
    Standing,
    Use,
    Uses,
    Wanted,
    cards_of,
    leaves_some,
    plans_of,
    spend,
)

KH, QH, JH, KS, JS, KC = (Card(card) for card in ("KH", "QH", "JH", "KS", "JS", "KC"))

CARDS = [card_of(rank, suit) for rank in Rank for suit in Suit]

# Copies on levels


def test_copies_are_counted_on_their_level_and_below_it() -> None:
    use = Use(7, (3, 2, 1))
    assert use.used == 6
    assert [use.below(level) for level in (1, 2, 3, 4)] == [0, 3, 5, 6]
    assert [use.at(level) for level in (1, 2, 3, 4, 5)] == [3, 2, 1, 0, 0]
    assert [use.lacking(level) for level in (1, 2, 3, 4, 5)] == [7, 4, 2, 1, 1]
    assert (Use().used, Use().below(2), Use().at(1), Use(4).lacking(2)) == (0, 0, 0, 4)


@pytest.mark.parametrize(
    ("levels", "level", "fresh", "lifted", "after"),
    [
        ((), 1, 2, 0, (2,)),
        ((1,), 1, 2, 0, (3,)),
        ((), 2, 1, 0, (0, 1)),
        ((3, 1), 1, 1, 0, (4, 1)),
        ((3, 1), 2, 1, 2, (1, 4)),
        ((3,), 2, 0, 2, (1, 2)),
        # the nearest level below gives first
        ((2, 1), 3, 0, 2, (1, 0, 2)),
        ((2, 5), 3, 1, 2, (2, 3, 3)),
        ((2, 0, 1), 3, 0, 2, (0, 0, 3)),
        ((1, 1, 1, 1), 3, 0, 2, (0, 0, 3, 1)),
    ],
)
def test_fresh_cards_come_to_a_level_and_others_are_lifted_from_the_nearest_below(
    levels: tuple[int, ...], level: int, fresh: int, lifted: int, after: tuple[int, ...]
) -> None:
    use = Use(sum(levels), levels)
    assert use.raised(level, fresh=fresh, lifted=lifted) == after
    assert sum(after) == use.used + fresh


# Plans


def need(level: int = 1, **words: object) -> Need:
    told: dict[str, object] = {"cards": frozenset([KH, QH]), "ranks": frozenset([Rank.KING, Rank.QUEEN]), **words}
    return Need(class_="class", choices=(MARRIAGE,), level=level, **told)  # type: ignore[arg-type]


MARRIAGE: Wanted = {KH: 1, QH: 1}


def test_on_the_lowest_level_all_cards_are_new() -> None:
    assert [*plans_of({KH: Use(1, (1,))}, MARRIAGE, need(), None)] == [Plan(MARRIAGE)]


def test_going_up_takes_what_lies_below_and_the_rest_new() -> None:
    assert [*plans_of({KH: Use(1, (1,))}, MARRIAGE, need(2), None)] == [Plan({KH: 0, QH: 1})]
    assert [*plans_of({}, MARRIAGE, need(2), None)] == [Plan({KH: 1, QH: 1})]
    assert [*plans_of({KH: Use(5, (5,))}, {KH: 2, QH: 2}, need(2), None)] == [Plan({KH: 0, QH: 2})]


def test_going_up_with_everything_below_needs_one_new_card_whichever_it_is() -> None:
    lower: Uses = {KH: Use(1, (1,)), QH: Use(1, (1,))}
    assert [*plans_of(lower, MARRIAGE, need(2), None)] == [Plan({KH: 1, QH: 0}), Plan({KH: 0, QH: 1})]
    assert [*plans_of(lower, MARRIAGE, need(2, new_card=False), None)] == [Plan({KH: 0, QH: 0})]


def test_one_of_four_untold_kings_serves_to_go_up() -> None:
    assert [*plans_of({Rank.KING: Use(4, (4,))}, MARRIAGE, need(2), None)] == [Plan({KH: 0, QH: 1})]
    assert [*plans_of({KS: Use(1, (1,))}, {Rank.KING: 4}, need(2), None)] == [Plan({Rank.KING: 3})]
    infuzorka: Wanted = {Card.INFUZORKA: 1, QH: 1}
    assert [*plans_of({QH: Use(1, (1,))}, infuzorka, need(2), None)] == [Plan({Card.INFUZORKA: 1, QH: 0})]


def test_what_lies_on_the_same_level_does_not_serve_to_go_up() -> None:
    assert [*plans_of({KH: Use(1, (0, 1))}, MARRIAGE, need(2), None)] == [Plan({KH: 1, QH: 1})]


def test_a_further_set_may_be_added_to_those_of_the_same_level() -> None:
    lying: Uses = {KH: Use(1, (1,)), QH: Use(1, (1,))}
    two: Wanted = {KH: 2, QH: 2}
    added = Plan({KH: 1, QH: 1}, again=True)
    assert [*plans_of(lying, two, need(times=2, renewed=1), None)] == [Plan(two), added]
    assert [*plans_of({}, two, need(times=2, renewed=1), None)] == [Plan(two), Plan(two, again=True)]


def standing(**words: object) -> Standing:
    told: dict[str, object] = {
        "made": 1,
        "broken": 1,
        "cards": frozenset(MARRIAGE),
        "gone": frozenset([KH]),
        "played": {},
        "unseen": 0,
    }
    return Standing(**{**told, **words})  # type: ignore[arg-type]


LYING: Uses = {KH: Use(1, (1,)), QH: Use(1, (1,))}


def test_a_broken_declaration_is_made_whole_with_a_card_in_the_place_of_the_one_played() -> None:
    plans = [*plans_of(LYING, MARRIAGE, need(reforms=True), standing())]
    assert plans == [Plan(MARRIAGE), Plan({KH: 1, QH: 0}, again=True, reforms=True)]


def test_what_is_whole_cannot_be_made_whole() -> None:
    assert [*plans_of(LYING, MARRIAGE, need(reforms=True), standing(broken=0))] == [Plan(MARRIAGE)]


def test_of_two_broken_ones_the_rest_are_joined_without_a_new_card_where_the_rules_let_them() -> None:
    two: Uses = {KH: Use(2, (2,)), QH: Use(2, (2,))}
    joined = Plan({KH: 0, QH: 0}, again=True, reforms=True)
    assert joined in plans_of(two, MARRIAGE, need(reforms=True, rejoins=True), standing(made=2, broken=2))
    assert joined not in plans_of(two, MARRIAGE, need(reforms=True, rejoins=True), standing(made=2, broken=1))
    assert joined not in plans_of(two, MARRIAGE, need(reforms=True), standing(made=2, broken=2))


def test_where_the_place_of_the_card_played_was_filled_from_below_any_card_may_be_the_new_one() -> None:
    uses: Uses = {KH: Use(2, (1, 1)), QH: Use(1, (0, 1))}
    plans = [plan for plan in plans_of(uses, MARRIAGE, need(2, reforms=True), standing()) if plan.reforms]
    assert plans == [
        Plan({KH: 1, QH: 0}, again=True, reforms=True),
        Plan({KH: 0, QH: 1}, again=True, reforms=True),
    ]
    uses = {KH: Use(1, (0, 1)), QH: Use(2, (1, 1))}
    plans = [plan for plan in plans_of(uses, MARRIAGE, need(2, reforms=True), standing()) if plan.reforms]
    assert plans == [Plan({KH: 1, QH: 0}, again=True, reforms=True)]


def test_kings_that_lie_untold_serve_again_as_one_suit_each_and_the_rest_are_new() -> None:
    """One of the four is known to be hearts; the three untold ones cannot be two of spades and two of clubs."""
    kings = need(by_rank=Rank.KING, reforms=True)
    uses: Uses = {Rank.KING: Use(4, (3,)), KH: Use(1, (1,))}
    broken = standing(cards=frozenset([KH, KS, KC]))
    wanted: Wanted = {KH: 1, KS: 2, KC: 2}
    plans = [plan.fresh for plan in plans_of(uses, wanted, kings, broken) if plan.reforms]
    assert plans == [{KH: 0, KS: 0, KC: 1}, {KH: 0, KS: 1, KC: 0}]
    one: Wanted = {KH: 1, KS: 1, KC: 1}
    plans = [plan.fresh for plan in plans_of(uses, one, kings, broken) if plan.reforms]
    assert plans == [{KH: 1, KS: 0, KC: 0}, {KH: 0, KS: 1, KC: 0}, {KH: 0, KS: 0, KC: 1}]
    six: Wanted = {KH: 1, KS: 5}
    assert [plan.fresh for plan in plans_of(uses, six, kings, broken) if plan.reforms] == [{KH: 0, KS: 2}]


def test_a_quartet_in_untold_suits_is_made_whole_with_what_it_lacks() -> None:
    kings = need(by_rank=Rank.KING, reforms=True)
    broken = standing(cards=cards_of([{Rank.KING: 4}]))
    for lying, new in ((4, 1), (3, 1), (2, 2)):
        plans = plans_of({Rank.KING: Use(4, (lying,))}, {Rank.KING: 4}, kings, broken)
        assert [plan.fresh for plan in plans if plan.reforms] == [{Rank.KING: new}]


def test_a_broken_set_is_left_when_more_of_it_was_new_than_one() -> None:
    four: Wanted = {card_of(Rank.KING, suit): 1 for suit in Suit}
    nothing: dict[Kind, int] = dict.fromkeys(four, 0)
    one, two = {**nothing, KH: 1}, {**nothing, KH: 1, KS: 1}
    assert not leaves_some(Plan(one), four)
    assert leaves_some(Plan(two), four)
    assert not leaves_some(Plan(MARRIAGE), MARRIAGE), "of two cards nothing is left"
    assert leaves_some(Plan({KH: 1, QH: 1, JH: 0}), {KH: 1, QH: 1, JH: 1})


# Booking


def test_what_was_played_is_spent_beside_what_is_shown_now() -> None:
    after = spend({KH: 2}, {}, MARRIAGE, Plan(MARRIAGE), need())
    assert after == {KH: Use(3, (1,)), QH: Use(1, (1,))}
    after = spend({KH: 1}, {KH: Use(3, (2,))}, MARRIAGE, Plan(MARRIAGE), need())
    assert after == {KH: Use(4, (3,)), QH: Use(1, (1,))}


def test_cards_that_go_up_are_not_spent_again() -> None:
    after = spend({}, {KH: Use(1, (1,))}, MARRIAGE, Plan({KH: 0, QH: 1}), need(2))
    assert after == {KH: Use(1, (0, 1)), QH: Use(1, (0, 1))}


def test_a_card_goes_up_though_another_copy_lies_there() -> None:
    assert spend({}, {KH: Use(2, (1, 1))}, {KH: 1}, Plan({KH: 0}), need(2)) == {KH: Use(2, (0, 2))}


def test_a_suit_named_now_is_spent_beside_the_copy_that_was_played() -> None:
    uses: Uses = {Rank.KING: Use(4, (4,)), KH: Use(2, (1,))}
    after = spend({}, uses, {KH: 2}, Plan({KH: 0}), need(2, by_rank=Rank.KING))
    assert after == {Rank.KING: Use(4, (3,)), KH: Use(3, (0, 2))}


def test_cards_of_the_same_level_stay_where_they_are() -> None:
    after = spend({}, LYING, {KH: 2, QH: 2}, Plan({KH: 1, QH: 1}, again=True), need())
    assert after == {KH: Use(2, (2,)), QH: Use(2, (2,))}


def test_what_was_untold_in_a_quartet_and_is_named_now_leaves_the_pool() -> None:
    kings = need(2, by_rank=Rank.KING)
    wanted: Wanted = {KH: 1, KS: 1}
    after = spend({}, {Rank.KING: Use(4, (4,))}, wanted, Plan({KH: 0, KS: 0}), kings)
    assert after == {KH: Use(1, (0, 1)), KS: Use(1, (0, 1)), Rank.KING: Use(4, (2,))}
    after = spend({KH: 1}, {Rank.KING: Use(4, (4,))}, wanted, Plan({KH: 1, KS: 0}), kings)
    assert after == {KH: Use(2, (0, 1)), KS: Use(1, (0, 1)), Rank.KING: Use(5, (3,))}


def test_a_quartet_in_untold_suits_is_booked_by_its_rank() -> None:
    kings = need(by_rank=Rank.KING)
    assert spend({}, {}, {Rank.KING: 4}, Plan({Rank.KING: 4}), kings) == {Rank.KING: Use(4, (4,))}
    again = spend({KH: 2, KS: 1, QH: 7}, {}, {Rank.KING: 4}, Plan({Rank.KING: 4}), kings)
    assert again == {Rank.KING: Use(7, (4,))}, "three kings have been played, and four more lie there"
    third = spend({}, {Rank.KING: Use(4, (4,))}, {Rank.KING: 3, Card.INFUZORKA: 1}, _three(), kings)
    assert third == {Rank.KING: Use(7, (7,)), Card.INFUZORKA: Use(1, (1,))}


def _three() -> Plan:
    return Plan({Rank.KING: 3, Card.INFUZORKA: 1})


def test_the_cards_of_a_declaration_are_those_of_all_its_choices() -> None:
    assert cards_of([{KH: 1}, {QH: 2, KH: 1}]) == {KH, QH}
    assert cards_of([{Rank.KING: 4}]) == {card_of(Rank.KING, suit) for suit in Suit}


# Alternatives


def test_one_choice_is_left_as_it_is() -> None:
    assert pruned([{KH: Use(1, (1,))}]) == [{KH: Use(1, (1,))}]


def test_of_choices_that_ask_for_the_same_one_is_kept() -> None:
    assert pruned([{KH: Use(1, (1,))}, {KH: Use(1, (1,))}]) == [{KH: Use(1, (1,))}]


def test_a_choice_that_asks_for_more_is_dropped_wherever_it_stands() -> None:
    less: Uses = {KH: Use(1, (1,))}
    more: Uses = {KH: Use(2, (2,))}
    other: Uses = {QH: Use(1, (1,))}
    assert pruned([less, more]) == pruned([more, less]) == [less]
    assert pruned([more, other, less]) == [other, less]


def test_choices_that_ask_for_different_cards_are_kept_apart() -> None:
    one: Uses = {KH: Use(1, (1,))}
    other: Uses = {QH: Use(1, (1,))}
    assert pruned([one, other]) == [one, other]


def test_copies_that_lie_lower_ask_for_less_to_go_up() -> None:
    low: Uses = {KH: Use(2, (2,))}
    high: Uses = {KH: Use(2, (1, 1))}
    assert pruned([high, low]) == pruned([low, high]) == [low]
    # spent in play, they serve no more
    lying: Uses = {KH: Use(2, (1, 1))}
    played: Uses = {KH: Use(2, (1,))}
    assert pruned([played, lying]) == pruned([lying, played]) == [lying]


def test_the_least_of_many_choices_refuses_nothing_that_one_of_them_allows() -> None:
    cards = CARDS[:12]
    # each choice has two of the cards: 66 of them, none asking for less than another
    pairs = [(one, other) for place, one in enumerate(cards) for other in cards[:place]]
    choices: list[Uses] = [{one: Use(2, (1, 1)), other: Use(3, (0, 2))} for one, other in pairs]
    assert pruned(choices[:MOST_ALTERNATIVES]) == choices[:MOST_ALTERNATIVES]
    assert len(choices) > MOST_ALTERNATIVES
    (least,) = pruned(choices)
    assert set(least) == set(cards)
    middle = cards[5]
    assert least[middle] == Use(0, (1, 2)), "none of them is needed in any case; the most of each level lies there"
    assert (least[cards[0]], least[cards[-1]]) == (Use(0, (0, 2)), Use(0, (1, 1)))


def test_what_every_one_of_many_choices_needs_is_needed() -> None:
    cards = [card for card in CARDS if card.rank is not Rank.QUEEN][:12]
    pairs = [(one, other) for place, one in enumerate(cards) for other in cards[:place]]
    (least,) = pruned([{one: Use(1, (1,)), other: Use(1, (1,)), QH: Use(2, (2,))} for one, other in pairs])
    assert least[QH] == Use(2, (2,))


def test_the_ranks_in_which_choices_differ_stay_open_until_one_is_left() -> None:
    jacks: list[Uses] = [{JH: Use(1, (1,)), QH: Use(1, (1,))}, {JS: Use(1, (1,)), QH: Use(1, (1,))}]
    kings = {"other": frozenset([Rank.KING])}
    assert open_ranks(kings, "class", jacks) == {**kings, "class": frozenset([Rank.JACK])}
    assert open_ranks({**kings, "class": frozenset([Rank.JACK])}, "class", jacks[:1]) == kings
    assert open_ranks({}, "class", jacks[:1]) == {}
    untold: list[Uses] = [{Rank.KING: Use(4, (4,)), Card.INFUZORKA: Use(1, (1,))}, {Rank.KING: Use(3, (3,))}]
    assert open_ranks({}, "class", untold) == {"class": frozenset([Rank.KING])}


def test_what_a_holder_may_have_held_is_one_entry_for_each_way_that_asks_for_least() -> None:
    cards = [JH, JS]
    assert vectors_of((1, 0), [], cards) == [(1, 0)]
    either: tuple[Uses, ...] = ({JH: Use(2)}, {JS: Use(1)})
    assert sorted(vectors_of((1, 0), [either], cards)) == [(1, 1), (2, 0)]
    more: tuple[Uses, ...] = ({JH: Use(2)}, {JH: Use(3)})
    assert vectors_of((1, 0), [more], cards) == [(2, 0)]
    half: tuple[Uses, ...] = ({JH: Use(2)}, {JH: Use(2), JS: Use(1)})
    assert vectors_of((1, 0), [half], cards) == [(2, 0)]
    assert sorted(vectors_of((0, 0), [either, either], cards)) == [(0, 1), (2, 0)]


def test_holders_fit_together_when_one_way_of_each_stays_within_the_packs() -> None:
    assert fit_together([], [0, 0])
    assert not fit_together([], [0, -1])
    assert fit_together([[(2, 0)], [(0, 2)]], [2, 2])
    assert not fit_together([[(2, 0)], [(1, 0)]], [2, 2])
    assert fit_together([[(2, 0), (0, 2)], [(1, 0)]], [2, 2])
    assert not fit_together([[(3, 0)]], [2, 2])
