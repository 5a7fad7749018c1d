"""How results are kept on disk."""
