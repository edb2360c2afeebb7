"""A phone as the desk's camera: a page and a port of its own, while somebody at the desk lets one in."""
