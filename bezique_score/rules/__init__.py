"""Rules as data: the games' files, what they are held to, and how they are told to people."""
