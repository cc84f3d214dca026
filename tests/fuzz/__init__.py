"""Inputs without end: what is fed to the program (`targets`), how it is made odd (`mutate`), by what (`run`)."""
