"""The laws that hold whatever is entered: random evenings of four games, entered, corrected, written and read."""

import contextlib
import io
import shlex
import tempfile
from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta
from itertools import combinations_with_replacement
from pathlib import Path

import pytest
from door import BEGAN
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bezique_score.cards import Card, Suit
from bezique_score.cli import main
from bezique_score.cli.app import MODULES
from bezique_score.events import (
    Adjust,
    Agree,
    Amend,
    Bid,
    Deal,
    Declare,
    End,
    Event,
    Exchange,
    Fact,
    Note,
    Pass,
    Redo,
    Trick,
    Undo,
)
from bezique_score.language import Language
from bezique_score.match import Match, Table
from bezique_score.referee.bezique.table import BeziqueHand
from bezique_score.referee.hand import Hand, Seating
from bezique_score.referee.thousand.table import ThousandHand
from bezique_score.refusal import Code, Refusal
from bezique_score.replay import Judged, Replay
from bezique_score.rules.load import packaged_document, rulebook_of
from bezique_score.rules.rulebook import Rulebook, needs_suit, slots_of
from bezique_score.scorebook import Scorebook

PLAYERS = {"russian": 3, "classic": 2, "rubicon": 2, "thousand-three": 3}
TARGETS = {"russian": 200, "classic": 400, "rubicon": 3000, "thousand-three": 300}
"""Low enough to be reached now and then, so that there are ends of games among the evenings."""

every_game = pytest.mark.parametrize("game", PLAYERS)


