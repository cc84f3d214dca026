"""`python -m bezique_score` is `bezique`."""

from bezique_score.cli import run

if __name__ == "__main__":
    run()
