"""What can be played and what is counted: each design a function with a typed result."""
