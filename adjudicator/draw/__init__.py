"""Pictures of tiles, positions and rulings, as SVG, made from what the face data, the position and the ruling say."""
