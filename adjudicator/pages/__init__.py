"""Rulings with their pictures as pages: a folder of HTML that opens from disk and asks nobody on the network."""
