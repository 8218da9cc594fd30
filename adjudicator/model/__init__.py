"""The facts the whole package speaks of: immutable records (`typing.NamedTuple`), no behaviour."""
