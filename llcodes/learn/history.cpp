#include "llcodes/learn/history.h"

#include <nlohmann/json.hpp>
#include <sstream>

#include "llcodes/core/file.h"
#include "llcodes/learn/curves.h"
#include "llcodes/learn/tensorboard.h"

namespace llcodes {
namespace {

using nlohmann::json;

/// The one list of an epoch's fields: json, csv and events read it.
json json_of(const EpochMetrics& m) {
  json row = {{"phase", m.phase},       {"epoch", m.epoch},
              {"step", m.step},         {"learning_rate", m.learning_rate},
              {"loss", m.loss},         {"seconds", m.seconds},
              {"instances_per_second", m.instances_per_second}};
  const auto add = [&](const char* name, const auto& value) {
    row[name] = value ? json(*value) : json();
  };
  add("linear", m.linear);
  add("exact", m.exact);
  add("hamming", m.hamming);
  add("soft", m.soft);
  add("bits_right", m.bits_right);
  add("unique_codes", m.unique_codes);
  return row;
}

EpochMetrics metrics_of(const json& row) {
  const auto number = [&](const char* name) -> std::optional<double> {
    if (row.at(name).is_null()) return std::nullopt;
    return row.at(name).get<double>();
  };
  EpochMetrics m;
  m.phase = row.at("phase");
  m.epoch = row.at("epoch");
  m.step = row.at("step");
  m.learning_rate = row.at("learning_rate");
  m.loss = row.at("loss");
  m.seconds = row.at("seconds");
  m.instances_per_second = row.at("instances_per_second");
  m.linear = number("linear");
  m.exact = number("exact");
  m.hamming = number("hamming");
  m.soft = number("soft");
  m.bits_right = number("bits_right");
  if (!row.at("unique_codes").is_null()) m.unique_codes = row.at("unique_codes");
  return m;
}

constexpr const char* kColumns[] = {"phase",  "epoch",   "step",       "learning_rate",
                                    "loss",   "seconds", "instances_per_second",
                                    "linear", "exact",   "hamming",    "soft",
                                    "bits_right", "unique_codes"};

std::string csv_of(const History& history) {
  std::ostringstream out;
  for (const char* column : kColumns) out << (column == kColumns[0] ? "" : ",") << column;
  out << '\n';
  for (const auto& epoch : history.epochs) {
    const json row = json_of(epoch);
    for (const char* column : kColumns) {
      const json& value = row.at(column);
      out << (column == kColumns[0] ? "" : ",");
      if (value.is_string()) out << value.get<std::string>();
      else if (!value.is_null()) out << value.dump();
    }
    out << '\n';
  }
  return out.str();
}

std::string jsonl_of(const History& history) {
  std::string out;
  for (const auto& epoch : history.epochs) out += json_of(epoch).dump() + '\n';
  return out;
}

std::string events_of(const History& history) {
  EventFile events;
  for (const auto& loss : history.losses) events.add_scalar("loss", loss.step, loss.loss);
  for (const auto& epoch : history.epochs) {
    const json row = json_of(epoch);
    for (const auto& [name, value] : row.items()) {
      if (value.is_number() && name != "epoch" && name != "step") {
        events.add_scalar(epoch.phase + "/" + name, epoch.step, value.get<double>());
      }
    }
  }
  return events.bytes();
}

}  // namespace

void History::write(const std::filesystem::path& folder) const {
  write_atomically(folder / "metrics.csv", csv_of(*this));
  write_atomically(folder / "metrics.jsonl", jsonl_of(*this));
  write_atomically(folder / "events.out.tfevents.0.llcodes", events_of(*this));
  write_atomically(folder / "curves.svg", draw_curves(*this));
}

json to_json(const History& history) {
  json epochs = json::array(), losses = json::array();
  for (const auto& epoch : history.epochs) epochs.push_back(json_of(epoch));
  for (const auto& loss : history.losses) losses.push_back({loss.step, loss.loss});
  return {{"epochs", epochs}, {"losses", losses}};
}

History history_from_json(const json& value) {
  History history;
  for (const auto& row : value.at("epochs")) history.epochs.push_back(metrics_of(row));
  for (const auto& row : value.at("losses")) history.losses.push_back({row.at(0), row.at(1)});
  return history;
}

}  // namespace llcodes
