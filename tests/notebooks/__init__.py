"""Policies that are in no file: those of notebooks and of what is typed into Python."""
