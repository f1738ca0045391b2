// The tree of classes laid out: each node has a row (its height on the page) and a range of leaves.

/// merges: [[a, b, height], ...]; numbers below L are classes, L + i is the i-th merge.
export function layOut({ order, merges }) {
  const leaves = order.length;
  const nodes = new Array(leaves + merges.length);
  order.forEach((label, row) => {
    nodes[label] = { row, first: row, last: row, height: 0, parent: -1, children: null };
  });
  merges.forEach(([a, b, height], at) => {
    const [left, right] = [nodes[a], nodes[b]];
    left.parent = right.parent = leaves + at;
    nodes[leaves + at] = {
      row: (left.row + right.row) / 2,
      height,
      parent: -1,
      children: [a, b],
      first: Math.min(left.first, right.first),
      last: Math.max(left.last, right.last),
    };
  });
  return { nodes, leaves, tallest: Math.max(...merges.map((merge) => merge[2]), 1e-9) };
}

/// The nodes from a class up to the root.
export function pathToRoot(layout, label) {
  const path = [];
  for (let at = label; at >= 0; at = layout.nodes[at].parent) path.push(at);
  return path;
}
