"""The commit that a record names: the one that is checked out while the record is made."""

from __future__ import annotations

import subprocess
from pathlib import Path


def head_commit(root: Path) -> str:
    """Return the short hash of the commit checked out at ``root``; empty where git tells none.

    A tree without git, such as an unpacked archive, still makes records: they name no commit.
    """
    command = ["git", "-C", str(root), "rev-parse", "--short=10", "HEAD"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError:  # git is not installed
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""
