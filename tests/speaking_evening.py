"""An evening with nearly everything that is said at the table, told in each language.

`python tests/speaking_evening.py` writes it anew to `golden/LANGUAGE/evening.txt`.
"""

from pathlib import Path
from tempfile import TemporaryDirectory

from door import ticking

from bezique_score.cli.answers import in_words, refusal_in_words
from bezique_score.cli.desk import Desk
from bezique_score.cli.languages import LANGUAGES
from bezique_score.cli.line import answer_line
from bezique_score.library import Library
from bezique_score.refusal import Refusal

GOLDEN = Path(__file__).parent / "golden"

NAMES = {
    "en": {"a": "Anna", "b": "Boris", "v": "Vera", "bezique": "bezique", "hearts": "hearts"},
    "ru": {"a": "Анна", "b": "Борис", "v": "Вера", "bezique": "безик", "hearts": "червы"},
    "pl": {"a": "Anna", "b": "Bolek", "v": "Weronika", "bezique": "bezik", "hearts": "kiery"},
}

LINES = """
new friday {a} {b} --target 500 --set packs=10 --note "tea at nine"
trick {a}
declare {a} {bezique}
deal
deal --upcard KH
declare {bezique}
score
trick {a} AS 10S
declare {bezique}
declare quint
declare {b} {bezique}
melds
trick {b}
declare marriage spades
declare marriage
exchange
exchange
trick {b}
declare kings --allow "the cards were on the table already"
declare queens -i Q
declare queens -i J
trick XX
undo
redo
undo --show
amend 3 declare {a} {bezique} -i Q
undo 99
adjust {b} -10 --note "card led out of turn"
agree {a}=30 {b}=55
agree {a}=25 {b}=55
end
trick {a}
score
deal --trump clubs
trick {a}
declare tq
trick {a}
declare tq
trick {a}
declare tq
score
end
score
deal
log
log --all
sheet
melds --all
new saturday {a} {b} {v} --rules thousand-three
trick {a}
deal
bid {b} 90
bid {b} 120
bid {a} 110
declare {v} hearts
declare {b} {hearts}
score
end {a}=20 {b}=70 {v}=40
end {a}=20 {b}=60 {v}=40
log
sheet --format markdown
new sunday {a} {b} --rules rubicon --no-tricks
deal
declare {a} sequence spades
declare {a} double-bezique
end {a}=10 {b}=300
end {a}=18 --last {b}
score
note "three games in one evening"
nonsense
score --nonsense
bid
sessions
config
config set language de
explain not-the-trick-winner
rules
""".strip().splitlines()


def tell(language: str, home: Path) -> str:
    """Play the evening, and gather what is answered."""
    desk = Desk(Library(home), clock=ticking(), config=home / "config")
    desk.spoken = language
    desk.door = "table"
    told = []
    for template in LINES:
        line = template.format(**NAMES[language])
        try:
            printed = in_words(answer_line(line, desk))
        except Refusal as refusal:
            printed = refusal_in_words(refusal, command="")
        told.append(f"> {line}\n{printed.out}{printed.err}".replace(str(home), "HOME"))
    return "\n".join(told)


def golden_of(language: str) -> Path:
    """Name the file in which the evening is kept."""
    return GOLDEN / language / "evening.txt"


if __name__ == "__main__":
    for each in LANGUAGES:
        with TemporaryDirectory() as folder:
            golden_of(each).parent.mkdir(exist_ok=True)
            golden_of(each).write_text(tell(each, Path(folder)), encoding="utf-8")
