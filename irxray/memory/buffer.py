"""A buffer: a stretch of memory, what lies in it, who writes it and who reads it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from irxray.shape import ArrayShape


class Role(StrEnum):
    """What a buffer is for. Each has exactly one role."""

    PARAMETER = "parameter"
    CONSTANT = "constant"
    OUTPUT = "output"
    """Part of the program's result; it must be written in any case."""
    SPILL = "spill"
    """An intermediate that lies in main memory between its writer and its readers."""
    ON_CHIP = "on-chip"
    """An intermediate that never leaves the chip."""
    PREFETCH = "prefetch"
    """A copy on the chip of a parameter or a constant, made before it is needed."""
    UNREAD = "unread"
    """In main memory, and nobody reads it: a kernel's scratch space, a result not asked for."""
    ELSEWHERE = "elsewhere"
    """An intermediate in another memory: the host's, or one without a known name."""


@dataclass(frozen=True, slots=True)
class Access:
    """One instruction that reads or writes a buffer."""

    instruction: str
    """Its name, without ``%``."""
    opcode: str
    line: int
    """1-based line of the module's text."""
    position: int
    """In the schedule."""
    bytes: int
    """Of the elements it touches, in one execution."""
    padded_bytes: int
    """With the padding that moves along."""
    trips: int
    """Executions in one run of the program, as far as loop counts are known."""
    unknown_loops: tuple[str, ...]
    """Loops around it whose count is not known; ``trips`` counts one trip of each."""
    branches: tuple[str, ...]
    """Conditionals of which it stands in a branch; ``trips`` takes the branch as taken."""

    @property
    def total_bytes(self) -> int:
        """Return the bytes over all executions."""
        return self.bytes * self.trips

    @property
    def total_padded_bytes(self) -> int:
        """Return the bytes over all executions, padding included."""
        return self.padded_bytes * self.trips


@dataclass(frozen=True, slots=True)
class Buffer:
    """A stretch of memory that lives from its first writer to its last reader."""

    shape: ArrayShape
    """Of the largest array that lies in it."""
    memory_space: str
    """Such as ``hbm`` or ``vmem``; ``memory`` on CPU."""
    role: Role
    writers: tuple[Access, ...]
    """In the order of the schedule; none for parameters and constants."""
    readers: tuple[Access, ...]
    """In the order of the schedule."""
    first: int
    """Position in the schedule at which it begins to live."""
    last: int
    """Position of its last use."""
    names: tuple[str, ...]
    """Scheduled instructions whose value is this buffer, or a tuple's element of it."""

    @property
    def bytes(self) -> int:
        """Return the bytes of its elements."""
        return self.shape.bytes

    @property
    def padded_bytes(self) -> int:
        """Return the bytes it takes in memory."""
        return self.shape.padded_bytes

    @property
    def writer(self) -> str:
        """Return the name of its first writer, of a parameter or constant its own name."""
        return self.writers[0].instruction if self.writers else self.names[0]
