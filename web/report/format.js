// Numbers as people read them.

export const count = (value) => Math.round(value).toLocaleString("en-US");
/** Without the sign of a zero. */
export const fixed = (value, digits) => value.toFixed(digits).replace(/^-(0(\.0+)?)$/, "$1");
export const percent = (share, digits = 1) => `${(100 * share).toFixed(digits)}\u00a0%`;
/// For axes: whole percents at the ticks, more digits where a value is read off.
export const percentAxis =
  (digits = 1) =>
  (share, exact) =>
    percent(share, exact ? digits : 0);
export const plural = (value, word) => `${count(value)} ${word}${value === 1 ? "" : "s"}`;

export function duration(seconds) {
  if (seconds < 60) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

export function time(nanoseconds) {
  if (nanoseconds < 1000) return `${nanoseconds.toPrecision(2).replace(/\.0$/, "")} ns`;
  if (nanoseconds < 1e6) return `${(nanoseconds / 1e3).toPrecision(2)} µs`;
  return `${(nanoseconds / 1e6).toPrecision(2)} ms`;
}

export function bytes(number) {
  const units = ["bytes", "kB", "MB", "GB", "TB"];
  let unit = 0;
  for (; number >= 1000 && unit < units.length - 1; unit += 1) number /= 1000;
  return `${Number(number.toPrecision(3)).toLocaleString("en-US")} ${units[unit]}`;
}

const WORDS = [
  "zero",
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "eleven",
  "twelve",
  "thirteen",
  "fourteen",
  "fifteen",
  "sixteen",
  "seventeen",
  "eighteen",
  "nineteen",
  "twenty",
];
/// A small number as a word, for running text.
export const inWords = (value) => (value === 1000 ? "a thousand" : (WORDS[value] ?? count(value)));
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
