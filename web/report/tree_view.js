// The tree on a canvas that shows the part under the scroll position. Scrolling is the browser's
// own, so wheel, touch and keys work as everywhere; zooming changes the height of a row.
import { h } from "./dom.js";
import { linearScale } from "./axes.js";
import { pathToRoot } from "./tree_layout.js";
import { colour, onTheme } from "./theme.js";

const LABEL_ROW = 11,
  LARGEST_ROW = 30,
  WEDGE = 16; // a branch of fewer pixels is drawn as a wedge: its twigs would run together

/// codes and names by class; onSelect(label) is told what was clicked.
export function treeView({ layout, order, codes, names, onSelect }) {
  const canvas = h("canvas", { "aria-hidden": "true" });
  const spacer = h("div", { class: "tree-spacer" }, canvas);
  const scroller = h(
    "div",
    {
      class: "tree-scroller",
      tabindex: "0",
      role: "region",
      "aria-label":
        "Tree of classes; the arrow keys scroll, plus and minus zoom, 0 shows the whole tree, " +
        "Enter chooses the row in the middle; the search above finds a class by its name",
    },
    spacer,
  );
  const axis = h("div", { class: "tree-axis", "aria-hidden": "true" });
  const view = { row: 1, selected: -1, element: [axis, scroller] };

  const fitRow = () => (scroller.clientHeight - 2) / order.length;
  const draw = () => drawTree({ canvas, scroller, axis }, { ...view, layout, order, codes, names });

  view.zoom = (factor, keep = scroller.clientHeight / 2) => {
    const anchor = (scroller.scrollTop + keep) / view.row;
    view.row = Math.min(LARGEST_ROW, Math.max(fitRow(), view.row * factor));
    spacer.style.height = `${Math.max(view.row * order.length, scroller.clientHeight - 2)}px`;
    scroller.scrollTop = anchor * view.row - keep;
    draw();
  };
  view.whole = () => {
    view.row = 1e-6;
    view.zoom(1);
  };
  view.select = (label) => {
    view.selected = label;
    if (view.row < 16) view.zoom(18 / view.row);
    scroller.scrollTop = layout.nodes[label].row * view.row - scroller.clientHeight / 2;
    draw();
  };

  scroller.addEventListener("scroll", draw);
  const choose = (y) => {
    const row = Math.floor((scroller.scrollTop + y) / view.row);
    if (row >= 0 && row < order.length) onSelect(order[row]);
  };
  listen(scroller, view, choose);
  const print = printWhole(view, scroller);
  new ResizeObserver(() => print.active || view.zoom(1)).observe(scroller);
  onTheme(draw);
  return view;
}

/// Zoom by wheel and key; choose(y) is told the place of a click.
function listen(scroller, view, choose) {
  scroller.addEventListener(
    "wheel",
    (event) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      view.zoom(
        Math.exp(-event.deltaY / 200),
        event.clientY - scroller.getBoundingClientRect().top,
      );
    },
    { passive: false },
  );
  const keys = {
    "+": () => view.zoom(1.5),
    "=": () => view.zoom(1.5),
    "-": () => view.zoom(1 / 1.5),
    0: view.whole,
    Enter: () => choose(scroller.clientHeight / 2),
  };
  scroller.addEventListener("keydown", (event) => {
    if (!event.ctrlKey && !event.metaKey && !event.altKey) keys[event.key]?.();
  });
  scroller.addEventListener("click", (event) =>
    choose(event.clientY - scroller.getBoundingClientRect().top),
  );
}

/// Paper does not scroll, so it gets the whole tree, and the screen what it had before.
function printWhole(view, scroller) {
  const print = { active: false };
  let before;
  addEventListener("beforeprint", () => {
    before = { row: view.row, top: scroller.scrollTop };
    view.whole();
    print.active = true;
  });
  addEventListener("afterprint", () => {
    print.active = false;
    view.row = before.row;
    view.zoom(1);
    scroller.scrollTop = before.top;
  });
  return print;
}

function drawTree({ canvas, scroller, axis }, view) {
  const width = scroller.clientWidth,
    height = scroller.clientHeight;
  if (!width || !height) return;
  const dense = devicePixelRatio || 1;
  canvas.width = width * dense;
  canvas.height = height * dense;
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  const context = canvas.getContext("2d");
  context.scale(dense, dense);
  context.translate(0, -scroller.scrollTop);
  const rows = {
    first: Math.max(0, Math.floor(scroller.scrollTop / view.row) - 1),
    last: Math.min(view.order.length - 1, Math.ceil((scroller.scrollTop + height) / view.row)),
  };
  const labelWidth = view.row >= LABEL_ROW ? Math.min(140, width * 0.2) : 12;
  const bitsWidth = Math.min(width * 0.34, 16 * view.codes[0].length);
  const place = {
    tree: width - bitsWidth - labelWidth - 12,
    bits: width - bitsWidth - labelWidth,
    bitsWidth,
  };
  const across = (bits) => 8 + (place.tree - 8) * (1 - bits / view.layout.tallest);
  drawAxis(axis, view.layout.tallest, (bits) => across(bits) / width);
  drawBranches(context, view, rows, across);
  drawBits(context, view, rows, place);
  drawLabels(context, view, rows, place.bits + bitsWidth + 8);
}

