#include "llcodes/learn/curves.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <optional>
#include <vector>

#include "llcodes/learn/history.h"

namespace llcodes {
namespace {

constexpr double kLeft = 60, kRight = 740, kWidth = 860;

/// A plot area that maps (epoch of the run, value) to the page.
struct Panel {
  double top, bottom, low, high;
  std::size_t epochs;

  double x(double epoch) const {
    return kLeft + (kRight - kLeft) * epoch / std::max<double>(static_cast<double>(epochs), 1);
  }
  double y(double value) const { return bottom - (bottom - top) * (value - low) / (high - low); }
};

std::string format(const char* pattern, auto... values) {
  char text[512];
  std::snprintf(text, sizeof text, pattern, values...);
  return text;
}

std::string label(double x, double y, const char* anchor, const std::string& text) {
  return format("<text x='%.1f' y='%.1f' text-anchor='%s'>", x, y, anchor) + text + "</text>\n";
}

std::string grid(const Panel& panel, const char* title, const char* pattern, double factor) {
  std::string out = "<g class='grid'>\n";
  constexpr int kLines = 4;
  for (int i = 0; i <= kLines; ++i) {
    const double value = panel.low + (panel.high - panel.low) * i / kLines;
    out += format("<line x1='%.1f' y1='%.1f' x2='%.1f' y2='%.1f'/>\n", kLeft, panel.y(value), kRight,
                  panel.y(value));
    out += label(kLeft - 8, panel.y(value) + 4, "end", format(pattern, value * factor));
  }
  return out + "</g>\n" + label(kLeft, panel.top - 10, "start", title);
}

using Value = std::function<std::optional<double>(const EpochMetrics&)>;

/// One line a phase, broken where the value is missing; named at its right end.
std::string line(const Panel& panel, const History& history, const char* kind, const Value& value,
                 double& label_floor) {
  std::string out, points;
  std::optional<double> last;
  std::string phase;
  const auto flush = [&] {
    if (!points.empty()) {
      out += format("<polyline class='%s' points='", kind) + points + "'/>\n";
    }
    points.clear();
  };
  for (std::size_t i = 0; i < history.epochs.size(); ++i) {
    const auto current = value(history.epochs[i]);
    if (!current || history.epochs[i].phase != phase) flush();
    phase = history.epochs[i].phase;
    if (!current) continue;
    const double x = panel.x(static_cast<double>(i) + 0.5);
    points += format("%.1f,%.1f ", x, panel.y(*current));
    out += format("<circle class='%s' cx='%.1f' cy='%.1f' r='2.5'/>\n", kind, x, panel.y(*current));
    last = current;
  }
  flush();
  if (last && *kind != '\0') {
    label_floor = std::max(panel.y(*last) + 4, label_floor + 16);
    out += format("<text class='%s' x='%.1f' y='%.1f'>%s</text>\n", kind, kRight + 10, label_floor,
                  kind);
  }
  return out;
}

std::string phase_borders(const History& history, const Panel& top, const Panel& bottom) {
  std::string out;
  for (std::size_t i = 0; i < history.epochs.size(); ++i) {
    if (i > 0 && history.epochs[i].phase == history.epochs[i - 1].phase) continue;
    const double x = top.x(static_cast<double>(i));
    out += format("<line class='border' x1='%.1f' y1='%.1f' x2='%.1f' y2='%.1f'/>\n", x, top.top, x,
                  bottom.bottom);
    out += label(x + 6, bottom.bottom + 20, "start", history.epochs[i].phase);
  }
  return out;
}

/// Top of the loss axis: a multiple of four, so that its four lines have plain numbers, or two.
double top_of_losses(const History& history) {
  double largest = 0;
  for (const auto& epoch : history.epochs) largest = std::max(largest, epoch.loss);
  return largest > 2 && std::isfinite(largest) ? 4 * std::ceil(largest / 4) : 2;
}

constexpr char kStyle[] = R"(<style>
text { font: 13px sans-serif; fill: #333 }
.grid line { stroke: #ddd } .border { stroke: #999; stroke-dasharray: 3 3 }
polyline { fill: none; stroke-width: 2; stroke: currentColor } circle { fill: currentColor }
.loss { color: #555 } .linear { color: #888 } .soft { color: #0072b2 }
.MHD { color: #009e73 } .ED { color: #d55e00 }
text.linear, text.soft, text.MHD, text.ED, text.loss { fill: currentColor; font-weight: bold }
</style>
)";

}  // namespace

std::string draw_curves(const History& history) {
  const Panel loss{40, 220, 0, top_of_losses(history), history.epochs.size()};
  const Panel accuracy{270, 520, 0, 1, history.epochs.size()};
  std::string out = format(
      "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %.0f 560' role='img' "
      "aria-label='training curves'>\n",
      kWidth);
  out += kStyle;
  out += format("<rect width='%.0f' height='560' fill='white'/>\n", kWidth);
  out += grid(loss, "training loss", "%.1f", 1) +
         grid(accuracy, "validation accuracy by decoder (%)", "%.0f", 100);
  out += phase_borders(history, loss, accuracy);
  double floor = 0;
  out += line(loss, history, "loss", [](const auto& m) { return std::optional(m.loss); }, floor);
  floor = 0;
  out += line(accuracy, history, "linear", [](const auto& m) { return m.linear; }, floor);
  out += line(accuracy, history, "soft", [](const auto& m) { return m.soft; }, floor);
  out += line(accuracy, history, "MHD", [](const auto& m) { return m.hamming; }, floor);
  out += line(accuracy, history, "ED", [](const auto& m) { return m.exact; }, floor);
  return out + "</svg>\n";
}

}  // namespace llcodes
