// What does not belong: instances of no known class, and how they give themselves away.
import { h, table } from "./dom.js";
import { capital, count, finePercent, fixed, percent, percentAxis, plural, smallPercent } from "./format.js";
import { explained } from "./decoders.js";
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
    h("p", {}, story(bundle)),
    ruleTable(section),
    h("div", { class: "pair" }, acceptFigure(section), rocFigure(section)),
    exampleGrid(section, bundle.codes.names),
  );
}

function story(bundle) {
  const { ood: section, codes } = bundle;
  const hit = section.accepted.ood[0];
  const share = codes.unique_codes / 2 ** codes.num_bits;
  const taken =
    codes.num_bits > 40
      ? "Hardly any code is that of a class"
      : `Of all codes ${finePercent(share)} are those of classes`;
  return (
    `${count(section.ood)} instances of classes that the network never saw went through it, beside ` +
    `${count(section.known)} known ones. ${taken}, ` +
    `${hit < 0.1 ? "and no more than" : "yet"} ${percent(hit)} of the strangers land on one` +
    `${section.by_probability ? "; how unsure their bits are gives more of them away" : ""}. ` +
    `The default rule, ${section.rule}, keeps ${percent(section.known_kept)} of the known and turns ` +
    `${percent(1 - section.strangers_kept)} of the strangers away. No stranger was needed to set it.`
  );
}

/// What each score looks at; those of the linear classifier are for comparison.
const SCORES = {
  "code probability": "how likely the bits spell the best class code",
  "code mass": "the same for all class codes together",
  ratio: "how well the best class code fits, whatever the size of the values",
  "soft maximum": "the best class's score in soft decoding",
  "log-sum-exp": "the scores of all classes together",
  MSP: "linear classifier: its largest probability",
  MaxLogit: "linear classifier: its largest score",
  Energy: "linear classifier: the scores of all classes together",
  kNN: "linear classifier: distance to the nearest training features",
};
const isLinear = (name) => SCORES[name]?.startsWith("linear") ?? false;
const bestLinear = (rows, name) =>
  rows
    .filter((row) => isLinear(name(row)))
    .reduce((best, row) => (best && best.auroc >= row.auroc ? best : row), null);

/// A rule in plain words: its name and what it accepts.
function ruleName(row, section) {
  const [, radius] = row.rule.match(/^within (\d+)$/) ?? [];
  const words = radius ? `within ${plural(Number(radius), "bit")}` : row.rule;
  const title = capital(words) + (row.default ? " (default)" : "");
  if (row.rule === "exact match") return [title, "accepts class codes only"];
  if (radius) return [title, "accepts codes that near to a class code"];
  const limit = row.default ? `, ${section.rule.replace("code probability ", "")}` : "";
  const threshold = row.threshold && !row.default ? `, ${row.threshold}` : "";
  return [title, (SCORES[row.rule] ?? "") + limit + threshold];
}

const HEADING = ["rule", "known kept", "strangers rejected", "F1", "AUROC", "FPR95"];

function ruleTable(section) {
  const linear = bestLinear(section.rows, (row) => row.rule);
  const isMain = (row) =>
    row.default || row === linear || ["exact match", "within 1"].includes(row.rule);
  const rules = (title, rows) =>
    table(
      title,
      HEADING,
      rows.map((row) => ruleRow(row, section)),
      { class: "rules" },
    );
  const others = section.rows.filter((row) => !isMain(row));
  return [
    rules("Rules that reject strangers", section.rows.filter(isMain)),
    h(
      "p",
      { class: "note" },
      "F1 sums up how many strangers are caught and how many of those caught are strangers, 1 at " +
        "best. AUROC and FPR95 judge the score behind a rule without a threshold: how often a stranger " +
        "looks stranger than a known instance (0.5 is guessing), and what share of the known is lost " +
        "where 95\u00a0% of the strangers are rejected. A score without a threshold has only these two.",
    ),
    others.length
      ? h("details", {}, h("summary", {}, "Other scores"), rules("Other scores", others))
      : null,
  ];
}

