"""The typed structures of a rules file: what a game must say, and nothing that could be worked out."""

from typing import Literal

import msgspec

from bezique_score.cards import Card, Rank, Suit
from bezique_score.text import Name


class Document(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, rename="kebab"):
    """A table of a rules file: unknown keys are errors, absent ones have the default written here."""


class Sourced(Document, frozen=True, kw_only=True):
    """A table that says where its figures come from, and what in them is a reading of ours."""

    source: str = ""
    reading: str = ""


class Words(Document, frozen=True):
    """The same words in the three languages."""

    en: str
    ru: str
    pl: str

    @property
    def spoken(self) -> Name:
        """The words of the language that is spoken."""
        return Name(self.en, self.ru, self.pl)


class Players(Sourced, frozen=True, kw_only=True):
    """How many sit at the table (`seats`), how many of them get cards (`active`), and whether sides are possible.

    `pool`: partners may lay the cards of one declaration together.
    """

    seats: tuple[int, ...]
    active: int
    partners: bool = False
    pool: bool = False


class Deck(Sourced, frozen=True, kw_only=True):
    """The pack: `ranks` from the highest, once a suit and pack; `extra` cards, so many a suit, rank below."""

    ranks: tuple[Rank, ...]
    packs: int = 1
    extra: dict[Rank, int] = {}
    infuzorki: int = 0


class Dealing(Sourced, frozen=True, kw_only=True):
    """The deal: how many `cards` each, `by` how many at a time."""

    cards: int
    by: str = ""


class Target(Sourced, frozen=True, kw_only=True):
    """Where the game ends: points (none: never), looked at when a hand is closed or after every entry."""

    points: int | None = None
    check: Literal["hand", "at-once"] = "hand"


class Trumps(Sourced, frozen=True, kw_only=True):
    """How trumps are made: by the turned card, or by the first declaration that makes them.

    `turned` gives the dealer so many points for turning a card of that rank; `repeat-notice`: the same suit
    twice running is remarked upon.
    """

    made_by: Literal["turned", "declaration"]
    turned: dict[Rank, int] = {}
    repeat_notice: bool = False


class Exchange(Sourced, frozen=True, kw_only=True):
    """The low trump for the turned card, worth `points`; `uses`: the declaration that the low trump serves."""

    rank: Rank
    points: int = 0
    uses: str = ""


class Bezique(Sourced, frozen=True, kw_only=True):
    """The queen and the jack of the bezique: always the `fixed` ones, or as trumps are."""

    pair: Literal["fixed", "by-trump"]
    fixed: tuple[Card, Card] | None = None
    by_trump: dict[Suit, tuple[Card, Card]] = {}


class Infuzorka(Sourced, frozen=True, kw_only=True):
    """What infuzorki may do; `first-four`: also among the first four of a growing set."""

    first_four: bool = True


class Points(Document, frozen=True, kw_only=True):
    """A schedule of values, by how many of the kind a player has made in the hand; exactly one is given.

    `doubling`: 25, 50, 100, ... `multiple`: 6, 12, 18, ... `by-suit`: fixed, one a suit. `set` and `then`: a
    growing set, `set` for the first four cards, then `then` doubling for each further one, and with every
    further four so many times `set` beside it.
    """

    doubling: int | None = None
    multiple: int | None = None
    by_suit: dict[Suit, int] | None = None
    set: int | None = None
    then: int | None = None


class Declaration(Sourced, frozen=True, kw_only=True):
    """One kind of declaration.

    `cards` are the cards of it (`A of trumps`, `K of suit`, `bezique queen`, `Q` for any of the rank; `or` joins
    alternatives), each `times` over. `class-` says within which class a card serves once, `level` how far up in
    it; `after` names a declaration of the class whose whole set may serve again unchanged. `by-adding`: a
    further one may be made by adding one set of the cards to one that lies there. `free`: it does not use up
    the trick's declaration. `again-while-drawing`: made before play, it scores again for each card drawn while
    it still holds. `rejoins`: of two broken ones on the table the rest may be joined without a new card.
    """

    cards: tuple[str, ...] = ()
    times: int = 1
    suits: Literal["distinct", "any"] = "any"
    points: int | Points
    trump_points: int | None = None
    class_: str = msgspec.field(default="", name="class")
    level: int = 1
    after: str = ""
    by_adding: bool = False
    rejoins: bool = False
    makes_trumps: bool = False
    free: bool = False
    before_play: Literal["", "anybody", "dealer", "opponent"] = ""
    again_while_drawing: bool = False
    names: dict[Literal["en", "ru", "pl"], tuple[str, ...]] = {}


