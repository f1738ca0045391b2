// How one picture is read: real values, their signs, and the class code that fits them best.
import { h, s } from "./dom.js";
import { figure } from "./figure.js";
import { bits, className, distance, picture } from "./pictures.js";
import { inWords, plural } from "./format.js";

const KINDS = {
  exact: "All bits are right: one look-up finds the class.",
  nearest: "Some bits are wrong, but the nearest class code is still the right one.",
  soft: "The nearest code is wrong; weighing each bit by how sure it is finds the class.",
  tie: "Several class codes are equally near; the values decide which of them fits best.",
  wrong: "Here even soft decoding is wrong.",
};

export function reading(bundle) {
  if (!bundle.reading?.length) return null;
  const { names, codes } = bundle.codes;
  const panel = h("div", { class: "reading-panel", "aria-live": "polite" });
  const buttons = bundle.reading.map((example) =>
    h(
      "button",
      {
        type: "button",
        class: "pick",
        "aria-pressed": "false",
        "aria-label": `Example: ${example.name}`,
        onclick: () => select(example),
      },
      picture(example.picture, example.name, 48) ?? className(names[example.truth]),
    ),
  );
  function select(example) {
    buttons.forEach((button, at) =>
      button.setAttribute("aria-pressed", String(bundle.reading[at] === example)),
    );
    panel.replaceChildren(...describe(example, names, codes));
    panel.querySelector("figure").start();
  }
  const section = h(
    "section",
    { id: "reading", "aria-labelledby": "reading-title" },
    h("h2", { id: "reading-title" }, "How a picture becomes bits"),
    h(
      "p",
      {},
      `The network gives ${inWords(bundle.codes.num_bits)} real numbers. Their signs are the ` +
        "bits of the picture; a class is found by comparing them with the class codes.",
    ),
    h("p", { class: "choose" }, "Choose an example:"),
    h("div", { class: "picks", role: "group", "aria-label": "Examples" }, buttons),
    panel,
  );
  section.begin = () => select(bundle.reading[0]);
  return section;
}

function describe(example, names, codes) {
  const truth = codes[example.truth];
  const wrong = [...example.code].filter((bit, at) => bit !== truth[at]).length;
  const answer = (label) => (label < 0 ? "no class" : className(names[label]));
  const judged = (label) => (label === example.truth ? " ✓" : " ✗");
  return [
    h(
      "div",
      { class: "reading-head" },
      picture(example.picture, example.name, 96),
      h(
        "div",
        {},
        h("p", { class: "reading-name" }, example.name),
        h("p", {}, KINDS[example.kind]),
      ),
    ),
    valueFigure(
      example,
      wrong,
      h(
        "dl",
        { class: "code-rows" },
        h("dt", {}, "bits of the picture"),
        h("dd", {}, bits(example.code, truth)),
        codeRow(example, example.truth, { names, codes }),
        wrongAnswers(example).map((label) => codeRow(example, label, { names, codes })),
      ),
    ),
    h(
      "ul",
      { class: "answers" },
      h("li", {}, h("span", {}, "Exact match "), answer(example.exact), judged(example.exact)),
      h(
        "li",
        {},
        h("span", {}, `Nearest code, ${plural(example.distance, "bit")} away `),
        isTied(example, wrong)
          ? `tie of ${inWords(example.nearest_ties)}`
          : [answer(example.nearest), judged(example.nearest)],
      ),
      h("li", {}, h("span", {}, "Soft decoding "), answer(example.soft), judged(example.soft)),
    ),
  ];
}

/// Whether the right class is one of several that are equally near.
const isTied = (example, wrong) => example.nearest_ties > 1 && wrong === example.distance;

/// Classes other than the true one that a decoder gave.
const wrongAnswers = ({ truth, nearest, soft }) =>
  [...new Set([nearest, soft])].filter((label) => label >= 0 && label !== truth);

const codeRow = (example, label, { names, codes }) => [
  h(
    "dt",
    {},
    "code of ",
    className(names[label]),
    `, ${plural(distance(example.code, codes[label]), "bit")} away`,
    label === example.truth ? "" : ", not its class",
  ),
  h("dd", {}, bits(codes[label])),
];

const HEIGHT = 150;

/// Bars up for a 1 and down for a 0; their length is how sure the bit is.
function valueFigure(example, wrong, below) {
  const { values, code } = example;
  const largest = Math.max(...values.map(Math.abs), 1e-6);
  return figure({
    title: "Real values of the bits",
    caption: `Bars point up for a 1 and down for a 0; ${
      wrong === 0
        ? "all bits are those of the class"
        : `the ${wrong} wrong bit${wrong > 1 ? "s have rings" : " has a ring"} below`
    }, and short bars are unsure bits.`,
    below,
    height: () => HEIGHT,
    numbers: {
      heading: ["bit", "value", "sign"],
      rows: () => values.map((value, at) => [String(at + 1), value.toFixed(2), code[at]]),
    },
    draw: (width) => {
      const slot = width / values.length;
      return s(
        "svg",
        {
          viewBox: `0 0 ${width} ${HEIGHT}`,
          width,
          height: HEIGHT,
          role: "img",
          "aria-label": `${values.length} real values between ${Math.min(...values)} and ${Math.max(...values)}`,
        },
        s("line", { class: "zero", x1: 0, x2: width, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
        values.map((value, at) => {
          const length = Math.max(1, (Math.abs(value) / largest) * (HEIGHT / 2 - 6));
          return s("rect", {
            class: `value${code[at]}`,
            x: at * slot + slot * 0.12,
            width: slot * 0.76,
            height: length,
            y: value >= 0 ? HEIGHT / 2 - length : HEIGHT / 2,
          });
        }),
      );
    },
  });
}