def bounded(examples: int) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Try the same examples each time, and not too many of them."""
    return settings(
        max_examples=examples,
        derandomize=True,
        database=None,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
    )


def match_of(game: str) -> Match:
    names = ("Anna", "Boris", "Clara Maria")[: PLAYERS[game]]
    return Match(rulebook_of(packaged_document(game), {}), Seating.of(names), target=TARGETS[game])


# Random evenings

Move = tuple[int, int, int]
moves = st.lists(st.tuples(*[st.integers(0, 999)] * 3), min_size=8, max_size=60)


def event_of(replay: Replay, move: Move) -> Event:
    """Turn numbers into an entry that is possible more often than not."""
    kind = move[0]
    if kind % 10 >= 8:
        return correction_of(replay, kind // 10, move)
    return fact_of(replay.match, replay.table, move)


def correction_of(replay: Replay, kind: int, move: Move) -> Event:
    number = move[1] % (len(replay.rows) + 2)
    match kind % 5:
        case 0 | 1:
            return Undo()
        case 2:
            return Redo()
        case 3:
            return Undo(event=number, by_number=True)
        case _:
            changed = (move[2] % 80 // 10 * 10 + move[2] % 8, move[1] + 7, move[2] + 3)
            return Amend(event=number, entry=fact_of(replay.match, replay.table, changed))


def fact_of(match: Match, table: Table, move: Move) -> Fact:
    kind, first, second = move
    players, hand = match.seating.players, table.hand
    if kind % 40 == 7:
        return Adjust(player=players[first % len(players)], note="agreed", amount=second - 500)
    if kind % 40 == 17:
        return Agree(totals={**table.totals, players[0]: table.totals[players[0]] + (first % 4 == 0)})
    if kind % 40 == 27:
        return Note(text=f"remark {first}")
    if hand is None:
        turned = match.rules.game.trumps is not None and match.rules.game.trumps.made_by == "turned"
        suit = tuple(Suit)[first % 4]
        if turned and second % 2:
            return Deal(upcard=tuple(match.rules.copies)[first % len(match.rules.copies)])
        return Deal(trump=suit if turned else None)
    return play_of(match, table, hand, move)


def play_of(match: Match, table: Table, hand: Hand, move: Move) -> Fact:
    kind, first, second = move
    player = hand.active[first % len(hand.active)]
    if match.rules.game.auction and hand.bid is None:
        return Bid(player=player, bid=100 + second % 60, blind=second % 3 == 0)
    cards = tuple(match.rules.copies)
    match kind % 8:
        case 0 | 1:
            return Trick(winner=player)
        case 2:
            return Trick(
                cards=tuple(cards[(first + second * seat) % len(cards)] for seat in range(len(hand.active)))
            )
        case 3 | 4 | 5:
            return declaration_of(match, table, player, first, second)
        case 6:
            rest = (Exchange(), Pass(player=player), Bid(player=player, bid=100 + second % 100))
            return rest[second % 3]
        case _:
            return end_of(match, hand, first, second)


def declaration_of(match: Match, table: Table, player: str, first: int, second: int) -> Declare:
    offers = match.offers(table)
    if offers and second % 5:
        offer = offers[first % len(offers)]
        return Declare(meld=offer.meld, suit=offer.suit)
    return any_declaration(match.rules, player, first, second)


def any_declaration(rules: Rulebook, player: str, first: int, second: int) -> Declare:
    meld = tuple(rules.game.declaration)[first % len(rules.game.declaration)]
    declaration = rules.game.declaration[meld]
    ranks = [slots_of(term)[0].rank for term in declaration.cards][: second % 3]
    return Declare(
        player=player if second % 2 else None,
        meld=meld,
        suit=tuple(Suit)[second % 4] if needs_suit(declaration) else None,
        infuzorki=tuple(ranks) if rules.game.deck.infuzorki else (),
        allow="the table agreed" if second % 7 == 0 else None,
    )


def end_of(match: Match, hand: Hand, first: int, second: int) -> End:
    game, (one, other, *_) = match.rules.game, hand.active
    counts: dict[str, int] = {}
    if game.count.brisque:
        counts = {one: second % 17}
    elif game.card_points:
        counts = {one: first % 61, other: second % 61}
    return End(counts=counts, last=hand.leader if game.count.last_trick else None)


class Evening:
    """A session in memory, entered by moves; the refused ones must leave no trace."""

    def __init__(self, game: str) -> None:
        self.match = match_of(game)
        self.replay = Replay(self.match)

    def play(self, played: Sequence[Move]) -> Iterator[Judged]:
        """Enter what is accepted, giving each entry just after it was entered."""
        for move in played:
            judged = self.enter(event_of(self.replay, move))
            if judged:
                yield judged

    def enter(self, event: Event) -> Judged | None:
        before = self.state()
        try:
            judged = self.replay.judge(event)
        except Refusal as refusal:
            assert self.state() == before, f"{refusal} has changed something"
            return None
        assert self.state() == before, "to judge is not to add"
        self.replay.add(judged, BEGAN + timedelta(seconds=len(self.replay.rows)))
        return judged

    def state(self) -> tuple[Table, list[int], int]:
        return self.replay.table, [number for number, _ in self.replay.standing()], len(self.replay.rows)


def through(evening: Evening, played: Sequence[Move]) -> Evening:
    for _ in evening.play(played):
        pass
    return evening


# Setting right


@every_game
@bounded(20)
@given(played=moves)
def test_an_action_undone_never_happened_and_redone_was_never_undone(game: str, played: list[Move]) -> None:
    evening = Evening(game)
    before = evening.state()
    for judged in evening.play(played):
        after = evening.state()
        if not isinstance(judged.event, Undo | Redo):
            assert evening.enter(Undo())
            assert evening.state()[:2] == before[:2]
            assert evening.enter(Redo())
            assert evening.state()[:2] == after[:2]
        before = evening.state()


@every_game
@bounded(20)
@given(played=moves)
def test_all_actions_undone_leave_the_empty_table(game: str, played: list[Move]) -> None:
    evening = through(Evening(game), played)
    while evening.enter(Undo()):
        pass
    assert evening.replay.table == evening.match.begin()


@every_game
@bounded(30)
@given(played=moves, number=st.integers(0, 999), instead=st.tuples(*[st.integers(0, 999)] * 3))
def test_an_amended_entry_is_as_if_it_had_been_entered_right(
    game: str, played: list[Move], number: int, instead: Move
) -> None:
    evening = through(
        Evening(game), [(kind // 10 * 10 + kind % 8, first, second) for kind, first, second in played]
    )
    facts = [step.event for _, step in evening.replay.standing()]
    if not facts:
        return
    place = number % len(facts)
    right = Evening(game)
    for fact in facts[:place]:
        assert right.enter(fact)
    entry = fact_of(right.match, right.replay.table, instead)
    possible = all(right.enter(fact) is not None for fact in [entry, *facts[place + 1 :]])
    amended = evening.enter(Amend(event=place + 1, entry=entry))
    assert (amended is not None) == possible
    if amended:
        assert evening.replay.table == right.replay.table
        assert evening.replay.table.totals == right.replay.table.totals


# Totals, replay, journal


@every_game
@bounded(25)
@given(played=moves)
def test_totals_are_the_sum_of_the_points_of_all_entries(game: str, played: list[Move]) -> None:
    evening = Evening(game)
    for _ in evening.play(played):
        rows, totals = evening.replay.rows, evening.replay.table.totals
        assert totals == {side: sum(row.entry.points.get(side, 0) for row in rows) for side in totals}


@every_game
@bounded(25)
@given(played=moves)
def test_a_replay_is_deterministic(game: str, played: list[Move]) -> None:
    evening = through(Evening(game), played)
    again = Replay.of(match_of(game), [row.entry for row in evening.replay.rows])
    assert again.problems == []
    assert again.rows == evening.replay.rows
    assert list(again.standing()) == list(evening.replay.standing())


@every_game
@bounded(8)
@given(played=moves)
def test_what_is_written_is_read_back_equal(game: str, played: list[Move]) -> None:
    evening = through(Evening(game), played)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "friday.toml")
        book = Scorebook.create(
            path,
            name="friday",
            players=evening.match.seating.players,
            now=BEGAN,
            rules=game,
            target=TARGETS[game],
        )
        with book.batch():
            for row in evening.replay.rows:
                book.record(row.entry.event, row.entry.time)
        read = Scorebook.open(path)
    assert read.replay.rows == book.replay.rows == evening.replay.rows
    assert read.replay.table == evening.replay.table
    assert read.header == book.header


# The cards


@every_game
@bounded(25)
@given(played=moves)
def test_no_card_is_held_more_often_than_the_packs_have_it(game: str, played: list[Move]) -> None:
    evening = Evening(game)
    for _ in evening.play(played):
        hand = evening.replay.table.hand
        if isinstance(hand, BeziqueHand):
            verify_bezique_cards(evening.match.rules, hand)
        elif isinstance(hand, ThousandHand):
            verify_thousand_cards(hand)


FEW = (Card.QS, Card.JD, Card.KS, Card.SEVEN_S)

few_cards = st.lists(
    st.one_of(
        st.builds(Trick, winner=st.sampled_from(["Anna", "Boris"])),
        st.builds(Trick, cards=st.tuples(st.sampled_from(FEW), st.sampled_from(FEW))),
        st.builds(Declare, meld=st.sampled_from(["bezique", "double-bezique", "sequence", "seven", "queens"])),
        st.builds(Declare, meld=st.just("marriage"), suit=st.just(Suit.SPADES)),
        st.builds(Exchange),
    ),
    min_size=6,
    max_size=20,
)


@bounded(60)
@given(turned=st.sampled_from(FEW[:3:2]), told=few_cards)
def test_where_few_kinds_are_told_again_and_again_the_turned_card_is_among_them(
    turned: Card, told: list[Fact]
) -> None:
    evening = Evening("classic")
    assert evening.enter(Deal(upcard=turned))
    for fact in told:
        evening.enter(fact)
        hand = evening.replay.table.hand
        assert isinstance(hand, BeziqueHand)
        verify_bezique_cards(evening.match.rules, hand)


def verify_bezique_cards(rules: Rulebook, hand: BeziqueHand) -> None:
    account = hand.account
    for card, copies in rules.copies.items():
        held = sum(holding.held.get(card, 0) for holding in account.holdings.values())
        assert held + (account.turned is card) <= copies, card
        for holding in account.holdings.values():
            assert 0 <= holding.played.get(card, 0) <= holding.held.get(card, 0), card


def verify_thousand_cards(hand: ThousandHand) -> None:
    told = [card for trick in hand.told for card in trick.cards]
    assert len(told) == len(set(told))
    married = [card for marriage in hand.marriages if marriage.claims for card in marriage.pair]
    assert len(married) == len(set(married))


# What can be declared


@every_game
@bounded(15)
@given(played=moves)
def test_what_is_offered_is_just_what_is_accepted_and_at_its_price(game: str, played: list[Move]) -> None:
    evening = Evening(game)
    for _ in evening.play(played):
        table = evening.replay.table
        if table.hand is not None and table.outcome is None and may_declare(evening.match, table.hand):
            verify_offers(evening.match, table, table.hand)


def may_declare(match: Match, hand: Hand) -> bool:
    """Say whether the leader may declare now, if only he has the cards."""
    if isinstance(hand, BeziqueHand):
        draws = match.rules.draws(len(match.seating.players))
        return 0 < hand.tricks <= draws and not hand.declared
    assert isinstance(hand, ThousandHand)
    return hand.bid is not None and hand.lead is None


def verify_offers(match: Match, table: Table, hand: Hand) -> None:
    offered = {(offer.meld, offer.suit): offer.points for offer in match.offers(table)}
    for meld, declaration in match.rules.game.declaration.items():
        if declaration.before_play:
            continue
        for suit in tuple(Suit) if needs_suit(declaration) else (None,):
            booked = price_of(match, table, Declare(meld=meld, suit=suit))
            assert booked == offered.get((meld, suit)), (meld, suit, hand)


def price_of(match: Match, table: Table, declare: Declare) -> int | None:
    """Declare it with as few infuzorki as it takes, and say what was booked; none when it is refused."""
    terms = match.rules.game.declaration[declare.meld].cards
    ranks = sorted({slot.rank for term in terms for slot in slots_of(term)})
    most = match.rules.game.deck.infuzorki
    for number in range(most + 1):
        for infuzorki in combinations_with_replacement(ranks, number):
            asked = Declare(meld=declare.meld, suit=declare.suit, infuzorki=infuzorki)
            try:
                step = match.judge(table, asked)
            except Refusal:
                continue
            assert isinstance(step.event, Declare)
            assert table.hand is not None
            assert step.event.player == table.hand.leader
            return step.worth if step.worth is not None else sum(step.points.values())
    return None


# Words


WORDS = [
    *("anna", "an", "boris", "clara", "Clara Maria", "клара", "Anna=12", "boris=-3", "=", "a=b=4", "anna=45+23"),
    *("bezique", "bez", "marriage", "royal", "quint", "квинт", "дамы", "trump-queens", "seven", "carte-blanche"),
    *("spades", "s", "♠", "♥️", "черви", "kier", "QS", "10h", "Тп", "*", "инф", "AS", "KH", "7C"),
    *("-i", "Q", "--allow", "why", "--trump", "--upcard", "--dealer", "--last", "--all-tricks", "--concede"),
    *("--no-trick", "--blind", "--note", "tea", "-10", "100", "999999999999", "0x10", "٣", "--", "-f", "-", ""),
    *("--json", "--format", "csv", "--all", "--help", "-o", "out.txt", "friday", "../friday", "friday.toml"),
    *("undo", "declare", "--set", "packs=3", "--target", "none", "--partners", "--no-tricks", "--rules", "show"),
    *("classic", "copy", "diff", "\x1b[31m", "a\nb", "#", "'", '"', "ﷺ", "e\u0301", "\u202e", "x" * 300),
]
a_word = st.sampled_from(WORDS) | st.text(max_size=8).filter(lambda word: "\0" not in word)
words = st.lists(a_word, max_size=6)


def lines_of(language: Language, said: list[str]) -> list[Callable[[], Fact]]:
    """List the ways in which words can be put to the language."""
    first, second, *rest = [*said, "", ""]
    given_words = said or [""]
    return [
        lambda: language.deal(trump=first, upcard=second or None),
        lambda: language.deal(upcard=first, dealer=second),
        lambda: language.trick(given_words),
        lambda: language.declare(given_words),
        lambda: language.declare(given_words[:2], infuzorki=rest, allow=first),
        lambda: language.exchange(first),
        lambda: language.bid(first, second, blind=bool(rest)),
        lambda: language.pass_(first),
        lambda: language.end(said),
        lambda: language.end(rest, last=first, all_tricks=second),
        lambda: language.end(no_trick=given_words, concede=True),
        lambda: language.adjust(first, second, note=" ".join(rest)),
        lambda: language.agree(given_words),
        lambda: language.note(first),
    ]


@every_game
@bounded(60)
@given(said=words, played=moves)
def test_any_words_are_an_entry_or_a_refusal(game: str, said: list[str], played: list[Move]) -> None:
    evening = through(Evening(game), played[:8])
    language = Language(evening.match.rules, evening.match.seating)
    for read in lines_of(language, said):
        try:
            evening.match.judge(evening.replay.table, read())
        except Refusal as refusal:
            assert refusal.code in Code
            assert str(refusal)
            assert refusal.hint


@contextlib.contextmanager
def at_the_terminal() -> Iterator[None]:
    """Sit down in a folder of its own, where a session is under way."""
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        here = Path(folder, "here")
        here.mkdir()
        patch.setenv("BEZIQUE_HOME", str(Path(folder, "home")))
        patch.delenv("BEZIQUE_FILE", raising=False)
        patch.chdir(here)
        for line in ("new friday Anna Boris", "deal --trump spades", "trick anna"):
            assert answer(shlex.split(line))[0] == 0
        yield


def answer(line: list[str]) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = main(line)
    return status, out.getvalue(), err.getvalue()


commands = st.sampled_from([command for command in MODULES if command not in {"play", "run"}])


@bounded(15)
@given(typed=st.lists(st.tuples(commands | a_word, words), min_size=1, max_size=8))
def test_whatever_is_typed_is_answered_with_an_exit_code(typed: list[tuple[str, list[str]]]) -> None:
    with at_the_terminal():
        for command, said in typed:
            line = [command, *said]
            if command in {"play", "run"}:
                continue
            status, out, err = answer(line)
            assert status in {0, 1, 2}, line
            assert "Traceback" not in out + err
            assert "A mistake in the program itself" not in err, (line, err)
            assert status == 0 or err or line[0] == "check", line
            assert "\x1b" not in out + err


@bounded(15)
@given(lines=st.lists(st.tuples(commands, words).map(lambda line: shlex.join([line[0], *line[1]])), max_size=12))
def test_whatever_a_script_says_each_line_is_answered_once(lines: list[str]) -> None:
    with at_the_terminal():
        said = [line for line in lines if "\n" not in line and "\r" not in line]
        Path("script.txt").write_text("\n".join(said), encoding="utf-8", errors="surrogatepass", newline="")
        status, out, err = answer(["run", "script.txt", "--json", "--keep-going"])
        assert status in {0, 1}
        assert "A mistake in the program itself" not in err
        assert len(out.splitlines()) == len(said), err
