"""irxray: what a JAX program becomes, at every layer, with exact links between the lines."""
