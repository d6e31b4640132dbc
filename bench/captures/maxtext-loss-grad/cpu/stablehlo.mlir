module @jit_loss_grad attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["diloco"=1, "data"=1, "stage"=1, "fsdp"=8, "fsdp_transpose"=1, "context"=1, "context_usp_ulysses"=1, "context_autoregressive"=1, "tensor"=1, "tensor_sequence"=1, "expert"=1, "autoregressive"=1]> {stablehlo.mesh = {axes = [{name = "diloco", size = 1 : i64}, {name = "data", size = 1 : i64}, {name = "stage", size = 1 : i64}, {name = "fsdp", size = 8 : i64}, {name = "fsdp_transpose", size = 1 : i64}, {name = "context", size = 1 : i64}, {name = "context_usp_ulysses", size = 1 : i64}, {name = "context_autoregressive", size = 1 : i64}, {name = "tensor", size = 1 : i64}, {name = "tensor_sequence", size = 1 : i64}, {name = "expert", size = 1 : i64}, {name = "autoregressive", size = 1 : i64}]}}
  func.func public @main(%arg0: tensor<256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg1: tensor<256x2x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp"}, {}, {}]>}, %arg2: tensor<256x2x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp"}, {}, {}]>}, %arg3: tensor<512x2x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"fsdp"}]>}, %arg4: tensor<256x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg5: tensor<256x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg6: tensor<256x2x2x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp"}, {}, {}, {}]>}, %arg7: tensor<4x2x64x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {"fsdp"}]>}, %arg8: tensor<256x2x4x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp"}, {}, {}, {}]>}, %arg9: tensor<256x2x2x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp"}, {}, {}, {}]>}, %arg10: tensor<256x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp"}, {}]>}, %arg11: tensor<1024x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"fsdp"}]>}, %arg12: tensor<8x256xi32>, %arg13: tensor<8x256xi32>, %arg14: tensor<8x256xi32>, %arg15: tensor<8x256xi32>, %arg16: tensor<8x256xi32>) -> (tensor<256xf32> {jax.result_info = "result['decoder']['decoder_norm']['scale'].value"}, tensor<256x2x512xf32> {jax.result_info = "result['decoder']['layers']['mlp']['wi_0']['kernel'].value"}, tensor<256x2x512xf32> {jax.result_info = "result['decoder']['layers']['mlp']['wi_1']['kernel'].value"}, tensor<512x2x256xf32> {jax.result_info = "result['decoder']['layers']['mlp']['wo']['kernel'].value"}, tensor<256x2xf32> {jax.result_info = "result['decoder']['layers']['post_self_attention_layer_norm']['scale'].value"}, tensor<256x2xf32> {jax.result_info = "result['decoder']['layers']['pre_self_attention_layer_norm']['scale'].value"}, tensor<256x2x2x64xf32> {jax.result_info = "result['decoder']['layers']['self_attention']['key']['kernel'].value"}, tensor<4x2x64x256xf32> {jax.result_info = "result['decoder']['layers']['self_attention']['out']['kernel'].value"}, tensor<256x2x4x64xf32> {jax.result_info = "result['decoder']['layers']['self_attention']['query']['kernel'].value"}, tensor<256x2x2x64xf32> {jax.result_info = "result['decoder']['layers']['self_attention']['value']['kernel'].value"}, tensor<256x1024xf32> {jax.result_info = "result['decoder']['logits_dense']['kernel'].value"}, tensor<1024x256xf32> {jax.result_info = "result['token_embedder']['embedding'].value"}) {
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
    %17 = stablehlo.broadcast_in_dim %arg13, dims = [0, 1] : (tensor<8x256xi32>) -> tensor<8x256x1x1xi32>
    %18 = stablehlo.iota dim = 0 : tensor<32xi32>
    %c_1 = stablehlo.constant dense<2> : tensor<i32>
    %19 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<32xi32>
    %20 = stablehlo.multiply %19, %18 : tensor<32xi32>
    %21 = stablehlo.convert %20 : (tensor<32xi32>) -> tensor<32xf32>
    %cst = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %22 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %23 = stablehlo.divide %21, %22 : tensor<32xf32>
    %cst_2 = stablehlo.constant dense<1.000000e+04> : tensor<f32>
    %24 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %25 = stablehlo.power %24, %23 : tensor<32xf32>
    %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %26 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %27 = stablehlo.multiply %26, %25 : tensor<32xf32>
    %28 = stablehlo.convert %17 : (tensor<8x256x1x1xi32>) -> tensor<8x256x1x1xf32>
    %29 = stablehlo.broadcast_in_dim %27, dims = [3] : (tensor<32xf32>) -> tensor<1x1x1x32xf32>
    %30 = stablehlo.broadcast_in_dim %28, dims = [0, 1, 2, 3] : (tensor<8x256x1x1xf32>) -> tensor<8x256x1x32xf32>
    %31 = stablehlo.broadcast_in_dim %29, dims = [0, 1, 2, 3] : (tensor<1x1x1x32xf32>) -> tensor<8x256x1x32xf32>
    %32 = stablehlo.divide %30, %31 : tensor<8x256x1x32xf32>
    %33 = stablehlo.sine %32 : tensor<8x256x1x32xf32>
    %34 = stablehlo.convert %33 : (tensor<8x256x1x32xf32>) -> tensor<8x256x1x32xbf16>
    %35 = stablehlo.cosine %32 : tensor<8x256x1x32xf32>
    %36 = stablehlo.convert %35 : (tensor<8x256x1x32xf32>) -> tensor<8x256x1x32xbf16>
    %37 = stablehlo.concatenate %34, %34, dim = 3 : (tensor<8x256x1x32xbf16>, tensor<8x256x1x32xbf16>) -> tensor<8x256x1x64xbf16>
    %38 = stablehlo.concatenate %36, %36, dim = 3 : (tensor<8x256x1x32xbf16>, tensor<8x256x1x32xbf16>) -> tensor<8x256x1x64xbf16>
    %39 = stablehlo.broadcast_in_dim %arg13, dims = [0, 1] : (tensor<8x256xi32>) -> tensor<8x256x1x1xi32>
    %40 = stablehlo.iota dim = 0 : tensor<32xi32>
    %c_4 = stablehlo.constant dense<2> : tensor<i32>
    %41 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i32>) -> tensor<32xi32>
    %42 = stablehlo.multiply %41, %40 : tensor<32xi32>
    %43 = stablehlo.convert %42 : (tensor<32xi32>) -> tensor<32xf32>
    %cst_5 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %44 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %45 = stablehlo.divide %43, %44 : tensor<32xf32>
    %cst_6 = stablehlo.constant dense<1.000000e+04> : tensor<f32>
    %46 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %47 = stablehlo.power %46, %45 : tensor<32xf32>
    %cst_7 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %48 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %49 = stablehlo.multiply %48, %47 : tensor<32xf32>
    %50 = stablehlo.convert %39 : (tensor<8x256x1x1xi32>) -> tensor<8x256x1x1xf32>
    %51 = stablehlo.broadcast_in_dim %49, dims = [3] : (tensor<32xf32>) -> tensor<1x1x1x32xf32>
    %52 = stablehlo.broadcast_in_dim %50, dims = [0, 1, 2, 3] : (tensor<8x256x1x1xf32>) -> tensor<8x256x1x32xf32>
    %53 = stablehlo.broadcast_in_dim %51, dims = [0, 1, 2, 3] : (tensor<1x1x1x32xf32>) -> tensor<8x256x1x32xf32>
    %54 = stablehlo.divide %52, %53 : tensor<8x256x1x32xf32>
    %55 = stablehlo.sine %54 : tensor<8x256x1x32xf32>
    %56 = stablehlo.convert %55 : (tensor<8x256x1x32xf32>) -> tensor<8x256x1x32xbf16>
    %57 = stablehlo.cosine %54 : tensor<8x256x1x32xf32>
    %58 = stablehlo.convert %57 : (tensor<8x256x1x32xf32>) -> tensor<8x256x1x32xbf16>
    %59 = stablehlo.concatenate %56, %56, dim = 3 : (tensor<8x256x1x32xbf16>, tensor<8x256x1x32xbf16>) -> tensor<8x256x1x64xbf16>
    %60 = stablehlo.concatenate %58, %58, dim = 3 : (tensor<8x256x1x32xbf16>, tensor<8x256x1x32xbf16>) -> tensor<8x256x1x64xbf16>
    %61 = sdy.sharding_constraint %arg14 <@mesh, [{"fsdp"}, {}]> : tensor<8x256xi32>
    %62 = sdy.sharding_constraint %arg14 <@mesh, [{"fsdp"}, {}]> : tensor<8x256xi32>
    %63 = stablehlo.broadcast_in_dim %61, dims = [0, 1] : (tensor<8x256xi32>) -> tensor<8x256x1xi32>
    %64 = stablehlo.broadcast_in_dim %62, dims = [0, 2] : (tensor<8x256xi32>) -> tensor<8x1x256xi32>
    %65 = stablehlo.broadcast_in_dim %63, dims = [0, 1, 2] : (tensor<8x256x1xi32>) -> tensor<8x256x256xi32>
    %66 = stablehlo.broadcast_in_dim %64, dims = [0, 1, 2] : (tensor<8x1x256xi32>) -> tensor<8x256x256xi32>
    %67 = stablehlo.compare EQ, %65, %66, SIGNED : (tensor<8x256x256xi32>, tensor<8x256x256xi32>) -> tensor<8x256x256xi1>
    %68 = stablehlo.broadcast_in_dim %62, dims = [0, 2] : (tensor<8x256xi32>) -> tensor<8x1x256xi32>
    %c_8 = stablehlo.constant dense<0> : tensor<i32>
    %69 = stablehlo.broadcast_in_dim %c_8, dims = [] : (tensor<i32>) -> tensor<8x1x256xi32>
    %70 = stablehlo.compare GE, %68, %69, SIGNED : (tensor<8x1x256xi32>, tensor<8x1x256xi32>) -> tensor<8x1x256xi1>
    %71 = stablehlo.broadcast_in_dim %70, dims = [0, 1, 2] : (tensor<8x1x256xi1>) -> tensor<8x256x256xi1>
    %72 = stablehlo.and %67, %71 : tensor<8x256x256xi1>
    %73 = stablehlo.broadcast_in_dim %72, dims = [0, 3, 4] : (tensor<8x256x256xi1>) -> tensor<8x1x1x256x256xi1>
    %74 = stablehlo.iota dim = 0 : tensor<256x256xi32>
    %75 = stablehlo.iota dim = 1 : tensor<256x256xi32>
    %c_9 = stablehlo.constant dense<0> : tensor<i32>
    %76 = stablehlo.broadcast_in_dim %c_9, dims = [] : (tensor<i32>) -> tensor<256x256xi32>
    %77 = stablehlo.add %74, %76 : tensor<256x256xi32>
    %78 = stablehlo.compare LE, %75, %77, SIGNED : (tensor<256x256xi32>, tensor<256x256xi32>) -> tensor<256x256xi1>
    %79 = stablehlo.broadcast_in_dim %78, dims = [3, 4] : (tensor<256x256xi1>) -> tensor<1x1x1x256x256xi1>
    %80 = stablehlo.broadcast_in_dim %79, dims = [0, 1, 2, 3, 4] : (tensor<1x1x1x256x256xi1>) -> tensor<8x1x1x256x256xi1>
    %81 = stablehlo.and %73, %80 : tensor<8x1x1x256x256xi1>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_11 = stablehlo.constant dense<-2.38197633E+38> : tensor<f32>
    %82 = call @_where(%81, %cst_10, %cst_11) : (tensor<8x1x1x256x256xi1>, tensor<f32>, tensor<f32>) -> tensor<8x1x1x256x256xf32>
    %cst_12 = stablehlo.constant dense<-1.19098816E+38> : tensor<f32>
    %83 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<8x1x1x256x256xf32>
    %84 = stablehlo.compare GE, %82, %83, FLOAT : (tensor<8x1x1x256x256xf32>, tensor<8x1x1x256x256xf32>) -> tensor<8x1x1x256x256xi1>
    %cst_13 = stablehlo.constant dense<-2.38197633E+38> : tensor<f32>
    %85:2 = call @_where_0(%84, %cst_13) : (tensor<8x1x1x256x256xi1>, tensor<f32>) -> (tensor<8x2x2x256x256xi1>, tensor<8x2x2x256x256xbf16>)
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %86 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<bf16>) -> tensor<2x8x256x256xbf16>
    %c_15 = stablehlo.constant dense<0> : tensor<i32>
    %87:18 = stablehlo.while(%iterArg = %8, %iterArg_45 = %9, %iterArg_46 = %10, %iterArg_47 = %11, %iterArg_48 = %12, %iterArg_49 = %13, %iterArg_50 = %14, %iterArg_51 = %15, %iterArg_52 = %16, %iterArg_53 = %60, %iterArg_54 = %59, %iterArg_55 = %38, %iterArg_56 = %37, %iterArg_57 = %85#0, %iterArg_58 = %85#1, %iterArg_59 = %c_15, %iterArg_60 = %7, %iterArg_61 = %86) : tensor<2x256x512xf32>, tensor<2x256x512xf32>, tensor<2x512x256xf32>, tensor<2x256xf32>, tensor<2x256xf32>, tensor<2x256x2x64xf32>, tensor<2x4x64x256xf32>, tensor<2x256x4x64xf32>, tensor<2x256x2x64xf32>, tensor<8x256x1x64xbf16>, tensor<8x256x1x64xbf16>, tensor<8x256x1x64xbf16>, tensor<8x256x1x64xbf16>, tensor<8x2x2x256x256xi1>, tensor<8x2x2x256x256xbf16>, tensor<i32>, tensor<8x256x256xbf16>, tensor<2x8x256x256xbf16>
    cond {
      %c_62 = stablehlo.constant dense<2> : tensor<i32>
      %197 = stablehlo.compare LT, %iterArg_59, %c_62, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %197 : tensor<i1>
    } do {
      %197 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_59) : (tensor<2x256x512xf32>, tensor<i32>) -> tensor<256x512xf32>
      %198 = func.call @dynamic_index_in_dim(%iterArg_45, %iterArg_59) : (tensor<2x256x512xf32>, tensor<i32>) -> tensor<256x512xf32>
      %199 = func.call @dynamic_index_in_dim_1(%iterArg_46, %iterArg_59) : (tensor<2x512x256xf32>, tensor<i32>) -> tensor<512x256xf32>
      %200 = func.call @dynamic_index_in_dim_2(%iterArg_47, %iterArg_59) : (tensor<2x256xf32>, tensor<i32>) -> tensor<256xf32>
      %201 = func.call @dynamic_index_in_dim_2(%iterArg_48, %iterArg_59) : (tensor<2x256xf32>, tensor<i32>) -> tensor<256xf32>
      %202 = func.call @dynamic_index_in_dim_3(%iterArg_49, %iterArg_59) : (tensor<2x256x2x64xf32>, tensor<i32>) -> tensor<256x2x64xf32>
      %203 = func.call @dynamic_index_in_dim_4(%iterArg_50, %iterArg_59) : (tensor<2x4x64x256xf32>, tensor<i32>) -> tensor<4x64x256xf32>
      %204 = func.call @dynamic_index_in_dim_5(%iterArg_51, %iterArg_59) : (tensor<2x256x4x64xf32>, tensor<i32>) -> tensor<256x4x64xf32>
      %205 = func.call @dynamic_index_in_dim_3(%iterArg_52, %iterArg_59) : (tensor<2x256x2x64xf32>, tensor<i32>) -> tensor<256x2x64xf32>
      %206 = sdy.sharding_constraint %iterArg_60 <@mesh, [{"fsdp"}, {}, {}]> : tensor<8x256x256xbf16>
      %207 = stablehlo.convert %206 : (tensor<8x256x256xbf16>) -> tensor<8x256x256xf32>
      %208 = chlo.square %207 : tensor<8x256x256xf32> -> tensor<8x256x256xf32>
      %cst_62 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %209 = stablehlo.reduce(%208 init: %cst_62) applies stablehlo.add across dimensions = [2] : (tensor<8x256x256xf32>, tensor<f32>) -> tensor<8x256xf32>
      %210 = stablehlo.broadcast_in_dim %209, dims = [0, 1] : (tensor<8x256xf32>) -> tensor<8x256x1xf32>
      %cst_63 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
      %211 = stablehlo.broadcast_in_dim %cst_63, dims = [] : (tensor<f32>) -> tensor<8x256x1xf32>
      %212 = stablehlo.divide %210, %211 : tensor<8x256x1xf32>
      %cst_64 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
      %213 = stablehlo.broadcast_in_dim %cst_64, dims = [] : (tensor<f32>) -> tensor<8x256x1xf32>
      %214 = stablehlo.add %212, %213 : tensor<8x256x1xf32>
      %215 = stablehlo.rsqrt %214 : tensor<8x256x1xf32>
      %216 = stablehlo.broadcast_in_dim %215, dims = [0, 1, 2] : (tensor<8x256x1xf32>) -> tensor<8x256x256xf32>
      %217 = stablehlo.multiply %207, %216 : tensor<8x256x256xf32>
      %218 = stablehlo.convert %217 : (tensor<8x256x256xf32>) -> tensor<8x256x256xbf16>
      %cst_65 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %219 = stablehlo.broadcast_in_dim %cst_65, dims = [] : (tensor<f32>) -> tensor<256xf32>
      %220 = stablehlo.add %201, %219 : tensor<256xf32>
      %221 = stablehlo.convert %220 : (tensor<256xf32>) -> tensor<256xbf16>
      %222 = stablehlo.dot_general %221, %218, batching_dims = [0] x [2], contracting_dims = [] x [], precision = [DEFAULT, DEFAULT] : (tensor<256xbf16>, tensor<8x256x256xbf16>) -> tensor<256x8x256xbf16>
      %223 = stablehlo.transpose %222, dims = [1, 2, 0] : (tensor<256x8x256xbf16>) -> tensor<8x256x256xbf16>
      %224 = sdy.sharding_constraint %223 <@mesh, [{"fsdp"}, {}, {}]> : tensor<8x256x256xbf16>
      %225 = sdy.sharding_constraint %224 <@mesh, [{"fsdp"}, {}, {}]> : tensor<8x256x256xbf16>
      %226 = sdy.sharding_constraint %224 <@mesh, [{"fsdp"}, {}, {}]> : tensor<8x256x256xbf16>
      %227 = stablehlo.convert %204 : (tensor<256x4x64xf32>) -> tensor<256x4x64xbf16>
      %228 = stablehlo.dot_general %225, %227, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x256x256xbf16>, tensor<256x4x64xbf16>) -> tensor<8x256x4x64xbf16>
      %229 = stablehlo.convert %202 : (tensor<256x2x64xf32>) -> tensor<256x2x64xbf16>
      %230 = stablehlo.dot_general %226, %229, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x256x256xbf16>, tensor<256x2x64xbf16>) -> tensor<8x256x2x64xbf16>
      %231 = stablehlo.convert %205 : (tensor<256x2x64xf32>) -> tensor<256x2x64xbf16>
      %232 = stablehlo.dot_general %226, %231, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x256x256xbf16>, tensor<256x2x64xbf16>) -> tensor<8x256x2x64xbf16>
      %233 = stablehlo.broadcast_in_dim %iterArg_55, dims = [0, 1, 2, 3] : (tensor<8x256x1x64xbf16>) -> tensor<8x256x4x64xbf16>
      %234 = stablehlo.multiply %228, %233 : tensor<8x256x4x64xbf16>
      %235 = stablehlo.slice %228 [0:8, 0:256, 0:4, 0:32] : (tensor<8x256x4x64xbf16>) -> tensor<8x256x4x32xbf16>
      %236 = stablehlo.slice %228 [0:8, 0:256, 0:4, 32:64] : (tensor<8x256x4x64xbf16>) -> tensor<8x256x4x32xbf16>
      %237 = stablehlo.negate %236 : tensor<8x256x4x32xbf16>
      %238 = stablehlo.concatenate %237, %235, dim = 3 : (tensor<8x256x4x32xbf16>, tensor<8x256x4x32xbf16>) -> tensor<8x256x4x64xbf16>
      %239 = stablehlo.broadcast_in_dim %iterArg_56, dims = [0, 1, 2, 3] : (tensor<8x256x1x64xbf16>) -> tensor<8x256x4x64xbf16>
      %240 = stablehlo.multiply %238, %239 : tensor<8x256x4x64xbf16>
      %241 = stablehlo.add %234, %240 : tensor<8x256x4x64xbf16>
      %242 = stablehlo.broadcast_in_dim %iterArg_53, dims = [0, 1, 2, 3] : (tensor<8x256x1x64xbf16>) -> tensor<8x256x2x64xbf16>
      %243 = stablehlo.multiply %230, %242 : tensor<8x256x2x64xbf16>
      %244 = stablehlo.slice %230 [0:8, 0:256, 0:2, 0:32] : (tensor<8x256x2x64xbf16>) -> tensor<8x256x2x32xbf16>
      %245 = stablehlo.slice %230 [0:8, 0:256, 0:2, 32:64] : (tensor<8x256x2x64xbf16>) -> tensor<8x256x2x32xbf16>
      %246 = stablehlo.negate %245 : tensor<8x256x2x32xbf16>
      %247 = stablehlo.concatenate %246, %244, dim = 3 : (tensor<8x256x2x32xbf16>, tensor<8x256x2x32xbf16>) -> tensor<8x256x2x64xbf16>
      %248 = stablehlo.broadcast_in_dim %iterArg_54, dims = [0, 1, 2, 3] : (tensor<8x256x1x64xbf16>) -> tensor<8x256x2x64xbf16>
      %249 = stablehlo.multiply %247, %248 : tensor<8x256x2x64xbf16>
      %250 = stablehlo.add %243, %249 : tensor<8x256x2x64xbf16>
      %251 = sdy.sharding_constraint %241 <@mesh, [{"fsdp"}, {}, {}, {}]> : tensor<8x256x4x64xbf16>
      %252 = sdy.sharding_constraint %250 <@mesh, [{"fsdp"}, {}, {}, {}]> : tensor<8x256x2x64xbf16>
      %253 = sdy.sharding_constraint %232 <@mesh, [{"fsdp"}, {}, {}, {}]> : tensor<8x256x2x64xbf16>
      %254 = stablehlo.reshape %251 : (tensor<8x256x4x64xbf16>) -> tensor<8x256x2x2x64xbf16>
      %255 = stablehlo.dot_general %252, %254, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [4], precision = [DEFAULT, DEFAULT] : (tensor<8x256x2x64xbf16>, tensor<8x256x2x2x64xbf16>) -> tensor<8x2x256x256x2xbf16>
      %256 = stablehlo.transpose %255, dims = [0, 1, 4, 3, 2] : (tensor<8x2x256x256x2xbf16>) -> tensor<8x2x2x256x256xbf16>
      %257 = func.call @_where_6(%256, %iterArg_57, %iterArg_58) : (tensor<8x2x2x256x256xbf16>, tensor<8x2x2x256x256xi1>, tensor<8x2x2x256x256xbf16>) -> tensor<8x2x2x256x256xbf16>
      %258 = stablehlo.reshape %257 : (tensor<8x2x2x256x256xbf16>) -> tensor<8x4x256x256xbf16>
      %cst_66 = stablehlo.constant dense<0xFF80> : tensor<bf16>
      %259 = stablehlo.reduce(%258 init: %cst_66) applies stablehlo.maximum across dimensions = [3] : (tensor<8x4x256x256xbf16>, tensor<bf16>) -> tensor<8x4x256xbf16>
      %260 = stablehlo.broadcast_in_dim %259, dims = [0, 1, 2] : (tensor<8x4x256xbf16>) -> tensor<8x4x256x1xbf16>
      %261 = stablehlo.broadcast_in_dim %260, dims = [0, 1, 2, 3] : (tensor<8x4x256x1xbf16>) -> tensor<8x4x256x256xbf16>
      %262 = stablehlo.subtract %258, %261 : tensor<8x4x256x256xbf16>
      %263 = stablehlo.exponential %262 : tensor<8x4x256x256xbf16>
      %264 = stablehlo.convert %263 : (tensor<8x4x256x256xbf16>) -> tensor<8x4x256x256xf32>
      %cst_67 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %265 = stablehlo.reduce(%264 init: %cst_67) applies stablehlo.add across dimensions = [3] : (tensor<8x4x256x256xf32>, tensor<f32>) -> tensor<8x4x256xf32>
      %266 = stablehlo.broadcast_in_dim %265, dims = [0, 1, 2] : (tensor<8x4x256xf32>) -> tensor<8x4x256x1xf32>
      %267 = stablehlo.convert %266 : (tensor<8x4x256x1xf32>) -> tensor<8x4x256x1xbf16>
      %268 = stablehlo.reshape %263 : (tensor<8x4x256x256xbf16>) -> tensor<8x2x2x256x256xbf16>
      %269 = stablehlo.transpose %267, dims = [0, 2, 1, 3] : (tensor<8x4x256x1xbf16>) -> tensor<8x256x4x1xbf16>
      %270 = stablehlo.dot_general %253, %268, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [4], precision = [DEFAULT, DEFAULT] : (tensor<8x256x2x64xbf16>, tensor<8x2x2x256x256xbf16>) -> tensor<8x2x64x2x256xbf16>
      %271 = stablehlo.transpose %270, dims = [0, 4, 1, 3, 2] : (tensor<8x2x64x2x256xbf16>) -> tensor<8x256x2x2x64xbf16>
      %272 = stablehlo.reshape %271 : (tensor<8x256x2x2x64xbf16>) -> tensor<8x256x4x64xbf16>
      %273 = stablehlo.broadcast_in_dim %269, dims = [0, 1, 2, 3] : (tensor<8x256x4x1xbf16>) -> tensor<8x256x4x64xbf16>
      %274 = stablehlo.divide %272, %273 : tensor<8x256x4x64xbf16>
      %275 = sdy.sharding_constraint %274 <@mesh, [{"fsdp"}, {}, {}, {}]> : tensor<8x256x4x64xbf16>
      %276 = stablehlo.convert %203 : (tensor<4x64x256xf32>) -> tensor<4x64x256xbf16>
      %277 = stablehlo.dot_general %275, %276, contracting_dims = [2, 3] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x256x4x64xbf16>, tensor<4x64x256xbf16>) -> tensor<8x256x256xbf16>
      %278 = sdy.sharding_constraint %277 <@mesh, [{"fsdp"}, {}, {}]> : tensor<8x256x256xbf16>
      %279 = stablehlo.add %206, %278 : tensor<8x256x256xbf16>
      %280 = stablehlo.convert %279 : (tensor<8x256x256xbf16>) -> tensor<8x256x256xf32>
      %281 = chlo.square %280 : tensor<8x256x256xf32> -> tensor<8x256x256xf32>
      %cst_68 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %282 = stablehlo.reduce(%281 init: %cst_68) applies stablehlo.add across dimensions = [2] : (tensor<8x256x256xf32>, tensor<f32>) -> tensor<8x256xf32>
      %283 = stablehlo.broadcast_in_dim %282, dims = [0, 1] : (tensor<8x256xf32>) -> tensor<8x256x1xf32>
      %cst_69 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
      %284 = stablehlo.broadcast_in_dim %cst_69, dims = [] : (tensor<f32>) -> tensor<8x256x1xf32>
      %285 = stablehlo.divide %283, %284 : tensor<8x256x1xf32>
      %cst_70 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
      %286 = stablehlo.broadcast_in_dim %cst_70, dims = [] : (tensor<f32>) -> tensor<8x256x1xf32>
      %287 = stablehlo.add %285, %286 : tensor<8x256x1xf32>
      %288 = stablehlo.rsqrt %287 : tensor<8x256x1xf32>
      %289 = stablehlo.broadcast_in_dim %288, dims = [0, 1, 2] : (tensor<8x256x1xf32>) -> tensor<8x256x256xf32>
      %290 = stablehlo.multiply %280, %289 : tensor<8x256x256xf32>
      %291 = stablehlo.convert %290 : (tensor<8x256x256xf32>) -> tensor<8x256x256xbf16>
      %cst_71 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %292 = stablehlo.broadcast_in_dim %cst_71, dims = [] : (tensor<f32>) -> tensor<256xf32>
      %293 = stablehlo.add %200, %292 : tensor<256xf32>
      %294 = stablehlo.convert %293 : (tensor<256xf32>) -> tensor<256xbf16>
      %295 = stablehlo.dot_general %294, %291, batching_dims = [0] x [2], contracting_dims = [] x [], precision = [DEFAULT, DEFAULT] : (tensor<256xbf16>, tensor<8x256x256xbf16>) -> tensor<256x8x256xbf16>
      %296 = stablehlo.transpose %295, dims = [1, 2, 0] : (tensor<256x8x256xbf16>) -> tensor<8x256x256xbf16>
      %297 = sdy.sharding_constraint %296 <@mesh, [{"fsdp"}, {}, {}]> : tensor<8x256x256xbf16>
      %298 = stablehlo.convert %197 : (tensor<256x512xf32>) -> tensor<256x512xbf16>
      %299 = stablehlo.dot_general %297, %298, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x256x256xbf16>, tensor<256x512xbf16>) -> tensor<8x256x512xbf16>
      %300 = func.call @silu(%299) : (tensor<8x256x512xbf16>) -> tensor<8x256x512xbf16>
      %301 = stablehlo.convert %198 : (tensor<256x512xf32>) -> tensor<256x512xbf16>
      %302 = stablehlo.dot_general %297, %301, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x256x256xbf16>, tensor<256x512xbf16>) -> tensor<8x256x512xbf16>
      %303 = stablehlo.multiply %300, %302 : tensor<8x256x512xbf16>
      %304 = sdy.sharding_constraint %303 <@mesh, [{"fsdp"}, {}, {}]> : tensor<8x256x512xbf16>
      %305 = stablehlo.convert %199 : (tensor<512x256xf32>) -> tensor<512x256xbf16>
      %306 = stablehlo.dot_general %304, %305, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x256x512xbf16>, tensor<512x256xbf16>) -> tensor<8x256x256xbf16>
      %307 = sdy.sharding_constraint %306 <@mesh, [{"fsdp"}, {}, {}]> : tensor<8x256x256xbf16>
      %308 = stablehlo.add %307, %279 : tensor<8x256x256xbf16>
      %309 = sdy.sharding_constraint %308 <@mesh, [{"fsdp"}, {}, {}]> : tensor<8x256x256xbf16>
      %310 = func.call @dynamic_update_index_in_dim(%iterArg_61, %iterArg_60, %iterArg_59) : (tensor<2x8x256x256xbf16>, tensor<8x256x256xbf16>, tensor<i32>) -> tensor<2x8x256x256xbf16>
      %c_72 = stablehlo.constant dense<1> : tensor<i32>
      %311 = stablehlo.add %iterArg_59, %c_72 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_45, %iterArg_46, %iterArg_47, %iterArg_48, %iterArg_49, %iterArg_50, %iterArg_51, %iterArg_52, %iterArg_53, %iterArg_54, %iterArg_55, %iterArg_56, %iterArg_57, %iterArg_58, %311, %309, %310 : tensor<2x256x512xf32>, tensor<2x256x512xf32>, tensor<2x512x256xf32>, tensor<2x256xf32>, tensor<2x256xf32>, tensor<2x256x2x64xf32>, tensor<2x4x64x256xf32>, tensor<2x256x4x64xf32>, tensor<2x256x2x64xf32>, tensor<8x256x1x64xbf16>, tensor<8x256x1x64xbf16>, tensor<8x256x1x64xbf16>, tensor<8x256x1x64xbf16>, tensor<8x2x2x256x256xi1>, tensor<8x2x2x256x256xbf16>, tensor<i32>, tensor<8x256x256xbf16>, tensor<2x8x256x256xbf16>
    }
    %88 = stablehlo.convert %87#16 : (tensor<8x256x256xbf16>) -> tensor<8x256x256xf32>
    %89 = chlo.square %88 : tensor<8x256x256xf32> -> tensor<8x256x256xf32>
    %cst_16 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %90 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<8x256x256xf32>
    %91 = stablehlo.multiply %90, %88 : tensor<8x256x256xf32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %92 = stablehlo.reduce(%89 init: %cst_17) applies stablehlo.add across dimensions = [2] : (tensor<8x256x256xf32>, tensor<f32>) -> tensor<8x256xf32>
    %93 = stablehlo.broadcast_in_dim %92, dims = [0, 1] : (tensor<8x256xf32>) -> tensor<8x256x1xf32>
    %cst_18 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %94 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<8x256x1xf32>
    %95 = stablehlo.divide %93, %94 : tensor<8x256x1xf32>
    %cst_19 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %96 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<8x256x1xf32>
    %97 = stablehlo.add %95, %96 : tensor<8x256x1xf32>
    %98 = stablehlo.rsqrt %97 : tensor<8x256x1xf32>
    %99 = stablehlo.divide %98, %97 : tensor<8x256x1xf32>
    %cst_20 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %100 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<8x256x1xf32>
    %101 = stablehlo.multiply %100, %99 : tensor<8x256x1xf32>
    %102 = stablehlo.broadcast_in_dim %98, dims = [0, 1, 2] : (tensor<8x256x1xf32>) -> tensor<8x256x256xf32>
    %103 = stablehlo.multiply %88, %102 : tensor<8x256x256xf32>
    %104 = stablehlo.convert %103 : (tensor<8x256x256xf32>) -> tensor<8x256x256xbf16>
    %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %105 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %106 = stablehlo.add %arg0, %105 : tensor<256xf32>
    %107 = stablehlo.convert %106 : (tensor<256xf32>) -> tensor<256xbf16>
    %108 = stablehlo.dot_general %107, %104, batching_dims = [0] x [2], contracting_dims = [] x [], precision = [DEFAULT, DEFAULT] : (tensor<256xbf16>, tensor<8x256x256xbf16>) -> tensor<256x8x256xbf16>
    %109 = stablehlo.transpose %108, dims = [1, 2, 0] : (tensor<256x8x256xbf16>) -> tensor<8x256x256xbf16>
    %110 = stablehlo.convert %arg10 : (tensor<256x1024xf32>) -> tensor<256x1024xbf16>
    %111 = stablehlo.dot_general %109, %110, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x256x256xbf16>, tensor<256x1024xbf16>) -> tensor<8x256x1024xbf16>
    %112 = stablehlo.convert %111 : (tensor<8x256x1024xbf16>) -> tensor<8x256x1024xf32>
    %113 = call @_one_hot(%arg15) : (tensor<8x256xi32>) -> tensor<8x256x1024xf32>
    %cst_22 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %114 = stablehlo.reduce(%112 init: %cst_22) applies stablehlo.maximum across dimensions = [2] : (tensor<8x256x1024xf32>, tensor<f32>) -> tensor<8x256xf32>
    %115 = stablehlo.broadcast_in_dim %114, dims = [0, 1] : (tensor<8x256xf32>) -> tensor<8x256x1xf32>
    %116 = stablehlo.broadcast_in_dim %115, dims = [0, 1, 2] : (tensor<8x256x1xf32>) -> tensor<8x256x1024xf32>
    %117 = stablehlo.subtract %112, %116 : tensor<8x256x1024xf32>
    %118 = stablehlo.exponential %117 : tensor<8x256x1024xf32>
    %cst_23 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %119 = stablehlo.reduce(%118 init: %cst_23) applies stablehlo.add across dimensions = [2] : (tensor<8x256x1024xf32>, tensor<f32>) -> tensor<8x256xf32>
    %120 = stablehlo.broadcast_in_dim %119, dims = [0, 1] : (tensor<8x256xf32>) -> tensor<8x256x1xf32>
    %121 = stablehlo.log %120 : tensor<8x256x1xf32>
    %122 = stablehlo.add %121, %115 : tensor<8x256x1xf32>
    %123 = stablehlo.reshape %122 : (tensor<8x256x1xf32>) -> tensor<8x256xf32>
    %c_24 = stablehlo.constant dense<0> : tensor<i32>
    %124 = stablehlo.broadcast_in_dim %c_24, dims = [] : (tensor<i32>) -> tensor<8x256xi32>
    %125 = stablehlo.compare NE, %arg16, %124, SIGNED : (tensor<8x256xi32>, tensor<8x256xi32>) -> tensor<8x256xi1>
    %126 = stablehlo.convert %125 : (tensor<8x256xi1>) -> tensor<8x256xf32>
    %c_25 = stablehlo.constant dense<0> : tensor<i32>
    %127 = stablehlo.broadcast_in_dim %c_25, dims = [] : (tensor<i32>) -> tensor<8x256xi32>
    %128 = stablehlo.compare NE, %arg16, %127, SIGNED : (tensor<8x256xi32>, tensor<8x256xi32>) -> tensor<8x256xi1>
    %129 = stablehlo.convert %128 : (tensor<8x256xi1>) -> tensor<8x256xi32>
    %c_26 = stablehlo.constant dense<0> : tensor<i32>
    %130 = stablehlo.reduce(%129 init: %c_26) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x256xi32>, tensor<i32>) -> tensor<i32>
    %131 = stablehlo.convert %130 : (tensor<i32>) -> tensor<f32>
    %cst_27 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %132 = stablehlo.add %131, %cst_27 : tensor<f32>
    %133 = stablehlo.convert %132 : tensor<f32>
    %cst_28 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %134 = stablehlo.divide %cst_28, %133 : tensor<f32>
    %135 = stablehlo.broadcast_in_dim %134, dims = [] : (tensor<f32>) -> tensor<8x256xf32>
    %136 = stablehlo.multiply %135, %126 : tensor<8x256xf32>
    %137 = sdy.sharding_constraint %136 <@mesh, [{"fsdp"}, {}]> : tensor<8x256xf32>
    %cst_29 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %138 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<8x256xf32>
    %139 = stablehlo.multiply %138, %123 : tensor<8x256xf32>
    %cst_30 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %140 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<8x256xf32>
    %141 = stablehlo.add %140, %139 : tensor<8x256xf32>
    %142 = stablehlo.broadcast_in_dim %141, dims = [0, 1] : (tensor<8x256xf32>) -> tensor<8x256x1xf32>
    %143 = stablehlo.broadcast_in_dim %142, dims = [0, 1, 2] : (tensor<8x256x1xf32>) -> tensor<8x256x1024xf32>
    %144 = stablehlo.multiply %143, %118 : tensor<8x256x1024xf32>
    %145 = stablehlo.broadcast_in_dim %120, dims = [0, 1, 2] : (tensor<8x256x1xf32>) -> tensor<8x256x1024xf32>
    %146 = stablehlo.divide %144, %145 : tensor<8x256x1024xf32>
    %147 = stablehlo.subtract %146, %113 : tensor<8x256x1024xf32>
    %148 = stablehlo.broadcast_in_dim %137, dims = [0, 1] : (tensor<8x256xf32>) -> tensor<8x256x1xf32>
    %149 = stablehlo.broadcast_in_dim %148, dims = [0, 1, 2] : (tensor<8x256x1xf32>) -> tensor<8x256x1024xf32>
    %150 = stablehlo.multiply %149, %147 : tensor<8x256x1024xf32>
    %151 = stablehlo.convert %150 : (tensor<8x256x1024xf32>) -> tensor<8x256x1024xbf16>
    %152 = stablehlo.dot_general %151, %109, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x256x1024xbf16>, tensor<8x256x256xbf16>) -> tensor<1024x256xbf16>
    %153 = stablehlo.transpose %152, dims = [1, 0] : (tensor<1024x256xbf16>) -> tensor<256x1024xbf16>
    %154 = stablehlo.dot_general %151, %110, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x256x1024xbf16>, tensor<256x1024xbf16>) -> tensor<8x256x256xbf16>
    %155 = stablehlo.convert %153 : (tensor<256x1024xbf16>) -> tensor<256x1024xf32>
    %156 = stablehlo.transpose %154, dims = [2, 0, 1] : (tensor<8x256x256xbf16>) -> tensor<256x8x256xbf16>
    %157 = stablehlo.dot_general %156, %107, batching_dims = [0] x [0], contracting_dims = [] x [], precision = [DEFAULT, DEFAULT] : (tensor<256x8x256xbf16>, tensor<256xbf16>) -> tensor<256x8x256xbf16>
    %158 = stablehlo.transpose %157, dims = [1, 2, 0] : (tensor<256x8x256xbf16>) -> tensor<8x256x256xbf16>
    %159 = stablehlo.dot_general %156, %104, batching_dims = [0] x [2], contracting_dims = [1, 2] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<256x8x256xbf16>, tensor<8x256x256xbf16>) -> tensor<256xbf16>
    %160 = stablehlo.convert %159 : (tensor<256xbf16>) -> tensor<256xf32>
    %161 = stablehlo.convert %158 : (tensor<8x256x256xbf16>) -> tensor<8x256x256xf32>
    %162 = stablehlo.multiply %88, %161 : tensor<8x256x256xf32>
    %cst_31 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %163 = stablehlo.reduce(%162 init: %cst_31) applies stablehlo.add across dimensions = [2] : (tensor<8x256x256xf32>, tensor<f32>) -> tensor<8x256xf32>
    %164 = stablehlo.reshape %163 : (tensor<8x256xf32>) -> tensor<8x256x1xf32>
    %165 = stablehlo.broadcast_in_dim %98, dims = [0, 1, 2] : (tensor<8x256x1xf32>) -> tensor<8x256x256xf32>
    %166 = stablehlo.multiply %161, %165 : tensor<8x256x256xf32>
    %167 = stablehlo.multiply %164, %101 : tensor<8x256x1xf32>
    %cst_32 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %168 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<f32>) -> tensor<8x256x1xf32>
    %169 = stablehlo.divide %167, %168 : tensor<8x256x1xf32>
    %cst_33 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %170 = stablehlo.reduce(%169 init: %cst_33) applies stablehlo.add across dimensions = [2] : (tensor<8x256x1xf32>, tensor<f32>) -> tensor<8x256xf32>
    %171 = stablehlo.broadcast_in_dim %170, dims = [0, 1] : (tensor<8x256xf32>) -> tensor<8x256x256xf32>
    %172 = stablehlo.multiply %171, %91 : tensor<8x256x256xf32>
    %173 = stablehlo.add %166, %172 : tensor<8x256x256xf32>
    %174 = stablehlo.convert %173 : (tensor<8x256x256xf32>) -> tensor<8x256x256xbf16>
    %cst_34 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %175 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<f32>) -> tensor<2x256x512xf32>
    %cst_35 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %176 = stablehlo.broadcast_in_dim %cst_35, dims = [] : (tensor<f32>) -> tensor<2x256x512xf32>
    %cst_36 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %177 = stablehlo.broadcast_in_dim %cst_36, dims = [] : (tensor<f32>) -> tensor<2x512x256xf32>
    %cst_37 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %178 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<2x256xf32>
    %cst_38 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %179 = stablehlo.broadcast_in_dim %cst_38, dims = [] : (tensor<f32>) -> tensor<2x256xf32>
    %cst_39 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %180 = stablehlo.broadcast_in_dim %cst_39, dims = [] : (tensor<f32>) -> tensor<2x256x2x64xf32>
    %cst_40 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %181 = stablehlo.broadcast_in_dim %cst_40, dims = [] : (tensor<f32>) -> tensor<2x4x64x256xf32>
    %cst_41 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %182 = stablehlo.broadcast_in_dim %cst_41, dims = [] : (tensor<f32>) -> tensor<2x256x4x64xf32>
    %cst_42 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %183 = stablehlo.broadcast_in_dim %cst_42, dims = [] : (tensor<f32>) -> tensor<2x256x2x64xf32>
    %c_43 = stablehlo.constant dense<0> : tensor<i32>
    %184:23 = stablehlo.while(%iterArg = %87#17, %iterArg_45 = %8, %iterArg_46 = %9, %iterArg_47 = %10, %iterArg_48 = %11, %iterArg_49 = %12, %iterArg_50 = %13, %iterArg_51 = %14, %iterArg_52 = %15, %iterArg_53 = %16, %iterArg_54 = %arg13, %iterArg_55 = %arg14, %iterArg_56 = %c_43, %iterArg_57 = %174, %iterArg_58 = %175, %iterArg_59 = %176, %iterArg_60 = %177, %iterArg_61 = %178, %iterArg_62 = %179, %iterArg_63 = %180, %iterArg_64 = %181, %iterArg_65 = %182, %iterArg_66 = %183) : tensor<2x8x256x256xbf16>, tensor<2x256x512xf32>, tensor<2x256x512xf32>, tensor<2x512x256xf32>, tensor<2x256xf32>, tensor<2x256xf32>, tensor<2x256x2x64xf32>, tensor<2x4x64x256xf32>, tensor<2x256x4x64xf32>, tensor<2x256x2x64xf32>, tensor<8x256xi32>, tensor<8x256xi32>, tensor<i32>, tensor<8x256x256xbf16>, tensor<2x256x512xf32>, tensor<2x256x512xf32>, tensor<2x512x256xf32>, tensor<2x256xf32>, tensor<2x256xf32>, tensor<2x256x2x64xf32>, tensor<2x4x64x256xf32>, tensor<2x256x4x64xf32>, tensor<2x256x2x64xf32>
    cond {
      %c_67 = stablehlo.constant dense<2> : tensor<i32>
      %197 = stablehlo.compare LT, %iterArg_56, %c_67, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %197 : tensor<i1>
    } do {
      %c_67 = stablehlo.constant dense<2> : tensor<i32>
      %197 = stablehlo.subtract %c_67, %iterArg_56 : tensor<i32>
      %c_68 = stablehlo.constant dense<1> : tensor<i32>
      %198 = stablehlo.subtract %197, %c_68 : tensor<i32>
      %199 = func.call @dynamic_index_in_dim_7(%iterArg, %198) : (tensor<2x8x256x256xbf16>, tensor<i32>) -> tensor<8x256x256xbf16>
      %200 = func.call @dynamic_index_in_dim(%iterArg_45, %198) : (tensor<2x256x512xf32>, tensor<i32>) -> tensor<256x512xf32>
      %201 = func.call @dynamic_index_in_dim(%iterArg_46, %198) : (tensor<2x256x512xf32>, tensor<i32>) -> tensor<256x512xf32>
      %202 = func.call @dynamic_index_in_dim_1(%iterArg_47, %198) : (tensor<2x512x256xf32>, tensor<i32>) -> tensor<512x256xf32>
      %203 = func.call @dynamic_index_in_dim_2(%iterArg_48, %198) : (tensor<2x256xf32>, tensor<i32>) -> tensor<256xf32>
      %204 = func.call @dynamic_index_in_dim_2(%iterArg_49, %198) : (tensor<2x256xf32>, tensor<i32>) -> tensor<256xf32>
      %205 = func.call @dynamic_index_in_dim_3(%iterArg_50, %198) : (tensor<2x256x2x64xf32>, tensor<i32>) -> tensor<256x2x64xf32>
      %206 = func.call @dynamic_index_in_dim_4(%iterArg_51, %198) : (tensor<2x4x64x256xf32>, tensor<i32>) -> tensor<4x64x256xf32>
      %207 = func.call @dynamic_index_in_dim_5(%iterArg_52, %198) : (tensor<2x256x4x64xf32>, tensor<i32>) -> tensor<256x4x64xf32>
      %208 = func.call @dynamic_index_in_dim_3(%iterArg_53, %198) : (tensor<2x256x2x64xf32>, tensor<i32>) -> tensor<256x2x64xf32>
      %209 = sdy.sharding_constraint %199 <@mesh, [{"fsdp"}, {}, {}]> : tensor<8x256x256xbf16>
      %210 = stablehlo.convert %209 : (tensor<8x256x256xbf16>) -> tensor<8x256x256xf32>
      %211 = chlo.square %210 : tensor<8x256x256xf32> -> tensor<8x256x256xf32>
      %cst_69 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
      %212 = stablehlo.broadcast_in_dim %cst_69, dims = [] : (tensor<f32>) -> tensor<8x256x256xf32>
      %213 = stablehlo.multiply %212, %210 : tensor<8x256x256xf32>
      %cst_70 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %214 = stablehlo.reduce(%211 init: %cst_70) applies stablehlo.add across dimensions = [2] : (tensor<8x256x256xf32>, tensor<f32>) -> tensor<8x256xf32>
      %215 = stablehlo.broadcast_in_dim %214, dims = [0, 1] : (tensor<8x256xf32>) -> tensor<8x256x1xf32>
      %cst_71 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
      %216 = stablehlo.broadcast_in_dim %cst_71, dims = [] : (tensor<f32>) -> tensor<8x256x1xf32>
      %217 = stablehlo.divide %215, %216 : tensor<8x256x1xf32>
      %cst_72 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
      %218 = stablehlo.broadcast_in_dim %cst_72, dims = [] : (tensor<f32>) -> tensor<8x256x1xf32>
      %219 = stablehlo.add %217, %218 : tensor<8x256x1xf32>
      %220 = stablehlo.rsqrt %219 : tensor<8x256x1xf32>
      %221 = stablehlo.divide %220, %219 : tensor<8x256x1xf32>
      %cst_73 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
      %222 = stablehlo.broadcast_in_dim %cst_73, dims = [] : (tensor<f32>) -> tensor<8x256x1xf32>
      %223 = stablehlo.multiply %222, %221 : tensor<8x256x1xf32>
      %224 = stablehlo.broadcast_in_dim %220, dims = [0, 1, 2] : (tensor<8x256x1xf32>) -> tensor<8x256x256xf32>
      %225 = stablehlo.multiply %210, %224 : tensor<8x256x256xf32>
      %226 = stablehlo.convert %225 : (tensor<8x256x256xf32>) -> tensor<8x256x256xbf16>
      %cst_74 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %227 = stablehlo.broadcast_in_dim %cst_74, dims = [] : (tensor<f32>) -> tensor<256xf32>
      %228 = stablehlo.add %204, %227 : tensor<256xf32>
      %229 = stablehlo.convert %228 : (tensor<256xf32>) -> tensor<256xbf16>
      %230 = stablehlo.dot_general %229, %226, batching_dims = [0] x [2], contracting_dims = [] x [], precision = [DEFAULT, DEFAULT] : (tensor<256xbf16>, tensor<8x256x256xbf16>) -> tensor<256x8x256xbf16>
      %231 = stablehlo.transpose %230, dims = [1, 2, 0] : (tensor<256x8x256xbf16>) -> tensor<8x256x256xbf16>
      %232 = sdy.sharding_constraint %231 <@mesh, [{"fsdp"}, {}, {}]> : tensor<8x256x256xbf16>
      %233 = sdy.sharding_constraint %232 <@mesh, [{"fsdp"}, {}, {}]> : tensor<8x256x256xbf16>
      %234 = sdy.sharding_constraint %232 <@mesh, [{"fsdp"}, {}, {}]> : tensor<8x256x256xbf16>
      %235 = stablehlo.convert %207 : (tensor<256x4x64xf32>) -> tensor<256x4x64xbf16>
      %236 = stablehlo.dot_general %233, %235, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x256x256xbf16>, tensor<256x4x64xbf16>) -> tensor<8x256x4x64xbf16>
      %237 = stablehlo.convert %205 : (tensor<256x2x64xf32>) -> tensor<256x2x64xbf16>
      %238 = stablehlo.dot_general %234, %237, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x256x256xbf16>, tensor<256x2x64xbf16>) -> tensor<8x256x2x64xbf16>
      %239 = stablehlo.convert %208 : (tensor<256x2x64xf32>) -> tensor<256x2x64xbf16>
      %240 = stablehlo.dot_general %234, %239, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x256x256xbf16>, tensor<256x2x64xbf16>) -> tensor<8x256x2x64xbf16>
      %241 = stablehlo.broadcast_in_dim %iterArg_54, dims = [0, 1] : (tensor<8x256xi32>) -> tensor<8x256x1x1xi32>
      %242 = stablehlo.iota dim = 0 : tensor<32xi32>
      %c_75 = stablehlo.constant dense<2> : tensor<i32>
      %243 = stablehlo.broadcast_in_dim %c_75, dims = [] : (tensor<i32>) -> tensor<32xi32>
      %244 = stablehlo.multiply %243, %242 : tensor<32xi32>
      %245 = stablehlo.convert %244 : (tensor<32xi32>) -> tensor<32xf32>
      %cst_76 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
      %246 = stablehlo.broadcast_in_dim %cst_76, dims = [] : (tensor<f32>) -> tensor<32xf32>
      %247 = stablehlo.divide %245, %246 : tensor<32xf32>
      %cst_77 = stablehlo.constant dense<1.000000e+04> : tensor<f32>
      %248 = stablehlo.broadcast_in_dim %cst_77, dims = [] : (tensor<f32>) -> tensor<32xf32>
      %249 = stablehlo.power %248, %247 : tensor<32xf32>
      %cst_78 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %250 = stablehlo.broadcast_in_dim %cst_78, dims = [] : (tensor<f32>) -> tensor<32xf32>
      %251 = stablehlo.multiply %250, %249 : tensor<32xf32>
      %252 = stablehlo.convert %241 : (tensor<8x256x1x1xi32>) -> tensor<8x256x1x1xf32>
      %253 = stablehlo.broadcast_in_dim %251, dims = [3] : (tensor<32xf32>) -> tensor<1x1x1x32xf32>
      %254 = stablehlo.broadcast_in_dim %252, dims = [0, 1, 2, 3] : (tensor<8x256x1x1xf32>) -> tensor<8x256x1x32xf32>
      %255 = stablehlo.broadcast_in_dim %253, dims = [0, 1, 2, 3] : (tensor<1x1x1x32xf32>) -> tensor<8x256x1x32xf32>
      %256 = stablehlo.divide %254, %255 : tensor<8x256x1x32xf32>
      %257 = stablehlo.sine %256 : tensor<8x256x1x32xf32>
      %258 = stablehlo.convert %257 : (tensor<8x256x1x32xf32>) -> tensor<8x256x1x32xbf16>
      %259 = stablehlo.cosine %256 : tensor<8x256x1x32xf32>
      %260 = stablehlo.convert %259 : (tensor<8x256x1x32xf32>) -> tensor<8x256x1x32xbf16>
      %261 = stablehlo.concatenate %258, %258, dim = 3 : (tensor<8x256x1x32xbf16>, tensor<8x256x1x32xbf16>) -> tensor<8x256x1x64xbf16>
      %262 = stablehlo.concatenate %260, %260, dim = 3 : (tensor<8x256x1x32xbf16>, tensor<8x256x1x32xbf16>) -> tensor<8x256x1x64xbf16>
      %263 = stablehlo.broadcast_in_dim %262, dims = [0, 1, 2, 3] : (tensor<8x256x1x64xbf16>) -> tensor<8x256x4x64xbf16>
      %264 = stablehlo.multiply %236, %263 : tensor<8x256x4x64xbf16>
      %265 = stablehlo.slice %236 [0:8, 0:256, 0:4, 0:32] : (tensor<8x256x4x64xbf16>) -> tensor<8x256x4x32xbf16>
      %266 = stablehlo.slice %236 [0:8, 0:256, 0:4, 32:64] : (tensor<8x256x4x64xbf16>) -> tensor<8x256x4x32xbf16>
      %267 = stablehlo.negate %266 : tensor<8x256x4x32xbf16>
      %268 = stablehlo.concatenate %267, %265, dim = 3 : (tensor<8x256x4x32xbf16>, tensor<8x256x4x32xbf16>) -> tensor<8x256x4x64xbf16>
      %269 = stablehlo.broadcast_in_dim %261, dims = [0, 1, 2, 3] : (tensor<8x256x1x64xbf16>) -> tensor<8x256x4x64xbf16>
      %270 = stablehlo.multiply %268, %269 : tensor<8x256x4x64xbf16>
      %271 = stablehlo.add %264, %270 : tensor<8x256x4x64xbf16>
      %272 = stablehlo.broadcast_in_dim %iterArg_54, dims = [0, 1] : (tensor<8x256xi32>) -> tensor<8x256x1x1xi32>
      %273 = stablehlo.iota dim = 0 : tensor<32xi32>
      %c_79 = stablehlo.constant dense<2> : tensor<i32>
      %274 = stablehlo.broadcast_in_dim %c_79, dims = [] : (tensor<i32>) -> tensor<32xi32>
      %275 = stablehlo.multiply %274, %273 : tensor<32xi32>
      %276 = stablehlo.convert %275 : (tensor<32xi32>) -> tensor<32xf32>
      %cst_80 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
      %277 = stablehlo.broadcast_in_dim %cst_80, dims = [] : (tensor<f32>) -> tensor<32xf32>
      %278 = stablehlo.divide %276, %277 : tensor<32xf32>
      %cst_81 = stablehlo.constant dense<1.000000e+04> : tensor<f32>
      %279 = stablehlo.broadcast_in_dim %cst_81, dims = [] : (tensor<f32>) -> tensor<32xf32>
      %280 = stablehlo.power %279, %278 : tensor<32xf32>
      %cst_82 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %281 = stablehlo.broadcast_in_dim %cst_82, dims = [] : (tensor<f32>) -> tensor<32xf32>
      %282 = stablehlo.multiply %281, %280 : tensor<32xf32>
      %283 = stablehlo.convert %272 : (tensor<8x256x1x1xi32>) -> tensor<8x256x1x1xf32>
      %284 = stablehlo.broadcast_in_dim %282, dims = [3] : (tensor<32xf32>) -> tensor<1x1x1x32xf32>
      %285 = stablehlo.broadcast_in_dim %283, dims = [0, 1, 2, 3] : (tensor<8x256x1x1xf32>) -> tensor<8x256x1x32xf32>
      %286 = stablehlo.broadcast_in_dim %284, dims = [0, 1, 2, 3] : (tensor<1x1x1x32xf32>) -> tensor<8x256x1x32xf32>
      %287 = stablehlo.divide %285, %286 : tensor<8x256x1x32xf32>
      %288 = stablehlo.sine %287 : tensor<8x256x1x32xf32>
      %289 = stablehlo.convert %288 : (tensor<8x256x1x32xf32>) -> tensor<8x256x1x32xbf16>
      %290 = stablehlo.cosine %287 : tensor<8x256x1x32xf32>
      %291 = stablehlo.convert %290 : (tensor<8x256x1x32xf32>) -> tensor<8x256x1x32xbf16>
      %292 = stablehlo.concatenate %289, %289, dim = 3 : (tensor<8x256x1x32xbf16>, tensor<8x256x1x32xbf16>) -> tensor<8x256x1x64xbf16>
      %293 = stablehlo.concatenate %291, %291, dim = 3 : (tensor<8x256x1x32xbf16>, tensor<8x256x1x32xbf16>) -> tensor<8x256x1x64xbf16>
      %294 = stablehlo.broadcast_in_dim %293, dims = [0, 1, 2, 3] : (tensor<8x256x1x64xbf16>) -> tensor<8x256x2x64xbf16>
      %295 = stablehlo.multiply %238, %294 : tensor<8x256x2x64xbf16>
      %296 = stablehlo.slice %238 [0:8, 0:256, 0:2, 0:32] : (tensor<8x256x2x64xbf16>) -> tensor<8x256x2x32xbf16>
      %297 = stablehlo.slice %238 [0:8, 0:256, 0:2, 32:64] : (tensor<8x256x2x64xbf16>) -> tensor<8x256x2x32xbf16>
      %298 = stablehlo.negate %297 : tensor<8x256x2x32xbf16>
      %299 = stablehlo.concatenate %298, %296, dim = 3 : (tensor<8x256x2x32xbf16>, tensor<8x256x2x32xbf16>) -> tensor<8x256x2x64xbf16>
      %300 = stablehlo.broadcast_in_dim %292, dims = [0, 1, 2, 3] : (tensor<8x256x1x64xbf16>) -> tensor<8x256x2x64xbf16>
      %301 = stablehlo.multiply %299, %300 : tensor<8x256x2x64xbf16>
      %302 = stablehlo.add %295, %301 : tensor<8x256x2x64xbf16>
      %303 = sdy.sharding_constraint %271 <@mesh, [{"fsdp"}, {}, {}, {}]> : tensor<8x256x4x64xbf16>
      %304 = sdy.sharding_constraint %302 <@mesh, [{"fsdp"}, {}, {}, {}]> : tensor<8x256x2x64xbf16>
      %305 = sdy.sharding_constraint %240 <@mesh, [{"fsdp"}, {}, {}, {}]> : tensor<8x256x2x64xbf16>
      %306 = stablehlo.reshape %303 : (tensor<8x256x4x64xbf16>) -> tensor<8x256x2x2x64xbf16>
      %307 = stablehlo.dot_general %304, %306, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [4], precision = [DEFAULT, DEFAULT] : (tensor<8x256x2x64xbf16>, tensor<8x256x2x2x64xbf16>) -> tensor<8x2x256x256x2xbf16>
      %308 = stablehlo.transpose %307, dims = [0, 1, 4, 3, 2] : (tensor<8x2x256x256x2xbf16>) -> tensor<8x2x2x256x256xbf16>
      %309 = sdy.sharding_constraint %iterArg_55 <@mesh, [{"fsdp"}, {}]> : tensor<8x256xi32>
      %310 = sdy.sharding_constraint %iterArg_55 <@mesh, [{"fsdp"}, {}]> : tensor<8x256xi32>
      %311 = stablehlo.broadcast_in_dim %309, dims = [0, 1] : (tensor<8x256xi32>) -> tensor<8x256x1xi32>
      %312 = stablehlo.broadcast_in_dim %310, dims = [0, 2] : (tensor<8x256xi32>) -> tensor<8x1x256xi32>
      %313 = stablehlo.broadcast_in_dim %311, dims = [0, 1, 2] : (tensor<8x256x1xi32>) -> tensor<8x256x256xi32>
      %314 = stablehlo.broadcast_in_dim %312, dims = [0, 1, 2] : (tensor<8x1x256xi32>) -> tensor<8x256x256xi32>
      %315 = stablehlo.compare EQ, %313, %314, SIGNED : (tensor<8x256x256xi32>, tensor<8x256x256xi32>) -> tensor<8x256x256xi1>
      %316 = stablehlo.broadcast_in_dim %310, dims = [0, 2] : (tensor<8x256xi32>) -> tensor<8x1x256xi32>
      %c_83 = stablehlo.constant dense<0> : tensor<i32>
      %317 = stablehlo.broadcast_in_dim %c_83, dims = [] : (tensor<i32>) -> tensor<8x1x256xi32>
      %318 = stablehlo.compare GE, %316, %317, SIGNED : (tensor<8x1x256xi32>, tensor<8x1x256xi32>) -> tensor<8x1x256xi1>
      %319 = stablehlo.broadcast_in_dim %318, dims = [0, 1, 2] : (tensor<8x1x256xi1>) -> tensor<8x256x256xi1>
      %320 = stablehlo.and %315, %319 : tensor<8x256x256xi1>
      %321 = stablehlo.broadcast_in_dim %320, dims = [0, 3, 4] : (tensor<8x256x256xi1>) -> tensor<8x1x1x256x256xi1>
      %322 = stablehlo.iota dim = 0 : tensor<256x256xi32>
      %323 = stablehlo.iota dim = 1 : tensor<256x256xi32>
      %c_84 = stablehlo.constant dense<0> : tensor<i32>
      %324 = stablehlo.broadcast_in_dim %c_84, dims = [] : (tensor<i32>) -> tensor<256x256xi32>
      %325 = stablehlo.add %322, %324 : tensor<256x256xi32>
      %326 = stablehlo.compare LE, %323, %325, SIGNED : (tensor<256x256xi32>, tensor<256x256xi32>) -> tensor<256x256xi1>
      %327 = stablehlo.broadcast_in_dim %326, dims = [3, 4] : (tensor<256x256xi1>) -> tensor<1x1x1x256x256xi1>
      %328 = stablehlo.broadcast_in_dim %327, dims = [0, 1, 2, 3, 4] : (tensor<1x1x1x256x256xi1>) -> tensor<8x1x1x256x256xi1>
      %329 = stablehlo.and %321, %328 : tensor<8x1x1x256x256xi1>
      %cst_85 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %cst_86 = stablehlo.constant dense<-2.38197633E+38> : tensor<f32>
      %330 = func.call @_where_8(%329, %cst_85, %cst_86) : (tensor<8x1x1x256x256xi1>, tensor<f32>, tensor<f32>) -> tensor<8x1x1x256x256xf32>
      %cst_87 = stablehlo.constant dense<-1.19098816E+38> : tensor<f32>
      %331 = stablehlo.broadcast_in_dim %cst_87, dims = [] : (tensor<f32>) -> tensor<8x1x1x256x256xf32>
      %332 = stablehlo.compare GE, %330, %331, FLOAT : (tensor<8x1x1x256x256xf32>, tensor<8x1x1x256x256xf32>) -> tensor<8x1x1x256x256xi1>
      %cst_88 = stablehlo.constant dense<-2.38197633E+38> : tensor<f32>
      %333:2 = func.call @_where_9(%332, %308, %cst_88) : (tensor<8x1x1x256x256xi1>, tensor<8x2x2x256x256xbf16>, tensor<f32>) -> (tensor<8x2x2x256x256xbf16>, tensor<8x2x2x256x256xi1>)
      %334 = stablehlo.reshape %333#0 : (tensor<8x2x2x256x256xbf16>) -> tensor<8x4x256x256xbf16>
      %cst_89 = stablehlo.constant dense<0xFF80> : tensor<bf16>
      %335 = stablehlo.reduce(%334 init: %cst_89) applies stablehlo.maximum across dimensions = [3] : (tensor<8x4x256x256xbf16>, tensor<bf16>) -> tensor<8x4x256xbf16>
      %336 = stablehlo.reshape %335 : (tensor<8x4x256xbf16>) -> tensor<8x4x256x1xbf16>
      %337 = stablehlo.broadcast_in_dim %336, dims = [0, 1, 2, 3] : (tensor<8x4x256x1xbf16>) -> tensor<8x4x256x256xbf16>
      %338 = stablehlo.compare EQ, %334, %337, FLOAT : (tensor<8x4x256x256xbf16>, tensor<8x4x256x256xbf16>) -> tensor<8x4x256x256xi1>
      %339 = stablehlo.convert %338 : (tensor<8x4x256x256xi1>) -> tensor<8x4x256x256xbf16>
      %cst_90 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
      %340 = stablehlo.reduce(%339 init: %cst_90) applies stablehlo.add across dimensions = [3] : (tensor<8x4x256x256xbf16>, tensor<bf16>) -> tensor<8x4x256xbf16>
      %341 = stablehlo.broadcast_in_dim %335, dims = [0, 1, 2] : (tensor<8x4x256xbf16>) -> tensor<8x4x256x1xbf16>
      %342 = stablehlo.broadcast_in_dim %341, dims = [0, 1, 2, 3] : (tensor<8x4x256x1xbf16>) -> tensor<8x4x256x256xbf16>
      %343 = stablehlo.subtract %334, %342 : tensor<8x4x256x256xbf16>
      %344 = stablehlo.exponential %343 : tensor<8x4x256x256xbf16>
      %345 = stablehlo.convert %344 : (tensor<8x4x256x256xbf16>) -> tensor<8x4x256x256xf32>
      %cst_91 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %346 = stablehlo.reduce(%345 init: %cst_91) applies stablehlo.add across dimensions = [3] : (tensor<8x4x256x256xf32>, tensor<f32>) -> tensor<8x4x256xf32>
      %347 = stablehlo.broadcast_in_dim %346, dims = [0, 1, 2] : (tensor<8x4x256xf32>) -> tensor<8x4x256x1xf32>
      %348 = stablehlo.convert %347 : (tensor<8x4x256x1xf32>) -> tensor<8x4x256x1xbf16>
      %349 = stablehlo.reshape %344 : (tensor<8x4x256x256xbf16>) -> tensor<8x2x2x256x256xbf16>
      %350 = stablehlo.transpose %348, dims = [0, 2, 1, 3] : (tensor<8x4x256x1xbf16>) -> tensor<8x256x4x1xbf16>
      %351 = stablehlo.dot_general %305, %349, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [4], precision = [DEFAULT, DEFAULT] : (tensor<8x256x2x64xbf16>, tensor<8x2x2x256x256xbf16>) -> tensor<8x2x64x2x256xbf16>
      %352 = stablehlo.transpose %351, dims = [0, 4, 1, 3, 2] : (tensor<8x2x64x2x256xbf16>) -> tensor<8x256x2x2x64xbf16>
      %353 = stablehlo.reshape %352 : (tensor<8x256x2x2x64xbf16>) -> tensor<8x256x4x64xbf16>
      %354 = stablehlo.broadcast_in_dim %350, dims = [0, 1, 2, 3] : (tensor<8x256x4x1xbf16>) -> tensor<8x256x4x64xbf16>
      %355 = stablehlo.divide %353, %354 : tensor<8x256x4x64xbf16>
      %356 = stablehlo.multiply %350, %350 : tensor<8x256x4x1xbf16>
      %cst_92 = stablehlo.constant dense<1.000000e+00> : tensor<bf16>
      %357 = stablehlo.broadcast_in_dim %cst_92, dims = [] : (tensor<bf16>) -> tensor<8x256x4x1xbf16>
      %358 = stablehlo.divide %357, %356 : tensor<8x256x4x1xbf16>
      %359 = sdy.sharding_constraint %355 <@mesh, [{"fsdp"}, {}, {}, {}]> : tensor<8x256x4x64xbf16>
      %360 = stablehlo.convert %206 : (tensor<4x64x256xf32>) -> tensor<4x64x256xbf16>
      %361 = stablehlo.dot_general %359, %360, contracting_dims = [2, 3] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x256x4x64xbf16>, tensor<4x64x256xbf16>) -> tensor<8x256x256xbf16>
      %362 = sdy.sharding_constraint %361 <@mesh, [{"fsdp"}, {}, {}]> : tensor<8x256x256xbf16>
      %363 = stablehlo.add %209, %362 : tensor<8x256x256xbf16>
      %364 = stablehlo.convert %363 : (tensor<8x256x256xbf16>) -> tensor<8x256x256xf32>
      %365 = chlo.square %364 : tensor<8x256x256xf32> -> tensor<8x256x256xf32>
      %cst_93 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
      %366 = stablehlo.broadcast_in_dim %cst_93, dims = [] : (tensor<f32>) -> tensor<8x256x256xf32>
      %367 = stablehlo.multiply %366, %364 : tensor<8x256x256xf32>
      %cst_94 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %368 = stablehlo.reduce(%365 init: %cst_94) applies stablehlo.add across dimensions = [2] : (tensor<8x256x256xf32>, tensor<f32>) -> tensor<8x256xf32>
      %369 = stablehlo.broadcast_in_dim %368, dims = [0, 1] : (tensor<8x256xf32>) -> tensor<8x256x1xf32>
      %cst_95 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
      %370 = stablehlo.broadcast_in_dim %cst_95, dims = [] : (tensor<f32>) -> tensor<8x256x1xf32>
      %371 = stablehlo.divide %369, %370 : tensor<8x256x1xf32>
      %cst_96 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
      %372 = stablehlo.broadcast_in_dim %cst_96, dims = [] : (tensor<f32>) -> tensor<8x256x1xf32>
      %373 = stablehlo.add %371, %372 : tensor<8x256x1xf32>
      %374 = stablehlo.rsqrt %373 : tensor<8x256x1xf32>
      %375 = stablehlo.divide %374, %373 : tensor<8x256x1xf32>
      %cst_97 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
      %376 = stablehlo.broadcast_in_dim %cst_97, dims = [] : (tensor<f32>) -> tensor<8x256x1xf32>
      %377 = stablehlo.multiply %376, %375 : tensor<8x256x1xf32>
      %378 = stablehlo.broadcast_in_dim %374, dims = [0, 1, 2] : (tensor<8x256x1xf32>) -> tensor<8x256x256xf32>
      %379 = stablehlo.multiply %364, %378 : tensor<8x256x256xf32>
      %380 = stablehlo.convert %379 : (tensor<8x256x256xf32>) -> tensor<8x256x256xbf16>
      %cst_98 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %381 = stablehlo.broadcast_in_dim %cst_98, dims = [] : (tensor<f32>) -> tensor<256xf32>
      %382 = stablehlo.add %203, %381 : tensor<256xf32>
      %383 = stablehlo.convert %382 : (tensor<256xf32>) -> tensor<256xbf16>
      %384 = stablehlo.dot_general %383, %380, batching_dims = [0] x [2], contracting_dims = [] x [], precision = [DEFAULT, DEFAULT] : (tensor<256xbf16>, tensor<8x256x256xbf16>) -> tensor<256x8x256xbf16>
      %385 = stablehlo.transpose %384, dims = [1, 2, 0] : (tensor<256x8x256xbf16>) -> tensor<8x256x256xbf16>
      %386 = sdy.sharding_constraint %385 <@mesh, [{"fsdp"}, {}, {}]> : tensor<8x256x256xbf16>
      %387 = stablehlo.convert %200 : (tensor<256x512xf32>) -> tensor<256x512xbf16>
      %388 = stablehlo.dot_general %386, %387, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x256x256xbf16>, tensor<256x512xbf16>) -> tensor<8x256x512xbf16>
      %389:3 = func.call @silu_10(%388) : (tensor<8x256x512xbf16>) -> (tensor<8x256x512xbf16>, tensor<8x256x512xbf16>, tensor<8x256x512xbf16>)
      %390 = stablehlo.convert %201 : (tensor<256x512xf32>) -> tensor<256x512xbf16>
      %391 = stablehlo.dot_general %386, %390, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x256x256xbf16>, tensor<256x512xbf16>) -> tensor<8x256x512xbf16>
      %392 = stablehlo.multiply %389#0, %391 : tensor<8x256x512xbf16>
      %393 = sdy.sharding_constraint %392 <@mesh, [{"fsdp"}, {}, {}]> : tensor<8x256x512xbf16>
      %394 = stablehlo.convert %202 : (tensor<512x256xf32>) -> tensor<512x256xbf16>
      %395 = sdy.sharding_constraint %iterArg_57 <@mesh, [{"fsdp"}, {}, {}]> : tensor<8x256x256xbf16>
      %396 = sdy.sharding_constraint %395 <@mesh, [{"fsdp"}, {}, {}]> : tensor<8x256x256xbf16>
      %397 = stablehlo.dot_general %396, %393, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x256x256xbf16>, tensor<8x256x512xbf16>) -> tensor<256x512xbf16>
      %398 = stablehlo.transpose %397, dims = [1, 0] : (tensor<256x512xbf16>) -> tensor<512x256xbf16>
      %399 = stablehlo.dot_general %396, %394, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x256x256xbf16>, tensor<512x256xbf16>) -> tensor<8x256x512xbf16>
      %400 = stablehlo.convert %398 : (tensor<512x256xbf16>) -> tensor<512x256xf32>
      %401 = sdy.sharding_constraint %399 <@mesh, [{"fsdp"}, {}, {}]> : tensor<8x256x512xbf16>
      %402 = stablehlo.multiply %389#0, %401 : tensor<8x256x512xbf16>
      %403 = stablehlo.multiply %401, %391 : tensor<8x256x512xbf16>
      %404 = stablehlo.dot_general %402, %386, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x256x512xbf16>, tensor<8x256x256xbf16>) -> tensor<512x256xbf16>
      %405 = stablehlo.transpose %404, dims = [1, 0] : (tensor<512x256xbf16>) -> tensor<256x512xbf16>
      %406 = stablehlo.dot_general %402, %390, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x256x512xbf16>, tensor<256x512xbf16>) -> tensor<8x256x256xbf16>
      %407 = stablehlo.convert %405 : (tensor<256x512xbf16>) -> tensor<256x512xf32>
      %408 = func.call @silu_11(%389#1, %388, %389#2, %403) : (tensor<8x256x512xbf16>, tensor<8x256x512xbf16>, tensor<8x256x512xbf16>, tensor<8x256x512xbf16>) -> tensor<8x256x512xbf16>
      %409 = stablehlo.dot_general %408, %386, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x256x512xbf16>, tensor<8x256x256xbf16>) -> tensor<512x256xbf16>
      %410 = stablehlo.transpose %409, dims = [1, 0] : (tensor<512x256xbf16>) -> tensor<256x512xbf16>
      %411 = stablehlo.dot_general %408, %387, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x256x512xbf16>, tensor<256x512xbf16>) -> tensor<8x256x256xbf16>
      %412 = stablehlo.add %406, %411 : tensor<8x256x256xbf16>
      %413 = stablehlo.convert %410 : (tensor<256x512xbf16>) -> tensor<256x512xf32>
      %414 = sdy.sharding_constraint %412 <@mesh, [{"fsdp"}, {}, {}]> : tensor<8x256x256xbf16>
      %415 = stablehlo.transpose %414, dims = [2, 0, 1] : (tensor<8x256x256xbf16>) -> tensor<256x8x256xbf16>
      %416 = stablehlo.dot_general %415, %383, batching_dims = [0] x [0], contracting_dims = [] x [], precision = [DEFAULT, DEFAULT] : (tensor<256x8x256xbf16>, tensor<256xbf16>) -> tensor<256x8x256xbf16>
      %417 = stablehlo.transpose %416, dims = [1, 2, 0] : (tensor<256x8x256xbf16>) -> tensor<8x256x256xbf16>
      %418 = stablehlo.dot_general %415, %380, batching_dims = [0] x [2], contracting_dims = [1, 2] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<256x8x256xbf16>, tensor<8x256x256xbf16>) -> tensor<256xbf16>
      %419 = stablehlo.convert %418 : (tensor<256xbf16>) -> tensor<256xf32>
      %420 = stablehlo.convert %417 : (tensor<8x256x256xbf16>) -> tensor<8x256x256xf32>
      %421 = stablehlo.multiply %364, %420 : tensor<8x256x256xf32>
      %cst_99 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %422 = stablehlo.reduce(%421 init: %cst_99) applies stablehlo.add across dimensions = [2] : (tensor<8x256x256xf32>, tensor<f32>) -> tensor<8x256xf32>
      %423 = stablehlo.reshape %422 : (tensor<8x256xf32>) -> tensor<8x256x1xf32>
      %424 = stablehlo.broadcast_in_dim %374, dims = [0, 1, 2] : (tensor<8x256x1xf32>) -> tensor<8x256x256xf32>
      %425 = stablehlo.multiply %420, %424 : tensor<8x256x256xf32>
      %426 = stablehlo.multiply %423, %377 : tensor<8x256x1xf32>
      %cst_100 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
      %427 = stablehlo.broadcast_in_dim %cst_100, dims = [] : (tensor<f32>) -> tensor<8x256x1xf32>
      %428 = stablehlo.divide %426, %427 : tensor<8x256x1xf32>
      %cst_101 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %429 = stablehlo.reduce(%428 init: %cst_101) applies stablehlo.add across dimensions = [2] : (tensor<8x256x1xf32>, tensor<f32>) -> tensor<8x256xf32>
      %430 = stablehlo.broadcast_in_dim %429, dims = [0, 1] : (tensor<8x256xf32>) -> tensor<8x256x256xf32>
      %431 = stablehlo.multiply %430, %367 : tensor<8x256x256xf32>
      %432 = stablehlo.add %425, %431 : tensor<8x256x256xf32>
      %433 = stablehlo.convert %432 : (tensor<8x256x256xf32>) -> tensor<8x256x256xbf16>
      %434 = stablehlo.add %395, %433 : tensor<8x256x256xbf16>
      %435 = sdy.sharding_constraint %434 <@mesh, [{"fsdp"}, {}, {}]> : tensor<8x256x256xbf16>
      %436 = stablehlo.dot_general %435, %359, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x256x256xbf16>, tensor<8x256x4x64xbf16>) -> tensor<256x4x64xbf16>
      %437 = stablehlo.transpose %436, dims = [1, 2, 0] : (tensor<256x4x64xbf16>) -> tensor<4x64x256xbf16>
      %438 = stablehlo.dot_general %435, %360, contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x256x256xbf16>, tensor<4x64x256xbf16>) -> tensor<8x256x4x64xbf16>
      %439 = stablehlo.convert %437 : (tensor<4x64x256xbf16>) -> tensor<4x64x256xf32>
      %440 = sdy.sharding_constraint %438 <@mesh, [{"fsdp"}, {}, {}, {}]> : tensor<8x256x4x64xbf16>
      %441 = stablehlo.broadcast_in_dim %358, dims = [0, 1, 2, 3] : (tensor<8x256x4x1xbf16>) -> tensor<8x256x4x64xbf16>
      %442 = stablehlo.multiply %440, %441 : tensor<8x256x4x64xbf16>
      %443 = stablehlo.multiply %442, %353 : tensor<8x256x4x64xbf16>
      %cst_102 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
      %444 = stablehlo.reduce(%443 init: %cst_102) applies stablehlo.add across dimensions = [3] : (tensor<8x256x4x64xbf16>, tensor<bf16>) -> tensor<8x256x4xbf16>
      %445 = stablehlo.reshape %444 : (tensor<8x256x4xbf16>) -> tensor<8x256x4x1xbf16>
      %446 = stablehlo.negate %445 : tensor<8x256x4x1xbf16>
      %447 = stablehlo.broadcast_in_dim %350, dims = [0, 1, 2, 3] : (tensor<8x256x4x1xbf16>) -> tensor<8x256x4x64xbf16>
      %448 = stablehlo.divide %440, %447 : tensor<8x256x4x64xbf16>
      %449 = stablehlo.reshape %448 : (tensor<8x256x4x64xbf16>) -> tensor<8x256x2x2x64xbf16>
      %450 = stablehlo.transpose %449, dims = [0, 2, 4, 3, 1] : (tensor<8x256x2x2x64xbf16>) -> tensor<8x2x64x2x256xbf16>
      %451 = stablehlo.dot_general %450, %305, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x2x64x2x256xbf16>, tensor<8x256x2x64xbf16>) -> tensor<8x2x2x256x256xbf16>
      %452 = stablehlo.dot_general %450, %349, batching_dims = [0, 1] x [0, 1], contracting_dims = [3, 4] x [2, 3], precision = [DEFAULT, DEFAULT] : (tensor<8x2x64x2x256xbf16>, tensor<8x2x2x256x256xbf16>) -> tensor<8x2x64x256xbf16>
      %453 = stablehlo.transpose %452, dims = [0, 3, 1, 2] : (tensor<8x2x64x256xbf16>) -> tensor<8x256x2x64xbf16>
      %454 = stablehlo.transpose %446, dims = [0, 2, 1, 3] : (tensor<8x256x4x1xbf16>) -> tensor<8x4x256x1xbf16>
      %455 = stablehlo.reshape %451 : (tensor<8x2x2x256x256xbf16>) -> tensor<8x4x256x256xbf16>
      %456 = stablehlo.convert %454 : (tensor<8x4x256x1xbf16>) -> tensor<8x4x256x1xf32>
      %cst_103 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %457 = stablehlo.reduce(%456 init: %cst_103) applies stablehlo.add across dimensions = [3] : (tensor<8x4x256x1xf32>, tensor<f32>) -> tensor<8x4x256xf32>
      %458 = stablehlo.broadcast_in_dim %457, dims = [0, 1, 2] : (tensor<8x4x256xf32>) -> tensor<8x4x256x256xf32>
      %459 = stablehlo.convert %458 : (tensor<8x4x256x256xf32>) -> tensor<8x4x256x256xbf16>
      %460 = stablehlo.add %455, %459 : tensor<8x4x256x256xbf16>
      %461 = stablehlo.multiply %460, %344 : tensor<8x4x256x256xbf16>
      %462 = stablehlo.negate %461 : tensor<8x4x256x256xbf16>
      %cst_104 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
      %463 = stablehlo.reduce(%462 init: %cst_104) applies stablehlo.add across dimensions = [3] : (tensor<8x4x256x256xbf16>, tensor<bf16>) -> tensor<8x4x256xbf16>
      %464 = stablehlo.reshape %463 : (tensor<8x4x256xbf16>) -> tensor<8x4x256x1xbf16>
      %cst_105 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
      %465 = stablehlo.reduce(%464 init: %cst_105) applies stablehlo.add across dimensions = [3] : (tensor<8x4x256x1xbf16>, tensor<bf16>) -> tensor<8x4x256xbf16>
      %466 = stablehlo.divide %465, %340 : tensor<8x4x256xbf16>
      %467 = stablehlo.broadcast_in_dim %466, dims = [0, 1, 2] : (tensor<8x4x256xbf16>) -> tensor<8x4x256x256xbf16>
      %468 = stablehlo.multiply %467, %339 : tensor<8x4x256x256xbf16>
      %469 = stablehlo.add %461, %468 : tensor<8x4x256x256xbf16>
      %470 = stablehlo.reshape %469 : (tensor<8x4x256x256xbf16>) -> tensor<8x2x2x256x256xbf16>
      %471 = func.call @_where_12(%333#1, %470) : (tensor<8x2x2x256x256xi1>, tensor<8x2x2x256x256xbf16>) -> tensor<8x2x2x256x256xbf16>
      %472 = stablehlo.transpose %471, dims = [0, 1, 4, 3, 2] : (tensor<8x2x2x256x256xbf16>) -> tensor<8x2x256x256x2xbf16>
      %473 = stablehlo.dot_general %472, %304, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x2x256x256x2xbf16>, tensor<8x256x2x64xbf16>) -> tensor<8x2x256x2x64xbf16>
      %474 = stablehlo.transpose %473, dims = [0, 2, 1, 3, 4] : (tensor<8x2x256x2x64xbf16>) -> tensor<8x256x2x2x64xbf16>
      %475 = stablehlo.dot_general %472, %306, batching_dims = [0, 1] x [0, 2], contracting_dims = [3, 4] x [1, 3], precision = [DEFAULT, DEFAULT] : (tensor<8x2x256x256x2xbf16>, tensor<8x256x2x2x64xbf16>) -> tensor<8x2x256x64xbf16>
      %476 = stablehlo.transpose %475, dims = [0, 2, 1, 3] : (tensor<8x2x256x64xbf16>) -> tensor<8x256x2x64xbf16>
      %477 = stablehlo.reshape %474 : (tensor<8x256x2x2x64xbf16>) -> tensor<8x256x4x64xbf16>
      %478 = sdy.sharding_constraint %453 <@mesh, [{"fsdp"}, {}, {}, {}]> : tensor<8x256x2x64xbf16>
      %479 = sdy.sharding_constraint %476 <@mesh, [{"fsdp"}, {}, {}, {}]> : tensor<8x256x2x64xbf16>
      %480 = sdy.sharding_constraint %477 <@mesh, [{"fsdp"}, {}, {}, {}]> : tensor<8x256x4x64xbf16>
      %481 = stablehlo.broadcast_in_dim %292, dims = [0, 1, 2, 3] : (tensor<8x256x1x64xbf16>) -> tensor<8x256x2x64xbf16>
      %482 = stablehlo.multiply %479, %481 : tensor<8x256x2x64xbf16>
      %483 = stablehlo.slice %482 [0:8, 0:256, 0:2, 0:32] : (tensor<8x256x2x64xbf16>) -> tensor<8x256x2x32xbf16>
      %484 = stablehlo.slice %482 [0:8, 0:256, 0:2, 32:64] : (tensor<8x256x2x64xbf16>) -> tensor<8x256x2x32xbf16>
      %485 = stablehlo.negate %483 : tensor<8x256x2x32xbf16>
      %486 = stablehlo.concatenate %484, %485, dim = 3 : (tensor<8x256x2x32xbf16>, tensor<8x256x2x32xbf16>) -> tensor<8x256x2x64xbf16>
      %487 = stablehlo.broadcast_in_dim %293, dims = [0, 1, 2, 3] : (tensor<8x256x1x64xbf16>) -> tensor<8x256x2x64xbf16>
      %488 = stablehlo.multiply %479, %487 : tensor<8x256x2x64xbf16>
      %489 = stablehlo.add %486, %488 : tensor<8x256x2x64xbf16>
      %490 = stablehlo.broadcast_in_dim %261, dims = [0, 1, 2, 3] : (tensor<8x256x1x64xbf16>) -> tensor<8x256x4x64xbf16>
      %491 = stablehlo.multiply %480, %490 : tensor<8x256x4x64xbf16>
      %492 = stablehlo.slice %491 [0:8, 0:256, 0:4, 0:32] : (tensor<8x256x4x64xbf16>) -> tensor<8x256x4x32xbf16>
      %493 = stablehlo.slice %491 [0:8, 0:256, 0:4, 32:64] : (tensor<8x256x4x64xbf16>) -> tensor<8x256x4x32xbf16>
      %494 = stablehlo.negate %492 : tensor<8x256x4x32xbf16>
      %495 = stablehlo.concatenate %493, %494, dim = 3 : (tensor<8x256x4x32xbf16>, tensor<8x256x4x32xbf16>) -> tensor<8x256x4x64xbf16>
      %496 = stablehlo.broadcast_in_dim %262, dims = [0, 1, 2, 3] : (tensor<8x256x1x64xbf16>) -> tensor<8x256x4x64xbf16>
      %497 = stablehlo.multiply %480, %496 : tensor<8x256x4x64xbf16>
      %498 = stablehlo.add %495, %497 : tensor<8x256x4x64xbf16>
      %499 = stablehlo.dot_general %478, %234, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x256x2x64xbf16>, tensor<8x256x256xbf16>) -> tensor<2x64x256xbf16>
      %500 = stablehlo.transpose %499, dims = [2, 0, 1] : (tensor<2x64x256xbf16>) -> tensor<256x2x64xbf16>
      %501 = stablehlo.dot_general %478, %239, contracting_dims = [2, 3] x [1, 2], precision = [DEFAULT, DEFAULT] : (tensor<8x256x2x64xbf16>, tensor<256x2x64xbf16>) -> tensor<8x256x256xbf16>
      %502 = stablehlo.convert %500 : (tensor<256x2x64xbf16>) -> tensor<256x2x64xf32>
      %503 = stablehlo.dot_general %489, %234, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x256x2x64xbf16>, tensor<8x256x256xbf16>) -> tensor<2x64x256xbf16>
      %504 = stablehlo.transpose %503, dims = [2, 0, 1] : (tensor<2x64x256xbf16>) -> tensor<256x2x64xbf16>
      %505 = stablehlo.dot_general %489, %237, contracting_dims = [2, 3] x [1, 2], precision = [DEFAULT, DEFAULT] : (tensor<8x256x2x64xbf16>, tensor<256x2x64xbf16>) -> tensor<8x256x256xbf16>
      %506 = stablehlo.add %501, %505 : tensor<8x256x256xbf16>
      %507 = stablehlo.convert %504 : (tensor<256x2x64xbf16>) -> tensor<256x2x64xf32>
      %508 = stablehlo.dot_general %498, %233, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x256x4x64xbf16>, tensor<8x256x256xbf16>) -> tensor<4x64x256xbf16>
      %509 = stablehlo.transpose %508, dims = [2, 0, 1] : (tensor<4x64x256xbf16>) -> tensor<256x4x64xbf16>
      %510 = stablehlo.dot_general %498, %235, contracting_dims = [2, 3] x [1, 2], precision = [DEFAULT, DEFAULT] : (tensor<8x256x4x64xbf16>, tensor<256x4x64xbf16>) -> tensor<8x256x256xbf16>
      %511 = stablehlo.convert %509 : (tensor<256x4x64xbf16>) -> tensor<256x4x64xf32>
      %512 = sdy.sharding_constraint %506 <@mesh, [{"fsdp"}, {}, {}]> : tensor<8x256x256xbf16>
      %513 = sdy.sharding_constraint %510 <@mesh, [{"fsdp"}, {}, {}]> : tensor<8x256x256xbf16>
      %514 = stablehlo.add %512, %513 : tensor<8x256x256xbf16>
      %515 = sdy.sharding_constraint %514 <@mesh, [{"fsdp"}, {}, {}]> : tensor<8x256x256xbf16>
      %516 = stablehlo.transpose %515, dims = [2, 0, 1] : (tensor<8x256x256xbf16>) -> tensor<256x8x256xbf16>
      %517 = stablehlo.dot_general %516, %229, batching_dims = [0] x [0], contracting_dims = [] x [], precision = [DEFAULT, DEFAULT] : (tensor<256x8x256xbf16>, tensor<256xbf16>) -> tensor<256x8x256xbf16>
      %518 = stablehlo.transpose %517, dims = [1, 2, 0] : (tensor<256x8x256xbf16>) -> tensor<8x256x256xbf16>
      %519 = stablehlo.dot_general %516, %226, batching_dims = [0] x [2], contracting_dims = [1, 2] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<256x8x256xbf16>, tensor<8x256x256xbf16>) -> tensor<256xbf16>
      %520 = stablehlo.convert %519 : (tensor<256xbf16>) -> tensor<256xf32>
      %521 = stablehlo.convert %518 : (tensor<8x256x256xbf16>) -> tensor<8x256x256xf32>
      %522 = stablehlo.multiply %210, %521 : tensor<8x256x256xf32>
      %cst_106 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %523 = stablehlo.reduce(%522 init: %cst_106) applies stablehlo.add across dimensions = [2] : (tensor<8x256x256xf32>, tensor<f32>) -> tensor<8x256xf32>
      %524 = stablehlo.reshape %523 : (tensor<8x256xf32>) -> tensor<8x256x1xf32>
      %525 = stablehlo.broadcast_in_dim %220, dims = [0, 1, 2] : (tensor<8x256x1xf32>) -> tensor<8x256x256xf32>
      %526 = stablehlo.multiply %521, %525 : tensor<8x256x256xf32>
      %527 = stablehlo.multiply %524, %223 : tensor<8x256x1xf32>
      %cst_107 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
      %528 = stablehlo.broadcast_in_dim %cst_107, dims = [] : (tensor<f32>) -> tensor<8x256x1xf32>
      %529 = stablehlo.divide %527, %528 : tensor<8x256x1xf32>
      %cst_108 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %530 = stablehlo.reduce(%529 init: %cst_108) applies stablehlo.add across dimensions = [2] : (tensor<8x256x1xf32>, tensor<f32>) -> tensor<8x256xf32>
      %531 = stablehlo.broadcast_in_dim %530, dims = [0, 1] : (tensor<8x256xf32>) -> tensor<8x256x256xf32>
      %532 = stablehlo.multiply %531, %213 : tensor<8x256x256xf32>
      %533 = stablehlo.add %526, %532 : tensor<8x256x256xf32>
      %534 = stablehlo.convert %533 : (tensor<8x256x256xf32>) -> tensor<8x256x256xbf16>
      %535 = stablehlo.add %434, %534 : tensor<8x256x256xbf16>
      %536 = sdy.sharding_constraint %535 <@mesh, [{"fsdp"}, {}, {}]> : tensor<8x256x256xbf16>
      %537 = func.call @dynamic_update_index_in_dim_13(%iterArg_58, %413, %198) : (tensor<2x256x512xf32>, tensor<256x512xf32>, tensor<i32>) -> tensor<2x256x512xf32>
      %538 = func.call @dynamic_update_index_in_dim_13(%iterArg_59, %407, %198) : (tensor<2x256x512xf32>, tensor<256x512xf32>, tensor<i32>) -> tensor<2x256x512xf32>
      %539 = func.call @dynamic_update_index_in_dim_14(%iterArg_60, %400, %198) : (tensor<2x512x256xf32>, tensor<512x256xf32>, tensor<i32>) -> tensor<2x512x256xf32>
      %540 = func.call @dynamic_update_index_in_dim_15(%iterArg_61, %419, %198) : (tensor<2x256xf32>, tensor<256xf32>, tensor<i32>) -> tensor<2x256xf32>
      %541 = func.call @dynamic_update_index_in_dim_15(%iterArg_62, %520, %198) : (tensor<2x256xf32>, tensor<256xf32>, tensor<i32>) -> tensor<2x256xf32>
      %542 = func.call @dynamic_update_index_in_dim_16(%iterArg_63, %507, %198) : (tensor<2x256x2x64xf32>, tensor<256x2x64xf32>, tensor<i32>) -> tensor<2x256x2x64xf32>
      %543 = func.call @dynamic_update_index_in_dim_17(%iterArg_64, %439, %198) : (tensor<2x4x64x256xf32>, tensor<4x64x256xf32>, tensor<i32>) -> tensor<2x4x64x256xf32>
      %544 = func.call @dynamic_update_index_in_dim_18(%iterArg_65, %511, %198) : (tensor<2x256x4x64xf32>, tensor<256x4x64xf32>, tensor<i32>) -> tensor<2x256x4x64xf32>
      %545 = func.call @dynamic_update_index_in_dim_16(%iterArg_66, %502, %198) : (tensor<2x256x2x64xf32>, tensor<256x2x64xf32>, tensor<i32>) -> tensor<2x256x2x64xf32>
      %c_109 = stablehlo.constant dense<1> : tensor<i32>
      %546 = stablehlo.add %iterArg_56, %c_109 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_45, %iterArg_46, %iterArg_47, %iterArg_48, %iterArg_49, %iterArg_50, %iterArg_51, %iterArg_52, %iterArg_53, %iterArg_54, %iterArg_55, %546, %536, %537, %538, %539, %540, %541, %542, %543, %544, %545 : tensor<2x8x256x256xbf16>, tensor<2x256x512xf32>, tensor<2x256x512xf32>, tensor<2x512x256xf32>, tensor<2x256xf32>, tensor<2x256xf32>, tensor<2x256x2x64xf32>, tensor<2x4x64x256xf32>, tensor<2x256x4x64xf32>, tensor<2x256x2x64xf32>, tensor<8x256xi32>, tensor<8x256xi32>, tensor<i32>, tensor<8x256x256xbf16>, tensor<2x256x512xf32>, tensor<2x256x512xf32>, tensor<2x512x256xf32>, tensor<2x256xf32>, tensor<2x256xf32>, tensor<2x256x2x64xf32>, tensor<2x4x64x256xf32>, tensor<2x256x4x64xf32>, tensor<2x256x2x64xf32>
    }
    %185 = stablehlo.transpose %184#22, dims = [1, 0, 2, 3] : (tensor<2x256x2x64xf32>) -> tensor<256x2x2x64xf32>
    %186 = stablehlo.transpose %184#21, dims = [1, 0, 2, 3] : (tensor<2x256x4x64xf32>) -> tensor<256x2x4x64xf32>
    %187 = stablehlo.transpose %184#20, dims = [1, 0, 2, 3] : (tensor<2x4x64x256xf32>) -> tensor<4x2x64x256xf32>
    %188 = stablehlo.transpose %184#19, dims = [1, 0, 2, 3] : (tensor<2x256x2x64xf32>) -> tensor<256x2x2x64xf32>
    %189 = stablehlo.transpose %184#18, dims = [1, 0] : (tensor<2x256xf32>) -> tensor<256x2xf32>
    %190 = stablehlo.transpose %184#17, dims = [1, 0] : (tensor<2x256xf32>) -> tensor<256x2xf32>
    %191 = stablehlo.transpose %184#16, dims = [1, 0, 2] : (tensor<2x512x256xf32>) -> tensor<512x2x256xf32>
    %192 = stablehlo.transpose %184#15, dims = [1, 0, 2] : (tensor<2x256x512xf32>) -> tensor<256x2x512xf32>
    %193 = stablehlo.transpose %184#14, dims = [1, 0, 2] : (tensor<2x256x512xf32>) -> tensor<256x2x512xf32>
    %cst_44 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %194 = stablehlo.broadcast_in_dim %cst_44, dims = [] : (tensor<bf16>) -> tensor<1024x256xbf16>
    %195 = "stablehlo.scatter"(%194, %6, %184#13) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg17: tensor<bf16>, %arg18: tensor<bf16>):
      %197 = stablehlo.add %arg17, %arg18 : tensor<bf16>
      stablehlo.return %197 : tensor<bf16>
    }) : (tensor<1024x256xbf16>, tensor<8x256x1xi32>, tensor<8x256x256xbf16>) -> tensor<1024x256xbf16>
    %196 = stablehlo.convert %195 : (tensor<1024x256xbf16>) -> tensor<1024x256xf32>
    return %160, %193, %192, %191, %190, %189, %188, %187, %186, %185, %155, %196 : tensor<256xf32>, tensor<256x2x512xf32>, tensor<256x2x512xf32>, tensor<512x2x256xf32>, tensor<256x2xf32>, tensor<256x2xf32>, tensor<256x2x2x64xf32>, tensor<4x2x64x256xf32>, tensor<256x2x4x64xf32>, tensor<256x2x2x64xf32>, tensor<256x1024xf32>, tensor<1024x256xf32>
  }
  func.func private @_where(%arg0: tensor<8x1x1x256x256xi1>, %arg1: tensor<f32>, %arg2: tensor<f32>) -> tensor<8x1x1x256x256xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<8x1x1x256x256xf32>
    %1 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<f32>) -> tensor<8x1x1x256x256xf32>
    %2 = stablehlo.select %arg0, %0, %1 : tensor<8x1x1x256x256xi1>, tensor<8x1x1x256x256xf32>
    return %2 : tensor<8x1x1x256x256xf32>
  }
  func.func private @_where_0(%arg0: tensor<8x1x1x256x256xi1>, %arg1: tensor<f32>) -> (tensor<8x2x2x256x256xi1>, tensor<8x2x2x256x256xbf16>) {
    %0 = stablehlo.convert %arg1 : (tensor<f32>) -> tensor<bf16>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1, 2, 3, 4] : (tensor<8x1x1x256x256xi1>) -> tensor<8x2x2x256x256xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<bf16>) -> tensor<8x2x2x256x256xbf16>
    return %1, %2 : tensor<8x2x2x256x256xi1>, tensor<8x2x2x256x256xbf16>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<2x256x512xf32>, %arg1: tensor<i32>) -> tensor<256x512xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 256, 512] : (tensor<2x256x512xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x256x512xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x256x512xf32>) -> tensor<256x512xf32>
    return %1 : tensor<256x512xf32>
  }
  func.func private @dynamic_index_in_dim_1(%arg0: tensor<2x512x256xf32>, %arg1: tensor<i32>) -> tensor<512x256xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 512, 256] : (tensor<2x512x256xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x512x256xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x512x256xf32>) -> tensor<512x256xf32>
    return %1 : tensor<512x256xf32>
  }
  func.func private @dynamic_index_in_dim_2(%arg0: tensor<2x256xf32>, %arg1: tensor<i32>) -> tensor<256xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, sizes = [1, 256] : (tensor<2x256xf32>, tensor<i32>, tensor<i32>) -> tensor<1x256xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x256xf32>) -> tensor<256xf32>
    return %1 : tensor<256xf32>
  }
  func.func private @dynamic_index_in_dim_3(%arg0: tensor<2x256x2x64xf32>, %arg1: tensor<i32>) -> tensor<256x2x64xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 256, 2, 64] : (tensor<2x256x2x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x256x2x64xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x256x2x64xf32>) -> tensor<256x2x64xf32>
    return %1 : tensor<256x2x64xf32>
  }
  func.func private @dynamic_index_in_dim_4(%arg0: tensor<2x4x64x256xf32>, %arg1: tensor<i32>) -> tensor<4x64x256xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 4, 64, 256] : (tensor<2x4x64x256xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x64x256xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x4x64x256xf32>) -> tensor<4x64x256xf32>
    return %1 : tensor<4x64x256xf32>
  }
  func.func private @dynamic_index_in_dim_5(%arg0: tensor<2x256x4x64xf32>, %arg1: tensor<i32>) -> tensor<256x4x64xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 256, 4, 64] : (tensor<2x256x4x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x256x4x64xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x256x4x64xf32>) -> tensor<256x4x64xf32>
    return %1 : tensor<256x4x64xf32>
  }
  func.func private @_where_6(%arg0: tensor<8x2x2x256x256xbf16>, %arg1: tensor<8x2x2x256x256xi1>, %arg2: tensor<8x2x2x256x256xbf16>) -> tensor<8x2x2x256x256xbf16> {
    %0 = stablehlo.select %arg1, %arg0, %arg2 : tensor<8x2x2x256x256xi1>, tensor<8x2x2x256x256xbf16>
    return %0 : tensor<8x2x2x256x256xbf16>
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
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<2x8x256x256xbf16>, %arg1: tensor<8x256x256xbf16>, %arg2: tensor<i32>) -> tensor<2x8x256x256xbf16> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<8x256x256xbf16>) -> tensor<1x8x256x256xbf16>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<2x8x256x256xbf16>, tensor<1x8x256x256xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x8x256x256xbf16>
    return %1 : tensor<2x8x256x256xbf16>
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
  func.func private @dynamic_index_in_dim_7(%arg0: tensor<2x8x256x256xbf16>, %arg1: tensor<i32>) -> tensor<8x256x256xbf16> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 8, 256, 256] : (tensor<2x8x256x256xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x256x256xbf16>
    %1 = stablehlo.reshape %0 : (tensor<1x8x256x256xbf16>) -> tensor<8x256x256xbf16>
    return %1 : tensor<8x256x256xbf16>
  }
  func.func private @_where_8(%arg0: tensor<8x1x1x256x256xi1>, %arg1: tensor<f32>, %arg2: tensor<f32>) -> tensor<8x1x1x256x256xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<8x1x1x256x256xf32>
    %1 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<f32>) -> tensor<8x1x1x256x256xf32>
    %2 = stablehlo.select %arg0, %0, %1 : tensor<8x1x1x256x256xi1>, tensor<8x1x1x256x256xf32>
    return %2 : tensor<8x1x1x256x256xf32>
  }
  func.func private @_where_9(%arg0: tensor<8x1x1x256x256xi1>, %arg1: tensor<8x2x2x256x256xbf16>, %arg2: tensor<f32>) -> (tensor<8x2x2x256x256xbf16>, tensor<8x2x2x256x256xi1>) {
    %0 = stablehlo.convert %arg2 : (tensor<f32>) -> tensor<bf16>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1, 2, 3, 4] : (tensor<8x1x1x256x256xi1>) -> tensor<8x2x2x256x256xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<bf16>) -> tensor<8x2x2x256x256xbf16>
    %3 = stablehlo.select %1, %arg1, %2 : tensor<8x2x2x256x256xi1>, tensor<8x2x2x256x256xbf16>
    return %3, %1 : tensor<8x2x2x256x256xbf16>, tensor<8x2x2x256x256xi1>
  }
  func.func private @silu_10(%arg0: tensor<8x256x512xbf16>) -> (tensor<8x256x512xbf16>, tensor<8x256x512xbf16>, tensor<8x256x512xbf16>) {
    %0 = stablehlo.negate %arg0 : tensor<8x256x512xbf16>
    %1 = stablehlo.exponential %0 : tensor<8x256x512xbf16>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<bf16>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<bf16>) -> tensor<8x256x512xbf16>
    %3 = stablehlo.add %2, %1 : tensor<8x256x512xbf16>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<bf16>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<bf16>) -> tensor<8x256x512xbf16>
    %5 = stablehlo.divide %4, %3 : tensor<8x256x512xbf16>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<bf16>
    %6 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<bf16>) -> tensor<8x256x512xbf16>
    %7 = stablehlo.subtract %6, %5 : tensor<8x256x512xbf16>
    %8 = stablehlo.multiply %5, %7 : tensor<8x256x512xbf16>
    %9 = stablehlo.multiply %arg0, %5 : tensor<8x256x512xbf16>
    return %9, %5, %8 : tensor<8x256x512xbf16>, tensor<8x256x512xbf16>, tensor<8x256x512xbf16>
  }
  func.func private @silu_11(%arg0: tensor<8x256x512xbf16>, %arg1: tensor<8x256x512xbf16>, %arg2: tensor<8x256x512xbf16>, %arg3: tensor<8x256x512xbf16>) -> tensor<8x256x512xbf16> {
    %0 = stablehlo.multiply %arg1, %arg3 : tensor<8x256x512xbf16>
    %1 = stablehlo.multiply %arg3, %arg0 : tensor<8x256x512xbf16>
    %2 = stablehlo.multiply %0, %arg2 : tensor<8x256x512xbf16>
    %3 = stablehlo.add %1, %2 : tensor<8x256x512xbf16>
    return %3 : tensor<8x256x512xbf16>
  }
  func.func private @_where_12(%arg0: tensor<8x2x2x256x256xi1>, %arg1: tensor<8x2x2x256x256xbf16>) -> tensor<8x2x2x256x256xbf16> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<bf16>) -> tensor<8x2x2x256x256xbf16>
    %1 = stablehlo.select %arg0, %arg1, %0 : tensor<8x2x2x256x256xi1>, tensor<8x2x2x256x256xbf16>
    return %1 : tensor<8x2x2x256x256xbf16>
  }
  func.func private @dynamic_update_index_in_dim_13(%arg0: tensor<2x256x512xf32>, %arg1: tensor<256x512xf32>, %arg2: tensor<i32>) -> tensor<2x256x512xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<256x512xf32>) -> tensor<1x256x512xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<2x256x512xf32>, tensor<1x256x512xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x256x512xf32>
    return %1 : tensor<2x256x512xf32>
  }
  func.func private @dynamic_update_index_in_dim_14(%arg0: tensor<2x512x256xf32>, %arg1: tensor<512x256xf32>, %arg2: tensor<i32>) -> tensor<2x512x256xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<512x256xf32>) -> tensor<1x512x256xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<2x512x256xf32>, tensor<1x512x256xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x512x256xf32>
    return %1 : tensor<2x512x256xf32>
  }
  func.func private @dynamic_update_index_in_dim_15(%arg0: tensor<2x256xf32>, %arg1: tensor<256xf32>, %arg2: tensor<i32>) -> tensor<2x256xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<256xf32>) -> tensor<1x256xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c : (tensor<2x256xf32>, tensor<1x256xf32>, tensor<i32>, tensor<i32>) -> tensor<2x256xf32>
    return %1 : tensor<2x256xf32>
  }
  func.func private @dynamic_update_index_in_dim_16(%arg0: tensor<2x256x2x64xf32>, %arg1: tensor<256x2x64xf32>, %arg2: tensor<i32>) -> tensor<2x256x2x64xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<256x2x64xf32>) -> tensor<1x256x2x64xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<2x256x2x64xf32>, tensor<1x256x2x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x256x2x64xf32>
    return %1 : tensor<2x256x2x64xf32>
  }
  func.func private @dynamic_update_index_in_dim_17(%arg0: tensor<2x4x64x256xf32>, %arg1: tensor<4x64x256xf32>, %arg2: tensor<i32>) -> tensor<2x4x64x256xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<4x64x256xf32>) -> tensor<1x4x64x256xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<2x4x64x256xf32>, tensor<1x4x64x256xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x4x64x256xf32>
    return %1 : tensor<2x4x64x256xf32>
  }
  func.func private @dynamic_update_index_in_dim_18(%arg0: tensor<2x256x4x64xf32>, %arg1: tensor<256x4x64xf32>, %arg2: tensor<i32>) -> tensor<2x256x4x64xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<256x4x64xf32>) -> tensor<1x256x4x64xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<2x256x4x64xf32>, tensor<1x256x4x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x256x4x64xf32>
    return %1 : tensor<2x256x4x64xf32>
  }
}
