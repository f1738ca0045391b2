// Time and room: measured on the machine that wrote the report, and plain arithmetic.
import { h, table } from "./dom.js";
import { bytes, count, duration, plural, time } from "./format.js";
import { explained, meaning } from "./decoders.js";

export function speed(bundle) {
  const section = bundle.speed;
  if (!section?.decoders && !section?.training_seconds) return null;
  return h(
    "section",
    { id: "speed", "aria-labelledby": "speed-title" },
    h("h2", { id: "speed-title" }, "How fast, how small"),
    h("p", {}, machine(bundle)),
    section.decoders ? times(section, bundle) : null,
    room(bundle),
  );
}

function machine(bundle) {
  const { speed: section, environment } = bundle;
  const parts = [];
  if (section.training_seconds) {
    parts.push(
      `Training took ${duration(section.training_seconds)} at ${count(section.training_rate)} instances a second` +
        (environment?.cpu
          ? `, on ${environment.cpu.split(" (")[0]} with ` +
            `${plural(environment.threads ?? environment.cpus, "thread")}.`
          : "."),
    );
  }
  if (section.decoders) {
    parts.push(
      "Decoding was timed while this page was written: one thread, the best of twenty passes over test codes.",
    );
  }
  return parts.join(" ");
}

function times(section, bundle) {
  const rows = section.decoders.map((row) => [meaning(row.decoder), row.nanoseconds]);
  if (section.search) {
    rows.push([
      [`Search in ${count(section.search.codes)} codes`, "the ten nearest, by a full scan"],
      1000 * section.search.microseconds,
    ]);
  }
  const slowest = Math.log10(Math.max(...rows.map((row) => row[1]))),
    fastest = Math.log10(Math.min(...rows.map((row) => row[1])));
  const bar = (nanoseconds) =>
    h(
      "span",
      { class: "meter" },
      h("span", {
        class: "meter-bar",
        style: `--share:${0.06 + (0.94 * (Math.log10(nanoseconds) - fastest)) / (slowest - fastest || 1)}`,
      }),
      h("span", {}, time(nanoseconds)),
    );
  return [
    table(
      "Time of one answer, after the network",
      ["decoder", "time (bars: logarithmic)"],
      rows.map(([name, value]) => [explained(name), bar(value)]),
    ),
    h(
      "p",
      { class: "note" },
      `With ${count(bundle.codes.num_classes)} classes. Exact match is one look-up in a hash table, ` +
        "the nearest code one load from a table of all codes for up to 24 bits; soft decoding compares " +
        `with every class.${processor(bundle)}`,
    ),
  ];
}

const processor = ({ environment }) =>
  environment?.cpu ? ` Training's processor: ${environment.cpu}.` : "";

function room(bundle) {
  const code = bundle.codes.num_bits / 8,
    features = bundle.accuracy?.linear_features ?? bundle.heat_map?.features;
  const rows = [
    ["one instance", bytes(code)],
    ["a million", bytes(code * 1e6)],
    ["a billion", bytes(code * 1e9)],
  ];
  const sizes = [1, 1e6, 1e9];
  if (features) rows.forEach((row, at) => row.push(bytes(4 * features * sizes[at])));
  const heading = ["room for", `${bundle.codes.num_bits}-bit codes`];
  if (features) heading.push(`${count(features)} real numbers`);
  return table("Room that codes take", heading, rows);
}
