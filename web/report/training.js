// The training curves: accuracy on validation data and loss, epoch by epoch.
import { h } from "./dom.js";
import { fixed, numberAxis, percent, percentAxis } from "./format.js";
import { tightDomain } from "./axes.js";
import { unseen } from "./opening.js";
import { figure } from "./figure.js";
import { lineChart, lineChartHeight } from "./line_chart.js";

const HEIGHT = 360;
const PHASES = { linear: "linear", phase1: "phase 1", phase2: "phase 2" };
const phaseName = (epoch) => PHASES[epoch.phase] ?? epoch.phase;

export function training(bundle) {
  const epochs = bundle.training;
  if (!epochs) return null;
  return h(
    "section",
    { id: "training", "aria-labelledby": "training-title" },
    h("h2", { id: "training-title" }, "How it was learnt"),
    h(
      "p",
      {},
      "First a linear classifier, from which the class codes start, and which may go on learning " +
        "beside them; then the class codes themselves (phase 1); then, with these fixed, the bits of every instance (phase 2). " +
        `Accuracy here is measured on validation data.${testNote(bundle)}`,
    ),
    h("div", { class: "pair" }, accuracyFigure(epochs), lossFigure(epochs)),
  );
}

/// Why the last epoch differs from the opening.
const testNote = (bundle) =>
  bundle.accuracy ? ` That of the opening is measured on test data.${unseen(bundle)}` : "";

/// Where each phase begins, as upright marks.
const phaseMarks = (epochs) =>
  epochs.flatMap((epoch, at) =>
    at === 0 || epochs[at - 1].phase !== epoch.phase
      ? [{ x: at + 0.5, name: phaseName(epoch) }]
      : [],
  );

/// A line of one field, broken between phases.
function lineOf(epochs, field, name, colour) {
  const points = [],
    breaks = new Set();
  let phase;
  epochs.forEach((epoch, at) => {
    if (epoch[field] === null || epoch[field] === undefined) return;
    if (phase !== undefined && phase !== epoch.phase) breaks.add(points.length);
    phase = epoch.phase;
    points.push([at + 1, epoch[field]]);
  });
  return { name, colour, points, breaks, dots: points.length < 60 };
}

/// Whole epochs under the chart, some six of them.
function epochAxis(first, last) {
  const step = Math.ceil((last - first + 1) / 6);
  const ticks = [];
  for (let epoch = first; epoch <= last; epoch += step) ticks.push(epoch);
  return { title: "epoch", domain: [first - 0.5, last + 0.5], ticks, format: String };
}

const FIELDS = ["linear", "exact", "hamming", "soft"];

function accuracyFigure(epochs) {
  const series = [
    lineOf(epochs, "linear", "linear", "grey"),
    lineOf(epochs, "soft", "soft", "soft"),
    lineOf(epochs, "hamming", "nearest", "mhd"),
    lineOf(epochs, "exact", "exact", "ed"),
  ].filter((line) => line.points.length);
  const domain = tightDomain(
    series.flatMap((line) => line.points.map(([, share]) => share)),
    1,
  );
  return figure({
    title: "Accuracy on validation data",
    caption:
      "Phase 2 teaches instances to hit their class code: exact match rises most, and the " +
      `decoders come together.${domain[0] > 0 ? " The axis does not begin at zero." : ""}`,
    height: lineChartHeight(series, HEIGHT),
    draw: lineChart({
      series,
      height: HEIGHT,
      label: "Validation accuracy by epoch and decoder",
      marks: phaseMarks(epochs),
      x: epochAxis(1, epochs.length),
      y: { title: "right", domain, format: percentAxis() },
    }),
    numbers: {
      heading: ["epoch", "phase", "linear", "exact", "nearest", "soft"],
      rows: () =>
        epochs.map((epoch, at) => [
          String(at + 1),
          phaseName(epoch),
          ...FIELDS.map((field) => (epoch[field] === null ? "" : percent(epoch[field]))),
        ]),
    },
  });
}

/// The epochs of each phase: {name, first, losses}, `first` counted over the whole run.
function phasesOf(epochs) {
  const phases = [];
  epochs.forEach((epoch, at) => {
    if (at === 0 || epochs[at - 1].phase !== epoch.phase)
      phases.push({ name: phaseName(epoch), first: at + 1, losses: [] });
    phases.at(-1).losses.push(epoch.loss);
  });
  return phases;
}

/// A chart a phase, since the losses of two phases have nothing in common.
function lossFigure(epochs) {
  const phases = phasesOf(epochs);
  const panels = phases.filter(({ losses }) => losses.length > 1).map(lossPanel);
  if (!panels.length) return null;
  return figure({
    title: "Training loss",
    caption: `Each phase has a loss, and here an axis, of its own: ${phases.map(lossStory).join("; ")}.`,
    height: (width) => panels.reduce((sum, panel) => sum + panel.height(width), 0),
    draw: (width) =>
      h(
        "div",
        {},
        panels.map((panel) => panel.draw(width)),
      ),
    numbers: {
      heading: ["epoch", "phase", "loss"],
      rows: () =>
        epochs.map((epoch, at) => [String(at + 1), phaseName(epoch), fixed(epoch.loss, 3)]),
    },
  });
}

function lossPanel({ name, first, losses }) {
  const points = losses.map((loss, at) => [first + at, loss]);
  const series = [{ name, colour: "soft", points, dots: points.length < 60 }];
  return {
    height: lineChartHeight(series, HEIGHT / 2),
    draw: lineChart({
      series,
      height: HEIGHT / 2,
      label: `Training loss by epoch, ${name}`,
      x: epochAxis(first, first + losses.length - 1),
      y: { title: "loss", domain: tightDomain(losses), format: numberAxis(3) },
    }),
  };
}

const lossStory = ({ name, losses }) =>
  losses.length === 1
    ? `${name} took one epoch, at ${fixed(losses[0], 2)}`
    : `${name} went from ${fixed(losses[0], 2)} to ${fixed(losses.at(-1), 2)}`;
