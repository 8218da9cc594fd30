"""The library: games that programs play, with the rules and reasons that texts get."""
