// How the real values of one bit lie: those of the classes with a 0 and, on top, with a 1.
import { s } from "./dom.js";
import { axisTitle, bottomAxis, gridLines, linearScale } from "./axes.js";
import { count, fixed, numberAxis } from "./format.js";
import { hideTip, showTip } from "./figure.js";

const TOP = 54,
  BOTTOM = 42,
  LEFT = 52;
export const valueHistogramHeight = 230;

/// series: [{name, mark, counts}], `mark` the class of its bars; values run from -limit to limit.
export function valueHistogram({ series, limit, label }) {
  const sums = series[0].counts.map((_, at) =>
    series.reduce((sum, one) => sum + one.counts[at], 0),
  );
  const step = (2 * limit) / sums.length;
  return (width) => {
    const right = width - 8,
      bottom = valueHistogramHeight - BOTTOM;
    const across = linearScale([-limit, limit], [LEFT, right]);
    const up = linearScale([0, Math.max(...sums, 1) * 1.05], [bottom, TOP]);
    const wholeTicks = up.ticks(4).filter(Number.isInteger);
    return s(
      "svg",
      {
        viewBox: `0 0 ${width} ${valueHistogramHeight}`,
        width,
        height: valueHistogramHeight,
        role: "img",
        "aria-label": label,
      },
      gridLines(up, wholeTicks, count, LEFT, right),
      axisTitle("test instances", LEFT, TOP - 16),
      legend(series),
      sums.map((_, at) => {
        const from = -limit + at * step;
        const place = { x: across(from), width: across(from + step) - across(from) };
        return column(series, at, place, { up, top: TOP, bottom, from, step });
      }),
      s("line", { class: "zero", x1: across(0), x2: across(0), y1: TOP, y2: bottom }),
      bottomAxis(across, across.ticks(width < 500 ? 4 : 8), numberAxis(1), bottom),
      axisTitle("real value of the bit", right, bottom + 38, "end"),
    );
  };
}

/// The bars of one part of the axis, one on the other, and what they say when pointed at.
function column(series, at, place, { up, top, bottom, from, step }) {
  const digits = Math.max(1, 1 - Math.floor(Math.log10(step)));
  const lines = [
    `${fixed(from, digits)} to ${fixed(from + step, digits)}`,
    ...series.map((one) => `${one.name}: ${count(one.counts[at])}`),
  ];
  let below = 0;
  return s(
    "g",
    { onpointermove: (event) => showTip(event, lines), onpointerleave: hideTip },
    s("rect", { class: "hover", x: place.x, y: top, width: place.width, height: bottom - top }),
    series.map(({ counts, mark }) => {
      const foot = up(below);
      below += counts[at];
      return counts[at] === 0
        ? null
        : s("rect", {
            class: mark,
            x: place.x + 0.5,
            width: Math.max(1, place.width - 1),
            y: up(below),
            height: foot - up(below),
          });
    }),
  );
}

const legend = (series) =>
  s(
    "g",
    {},
    series.map(({ name, mark }, at) =>
      s(
        "g",
        { transform: `translate(${LEFT + 150 * at},12)` },
        s("rect", { class: mark, width: 12, height: 12, y: -7 }),
        s("text", { class: "legend", x: 18, y: 4 }, name),
      ),
    ),
  );
