// The first screen: what was learnt, how good, how fast; and all class codes at a glance.
import { h } from "./dom.js";
import { bytes, capital, count, duration, inWords, percent, time } from "./format.js";
import { figure } from "./figure.js";
import { colour } from "./theme.js";

export const accuracyOf = (bundle, decoder) =>
  bundle.accuracy?.rows.find((row) => row.decoder === decoder)?.accuracy;
export const bestRow = (bundle) =>
  bundle.accuracy?.rows.reduce((best, row) => (row.accuracy > best.accuracy ? row : best));
const timeOf = (bundle, decoder) =>
  bundle.speed?.decoders?.find((row) => row.decoder === decoder)?.nanoseconds;

export function opening(bundle) {
  const { num_bits: numBits, num_classes: numClasses } = bundle.codes;
  return h(
    "section",
    { id: "opening", class: "opening", "aria-labelledby": "title" },
    h("p", { class: "kicker" }, bundle.data || bundle.folder),
    h("h1", { id: "title" }, `${capital(inWords(numBits))} bits, ${inWords(numClasses)} classes`),
    h("p", { class: "lead" }, story(bundle)),
    h(
      "dl",
      { class: "tiles" },
      tiles(bundle).map(([value, name]) => h("div", {}, h("dt", {}, name), h("dd", {}, value))),
    ),
    wall(bundle),
  );
}

function story(bundle) {
  const { num_bits: numBits, num_classes: numClasses } = bundle.codes;
  const { accuracy } = bundle;
  const best = bestRow(bundle);
  const size = bytes(numBits / 8);
  if (!best) {
    return (
      `A network learnt one code of ${numBits} bits (${size}) for each of ` +
      `${count(numClasses)} classes, and turns every instance into such a code.`
    );
  }
  const linear =
    accuracy.linear === undefined
      ? ""
      : ` A linear classifier on ${count(accuracy.linear_features ?? 0)} real numbers ` +
        `(${bytes(4 * (accuracy.linear_features ?? 0))}) reaches ${percent(accuracy.linear)}.`;
  return (
    `A network turned each of ${count(accuracy.instances)} test instances into ${numBits} bits, ` +
    `that is ${size}. From these bits, and how sure each of them is, ${percent(best.accuracy)} get ` +
    `the right one of ${count(numClasses)} classes.${linear}`
  );
}

function tiles(bundle) {
  const list = [];
  const best = bestRow(bundle);
  if (best) list.push([percent(best.accuracy), "right, soft decoding"]);
  list.push([bytes(bundle.codes.num_bits / 8), "for an instance"]);
  const lookUp = timeOf(bundle, "MHD");
  if (lookUp !== undefined) list.push([time(lookUp), "to find the nearest class code"]);
  const training = bundle.speed?.training_seconds;
  if (training) list.push([duration(training), "of training on this CPU"]);
  return list;
}

const ROW = 6;

/// Every column is a class, every row a bit, in the order of the tree where there is one.
function wall(bundle) {
  const { codes, num_bits: numBits, num_classes: numClasses } = bundle.codes;
  const order = bundle.taxonomy?.order ?? codes.map((_, at) => at);
  return figure({
    title: `All ${count(numClasses)} class codes, side by side`,
    caption:
      "Each column is a class and each row a bit; neighbouring columns are neighbours in the " +
      "tree of classes, and blocks of one colour are bits that whole families share.",
    wide: true,
    canvas: true,
    height: () => numBits * ROW,
    draw: (width) => {
      const columns = Math.min(order.length, Math.floor(width / 1.5));
      const canvas = h("canvas", {
        class: "wall",
        role: "img",
        width: columns,
        height: numBits,
        style: `height:${numBits * ROW}px`,
        "aria-label": `${count(numClasses)} codes of ${numBits} bits as coloured columns`,
      });
      const context = canvas.getContext("2d");
      for (let column = 0; column < columns; column += 1) {
        const code = codes[order[Math.floor((column * order.length) / columns)]];
        for (let bit = 0; bit < numBits; bit += 1) {
          context.fillStyle = colour(code[bit] === "1" ? "bit1" : "bit0");
          context.fillRect(column, bit, 1, 1);
        }
      }
      return canvas;
    },
  });
}
