"""MaxText's own operators, called with abstract arguments: its attention, a layer, a loss.

Everything is MaxText's: its base.yml with small dimensions of a llama2 decoder, its mesh of eight
devices with parameters sharded over ``fsdp``, its rules from logical axes to mesh axes.
"""

from pathlib import Path

import jax
import jax.numpy as jnp
from flax import nnx
from flax.core.spmd import logical_axis_rules
from maxtext.configs import pyconfig
from maxtext.layers.attention_op import AttentionOp
from maxtext.models.llama2 import LlamaDecoderLayer
from maxtext.trainers.pre_train import train
from maxtext.utils import maxtext_utils, model_creation_utils

SETTINGS = {
    "run_name": "trace",
    "enable_checkpointing": False,
    "hardware": "cpu",
    "skip_jax_distributed_system": True,
    "log_config": False,
    "jax_cache_dir": "",
    "decoder_block": "llama2",
    "attention": "dot_product",
    "scan_layers": True,
    "remat_policy": "full",
    "base_num_decoder_layers": 2,
    "base_emb_dim": 256,
    "base_num_query_heads": 4,
    "base_num_kv_heads": 2,
    "head_dim": 64,
    "base_mlp_dim": 512,
    "vocab_size": 1024,
    "max_target_length": 256,
    "per_device_batch_size": 1,
    "ici_fsdp_parallelism": -1,
}


def read_config():
    """Return MaxText's configuration for eight devices that the processor is divided into."""
    jax.config.update("jax_num_cpu_devices", 8)
    base = Path(pyconfig.__file__).with_name("base.yml")
    return pyconfig.initialize(["", str(base), *(f"{k}={v}" for k, v in SETTINGS.items())])


CONFIG = read_config()
MESH = maxtext_utils.get_mesh_from_config(CONFIG)
BATCH, LENGTH = CONFIG.global_batch_size_to_load, CONFIG.max_target_length
TOKENS = jax.ShapeDtypeStruct((BATCH, LENGTH), jnp.int32)


def activations(*sizes):
    """Return an abstract array of one batch in MaxText's compute dtype."""
    return jax.ShapeDtypeStruct((BATCH, LENGTH, *sizes), CONFIG.dtype)


def build_attention():
    """Return the attention operator that MaxText's attention layer holds."""
    return AttentionOp(
        CONFIG,
        MESH,
        CONFIG.attention,
        LENGTH,
        CONFIG.num_query_heads,
        CONFIG.num_kv_heads,
        float32_logits=True,
        dtype=CONFIG.dtype,
        rngs=nnx.Rngs(params=0, dropout=1),
    )


ATTENTION, ATTENTION_STATE = nnx.split(nnx.eval_shape(build_attention))


def attention_arguments():
    """Return the operator's state; queries, keys, values; segments and positions of tokens."""
    query = activations(CONFIG.num_query_heads, CONFIG.head_dim)
    key = activations(CONFIG.num_kv_heads, CONFIG.head_dim)
    return ATTENTION_STATE, query, key, key, TOKENS, TOKENS


def attention(state, query, key, value, segments, positions):
    """Return the heads' outputs and what a later step of decoding would need."""
    with logical_axis_rules(CONFIG.logical_axis_rules), MESH:
        return nnx.merge(ATTENTION, state)(query, key, value, segments, positions, "train")


def build_layer():
    """Return one decoder layer."""
    return LlamaDecoderLayer(CONFIG, "train", MESH, nnx.Rngs(params=0, dropout=1))


LAYER, LAYER_STATE = nnx.split(nnx.eval_shape(build_layer))


def layer_arguments():
    """Return the layer's weights, its input, segments and positions of tokens."""
    return LAYER_STATE, activations(CONFIG.emb_dim), TOKENS, TOKENS


def layer(state, inputs, segments, positions):
    """Return the layer's output."""
    with logical_axis_rules(CONFIG.logical_axis_rules), MESH:
        return nnx.merge(LAYER, state)(inputs, segments, positions, True, "train")


def build_model():
    """Return the whole model without values: its structure, its parameters, the rest."""
    with logical_axis_rules(CONFIG.logical_axis_rules), MESH:
        _, model = model_creation_utils.create_nnx_abstract_model(CONFIG, MESH)
        return nnx.split(model, nnx.Param, ...)


MODEL, PARAMETERS, REST = build_model()


def loss_arguments():
    """Return the model's parameters, the rest of its state, and a batch."""
    return PARAMETERS, REST, maxtext_utils.get_shaped_batch(CONFIG)


def loss(parameters, rest, batch):
    """Return the mean loss of one training step's forward pass."""
    with logical_axis_rules(CONFIG.logical_axis_rules), MESH:
        model = nnx.merge(MODEL, parameters, rest)
        return train.loss_fn(model, CONFIG, dict(batch), None, None)[0]


def loss_grad(parameters, rest, batch):
    """Return the loss's gradient by every parameter."""
    return jax.grad(loss)(parameters, rest, batch)
