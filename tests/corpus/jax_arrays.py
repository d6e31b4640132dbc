"""Calls into the jax wheel: arrays, linear algebra, transforms, sorting, random numbers."""

import jax
import jax.numpy as jnp
from jax.scipy.linalg import expm
from jax.scipy.signal import fftconvolve
from jax.scipy.special import betainc


def cholesky(a):
    return jnp.linalg.cholesky(a @ a.T)


def solve(a, b):
    return jnp.linalg.solve(a, b)


def solve_vjp(a, b):
    return jax.grad(lambda a, b: jnp.linalg.solve(a, b).sum(), (0, 1))(a, b)


def svd(a):
    return jnp.linalg.svd(a, full_matrices=False)


def qr(a):
    return jnp.linalg.qr(a)


def eigh_batched(a):
    return jax.vmap(jnp.linalg.eigh)(a)


def slogdet_grad(a):
    return jax.grad(lambda a: jnp.linalg.slogdet(a)[1])(a)


def pinv(a):
    return jnp.linalg.pinv(a)


def matrix_exponential(a):
    return expm(a)


def fft_filter(x):
    return jnp.fft.irfft(jnp.fft.rfft(x) * 0.5)


def fft2_batched(x):
    return jax.vmap(jnp.fft.fft2)(x)


def convolve_by_fft(x, y):
    return fftconvolve(x, y, mode="same")


def sort(x):
    return jnp.sort(x, axis=-1)


def argsort_descending(x):
    return jnp.argsort(x, axis=-1, descending=True)


def top_k(x):
    return jax.lax.top_k(x, 8)


def median(x):
    return jnp.median(x, axis=0)


def unique(x):
    return jnp.unique(x, size=32, return_counts=True)


def interpolate(x, xp, fp):
    return jax.vmap(jnp.interp, (0, None, None))(x, xp, fp)


def cumulative_sum(x):
    return jnp.cumsum(x, axis=1)


def histogram(x):
    return jnp.histogram(x, bins=16)


def incomplete_beta(a, b, x):
    return betainc(a, b, x)


def resize(image):
    return jax.image.resize(image, (64, 64, 3), "bicubic")


def segment_sum(data, ids):
    return jax.ops.segment_sum(data, ids, num_segments=16)


def normal(key):
    return jax.random.normal(key, (128, 64), jnp.bfloat16)


def categorical(key, logits):
    return jax.random.categorical(key, logits)


def permutation(key, x):
    return jax.random.permutation(key, x)


def gamma(key, shape):
    return jax.random.gamma(key, shape)
