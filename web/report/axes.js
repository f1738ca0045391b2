// Scales and axes of the charts.
import { s } from "./dom.js";

/// A round step that divides a range into about so many parts.
function roundStep(range, wanted) {
  const rough = range / wanted,
    power = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((size) => size >= rough * 0.999);
}

/// Where an axis begins and ends whose lines fill it: the values, rounded to a tick.
export function tightDomain(values, highest = Math.max(...values)) {
  const lowest = Math.min(...values),
    step = roundStep(highest - lowest || Math.abs(highest) || 1, 4);
  const up = Math.ceil(highest / step - 1e-9) * step;
  const down = Math.floor(lowest / step + 1e-9) * step;
  return [up > down ? down : down - step, up];
}

export function linearScale([low, high], [from, to]) {
  const scale = (value) => from + ((to - from) * (value - low)) / (high - low || 1);
  scale.ticks = (wanted) => {
    const step = roundStep(high - low, wanted);
    const ticks = [];
    for (let tick = Math.ceil(low / step - 1e-9) * step; tick <= high + step * 1e-9; tick += step) {
      ticks.push(Math.abs(tick) < step * 1e-9 ? 0 : tick);
    }
    return ticks;
  };
  return scale;
}

/// Ticks of a logarithmic axis, from coarse to fine; a range of a few decades needs only the first.
const MANTISSAS = [[1], [1, 2, 5], [1, 1.2, 1.5, 2, 3, 5, 7]];

export function logScale([low, high], range) {
  const inner = linearScale([Math.log10(low), Math.log10(high)], range);
  const scale = (value) => inner(Math.log10(value));
  const ticksWith = (mantissas) => {
    const ticks = [];
    for (let power = Math.floor(Math.log10(low)); 10 ** power <= high; power += 1) {
      ticks.push(...mantissas.map((mantissa) => mantissa * 10 ** power));
    }
    return ticks.filter((tick) => tick >= low * (1 - 1e-9) && tick <= high * (1 + 1e-9));
  };
  scale.ticks = (wanted) =>
    MANTISSAS.map(ticksWith).find((ticks) => ticks.length >= 3) ??
    linearScale([low, high], range).ticks(wanted);
  return scale;
}

const stepOf = (ticks) => (ticks.length > 1 ? ticks[1] - ticks[0] : ticks[0]);

/// Horizontal lines with their values at the left.
export const gridLines = (scale, ticks, format, left, right) =>
  s(
    "g",
    { class: "grid" },
    ticks.map((tick) => [
      s("line", { x1: left, x2: right, y1: scale(tick), y2: scale(tick) }),
      s(
        "text",
        { x: left - 8, y: scale(tick) + 4, "text-anchor": "end" },
        format(tick, stepOf(ticks)),
      ),
    ]),
  );

/// Values under the chart.
export const bottomAxis = (scale, ticks, format, y) =>
  s(
    "g",
    { class: "grid" },
    ticks.map((tick) =>
      s(
        "text",
        { x: scale(tick), y: y + 18, "text-anchor": "middle" },
        format(tick, stepOf(ticks)),
      ),
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
