"""Results on disk: the directory, what a run in progress keeps, rows of games, tidy frames.

Knows texts, mappings, arrays and data frames; not which designs there are.
"""
