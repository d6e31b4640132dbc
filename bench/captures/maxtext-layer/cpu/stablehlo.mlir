module @jit_layer attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["diloco"=1, "data"=1, "stage"=1, "fsdp"=8, "fsdp_transpose"=1, "context"=1, "context_usp_ulysses"=1, "context_autoregressive"=1, "tensor"=1, "tensor_sequence"=1, "expert"=1, "autoregressive"=1]> {stablehlo.mesh = {axes = [{name = "diloco", size = 1 : i64}, {name = "data", size = 1 : i64}, {name = "stage", size = 1 : i64}, {name = "fsdp", size = 8 : i64}, {name = "fsdp_transpose", size = 1 : i64}, {name = "context", size = 1 : i64}, {name = "context_usp_ulysses", size = 1 : i64}, {name = "context_autoregressive", size = 1 : i64}, {name = "tensor", size = 1 : i64}, {name = "tensor_sequence", size = 1 : i64}, {name = "expert", size = 1 : i64}, {name = "autoregressive", size = 1 : i64}]}}
  func.func public @main(%arg0: tensor<256x512xf32>, %arg1: tensor<256x512xf32>, %arg2: tensor<512x256xf32>, %arg3: tensor<256xf32>, %arg4: tensor<256xf32>, %arg5: tensor<256x2x64xf32>, %arg6: tensor<4x64x256xf32>, %arg7: tensor<256x4x64xf32>, %arg8: tensor<256x2x64xf32>, %arg9: tensor<8x256x256xbf16>, %arg10: tensor<8x256xi32>, %arg11: tensor<8x256xi32>) -> (tensor<8x256x256xbf16> {jax.result_info = "result[0]"}) {
    %0 = sdy.sharding_constraint %arg9 <@mesh, [{"fsdp"}, {}, {}]> : tensor<8x256x256xbf16>
    %1 = stablehlo.convert %0 : (tensor<8x256x256xbf16>) -> tensor<8x256x256xf32>
    %2 = chlo.square %1 : tensor<8x256x256xf32> -> tensor<8x256x256xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.reduce(%2 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<8x256x256xf32>, tensor<f32>) -> tensor<8x256xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<8x256xf32>) -> tensor<8x256x1xf32>
    %cst_0 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x256x1xf32>
    %6 = stablehlo.divide %4, %5 : tensor<8x256x1xf32>
    %cst_1 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x256x1xf32>
    %8 = stablehlo.add %6, %7 : tensor<8x256x1xf32>
    %9 = stablehlo.rsqrt %8 : tensor<8x256x1xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1, 2] : (tensor<8x256x1xf32>) -> tensor<8x256x256xf32>
    %11 = stablehlo.multiply %1, %10 : tensor<8x256x256xf32>
    %12 = stablehlo.convert %11 : (tensor<8x256x256xf32>) -> tensor<8x256x256xbf16>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %14 = stablehlo.add %arg4, %13 : tensor<256xf32>
    %15 = stablehlo.convert %14 : (tensor<256xf32>) -> tensor<256xbf16>
    %16 = stablehlo.dot_general %15, %12, batching_dims = [0] x [2], contracting_dims = [] x [], precision = [DEFAULT, DEFAULT] : (tensor<256xbf16>, tensor<8x256x256xbf16>) -> tensor<256x8x256xbf16>
    %17 = stablehlo.transpose %16, dims = [1, 2, 0] : (tensor<256x8x256xbf16>) -> tensor<8x256x256xbf16>
    %18 = sdy.sharding_constraint %17 <@mesh, [{"fsdp"}, {}, {}]> : tensor<8x256x256xbf16>
    %19 = sdy.sharding_constraint %18 <@mesh, [{"fsdp"}, {}, {}]> : tensor<8x256x256xbf16>
    %20 = sdy.sharding_constraint %18 <@mesh, [{"fsdp"}, {}, {}]> : tensor<8x256x256xbf16>
    %21 = stablehlo.convert %arg7 : (tensor<256x4x64xf32>) -> tensor<256x4x64xbf16>
    %22 = stablehlo.dot_general %19, %21, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x256x256xbf16>, tensor<256x4x64xbf16>) -> tensor<8x256x4x64xbf16>
    %23 = stablehlo.convert %arg5 : (tensor<256x2x64xf32>) -> tensor<256x2x64xbf16>
    %24 = stablehlo.dot_general %20, %23, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x256x256xbf16>, tensor<256x2x64xbf16>) -> tensor<8x256x2x64xbf16>
    %25 = stablehlo.convert %arg8 : (tensor<256x2x64xf32>) -> tensor<256x2x64xbf16>
    %26 = stablehlo.dot_general %20, %25, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x256x256xbf16>, tensor<256x2x64xbf16>) -> tensor<8x256x2x64xbf16>
    %27 = stablehlo.broadcast_in_dim %arg11, dims = [0, 1] : (tensor<8x256xi32>) -> tensor<8x256x1x1xi32>
    %28 = stablehlo.iota dim = 0 : tensor<32xi32>
    %c = stablehlo.constant dense<2> : tensor<i32>
    %29 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<32xi32>
    %30 = stablehlo.multiply %29, %28 : tensor<32xi32>
    %31 = stablehlo.convert %30 : (tensor<32xi32>) -> tensor<32xf32>
    %cst_3 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %32 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %33 = stablehlo.divide %31, %32 : tensor<32xf32>
    %cst_4 = stablehlo.constant dense<1.000000e+04> : tensor<f32>
    %34 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %35 = stablehlo.power %34, %33 : tensor<32xf32>
    %cst_5 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %36 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %37 = stablehlo.multiply %36, %35 : tensor<32xf32>
    %38 = stablehlo.convert %27 : (tensor<8x256x1x1xi32>) -> tensor<8x256x1x1xf32>
    %39 = stablehlo.broadcast_in_dim %37, dims = [3] : (tensor<32xf32>) -> tensor<1x1x1x32xf32>
    %40 = stablehlo.broadcast_in_dim %38, dims = [0, 1, 2, 3] : (tensor<8x256x1x1xf32>) -> tensor<8x256x1x32xf32>
    %41 = stablehlo.broadcast_in_dim %39, dims = [0, 1, 2, 3] : (tensor<1x1x1x32xf32>) -> tensor<8x256x1x32xf32>
    %42 = stablehlo.divide %40, %41 : tensor<8x256x1x32xf32>
    %43 = stablehlo.sine %42 : tensor<8x256x1x32xf32>
    %44 = stablehlo.convert %43 : (tensor<8x256x1x32xf32>) -> tensor<8x256x1x32xbf16>
    %45 = stablehlo.cosine %42 : tensor<8x256x1x32xf32>
    %46 = stablehlo.convert %45 : (tensor<8x256x1x32xf32>) -> tensor<8x256x1x32xbf16>
    %47 = stablehlo.concatenate %44, %44, dim = 3 : (tensor<8x256x1x32xbf16>, tensor<8x256x1x32xbf16>) -> tensor<8x256x1x64xbf16>
    %48 = stablehlo.concatenate %46, %46, dim = 3 : (tensor<8x256x1x32xbf16>, tensor<8x256x1x32xbf16>) -> tensor<8x256x1x64xbf16>
    %49 = stablehlo.broadcast_in_dim %48, dims = [0, 1, 2, 3] : (tensor<8x256x1x64xbf16>) -> tensor<8x256x4x64xbf16>
    %50 = stablehlo.multiply %22, %49 : tensor<8x256x4x64xbf16>
    %51 = stablehlo.slice %22 [0:8, 0:256, 0:4, 0:32] : (tensor<8x256x4x64xbf16>) -> tensor<8x256x4x32xbf16>
    %52 = stablehlo.slice %22 [0:8, 0:256, 0:4, 32:64] : (tensor<8x256x4x64xbf16>) -> tensor<8x256x4x32xbf16>
    %53 = stablehlo.negate %52 : tensor<8x256x4x32xbf16>
    %54 = stablehlo.concatenate %53, %51, dim = 3 : (tensor<8x256x4x32xbf16>, tensor<8x256x4x32xbf16>) -> tensor<8x256x4x64xbf16>
    %55 = stablehlo.broadcast_in_dim %47, dims = [0, 1, 2, 3] : (tensor<8x256x1x64xbf16>) -> tensor<8x256x4x64xbf16>
    %56 = stablehlo.multiply %54, %55 : tensor<8x256x4x64xbf16>
    %57 = stablehlo.add %50, %56 : tensor<8x256x4x64xbf16>
    %58 = stablehlo.broadcast_in_dim %arg11, dims = [0, 1] : (tensor<8x256xi32>) -> tensor<8x256x1x1xi32>
    %59 = stablehlo.iota dim = 0 : tensor<32xi32>
    %c_6 = stablehlo.constant dense<2> : tensor<i32>
    %60 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i32>) -> tensor<32xi32>
    %61 = stablehlo.multiply %60, %59 : tensor<32xi32>
    %62 = stablehlo.convert %61 : (tensor<32xi32>) -> tensor<32xf32>
    %cst_7 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %63 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %64 = stablehlo.divide %62, %63 : tensor<32xf32>
    %cst_8 = stablehlo.constant dense<1.000000e+04> : tensor<f32>
    %65 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %66 = stablehlo.power %65, %64 : tensor<32xf32>
    %cst_9 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %67 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %68 = stablehlo.multiply %67, %66 : tensor<32xf32>
    %69 = stablehlo.convert %58 : (tensor<8x256x1x1xi32>) -> tensor<8x256x1x1xf32>
    %70 = stablehlo.broadcast_in_dim %68, dims = [3] : (tensor<32xf32>) -> tensor<1x1x1x32xf32>
    %71 = stablehlo.broadcast_in_dim %69, dims = [0, 1, 2, 3] : (tensor<8x256x1x1xf32>) -> tensor<8x256x1x32xf32>
    %72 = stablehlo.broadcast_in_dim %70, dims = [0, 1, 2, 3] : (tensor<1x1x1x32xf32>) -> tensor<8x256x1x32xf32>
    %73 = stablehlo.divide %71, %72 : tensor<8x256x1x32xf32>
    %74 = stablehlo.sine %73 : tensor<8x256x1x32xf32>
    %75 = stablehlo.convert %74 : (tensor<8x256x1x32xf32>) -> tensor<8x256x1x32xbf16>
    %76 = stablehlo.cosine %73 : tensor<8x256x1x32xf32>
    %77 = stablehlo.convert %76 : (tensor<8x256x1x32xf32>) -> tensor<8x256x1x32xbf16>
    %78 = stablehlo.concatenate %75, %75, dim = 3 : (tensor<8x256x1x32xbf16>, tensor<8x256x1x32xbf16>) -> tensor<8x256x1x64xbf16>
    %79 = stablehlo.concatenate %77, %77, dim = 3 : (tensor<8x256x1x32xbf16>, tensor<8x256x1x32xbf16>) -> tensor<8x256x1x64xbf16>
    %80 = stablehlo.broadcast_in_dim %79, dims = [0, 1, 2, 3] : (tensor<8x256x1x64xbf16>) -> tensor<8x256x2x64xbf16>
    %81 = stablehlo.multiply %24, %80 : tensor<8x256x2x64xbf16>
    %82 = stablehlo.slice %24 [0:8, 0:256, 0:2, 0:32] : (tensor<8x256x2x64xbf16>) -> tensor<8x256x2x32xbf16>
    %83 = stablehlo.slice %24 [0:8, 0:256, 0:2, 32:64] : (tensor<8x256x2x64xbf16>) -> tensor<8x256x2x32xbf16>
    %84 = stablehlo.negate %83 : tensor<8x256x2x32xbf16>
    %85 = stablehlo.concatenate %84, %82, dim = 3 : (tensor<8x256x2x32xbf16>, tensor<8x256x2x32xbf16>) -> tensor<8x256x2x64xbf16>
    %86 = stablehlo.broadcast_in_dim %78, dims = [0, 1, 2, 3] : (tensor<8x256x1x64xbf16>) -> tensor<8x256x2x64xbf16>
    %87 = stablehlo.multiply %85, %86 : tensor<8x256x2x64xbf16>
    %88 = stablehlo.add %81, %87 : tensor<8x256x2x64xbf16>
    %89 = sdy.sharding_constraint %57 <@mesh, [{"fsdp"}, {}, {}, {}]> : tensor<8x256x4x64xbf16>
    %90 = sdy.sharding_constraint %88 <@mesh, [{"fsdp"}, {}, {}, {}]> : tensor<8x256x2x64xbf16>
    %91 = sdy.sharding_constraint %26 <@mesh, [{"fsdp"}, {}, {}, {}]> : tensor<8x256x2x64xbf16>
    %92 = stablehlo.reshape %89 : (tensor<8x256x4x64xbf16>) -> tensor<8x256x2x2x64xbf16>
    %93 = stablehlo.dot_general %90, %92, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [4], precision = [DEFAULT, DEFAULT] : (tensor<8x256x2x64xbf16>, tensor<8x256x2x2x64xbf16>) -> tensor<8x2x256x256x2xbf16>
    %94 = stablehlo.transpose %93, dims = [0, 1, 4, 3, 2] : (tensor<8x2x256x256x2xbf16>) -> tensor<8x2x2x256x256xbf16>
    %95 = sdy.sharding_constraint %arg10 <@mesh, [{"fsdp"}, {}]> : tensor<8x256xi32>
    %96 = sdy.sharding_constraint %arg10 <@mesh, [{"fsdp"}, {}]> : tensor<8x256xi32>
    %97 = stablehlo.broadcast_in_dim %95, dims = [0, 1] : (tensor<8x256xi32>) -> tensor<8x256x1xi32>
    %98 = stablehlo.broadcast_in_dim %96, dims = [0, 2] : (tensor<8x256xi32>) -> tensor<8x1x256xi32>
    %99 = stablehlo.broadcast_in_dim %97, dims = [0, 1, 2] : (tensor<8x256x1xi32>) -> tensor<8x256x256xi32>
    %100 = stablehlo.broadcast_in_dim %98, dims = [0, 1, 2] : (tensor<8x1x256xi32>) -> tensor<8x256x256xi32>
    %101 = stablehlo.compare EQ, %99, %100, SIGNED : (tensor<8x256x256xi32>, tensor<8x256x256xi32>) -> tensor<8x256x256xi1>
    %102 = stablehlo.broadcast_in_dim %96, dims = [0, 2] : (tensor<8x256xi32>) -> tensor<8x1x256xi32>
    %c_10 = stablehlo.constant dense<0> : tensor<i32>
    %103 = stablehlo.broadcast_in_dim %c_10, dims = [] : (tensor<i32>) -> tensor<8x1x256xi32>
    %104 = stablehlo.compare GE, %102, %103, SIGNED : (tensor<8x1x256xi32>, tensor<8x1x256xi32>) -> tensor<8x1x256xi1>
    %105 = stablehlo.broadcast_in_dim %104, dims = [0, 1, 2] : (tensor<8x1x256xi1>) -> tensor<8x256x256xi1>
    %106 = stablehlo.and %101, %105 : tensor<8x256x256xi1>
    %107 = stablehlo.broadcast_in_dim %106, dims = [0, 3, 4] : (tensor<8x256x256xi1>) -> tensor<8x1x1x256x256xi1>
    %108 = stablehlo.iota dim = 0 : tensor<256x256xi32>
    %109 = stablehlo.iota dim = 1 : tensor<256x256xi32>
    %c_11 = stablehlo.constant dense<0> : tensor<i32>
    %110 = stablehlo.broadcast_in_dim %c_11, dims = [] : (tensor<i32>) -> tensor<256x256xi32>
    %111 = stablehlo.add %108, %110 : tensor<256x256xi32>
    %112 = stablehlo.compare LE, %109, %111, SIGNED : (tensor<256x256xi32>, tensor<256x256xi32>) -> tensor<256x256xi1>
    %113 = stablehlo.broadcast_in_dim %112, dims = [3, 4] : (tensor<256x256xi1>) -> tensor<1x1x1x256x256xi1>
    %114 = stablehlo.broadcast_in_dim %113, dims = [0, 1, 2, 3, 4] : (tensor<1x1x1x256x256xi1>) -> tensor<8x1x1x256x256xi1>
    %115 = stablehlo.and %107, %114 : tensor<8x1x1x256x256xi1>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_13 = stablehlo.constant dense<-2.38197633E+38> : tensor<f32>
    %116 = call @_where(%115, %cst_12, %cst_13) : (tensor<8x1x1x256x256xi1>, tensor<f32>, tensor<f32>) -> tensor<8x1x1x256x256xf32>
    %cst_14 = stablehlo.constant dense<-1.19098816E+38> : tensor<f32>
    %117 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<8x1x1x256x256xf32>
    %118 = stablehlo.compare GE, %116, %117, FLOAT : (tensor<8x1x1x256x256xf32>, tensor<8x1x1x256x256xf32>) -> tensor<8x1x1x256x256xi1>
    %cst_15 = stablehlo.constant dense<-2.38197633E+38> : tensor<f32>
    %119 = call @_where_0(%118, %94, %cst_15) : (tensor<8x1x1x256x256xi1>, tensor<8x2x2x256x256xbf16>, tensor<f32>) -> tensor<8x2x2x256x256xbf16>
    %120 = stablehlo.reshape %119 : (tensor<8x2x2x256x256xbf16>) -> tensor<8x4x256x256xbf16>
    %cst_16 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %121 = stablehlo.reduce(%120 init: %cst_16) applies stablehlo.maximum across dimensions = [3] : (tensor<8x4x256x256xbf16>, tensor<bf16>) -> tensor<8x4x256xbf16>
    %122 = stablehlo.broadcast_in_dim %121, dims = [0, 1, 2] : (tensor<8x4x256xbf16>) -> tensor<8x4x256x1xbf16>
    %123 = stablehlo.broadcast_in_dim %122, dims = [0, 1, 2, 3] : (tensor<8x4x256x1xbf16>) -> tensor<8x4x256x256xbf16>
    %124 = stablehlo.subtract %120, %123 : tensor<8x4x256x256xbf16>
    %125 = stablehlo.exponential %124 : tensor<8x4x256x256xbf16>
    %126 = stablehlo.convert %125 : (tensor<8x4x256x256xbf16>) -> tensor<8x4x256x256xf32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %127 = stablehlo.reduce(%126 init: %cst_17) applies stablehlo.add across dimensions = [3] : (tensor<8x4x256x256xf32>, tensor<f32>) -> tensor<8x4x256xf32>
    %128 = stablehlo.broadcast_in_dim %127, dims = [0, 1, 2] : (tensor<8x4x256xf32>) -> tensor<8x4x256x1xf32>
    %129 = stablehlo.convert %128 : (tensor<8x4x256x1xf32>) -> tensor<8x4x256x1xbf16>
    %130 = stablehlo.reshape %125 : (tensor<8x4x256x256xbf16>) -> tensor<8x2x2x256x256xbf16>
    %131 = stablehlo.transpose %129, dims = [0, 2, 1, 3] : (tensor<8x4x256x1xbf16>) -> tensor<8x256x4x1xbf16>
    %132 = stablehlo.dot_general %91, %130, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [4], precision = [DEFAULT, DEFAULT] : (tensor<8x256x2x64xbf16>, tensor<8x2x2x256x256xbf16>) -> tensor<8x2x64x2x256xbf16>
    %133 = stablehlo.transpose %132, dims = [0, 4, 1, 3, 2] : (tensor<8x2x64x2x256xbf16>) -> tensor<8x256x2x2x64xbf16>
    %134 = stablehlo.reshape %133 : (tensor<8x256x2x2x64xbf16>) -> tensor<8x256x4x64xbf16>
    %135 = stablehlo.broadcast_in_dim %131, dims = [0, 1, 2, 3] : (tensor<8x256x4x1xbf16>) -> tensor<8x256x4x64xbf16>
    %136 = stablehlo.divide %134, %135 : tensor<8x256x4x64xbf16>
    %137 = sdy.sharding_constraint %136 <@mesh, [{"fsdp"}, {}, {}, {}]> : tensor<8x256x4x64xbf16>
    %138 = stablehlo.convert %arg6 : (tensor<4x64x256xf32>) -> tensor<4x64x256xbf16>
    %139 = stablehlo.dot_general %137, %138, contracting_dims = [2, 3] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x256x4x64xbf16>, tensor<4x64x256xbf16>) -> tensor<8x256x256xbf16>
    %140 = sdy.sharding_constraint %139 <@mesh, [{"fsdp"}, {}, {}]> : tensor<8x256x256xbf16>
    %141 = stablehlo.add %0, %140 : tensor<8x256x256xbf16>
    %142 = stablehlo.convert %141 : (tensor<8x256x256xbf16>) -> tensor<8x256x256xf32>
    %143 = chlo.square %142 : tensor<8x256x256xf32> -> tensor<8x256x256xf32>
    %cst_18 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %144 = stablehlo.reduce(%143 init: %cst_18) applies stablehlo.add across dimensions = [2] : (tensor<8x256x256xf32>, tensor<f32>) -> tensor<8x256xf32>
    %145 = stablehlo.broadcast_in_dim %144, dims = [0, 1] : (tensor<8x256xf32>) -> tensor<8x256x1xf32>
    %cst_19 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %146 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<8x256x1xf32>
    %147 = stablehlo.divide %145, %146 : tensor<8x256x1xf32>
    %cst_20 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %148 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<8x256x1xf32>
    %149 = stablehlo.add %147, %148 : tensor<8x256x1xf32>
    %150 = stablehlo.rsqrt %149 : tensor<8x256x1xf32>
    %151 = stablehlo.broadcast_in_dim %150, dims = [0, 1, 2] : (tensor<8x256x1xf32>) -> tensor<8x256x256xf32>
    %152 = stablehlo.multiply %142, %151 : tensor<8x256x256xf32>
    %153 = stablehlo.convert %152 : (tensor<8x256x256xf32>) -> tensor<8x256x256xbf16>
    %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %154 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %155 = stablehlo.add %arg3, %154 : tensor<256xf32>
    %156 = stablehlo.convert %155 : (tensor<256xf32>) -> tensor<256xbf16>
    %157 = stablehlo.dot_general %156, %153, batching_dims = [0] x [2], contracting_dims = [] x [], precision = [DEFAULT, DEFAULT] : (tensor<256xbf16>, tensor<8x256x256xbf16>) -> tensor<256x8x256xbf16>
    %158 = stablehlo.transpose %157, dims = [1, 2, 0] : (tensor<256x8x256xbf16>) -> tensor<8x256x256xbf16>
    %159 = sdy.sharding_constraint %158 <@mesh, [{"fsdp"}, {}, {}]> : tensor<8x256x256xbf16>
    %160 = stablehlo.convert %arg0 : (tensor<256x512xf32>) -> tensor<256x512xbf16>
    %161 = stablehlo.dot_general %159, %160, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x256x256xbf16>, tensor<256x512xbf16>) -> tensor<8x256x512xbf16>
    %162 = call @silu(%161) : (tensor<8x256x512xbf16>) -> tensor<8x256x512xbf16>
    %163 = stablehlo.convert %arg1 : (tensor<256x512xf32>) -> tensor<256x512xbf16>
    %164 = stablehlo.dot_general %159, %163, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x256x256xbf16>, tensor<256x512xbf16>) -> tensor<8x256x512xbf16>
    %165 = stablehlo.multiply %162, %164 : tensor<8x256x512xbf16>
    %166 = sdy.sharding_constraint %165 <@mesh, [{"fsdp"}, {}, {}]> : tensor<8x256x512xbf16>
    %167 = stablehlo.convert %arg2 : (tensor<512x256xf32>) -> tensor<512x256xbf16>
    %168 = stablehlo.dot_general %166, %167, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x256x512xbf16>, tensor<512x256xbf16>) -> tensor<8x256x256xbf16>
    %169 = sdy.sharding_constraint %168 <@mesh, [{"fsdp"}, {}, {}]> : tensor<8x256x256xbf16>
    %170 = stablehlo.add %169, %141 : tensor<8x256x256xbf16>
    %171 = sdy.sharding_constraint %170 <@mesh, [{"fsdp"}, {}, {}]> : tensor<8x256x256xbf16>
    return %171 : tensor<8x256x256xbf16>
  }
  func.func private @_where(%arg0: tensor<8x1x1x256x256xi1>, %arg1: tensor<f32>, %arg2: tensor<f32>) -> tensor<8x1x1x256x256xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<8x1x1x256x256xf32>
    %1 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<f32>) -> tensor<8x1x1x256x256xf32>
    %2 = stablehlo.select %arg0, %0, %1 : tensor<8x1x1x256x256xi1>, tensor<8x1x1x256x256xf32>
    return %2 : tensor<8x1x1x256x256xf32>
  }
  func.func private @_where_0(%arg0: tensor<8x1x1x256x256xi1>, %arg1: tensor<8x2x2x256x256xbf16>, %arg2: tensor<f32>) -> tensor<8x2x2x256x256xbf16> {
    %0 = stablehlo.convert %arg2 : (tensor<f32>) -> tensor<bf16>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1, 2, 3, 4] : (tensor<8x1x1x256x256xi1>) -> tensor<8x2x2x256x256xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<bf16>) -> tensor<8x2x2x256x256xbf16>
    %3 = stablehlo.select %1, %arg1, %2 : tensor<8x2x2x256x256xi1>, tensor<8x2x2x256x256xbf16>
    return %3 : tensor<8x2x2x256x256xbf16>
  }
  func.func private @silu(%arg0: tensor<8x256x512xbf16>) -> tensor<8x256x512xbf16> {
    %0 = stablehlo.negate %arg0 : tensor<8x256x512xbf16>
    %1 = stablehlo.exponential %0 : tensor<8x256x512xbf16>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<bf16>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<bf16>) -> tensor<8x256x512xbf16>
    %3 = stablehlo.add %2, %1 : tensor<8x256x512xbf16>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<bf16>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<bf16>) -> tensor<8x256x512xbf16>
    %5 = stablehlo.divide %4, %3 : tensor<8x256x512xbf16>
    %6 = stablehlo.multiply %arg0, %5 : tensor<8x256x512xbf16>
    return %6 : tensor<8x256x512xbf16>
  }
}
