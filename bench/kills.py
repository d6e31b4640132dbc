"""Builds killed at random moments: the site on disk must be the old or the new one, whole.

::

    python -m bench.kills                     50 kills of `python build.py` on a small course
    python -m bench.kills --kills 500 --warm  the same with the interpreter started once
    python -m bench.kills --warm --writing    killed only while a build writes

A small course is built again and again, each time with another title, and killed with SIGKILL
after a random part of the time that a build takes. After each kill the output folder is compared,
byte for byte, with what whole builds of the two titles give. ``--warm`` forks each build from a
process that has imported the generator, so that all of the kills fall into the build itself; with
``--writing`` the clock starts when the build has locked the output folder.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[1]
TREE = REPOSITORY / "tests" / "fixtures" / "killed"
TITLES = ("The first title", "Another title")

ANEW = 0.5
"""Share of the builds that write a new folder; the others make it from the site before the last."""

Files = dict[str, bytes]
Start = Callable[[list[str]], int]
"""Starts a build with these arguments and returns its process."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What was found after all kills."""

    kills: int
    """Builds that were still running when the signal came."""
    finished: int
    """Builds that were faster."""
    new: int
    """Times that the site on disk was a new one afterwards."""
    broken: int
    """Times that the site was neither the old nor the new one."""
    left_over: int
    """Folders and files beside the site after one more build."""
    seed: int

    def __str__(self) -> str:
        """All of it in one line."""
        return (
            f"{self.kills} kills, {self.finished} builds ended before theirs, "
            f"{self.new} new sites, {self.broken} broken sites, "
            f"{self.left_over} left-overs (seed {self.seed})"
        )


def try_kills(kills: int, seed: int, start: Start, *, writing: bool = False) -> Outcome:
    """Kill that many builds and say what became of the site.

    ``writing`` kills them only once they have begun to write.
    """
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory(prefix="kills-") as name:
        folder = Path(name)
        root = folder / "course"
        shutil.copytree(TREE, root)
        shutil.copytree(REPOSITORY / "templates", root / "templates")
        whole = [_built_whole(root, folder / f"whole-{title}", title, start) for title in TITLES]
        out = root / "_site"
        _built_whole(root, out, TITLES[0], start)
        lock = root / "._site.lock" if writing else None
        longest = _duration(root, out, start, lock)
        counts = {"kills": 0, "finished": 0, "new": 0, "broken": 0}
        while counts["kills"] < kills:
            before = read_site(out)
            new = next(site for site in whole if site != before)
            _write_title(root, TITLES[whole.index(new)])
            if chance.random() < ANEW:
                shutil.rmtree(root / ".cache" / "spare", ignore_errors=True)
            if lock is not None:
                lock.unlink(missing_ok=True)  # a killed build leaves its lock file behind
            ended = _killed(start(_arguments(root, out)), chance.uniform(0, longest), lock)
            counts["finished" if ended else "kills"] += 1
            after = read_site(out)
            counts["new"] += after != before
            counts["broken"] += after not in whole
            if counts["broken"]:
                break  # what follows would compare with a site that is no longer whole
        _built_whole(root, out, TITLES[0], start)
        left = [path for path in root.iterdir() if path.name.startswith("._site")]
        return Outcome(**counts, left_over=len(left), seed=seed)


def read_site(out: Path) -> Files:
    """Every file of the site, by name."""
    found = (path for path in out.rglob("*") if path.is_file())
    return {path.relative_to(out).as_posix(): path.read_bytes() for path in found}


def _arguments(root: Path, out: Path) -> list[str]:
    fixed = ["--quiet", "--commit", "0123456", "--date", "2025-01-01"]
    return [*fixed, "--root", str(root), "--out", str(out)]


def _write_title(root: Path, title: str) -> None:
    path = root / "site" / "site.yml"
    lines = path.read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join([f"title: {title}", *lines[1:]]) + "\n", encoding="utf-8")


def _built_whole(root: Path, out: Path, title: str, start: Start) -> Files:
    _write_title(root, title)
    _, status = os.waitpid(start(_arguments(root, out)), 0)
    if status:
        sys.exit(f"the course cannot be built (status {status})")
    return read_site(out)


def _duration(root: Path, out: Path, start: Start, lock: Path | None) -> float:
    """Median of three builds' seconds, all of which have something to write.

    With a ``lock`` only the seconds count after that file is there.
    """
    spent = []
    for turn in range(3):
        _write_title(root, TITLES[turn % 2 - 1])
        process = start(_arguments(root, out))
        _await(lock, process)
        begin = time.perf_counter()
        os.waitpid(process, 0)
        spent.append(time.perf_counter() - begin)
    return sorted(spent)[1]


def _await(lock: Path | None, process: int) -> None:
    """Wait until the file is there, or the process has ended."""
    while lock is not None and not lock.exists() and not _has_ended(process):
        pass  # writing takes milliseconds: a pause here would miss its beginning


def _killed(process: int, after_s: float, lock: Path | None) -> bool:
    """Kill the process after so many seconds; return whether it had ended before.

    With a ``lock`` the time begins when that file is there.
    """
    _await(lock, process)
    time.sleep(after_s)
    os.kill(process, signal.SIGKILL)  # nobody has waited for it: the number is still its own
    _, status = os.waitpid(process, 0)
    return os.WIFEXITED(status)


def _has_ended(process: int) -> bool:
    """Whether the process has ended; it stays to be waited for."""
    return os.waitid(os.P_PID, process, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def start_cold(arguments: list[str]) -> int:
    """Start ``python build.py`` as a person does."""
    return subprocess.Popen([sys.executable, str(REPOSITORY / "build.py"), *arguments]).pid


def start_warm(arguments: list[str]) -> int:
    """Start a build in a copy of this process."""
    from coursesite.cli import main  # imported before the first fork, by the caller

    process = os.fork()
    if process == 0:
        code = 1
        with contextlib.suppress(BaseException), contextlib.redirect_stdout(io.StringIO()):
            code = main(arguments)
        os._exit(code)
    return process


def main() -> int:
    """Run from the command line; return 1 when a site was broken or something was left over."""
    parser = argparse.ArgumentParser(prog="python -m bench.kills", description="Kill builds.")
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--warm", action="store_true", help="fork instead of starting anew")
    parser.add_argument("--writing", action="store_true", help="kill only while a build writes")
    parsed = parser.parse_args()
    if parsed.warm:
        import coursesite.cli  # noqa: F401 - what every build would import

    start = start_warm if parsed.warm else start_cold
    outcome = try_kills(parsed.kills, parsed.seed, start, writing=parsed.writing)
    print(outcome)
    return 1 if outcome.broken or outcome.left_over else 0


if __name__ == "__main__":
    raise SystemExit(main())
