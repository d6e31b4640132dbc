import jax
import jax.numpy as jnp

SCOPE = "a \"quoted\" <b> </script><script>document.title = 'run'</script> & more"

def root_mean_square(x):
    """Not markup: </script><script>document.title = 'run'</script> "quoted" & more."""
    with jax.named_scope(SCOPE):
        squares = x * x
    return jnp.sqrt(jnp.mean(squares, axis=-1))
