"""`python -m bezique_score` is `bezique`."""

import sys

from bezique_score.cli import main

if __name__ == "__main__":
    sys.exit(main())
