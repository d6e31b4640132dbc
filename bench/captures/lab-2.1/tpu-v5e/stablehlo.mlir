module @jit_affine_relu_mean attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<32x64xbf16>, %arg1: tensor<64x128xbf16>, %arg2: tensor<128xbf16>) -> (tensor<32xbf16> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<32x64xbf16>, tensor<64x128xbf16>) -> tensor<32x128xbf16>
    %1 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<128xbf16>) -> tensor<1x128xbf16>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x128xbf16>) -> tensor<32x128xbf16>
    %3 = stablehlo.add %0, %2 : tensor<32x128xbf16>
    %4 = call @relu(%3) : (tensor<32x128xbf16>) -> tensor<32x128xbf16>
    %5 = stablehlo.convert %4 : (tensor<32x128xbf16>) -> tensor<32x128xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.reduce(%5 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<32x128xf32>, tensor<f32>) -> tensor<32xf32>
    %cst_0 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %8 = stablehlo.divide %6, %7 : tensor<32xf32>
    %9 = stablehlo.convert %8 : (tensor<32xf32>) -> tensor<32xbf16>
    return %9 : tensor<32xbf16>
  }
  func.func private @relu(%arg0: tensor<32x128xbf16>) -> tensor<32x128xbf16> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<bf16>) -> tensor<32x128xbf16>
    %1 = stablehlo.maximum %arg0, %0 : tensor<32x128xbf16>
    return %1 : tensor<32x128xbf16>
  }
}
