// Which classes are taken for each other, and that their codes are near.
import { h } from "./dom.js";
import { distanceHistogram } from "./distance_histogram.js";
import { count, plural, times, unbroken } from "./format.js";
import { lowered, meaning } from "./decoders.js";
import { className, hasPictures, picture } from "./pictures.js";

const FIRST = 12;

export function confusion(bundle) {
  const section = bundle.confusion;
  if (!section || section.mistakes === 0) return null;
  const repeated = section.pairs.filter((pair) => pair.count > 1),
    single = section.pairs.filter((pair) => pair.count === 1);
  return h(
    "section",
    { id: "confusion", "aria-labelledby": "confusion-title" },
    h("h2", { id: "confusion-title" }, "What is taken for what"),
    h(
      "p",
      {},
      `${count(section.mistakes)} of ${count(bundle.accuracy.instances)} test instances got a ` +
        `wrong class from ${lowered(meaning(section.decoder)[0])}. Mistakes are not blind: they fall ` +
        "on classes that look alike, and these have near codes.",
    ),
    distanceOfMistakes(bundle),
    repeated.length
      ? [h("h3", {}, "Classes confused more than once"), someCards(repeated, bundle)]
      : null,
    single.length
      ? [h("h3", {}, "Confused once, nearest codes first"), someCards(single, bundle)]
      : null,
  );
}

/// The first cards, the others to be opened.
function someCards(pairs, bundle) {
  const cards = (some) =>
    h(
      "ul",
      { class: "cards" },
      some.map((pair) => card(pair, bundle)),
    );
  const more = pairs.slice(FIRST);
  return [
    cards(pairs.slice(0, FIRST)),
    more.length
      ? h("details", {}, h("summary", {}, plural(more.length, "more pair")), cards(more))
      : null,
  ];
}

function card(pair, bundle) {
  const { names } = bundle.codes;
  const truth = pair.answer === pair.first ? pair.second : pair.first;
  return h(
    "li",
    { class: "card" },
    hasPictures()
      ? h(
          "div",
          { class: "card-pictures" },
          picture(pair.picture, `${pair.misread}, misread`, 56),
          h("span", { "aria-hidden": "true" }, "→"),
          picture(pair.answer_picture, `an example of ${names[pair.answer]}`, 56),
        )
      : null,
    h("p", {}, className(names[truth]), " read as ", className(names[pair.answer])),
    h(
      "p",
      { class: "small" },
      times(pair.count),
      pair.count > 1 ? " either way" : "",
      `, ${unbroken(`${plural(pair.distance, "bit")} apart`)}`,
    ),
  );
}

function distanceOfMistakes(bundle) {
  const { distances, mistakes } = bundle.confusion;
  const all = bundle.codes.distances,
    pairs = all.reduce((sum, value) => sum + value, 0) || 1;
  const last = Math.min(
    all.length,
    Math.max(...all.map((value, at) => (value / pairs > 0.001 || distances[at] > 0 ? at : 0))) + 1,
  );
  const wrong = distances.slice(0, last).map((value) => value / mistakes);
  const chance = all.slice(0, last).map((value) => value / pairs);
  const mean = (values) => values.reduce((sum, share, at) => sum + share * at, 0);
  return distanceHistogram({
    title: "How far mistakes go",
    caption:
      `A wrong class is ${mean(wrong).toFixed(1)} bits from the right one on average; any two ` +
      `classes are ${mean(chance).toFixed(1)} bits apart.`,
    label: "Distances between the codes of true and given class, for mistakes and for all pairs",
    xTitle: "bits between true and given class",
    yTitle: "share",
    series: [
      { name: "mistakes", colour: "ed", values: wrong },
      { name: "all pairs of classes", colour: "sand", values: chance },
    ],
    counts: distances,
    heading: ["distance", "mistakes", "share", "all pairs"],
  });
}
