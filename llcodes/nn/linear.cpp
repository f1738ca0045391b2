#include "llcodes/nn/linear.h"

#include <ATen/autocast_mode.h>

#include <algorithm>

#include "llcodes/nn/thread_shares.h"

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

bool is_cpu_float(const Tensor& tensor) {
  return tensor.device().is_cpu() && tensor.scalar_type() == torch::kFloat32;
}

}  // namespace

Tensor shared_product(const Tensor& a, const Tensor& b) {
  torch::NoGradGuard no_gradient;
  const std::int64_t rows = a.size(0), columns = b.size(1);
  const bool is_small = rows * columns * a.size(1) < kSmall;
  if (is_small || !is_cpu_float(a) || !is_cpu_float(b)) return torch::mm(a, b);
  Tensor product = torch::empty({rows, columns}, a.options());
  const std::int64_t side = rows > columns ? 0 : 1;  // the longer one is cut
  for_thread_shares(static_cast<std::size_t>(std::max(rows, columns)),
                    [&](std::size_t first, std::size_t last) {
                      torch::NoGradGuard no_gradient_here;
                      const auto part = [&](const Tensor& t) {
                        return t.narrow(side, static_cast<std::int64_t>(first),
                                        static_cast<std::int64_t>(last - first));
                      };
                      Tensor result = part(product);
                      torch::mm_out(result, side == 0 ? part(a) : a, side == 1 ? part(b) : b);
                    });
  return product;
}

Tensor LinearImpl::forward(const Tensor& input) {
  const bool autocasts = at::autocast::is_enabled() || at::autocast::is_cpu_enabled();
  if (input.dim() != 2 || autocasts) return torch::nn::LinearImpl::forward(input);
  const Tensor product = Product::apply(input, weight);
  return bias.defined() ? product + bias : product;
}

}  // namespace llcodes
