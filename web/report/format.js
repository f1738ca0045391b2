// Numbers as people read them.

export const count = (value) => Math.round(value).toLocaleString("en-US");
/** Without the sign of a zero. */
export const fixed = (value, digits) => value.toFixed(digits).replace(/^-(0(\.0+)?)$/, "$1");
export const percent = (share, digits = 1) => `${(100 * share).toFixed(digits)}\u00a0%`;
/// A share of any size with one digit that says something.
export const smallPercent = (share) =>
  share > 0 && share < 0.001 ? "< 0.1\u00a0%" : percent(share, share < 0.01 ? 1 : 0);

/// Digits behind the point that multiples of a step need.
function digitsOf(step) {
  let digits = 0;
  while (digits < 6 && Math.abs(step * 10 ** digits - Math.round(step * 10 ** digits)) > 1e-6)
    digits += 1;
  return digits;
}
/// A share that may be tiny, with two digits that say something.
export const finePercent = (share) =>
  percent(share, share > 0 ? Math.max(2, 1 - Math.floor(Math.log10(100 * share))) : 2);
/// For axes: at the ticks the digits that their step needs, `digits` where a value is read off.
export const percentAxis =
  (digits = 1) =>
  (share, step) =>
    percent(share, step ? digitsOf(100 * step) : digits);
export const numberAxis = (digits) => (value, step) => fixed(value, step ? digitsOf(step) : digits);
/// "once", "twice", "3 times".
export const times = (value) => ["never", "once", "twice"][value] ?? `${count(value)} times`;
export const plural = (value, word, words = `${word}s`) =>
  `${count(value)} ${value === 1 ? word : words}`;

export function duration(seconds) {
  if (seconds < 60) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/// With two digits; toPrecision(2) alone would write 190 as 1.9e+2.
export function time(nanoseconds) {
  const units = ["ns", "µs", "ms"];
  let unit = 0;
  for (; nanoseconds >= 999.5 && unit < units.length - 1; unit += 1) nanoseconds /= 1000;
  const digits = nanoseconds.toPrecision(2);
  return `${digits.includes("e") ? count(Number(digits)) : digits.replace(/\.0$/, "")} ${units[unit]}`;
}

export function bytes(number) {
  const units = ["bytes", "kB", "MB", "GB", "TB"];
  let unit = 0;
  for (; number >= 1000 && unit < units.length - 1; unit += 1) number /= 1000;
  return `${Number(number.toPrecision(3)).toLocaleString("en-US")}\u00a0${units[unit]}`;
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
/// A number and its unit on one line.
export const unbroken = (text) => text.replaceAll(" ", "\u00a0");
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
