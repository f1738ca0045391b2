// Statistics of the class codes: how far apart they are and how well the bits are used.
import { h, table } from "./dom.js";
import { count, finePercent, fixed, percent, percentAxis, plural } from "./format.js";
import { figure } from "./figure.js";
import { barChart } from "./bar_chart.js";
import { distanceHistogram } from "./distance_histogram.js";

export function codes(bundle) {
  const statistics = bundle.codes;
  return h(
    "section",
    { id: "codes", "aria-labelledby": "codes-title" },
    h("h2", { id: "codes-title" }, "The class codes"),
    h("p", {}, codesStory(statistics)),
    table(
      "Statistics of the class codes",
      ["codes", "here", "best possible"],
      [
        [
          "different codes",
          `${count(statistics.unique_codes)} of ${count(statistics.num_classes)}`,
          count(statistics.num_classes),
        ],
        ["smallest distance of two classes", plural(statistics.min_distance, "bit"), ""],
        [
          "mean distance of two classes",
          fixed(statistics.mean_distance, 2),
          fixed(idealDistance(statistics), 2),
        ],
        ["largest imbalance of a bit", percent(statistics.worst_balance), percent(0)],
        ["mean correlation of two bits", fixed(statistics.mean_correlation, 3), fixed(0, 3)],
      ],
    ),
    h("div", { class: "pair" }, distanceFigure(statistics), bitFigure(statistics)),
  );
}

/// The mean distance when every bit splits the classes in two halves.
const idealDistance = ({ num_bits: k, num_classes: n }) => (n > 1 ? ((k / 2) * n) / (n - 1) : 0);

function codesStory({ num_bits: numBits, num_classes: numClasses, unique_codes: unique }) {
  const shared =
    unique === numClasses
      ? `All ${count(numClasses)} classes have codes of their own.`
      : `${count(numClasses - unique)} classes share a code with another.`;
  if (numBits > 40) return `${shared} ${numBits} bits have room for far more.`;
  const room = 2 ** numBits;
  return (
    `${shared} ${numBits} bits have room for ${count(room)} codes, so ` +
    `${finePercent(unique / room)} of them are taken.`
  );
}

/// Share of pairs at each distance if every bit were a fair coin.
export function coinShares(numBits) {
  const shares = [2 ** -numBits];
  for (let distance = 1; distance <= numBits; distance += 1) {
    shares.push((shares.at(-1) * (numBits - distance + 1)) / distance);
  }
  return shares;
}

function distanceFigure(statistics) {
  const pairs = statistics.distances.reduce((sum, value) => sum + value, 0) || 1;
  const here = statistics.distances.map((value) => value / pairs);
  return distanceHistogram({
    title: "Distances between class codes",
    caption:
      `Two classes differ in ${fixed(statistics.mean_distance, 1)} bits on average, where tossed coins would give ` +
      `${fixed(statistics.num_bits / 2, 1)}; pairs at the far left are the easiest to confuse.`,
    label: "Histogram of distances between class codes, learnt and random",
    xTitle: "bits that differ",
    yTitle: "share of pairs",
    series: [
      { name: "learnt", colour: "soft", values: here },
      { name: "random codes", colour: "sand", values: coinShares(statistics.num_bits) },
    ],
    counts: statistics.distances,
    heading: ["distance", "pairs", "learnt", "random"],
    digits: 3,
  });
}

function bitFigure(statistics) {
  const errors = statistics.bit_errors;
  const values = errors ?? statistics.balance;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const worst = values.indexOf(Math.max(...values));
  return figure({
    title: errors ? "Which bits go wrong" : "How the bits are used",
    caption: errors
      ? `The least sure bit, number ${worst + 1}, is wrong for ${percent(errors[worst])} of the test instances, the mean bit for ${percent(mean)}.`
      : "Share of classes with a 1 at each bit: one half uses a bit best.",
    height: () => 300,
    draw: barChart({
      categories: values.map((_, at) => String(at + 1)),
      xTitle: "bit",
      height: 300,
      series: [
        {
          name: errors ? `wrong (dotted: mean, ${percent(mean)})` : "ones",
          colour: errors ? "ed" : "soft",
          values,
        },
      ],
      y: {
        title: errors ? "share of test instances" : "share of classes",
        domain: [0, Math.max(...values) * 1.15],
        format: percentAxis(2),
      },
      rule: errors ? mean : undefined,
      label: errors ? "Share of wrong values of each bit" : "Share of ones of each bit",
    }),
    numbers: {
      heading: ["bit", "ones among classes", "wrong"],
      rows: () =>
        statistics.balance.map((share, at) => [
          String(at + 1),
          percent(share),
          errors ? percent(errors[at], 2) : "",
        ]),
    },
  });
}
