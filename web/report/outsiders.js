// What does not belong: instances of no known class, and how they give themselves away.
import { h, table } from "./dom.js";
import { count, fixed, percent, percentAxis, plural } from "./format.js";
import { figure } from "./figure.js";
import { lineChart, lineChartHeight } from "./line_chart.js";
import { className, picture } from "./pictures.js";

export function outsiders(bundle) {
  const section = bundle.ood;
  if (!section) return null;
  return h(
    "section",
    { id: "outsiders", "aria-labelledby": "outsiders-title" },
    h("h2", { id: "outsiders-title" }, "What does not belong"),
    h(
      "p",
      {},
      `${count(section.ood)} instances of classes that the network never saw went through it, beside ` +
        `${count(section.known)} known ones. Most codes belong to no class, so a stranger rarely lands on one; ` +
        `no example of a stranger was needed to learn that.`,
    ),
    ruleTable(section),
    h("div", { class: "pair" }, acceptFigure(section), rocFigure(section)),
    exampleGrid(section, bundle.codes.names),
  );
}

const ruleTable = (section) =>
  table(
    "Rules that reject strangers",
    ["rule", "known kept", "strangers rejected", "F1", "AUROC", "FPR95"],
    section.rows.map((row) => [
      row.rule + (row.threshold ? `, ${row.threshold}` : ""),
      row.known_kept === null ? "" : percent(row.known_kept),
      row.ood_rejected === null ? "" : percent(row.ood_rejected),
      row.f1 === null ? "" : fixed(row.f1, 3),
      percent(row.auroc),
      percent(row.fpr95),
    ]),
  );

function acceptFigure(section) {
  const points = (values) => values.map((share, radius) => [radius, share]);
  const series = [
    { name: "known", colour: "soft", points: points(section.accepted.known), dots: true },
    { name: "strangers", colour: "ed", points: points(section.accepted.ood), dots: true },
  ];
  const at = Math.min(1, section.accepted.known.length - 1);
  return figure({
    title: "Accepted within a radius",
    caption:
      `Accepting codes at most ${plural(at, "bit")} from a class code keeps ${percent(section.accepted.known[at])} ` +
      `of the known and lets ${percent(section.accepted.ood[at])} of the strangers in.`,
    height: lineChartHeight(series, 320),
    draw: lineChart({
      series,
      height: 320,
      label: "Share of known instances and strangers accepted, by radius",
      x: {
        title: "bits from the nearest class code",
        domain: [0, section.accepted.known.length - 1],
        ticks: section.accepted.known.map((_, radius) => radius),
        format: String,
      },
      y: { title: "accepted", domain: [0, 1], format: percentAxis() },
    }),
    numbers: {
      heading: ["radius", "known accepted", "strangers accepted"],
      rows: () =>
        section.accepted.known.map((share, radius) => [
          String(radius),
          percent(share),
          percent(section.accepted.ood[radius]),
        ]),
    },
  });
}

const ROC_COLOURS = ["soft", "mhd", "ed", "grey"];

function rocFigure(section) {
  const curves = [...section.roc].sort((a, b) => b.auroc - a.auroc).slice(0, ROC_COLOURS.length);
  const series = curves.map((curve, at) => ({
    name: `${curve.score} ${fixed(100 * curve.auroc, 1)}`,
    colour: ROC_COLOURS[at % ROC_COLOURS.length],
    points: curve.points,
  }));
  const best = curves[0];
  return figure({
    title: "Strangers caught against known lost",
    caption:
      `The nearer a curve runs to the upper left corner the better; the area under “${best.score}” is ` +
      `${percent(best.auroc)} (one half would be guessing).`,
    height: lineChartHeight(series, 320),
    draw: lineChart({
      series,
      height: 320,
      label: "ROC curves of the scores that tell strangers from known instances",
      x: {
        title: "known rejected",
        domain: [0, 1],
        ticks: [0, 0.25, 0.5, 0.75, 1],
        format: percentAxis(),
      },
      y: { title: "strangers rejected", domain: [0, 1], format: percentAxis() },
    }),
    numbers: {
      heading: ["score", "AUROC"],
      rows: () => section.roc.map((curve) => [curve.score, percent(curve.auroc, 2)]),
    },
  });
}

const GROUPS = [
  ["rejected", "Strangers that were turned away", false],
  ["accepted", "Strangers that were let in, and as what", true],
  ["lost", "Known instances that were turned away", false],
];

const exampleGrid = (section, names) =>
  h(
    "figure",
    { class: "wide" },
    h("h3", {}, "Examples"),
    GROUPS.map(([key, title, shown]) =>
      section.examples[key].length === 0
        ? null
        : [
            h("h4", {}, title),
            h(
              "ul",
              { class: "strip" },
              section.examples[key].map((example) =>
                h(
                  "li",
                  {},
                  picture(example.picture, example.name, 48),
                  h(
                    "span",
                    { class: "small" },
                    shown ? className(names[example.label]) : plural(example.distance, "bit"),
                  ),
                ),
              ),
            ),
          ],
    ),
    h(
      "figcaption",
      {},
      `By the rule “${section.rule}”, drawn at random; the number is the distance to the nearest class code.`,
    ),
  );
