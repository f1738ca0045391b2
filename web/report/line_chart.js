// A line chart: named lines, a value read off under the pointer.
import { s } from "./dom.js";
import { axisTitle, bottomAxis, gridLines, linearScale, logScale, spread } from "./axes.js";
import { hideTip, showTip } from "./figure.js";

const TOP = 42,
  BOTTOM = 44,
  LEFT = 52;

/// series: [{name, colour, points: [[x, y], ...], dots, dashed}]; x, y: {title, domain, format,
/// ticks, log}; marks: [{x, name}] are dashed uprights.
export function lineChart({ series, x, y, marks = [], height, label }) {
  return (width) => {
    const narrow = width < 560;
    const right =
      width - (narrow ? 24 : 12 + 7.4 * Math.max(...series.map((line) => line.name.length)));
    const legendRows = narrow ? legend(series, width).rows : 0;
    const top = TOP + 20 * legendRows,
      bottom = height + 20 * legendRows - BOTTOM;
    const across = (x.log ? logScale : linearScale)(x.domain, [LEFT, right]);
    const up = linearScale(y.domain, [bottom, top]);
    const chart = s(
      "svg",
      {
        viewBox: `0 0 ${width} ${bottom + BOTTOM}`,
        width,
        height: bottom + BOTTOM,
        role: "img",
        "aria-label": label,
      },
      gridLines(up, y.ticks ?? up.ticks(4), y.format, LEFT, right),
      bottomAxis(across, x.ticks ?? across.ticks(narrow ? 4 : 8), x.format, bottom),
      axisTitle(y.title, LEFT, top - 24),
      axisTitle(x.title, right, bottom + 38, "end"),
      drawMarks(marks, across, top, bottom),
      series.map((line) => drawLine(line, across, up)),
      narrow ? legend(series, width).drawing : endLabels(series, across, up, right, bottom),
    );
    follow(chart, series, across, x, y, top, bottom);
    return chart;
  };
}

/// Height that a chart takes at a width: a narrow one carries its legend above.
export const lineChartHeight = (series, height) => (width) =>
  height + (width < 560 ? 20 * legend(series, width).rows : 0);

/// A name that would run into the one before stands a line higher.
function drawMarks(marks, across, top, bottom) {
  let end = -Infinity,
    row = 0;
  return marks.map((mark) => {
    const x = across(mark.x) + 4;
    row = x < end ? row + 1 : 0;
    end = x + 7 * mark.name.length;
    return s(
      "g",
      { class: "mark" },
      s("line", { x1: x - 4, x2: x - 4, y1: top - 6 - 14 * row, y2: bottom }),
      s("text", { x, y: top - 5 - 14 * row }, mark.name),
    );
  });
}

function drawLine(line, across, up) {
  const path = line.points
    .map(
      ([px, py], at) =>
        `${at && !line.breaks?.has(at) ? "L" : "M"}${across(px).toFixed(1)},${up(py).toFixed(1)}`,
    )
    .join("");
  return s(
    "g",
    { class: `line ${line.colour}` },
    s("path", { d: path, "stroke-dasharray": line.dashed ? "5 5" : null }),
    line.dots
      ? line.points.map(([px, py]) => s("circle", { cx: across(px), cy: up(py), r: 3 }))
      : null,
  );
}

function endLabels(series, across, up, right, bottom) {
  const labels = series
    .filter((line) => line.points.length)
    .map((line) => {
      const [px, py] = line.points.at(-1);
      return {
        name: line.name,
        colour: line.colour,
        x: Math.max(across(px), right),
        y: up(py) + 4,
      };
    });
  return spread(labels, 16, bottom + 4).map((end) =>
    s("text", { class: `line-name ${end.colour}`, x: end.x + 8, y: end.y }, end.name),
  );
}

function legend(series, width) {
  let left = LEFT,
    row = 0;
  const drawing = s(
    "g",
    {},
    series.map((line) => {
      const size = 40 + 7.8 * line.name.length;
      if (left + size > width && left > LEFT) {
        left = LEFT;
        row += 1;
      }
      const group = s(
        "g",
        { class: `line ${line.colour}`, transform: `translate(${left},${12 + 20 * row})` },
        s("path", { d: "M0,0h16" }),
        s("text", { class: `line-name ${line.colour}`, x: 21, y: 4 }, line.name),
      );
      left += size;
      return group;
    }),
  );
  return { drawing, rows: row + 1 };
}

/// The values of all lines at the nearest point under the pointer.
function follow(chart, series, across, x, y, top, bottom) {
  const places = [...new Set(series.flatMap((line) => line.points.map(([px]) => px)))];
  const cursor = s("line", { class: "cursor", y1: top, y2: bottom, visibility: "hidden" });
  chart.append(cursor);
  chart.addEventListener("pointermove", (event) => {
    const at = event.clientX - chart.getBoundingClientRect().left;
    const place = places.reduce((best, px) =>
      Math.abs(across(px) - at) < Math.abs(across(best) - at) ? px : best,
    );
    cursor.setAttribute("x1", across(place));
    cursor.setAttribute("x2", across(place));
    cursor.setAttribute("visibility", "visible");
    const values = series.flatMap((line) => {
      const point = line.points.find(([px]) => px === place);
      return point ? [`${line.name}: ${y.format(point[1])}`] : [];
    });
    showTip(event, [`${x.title}: ${x.format(place)}`, ...values]);
  });
  chart.addEventListener("pointerleave", () => {
    cursor.setAttribute("visibility", "hidden");
    hideTip();
  });
}
