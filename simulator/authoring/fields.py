"""What there is not: a field of the view that somebody asked for."""
from simulator.errors import nearest
from simulator.policy import View
def no_field(name: str) -> str:
    return f"a view has no {name!r}; {nearest(name, View._fields)}"
