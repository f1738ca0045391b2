// What a bit means: the pictures and classes on either side of it, the surest at the outer edges.
import { h } from "./dom.js";
import { count, fixed, percent, plural } from "./format.js";
import { figure } from "./figure.js";
import { bits, className, picture } from "./pictures.js";
import { valueHistogram, valueHistogramHeight } from "./value_histogram.js";

export function splits(bundle) {
  const section = bundle.bits;
  if (!section) return null;
  let chosen = 0;
  const summary = h("p", { class: "bit-summary", "aria-live": "polite" });
  const panel = h("div", { class: "split" });
  const frame = figure({
    title: "The two sides of a bit",
    caption: caption(section),
    below: panel,
    height: () => valueHistogramHeight,
    draw: (width) => histogramOf(section, chosen)(width),
    numbers: { heading: HEADING, rows: () => section.bits.map((bit, at) => row(bit, at, bundle)) },
  });
  function select(bit) {
    chosen = bit;
    summary.replaceChildren(...summaryOf(section, bit));
    panel.replaceChildren(...sidesOf(bit, bundle));
    frame.redraw();
  }
  select(0);
  return h(
    "section",
    { id: "splits", "aria-labelledby": "splits-title" },
    h("h2", { id: "splits-title" }, "What a bit means"),
    h(
      "p",
      {},
      "Nobody said what a bit should stand for: each is learnt because it tells classes apart. " +
        "Its meaning shows when the test instances are sorted by its real value, those surely a 0 at " +
        "one end, those surely a 1 at the other.",
    ),
    choice(section, bundle.codes.num_bits, select),
    summary,
    frame,
  );
}

/// Radio buttons: one stop of the tab key, and the arrows go from bit to bit.
const choice = (section, numBits, select) =>
  h(
    "fieldset",
    { class: "bit-choice" },
    h(
      "legend",
      {},
      section.bits.length < numBits
        ? `Choose one of the first ${section.bits.length} bits:`
        : "Choose a bit:",
    ),
    section.bits.map((_, at) =>
      h(
        "label",
        {},
        h("input", {
          type: "radio",
          name: "bit",
          value: at,
          checked: at === 0,
          "aria-label": `bit ${at + 1}`,
          onchange: () => select(at),
        }),
        h("span", {}, String(at + 1)),
      ),
    ),
  );

function summaryOf(section, at) {
  const { right, minus, plus } = section.bits[at];
  return [
    h("b", {}, `Bit ${at + 1}`),
    `: a 0 for ${plural(minus.classes, "class", "classes")}, a 1 for ${count(plus.classes)}; ` +
      `right for ${percent(right)} of ${plural(section.instances, "test instance")}.`,
  ];
}

const hasPicture = ({ picture: place }) => place >= 0;
const shownOf = ({ minus, plus }) =>
  [minus, plus].flatMap(({ surest, unsure }) => [...surest, ...unsure]);

const caption = (section) =>
  section.bits.some((bit) => shownOf(bit).some(hasPicture))
    ? "What the pictures that are surely a 0 share and those that are surely a 1 lack is what the " +
      "bit tells apart. Each end shows as many classes as it can; a cross marks a picture whose " +
      "class has the other value."
    : "The farther apart the two heaps lie, the surer is the bit; what the first classes of one side " +
      "share and those of the other lack is what it tells apart.";

function histogramOf(section, at) {
  const { minus_values: minus, plus_values: plus } = section.bits[at];
  return valueHistogram({
    limit: section.limit,
    series: [
      { name: "class has a 0", mark: "value0", counts: minus },
      { name: "class has a 1", mark: "value1", counts: plus },
    ],
    label: `Histogram of the real values of bit ${at + 1}, for classes with a 0 and with a 1`,
  });
}

/// The surest of both sides and, between them, the least sure in the order of their values.
function sidesOf(at, bundle) {
  const { minus, plus } = bundle.bits.bits[at];
  const of = (bit) => (instance) => ({
    ...instance,
    strayed: bundle.codes.codes[instance.label][at] !== bit,
  });
  const between = [...minus.unsure.map(of("0")).reverse(), ...plus.unsure.map(of("1"))];
  return [
    sideOf("0", minus, minus.surest.map(of("0")), bundle),
    between.length ? middle(between, bundle) : null,
    sideOf("1", plus, plus.surest.map(of("1")), bundle),
  ].filter(Boolean);
}

const sideOf = (bit, side, surest, bundle) =>
  h(
    "div",
    { class: `split-side split-${bit}` },
    h("h4", {}, bits(bit), `Surely a ${bit}`),
    strip(surest, bundle),
    classesOf(side, bundle),
  );

/// Where there are no pictures, the classes of the least sure say where the bit hesitates.
const middle = (between, bundle) =>
  h(
    "div",
    { class: "split-side split-middle" },
    h("h4", {}, "Least sure"),
    strip(between, bundle) ??
      h(
        "p",
        { class: "small" },
        "instances of ",
        listed([...new Set(between.map(({ label }) => label))], bundle),
      ),
  );

/// Pictures with their values; nothing where no instance has a picture.
const strip = (instances, { bits: { limit } }) =>
  instances.some(hasPicture)
    ? h(
        "ol",
        { class: "strip" },
        instances.map(({ picture: place, name, value, strayed }) =>
          h(
            "li",
            { class: strayed ? "other" : null },
            picture(place, `${name}${strayed ? ", whose class has the other value" : ""}`, 48),
            h("span", { class: "small" }, `${fixed(value, limit < 1 ? 2 : 1)}${strayed ? " ✗" : ""}`),
          ),
        ),
      )
    : null;

/// A name keeps its comma.
const listed = (labels, { codes: { names } }) =>
  labels.map((label, at) => [
    h("span", { class: "listed" }, className(names[label]), at + 1 < labels.length ? "," : ""),
    " ",
  ]);

function classesOf(side, bundle) {
  const more = side.classes - side.first_classes.length;
  return h(
    "p",
    { class: "small" },
    `${plural(side.classes, "class", "classes")}: `,
    listed(side.first_classes, bundle),
    more > 0 ? `and ${count(more)} more` : "",
  );
}

const HEADING = ["bit", "right", "classes with a 0", "classes with a 1", "surest 0", "surest 1"];
const NAMED = 3;

const row = ({ right, minus, plus }, at, { codes: { names } }) => [
  String(at + 1),
  percent(right, 2),
  count(minus.classes),
  count(plus.classes),
  ...[minus, plus].map((side) =>
    side.first_classes
      .slice(0, NAMED)
      .map((label) => names[label])
      .join(", "),
  ),
];
