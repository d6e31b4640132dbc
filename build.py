"""Build the course site: ``python build.py``, ``python build.py --help``."""

import gc
import sys

try:
    from coursesite.cli import is_build, main
except ModuleNotFoundError as error:
    sys.exit(f"build.py needs the package '{error.name}'; run `make site`, which installs it.")

if __name__ == "__main__":
    if is_build(sys.argv[1:]):
        gc.disable()  # it is over before garbage could matter
    code = main()
    gc.freeze()  # what ends with the process need not be looked through once more
    raise SystemExit(code)