const ruleRow = (row, section) => ({
  class: row.default ? "default" : null,
  cells: [
    explained(ruleName(row, section)),
    row.known_kept === null ? "" : percent(row.known_kept),
    row.ood_rejected === null ? "" : percent(row.ood_rejected),
    row.f1 === null ? "" : fixed(row.f1, 3),
    fixed(row.auroc, 3),
    percent(row.fpr95),
  ],
});

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

/// The far right, where nearly all known instances are lost, is of no use to anybody.
const MOST_LOST = 0.3;

/// The part of a curve up to the most that is shown.
function cut(points) {
  const inside = points.filter(([x]) => x <= MOST_LOST);
  const next = points[inside.length];
  if (!next) return inside;
  const [x, y] = inside.at(-1) ?? [0, 0];
  const share = (MOST_LOST - x) / (next[0] - x);
  return [...inside, [MOST_LOST, y + share * (next[1] - y)]];
}

/// The score of the default rule, the distance of the paper's rules, the best of the linear model.
function shownCurves(section) {
  const named = (score, colour) => {
    const curve = section.roc.find((one) => one.score === score);
    return curve ? [{ ...curve, colour }] : [];
  };
  const linear = bestLinear(section.roc, (curve) => curve.score);
  return [
    ...named("code probability", "soft"),
    ...named("distance", "ed"),
    ...(linear ? [{ ...linear, colour: "grey" }] : []),
  ];
}

function rocFigure(section) {
  const curves = shownCurves(section);
  const series = curves.map((curve) => ({
    name: isLinear(curve.score) ? `${curve.score} (linear)` : curve.score,
    colour: curve.colour,
    points: cut(curve.points),
  }));
  const areas = curves.map((curve) => `${curve.score} ${fixed(curve.auroc, 3)}`).join(", ");
  return figure({
    title: "Strangers caught against known lost",
    caption:
      "The nearer a curve runs to the upper left corner the better. Area under the whole curve (AUROC, " +
      `0.5 is guessing): ${areas}.`,
    height: lineChartHeight(series, 320),
    draw: lineChart({
      series,
      height: 320,
      label: "ROC curves of the scores that tell strangers from known instances",
      x: { title: "known rejected", domain: [0, MOST_LOST], format: percentAxis() },
      y: { title: "strangers rejected", domain: [0, 1], format: percentAxis() },
    }),
    numbers: {
      heading: ["score", "AUROC"],
      rows: () => section.roc.map((curve) => [curve.score, fixed(curve.auroc, 3)]),
    },
  });
}

/// The examples of each kind: title, how common it is, and what stands below a picture.
const groups = (section, names) => {
  const doubt = (example) =>
    section.by_probability ? smallPercent(example.probability) : plural(example.distance, "bit");
  return [
    ["rejected", "Strangers that were turned away", 1 - section.strangers_kept, doubt],
    [
      "accepted",
      "Strangers that were let in, and as what",
      section.strangers_kept,
      (example) => [className(names[example.label]), h("br"), doubt(example)],
    ],
    ["lost", "Known instances that were turned away", 1 - section.known_kept, doubt],
  ];
};

const exampleGrid = (section, names) =>
  h(
    "figure",
    { class: "wide" },
    h("h3", {}, "Examples"),
    groups(section, names).map(([key, title, share, below]) =>
      section.examples[key].length === 0
        ? null
        : [
            h("h4", {}, `${title}: ${percent(share)}`),
            h(
              "ul",
              { class: "strip" },
              section.examples[key].map((example) =>
                h(
                  "li",
                  {},
                  picture(example.picture, example.name, 48) ??
                    h("span", { class: "small instance" }, example.name),
                  h("span", { class: "small" }, below(example)),
                ),
              ),
            ),
          ],
    ),
    h(
      "figcaption",
      {},
      `By the rule “${section.rule}”, drawn at random; the number is ` +
        `${section.by_probability ? "that probability" : "the distance to the nearest class code"}, ` +
        "the share that of all strangers, or of all known.",
    ),
  );
