// Builds the page from the bundle, section by section.
import { h } from "./dom.js";
import { startFigures } from "./figure.js";
import { startPictures } from "./pictures.js";
import { startTheme } from "./theme.js";
import { opening } from "./opening.js";
import { reading } from "./reading.js";
import { results } from "./results.js";
import { training } from "./training.js";
import { splits } from "./splits.js";
import { codes } from "./codes.js";
import { confusion } from "./confusion.js";
import { dendrogram } from "./dendrogram.js";
import { heatMap } from "./heat_map.js";
import { retrieval } from "./retrieval.js";
import { outsiders } from "./outsiders.js";
import { speed } from "./speed.js";

const SECTIONS = [
  ["Opening", opening],
  ["Bits", reading],
  ["Results", results],
  ["Mistakes", confusion],
  ["Search", retrieval],
  ["Strangers", outsiders],
  ["Tree", dendrogram],
  ["Meaning", heatMap],
  ["Splits", splits],
  ["Codes", codes],
  ["Training", training],
  ["Speed", speed],
];

function build(bundle) {
  document.title = `${bundle.data || bundle.folder}: ${bundle.codes.num_bits} bits, llcodes report`;
  startPictures(bundle);
  const main = document.getElementById("main"),
    list = document.getElementById("sections");
  const sections = SECTIONS.map(([name, make]) => ({ name, section: make(bundle) })).filter(
    ({ section }) => section,
  );
  for (const { name, section } of sections) {
    main.append(section);
    if (section.id !== "opening")
      list.append(h("li", {}, h("a", { href: `#${section.id}` }, name)));
  }
  document.getElementById("end").append(...ending(bundle));
  startTheme();
  startFigures();
  for (const { section } of sections) section.begin?.();
}

function ending(bundle) {
  const environment = bundle.environment ?? {};
  return [
    bundle.missing.length
      ? h(
          "details",
          { class: "missing" },
          h("summary", {}, "Not in this report"),
          h(
            "ul",
            {},
            bundle.missing.map(({ title, reason }) =>
              h("li", {}, h("b", {}, title), `: ${reason}`),
            ),
          ),
        )
      : null,
    h(
      "p",
      { class: "small" },
      `Written by llcodes ${bundle.version}, run ${bundle.folder}` +
        (environment.libtorch
          ? `, libtorch ${environment.libtorch}, ${environment.cpu}, ${environment.cpus} CPUs`
          : "") +
        ". This file needs no network.",
    ),
  ].filter(Boolean);
}

build(JSON.parse(document.getElementById("bundle").textContent));
