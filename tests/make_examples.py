"""Make the example evenings anew: `python tests/make_examples.py` writes every script and its journal.

`python tests/make_examples.py NAME...` makes some of them; with `--seek` the seeds are looked for whose cards
give the evening what it is there to show (needed when the players in `evening_hands` have changed their taste).

The cards are real (see `real_cards`): a pack is shuffled from a fixed seed and played out, only what truly lay in
a hand is declared, and every hand ends with an audit of the whole pack. What people get wrong (a trick booked to
the wrong player, a word misheard) is set right in the script itself.
"""

import sys
from collections import Counter
from collections.abc import Callable
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from io import StringIO
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from evening_hands import EveningHand
from evening_thousand import ThousandEvening
from tell_hands import BeziqueTeller, tell_thousand
from telling import Clock, Evening, Setting

from bezique_score.cli.desk import Desk
from bezique_score.cli.script import run_script
from bezique_score.events import Note
from bezique_score.library import Library

EXAMPLES = Path(__file__).parent.parent / "examples"


@dataclass
class Story:
    """An evening before it is played: the table, the seed, what is told, and what goes wrong.

    `told`: of each hand, how many tricks are told with their cards; after those only tricks with something to
    declare. `slips`: what happens in which hand. `openings` are said when a hand begins. `wanted`: what the
    evening must hold to be worth telling, `steps` what it must have come to after some hands. `seeds` are those of
    the first hands; the later ones follow from the last of them. `bold`: how often players declare and fight.
    """

    setting: Setting
    seeds: tuple[int, ...]
    wanted: Callable[["Told"], bool]
    hands: int = 12
    bold: float = 0.7
    told: dict[int, int] = field(default_factory=dict)
    slips: dict[int, tuple[str, ...]] = field(default_factory=dict)
    openings: dict[int, str] = field(default_factory=dict)
    note: str = ""
    closing: str = "score"
    agrees: bool = True
    blind_hand: int = 0
    steps: dict[int, Callable[["Told"], bool]] = field(default_factory=dict)


@dataclass
class Told:
    """An evening that was told, and what was seen in it."""

    evening: Evening
    hands: int
    seen: Counter[str]

    @property
    def won(self) -> bool:
        return self.evening.winner is not None

    def saw(self, *what: str) -> bool:
        return all(self.seen[one] for one in what)

    def is_worth(self, story: Story) -> bool:
        return story.wanted(self)


# The stories


def play_story(story: Story, seeds: tuple[int, ...], hands: int | None = None) -> Told:
    """Play an evening with the cards of these seeds, or only its first hands."""
    evening = Evening(story.setting, seeds[0])
    seen: Counter[str] = Counter()
    if story.note:
        evening.enter(Note(text=story.note))
    played = 0
    for number in range(1, (hands or story.hands) + 1):
        seed = seeds[number - 1] if number <= len(seeds) else 1000 * seeds[-1] + number
        random = Random(seed)  # noqa: S311 - cards, not secrets
        evening.pause()
        if number in story.openings:
            evening.say(story.openings[number])
        dealer = evening.match.next_dealer(evening.replay.table)
        told = story.told.get(number, story.told.get(0, 0))
        if evening.rules.game.family == "thousand":
            blind = number == story.blind_hand
            real = ThousandEvening(evening.rules, evening.seating.players, dealer, random, blind=blind)
            tell_thousand(evening, real, seen, with_cards=told > 0)
        else:
            hand = EveningHand(evening.rules, evening.seating, dealer, random, bold=story.bold)
            BeziqueTeller(evening, hand, seen, told, set(story.slips.get(number, ()))).tell()
        played = number
        if evening.winner:
            evening.say(f"{evening.winner.replace('+', ' and ')} won.")
            break
        if story.agrees:
            evening.agree()
    evening.pause()
    evening.lines.append(story.closing)
    return Told(evening, played, seen)


def _between(told: Told, low: int, high: int) -> bool:
    """Everybody's total lies between these."""
    return all(low <= total <= high for total in told.evening.totals.values())


def _a_contest(told: Told) -> bool:
    """Everybody has scored something worth the evening."""
    best = max(told.evening.totals.values())
    return all(total > best / 4 for total in told.evening.totals.values())


