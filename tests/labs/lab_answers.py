"""What the tests know of each lab: shown cells, right and wrong answers, what to read from it."""

from __future__ import annotations

from pathlib import Path

LABS = Path(__file__).parents[2] / "labs" / "stage-2"
LADDER = LABS / "lab-2.1-lowering-ladder.ipynb"
SPILL = LABS / "lab-2.2-finding-the-spill.ipynb"
OPERATOR = LABS / "lab-2.3-production-operator.ipynb"
NOTEBOOKS = (LADDER, SPILL, OPERATOR)

MACHINE_SECONDS = {LADDER: 60, SPILL: 90, OPERATOR: 60}

# What the page shows. A renamed cell changes links on the page, so the ids are spelled out here.
SHOWN = {
    LADDER: ["the-program", "trace", "reading-the-jaxpr", "lower", "without-header", "compile",
             "mapping-text", "mapping-table", "dimension-numbers"],
    SPILL: ["sizes", "naive-attention", "why-a-spill", "first-principles", "what-counts",
            "v5e-hunt-text", "v5e-hunt", "estimate", "what-the-compiler-did"],
    OPERATOR: ["histogram-text", "histogram", "catalogue-text", "catalogue", "catalogue-reading"],
}  # fmt: skip

# Answers found by hand, as source text. What depends on the machine's own backend, or on whether
# the captures are at hand, is read from the kernel that just ran (`answers`): None asks for that.
RIGHT = {
    LADDER: {
        "my_prints": "2",
        "my_equations": "8",
        "my_sum_dtype": "'f32'",
        "my_broadcasts": "4",
        "my_intermediate_stored": None,
        "my_add_operations": "2",
        "my_equations_gone": None,
        "my_shape_a": "(32, 128)",
        "my_shape_b": "[8, 32]",
        "my_shape_c": "(4, 10, 12)",
        "my_shape_d": "(3, 6, 7)",
        "my_bookkeeping": "{'convert', 'broadcast_in_dim'}",
    },
    SPILL: {
        "my_q_bytes": "8192 * 128 * 2",
        "my_score_bytes": "134_217_728",
        "my_round_trip_bytes": "268_435_456",
        "my_round_trip_ms": "0.327",
        "my_full_length_stored": None,
        "my_hbm_arrays": "1",
        "my_short_spills": "False",
        "my_break_even_length": "256",
        "my_matmul_ms": "0.174",
    },
    OPERATOR: {
        "my_toy_casts": "2",
        "my_matmuls": "2",
        "my_times_as_many": None,
        "my_exp_dtype": "'f32'",
        "my_remat_programs": "{'maxtext-loss-grad'}",
        "my_scores_shape": None,
        "my_scores_bytes": None,
        "my_scan": "'B'",
        "my_scan_equations": "3",
        "my_matmuls_nothing_kept": "7",
        "my_matmuls_scores_kept": "6",
        "my_matmuls_all_kept": "6",
    },
}

# (question, wrong answer, what the explanation has to say)
WRONG = {
    LADDER: [
        ("my_prints", "4", "You counted calls"),
        ("my_equations", "3", "number of source lines"),
        ("my_sum_dtype", "'bf16'", "feeds the reduce_sum"),
        ("my_broadcasts", "1", "StableHLO allows neither"),
        ("my_intermediate_stored", None, "no buffer"),
        ("my_add_operations", "7", "reveal('my_add_operations')"),
        ("my_equations_gone", "99", "reveal('my_equations_gone')"),
        ("my_shape_a", "(128, 32)", "wrong order"),
        ("my_shape_b", "5", "reveal('my_shape_b')"),
        ("my_shape_c", "(10, 12, 4)", "Batch axes come first"),
        ("my_shape_d", "(6, 7)", "reveal('my_shape_d')"),
        ("my_bookkeeping", "{'add', 'convert'}", "add computes. broadcast_in_dim only arranges."),
    ],
    SPILL: [
        ("my_q_bytes", "8192 * 128", "number of elements"),
        ("my_score_bytes", "8192 * 8192", "Each takes two bytes"),
        ("my_round_trip_bytes", "134_217_728", "one way"),
        ("my_round_trip_ms", "0.000327", "in seconds"),
        ("my_full_length_stored", None, "ENTRY"),
        ("my_hbm_arrays", "2", "kernels of their own"),
        ("my_short_spills", "True", "S(1) is VMEM"),
        ("my_break_even_length", "128", "Count both ways"),
        ("my_matmul_ms", "'long'", "reveal('my_matmul_ms')"),
    ],
    OPERATOR: [
        ("my_toy_casts", "0", "around the reduce_sum"),
        ("my_matmuls", "8", "Heads do not get a matmul each"),
        ("my_times_as_many", "1", "Count what stands around it"),
        ("my_exp_dtype", "'bf16'", "look at the types around exp"),
        ("my_remat_programs", "set(PROGRAMS)", "does not wrap itself"),
        ("my_scores_shape", "tuple(scores_shape[::-1])", "wrong order"),
        ("my_scores_bytes", "math.prod(scores_shape)", "That is the number of elements"),
        ("my_scan", "'A'", "Look for an equation called scan"),
        ("my_scan_equations", "1000", "The length is only a parameter"),
        ("my_matmuls_nothing_kept", "8", "Who would read the second matmul's result"),
        ("my_matmuls_scores_kept", "7", "With the scores at hand"),
        ("my_matmuls_all_kept", "4", "ones on the way back"),
    ],
}

