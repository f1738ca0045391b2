// Search by code: queries drawn at random and what lies nearest to them.
import { h, table } from "./dom.js";
import { count, percent, plural } from "./format.js";
import { className, hasPictures, picture } from "./pictures.js";

const FIRST = 6;

export function retrieval(bundle) {
  const section = bundle.retrieval;
  if (!section) return null;
  const { names } = bundle.codes;
  const rest = section.queries.slice(FIRST);
  const rows = (queries) =>
    h(
      "ul",
      { class: "queries" },
      queries.map((query) => queryRow(query, names)),
    );
  return h(
    "section",
    { id: "retrieval", "aria-labelledby": "retrieval-title" },
    h("h2", { id: "retrieval-title" }, "Finding more of the same"),
    h(
      "p",
      {},
      `Each of ${count(section.num_queries)} test instances is looked for among ` +
        `${count(section.database)} training instances, by nothing but its code. Where ` +
        "a class has fewer instances there than are asked for, even a perfect search could not have " +
        "all of them right: “at most” says what it could.",
    ),
    table(
      "Retrieval",
      ["among the first", "right on average", "found of all", "RMAP", "CMAP"],
      section.rows.map((row) => [
        count(row.depth),
        limited(row.precision, row.precision_limit),
        limited(row.recall, row.recall_limit),
        percent(row.rmap),
        percent(row.cmap),
      ]),
    ),
    h(
      "p",
      { class: "note" },
      "RMAP divides by the relevant items that were found, as most papers do; CMAP by those " +
        "that could have been found. Both are exact expectations over all orders of ties.",
    ),
    h(
      "figure",
      { class: "wide" },
      h("h3", {}, "Queries and their nearest by code"),
      rows(section.queries.slice(0, FIRST)),
      rest.length
        ? h(
            "details",
            {},
            h("summary", {}, plural(rest.length, "more query", "more queries")),
            rows(rest),
          )
        : null,
      section.failed
        ? [h("h4", {}, "And one chosen because it went wrong"), rows([section.failed])]
        : null,
      h(
        "figcaption",
        {},
        "A query stands at the left, drawn at random; then come its nearest training instances " +
          "with the number of bits that differ, crossed where the class is another.",
      ),
    ),
  );
}

/// A share, and below it what is possible where that is not all.
const limited = (share, limit) => [
  percent(share),
  limit < 0.9995 ? h("small", {}, `at most ${percent(limit)}`) : null,
];

function queryRow(query, names) {
  const right = query.neighbours.filter((found) => found.label === query.label).length;
  return h(
    "li",
    { class: "query" },
    h(
      "div",
      { class: "asked" },
      picture(query.picture, `query: ${query.name}`, 60),
      h(
        "p",
        { class: "small" },
        h("span", {}, className(names[query.label])),
        h("span", {}, `${right} of ${query.neighbours.length}`),
      ),
    ),
    h(
      "ol",
      { class: "found", "aria-label": `Nearest to ${query.name}` },
      query.neighbours.map((found) => {
        const same = found.label === query.label;
        return h(
          "li",
          { class: same ? null : "other" },
          picture(found.picture, `${found.name}${same ? "" : ", another class"}`, 44),
          h("span", { class: "small" }, `${found.distance}${same ? "" : " ✗"}`),
          same || hasPictures()
            ? null
            : h("span", { class: "small" }, className(names[found.label])),
        );
      }),
    ),
  );
}
