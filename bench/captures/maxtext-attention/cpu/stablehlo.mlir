module @jit_attention attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["diloco"=1, "data"=1, "stage"=1, "fsdp"=8, "fsdp_transpose"=1, "context"=1, "context_usp_ulysses"=1, "context_autoregressive"=1, "tensor"=1, "tensor_sequence"=1, "expert"=1, "autoregressive"=1]> {stablehlo.mesh = {axes = [{name = "diloco", size = 1 : i64}, {name = "data", size = 1 : i64}, {name = "stage", size = 1 : i64}, {name = "fsdp", size = 8 : i64}, {name = "fsdp_transpose", size = 1 : i64}, {name = "context", size = 1 : i64}, {name = "context_usp_ulysses", size = 1 : i64}, {name = "context_autoregressive", size = 1 : i64}, {name = "tensor", size = 1 : i64}, {name = "tensor_sequence", size = 1 : i64}, {name = "expert", size = 1 : i64}, {name = "autoregressive", size = 1 : i64}]}}
  func.func public @main(%arg0: tensor<8x256x4x64xbf16>, %arg1: tensor<8x256x2x64xbf16>, %arg2: tensor<8x256x2x64xbf16>, %arg3: tensor<8x256xi32>) -> (tensor<8x256x4x64xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.reshape %arg0 : (tensor<8x256x4x64xbf16>) -> tensor<8x256x2x2x64xbf16>
    %1 = stablehlo.dot_general %arg1, %0, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [4], precision = [DEFAULT, DEFAULT] : (tensor<8x256x2x64xbf16>, tensor<8x256x2x2x64xbf16>) -> tensor<8x2x256x256x2xbf16>
    %2 = stablehlo.transpose %1, dims = [0, 1, 4, 3, 2] : (tensor<8x2x256x256x2xbf16>) -> tensor<8x2x2x256x256xbf16>
    %3 = stablehlo.convert %2 : (tensor<8x2x2x256x256xbf16>) -> tensor<8x2x2x256x256xf32>
    %4 = sdy.sharding_constraint %arg3 <@mesh, [{"fsdp"}, {}]> : tensor<8x256xi32>
    %5 = sdy.sharding_constraint %arg3 <@mesh, [{"fsdp"}, {}]> : tensor<8x256xi32>
    %6 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<8x256xi32>) -> tensor<8x256x1xi32>
    %7 = stablehlo.broadcast_in_dim %5, dims = [0, 2] : (tensor<8x256xi32>) -> tensor<8x1x256xi32>
    %8 = stablehlo.broadcast_in_dim %6, dims = [0, 1, 2] : (tensor<8x256x1xi32>) -> tensor<8x256x256xi32>
    %9 = stablehlo.broadcast_in_dim %7, dims = [0, 1, 2] : (tensor<8x1x256xi32>) -> tensor<8x256x256xi32>
    %10 = stablehlo.compare EQ, %8, %9, SIGNED : (tensor<8x256x256xi32>, tensor<8x256x256xi32>) -> tensor<8x256x256xi1>
    %11 = stablehlo.broadcast_in_dim %5, dims = [0, 2] : (tensor<8x256xi32>) -> tensor<8x1x256xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %12 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<8x1x256xi32>
    %13 = stablehlo.compare GE, %11, %12, SIGNED : (tensor<8x1x256xi32>, tensor<8x1x256xi32>) -> tensor<8x1x256xi1>
    %14 = stablehlo.broadcast_in_dim %13, dims = [0, 1, 2] : (tensor<8x1x256xi1>) -> tensor<8x256x256xi1>
    %15 = stablehlo.and %10, %14 : tensor<8x256x256xi1>
    %16 = stablehlo.broadcast_in_dim %15, dims = [0, 3, 4] : (tensor<8x256x256xi1>) -> tensor<8x1x1x256x256xi1>
    %17 = stablehlo.iota dim = 0 : tensor<256x256xi32>
    %18 = stablehlo.iota dim = 1 : tensor<256x256xi32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %19 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<256x256xi32>
    %20 = stablehlo.add %17, %19 : tensor<256x256xi32>
    %21 = stablehlo.compare LE, %18, %20, SIGNED : (tensor<256x256xi32>, tensor<256x256xi32>) -> tensor<256x256xi1>
    %22 = stablehlo.broadcast_in_dim %21, dims = [3, 4] : (tensor<256x256xi1>) -> tensor<1x1x1x256x256xi1>
    %23 = stablehlo.broadcast_in_dim %22, dims = [0, 1, 2, 3, 4] : (tensor<1x1x1x256x256xi1>) -> tensor<8x1x1x256x256xi1>
    %24 = stablehlo.and %16, %23 : tensor<8x1x1x256x256xi1>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_1 = stablehlo.constant dense<-2.38197633E+38> : tensor<f32>
    %25 = call @_where(%24, %cst, %cst_1) : (tensor<8x1x1x256x256xi1>, tensor<f32>, tensor<f32>) -> tensor<8x1x1x256x256xf32>
    %cst_2 = stablehlo.constant dense<-1.19098816E+38> : tensor<f32>
    %26 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8x1x1x256x256xf32>
    %27 = stablehlo.compare GE, %25, %26, FLOAT : (tensor<8x1x1x256x256xf32>, tensor<8x1x1x256x256xf32>) -> tensor<8x1x1x256x256xi1>
    %cst_3 = stablehlo.constant dense<-2.38197633E+38> : tensor<f32>
    %28 = call @_where_0(%27, %3, %cst_3) : (tensor<8x1x1x256x256xi1>, tensor<8x2x2x256x256xf32>, tensor<f32>) -> tensor<8x2x2x256x256xf32>
    %29 = stablehlo.reshape %28 : (tensor<8x2x2x256x256xf32>) -> tensor<8x4x256x256xf32>
    %cst_4 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %30 = stablehlo.reduce(%29 init: %cst_4) applies stablehlo.maximum across dimensions = [3] : (tensor<8x4x256x256xf32>, tensor<f32>) -> tensor<8x4x256xf32>
    %31 = stablehlo.broadcast_in_dim %30, dims = [0, 1, 2] : (tensor<8x4x256xf32>) -> tensor<8x4x256x1xf32>
    %32 = stablehlo.broadcast_in_dim %31, dims = [0, 1, 2, 3] : (tensor<8x4x256x1xf32>) -> tensor<8x4x256x256xf32>
    %33 = stablehlo.subtract %29, %32 : tensor<8x4x256x256xf32>
    %34 = stablehlo.exponential %33 : tensor<8x4x256x256xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %35 = stablehlo.reduce(%34 init: %cst_5) applies stablehlo.add across dimensions = [3] : (tensor<8x4x256x256xf32>, tensor<f32>) -> tensor<8x4x256xf32>
    %36 = stablehlo.broadcast_in_dim %35, dims = [0, 1, 2] : (tensor<8x4x256xf32>) -> tensor<8x4x256x1xf32>
    %37 = stablehlo.reshape %34 : (tensor<8x4x256x256xf32>) -> tensor<8x2x2x256x256xf32>
    %38 = stablehlo.transpose %36, dims = [0, 2, 1, 3] : (tensor<8x4x256x1xf32>) -> tensor<8x256x4x1xf32>
    %39 = stablehlo.convert %arg2 : (tensor<8x256x2x64xbf16>) -> tensor<8x256x2x64xf32>
    %40 = stablehlo.convert %37 : tensor<8x2x2x256x256xf32>
    %41 = stablehlo.dot_general %39, %40, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [4], precision = [DEFAULT, DEFAULT] : (tensor<8x256x2x64xf32>, tensor<8x2x2x256x256xf32>) -> tensor<8x2x64x2x256xf32>
    %42 = stablehlo.transpose %41, dims = [0, 4, 1, 3, 2] : (tensor<8x2x64x2x256xf32>) -> tensor<8x256x2x2x64xf32>
    %43 = stablehlo.reshape %42 : (tensor<8x256x2x2x64xf32>) -> tensor<8x256x4x64xf32>
    %44 = stablehlo.broadcast_in_dim %38, dims = [0, 1, 2, 3] : (tensor<8x256x4x1xf32>) -> tensor<8x256x4x64xf32>
    %45 = stablehlo.divide %43, %44 : tensor<8x256x4x64xf32>
    return %45 : tensor<8x256x4x64xf32>
  }
  func.func private @_where(%arg0: tensor<8x1x1x256x256xi1>, %arg1: tensor<f32>, %arg2: tensor<f32>) -> tensor<8x1x1x256x256xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<8x1x1x256x256xf32>
    %1 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<f32>) -> tensor<8x1x1x256x256xf32>
    %2 = stablehlo.select %arg0, %0, %1 : tensor<8x1x1x256x256xi1>, tensor<8x1x1x256x256xf32>
    return %2 : tensor<8x1x1x256x256xf32>
  }
  func.func private @_where_0(%arg0: tensor<8x1x1x256x256xi1>, %arg1: tensor<8x2x2x256x256xf32>, %arg2: tensor<f32>) -> tensor<8x2x2x256x256xf32> {
    %0 = stablehlo.convert %arg2 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1, 2, 3, 4] : (tensor<8x1x1x256x256xi1>) -> tensor<8x2x2x256x256xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<8x2x2x256x256xf32>
    %3 = stablehlo.select %1, %arg1, %2 : tensor<8x2x2x256x256xi1>, tensor<8x2x2x256x256xf32>
    return %3 : tensor<8x2x2x256x256xf32>
  }
}
