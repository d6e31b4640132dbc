"""What spills cost, worked out by hand."""

from __future__ import annotations

from irxray.memory.ledger import ledger
from tests.irxray.hlo_reports import report_of

TWO_READERS = """
ENTRY %main (p: f32[16,100]) -> f32[16,100] {
  %p = f32[16,100]{1,0:T(8,128)} parameter(0)
  %exp = f32[16,100]{1,0:T(8,128)} exponential(%p)
  %sin = f32[16,100]{1,0:T(8,128)S(1)} sine(%exp)
  ROOT %add = f32[16,100]{1,0:T(8,128)} add(%exp, %sin)
}
"""


def test_a_line_adds_up_writer_and_readers() -> None:
    # 16 x 100 x 4 = 6400 bytes, 16 x 128 x 4 = 8192 padded; written once, read twice.
    found = ledger(report_of(TWO_READERS), 8192.0)
    (line,) = found.lines
    assert line.written_bytes == 6400
    assert line.read_bytes == (("sin", 6400), ("add", 6400))
    assert line.round_trip_bytes == found.total_round_trip_bytes == 19200
    assert line.moved_bytes == found.total_moved_bytes == 3 * 8192
    # the padding moves too: 3 x 8192 bytes at 8192 B/s
    assert line.time_s == found.total_time_s == 3.0
    assert line.notes == ()


def test_without_a_bandwidth_there_is_no_time() -> None:
    found = ledger(report_of(TWO_READERS), None)
    assert (found.lines[0].time_s, found.total_time_s, found.bandwidth) == (None, None, None)


def test_no_spill_costs_nothing() -> None:
    kept = TWO_READERS.replace("T(8,128)} exponential", "T(8,128)S(1)} exponential")
    found = ledger(report_of(kept), 8192.0)
    assert (found.lines, found.total_round_trip_bytes, found.total_time_s) == ((), 0, 0.0)


def test_lines_stand_by_size() -> None:
    found = ledger(
        report_of(
            """
ENTRY %main (p: f32[8]) -> f32[2,8] {
  %p = f32[8]{0} parameter(0)
  %small = f32[8]{0} exponential(%p)
  %large = f32[2,8]{1,0} broadcast(%small), dimensions={1}
  ROOT %neg = f32[2,8]{1,0} negate(%large)
}
""",
            "cuda",
        ),
        None,
    )
    assert [each.buffer.writer for each in found.lines] == ["large", "small"]
