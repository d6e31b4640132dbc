"""Build the course site: ``python build.py``, ``python build.py --help``."""

import sys

try:
    from coursesite.cli import main
except ModuleNotFoundError as error:
    sys.exit(f"build.py needs the package '{error.name}'; run `make site`, which installs it.")

if __name__ == "__main__":
    raise SystemExit(main())
