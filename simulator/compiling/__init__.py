"""How Python functions become native code, and how that is kept. Knows nothing of dominoes."""