STORIES: dict[str, Story] = {
    "russian": Story(
        Setting(
            "samovar",
            ("Anna", "Boris"),
            "russian",
            """
An evening of Russian commercial bezique: two players, eight packs, three hands, to 1000.
It shows growing sets past the fourth card, infuzorki, the exchange of the nine, a slip taken back (undo), an
entry corrected later (amend), a declaration that the table allowed, totals read out (agree) and a winner.
Most tricks score nothing and are not typed: a line is typed when somebody declares.
""",
        ),
        seeds=(11, 121, 0),
        hands=3,
        bold=0.28,
        told={1: 6},
        slips={1: ("undo",), 2: ("misread", "allow"), 3: ("misheard",)},
        openings={
            1: "Rain. The long table, the eight packs shuffled twice, tea for two.",
            2: "Boris opens the window; the second pot of tea.",
            3: "Nearly midnight. The last hand, they say.",
        },
        note="eight packs, Anna keeps the score",
        closing="sheet",
        steps={
            1: lambda told: _between(told, 150, 520) and told.saw("undo", "exchange", "grown"),
            2: lambda told: _between(told, 450, 930) and told.saw("amend", "allow") and told.seen["infuzorka"] > 1,
            3: lambda told: told.is_worth(STORIES["russian"]),
        },
        wanted=lambda told: (
            told.won
            and told.hands == 3
            and told.saw("undo", "amend", "allow", "exchange", "bezique", "marriage")
            and told.seen["infuzorka"] >= 3
            and told.seen["card"] >= 6
            and told.seen["grown"] >= 3
            and _a_contest(told)
        ),
    ),
    "russian-three": Story(
        Setting(
            "вторник",
            ("Вера", "Глеб", "Зоя"),
            "russian",
            """
Three players from Saint Petersburg, eight packs, to 500; whoever keeps the score types Russian words.
With three the fifty-fifth card is turned, and there are forty draws.
""",
            target=500,
            says_target=True,
            language="ru",
        ),
        seeds=(13,),
        hands=4,
        told={2: 3},
        slips={1: ("undo",), 3: ("misread",)},
        note="считает Вера",
        closing="score",
        wanted=lambda told: (
            told.won and told.hands in (3, 4) and told.saw("undo", "infuzorka", "grown") and _a_contest(told)
        ),
    ),
    "russian-four": Story(
        Setting(
            "sunday",
            ("Anna", "Boris", "Clara", "Dmitri"),
            "russian",
            """
Four at the table: three play, the dealer sits out, and the deal goes round once.
Declarations only (--no-tricks): each line then names its player. No target; the totals are read out each time.
""",
            target=None,
            says_target=True,
            tricks=False,
        ),
        seeds=(0,),
        hands=4,
        slips={2: ("misread",)},
        openings={1: "Whoever deals makes the sandwiches."},
        closing="sheet",
        wanted=lambda told: told.saw("infuzorka", "grown", "exchange") and _a_contest(told),
    ),
    "classic": Story(
        Setting(
            "zakopane",
            ("Jadwiga", "Łukasz"),
            "classic",
            """
Bezique with two packs in a mountain hut, to 1000. The scorer types Polish words and the signs of the suits.
The first hand is told whole: all 32 tricks with their cards, so that the brisques and the last trick come out by
themselves. Of the other hands only the tricks that matter are typed, and the brisques are counted at the end.
""",
            language="pl",
            signs=True,
        ),
        seeds=(1,),
        bold=0.9,
        told={1: 32},
        slips={2: ("undo",), 3: ("misheard",)},
        note="schronisko, dwie talie",
        closing="sheet",
        wanted=lambda told: (
            told.won
            and told.hands <= 4
            and told.saw("exchange", "bezique", "sequence", "undo", "seven")
            and _a_contest(told)
        ),
    ),
    "three-handed": Story(
        Setting(
            "attic",
            ("Ida", "Jonas", "Klara"),
            "three-handed",
            """
Bezique for three with three packs, to 1000 instead of 2000, for it is late. Ida keeps the score.
Brisques are counted at the end of each hand, those of two players: the third's are what the packs leave.
""",
            target=1000,
            says_target=True,
        ),
        seeds=(4,),
        bold=0.9,
        slips={1: ("undo",), 2: ("penalty",)},
        closing="score",
        wanted=lambda told: (
            told.won and told.hands <= 5 and told.saw("sequence", "double-bezique") and _a_contest(told)
        ),
    ),
    "four-handed": Story(
        Setting(
            "partners",
            ("Anna", "Boris", "Clara", "Dora"),
            "four-handed",
            """
Bezique for four, two against two: Anna and Clara, Boris and Dora, to 2000. Four packs.
The winner of a trick declares, or the partner does; the score is the side's, and either name stands for it.
""",
            target=2000,
            partners=True,
        ),
        seeds=(2,),
        bold=0.95,
        told={1: 4},
        slips={2: ("undo",)},
        closing="sheet",
        wanted=lambda told: (
            told.won and told.hands <= 4 and told.saw("partner", "double-bezique", "exchange") and _a_contest(told)
        ),
    ),
    "rubicon": Story(
        Setting(
            "club",
            ("Edith", "Oscar"),
            "rubicon",
            """
Rubicon Bezique at the club: four packs, every deal a game, three deals. The second opens with a carte blanche.
Each loser stays under the rubicon of 1000, brisques and all, and pays for it; brisques are typed only where they
could matter.
""",
            target=None,
        ),
        seeds=(3, 13, 7),
        hands=3,
        bold=0.95,
        openings={1: "A pound a hundred, and the rubicon counts."},
        closing="sheet",
        steps={
            1: lambda told: told.saw("rubicon", "bezique") and told.seen["double-bezique"] > 0,
            2: lambda told: told.seen["carte-blanche"] > 1,
            3: lambda told: told.is_worth(STORIES["rubicon"]),
        },
        wanted=lambda told: told.saw("carte-blanche", "rubicon", "double-bezique", "sequence"),
    ),
    "six-pack": Story(
        Setting(
            "veranda",
            ("Aunt Rose", "Uncle Bert"),
            "six-pack",
            """
Six packs, also called Chinese: the bezique goes with trumps. The pack is cut before each deal, and a dealer who
lifts exactly 24 cards scores for it. Two deals, each settled as a game.
""",
            target=None,
        ),
        seeds=(3, 2),
        hands=2,
        bold=0.8,
        slips={2: ("undo",)},
        closing="sheet",
        steps={
            1: lambda told: told.saw("exact-cut", "double-bezique"),
            2: lambda told: told.is_worth(STORIES["six-pack"]),
        },
        wanted=lambda told: told.saw("exact-cut", "double-bezique", "undo") and told.seen["triple-bezique"] > 0,
    ),
    "eight-pack": Story(
        Setting(
            "castle",
            ("Ludwig", "Sophie"),
            "eight-pack",
            """
Eight packs and fifteen cards each: one enormous deal, settled as a game.
""",
            target=None,
        ),
        seeds=(0,),
        hands=1,
        bold=0.9,
        closing="sheet",
        wanted=lambda told: told.saw("triple-bezique") or told.saw("double-bezique", "trump-aces"),
    ),
    "thousand-stock": Story(
        Setting(
            "train",
            ("Nina", "Oleg"),
            "thousand-stock",
            """
Thousand for two with a stock, on the night train, to 500. No auction: everybody records what he takes.
Every trick is told with its cards, so the card points come out by themselves.
""",
            target=500,
            says_target=True,
        ),
        seeds=(0,),
        told={0: 1},
        closing="score",
        wanted=lambda told: told.won and told.hands <= 5 and _a_contest(told),
    ),
    "thousand-two": Story(
        Setting(
            "dacha",
            ("Pavel", "Rita"),
            "thousand-two",
            """
Thousand for two with two packets of two cards, to 1000. The non-dealer must open at 100; who bids highest takes
one packet, lays two cards away and may go higher. In the first hand every trick is told with its cards; later the
card points of both are counted, since nobody knows what lies in the packets.
""",
        ),
        seeds=(464,),
        hands=14,
        told={1: 1},
        closing="sheet",
        wanted=lambda told: told.won and told.hands <= 8 and told.saw("raise", "failed", "made"),
    ),
    "thousand-three": Story(
        Setting(
            "tysyacha",
            ("Sasha", "Tanya", "Uliana"),
            "thousand-three",
            """
Thousand for three, the game commonly meant, to 1000: forced opening at 100, a packet of three, a card given to
each opponent. Bids go down, and one hand is played blind: everything in it is doubled.
The third number at the end of a hand is worked out from the 120 points of the pack.
""",
        ),
        seeds=(328,),
        hands=14,
        told={2: 1},
        blind_hand=4,
        closing="sheet",
        wanted=lambda told: told.won and told.hands <= 9 and told.saw("blind", "failed", "made", "raise"),
    ),
}


