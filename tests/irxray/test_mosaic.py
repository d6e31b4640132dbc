"""Kernels' modules, from a Pallas kernel compiled for TPU v5e and from text alone."""

from __future__ import annotations

import base64
import json
from pathlib import Path

import pytest

from irxray.errors import StoreError
from irxray.kernel_files import kernel_documents, read_kernel_files, write_kernels
from irxray.layers import Evidence, Link, Reason
from irxray.mosaic import (
    Kernel,
    read_kernel,
    read_kernels,
    without_tags,
)

MARKED = """\
module @scale {
  func.func @scale(%arg0: memref<8x128xf32>) {
    "tpu.trace_start"() <{level = 10 : i32, message = "user scope"}> : () -> ()
    "tpu.trace_start"() <{level = 10 : i32, message = "eqn.4"}> : () -> ()
    %c0 = arith.constant 0 : index
    %0 = vector.load %arg0[%c0, %c0] : memref<8x128xf32>, vector<8x128xf32>
    "tpu.trace_start"() <{level = 10 : i32, message = "eqn.5"}> : () -> ()
    %1, %2 = tpu.pair %0 : vector<8x128xf32>
    "tpu.trace_stop"() : () -> ()
    "tpu.trace_stop"() : () -> ()
    "tpu.trace_stop"() : () -> ()
    scf.if %1 {
      tpu.vector_store %arg0[%c0, %c0], %0
    }
    return
  }
}
"""


@pytest.fixture
def kernel() -> Kernel:
    return read_kernel("scale.1", 28, MARKED)


def test_equation_marks_go_and_a_users_scope_stays(kernel: Kernel):
    assert "eqn." not in kernel.text
    assert kernel.text.count("tpu.trace_st") == 2
    assert kernel.text.splitlines()[-1] == "}"


def test_operations_are_linked_to_the_equations_around_them(kernel: Kernel):
    names = [item.name for item in kernel.items]
    assert names == [
        "tpu.trace_start",
        "arith.constant",
        "vector.load",
        "tpu.pair",
        "tpu.trace_stop",
        "scf.if",
        "tpu.vector_store",
    ]
    assert kernel.links == (
        Link(4, 1, Evidence.EXACT),
        Link(4, 2, Evidence.EXACT),
        Link(4, 3, Evidence.CALL_SITE),
        Link(5, 3, Evidence.EXACT),
    )
    assert kernel.linked == 3


def test_every_line_is_an_item_or_has_a_reason(kernel: Kernel):
    reasons = dict(kernel.reasons)
    lines = {item.spans[0].line for item in kernel.items}
    assert lines | set(reasons) == set(range(1, len(kernel.text.splitlines()) + 1))
    assert Reason.CONSTANT in reasons.values()


def test_kernels_survive_being_stored(kernel: Kernel, tmp_path: Path):
    write_kernels([kernel, kernel], tmp_path)
    documents = json.loads(json.dumps(kernel_documents([kernel, kernel])))
    assert read_kernel_files(documents, tmp_path) == (kernel, kernel)
    (tmp_path / "kernel-2.mlir").write_text("changed")
    with pytest.raises(StoreError, match=r"kernel-2\.mlir is not what was captured"):
        read_kernel_files(documents, tmp_path)


def body(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


def hlo(name: str, module: str, locations: str = "QUJD") -> str:
    return (
        f"  ROOT %{name} = f32[8,128]{{1,0}} custom-call(%x), "
        'custom_call_target="tpu_custom_call", '
        f'backend_config={{"custom_call_config":{{"body":"{body(module)}",'
        f'"debug_locations":"{locations}"}}}}\n'
    )


def test_names_and_lines_are_those_of_the_plain_text():
    plain = "HloModule f\n\n" + hlo("flash_attention.1", MARKED)
    (found,) = read_kernels(hlo("op.0", MARKED), plain, lambda raw: raw.decode())
    assert (found.instruction, found.line) == ("flash_attention.1", 3)


def test_only_tags_may_differ():
    unmarked = "\n".join(
        line for line in MARKED.splitlines() if not ("trace_start" in line or "trace_stop" in line)
    )
    inner = MARKED.replace('message = "user scope"', 'message = "eqn.1"')

    def plain(text: str) -> str:
        return without_tags(text, lambda raw: raw.decode())

    assert plain(hlo("op.0", inner)) == plain(hlo("flash.1", unmarked, "RUZH"))
    assert plain(hlo("op.0", inner)) != plain(hlo("op.0", inner.replace("pair", "pear")))
    assert plain("no kernel here") == "no kernel here"
