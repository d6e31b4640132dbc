"""Run the command line: ``python -m irxray``."""

from irxray.cli import main

raise SystemExit(main())
