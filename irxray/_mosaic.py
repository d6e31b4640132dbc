"""Kernels of TPU custom calls decoded by jaxlib: bytes to text."""

from __future__ import annotations

from irxray._jax_private import ir, jaxlib_version, mlir, passmanager, tpu
from irxray.errors import CaptureError

STORED_FORM = "builtin.module(mosaic-serde{serialize=false})"
"""The pass that reads the form kernels are kept in, which has names and a version of its own."""

VERSION_MARK = "stable_mosaic.version"


def decode_kernel(body: bytes) -> str:
    """Return the text of a kernel's module, from MLIR bytecode or text.

    Raises ``CaptureError`` where this jaxlib cannot read it, as an older one cannot a newer form.
    """
    context = mlir.make_ir_context()
    tpu.register_dialect(context)
    context.allow_unregistered_dialects = True
    try:
        with context, ir.Location.unknown():
            module = ir.Module.parse(body)
            if VERSION_MARK in module.operation.attributes:
                passmanager.PassManager.parse(STORED_FORM).run(module.operation)
            return str(module.operation.get_asm())
    except ir.MLIRError as error:
        reason = str(error).strip().splitlines()[-1]
        raise CaptureError(
            f"jaxlib {jaxlib_version} cannot read a kernel's module: {reason}"
        ) from None