RIGHT_FUNCTIONS = {
    "exercise-1-answer": {
        LADDER: """
def my_output_shape(lhs, rhs, dimension_numbers):
    (gone_l, gone_r), (batch_l, batch_r) = dimension_numbers
    kept_l = [i for i in range(len(lhs)) if i not in gone_l and i not in batch_l]
    kept_r = [i for i in range(len(rhs)) if i not in gone_r and i not in batch_r]
    return tuple([lhs[i] for i in batch_l + tuple(kept_l)] + [rhs[i] for i in kept_r])
""",
        SPILL: """
def my_spill_bytes(batch, heads, length, bytes_per_element):
    one_way = batch * heads * length * length * bytes_per_element
    return one_way + one_way
""",
        OPERATOR: """
def my_casts(text):
    types, found = {}, Counter()
    words = text.replace("{", " ").replace(";", " ").split()
    for at, word in enumerate(words):
        name, _, type_ = word.partition(":")
        if type_:
            types[name] = type_.split("[")[0]
        if word.startswith("convert_element_type["):
            end = next(i for i in range(at, len(words)) if words[i].endswith("]"))
            operand, result = words[end + 1], words[at - 2]
            old = types.get(operand) or operand.split(":")[1].split("[")[0]
            found[old, result.split(":")[1].split("[")[0]] += 1
    return found
""",
    },
    "exercise-2-answer": {
        LADDER: """
def my_affine(x, w, b):
    dims = (((1,), (0,)), ((), ()))
    y = jax.lax.dot_general(x, w, dims, preferred_element_type="float32")
    return (y + b[None, :].astype("float32")).astype("bfloat16")
""",
        OPERATOR: """
def my_dressed_attention(q, k, v):
    def inside(q, k, v):
        dims = (((1,), (1,)), ((), ()))
        s = jax.lax.dot_general(q, k, dims, preferred_element_type="float32")
        w = jnp.exp(s - s.max(axis=1, keepdims=True))
        w = checkpoint_name(w / w.sum(axis=1, keepdims=True), "w")
        return spread((w @ v.astype("float32")).astype("bfloat16"), "data")
    return jax.checkpoint(inside)(q, k, v)
""",
    },
    "exercise-3-answer": {
        SPILL: """
def my_late_division(q, k, v):
    s = jnp.matmul(q, k.T)
    w = jnp.exp(s - s.max(axis=1, keepdims=True))
    return jnp.matmul(w, v) / w.sum(axis=1, keepdims=True)
""",
    },
}

# (cell, source, what the explanation has to say)
WRONG_FUNCTIONS = {
    LADDER: [
        ("exercise-1-answer", "def my_output_shape(lhs, rhs, dimension_numbers):\n    return lhs",
         ", then left ["),
        ("exercise-2-answer", "def my_affine(x, w, b):\n    return x @ w + b",
         "the product is still bf16[32,128]"),
    ],
    SPILL: [
        ("exercise-1-answer", "def my_spill_bytes(batch, heads, length, width):\n"
         "    return batch * heads * length * length * width", "goes out and comes back"),
        ("exercise-3-answer", "def my_late_division(q, k, v):\n    return naive_attention(q, k, v)",
         "divides arrays of shape [(1024, 1024)]"),
    ],
    OPERATOR: [
        ("exercise-1-answer", "def my_casts(text):\n    return {('bf16', 'f32'): 1}",
         "JAX's equations say {('bf16', 'f32'): 1, ('f32', 'bf16'): 1}"),
        ("exercise-2-answer", "def my_dressed_attention(q, k, v):\n"
         "    return toy_attention(q, k, v)",
         "lacks a remat equation, a label made by checkpoint_name, a sharding constraint, "
         "exponentials in f32."),
    ],
}  # fmt: skip


# What the tests read from a kernel at the end of a run, as one expression.
PROBES = {
    LADDER: """{
        "answers": {name: truth for name, (truth, _) in answers.items()},
        "types": [[list(one.shape), str(one.dtype)] for one in arguments],
        "rows": [[row.equation, [name for _, name in row.stablehlo]] for row in table],
        "lines": [number for row in table for number, _ in row.stablehlo],
        "kept": [row.equation for row in table if row.hlo],
        "text": lowered.as_text().splitlines(),
    }""",
    SPILL: """{
        "answers": {name: truth for name, (truth, _) in answers.items()},
        "score": score_bytes, "round_trip": round_trip_bytes, "ms": round_trip_ms,
        "found": found_bytes, "temp": v5e_temp_bytes, "origin": dump_origin,
        "spills": [[one.writer, list(one.array), list(one.readers)] for one in spills],
        "short": [list(one.array) for one in short_buffers],
        "here": [one.bytes for one in here_short],
        "jaxpr": [[one.primitive.name, list(one.outvars[0].aval.shape),
                   str(one.outvars[0].aval.dtype)]
                  for one in getattr(traced.jaxpr, "jaxpr", traced.jaxpr).eqns],
        "recorded": [[hunt(RECORDED[n][0], n), RECORDED[n][1]] for n in RECORDED],
        "compiled": [[hunt(dumps[n][0], n), dumps[n][1]] for n in dumps],
    }""",
    OPERATOR: """{
        "answers": {name: truth for name, (truth, _) in answers.items()},
        "origin": origin, "filed": filed, "texts": jaxprs,
        "counted": {name: len(each) for name, each in columns.items()},
        "traced": len(list(every(jax.make_jaxpr(toy_attention)(*toy_arguments).jaxpr))),
        "standing": {name: len(list(every(one.jaxpr))) for name, one in stand_ins().items()},
    }""",
}

# Sources of cells that a probe needs beforehand.
BEFORE = {
    OPERATOR: """
def every(jaxpr):
    for one in jaxpr.eqns:
        yield one
        for inner in filter(None, map(nested, one.params.values())):
            yield from every(inner)
""",
}
