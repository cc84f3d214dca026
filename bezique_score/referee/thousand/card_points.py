"""The card points that are counted when a hand of Thousand is over: completed, and held against the pack."""

from collections.abc import Collection
from functools import lru_cache

from bezique_score.events import End
from bezique_score.referee.thousand.table import ThousandHand
from bezique_score.refusal import Code, Refusal
from bezique_score.rules.rulebook import Rulebook
from bezique_score.text import Text, listing, say, typed


class CardPoints:
    """What the cards of a game are worth, and which counts they can make."""

    def __init__(self, rules: Rulebook, seats: int) -> None:
        self._tricks = rules.tricks(seats)
        self._values = {card: rules.game.card_points[card.rank] for card in rules.copies if card.rank is not None}
        self._out = rules.game.packet.out_of_play
        self.total = sum(self._values.values())
        in_order = sorted(self._values.values())
        self._most = self.total - sum(in_order[: self._out])
        self._least = self.total - sum(in_order[len(in_order) - self._out :])

    def complete(
        self, hand: ThousandHand, end: End, trickless: Collection[str], *, needless: str | None
    ) -> dict[str, int]:
        """Fill in what the tricks tell and what is left over, for every player with cards.

        `trickless` players took no trick. The number of the player `needless` may stay untold. Raises
        `bad-count` when numbers are missing, or when no cards make them.
        """
        told = self._told(hand)
        known = self._known(hand, trickless, told)
        for player, number in end.counts.items():
            self._verify_number(player, number, told[player], known.get(player))
        counts = {**known, **end.counts}
        missing = [player for player in hand.active if player not in counts]
        if len(missing) == 1 and not self._out:
            counts[missing[0]] = self.total - sum(counts.values())
        elif missing and missing != [needless]:
            raise self._missing(hand, missing, counts)
        if len(counts) == len(hand.active):
            self._verify_together(hand, counts, told)
        return {player: counts[player] for player in hand.active if player in counts}

    def _told(self, hand: ThousandHand) -> dict[str, int]:
        """Add up the cards of the tricks that were told with them."""
        told = dict.fromkeys(hand.active, 0)
        for trick in hand.told:
            told[trick.winner] += sum(self._values[card] for card in trick.cards)
        return told

    def _known(self, hand: ThousandHand, trickless: Collection[str], told: dict[str, int]) -> dict[str, int]:
        """Find the counts that leave no choice: no trick at all, or only tricks told with their cards."""
        known = {}
        untold = {trick.winner for trick in hand.told if not trick.cards}
        for player in hand.active:
            if player in trickless or (len(hand.told) == self._tricks and player not in untold):
                known[player] = told[player]
        return known

    def _verify_number(self, player: str, number: int, told: int, known: int | None) -> None:
        if known is not None and number != known:
            raise Refusal(
                Code.BAD_COUNT,
                say(
                    "{player} has {known} card points by the tricks, not {number}.",
                    player=player,
                    known=known,
                    number=number,
                ),
                advice=say("what the tricks tell need not be given"),
            )
        if not told <= number <= self._most:
            raise Refusal(
                Code.BAD_COUNT,
                say(
                    "{player} cannot have {number} card points: at least {least}, at most {most}.",
                    player=player,
                    number=number,
                    least=told,
                    most=self._most,
                ),
                advice=self._bounds(),
            )

    def _missing(self, hand: ThousandHand, missing: list[str], counts: dict[str, int]) -> Refusal:
        needless = () if self._out else missing[-1:]
        return Refusal(
            Code.BAD_COUNT,
            say("The card points of {players} are missing.", players=listing(missing, "and")),
            line=typed(
                "end",
                *(f"{player}={counts.get(player, 'N')}" for player in hand.active if player not in needless),
            ),
            advice=self._bounds(),
        )

    def _verify_together(self, hand: ThousandHand, counts: dict[str, int], told: dict[str, int]) -> None:
        """Refuse counts that do not add up to the pack, or that no share of the untold cards makes."""
        together = sum(counts.values())
        written = listing([f"{player} {counts[player]}" for player in hand.active], "and")
        if not self._least <= together <= self._most or min(counts.values()) < 0:
            raise Refusal(
                Code.BAD_COUNT,
                say("{counts} do not add up to the pack.", counts=written),
                advice=self._bounds(),
            )
        played = hand.played
        untold = sorted(points for card, points in self._values.items() if card not in played)
        wanted = [counts[player] - told[player] for player in hand.active]
        if not can_share(tuple(untold), wanted, self._out):
            raise Refusal(
                Code.BAD_COUNT,
                say("No cards make {counts}.", counts=written),
                advice=self._bounds(),
            )

    def _bounds(self) -> Text:
        if self._out:
            return say(
                "together the card points are {least} to {most}, as {out} cards are out of play",
                least=self._least,
                most=self._most,
                out=self._out,
            )
        return say("together the card points are {total}; the last number may be left out", total=self.total)


def can_share(cards: tuple[int, ...], wanted: list[int], out: int) -> bool:
    """Say whether cards of these points can go, in whole tricks, to players who have the wanted points.

    `out` of the cards stay with nobody.
    """
    total = sum(cards)
    if min(wanted) < 0 or sum(wanted) > total or (not out and sum(wanted) != total):
        return False
    free = wanted if out else wanted[:-1]
    place = sum(points * (total + 1) ** pile for pile, points in enumerate(free))
    return bool(_shares(cards, len(wanted), out) >> place & 1)


@lru_cache(maxsize=256)
def _shares(cards: tuple[int, ...], players: int, out: int) -> int:
    """Work out all the points that the piles can have, as bits of one number.

    Each player has a pile, and so have the cards out of play. The last pile has what the others have not, so
    the bit is the points of all but the last, as digits to the base of the total plus one. Beside the points
    goes how many cards lie in each pile: a player's are whole tricks, so only the remainder matters.
    """
    base = sum(cards) + 1
    piles = players + bool(out)
    shares: dict[tuple[int, ...], int] = {(0,) * piles: 1}
    for points in cards:
        grown: dict[tuple[int, ...], int] = {}
        for numbers, sums in shares.items():
            for pile in range(piles):
                number = numbers[pile] + 1 if pile == players else (numbers[pile] + 1) % players
                if pile == players and number > out:
                    continue
                after = (*numbers[:pile], number, *numbers[pile + 1 :])
                shift = points * base**pile if pile < piles - 1 else 0
                grown[after] = grown.get(after, 0) | sums << shift
        shares = grown
    return shares.get((0,) * players + (out,) * bool(out), 0)
