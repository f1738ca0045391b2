// Elements in one expression: h("p", {class: "lead"}, "text", child).

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(
    ...children.flat(Infinity).filter((child) => child !== null && child !== undefined),
  );
  return element;
}

export const h = (tag, attributes, ...children) =>
  fill(document.createElement(tag), attributes, children);

export const s = (tag, attributes, ...children) =>
  fill(document.createElementNS(SVG, tag), attributes, children);

export const reducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/// A table with a heading row; the first cell of each row names it. A row is a list of cells, or
/// {cells, class}.
export function table(caption, heading, rows, attributes) {
  return h(
    "div",
    { class: "scroll", role: "region", tabindex: "0", "aria-label": caption },
    h(
      "table",
      attributes,
      h("caption", {}, caption),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          heading.map((text) => h("th", { scope: "col" }, text)),
        ),
      ),
      h(
        "tbody",
        {},
        rows.map((row) =>
          h(
            "tr",
            { class: row.class },
            (row.cells ?? row).map((cell, column) =>
              column === 0 ? h("th", { scope: "row" }, cell) : h("td", {}, cell),
            ),
          ),
        ),
      ),
    ),
  );
}
