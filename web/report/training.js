// The training curves: accuracy on validation data and loss, epoch by epoch.
import { h } from "./dom.js";
import { fixed, percent, percentAxis } from "./format.js";
import { figure } from "./figure.js";
import { lineChart, lineChartHeight } from "./line_chart.js";

const PHASES = { linear: "linear", phase1: "phase 1", phase2: "phase 2" };

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
      "First a linear classifier, whose weights give the class codes a start; then the class " +
        "codes themselves (phase 1); then, with these fixed, the bits of every instance (phase 2).",
    ),
    h("div", { class: "pair" }, accuracyFigure(epochs), lossFigure(epochs)),
  );
}

/// Where each phase begins, as upright marks.
const phaseMarks = (epochs) =>
  epochs.flatMap((epoch, at) =>
    at === 0 || epochs[at - 1].phase !== epoch.phase
      ? [{ x: at + 0.5, name: PHASES[epoch.phase] ?? epoch.phase }]
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

const epochAxis = (epochs) => ({
  title: "epoch",
  domain: [0.5, epochs.length + 0.5],
  format: (value) => String(Math.round(value)),
});

function accuracyFigure(epochs) {
  const series = [
    lineOf(epochs, "linear", "linear", "grey"),
    lineOf(epochs, "soft", "soft", "soft"),
    lineOf(epochs, "hamming", "nearest", "mhd"),
    lineOf(epochs, "exact", "exact", "ed"),
  ].filter((line) => line.points.length);
  return figure({
    title: "Accuracy on validation data",
    caption:
      "Phase 2 teaches instances to hit their class code: exact match rises most, and the " +
      "decoders come together.",
    height: lineChartHeight(series, 320),
    draw: lineChart({
      series,
      height: 320,
      label: "Validation accuracy by epoch and decoder",
      marks: phaseMarks(epochs),
      x: epochAxis(epochs),
      y: { title: "right", domain: [0, 1], format: percentAxis() },
    }),
    numbers: {
      heading: ["epoch", "phase", "linear", "exact", "nearest", "soft", "loss"],
      rows: () =>
        epochs.map((epoch, at) => [
          String(at + 1),
          PHASES[epoch.phase] ?? epoch.phase,
          ...["linear", "exact", "hamming", "soft"].map((field) =>
            epoch[field] === null ? "" : percent(epoch[field]),
          ),
          fixed(epoch.loss, 3),
        ]),
    },
  });
}

function lossFigure(epochs) {
  const series = [lineOf(epochs, "loss", "loss", "soft")];
  const largest = Math.max(...epochs.map((epoch) => epoch.loss));
  return figure({
    title: "Training loss",
    caption: "Each phase has its own loss, so heights compare within a phase only.",
    height: lineChartHeight(series, 320),
    draw: lineChart({
      series,
      height: 320,
      label: "Training loss by epoch",
      marks: phaseMarks(epochs),
      x: epochAxis(epochs),
      y: {
        title: "loss",
        domain: [0, largest * 1.05],
        format: (value, exact) => fixed(value, exact ? 3 : 1),
      },
    }),
  });
}
