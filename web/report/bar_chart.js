// Upright bars, one or two series side by side.
import { s } from "./dom.js";
import { axisTitle, gridLines, linearScale } from "./axes.js";
import { hideTip, showTip } from "./figure.js";

const TOP = 54,
  BOTTOM = 44,
  LEFT = 52;

/// categories: names under the bars; series: [{name, colour, values}]; y: {title, domain, format};
/// rule: a dashed line at this value.
export function barChart({ categories, series, xTitle, y, height, label, rule }) {
  return (width) => {
    const right = width - 8,
      bottom = height - BOTTOM;
    const up = linearScale(y.domain, [bottom, TOP]);
    const slot = (right - LEFT) / categories.length;
    const bar = Math.max(1, Math.min(26, (slot * 0.8) / series.length));
    const every = Math.ceil(26 / slot);
    return s(
      "svg",
      { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": label },
      gridLines(up, up.ticks(4), y.format, LEFT, right),
      axisTitle(y.title, LEFT, TOP - 16),
      axisTitle(xTitle, right, bottom + 38, "end"),
      legend(series, width),
      categories.map((name, at) => {
        const centre = LEFT + slot * (at + 0.5);
        const lines = [
          `${xTitle}: ${name}`,
          ...series.map((one) => `${one.name}: ${y.format(one.values[at])}`),
        ];
        return s(
          "g",
          { onpointermove: (event) => showTip(event, lines), onpointerleave: hideTip },
          s("rect", {
            class: "hover",
            x: centre - slot / 2,
            y: TOP,
            width: slot,
            height: bottom - TOP,
          }),
          series.map((one, which) => drawBar(one, which, at, { up, bottom, bar, centre, series })),
          at % every === 0
            ? s(
                "text",
                { class: "category", x: centre, y: bottom + 18, "text-anchor": "middle" },
                name,
              )
            : null,
        );
      }),
      rule === undefined ? null : levelLine(rule, up, right),
    );
  };
}

function drawBar(one, which, at, { up, bottom, bar, centre, series }) {
  const top = up(one.values[at]);
  return s("rect", {
    class: `bar ${one.colour}`,
    x: centre + (which - series.length / 2) * bar,
    y: top,
    width: bar - (bar > 4 ? 1 : 0),
    height: Math.max(0, bottom - top),
  });
}

function legend(series, width) {
  const sizes = series.map(({ name }) => 36 + 7.6 * name.length);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  let left = LEFT + total > width ? 0 : LEFT;
  return s(
    "g",
    {},
    series.map((one, which) => {
      const group = s(
        "g",
        { transform: `translate(${left},12)` },
        s("rect", { class: `bar ${one.colour}`, width: 12, height: 12, y: -7 }),
        s("text", { class: "legend", x: 18, y: 4 }, one.name),
      );
      left += sizes[which];
      return group;
    }),
  );
}

const levelLine = (value, up, right) =>
  s("g", { class: "mark" }, s("line", { x1: LEFT, x2: right, y1: up(value), y2: up(value) }));
