"""Calls into the jax wheel: neural-network functions, control flow, solvers, sharding."""

import jax
import jax.numpy as jnp
from jax.experimental.ode import odeint
from jax.scipy.optimize import minimize
from jax.scipy.sparse.linalg import cg, gmres
from jax.sharding import PartitionSpec


def attention(q, k, v):
    return jax.nn.dot_product_attention(q, k, v)


def attention_causal_grouped(q, k, v):
    return jax.nn.dot_product_attention(q, k, v, is_causal=True)


def attention_grad(q, k, v):
    def total(q, k, v):
        return jax.nn.dot_product_attention(q, k, v, is_causal=True).astype(jnp.float32).sum()

    return jax.grad(total, (0, 1, 2))(q, k, v)


def gelu_grad(x):
    return jax.vmap(jax.grad(jax.nn.gelu))(x)


def logsumexp_hessian(x):
    return jax.hessian(jax.nn.logsumexp)(x)


def convolution_grad(image, kernel):
    def total(image, kernel):
        return jnp.square(jax.lax.conv(image, kernel, (1, 1), "SAME")).sum()

    return jax.grad(total, (0, 1))(image, kernel)


def ragged_dot(x, w, sizes):
    return jax.lax.ragged_dot(x, w, sizes)


def ragged_dot_grad(x, w, sizes):
    return jax.grad(lambda w: jax.lax.ragged_dot(x, w, sizes).sum())(w)


def associative_scan(x):
    return jax.lax.associative_scan(jnp.multiply, x)


def scan_of_cells_grad(w, h, xs):
    def total(w):
        last, _ = jax.lax.scan(lambda h, x: (jax.nn.silu(h @ w + x), h), h, xs)
        return last.sum()

    return jax.grad(total)(w)


def scan_rematerialised_grad(w, x):
    def total(w):
        block = jax.checkpoint(lambda x, w: (jax.nn.relu(x @ w), None))
        return jax.lax.scan(block, x, w)[0].sum()

    return jax.grad(total)(w)


def conjugate_gradient(a, b):
    return cg(lambda x: a @ x + x, b, maxiter=20)[0]


def conjugate_gradient_grad(a, b):
    return jax.grad(lambda b: cg(lambda x: a @ x + x, b, maxiter=20)[0].sum())(b)


def generalised_minimal_residual(a, b):
    return gmres(lambda x: a @ x + x, b, maxiter=5, restart=5)[0]


def minimise(a, x):
    return minimize(lambda x: jnp.sum(jnp.square(a @ x - 1.0)), x, method="BFGS").x


def integrate_grad(y, t):
    def total(y):
        return odeint(lambda y, t: jnp.sin(y) - 0.1 * y * t, y, t)[-1].sum()

    return jax.grad(total)(y)


def conditional(flag, x):
    return jax.lax.cond(flag, jax.nn.softmax, jax.nn.log_softmax, x)


def linearised(x):
    value, tangent = jax.linearize(jax.nn.softplus, x)
    return value, tangent(x)


def host_mesh():
    """Return a mesh of the eight devices that the processor is divided into."""
    jax.config.update("jax_num_cpu_devices", 8)
    return jax.make_mesh((8,), ("x",), axis_types=(jax.sharding.AxisType.Auto,))


def sum_sharded(x):
    mesh, spec = host_mesh(), PartitionSpec("x")
    reduced = jax.shard_map(
        lambda x: jax.nn.softmax(jax.lax.psum(x, "x") + x), mesh=mesh, in_specs=spec, out_specs=spec
    )
    return reduced(x)


def attention_sharded(q, k, v):
    mesh, spec = host_mesh(), PartitionSpec(None, None, "x")
    call = jax.shard_map(
        jax.nn.dot_product_attention, mesh=mesh, in_specs=(spec,) * 3, out_specs=spec
    )
    return call(q, k, v)


def matmul_partitioned(x, w):
    mesh = host_mesh()
    rows = jax.sharding.NamedSharding(mesh, PartitionSpec("x", None))
    columns = jax.sharding.NamedSharding(mesh, PartitionSpec(None, "x"))
    x = jax.lax.with_sharding_constraint(x, rows)
    w = jax.lax.with_sharding_constraint(w, columns)
    return jax.lax.with_sharding_constraint(jax.nn.gelu(x @ w), rows)
