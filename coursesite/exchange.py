"""Two folders exchanged in one step, where the system has such a step."""

from __future__ import annotations

import ctypes
import errno
import os
from pathlib import Path

AT_FDCWD = -100
SWAP = ctypes.c_uint(2)
"""RENAME_EXCHANGE of linux/fs.h, and RENAME_SWAP of macOS's sys/stdio.h."""

UNABLE = (errno.ENOSYS, errno.EINVAL, errno.ENOTSUP)
"""What systems and file systems say that cannot do it."""


def exchange(one: Path, other: Path) -> bool:
    """Exchange two folders in one step; return whether the system can.

    Raises :class:`OSError` when it can but refuses.
    """
    library = ctypes.CDLL(None, use_errno=True)
    first, second = os.fsencode(one), os.fsencode(other)
    if hasattr(library, "renameat2"):
        done = library.renameat2(AT_FDCWD, first, AT_FDCWD, second, SWAP)
    elif hasattr(library, "renamex_np"):
        done = library.renamex_np(first, second, SWAP)
    else:
        return False
    if done == 0:
        return True
    code = ctypes.get_errno()
    if code in UNABLE:
        return False
    raise OSError(code, os.strerror(code))
