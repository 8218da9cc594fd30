"""One folder an expansion, found and never listed; those of the folders that ADJUDICATOR_EXPANSIONS names as well."""

from adjudicator import store

__path__.extend(str(home) for home in store.homes()[1:])
