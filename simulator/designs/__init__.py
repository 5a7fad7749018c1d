"""What can be played and what is counted: each design a function with a typed result.

A module that has a `DESIGN` is a design that can be asked for by its name, in a file too; `plan`
and `diverge` are questions about a duel, which leave nothing behind. What is needed to ask for a
design is imported without numpy or numba, so that the command line can show its help.
"""
