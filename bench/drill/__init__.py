"""The fluency drill's cards: made here with JAX, stored beside this file, read by the build."""
