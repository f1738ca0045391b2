// Small pictures from the one sheet, names of classes, and codes as rows of coloured bits.
import { h } from "./dom.js";

let sheet = null;
let han = false;

export function startPictures(bundle) {
  sheet = bundle.pictures;
  han = /^kanji/.test(bundle.data);
  if (!sheet) return;
  document.head.append(h("style", {}, `.picture{background-image:url(${sheet.sheet})}`));
}

export const hasPictures = () => sheet !== null;

/// A picture by its place on the sheet; a plain tile where that one is missing, nothing where the
/// data has no pictures at all.
export function picture(place, name, size = 48) {
  if (!sheet) return null;
  const box = `width:${size}px;height:${size}px`;
  if (place < 0) return h("span", { class: "no-picture", style: box, title: name }, "?");
  const column = place % sheet.columns,
    row = Math.floor(place / sheet.columns);
  const position =
    `background-size:${sheet.columns * size}px auto;` +
    `background-position:${-column * size}px ${-row * size}px`;
  return h("span", {
    class: sheet.ink ? "picture ink" : "picture",
    role: "img",
    "aria-label": name,
    title: name,
    style: `${box};${position}`,
  });
}

/// The name of a class, marked as Japanese where it is, so that it gets the right typeface. Long
/// names may break behind an underscore.
export const className = (name) =>
  h(
    "b",
    { class: "class-name", lang: han ? "ja" : null },
    name.split(/(?<=_)/).map((part, at) => [at ? h("wbr") : null, part]),
  );

/// A code as squares: filled for 1, pale for 0; a ring where it differs from `other`.
export function bits(code, other) {
  const wrong = other ? [...code].filter((bit, at) => bit !== other[at]).length : 0;
  return h(
    "span",
    {
      class: "bits",
      role: "img",
      "aria-label": `code ${code}${other ? `, ${wrong} bits differ` : ""}`,
    },
    [...code].map((bit, at) =>
      h("i", { class: `bit${bit}${other && other[at] !== bit ? " differs" : ""}` }),
    ),
  );
}

export function distance(a, b) {
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += a[at] !== b[at];
  return sum;
}
