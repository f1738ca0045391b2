// Scales and axes of the charts.
import { s } from "./dom.js";

export function linearScale([low, high], [from, to]) {
  const scale = (value) => from + ((to - from) * (value - low)) / (high - low || 1);
  scale.ticks = (wanted) => {
    const rough = (high - low) / wanted,
      power = 10 ** Math.floor(Math.log10(rough));
    const step = [1, 2, 2.5, 5, 10]
      .map((factor) => factor * power)
      .find((size) => size >= rough * 0.999);
    const ticks = [];
    for (let tick = Math.ceil(low / step - 1e-9) * step; tick <= high + step * 1e-9; tick += step) {
      ticks.push(Math.abs(tick) < step * 1e-9 ? 0 : tick);
    }
    return ticks;
  };
  return scale;
}

export function logScale([low, high], range) {
  const inner = linearScale([Math.log10(low), Math.log10(high)], range);
  const scale = (value) => inner(Math.log10(value));
  scale.ticks = () => {
    const ticks = [];
    for (
      let power = Math.ceil(Math.log10(low) - 1e-9);
      power <= Math.log10(high) + 1e-9;
      power += 1
    ) {
      ticks.push(10 ** power);
    }
    return ticks;
  };
  return scale;
}

/// Horizontal lines with their values at the left.
export const gridLines = (scale, ticks, format, left, right) =>
  s(
    "g",
    { class: "grid" },
    ticks.map((tick) => [
      s("line", { x1: left, x2: right, y1: scale(tick), y2: scale(tick) }),
      s("text", { x: left - 8, y: scale(tick) + 4, "text-anchor": "end" }, format(tick)),
    ]),
  );

/// Values under the chart.
export const bottomAxis = (scale, ticks, format, y) =>
  s(
    "g",
    { class: "grid" },
    ticks.map((tick) =>
      s("text", { x: scale(tick), y: y + 18, "text-anchor": "middle" }, format(tick)),
    ),
  );

export const axisTitle = (text, x, y, anchor = "start") =>
  s("text", { class: "axis-title", x, y, "text-anchor": anchor }, text);

/// Names at the right ends of lines, moved apart so that none covers another.
export function spread(labels, gap, lowest) {
  const sorted = [...labels].sort((a, b) => a.y - b.y);
  for (let at = 1; at < sorted.length; at += 1) {
    sorted[at].y = Math.max(sorted[at].y, sorted[at - 1].y + gap);
  }
  for (let at = sorted.length - 1; at >= 0; at -= 1) {
    const limit = at === sorted.length - 1 ? lowest : sorted[at + 1].y - gap;
    sorted[at].y = Math.min(sorted[at].y, limit);
  }
  return sorted;
}
