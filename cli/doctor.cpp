// llcodes doctor: what this machine has, what it lacks, and the cure.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/checkup.h"
#include "cli/json_text.h"
#include "cli/verb.h"

namespace llcodes::cli {
namespace {

std::string text_of(const Finding& finding) {
  const std::string mark =
      finding.ok ? coloured(Colour::kGreen, "ok     ") : coloured(Colour::kYellow, "warning");
  const std::string line = mark + "  " + finding.subject + ": " + finding.found + "\n";
  return finding.ok ? line : line + "         cure: " + finding.cure + "\n";
}

nlohmann::json json_of(const Finding& finding) {
  nlohmann::json result = {
      {"subject", finding.subject}, {"found", finding.found}, {"ok", finding.ok}};
  if (!finding.ok) result["cure"] = finding.cure;
  return result;
}

class DoctorVerb : public Verb {
 public:
  VerbHelp help() const override {
    return {.name = "doctor",
            .purpose = "look for what keeps this machine from working well, and say the cure",
            .details =
                "Exits with 0 even if there are warnings: none of them keeps every verb from "
                "working.",
            .positionals = {},
            .examples = {"llcodes doctor", "llcodes doctor --json"}};
  }

  OptionTable options() override { return {}; }

  int run(Context& context) override {
    const std::vector<Finding> findings = examine_machine();
    std::string text;
    nlohmann::json json = nlohmann::json::array();
    for (const Finding& finding : findings) {
      text += text_of(finding);
      json.push_back(json_of(finding));
    }
    context.console.print(context.json ? json_text(json) : text);
    return kSuccess;
  }
};

}  // namespace

std::unique_ptr<Verb> make_doctor_verb() { return std::make_unique<DoctorVerb>(); }

}  // namespace llcodes::cli
