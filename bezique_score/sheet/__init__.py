"""A replay as people and machines want to see it: the standing, the log, the scoresheet in every format."""