# Scripts and journals


def seek(story: Story) -> tuple[int, ...]:
    """Find the first seeds, hand by hand where the story has steps, whose evening holds what is wanted."""
    if not story.steps:
        return next((seed,) for seed in count() if story.wanted(play_story(story, (seed,))))
    seeds: tuple[int, ...] = ()
    for hand, step in sorted(story.steps.items()):
        seeds += (next(seed for seed in count() if step(play_story(story, (*seeds, seed), hand))),)
        print(hand, seeds, file=sys.stderr)
    return seeds


def script_of(name: str) -> str:
    """Tell an evening as its script."""
    story = STORIES[name]
    told = play_story(story, story.seeds)
    assert story.wanted(told), f"{name}: these seeds do not give the evening what it shows"
    return told.evening.text()


def journal_of(script: Path) -> bytes:
    """Keep the score of a script, by a clock that moves on by forty seconds an entry."""
    with TemporaryDirectory() as folder, redirect_stdout(StringIO()) as said:
        desk = Desk(Library(Path(folder)), clock=Clock(), config=Path(folder) / "config")
        status = run_script(desk, str(script), as_json=True)
        assert status == 0, said.getvalue().splitlines()[-1]
        return desk.path().read_bytes()


def main(words: list[str]) -> None:
    names = [word for word in words if word in STORIES] or [*STORIES]
    for name in names:
        if "--seek" in words:
            print(name, seek(STORIES[name]))
            continue
        script = EXAMPLES / f"{name}.bezique"
        script.write_text(script_of(name), encoding="utf-8")
        script.with_suffix(".toml").write_bytes(journal_of(script))


if __name__ == "__main__":
    main(sys.argv[1:])
