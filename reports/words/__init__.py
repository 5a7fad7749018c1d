"""How numbers, players and findings are written in tables, figures and sentences."""
