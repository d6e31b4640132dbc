"""The memory model: buffers between scheduled instructions, which of them spill, what that costs.

    text and module ─► details ─► schedule ─► values and where they lie ─► buffers ─► ledger

:func:`irxray.memory.report.analyse_memory` and :func:`irxray.memory.ledger.ledger` are its two
doors.
"""