class Reuse(Sourced, frozen=True, kw_only=True):
    """Whether a declaration `broken` by playing one of its cards may be made again with a replacement."""

    broken: bool = False


class Count(Sourced, frozen=True, kw_only=True):
    """What is counted at the end of a Bezique hand: the last trick, and so much for each brisque won."""

    last_trick: int = 0
    brisque: int = 0
    brisques: tuple[Rank, ...] = ()


class Settlement(Sourced, frozen=True, kw_only=True):
    """A hand settled as a game, in game points.

    Scores are rounded down to `unit`. A loser with at least `line` loses the difference (at least
    `least-difference`) and `game`; under it (the rubicon) the sum, `rubicon-game` and `rubicon-brisques` on top,
    his own score counted as at least `least-loser`. `brisques`: both add theirs where that lifts the loser over
    the line, and they decide between equal scores.
    """

    line: int
    game: int
    rubicon_game: int
    rubicon_brisques: int = 0
    unit: int = 100
    least_difference: int = 100
    least_loser: int = 100
    brisques: bool = False


class Auction(Sourced, frozen=True, kw_only=True):
    """The auction of the Thousand family: the forced `opening`, the `step` between bids (0: any), blind bids.

    `cap-without-marriage`: a higher bid needs a marriage (0: no cap).
    """

    opening: int = 100
    step: int = 0
    blind: bool = False
    cap_without_marriage: int = msgspec.field(default=0)


class Packet(Sourced, frozen=True, kw_only=True):
    """Cards dealt apart, and how many stay out of play; `all-tricks`: the bid that needs only every trick."""

    cards: int = 0
    out_of_play: int = 0
    all_tricks: int = 0


class Record(Sourced, frozen=True, kw_only=True):
    """House options of what is recorded in the Thousand family; 0 is off.

    `round-defenders`: to the nearest so many. `barrel`: where it begins. `bolts`: what every third hand
    without a trick costs. `concede`: what giving up costs: the bid, or so many points.
    """

    round_defenders: int = 0
    barrel: int = 0
    bolts: int = 0
    concede: Literal["off", "bid"] | int = "off"


class Option(Document, frozen=True, kw_only=True):
    """A house option: its key is what `--set` takes, `sets` where in the rules file the value goes.

    `values` are the possible ones, the default first; `numbers`: any whole number from 0 as well. The value
    `off` leaves the key out of the rules file, which is how every mechanism is switched off.
    """

    sets: tuple[str, ...]
    values: tuple[str | int | bool, ...] = ()
    numbers: bool = False
    about: str = ""


class Game(Document, frozen=True, kw_only=True):
    """A whole rules file."""

    id: str
    family: Literal["bezique", "thousand"]
    title: Words
    about: str = ""
    aliases: tuple[str, ...] = ()
    status: Literal["confirmed", "unconfirmed"] = "confirmed"
    sources: dict[str, str] = {}
    players: Players
    deck: Deck
    deal: Dealing
    target: Target = Target()
    trumps: Trumps | None = None
    exchange: Exchange | None = None
    bezique: Bezique | None = None
    infuzorka: Infuzorka = Infuzorka()
    reuse: Reuse = Reuse()
    count: Count = Count()
    settlement: Settlement | None = None
    card_points: dict[Rank, int] = {}
    auction: Auction | None = None
    packet: Packet = Packet()
    record: Record = Record()
    declaration: dict[str, Declaration] = {}
    option: dict[str, Option] = {}
