"""Pallas kernels of the jax wheel."""

import jax
import jax.numpy as jnp
from jax.experimental.pallas import tpu as pltpu
from jax.experimental.pallas.ops.gpu import softmax as softmax_kernel
from jax.experimental.pallas.ops.tpu.flash_attention import BlockSizes
from jax.experimental.pallas.ops.tpu.flash_attention import flash_attention as flash
from jax.experimental.pallas.ops.tpu.matmul import matmul
from jax.experimental.pallas.ops.tpu.megablox import gmm
from jax.experimental.pallas.ops.tpu.paged_attention import paged_attention as paged
from jax.experimental.pallas.ops.tpu.splash_attention import (
    splash_attention_kernel,
    splash_attention_mask,
)


def flash_attention(q, k, v):
    return flash(q, k, v, causal=True)


def flash_attention_grad(q, k, v):
    sizes = BlockSizes.get_default(1, 2, 256, 256, 128)

    def total(q):
        return flash(q, k, v, causal=True, block_sizes=sizes).astype(jnp.float32).sum()

    return jax.grad(total)(q)


def splash_kernel(interpret):
    """Return causal splash attention over two heads of 256 positions."""
    masks = [splash_attention_mask.CausalMask((256, 256))] * 2
    return splash_attention_kernel.make_splash_mha_single_device(
        splash_attention_mask.MultiHeadMask(masks), interpret=interpret
    )


def splash_attention(q, k, v):
    return splash_kernel(False)(q, k, v)


def splash_attention_interpreted(q, k, v):
    return splash_kernel(True)(q, k, v)


def paged_attention(q, k, v, lengths, pages):
    return paged(q, k, v, lengths, pages, pages_per_compute_block=4)


def tiled_matmul(x, y):
    return matmul(x, y, block_shape=(128, 128), block_k=128)


def grouped_matmul(x, w, sizes):
    return gmm(x, w, sizes, jnp.float32)


def grouped_matmul_interpreted(x, w, sizes):
    return gmm(x, w, sizes, jnp.float32, interpret=True)


def tiled_matmul_interpreted(x, y):
    with pltpu.force_tpu_interpret_mode():
        return matmul(x, y, block_shape=(128, 128), block_k=128)


def softmax_interpreted(x):
    return softmax_kernel.softmax(x, interpret=True)
