// The tree of classes that nobody drew: found from the codes alone, with search and zoom.
import { h, table } from "./dom.js";
import { count, plural } from "./format.js";
import { bits, className, distance } from "./pictures.js";
import { layOut } from "./tree_layout.js";
import { treeView } from "./tree_view.js";

const NEIGHBOURS = 8,
  EXAMPLES = 6;

export function dendrogram(bundle) {
  const tree = bundle.taxonomy;
  if (!tree) return null;
  const { codes, names } = bundle.codes;
  const chosen = h(
    "div",
    { class: "chosen", "aria-live": "polite" },
    h("p", { class: "small" }, "Search for a class, take an example, or click a row of the tree."),
  );
  const view = treeView({
    layout: layOut(tree),
    order: tree.order,
    codes,
    names,
    onSelect: select,
  });
  function select(label) {
    view.select(label);
    chosen.replaceChildren(...describe(label));
  }
  const nearest = (label) =>
    codes
      .map((code, other) => ({ other, bits: distance(code, codes[label]) }))
      .filter(({ other }) => other !== label)
      .sort((a, b) => a.bits - b.bits || a.other - b.other);
  const describe = (label) => [
    h("p", {}, className(names[label]), " ", bits(codes[label])),
    h(
      "p",
      { class: "small" },
      "Nearest by code: ",
      nearest(label)
        .slice(0, NEIGHBOURS)
        .map(({ other, bits: apart }) => [
          classButton(names[other], () => select(other)),
          ` ${apart}  `,
        ]),
    ),
  ];
  const section = h(
    "section",
    { id: "tree", "aria-labelledby": "tree-title" },
    h("h2", { id: "tree-title" }, "How the classes relate"),
    h(
      "p",
      {},
      `Nobody told the network that classes resemble each other. Joining the ${count(names.length)} ` +
        `codes that are nearest (${tree.linkage} linkage of Hamming distances), again and again, gives this tree.`,
    ),
    controls(view, names, select, chosen),
    examples(tree.order, names, select),
    chosen,
    h(
      "figure",
      { class: "wide" },
      h("h3", {}, "Tree of the class codes"),
      view.element,
      h(
        "figcaption",
        {},
        "Branches that meet far to the right are classes with nearly the same code; " +
          "the squares are the bits, filled for 1, and whole branches share bits. A wedge is a branch " +
          "too small to draw at this zoom.",
      ),
      h(
        "p",
        { class: "small tree-help" },
        "Keys in the tree: + and − zoom, 0 shows the whole tree, the arrows scroll, " +
          "Enter chooses the row in the middle.",
      ),
      everyClass(codes, names, nearest),
    ),
  );
  section.begin = view.whole;
  return section;
}

function controls(view, names, select, chosen) {
  const byName = new Map(names.map((name, label) => [name.toLowerCase(), label]));
  const input = h("input", {
    id: "class-search",
    type: "search",
    list: "class-names",
    autocomplete: "off",
    placeholder: "name of a class",
  });
  const find = () => {
    const text = input.value.trim().toLowerCase();
    if (!text) return;
    const label =
      byName.get(text) ?? byName.get([...byName.keys()].find((name) => name.includes(text)));
    if (label === undefined)
      chosen.replaceChildren(h("p", {}, `There is no class named “${input.value}”.`));
    else select(label);
  };
  input.addEventListener("change", find);
  const button = (text, label, act) =>
    h("button", { type: "button", "aria-label": label, onclick: act }, text);
  return h(
    "div",
    { class: "tree-controls" },
    h(
      "form",
      {
        role: "search",
        onsubmit: (event) => {
          event.preventDefault();
          find();
        },
      },
      h("label", { for: "class-search" }, "Find a class "),
      input,
      h(
        "datalist",
        { id: "class-names" },
        names.map((name) => h("option", { value: name })),
      ),
    ),
    h(
      "div",
      { class: "buttons", role: "group", "aria-label": "Zoom" },
      button("+", "Zoom in", () => view.zoom(1.6)),
      button("−", "Zoom out", () => view.zoom(1 / 1.6)),
      button("Whole tree", "Show the whole tree", view.whole),
    ),
  );
}

const classButton = (name, act) =>
  h("button", { type: "button", class: "link", onclick: act }, className(name));

/// Some classes from all over the tree, for those who cannot type their names.
function examples(order, names, select) {
  const labels = Array.from(
    { length: EXAMPLES },
    (_, at) => order[Math.floor(((at + 0.5) * order.length) / EXAMPLES)],
  );
  return h(
    "p",
    { class: "small tree-examples" },
    "For example: ",
    [...new Set(labels)].map((label) => [classButton(names[label], () => select(label)), "  "]),
  );
}

/// The same as a table, for readers without the picture; made when it is opened.
function everyClass(codes, names, nearest) {
  const details = h("details", { class: "numbers" }, h("summary", {}, "All classes as a table"));
  details.addEventListener("toggle", () => {
    if (details.childElementCount > 1) return;
    details.append(
      table(
        "Classes, codes and nearest class",
        ["class", "code", "nearest class", "distance"],
        names.map((name, label) => {
          const [first] = nearest(label);
          return [
            name,
            codes[label],
            first ? names[first.other] : "",
            first ? plural(first.bits, "bit") : "",
          ];
        }),
      ),
    );
  });
  return details;
}
