// llcodes verify: is a file whole, and what is in it?
#include <nlohmann/json.hpp>

#include "cli/json_text.h"
#include "cli/table.h"
#include "cli/verb.h"
#include "llcodes/core/container.h"
#include "llcodes/core/error.h"

namespace llcodes::cli {
namespace {

using nlohmann::json;

std::string shape_text(const Shape& shape) {
  std::string text = "[";
  for (const std::int64_t size : shape)
    text += (text.size() > 1 ? ", " : "") + std::to_string(size);
  return text + "]";
}

std::string describe(const Container& container) {
  Table table({"tensor", "type", "shape", "bytes"});
  for (const std::string& name : container.tensor_names()) {
    const TensorView& view = container.tensor(name);
    table.add({name, std::string(name_of(view.dtype)), shape_text(view.shape),
               count_text(view.bytes.size())});
  }
  return container.path() + ": " + coloured(Colour::kGreen, "ok") + ", " + container.format() +
         " version " + std::to_string(container.format_version()) + "\n" + table.text();
}

json json_of(const Container& container) {
  json tensors = json::object();
  for (const std::string& name : container.tensor_names()) {
    const TensorView& view = container.tensor(name);
    tensors[name] = {{"dtype", name_of(view.dtype)}, {"shape", view.shape}};
  }
  return {{"path", container.path()},
          {"ok", true},
          {"format", container.format()},
          {"format_version", container.format_version()},
          {"tensors", tensors}};
}

class VerifyVerb : public Verb {
 public:
  VerbHelp help() const override {
    return {.name = "verify",
            .purpose = "check that files of ours are whole, and show what they hold",
            .details =
                "Reads every byte: structure, header checksum and the checksum of each "
                "tensor. Exits with 1 if any file is altered, cut or not ours.",
            .positionals = {{"file", "FILE", true}},
            .examples = {"llcodes verify model.llc codes.llc photos.index"}};
  }

  OptionTable options() override {
    OptionTable table;
    table.list("file", files_, "a model, codes, index or checkpoint file").required();
    return table;
  }

  int run(Context& context) override {
    json results = json::array();
    for (const std::string& file : files_) results.push_back(verify(file, context));
    if (context.json) context.console.print(json_text(results));
    return failed_ ? kFailure : kSuccess;
  }

 private:
  /// A bad file does not keep the others from being looked at.
  json verify(const std::string& file, Context& context) {
    try {
      const Container container = Container::open(file, {}, Verify::kAll);
      if (!context.json) context.console.print(describe(container));
      return json_of(container);
    } catch (const std::runtime_error& error) {
      failed_ = true;
      context.console.warn(std::string("llcodes verify: ") + error.what());
      return {{"path", file}, {"ok", false}, {"error", error.what()}};
    }
  }

  std::vector<std::string> files_;
  bool failed_ = false;
};

}  // namespace

std::unique_ptr<Verb> make_verify_verb() { return std::make_unique<VerifyVerb>(); }

}  // namespace llcodes::cli
