from pathlib import Path
import jax
from flax import nnx
from flax.core.spmd import logical_axis_rules
from maxtext.configs import pyconfig
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
