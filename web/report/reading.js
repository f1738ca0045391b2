// How one picture is read: real values, their signs, and the class code that fits them best.
import { h, s } from "./dom.js";
import { figure } from "./figure.js";
import { bits, className, picture } from "./pictures.js";
import { inWords } from "./format.js";

const KINDS = {
  exact: "All bits are right: one look-up finds the class.",
  nearest: "Some bits are wrong, but the nearest class code is still the right one.",
  soft: "The nearest code would be wrong; weighing each bit by how sure it is finds the class.",
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
      picture(example.picture, example.name, 48),
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
        "bits of the picture; a class is found by comparing them with the class codes. Choose an example:",
    ),
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
  const judged = (label, ties = 1) => (label === example.truth && ties === 1 ? " ✓" : " ✗");
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
        h("dt", {}, "code of ", className(names[example.truth])),
        h("dd", {}, bits(truth)),
      ),
    ),
    h(
      "ul",
      { class: "answers" },
      h("li", {}, h("span", {}, "Exact match "), answer(example.exact), judged(example.exact)),
      h(
        "li",
        {},
        h("span", {}, `Nearest code, ${example.distance} away `),
        answer(example.nearest),
        example.nearest_ties > 1 ? ` (${example.nearest_ties} tie)` : "",
        judged(example.nearest, example.nearest_ties),
      ),
      h("li", {}, h("span", {}, "Soft "), answer(example.soft), judged(example.soft)),
    ),
  ];
}

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
