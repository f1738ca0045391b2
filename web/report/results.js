// The result table with the paper's figures beside it, and accuracy over the budget of look-ups.
import { h, table } from "./dom.js";
import { count, fixed, numberAxis, percent, percentAxis } from "./format.js";
import { tightDomain } from "./axes.js";
import { explained, meaning } from "./decoders.js";
import { figure } from "./figure.js";
import { lineChart, lineChartHeight } from "./line_chart.js";

const name = (decoder) => explained(meaning(decoder));

const meter = (share) =>
  h(
    "span",
    { class: "meter" },
    h("span", { class: "meter-bar", style: `--share:${share}` }),
    h("span", {}, percent(share)),
  );

/// The rows that tell the story; the others stand in a second table.
const MAIN = ["ED", "ball(1)", "MHD", "flips(64)", "soft"];

export function results(bundle) {
  const { accuracy, codes } = bundle;
  if (!accuracy) return null;
  const main = accuracy.rows.filter((row) => MAIN.includes(row.decoder)).map(cells);
  if (accuracy.linear !== undefined) {
    main.unshift([
      name("linear"),
      meter(accuracy.linear),
      percent(1),
      "",
      paper(accuracy.paper_linear),
    ]);
  }
  return h(
    "section",
    { id: "results", "aria-labelledby": "results-title" },
    h("h2", { id: "results-title" }, "How good the codes are"),
    h(
      "p",
      {},
      `On ${count(accuracy.instances)} test instances that training never saw, an instance ` +
        `has ${fixed(accuracy.bits_right, 2)} of its ${codes.num_bits} bits right on average.`,
    ),
    table("Accuracy", HEADING, main, { class: "results" }),
    h(
      "p",
      { class: "note" },
      "* The paper's own figures, quoted: ImageNet-1K, ResNet50, 20 bits, " +
        `${fixed(accuracy.paper_bits_right, 1)} bits right. Other data and another network: no comparison, but a scale.`,
    ),
    h(
      "details",
      {},
      h("summary", {}, "Every decoder and budget"),
      table("Accuracy of every decoder", HEADING, accuracy.rows.map(cells), { class: "results" }),
    ),
    budgetFigure(accuracy),
  );
}

const HEADING = ["decoder", "right", "answered", "look-ups", "paper*"];
const lookUps = (value) => (value < 10 ? fixed(value, 1) : count(value));
const paper = (share) => (share === null || share === undefined ? "" : percent(share));
const cells = (row) => [
  name(row.decoder),
  meter(row.accuracy),
  percent(row.answered),
  lookUps(row.probes),
  paper(row.paper),
];

function budgetFigure(accuracy) {
  // Without a limit the search turns into a scan of all classes: no longer a matter of look-ups.
  const flips = accuracy.rows.filter((row) => /^flips\(\d+\)$/.test(row.decoder));
  if (flips.length < 2) return null;
  const others = Object.fromEntries(accuracy.rows.map((row) => [row.decoder, row]));
  const farthest = Math.max(...flips.map((row) => row.probes), 1.1);
  const level = (decoder) => [
    [1, others[decoder].accuracy],
    [farthest, others[decoder].accuracy],
  ];
  const series = [
    {
      name: "answered",
      colour: "grey",
      points: flips.map((row) => [row.probes, row.answered]),
      dots: true,
    },
    {
      name: "right",
      colour: "soft",
      points: flips.map((row) => [row.probes, row.accuracy]),
      dots: true,
    },
    { name: "nearest code", colour: "mhd", points: level("MHD"), dashed: true },
  ];
  return figure({
    title: "Accuracy over the budget of look-ups",
    caption:
      `One look-up gets ${percent(flips[0].accuracy)} right; trying likely codes in order gets ` +
      `${percent(flips.at(-1).accuracy)} with ${lookUps(flips.at(-1).probes)} look-ups on average. ` +
      `Soft decoding, which compares every class, gets ${percent(others.soft.accuracy)}.`,
    height: lineChartHeight(series, 300),
    draw: lineChart({
      series,
      height: 300,
      label: "Accuracy and share of answers over the mean number of look-ups",
      x: {
        title: "look-ups on average",
        log: true,
        domain: [1, farthest],
        format: (value, step) => (step ? numberAxis(1)(value, step) : lookUps(value)),
      },
      y: {
        title: "share of instances",
        domain: tightDomain([...flips.map((row) => row.accuracy), others.MHD.accuracy], 1),
        format: percentAxis(),
      },
    }),
    numbers: {
      heading: ["budget", "look-ups", "right", "answered"],
      rows: () =>
        flips.map((row) => [
          meaning(row.decoder)[0],
          lookUps(row.probes),
          percent(row.accuracy),
          percent(row.answered),
        ]),
    },
  });
}
