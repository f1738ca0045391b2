// Time and room: measured on the machine that wrote the report, and plain arithmetic.
import { h, table } from "./dom.js";
import { bytes, count, duration, time } from "./format.js";

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
          ? ` (${environment.cpu}, ${environment.threads ?? environment.cpus} threads).`
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
  const rows = section.decoders.map((row) => [
    row.decoder,
    row.nanoseconds,
    "the class of an instance",
  ]);
  if (section.search) {
    rows.push([
      `search in ${count(section.search.codes)} codes`,
      1000 * section.search.microseconds,
      "the ten nearest, by a full scan",
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
      "Time of one answer",
      ["what", "time (bars: logarithmic)", "gives"],
      rows.map(([name, value, gives]) => [name, bar(value), gives]),
    ),
    h(
      "p",
      { class: "note" },
      `With ${count(bundle.codes.num_classes)} classes. Exact match (ED) is one look-up in a hash table, ` +
        "the nearest code (MHD) one load from a table of all codes for up to 24 bits; soft compares " +
        "with every class.",
    ),
  ];
}

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
