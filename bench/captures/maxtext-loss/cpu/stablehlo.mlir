module @jit_loss attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["diloco"=1, "data"=1, "stage"=1, "fsdp"=8, "fsdp_transpose"=1, "context"=1, "context_usp_ulysses"=1, "context_autoregressive"=1, "tensor"=1, "tensor_sequence"=1, "expert"=1, "autoregressive"=1]> {stablehlo.mesh = {axes = [{name = "diloco", size = 1 : i64}, {name = "data", size = 1 : i64}, {name = "stage", size = 1 : i64}, {name = "fsdp", size = 8 : i64}, {name = "fsdp_transpose", size = 1 : i64}, {name = "context", size = 1 : i64}, {name = "context_usp_ulysses", size = 1 : i64}, {name = "context_autoregressive", size = 1 : i64}, {name = "tensor", size = 1 : i64}, {name = "tensor_sequence", size = 1 : i64}, {name = "expert", size = 1 : i64}, {name = "autoregressive", size = 1 : i64}]}}
  func.func public @main(%arg0: tensor<256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg1: tensor<256x2x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp"}, {}, {}]>}, %arg2: tensor<256x2x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp"}, {}, {}]>}, %arg3: tensor<512x2x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"fsdp"}]>}, %arg4: tensor<256x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg5: tensor<256x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg6: tensor<256x2x2x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp"}, {}, {}, {}]>}, %arg7: tensor<4x2x64x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {"fsdp"}]>}, %arg8: tensor<256x2x4x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp"}, {}, {}, {}]>}, %arg9: tensor<256x2x2x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp"}, {}, {}, {}]>}, %arg10: tensor<256x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp"}, {}]>}, %arg11: tensor<1024x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"fsdp"}]>}, %arg12: tensor<8x256xi32>, %arg13: tensor<8x256xi32>, %arg14: tensor<8x256xi32>, %arg15: tensor<8x256xi32>, %arg16: tensor<8x256xi32>) -> (tensor<f32> {jax.result_info = "result"}) {
    %0 = stablehlo.convert %arg11 : (tensor<1024x256xf32>) -> tensor<1024x256xbf16>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<8x256xi32>
    %2 = stablehlo.compare LT, %arg12, %1, SIGNED : (tensor<8x256xi32>, tensor<8x256xi32>) -> tensor<8x256xi1>
    %c_0 = stablehlo.constant dense<1024> : tensor<i32>
    %3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<8x256xi32>
    %4 = stablehlo.add %arg12, %3 : tensor<8x256xi32>
    %5 = stablehlo.select %2, %4, %arg12 : tensor<8x256xi1>, tensor<8x256xi32>
    %6 = stablehlo.broadcast_in_dim %5, dims = [0, 1] : (tensor<8x256xi32>) -> tensor<8x256x1xi32>
    %7 = "stablehlo.gather"(%0, %6) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 256>}> : (tensor<1024x256xbf16>, tensor<8x256x1xi32>) -> tensor<8x256x256xbf16>
    %8 = stablehlo.transpose %arg1, dims = [1, 0, 2] : (tensor<256x2x512xf32>) -> tensor<2x256x512xf32>
    %9 = stablehlo.transpose %arg2, dims = [1, 0, 2] : (tensor<256x2x512xf32>) -> tensor<2x256x512xf32>
    %10 = stablehlo.transpose %arg3, dims = [1, 0, 2] : (tensor<512x2x256xf32>) -> tensor<2x512x256xf32>
    %11 = stablehlo.transpose %arg4, dims = [1, 0] : (tensor<256x2xf32>) -> tensor<2x256xf32>
    %12 = stablehlo.transpose %arg5, dims = [1, 0] : (tensor<256x2xf32>) -> tensor<2x256xf32>
    %13 = stablehlo.transpose %arg6, dims = [1, 0, 2, 3] : (tensor<256x2x2x64xf32>) -> tensor<2x256x2x64xf32>
    %14 = stablehlo.transpose %arg7, dims = [1, 0, 2, 3] : (tensor<4x2x64x256xf32>) -> tensor<2x4x64x256xf32>
    %15 = stablehlo.transpose %arg8, dims = [1, 0, 2, 3] : (tensor<256x2x4x64xf32>) -> tensor<2x256x4x64xf32>
    %16 = stablehlo.transpose %arg9, dims = [1, 0, 2, 3] : (tensor<256x2x2x64xf32>) -> tensor<2x256x2x64xf32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %17:13 = stablehlo.while(%iterArg = %8, %iterArg_16 = %9, %iterArg_17 = %10, %iterArg_18 = %11, %iterArg_19 = %12, %iterArg_20 = %13, %iterArg_21 = %14, %iterArg_22 = %15, %iterArg_23 = %16, %iterArg_24 = %arg13, %iterArg_25 = %arg14, %iterArg_26 = %c_1, %iterArg_27 = %7) : tensor<2x256x512xf32>, tensor<2x256x512xf32>, tensor<2x512x256xf32>, tensor<2x256xf32>, tensor<2x256xf32>, tensor<2x256x2x64xf32>, tensor<2x4x64x256xf32>, tensor<2x256x4x64xf32>, tensor<2x256x2x64xf32>, tensor<8x256xi32>, tensor<8x256xi32>, tensor<i32>, tensor<8x256x256xbf16>
    cond {
      %c_28 = stablehlo.constant dense<2> : tensor<i32>
      %79 = stablehlo.compare LT, %iterArg_26, %c_28, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %79 : tensor<i1>
    } do {
      %79 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_26) : (tensor<2x256x512xf32>, tensor<i32>) -> tensor<256x512xf32>
      %80 = func.call @dynamic_index_in_dim(%iterArg_16, %iterArg_26) : (tensor<2x256x512xf32>, tensor<i32>) -> tensor<256x512xf32>
      %81 = func.call @dynamic_index_in_dim_0(%iterArg_17, %iterArg_26) : (tensor<2x512x256xf32>, tensor<i32>) -> tensor<512x256xf32>
      %82 = func.call @dynamic_index_in_dim_1(%iterArg_18, %iterArg_26) : (tensor<2x256xf32>, tensor<i32>) -> tensor<256xf32>
      %83 = func.call @dynamic_index_in_dim_1(%iterArg_19, %iterArg_26) : (tensor<2x256xf32>, tensor<i32>) -> tensor<256xf32>
      %84 = func.call @dynamic_index_in_dim_2(%iterArg_20, %iterArg_26) : (tensor<2x256x2x64xf32>, tensor<i32>) -> tensor<256x2x64xf32>
      %85 = func.call @dynamic_index_in_dim_3(%iterArg_21, %iterArg_26) : (tensor<2x4x64x256xf32>, tensor<i32>) -> tensor<4x64x256xf32>
      %86 = func.call @dynamic_index_in_dim_4(%iterArg_22, %iterArg_26) : (tensor<2x256x4x64xf32>, tensor<i32>) -> tensor<256x4x64xf32>
      %87 = func.call @dynamic_index_in_dim_2(%iterArg_23, %iterArg_26) : (tensor<2x256x2x64xf32>, tensor<i32>) -> tensor<256x2x64xf32>
      %88 = sdy.sharding_constraint %iterArg_27 <@mesh, [{"fsdp"}, {}, {}]> : tensor<8x256x256xbf16>
      %89 = stablehlo.convert %88 : (tensor<8x256x256xbf16>) -> tensor<8x256x256xf32>
      %90 = chlo.square %89 : tensor<8x256x256xf32> -> tensor<8x256x256xf32>
      %cst_28 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %91 = stablehlo.reduce(%90 init: %cst_28) applies stablehlo.add across dimensions = [2] : (tensor<8x256x256xf32>, tensor<f32>) -> tensor<8x256xf32>
      %92 = stablehlo.broadcast_in_dim %91, dims = [0, 1] : (tensor<8x256xf32>) -> tensor<8x256x1xf32>
      %cst_29 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
      %93 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<8x256x1xf32>
      %94 = stablehlo.divide %92, %93 : tensor<8x256x1xf32>
      %cst_30 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
      %95 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<8x256x1xf32>
      %96 = stablehlo.add %94, %95 : tensor<8x256x1xf32>
      %97 = stablehlo.rsqrt %96 : tensor<8x256x1xf32>
      %98 = stablehlo.broadcast_in_dim %97, dims = [0, 1, 2] : (tensor<8x256x1xf32>) -> tensor<8x256x256xf32>
      %99 = stablehlo.multiply %89, %98 : tensor<8x256x256xf32>
      %100 = stablehlo.convert %99 : (tensor<8x256x256xf32>) -> tensor<8x256x256xbf16>
      %cst_31 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %101 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<256xf32>
      %102 = stablehlo.add %83, %101 : tensor<256xf32>
      %103 = stablehlo.convert %102 : (tensor<256xf32>) -> tensor<256xbf16>
      %104 = stablehlo.dot_general %103, %100, batching_dims = [0] x [2], contracting_dims = [] x [], precision = [DEFAULT, DEFAULT] : (tensor<256xbf16>, tensor<8x256x256xbf16>) -> tensor<256x8x256xbf16>
      %105 = stablehlo.transpose %104, dims = [1, 2, 0] : (tensor<256x8x256xbf16>) -> tensor<8x256x256xbf16>
      %106 = sdy.sharding_constraint %105 <@mesh, [{"fsdp"}, {}, {}]> : tensor<8x256x256xbf16>
      %107 = sdy.sharding_constraint %106 <@mesh, [{"fsdp"}, {}, {}]> : tensor<8x256x256xbf16>
      %108 = sdy.sharding_constraint %106 <@mesh, [{"fsdp"}, {}, {}]> : tensor<8x256x256xbf16>
      %109 = stablehlo.convert %86 : (tensor<256x4x64xf32>) -> tensor<256x4x64xbf16>
      %110 = stablehlo.dot_general %107, %109, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x256x256xbf16>, tensor<256x4x64xbf16>) -> tensor<8x256x4x64xbf16>
      %111 = stablehlo.convert %84 : (tensor<256x2x64xf32>) -> tensor<256x2x64xbf16>
      %112 = stablehlo.dot_general %108, %111, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x256x256xbf16>, tensor<256x2x64xbf16>) -> tensor<8x256x2x64xbf16>
      %113 = stablehlo.convert %87 : (tensor<256x2x64xf32>) -> tensor<256x2x64xbf16>
      %114 = stablehlo.dot_general %108, %113, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x256x256xbf16>, tensor<256x2x64xbf16>) -> tensor<8x256x2x64xbf16>
      %115 = stablehlo.broadcast_in_dim %iterArg_24, dims = [0, 1] : (tensor<8x256xi32>) -> tensor<8x256x1x1xi32>
      %116 = stablehlo.iota dim = 0 : tensor<32xi32>
      %c_32 = stablehlo.constant dense<2> : tensor<i32>
      %117 = stablehlo.broadcast_in_dim %c_32, dims = [] : (tensor<i32>) -> tensor<32xi32>
      %118 = stablehlo.multiply %117, %116 : tensor<32xi32>
      %119 = stablehlo.convert %118 : (tensor<32xi32>) -> tensor<32xf32>
      %cst_33 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
      %120 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<32xf32>
      %121 = stablehlo.divide %119, %120 : tensor<32xf32>
      %cst_34 = stablehlo.constant dense<1.000000e+04> : tensor<f32>
      %122 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<f32>) -> tensor<32xf32>
      %123 = stablehlo.power %122, %121 : tensor<32xf32>
      %cst_35 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %124 = stablehlo.broadcast_in_dim %cst_35, dims = [] : (tensor<f32>) -> tensor<32xf32>
      %125 = stablehlo.multiply %124, %123 : tensor<32xf32>
      %126 = stablehlo.convert %115 : (tensor<8x256x1x1xi32>) -> tensor<8x256x1x1xf32>
      %127 = stablehlo.broadcast_in_dim %125, dims = [3] : (tensor<32xf32>) -> tensor<1x1x1x32xf32>
      %128 = stablehlo.broadcast_in_dim %126, dims = [0, 1, 2, 3] : (tensor<8x256x1x1xf32>) -> tensor<8x256x1x32xf32>
      %129 = stablehlo.broadcast_in_dim %127, dims = [0, 1, 2, 3] : (tensor<1x1x1x32xf32>) -> tensor<8x256x1x32xf32>
      %130 = stablehlo.divide %128, %129 : tensor<8x256x1x32xf32>
      %131 = stablehlo.sine %130 : tensor<8x256x1x32xf32>
      %132 = stablehlo.convert %131 : (tensor<8x256x1x32xf32>) -> tensor<8x256x1x32xbf16>
      %133 = stablehlo.cosine %130 : tensor<8x256x1x32xf32>
      %134 = stablehlo.convert %133 : (tensor<8x256x1x32xf32>) -> tensor<8x256x1x32xbf16>
      %135 = stablehlo.concatenate %132, %132, dim = 3 : (tensor<8x256x1x32xbf16>, tensor<8x256x1x32xbf16>) -> tensor<8x256x1x64xbf16>
      %136 = stablehlo.concatenate %134, %134, dim = 3 : (tensor<8x256x1x32xbf16>, tensor<8x256x1x32xbf16>) -> tensor<8x256x1x64xbf16>
      %137 = stablehlo.broadcast_in_dim %136, dims = [0, 1, 2, 3] : (tensor<8x256x1x64xbf16>) -> tensor<8x256x4x64xbf16>
      %138 = stablehlo.multiply %110, %137 : tensor<8x256x4x64xbf16>
      %139 = stablehlo.slice %110 [0:8, 0:256, 0:4, 0:32] : (tensor<8x256x4x64xbf16>) -> tensor<8x256x4x32xbf16>
      %140 = stablehlo.slice %110 [0:8, 0:256, 0:4, 32:64] : (tensor<8x256x4x64xbf16>) -> tensor<8x256x4x32xbf16>
      %141 = stablehlo.negate %140 : tensor<8x256x4x32xbf16>
      %142 = stablehlo.concatenate %141, %139, dim = 3 : (tensor<8x256x4x32xbf16>, tensor<8x256x4x32xbf16>) -> tensor<8x256x4x64xbf16>
      %143 = stablehlo.broadcast_in_dim %135, dims = [0, 1, 2, 3] : (tensor<8x256x1x64xbf16>) -> tensor<8x256x4x64xbf16>
      %144 = stablehlo.multiply %142, %143 : tensor<8x256x4x64xbf16>
      %145 = stablehlo.add %138, %144 : tensor<8x256x4x64xbf16>
      %146 = stablehlo.broadcast_in_dim %iterArg_24, dims = [0, 1] : (tensor<8x256xi32>) -> tensor<8x256x1x1xi32>
      %147 = stablehlo.iota dim = 0 : tensor<32xi32>
      %c_36 = stablehlo.constant dense<2> : tensor<i32>
      %148 = stablehlo.broadcast_in_dim %c_36, dims = [] : (tensor<i32>) -> tensor<32xi32>
      %149 = stablehlo.multiply %148, %147 : tensor<32xi32>
      %150 = stablehlo.convert %149 : (tensor<32xi32>) -> tensor<32xf32>
      %cst_37 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
      %151 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<32xf32>
      %152 = stablehlo.divide %150, %151 : tensor<32xf32>
      %cst_38 = stablehlo.constant dense<1.000000e+04> : tensor<f32>
      %153 = stablehlo.broadcast_in_dim %cst_38, dims = [] : (tensor<f32>) -> tensor<32xf32>
      %154 = stablehlo.power %153, %152 : tensor<32xf32>
      %cst_39 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %155 = stablehlo.broadcast_in_dim %cst_39, dims = [] : (tensor<f32>) -> tensor<32xf32>
      %156 = stablehlo.multiply %155, %154 : tensor<32xf32>
      %157 = stablehlo.convert %146 : (tensor<8x256x1x1xi32>) -> tensor<8x256x1x1xf32>
      %158 = stablehlo.broadcast_in_dim %156, dims = [3] : (tensor<32xf32>) -> tensor<1x1x1x32xf32>
      %159 = stablehlo.broadcast_in_dim %157, dims = [0, 1, 2, 3] : (tensor<8x256x1x1xf32>) -> tensor<8x256x1x32xf32>
      %160 = stablehlo.broadcast_in_dim %158, dims = [0, 1, 2, 3] : (tensor<1x1x1x32xf32>) -> tensor<8x256x1x32xf32>
      %161 = stablehlo.divide %159, %160 : tensor<8x256x1x32xf32>
      %162 = stablehlo.sine %161 : tensor<8x256x1x32xf32>
      %163 = stablehlo.convert %162 : (tensor<8x256x1x32xf32>) -> tensor<8x256x1x32xbf16>
      %164 = stablehlo.cosine %161 : tensor<8x256x1x32xf32>
      %165 = stablehlo.convert %164 : (tensor<8x256x1x32xf32>) -> tensor<8x256x1x32xbf16>
      %166 = stablehlo.concatenate %163, %163, dim = 3 : (tensor<8x256x1x32xbf16>, tensor<8x256x1x32xbf16>) -> tensor<8x256x1x64xbf16>
      %167 = stablehlo.concatenate %165, %165, dim = 3 : (tensor<8x256x1x32xbf16>, tensor<8x256x1x32xbf16>) -> tensor<8x256x1x64xbf16>
      %168 = stablehlo.broadcast_in_dim %167, dims = [0, 1, 2, 3] : (tensor<8x256x1x64xbf16>) -> tensor<8x256x2x64xbf16>
      %169 = stablehlo.multiply %112, %168 : tensor<8x256x2x64xbf16>
      %170 = stablehlo.slice %112 [0:8, 0:256, 0:2, 0:32] : (tensor<8x256x2x64xbf16>) -> tensor<8x256x2x32xbf16>
      %171 = stablehlo.slice %112 [0:8, 0:256, 0:2, 32:64] : (tensor<8x256x2x64xbf16>) -> tensor<8x256x2x32xbf16>
      %172 = stablehlo.negate %171 : tensor<8x256x2x32xbf16>
      %173 = stablehlo.concatenate %172, %170, dim = 3 : (tensor<8x256x2x32xbf16>, tensor<8x256x2x32xbf16>) -> tensor<8x256x2x64xbf16>
      %174 = stablehlo.broadcast_in_dim %166, dims = [0, 1, 2, 3] : (tensor<8x256x1x64xbf16>) -> tensor<8x256x2x64xbf16>
      %175 = stablehlo.multiply %173, %174 : tensor<8x256x2x64xbf16>
      %176 = stablehlo.add %169, %175 : tensor<8x256x2x64xbf16>
      %177 = sdy.sharding_constraint %145 <@mesh, [{"fsdp"}, {}, {}, {}]> : tensor<8x256x4x64xbf16>
      %178 = sdy.sharding_constraint %176 <@mesh, [{"fsdp"}, {}, {}, {}]> : tensor<8x256x2x64xbf16>
      %179 = sdy.sharding_constraint %114 <@mesh, [{"fsdp"}, {}, {}, {}]> : tensor<8x256x2x64xbf16>
      %180 = stablehlo.reshape %177 : (tensor<8x256x4x64xbf16>) -> tensor<8x256x2x2x64xbf16>
      %181 = stablehlo.dot_general %178, %180, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [4], precision = [DEFAULT, DEFAULT] : (tensor<8x256x2x64xbf16>, tensor<8x256x2x2x64xbf16>) -> tensor<8x2x256x256x2xbf16>
      %182 = stablehlo.transpose %181, dims = [0, 1, 4, 3, 2] : (tensor<8x2x256x256x2xbf16>) -> tensor<8x2x2x256x256xbf16>
      %183 = sdy.sharding_constraint %iterArg_25 <@mesh, [{"fsdp"}, {}]> : tensor<8x256xi32>
      %184 = sdy.sharding_constraint %iterArg_25 <@mesh, [{"fsdp"}, {}]> : tensor<8x256xi32>
      %185 = stablehlo.broadcast_in_dim %183, dims = [0, 1] : (tensor<8x256xi32>) -> tensor<8x256x1xi32>
      %186 = stablehlo.broadcast_in_dim %184, dims = [0, 2] : (tensor<8x256xi32>) -> tensor<8x1x256xi32>
      %187 = stablehlo.broadcast_in_dim %185, dims = [0, 1, 2] : (tensor<8x256x1xi32>) -> tensor<8x256x256xi32>
      %188 = stablehlo.broadcast_in_dim %186, dims = [0, 1, 2] : (tensor<8x1x256xi32>) -> tensor<8x256x256xi32>
      %189 = stablehlo.compare EQ, %187, %188, SIGNED : (tensor<8x256x256xi32>, tensor<8x256x256xi32>) -> tensor<8x256x256xi1>
      %190 = stablehlo.broadcast_in_dim %184, dims = [0, 2] : (tensor<8x256xi32>) -> tensor<8x1x256xi32>
      %c_40 = stablehlo.constant dense<0> : tensor<i32>
      %191 = stablehlo.broadcast_in_dim %c_40, dims = [] : (tensor<i32>) -> tensor<8x1x256xi32>
      %192 = stablehlo.compare GE, %190, %191, SIGNED : (tensor<8x1x256xi32>, tensor<8x1x256xi32>) -> tensor<8x1x256xi1>
      %193 = stablehlo.broadcast_in_dim %192, dims = [0, 1, 2] : (tensor<8x1x256xi1>) -> tensor<8x256x256xi1>
      %194 = stablehlo.and %189, %193 : tensor<8x256x256xi1>
      %195 = stablehlo.broadcast_in_dim %194, dims = [0, 3, 4] : (tensor<8x256x256xi1>) -> tensor<8x1x1x256x256xi1>
      %196 = stablehlo.iota dim = 0 : tensor<256x256xi32>
      %197 = stablehlo.iota dim = 1 : tensor<256x256xi32>
      %c_41 = stablehlo.constant dense<0> : tensor<i32>
      %198 = stablehlo.broadcast_in_dim %c_41, dims = [] : (tensor<i32>) -> tensor<256x256xi32>
      %199 = stablehlo.add %196, %198 : tensor<256x256xi32>
      %200 = stablehlo.compare LE, %197, %199, SIGNED : (tensor<256x256xi32>, tensor<256x256xi32>) -> tensor<256x256xi1>
      %201 = stablehlo.broadcast_in_dim %200, dims = [3, 4] : (tensor<256x256xi1>) -> tensor<1x1x1x256x256xi1>
      %202 = stablehlo.broadcast_in_dim %201, dims = [0, 1, 2, 3, 4] : (tensor<1x1x1x256x256xi1>) -> tensor<8x1x1x256x256xi1>
      %203 = stablehlo.and %195, %202 : tensor<8x1x1x256x256xi1>
      %cst_42 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %cst_43 = stablehlo.constant dense<-2.38197633E+38> : tensor<f32>
      %204 = func.call @_where(%203, %cst_42, %cst_43) : (tensor<8x1x1x256x256xi1>, tensor<f32>, tensor<f32>) -> tensor<8x1x1x256x256xf32>
      %cst_44 = stablehlo.constant dense<-1.19098816E+38> : tensor<f32>
      %205 = stablehlo.broadcast_in_dim %cst_44, dims = [] : (tensor<f32>) -> tensor<8x1x1x256x256xf32>
      %206 = stablehlo.compare GE, %204, %205, FLOAT : (tensor<8x1x1x256x256xf32>, tensor<8x1x1x256x256xf32>) -> tensor<8x1x1x256x256xi1>
      %cst_45 = stablehlo.constant dense<-2.38197633E+38> : tensor<f32>
      %207 = func.call @_where_5(%206, %182, %cst_45) : (tensor<8x1x1x256x256xi1>, tensor<8x2x2x256x256xbf16>, tensor<f32>) -> tensor<8x2x2x256x256xbf16>
      %208 = stablehlo.reshape %207 : (tensor<8x2x2x256x256xbf16>) -> tensor<8x4x256x256xbf16>
      %cst_46 = stablehlo.constant dense<0xFF80> : tensor<bf16>
      %209 = stablehlo.reduce(%208 init: %cst_46) applies stablehlo.maximum across dimensions = [3] : (tensor<8x4x256x256xbf16>, tensor<bf16>) -> tensor<8x4x256xbf16>
      %210 = stablehlo.broadcast_in_dim %209, dims = [0, 1, 2] : (tensor<8x4x256xbf16>) -> tensor<8x4x256x1xbf16>
      %211 = stablehlo.broadcast_in_dim %210, dims = [0, 1, 2, 3] : (tensor<8x4x256x1xbf16>) -> tensor<8x4x256x256xbf16>
      %212 = stablehlo.subtract %208, %211 : tensor<8x4x256x256xbf16>
      %213 = stablehlo.exponential %212 : tensor<8x4x256x256xbf16>
      %214 = stablehlo.convert %213 : (tensor<8x4x256x256xbf16>) -> tensor<8x4x256x256xf32>
      %cst_47 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %215 = stablehlo.reduce(%214 init: %cst_47) applies stablehlo.add across dimensions = [3] : (tensor<8x4x256x256xf32>, tensor<f32>) -> tensor<8x4x256xf32>
      %216 = stablehlo.broadcast_in_dim %215, dims = [0, 1, 2] : (tensor<8x4x256xf32>) -> tensor<8x4x256x1xf32>
      %217 = stablehlo.convert %216 : (tensor<8x4x256x1xf32>) -> tensor<8x4x256x1xbf16>
      %218 = stablehlo.reshape %213 : (tensor<8x4x256x256xbf16>) -> tensor<8x2x2x256x256xbf16>
      %219 = stablehlo.transpose %217, dims = [0, 2, 1, 3] : (tensor<8x4x256x1xbf16>) -> tensor<8x256x4x1xbf16>
      %220 = stablehlo.dot_general %179, %218, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [4], precision = [DEFAULT, DEFAULT] : (tensor<8x256x2x64xbf16>, tensor<8x2x2x256x256xbf16>) -> tensor<8x2x64x2x256xbf16>
      %221 = stablehlo.transpose %220, dims = [0, 4, 1, 3, 2] : (tensor<8x2x64x2x256xbf16>) -> tensor<8x256x2x2x64xbf16>
      %222 = stablehlo.reshape %221 : (tensor<8x256x2x2x64xbf16>) -> tensor<8x256x4x64xbf16>
      %223 = stablehlo.broadcast_in_dim %219, dims = [0, 1, 2, 3] : (tensor<8x256x4x1xbf16>) -> tensor<8x256x4x64xbf16>
      %224 = stablehlo.divide %222, %223 : tensor<8x256x4x64xbf16>
      %225 = sdy.sharding_constraint %224 <@mesh, [{"fsdp"}, {}, {}, {}]> : tensor<8x256x4x64xbf16>
      %226 = stablehlo.convert %85 : (tensor<4x64x256xf32>) -> tensor<4x64x256xbf16>
      %227 = stablehlo.dot_general %225, %226, contracting_dims = [2, 3] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x256x4x64xbf16>, tensor<4x64x256xbf16>) -> tensor<8x256x256xbf16>
      %228 = sdy.sharding_constraint %227 <@mesh, [{"fsdp"}, {}, {}]> : tensor<8x256x256xbf16>
      %229 = stablehlo.add %88, %228 : tensor<8x256x256xbf16>
      %230 = stablehlo.convert %229 : (tensor<8x256x256xbf16>) -> tensor<8x256x256xf32>
      %231 = chlo.square %230 : tensor<8x256x256xf32> -> tensor<8x256x256xf32>
      %cst_48 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %232 = stablehlo.reduce(%231 init: %cst_48) applies stablehlo.add across dimensions = [2] : (tensor<8x256x256xf32>, tensor<f32>) -> tensor<8x256xf32>
      %233 = stablehlo.broadcast_in_dim %232, dims = [0, 1] : (tensor<8x256xf32>) -> tensor<8x256x1xf32>
      %cst_49 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
      %234 = stablehlo.broadcast_in_dim %cst_49, dims = [] : (tensor<f32>) -> tensor<8x256x1xf32>
      %235 = stablehlo.divide %233, %234 : tensor<8x256x1xf32>
      %cst_50 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
      %236 = stablehlo.broadcast_in_dim %cst_50, dims = [] : (tensor<f32>) -> tensor<8x256x1xf32>
      %237 = stablehlo.add %235, %236 : tensor<8x256x1xf32>
      %238 = stablehlo.rsqrt %237 : tensor<8x256x1xf32>
      %239 = stablehlo.broadcast_in_dim %238, dims = [0, 1, 2] : (tensor<8x256x1xf32>) -> tensor<8x256x256xf32>
      %240 = stablehlo.multiply %230, %239 : tensor<8x256x256xf32>
      %241 = stablehlo.convert %240 : (tensor<8x256x256xf32>) -> tensor<8x256x256xbf16>
      %cst_51 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %242 = stablehlo.broadcast_in_dim %cst_51, dims = [] : (tensor<f32>) -> tensor<256xf32>
      %243 = stablehlo.add %82, %242 : tensor<256xf32>
      %244 = stablehlo.convert %243 : (tensor<256xf32>) -> tensor<256xbf16>
      %245 = stablehlo.dot_general %244, %241, batching_dims = [0] x [2], contracting_dims = [] x [], precision = [DEFAULT, DEFAULT] : (tensor<256xbf16>, tensor<8x256x256xbf16>) -> tensor<256x8x256xbf16>
      %246 = stablehlo.transpose %245, dims = [1, 2, 0] : (tensor<256x8x256xbf16>) -> tensor<8x256x256xbf16>
      %247 = sdy.sharding_constraint %246 <@mesh, [{"fsdp"}, {}, {}]> : tensor<8x256x256xbf16>
      %248 = stablehlo.convert %79 : (tensor<256x512xf32>) -> tensor<256x512xbf16>
      %249 = stablehlo.dot_general %247, %248, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x256x256xbf16>, tensor<256x512xbf16>) -> tensor<8x256x512xbf16>
      %250 = func.call @silu(%249) : (tensor<8x256x512xbf16>) -> tensor<8x256x512xbf16>
      %251 = stablehlo.convert %80 : (tensor<256x512xf32>) -> tensor<256x512xbf16>
      %252 = stablehlo.dot_general %247, %251, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x256x256xbf16>, tensor<256x512xbf16>) -> tensor<8x256x512xbf16>
      %253 = stablehlo.multiply %250, %252 : tensor<8x256x512xbf16>
      %254 = sdy.sharding_constraint %253 <@mesh, [{"fsdp"}, {}, {}]> : tensor<8x256x512xbf16>
      %255 = stablehlo.convert %81 : (tensor<512x256xf32>) -> tensor<512x256xbf16>
      %256 = stablehlo.dot_general %254, %255, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x256x512xbf16>, tensor<512x256xbf16>) -> tensor<8x256x256xbf16>
      %257 = sdy.sharding_constraint %256 <@mesh, [{"fsdp"}, {}, {}]> : tensor<8x256x256xbf16>
      %258 = stablehlo.add %257, %229 : tensor<8x256x256xbf16>
      %259 = sdy.sharding_constraint %258 <@mesh, [{"fsdp"}, {}, {}]> : tensor<8x256x256xbf16>
      %c_52 = stablehlo.constant dense<1> : tensor<i32>
      %260 = stablehlo.add %iterArg_26, %c_52 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_16, %iterArg_17, %iterArg_18, %iterArg_19, %iterArg_20, %iterArg_21, %iterArg_22, %iterArg_23, %iterArg_24, %iterArg_25, %260, %259 : tensor<2x256x512xf32>, tensor<2x256x512xf32>, tensor<2x512x256xf32>, tensor<2x256xf32>, tensor<2x256xf32>, tensor<2x256x2x64xf32>, tensor<2x4x64x256xf32>, tensor<2x256x4x64xf32>, tensor<2x256x2x64xf32>, tensor<8x256xi32>, tensor<8x256xi32>, tensor<i32>, tensor<8x256x256xbf16>
    }
    %18 = stablehlo.convert %17#12 : (tensor<8x256x256xbf16>) -> tensor<8x256x256xf32>
    %19 = chlo.square %18 : tensor<8x256x256xf32> -> tensor<8x256x256xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %20 = stablehlo.reduce(%19 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<8x256x256xf32>, tensor<f32>) -> tensor<8x256xf32>
    %21 = stablehlo.broadcast_in_dim %20, dims = [0, 1] : (tensor<8x256xf32>) -> tensor<8x256x1xf32>
    %cst_2 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %22 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8x256x1xf32>
    %23 = stablehlo.divide %21, %22 : tensor<8x256x1xf32>
    %cst_3 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %24 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<8x256x1xf32>
    %25 = stablehlo.add %23, %24 : tensor<8x256x1xf32>
    %26 = stablehlo.rsqrt %25 : tensor<8x256x1xf32>
    %27 = stablehlo.broadcast_in_dim %26, dims = [0, 1, 2] : (tensor<8x256x1xf32>) -> tensor<8x256x256xf32>
    %28 = stablehlo.multiply %18, %27 : tensor<8x256x256xf32>
    %29 = stablehlo.convert %28 : (tensor<8x256x256xf32>) -> tensor<8x256x256xbf16>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %30 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %31 = stablehlo.add %arg0, %30 : tensor<256xf32>
    %32 = stablehlo.convert %31 : (tensor<256xf32>) -> tensor<256xbf16>
    %33 = stablehlo.dot_general %32, %29, batching_dims = [0] x [2], contracting_dims = [] x [], precision = [DEFAULT, DEFAULT] : (tensor<256xbf16>, tensor<8x256x256xbf16>) -> tensor<256x8x256xbf16>
    %34 = stablehlo.transpose %33, dims = [1, 2, 0] : (tensor<256x8x256xbf16>) -> tensor<8x256x256xbf16>
    %35 = stablehlo.convert %arg10 : (tensor<256x1024xf32>) -> tensor<256x1024xbf16>
    %36 = stablehlo.dot_general %34, %35, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x256x256xbf16>, tensor<256x1024xbf16>) -> tensor<8x256x1024xbf16>
    %37 = stablehlo.convert %36 : (tensor<8x256x1024xbf16>) -> tensor<8x256x1024xf32>
    %38 = call @_one_hot(%arg15) : (tensor<8x256xi32>) -> tensor<8x256x1024xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_6 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %39 = stablehlo.reduce(%37 init: %cst_6) applies stablehlo.maximum across dimensions = [2] : (tensor<8x256x1024xf32>, tensor<f32>) -> tensor<8x256xf32>
    %cst_7 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %40 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x256xf32>
    %41 = stablehlo.maximum %40, %39 : tensor<8x256xf32>
    %42 = stablehlo.broadcast_in_dim %41, dims = [0, 1] : (tensor<8x256xf32>) -> tensor<8x256x1xf32>
    %43 = stablehlo.is_finite %42 : (tensor<8x256x1xf32>) -> tensor<8x256x1xi1>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %44 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<8x256x1xf32>
    %45 = stablehlo.select %43, %42, %44 : tensor<8x256x1xi1>, tensor<8x256x1xf32>
    %46 = stablehlo.broadcast_in_dim %45, dims = [0, 1, 2] : (tensor<8x256x1xf32>) -> tensor<8x256x1024xf32>
    %47 = stablehlo.subtract %37, %46 : tensor<8x256x1024xf32>
    %48 = stablehlo.exponential %47 : tensor<8x256x1024xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %49 = stablehlo.reduce(%48 init: %cst_9) applies stablehlo.add across dimensions = [2] : (tensor<8x256x1024xf32>, tensor<f32>) -> tensor<8x256xf32>
    %50 = stablehlo.broadcast_in_dim %49, dims = [0, 1] : (tensor<8x256xf32>) -> tensor<8x256x1xf32>
    %51 = stablehlo.abs %50 : tensor<8x256x1xf32>
    %52 = stablehlo.log %51 : tensor<8x256x1xf32>
    %53 = stablehlo.add %52, %45 : tensor<8x256x1xf32>
    %54 = stablehlo.broadcast_in_dim %53, dims = [0, 1, 2] : (tensor<8x256x1xf32>) -> tensor<8x256x1024xf32>
    %55 = stablehlo.subtract %37, %54 : tensor<8x256x1024xf32>
    %56 = stablehlo.multiply %38, %55 : tensor<8x256x1024xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %57 = stablehlo.reduce(%56 init: %cst_10) applies stablehlo.add across dimensions = [2] : (tensor<8x256x1024xf32>, tensor<f32>) -> tensor<8x256xf32>
    %58 = stablehlo.negate %57 : tensor<8x256xf32>
    %59 = stablehlo.reshape %53 : (tensor<8x256x1xf32>) -> tensor<8x256xf32>
    %60 = chlo.square %59 : tensor<8x256xf32> -> tensor<8x256xf32>
    %61 = stablehlo.convert %cst_5 : tensor<f32>
    %62 = stablehlo.broadcast_in_dim %61, dims = [] : (tensor<f32>) -> tensor<8x256xf32>
    %63 = stablehlo.multiply %62, %60 : tensor<8x256xf32>
    %64 = stablehlo.add %58, %63 : tensor<8x256xf32>
    %65 = sdy.sharding_constraint %64 <@mesh, [{"fsdp"}, {}]> : tensor<8x256xf32>
    %c_11 = stablehlo.constant dense<0> : tensor<i32>
    %66 = stablehlo.broadcast_in_dim %c_11, dims = [] : (tensor<i32>) -> tensor<8x256xi32>
    %67 = stablehlo.compare NE, %arg16, %66, SIGNED : (tensor<8x256xi32>, tensor<8x256xi32>) -> tensor<8x256xi1>
    %68 = stablehlo.convert %67 : (tensor<8x256xi1>) -> tensor<8x256xf32>
    %69 = stablehlo.multiply %65, %68 : tensor<8x256xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %70 = stablehlo.reduce(%69 init: %cst_12) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x256xf32>, tensor<f32>) -> tensor<f32>
    %c_13 = stablehlo.constant dense<0> : tensor<i32>
    %71 = stablehlo.broadcast_in_dim %c_13, dims = [] : (tensor<i32>) -> tensor<8x256xi32>
    %72 = stablehlo.compare NE, %arg16, %71, SIGNED : (tensor<8x256xi32>, tensor<8x256xi32>) -> tensor<8x256xi1>
    %73 = stablehlo.convert %72 : (tensor<8x256xi1>) -> tensor<8x256xi32>
    %c_14 = stablehlo.constant dense<0> : tensor<i32>
    %74 = stablehlo.reduce(%73 init: %c_14) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x256xi32>, tensor<i32>) -> tensor<i32>
    %75 = stablehlo.convert %74 : (tensor<i32>) -> tensor<f32>
    %cst_15 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %76 = stablehlo.add %75, %cst_15 : tensor<f32>
    %77 = stablehlo.convert %76 : tensor<f32>
    %78 = stablehlo.divide %70, %77 : tensor<f32>
    return %78 : tensor<f32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<2x256x512xf32>, %arg1: tensor<i32>) -> tensor<256x512xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 256, 512] : (tensor<2x256x512xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x256x512xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x256x512xf32>) -> tensor<256x512xf32>
    return %1 : tensor<256x512xf32>
  }
  func.func private @dynamic_index_in_dim_0(%arg0: tensor<2x512x256xf32>, %arg1: tensor<i32>) -> tensor<512x256xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 512, 256] : (tensor<2x512x256xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x512x256xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x512x256xf32>) -> tensor<512x256xf32>
    return %1 : tensor<512x256xf32>
  }
  func.func private @dynamic_index_in_dim_1(%arg0: tensor<2x256xf32>, %arg1: tensor<i32>) -> tensor<256xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, sizes = [1, 256] : (tensor<2x256xf32>, tensor<i32>, tensor<i32>) -> tensor<1x256xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x256xf32>) -> tensor<256xf32>
    return %1 : tensor<256xf32>
  }
  func.func private @dynamic_index_in_dim_2(%arg0: tensor<2x256x2x64xf32>, %arg1: tensor<i32>) -> tensor<256x2x64xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 256, 2, 64] : (tensor<2x256x2x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x256x2x64xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x256x2x64xf32>) -> tensor<256x2x64xf32>
    return %1 : tensor<256x2x64xf32>
  }
  func.func private @dynamic_index_in_dim_3(%arg0: tensor<2x4x64x256xf32>, %arg1: tensor<i32>) -> tensor<4x64x256xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 4, 64, 256] : (tensor<2x4x64x256xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x64x256xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x4x64x256xf32>) -> tensor<4x64x256xf32>
    return %1 : tensor<4x64x256xf32>
  }
  func.func private @dynamic_index_in_dim_4(%arg0: tensor<2x256x4x64xf32>, %arg1: tensor<i32>) -> tensor<256x4x64xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 256, 4, 64] : (tensor<2x256x4x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x256x4x64xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x256x4x64xf32>) -> tensor<256x4x64xf32>
    return %1 : tensor<256x4x64xf32>
  }
  func.func private @_where(%arg0: tensor<8x1x1x256x256xi1>, %arg1: tensor<f32>, %arg2: tensor<f32>) -> tensor<8x1x1x256x256xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<8x1x1x256x256xf32>
    %1 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<f32>) -> tensor<8x1x1x256x256xf32>
    %2 = stablehlo.select %arg0, %0, %1 : tensor<8x1x1x256x256xi1>, tensor<8x1x1x256x256xf32>
    return %2 : tensor<8x1x1x256x256xf32>
  }
  func.func private @_where_5(%arg0: tensor<8x1x1x256x256xi1>, %arg1: tensor<8x2x2x256x256xbf16>, %arg2: tensor<f32>) -> tensor<8x2x2x256x256xbf16> {
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
  func.func private @_one_hot(%arg0: tensor<8x256xi32>) -> tensor<8x256x1024xf32> {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1] : (tensor<8x256xi32>) -> tensor<8x256x1xi32>
    %1 = stablehlo.iota dim = 2 : tensor<1x1x1024xi32>
    %2 = stablehlo.broadcast_in_dim %0, dims = [0, 1, 2] : (tensor<8x256x1xi32>) -> tensor<8x256x1024xi32>
    %3 = stablehlo.broadcast_in_dim %1, dims = [0, 1, 2] : (tensor<1x1x1024xi32>) -> tensor<8x256x1024xi32>
    %4 = stablehlo.compare EQ, %2, %3, SIGNED : (tensor<8x256x1024xi32>, tensor<8x256x1024xi32>) -> tensor<8x256x1024xi1>
    %5 = stablehlo.convert %4 : (tensor<8x256x1024xi1>) -> tensor<8x256x1024xf32>
    return %5 : tensor<8x256x1024xf32>
  }
}
