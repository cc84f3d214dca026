"""Keeps score beside a real card table: Bezique and the games of the marriage family."""

__version__ = "0.1.0"
