"""``python build.py records``: what it prints, and what it refuses."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from bench import first_principles
from coursesite import records_cli
from coursesite.record import read_records
from tests.coursesite.measured_zip import ROOT, Parts

DUMP = "naive-attention-8192.spill-round-trip.tpu-v5e.hlo-dump"
SIZE = "naive-attention-8192.score-bytes.first-principles"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of what records and stages consist of."""
    for name in ("bench", "labs", "site"):
        shutil.copytree(ROOT / name, tmp_path / name)
    return tmp_path


def run(root: Path, *arguments: str) -> int:
    return records_cli.main(["--root", str(root), *arguments])


def change(root: Path, record: str, **changes: object) -> None:
    path = root / "bench" / "records" / f"{record}.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **changes}))


def test_list(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    change(tree, SIZE, retracted="the dtype was wrong")
    assert run(tree, "list", "--program", "naive-attention-8192") == 0
    printed = capsys.readouterr().out.splitlines()
    (line,) = [each for each in printed if each.startswith(SIZE)]
    assert line.split()[1:] == ["134", "MB", "first-principles", "2026-11-30", "RETRACTED"]
    assert printed[-1].endswith(" records")


def test_list_of_one_kind(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tree, "list", "--evidence", "hlo-dump", "--chip", "tpu-v5e") == 0
    printed = capsys.readouterr().out.splitlines()
    assert [each.split()[0] for each in printed] == [DUMP, "1"]
    assert printed[-1] == "1 record"


def test_check(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tree, "check") == 0
    count = len(read_records(tree))
    assert capsys.readouterr().out == f"{count} records read again, none wrong\n"


def test_check_tells_everything_that_is_wrong(
    tree: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change(tree, DUMP, value=1)
    change(tree, SIZE, value=2)
    late = "naive-attention-8192.head-dimension.first-principles"
    change(tree, late, date="2999-01-01")
    (tree / "bench" / "record.schema.json").write_text("{}")
    assert run(tree, "check") == 1
    printed = capsys.readouterr()
    errors = [line for line in printed.err.splitlines() if line.startswith("error: ")]
    assert errors == [
        f"error: bench/records/{late}.json: the date is yet to come",
        f"error: bench/records/{DUMP}.json: the record's value is not what its raw file says",
        "error: bench/record.schema.json: is not the schema of records",
        f"error: bench/records/{SIZE}.json: is not what is computed",
    ]
    assert printed.out.endswith("records read again, 4 wrong\n")


def test_show(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tree, "show", DUMP) == 0
    text, _, rest = capsys.readouterr().out.partition("\n\n")
    assert json.loads(text)["value"] == 268_435_456
    assert rest.splitlines() == [
        f"bench/records/{DUMP}.json: 268\u202fMB, read from the HLO dump",
        f"read again out of bench/raw/{DUMP}.hlo: the same",
    ]


def test_show_what_was_retracted(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    change(tree, SIZE, retracted="the dtype was wrong")
    assert run(tree, "show", SIZE) == 0
    assert capsys.readouterr().out.endswith("RETRACTED: the dtype was wrong\n")


def test_show_what_is_not_there(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tree, "show", SIZE.replace("score", "scores")) == 1
    assert capsys.readouterr().err == (
        "error: bench/records: there is no such record\n"
        f"  | {SIZE.replace('score', 'scores')}\n"
        f"  did you mean '{SIZE}'?\n"
    )


def test_estimates_are_renewed(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(tree, "estimate")  # captures may have been made anew since the records were
    capsys.readouterr()
    assert run(tree, "estimate") == 0
    count = len(list((tree / "bench" / "raw").glob("*.hlo-dump.hlo")))
    assert capsys.readouterr().out == f"{count} unchanged\n"
    capture = tree / "bench" / "captures" / "naive-attention-8192" / "tpu-v5e" / "optimized.hlo"
    capture.write_text(capture.read_text().replace("estimated_cycles", "cycles"))
    (tree / "bench" / "raw" / f"{DUMP}.hlo").write_text("damaged")
    assert run(tree, "estimate") == 0
    assert capsys.readouterr().out == (
        f"wrote bench/records/{DUMP}.json: 268\u202fMB\n{count - 1} unchanged\n"
    )
    assert run(tree, "check") == 0


def test_add_says_why_not(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tree / "m.zip"
    path.write_bytes(Parts(device_kind="cpu").pack())
    assert run(tree, "add", str(path)) == 1
    assert capsys.readouterr().err == (
        "error: m.zip: was not measured on a chip that is known here\n"
        "  | cpu\n"
        "  measure on a TPU or an NVIDIA GPU; coursesite/chip.py lists those that are known\n"
    )
    assert run(tree, "add", str(tree / "none.zip")) == 1
    assert "cannot be read: No such file or directory" in capsys.readouterr().err


def test_add(
    tree: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("coursesite.measurement._commit_of", lambda *_: "0123abc")
    path = tree / "m.zip"
    path.write_bytes(Parts().pack())
    assert run(tree, "add", str(path)) == 0
    stem = "naive-attention-8192.spill-round-trip.tpu-v5e.2026-02-03-01"
    assert capsys.readouterr().out.splitlines() == [
        f"filed bench/raw/{stem}.zip",
        f"wrote bench/records/{stem}.hlo-dump.json: 268\u202fMB",
        f"wrote bench/records/{stem}.duration.json: 255\u202fMB",
        f"wrote bench/records/{stem}.cost-model.json: 277\u202fMB",
        "Build again and the gate follows; commit these files together.",
    ]
    assert run(tree, "check") == 0


def commit_all(root: Path) -> str:
    """Put the tree under git and return the short hash of its only commit."""
    git = ["git", "-C", str(root), "-c", "user.name=a", "-c", "user.email=a@example.org"]
    for arguments in (["init", "-q"], ["add", "bench/record.schema.json"], ["commit", "-qm", "a"]):
        subprocess.run([*git, *arguments], check=True)
    done = subprocess.run([*git, "rev-parse", "HEAD"], check=True, capture_output=True, text=True)
    return done.stdout[:10]


def forget_commits(root: Path) -> None:
    """Leave no record that names a commit."""
    for path in (root / "bench" / "records").glob("*.json"):
        stated = json.loads(path.read_text())
        stated.pop("commit", None)
        path.write_text(json.dumps(stated))


def test_records_that_are_made_name_the_commit(tree: Path) -> None:
    commit = commit_all(tree)
    forget_commits(tree)
    assert run(tree, "estimate") == 0
    assert first_principles.main(["--root", str(tree)]) == 0
    made = [each for each in read_records(tree) if each.program == "naive-attention-8192"]
    assert {each.commit for each in made} == {commit}
    assert run(tree, "check") == 0


def test_a_record_is_not_made_again_for_another_commit(
    tree: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    known = {each.id: each.commit for each in read_records(tree)}
    commit_all(tree)
    assert run(tree, "estimate") == 0
    assert first_principles.main(["--root", str(tree)]) == 0
    assert "wrote" not in capsys.readouterr().out
    assert {each.id: each.commit for each in read_records(tree)} == known


def test_without_git_a_record_names_no_commit(tree: Path) -> None:
    change(tree, SIZE, value=2)
    assert first_principles.main(["--root", str(tree)]) == 0
    (made,) = [each for each in read_records(tree) if each.id == SIZE]
    assert made.commit == ""
