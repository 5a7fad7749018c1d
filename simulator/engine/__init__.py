"""The engine: rounds, games and groups of games, compiled, and what is counted of them."""
