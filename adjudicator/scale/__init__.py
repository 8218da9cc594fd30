"""Many texts at once: where they come from, who works on them, and the table of what came of them."""
