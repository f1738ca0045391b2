// Inner products of class codes beside those of real-valued class representations, ordered alike.
import { h } from "./dom.js";
import { count, fixed } from "./format.js";
import { figure, hideTip, showTip } from "./figure.js";
import { channels, colour } from "./theme.js";

export function heatMap(bundle) {
  const map = bundle.heat_map;
  if (!map) return null;
  return h(
    "section",
    { id: "heat-map", "aria-labelledby": "heat-map-title" },
    h("h2", { id: "heat-map-title" }, "Codes against real numbers"),
    h(
      "p",
      {},
      `The linear classifier keeps ${count(map.features)} real numbers for each class. If the codes mean ` +
        "something, classes that are alike there are alike here. For each class, the others are ranked by both; " +
        `the ranks agree with a Spearman correlation of ${fixed(map.spearman, 2)} on average ` +
        `(random codes: ${fixed(map.spearman_random, 2)}; the paper reports ${fixed(map.spearman_paper, 2)} on ImageNet-1K).` +
        (map.spearman_means === null
          ? ""
          : ` Against the classes' mean features it is ${fixed(map.spearman_means, 2)}.`),
    ),
    h(
      "div",
      { class: "pair" },
      matrixFigure(
        bundle,
        map.codes,
        "Class codes",
        "Each cell is the mean similarity of two groups of neighbours in the tree, blue for alike " +
          `and orange for opposite; a class is never compared with itself. ${alikeness(map.codes.alike)}`,
      ),
      matrixFigure(
        bundle,
        map.real,
        "Real-valued class representations",
        "The rows of the linear classifier, in the order that the codes' tree gave: what is blue " +
          `here is alike without any code. ${alikeness(map.real.alike)}`,
      ),
    ),
  );
}

const similarity = (mean) => fixed(mean, 3);

/// How alike neighbours are against others, in numbers.
function alikeness({ within, adjacent, far }) {
  const parts = [
    [within, "within a group"],
    [adjacent, "of adjacent groups"],
    [far, "of groups farther apart"],
  ];
  const known = parts.filter(([mean]) => mean !== null);
  return `Mean similarity: ${known.map(([mean, who]) => `${who} ${similarity(mean)}`).join(", ")}.`;
}

const decode = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
/// A class alone in its group: there is no pair.
const NOTHING = 0;
const value = (byte) => (byte - 128) / 127;

function matrixFigure(bundle, matrix, title, caption) {
  const { cells } = bundle.heat_map;
  const values = decode(matrix.values);
  return figure({
    title,
    caption,
    below: colourScale(matrix.scale),
    canvas: true,
    height: (width) => Math.min(width, 520),
    draw: (width) => {
      const side = Math.min(width, 520);
      const canvas = h("canvas", {
        class: "heat",
        role: "img",
        width: cells,
        height: cells,
        style: `width:${side}px;height:${side}px`,
        "aria-label": `${title}: similarities of ${cells} groups of classes`,
        onpointermove: (event) => describe(event, bundle, values, matrix.scale),
        onpointerleave: hideTip,
      });
      canvas.getContext("2d").putImageData(paint(values, cells), 0, 0);
      return canvas;
    },
  });
}

/// What the colours mean, in numbers; cells beyond the ends have the colours of the ends.
const colourScale = (scale) =>
  h(
    "div",
    { class: "colour-scale" },
    [-scale, 0, scale].map((end) => h("span", {}, similarity(end))),
  );

/// From one colour through paper to the other.
function paint(values, cells) {
  const [low, middle, high] = ["heat-low", "heat-zero", "heat-high"].map((name) =>
    channels(colour(name)),
  );
  const image = new ImageData(cells, cells);
  values.forEach((byte, at) => {
    if (byte === NOTHING) return;
    const strength = value(byte),
      end = strength > 0 ? high : low,
      share = Math.abs(strength) ** 0.8;
    for (let channel = 0; channel < 3; channel += 1) {
      image.data[4 * at + channel] = middle[channel] + share * (end[channel] - middle[channel]);
    }
    image.data[4 * at + 3] = 255;
  });
  return image;
}

function describe(event, bundle, values, scale) {
  const box = event.target.getBoundingClientRect(),
    { cells } = bundle.heat_map;
  const at = (offset, size) =>
    Math.min(cells - 1, Math.max(0, Math.floor((offset / size) * cells)));
  const row = at(event.clientY - box.top, box.height),
    column = at(event.clientX - box.left, box.width);
  const { order } = bundle.taxonomy,
    { names } = bundle.codes;
  const group = (cell) => {
    const from = Math.floor((cell * order.length) / cells),
      to = Math.max(from + 1, Math.floor(((cell + 1) * order.length) / cells));
    return order
      .slice(from, to)
      .slice(0, 6)
      .map((label) => names[label])
      .join(" ");
  };
  const byte = values[row * cells + column];
  showTip(event, [
    group(row),
    `with ${group(column)}`,
    byte === NOTHING ? "the same class" : `similarity ${similarity(value(byte) * scale)}`,
  ]);
}
