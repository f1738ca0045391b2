// The frame of every figure: a title, a drawing as wide as the page allows, one sentence that says
// what to see, and the numbers as a table. The height is known before drawing: nothing jumps.
import { h, table } from "./dom.js";
import { onTheme } from "./theme.js";

/// {title, level, caption, height(width), draw(width) -> element, numbers: {heading, rows()}, below, wide, canvas}
export function figure(plan) {
  const area = h("div", { class: "area" });
  const frame = h(
    "figure",
    { class: plan.wide ? "wide" : null },
    h(plan.level ?? "h3", {}, plan.title),
    area,
    plan.below,
    h("figcaption", {}, plan.caption),
    plan.numbers ? numbers(plan) : null,
  );
  let width = 0;
  const redraw = () => {
    if (width > 0) area.replaceChildren(plan.draw(width));
  };
  const resize = () => {
    const now = Math.floor(area.clientWidth);
    if (now === width || now === 0) return;
    width = now;
    area.style.minHeight = `${plan.height(width)}px`;
    redraw();
  };
  new ResizeObserver(resize).observe(area);
  if (plan.canvas) onTheme(redraw);
  frame.start = resize;
  frame.redraw = redraw;
  return frame;
}

/// The table is made when it is first opened.
function numbers(plan) {
  const details = h("details", { class: "numbers" }, h("summary", {}, "The numbers"));
  details.addEventListener("toggle", () => {
    if (details.childElementCount > 1) return;
    details.append(table(plan.title, plan.numbers.heading, plan.numbers.rows()));
  });
  return details;
}

/// Figures measure their width, so they start when they stand on the page.
export function startFigures() {
  for (const frame of document.querySelectorAll("figure")) frame.start?.();
}

const tip = () => document.getElementById("tip");

export function showTip(event, lines) {
  const box = tip();
  box.replaceChildren(...lines.map((line) => h("div", {}, line)));
  box.hidden = false;
  const left = Math.min(event.clientX + 14, innerWidth - box.offsetWidth - 8);
  const top = event.clientY - box.offsetHeight - 10;
  box.style.left = `${Math.max(8, left)}px`;
  box.style.top = `${top < 8 ? event.clientY + 16 : top}px`;
}

export const hideTip = () => {
  tip().hidden = true;
};
