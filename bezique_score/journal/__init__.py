"""The file of a session: its records, its text, and how it is kept safe."""
