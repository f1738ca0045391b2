#include "llcodes/nn/linear.h"

#include <ATen/Parallel.h>
#include <ATen/autocast_mode.h>

namespace llcodes {
namespace {

using torch::Tensor;

constexpr std::int64_t kSmall = 1 << 20;  // multiplications that one thread does sooner than two

/// y = x w^T.
struct Product : torch::autograd::Function<Product> {
  static Tensor forward(torch::autograd::AutogradContext* context, const Tensor& x,
                        const Tensor& weight) {
    context->save_for_backward({x, weight});
    return shared_product(x, weight.t());
  }

  static torch::autograd::tensor_list backward(torch::autograd::AutogradContext* context,
                                               torch::autograd::tensor_list gradients) {
    const auto saved = context->get_saved_variables();
    const Tensor &x = saved[0], &weight = saved[1], &g = gradients[0];
    return {context->needs_input_grad(0) ? shared_product(g, weight) : Tensor(),
            context->needs_input_grad(1) ? shared_product(g.t(), x) : Tensor()};
  }
};

/// Elsewhere, and for other numbers, torch's own products are the best.
bool can_share(const Tensor& x, const Tensor& weight) {
  return x.dim() == 2 && x.device().is_cpu() && x.scalar_type() == torch::kFloat32 &&
         weight.scalar_type() == torch::kFloat32 && !at::autocast::is_cpu_enabled();
}

}  // namespace

Tensor shared_product(const Tensor& a, const Tensor& b) {
  torch::NoGradGuard no_gradient;
  const std::int64_t rows = a.size(0), columns = b.size(1);
  if (rows * columns * a.size(1) < kSmall) return torch::mm(a, b);
  Tensor product = torch::empty({rows, columns}, a.options());
  const std::int64_t cut = rows > columns ? 0 : 1;  // the longer side
  const std::int64_t length = std::max(rows, columns), threads = at::get_num_threads();
  at::parallel_for(0, length, (length + threads - 1) / threads,
                   [&](std::int64_t first, std::int64_t last) {
                     torch::NoGradGuard no_gradient_here;
                     Tensor part = product.narrow(cut, first, last - first);
                     torch::mm_out(part, cut == 0 ? a.narrow(0, first, last - first) : a,
                                   cut == 1 ? b.narrow(1, first, last - first) : b);
                   });
  return product;
}

Tensor LinearImpl::forward(const Tensor& input) {
  if (!can_share(input, weight)) return torch::nn::LinearImpl::forward(input);
  const Tensor product = Product::apply(input, weight);
  return bias.defined() ? product + bias : product;
}

}  // namespace llcodes
