"""Records of games kept by other programs, read into scenarios and written back."""
