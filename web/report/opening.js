// The first screen: what was learnt, how good, how fast; and all class codes at a glance.
import { h } from "./dom.js";
import { bytes, capital, count, duration, fixed, inWords, percent, time, unbroken } from "./format.js";
import { lowered, meaning } from "./decoders.js";
import { figure } from "./figure.js";
import { colour } from "./theme.js";

const rowOf = (rows, decoder) => rows?.find((row) => row.decoder === decoder);
/// The most accurate decoder; of equals the last, since the rows go from simple to soft.
const bestRow = (bundle) =>
  bundle.accuracy?.rows.reduce((best, row) => (row.accuracy >= best.accuracy ? row : best));

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
  const size = bytes(numBits / 8);
  if (!accuracy) {
    return (
      `A network learnt one code of ${numBits} bits (${size}) for each of ` +
      `${count(numClasses)} classes, and turns every instance into such a code.`
    );
  }
  const nearest = rowOf(accuracy.rows, "MHD").accuracy;
  return (
    `A network turned each of ${count(accuracy.instances)} test instances into ${numBits} bits, ` +
    `that is ${size}. From these bits alone ${percent(nearest)} get the right one of ` +
    `${count(numClasses)} classes${certainty(accuracy)}.` +
    againstLinear(accuracy, size) +
    unseen(bundle)
  );
}

/// What soft decoding adds.
function certainty({ rows }) {
  const soft = rowOf(rows, "soft");
  return soft ? `; knowing how sure each bit is, ${percent(soft.accuracy)} do` : "";
}

/// Differences below this are called none.
const ALIKE = 0.005;

function againstLinear({ linear, linear_features: features, rows }, size) {
  if (linear === undefined) return "";
  const behind = linear - rowOf(rows, "MHD").accuracy;
  const verdict =
    behind < ALIKE
      ? `${size} do what ${bytes(4 * features)} of real numbers do`
      : `${fixed(100 * behind, 1)} points more than the bits alone`;
  return (
    ` A linear classifier on ${count(features)} real numbers (${bytes(4 * features)}) reaches ` +
    `${percent(linear)}: ${verdict}.`
  );
}

/// What sets the test data apart, for the data whose making is known.
export const unseen = (bundle) =>
  /^kanji-1000/.test(bundle.data)
    ? " The test pictures are in typefaces that neither training nor validation had."
    : "";

function tiles(bundle) {
  const list = [];
  const best = bestRow(bundle);
  if (best) list.push([percent(best.accuracy), `right, ${lowered(meaning(best.decoder)[0])}`]);
  list.push([bytes(bundle.codes.num_bits / 8), "for an instance"]);
  const lookUp = rowOf(bundle.speed?.decoders, "MHD")?.nanoseconds;
  if (lookUp !== undefined)
    list.push([unbroken(time(lookUp)), "to look up the nearest code, after the network"]);
  const training = bundle.speed?.training_seconds;
  if (training) list.push([unbroken(duration(training)), "of training on this CPU"]);
  return list;
}

const ROW = 6;

/// Every column is a class, every row a bit, in the order of the tree where there is one.
function wall(bundle) {
  const { codes, num_bits: numBits, num_classes: numClasses } = bundle.codes;
  const order = bundle.taxonomy?.order ?? codes.map((_, at) => at);
  return figure({
    title: `All ${count(numClasses)} class codes, side by side`,
    level: "h2",
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
