#include "llcodes/learn/checkpoint.h"

#include <cstring>
#include <sstream>

#include "llcodes/core/error.h"

namespace llcodes {
namespace {

constexpr char kFormat[] = "llcodes.checkpoint";
constexpr int kVersion = 1;

DType dtype_of_tensor(const torch::Tensor& tensor) {
  switch (tensor.scalar_type()) {
    case torch::kFloat32: return DType::kF32;
    case torch::kInt64: return DType::kI64;
    default: throw std::logic_error("a tensor to save is neither float32 nor int64");
  }
}

std::string text_of(const torch::Tensor& tensor) {
  std::ostringstream out;
  out << tensor.sizes();
  return out.str();
}

void copy_checked(torch::Tensor target, const TensorMap& tensors, const std::string& name,
                  const std::string& origin) {
  const auto found = tensors.find(name);
  if (found == tensors.end()) throw FormatError(origin, "tensor " + name, "nothing", "the tensor");
  if (found->second.sizes() != target.sizes()) {
    throw FormatError(origin, "shape of tensor " + name, text_of(found->second), text_of(target));
  }
  target.copy_(found->second);
}

}  // namespace

TensorMap state_of(const torch::nn::Module& module, const std::string& prefix) {
  torch::NoGradGuard no_gradient;
  TensorMap tensors;
  for (const auto& item : module.named_parameters()) {
    tensors[prefix + item.key()] = item.value().detach().clone();
  }
  for (const auto& item : module.named_buffers()) {
    tensors[prefix + item.key()] = item.value().clone();
  }
  return tensors;
}

void restore(torch::nn::Module& module, const TensorMap& tensors, const std::string& prefix,
             const std::string& origin) {
  torch::NoGradGuard no_gradient;
  for (auto& item : module.named_parameters()) {
    copy_checked(item.value(), tensors, prefix + item.key(), origin);
  }
  for (auto& item : module.named_buffers()) {
    copy_checked(item.value(), tensors, prefix + item.key(), origin);
  }
}

void add_tensor(ContainerWriter& writer, const std::string& name, const torch::Tensor& tensor) {
  const torch::Tensor rows = tensor.detach().cpu().contiguous();
  writer.add(name, dtype_of_tensor(rows), rows.sizes().vec(),
             {static_cast<const std::byte*>(rows.data_ptr()), rows.nbytes()});
}

torch::Tensor read_tensor(const Container& container, const std::string& name) {
  const TensorView& view = container.tensor(name);
  if (view.dtype != DType::kF32 && view.dtype != DType::kI64) {
    throw FormatError(container.path(), "type of tensor " + name, name_of(view.dtype), "F32 or I64");
  }
  torch::Tensor tensor =
      torch::empty(view.shape, view.dtype == DType::kF32 ? torch::kFloat32 : torch::kInt64);
  if (!view.bytes.empty()) std::memcpy(tensor.data_ptr(), view.bytes.data(), view.bytes.size());
  return tensor;
}

void Checkpoint::save(const std::filesystem::path& path) const {
  ContainerWriter writer(kFormat, kVersion);
  writer.set("state", state);
  for (const auto& [name, tensor] : tensors) add_tensor(writer, name, tensor);
  writer.write(path);
}

Checkpoint Checkpoint::load(const std::filesystem::path& path) {
  const Container container = Container::open(path, kFormat);
  Checkpoint checkpoint{container.metadata("state"), {}};
  for (const std::string& name : container.tensor_names()) {
    checkpoint.tensors[name] = read_tensor(container, name);
  }
  return checkpoint;
}

}  // namespace llcodes
