// The tree on a canvas that shows the part under the scroll position. Scrolling is the browser's
// own, so wheel, touch and keys work as everywhere; zooming changes the height of a row.
import { h } from "./dom.js";
import { pathToRoot } from "./tree_layout.js";
import { colour, onTheme } from "./theme.js";

const LABEL_ROW = 11,
  LARGEST_ROW = 30;

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
        "Tree of classes; the arrow keys scroll, plus and minus zoom, search below names a class",
    },
    spacer,
  );
  const view = { row: 1, selected: -1, element: scroller };

  const fitRow = () => (scroller.clientHeight - 2) / order.length;
  const draw = () => drawTree(canvas, scroller, { ...view, layout, order, codes, names });

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
  scroller.addEventListener("keydown", (event) => {
    if (event.key === "+" || event.key === "=") view.zoom(1.5);
    else if (event.key === "-") view.zoom(1 / 1.5);
    else if (event.key === "0") view.whole();
  });
  scroller.addEventListener("click", (event) => {
    const y = event.clientY - scroller.getBoundingClientRect().top + scroller.scrollTop;
    const row = Math.floor(y / view.row);
    if (row >= 0 && row < order.length) onSelect(order[row]);
  });
  new ResizeObserver(() => view.zoom(1)).observe(scroller);
  onTheme(draw);
  return view;
}

function drawTree(canvas, scroller, view) {
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
  drawBranches(context, view, rows, place.tree);
  drawBits(context, view, rows, place);
  drawLabels(context, view, rows, place.bits + bitsWidth + 8);
}

function drawBranches(context, view, rows, width) {
  const { layout, row } = view;
  const across = (node) => 8 + (width - 8) * (1 - node.height / layout.tallest);
  const down = (node) => (node.row + 0.5) * row;
  const chosen = new Set(view.selected >= 0 ? pathToRoot(layout, view.selected) : []);
  const trace = (at) => {
    const node = layout.nodes[at];
    for (const child of node.children.map((index) => layout.nodes[index])) {
      context.moveTo(across(child), down(child));
      context.lineTo(across(node), down(child));
    }
    const [a, b] = node.children.map((index) => down(layout.nodes[index]));
    context.moveTo(across(node), a);
    context.lineTo(across(node), b);
  };
  // A thousand leaves on one screen would make one grey block: branches of few pixels are drawn thin.
  const isLarge = (node) => (node.last - node.first + 1) * row > LABEL_ROW;
  const strokeAll = (lineWidth, wanted) => {
    context.lineWidth = lineWidth;
    context.beginPath();
    for (let at = layout.leaves; at < layout.nodes.length; at += 1) {
      const node = layout.nodes[at];
      if (node.last >= rows.first && node.first <= rows.last && wanted(node)) trace(at);
    }
    context.stroke();
  };
  context.strokeStyle = colour("branch");
  strokeAll(Math.min(1, row / 6), (node) => !isLarge(node));
  strokeAll(1.2, isLarge);
  if (chosen.size) drawPath(context, view, across, down);
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
