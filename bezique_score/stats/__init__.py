"""Figures over many sessions: who plays, who wins, what is declared."""
