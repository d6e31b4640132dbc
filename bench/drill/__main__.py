"""``python -m bench.drill`` makes the cards; see :mod:`bench.drill.make`."""

import sys

from bench.drill.make import main

sys.exit(main(sys.argv[1:]))
