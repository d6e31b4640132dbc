"""Calls into flax, optax, equinox and diffrax.

A model's weights are arguments: its structure is built without values, then filled with them.
"""

import diffrax
import equinox as eqx
import jax
import jax.numpy as jnp
import optax
from flax import linen, nnx


def fill_nnx(make, weights):
    """Return the flax model that ``make`` builds, with ``weights`` for its parameters."""
    graph, state = nnx.split(nnx.eval_shape(make))
    return nnx.merge(graph, jax.tree.unflatten(jax.tree.structure(state), weights))


def nnx_attention(x, *weights):
    def make():
        return nnx.MultiHeadAttention(4, 64, decode=False, rngs=nnx.Rngs(params=0))

    return fill_nnx(make, weights)(x)


class NnxPerceptron(nnx.Module):
    """Two layers of flax's own, a norm between them."""

    def __init__(self, rngs):
        self.first = nnx.Linear(64, 128, rngs=rngs)
        self.norm = nnx.LayerNorm(128, rngs=rngs)
        self.last = nnx.Linear(128, 64, rngs=rngs)

    def __call__(self, x):
        return self.last(nnx.gelu(self.norm(self.first(x))))


def nnx_perceptron_grad(x, *weights):
    model = fill_nnx(lambda: NnxPerceptron(nnx.Rngs(0)), weights)
    return nnx.grad(lambda model: jnp.square(model(x)).mean())(model)


def nnx_recurrent_new(key, x):
    cell = nnx.GRUCell(32, 64, rngs=nnx.Rngs(params=key))
    return nnx.RNN(cell)(x)


def nnx_convolution_new(key, image):
    model = nnx.Conv(3, 16, kernel_size=(3, 3), rngs=nnx.Rngs(params=key))
    return nnx.max_pool(nnx.relu(model(image)), (2, 2), strides=(2, 2))


def linen_batch_norm_grad(image, *weights):
    model = linen.BatchNorm(use_running_average=False)
    variables = jax.eval_shape(model.init, jax.random.key(0), image)
    variables = jax.tree.unflatten(jax.tree.structure(variables), weights)

    def total(params):
        out, _ = model.apply({**variables, "params": params}, image, mutable=["batch_stats"])
        return jnp.square(out).sum()

    return jax.grad(total)(variables["params"])


def optax_adamw(gradients, moments, second, count, weights):
    optimiser = optax.chain(optax.clip_by_global_norm(1.0), optax.adamw(1e-3))
    state = jax.tree.structure(jax.eval_shape(optimiser.init, weights))
    return optimiser.update(gradients, jax.tree.unflatten(state, [count, moments, second]), weights)


def optax_muon(gradients, weights):
    optimiser = optax.contrib.muon(1e-3)
    return optimiser.update(gradients, optimiser.init(weights), weights)


def optax_ctc_grad(logits, logit_paddings, labels, label_paddings):
    def total(logits):
        return optax.ctc_loss(logits, logit_paddings, labels, label_paddings).sum()

    return jax.grad(total)(logits)


def optax_cross_entropy_grad(logits, labels):
    def total(logits):
        return optax.softmax_cross_entropy_with_integer_labels(logits, labels).mean()

    return jax.grad(total)(logits)


def fill_equinox(make, weights):
    """Return the equinox model that ``make`` builds, with ``weights`` for its arrays."""
    shapes, rest = eqx.partition(
        eqx.filter_eval_shape(make), lambda each: isinstance(each, jax.ShapeDtypeStruct)
    )
    return eqx.combine(jax.tree.unflatten(jax.tree.structure(shapes), weights), rest)


def equinox_perceptron_grad(x, *weights):
    model = fill_equinox(lambda: eqx.nn.MLP(32, 8, 64, 2, key=jax.random.key(0)), weights)
    return eqx.filter_grad(lambda model: jnp.square(jax.vmap(model)(x)).mean())(model)


def equinox_attention(x, *weights):
    def make():
        return eqx.nn.MultiheadAttention(4, 64, key=jax.random.key(0))

    return fill_equinox(make, weights)(x, x, x)


def equinox_recurrent_grad(xs, *weights):
    cell = fill_equinox(lambda: eqx.nn.GRUCell(16, 32, key=jax.random.key(0)), weights)

    def total(cell):
        return jax.lax.scan(lambda h, x: (cell(x, h), None), jnp.zeros(32), xs)[0].sum()

    return eqx.filter_grad(total)(cell)


def diffrax_solve(y):
    term = diffrax.ODETerm(lambda t, y, args: jnp.sin(y) - 0.1 * t * y)
    return diffrax.diffeqsolve(term, diffrax.Heun(), t0=0.0, t1=1.0, dt0=0.1, y0=y, max_steps=32).ys


def diffrax_solve_grad(y):
    term = diffrax.ODETerm(lambda t, y, args: jnp.sin(y) - 0.1 * t * y)

    def total(y):
        return diffrax.diffeqsolve(
            term,
            diffrax.Tsit5(),
            t0=0.0,
            t1=1.0,
            dt0=0.1,
            y0=y,
            stepsize_controller=diffrax.PIDController(rtol=1e-3, atol=1e-6),
            max_steps=32,
        ).ys.sum()

    return jax.grad(total)(y)
