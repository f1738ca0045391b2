// Two shares for each Hamming distance, side by side.
import { count, percent, percentAxis } from "./format.js";
import { figure } from "./figure.js";
import { barChart } from "./bar_chart.js";

const HEIGHT = 300;

/// `series` are two lists of shares by distance, `counts` what the first was counted from; `heading`
/// names the columns of the table, `digits` are those behind the point in it.
export function distanceHistogram({
  title,
  caption,
  label,
  xTitle,
  yTitle,
  series,
  counts,
  heading,
  digits = 1,
}) {
  const [here, other] = series.map(({ values }) => values);
  return figure({
    title,
    caption,
    height: () => HEIGHT,
    draw: barChart({
      categories: here.map((_, at) => String(at)),
      xTitle,
      height: HEIGHT,
      series,
      y: {
        title: yTitle,
        domain: [0, Math.max(...here, ...other) * 1.08],
        format: percentAxis(Math.max(1, digits - 1)),
      },
      label,
    }),
    numbers: {
      heading,
      rows: () =>
        here.map((share, at) => [
          String(at),
          count(counts[at]),
          percent(share, digits),
          percent(other[at], digits),
        ]),
    },
  });
}