/// How far apart classes are where their branches meet; `share` is the place in the width.
function drawAxis(axis, tallest, share) {
  const ticks = linearScale([0, tallest], [0, 1]).ticks(4);
  axis.replaceChildren(
    h("span", { class: "tree-axis-title" }, "bits apart"),
    ...ticks.map((tick) => h("span", { style: `left:${100 * share(tick)}%` }, String(tick))),
  );
}

function drawBranches(context, view, rows, across) {
  const { layout, row } = view;
  const down = (node) => (node.row + 0.5) * row;
  const isLarge = (node) => (node.last - node.first + 1) * row >= WEDGE;
  const isSeen = (node) => node.last >= rows.first && node.first <= rows.last;
  const wedges = [];
  const trace = (node) => {
    for (const child of node.children.map((index) => layout.nodes[index])) {
      context.moveTo(across(child.height), down(child));
      context.lineTo(across(node.height), down(child));
      if (child.children && !isLarge(child) && isSeen(child)) wedges.push(child);
    }
    const [a, b] = node.children.map((index) => down(layout.nodes[index]));
    context.moveTo(across(node.height), a);
    context.lineTo(across(node.height), b);
  };
  context.strokeStyle = colour("branch");
  context.lineWidth = 1.2;
  context.beginPath();
  const branches = layout.nodes.slice(layout.leaves);
  for (const node of branches.filter(isLarge).filter(isSeen)) trace(node);
  context.stroke();
  for (const wedge of wedges) drawWedge(context, view, wedge, across);
  if (view.selected >= 0) drawPath(context, view, (node) => across(node.height), down);
}

/// A branch too small for its twigs: all its classes between two lines, and some of their names.
function drawWedge(context, view, node, across) {
  const top = node.first * view.row,
    bottom = (node.last + 1) * view.row;
  context.fillStyle = colour("wedge");
  context.beginPath();
  context.moveTo(across(node.height), (node.row + 0.5) * view.row);
  context.lineTo(across(0), top);
  context.lineTo(across(0), bottom);
  context.fill();
  if (bottom - top < LABEL_ROW) return;
  context.textAlign = "right";
  context.textBaseline = "middle";
  context.fillStyle = colour("ink");
  context.font = `${LABEL_ROW}px ${colour("sans")}`;
  context.fillText(someNames(view, node), across(0) - 4, (top + bottom) / 2);
  context.textAlign = "left";
}

const NAMED = 18; // letters

/// The first names of a branch, as many as are short.
function someNames({ order, names }, node) {
  let text = "";
  for (const label of order.slice(node.first, node.last + 1)) {
    const longer = text ? `${text}, ${names[label]}` : names[label];
    if (text && longer.length > NAMED) return `${text}, …`;
    text = longer;
  }
  return text.length > 2 * NAMED ? `${text.slice(0, 2 * NAMED)}…` : text;
}

/// The way of the chosen class to the root.
function drawPath(context, view, across, down) {
  const path = pathToRoot(view.layout, view.selected).map((at) => view.layout.nodes[at]);
  context.lineWidth = 2.5;
  context.strokeStyle = colour("ed");
  context.beginPath();
  context.moveTo(across(path[0]), down(path[0]));
  for (let at = 1; at < path.length; at += 1) {
    context.lineTo(across(path[at]), down(path[at - 1]));
    context.lineTo(across(path[at]), down(path[at]));
  }
  context.stroke();
}

function drawBits(context, view, rows, place) {
  const shades = { 0: colour("bit0"), 1: colour("bit1") };
  const cell = place.bitsWidth / view.codes[0].length;
  const gap = view.row >= LABEL_ROW ? 1.5 : 0;
  for (let row = rows.first; row <= rows.last; row += 1) {
    const code = view.codes[view.order[row]];
    for (let bit = 0; bit < code.length; bit += 1) {
      context.fillStyle = shades[code[bit]];
      context.fillRect(
        place.bits + bit * cell,
        row * view.row + gap / 2,
        cell - gap + (gap ? 0 : 0.3),
        view.row - gap + (gap ? 0 : 0.3),
      );
    }
  }
}

function drawLabels(context, view, rows, left) {
  if (view.row < LABEL_ROW) {
    if (view.selected < 0) return;
    context.fillStyle = colour("ed");
    context.fillRect(left - 4, (view.layout.nodes[view.selected].row + 0.5) * view.row - 3, 6, 6);
    return;
  }
  context.textBaseline = "middle";
  context.font = `${Math.min(15, view.row - 1)}px ${colour("sans")}`;
  for (let row = rows.first; row <= rows.last; row += 1) {
    const label = view.order[row];
    context.fillStyle = colour(label === view.selected ? "ed" : "ink");
    context.fillText(view.names[label], left, (row + 0.5) * view.row);
  }
}
