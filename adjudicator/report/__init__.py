"""Rulings, problems and rules put into words, tables and JSON; sees no engine and no terminal."""
