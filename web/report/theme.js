// Light and dark: the system's choice until the reader chooses. Canvases ask here for colours and
// are told when these change; paper is always light.

const listeners = [];
const dark = matchMedia("(prefers-color-scheme: dark)");

export const onTheme = (listener) => listeners.push(listener);
export const colour = (name) =>
  getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

const chosen = () => document.documentElement.dataset.theme ?? (dark.matches ? "dark" : "light");

function update() {
  const button = document.getElementById("theme");
  const other = chosen() === "dark" ? "light" : "dark";
  button.textContent = other === "dark" ? "Dark" : "Light";
  button.setAttribute("aria-label", `Switch to ${other} colours`);
  listeners.forEach((listener) => listener());
}

function choose(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  update();
}

export function startTheme() {
  document
    .getElementById("theme")
    .addEventListener("click", () => choose(chosen() === "dark" ? "light" : "dark"));
  dark.addEventListener("change", update);
  let before;
  addEventListener("beforeprint", () => {
    before = document.documentElement.dataset.theme;
    choose("light");
  });
  addEventListener("afterprint", () => choose(before));
  update();
}

/// "#rrggbb" as [r, g, b].
export const channels = (hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
