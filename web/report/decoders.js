// The decoders in plain words, the same in every section.
import { h } from "./dom.js";
import { plural } from "./format.js";

const MEANING = {
  linear: ["Linear classifier", "real numbers, no codes"],
  ED: ["Exact match (ED)", "the code is that of a class, or there is no answer"],
  MHD: ["Nearest code (MHD)", "the class whose code differs in the fewest bits"],
  soft: ["Soft decoding", "every class code weighed by how sure each bit is"],
};

/// A decoder by its name in the data: a title and what it does.
export function meaning(decoder) {
  const [, kind, limit] = decoder.match(/^(ball|flips)\((.*)\)$/) ?? [];
  if (kind === "ball") {
    return [`Within ${plural(Number(limit), "bit")}`, "the nearest class code, if it is that near"];
  }
  if (kind === "flips") {
    return [
      limit === "unlimited"
        ? "Flips, no limit"
        : `Flips, at most ${plural(Number(limit), "look-up")}`,
      "likely codes are looked up until one is that of a class",
    ];
  }
  return MEANING[decoder] ?? [decoder, ""];
}

/// A title within a sentence.
export const lowered = (title) => title.charAt(0).toLowerCase() + title.slice(1);

/// The first cell of a table's row: a title, and what it means below.
export const explained = ([title, explanation]) => [
  h("span", { class: "decoder" }, title),
  h("small", {}, explanation),
];
