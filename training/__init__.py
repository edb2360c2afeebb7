"""Training of the handwriting reader. Development only: needs PyTorch and the shared handwriting."""
