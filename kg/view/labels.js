// The names beside the nodes, all of one size on screen: as many as have room at this zoom, the best supported
// first. Places and boxes are screen pixels from the drawing's origin, so moving the view changes none of them.

const LETTERS = { font: "12px system-ui, sans-serif", line: 14, gap: 3 };
const RIM = 80; // how far a name may stand out beside the outermost nodes: the room that `look` leaves
const CELL = 80;
const sizes = new Map(); // id of a concept -> the lines of its label, their width and height
let labels = []; // those shown, the best supported first
let labelled = 0; // the zoom that they were chosen for
let hovered = null;
let settling = 0;

function measured(context, id) {
  if (!sizes.has(id)) {
    const lines = data.nodes[nodeAt.get(id)].label.split("\n");
    const width = Math.max(...lines.map(line => context.measureText(line).width));
    sizes.set(id, { lines, width, height: lines.length * LETTERS.line });
  }
  return sizes.get(id);
}

/** How many statements on show touch each node. */
function support() {
  const result = new Map(body.nodeIndices.map(id => [id, 0]));
  for (const id of body.edgeIndices) {
    const { fromId, toId } = body.edges[id];
    for (const end of new Set([fromId, toId])) result.set(end, result.get(end) + 1);
  }
  return result;
}

/** The ids of the nodes that may have a name, best first: those the panel is about, then by statements and support. */
function ranked(statements = support()) {
  const near = new Set(inLight());
  const key = id => [Number(lit.includes(id)), statements.get(id), data.concepts[conceptAt.get(id)]?.papers ?? data.nodes[nodeAt.get(id)].size];
  return [...statements.keys()].filter(id => !lit.length || near.has(id)).map(id => [id, key(id)])
    .sort(([, a], [, b]) => b[0] - a[0] || b[1] - a[1] || b[2] - a[2]).map(([id]) => id);
}

/** Things with a box [left, top, right, bottom], by the cells of a grid; `covered`: is one that counts under the box? */
function grid() {
  const cells = new Map();
  const touched = ([left, top, right, bottom]) => {
    const keys = [];
    for (let x = Math.floor(left / CELL); x <= Math.floor(right / CELL); x++) {
      for (let y = Math.floor(top / CELL); y <= Math.floor(bottom / CELL); y++) keys.push(x * 65536 + y);
    }
    return keys;
  };
  const over = (a, b) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
  return {
    add: item => touched(item.box).forEach(key => cells.has(key) ? cells.get(key).push(item) : cells.set(key, [item])),
    covered: (box, counts) => touched(box).some(key => cells.get(key)?.some(item => over(item.box, box) && counts(item))),
  };
}

function within([left, top, right, bottom], { x, y }) {
  return left < x && x < right && top < y && y < bottom;
}

/** Where a node stands and how large it is on screen. */
function circle(id, scale) {
  const { x, y } = network.getPosition(id);
  return { x: x * scale, y: y * scale, radius: data.nodes[nodeAt.get(id)].size * scale };
}

/** Where a label may stand beside its node, the best place first: below, above, right, left, at the four corners. */
function sides({ width, height }, radius) {
  const off = radius + LETTERS.gap;
  const near = 0.7 * off;
  return [
    [-width / 2, off], [-width / 2, -off - height], [off, -height / 2], [-off - width, -height / 2],
    [near, near], [near, -near - height], [-near - width, near], [-near - width, -near - height],
  ];
}

/**
 * The labels for this zoom: none covers another, a node that has one, or a node as large or as well supported, and
 * of any other node no more than half.
 */
function placed(context, scale) {
  const taken = grid();
  const statements = support();
  const nodeOf = new Map([...statements].map(([id, number]) => {
    const { x, y, radius } = circle(id, scale);
    return [id, { x, y, radius, number, named: false, box: [x - radius, y - radius, x + radius, y + radius] }];
  }));
  nodeOf.forEach(taken.add);
  const across = [...nodeOf.values()].map(({ x }) => x);
  const [first, last] = [Math.min(...across) - RIM, Math.max(...across) + RIM];
  const result = [];
  for (const id of ranked(statements)) {
    const node = nodeOf.get(id);
    const wanted = lit.includes(id);
    if (!wanted && taken.covered(node.box, item => item.named)) continue;
    const label = measured(context, id);
    const boxAt = ([x, y]) => [node.x + x - 2, node.y + y, node.x + x + label.width + 2, node.y + y + label.height];
    const places = sides(label, node.radius)
      .filter((side, i) => i < 2 || (boxAt(side)[0] >= first && boxAt(side)[2] <= last));
    const place = places.find(side => !taken.covered(boxAt(side), () => true))
      ?? places.find(side => !taken.covered(boxAt(side), item =>
        item.named || item.number >= node.number || item.radius > node.radius || within(boxAt(side), item)))
      ?? (wanted ? places[0] : null);
    if (!place) continue;
    node.named = true;
    taken.add({ named: true, box: boxAt(place) });
    result.push({ id, place, ...label });
  }
  return result;
}

/** The box of a label now: nodes move by hand or by forces, and their names with them. */
function labelBox({ id, place, width, height }, scale) {
  const { x, y } = circle(id, scale);
  return { left: x + place[0], top: y + place[1], width, height };
}

function drawLabel(context, scale, label) {
  const { left, top, width, height } = labelBox(label, scale);
  if (label.id === hovered || lit.includes(label.id)) { // these may stand over others
    context.fillStyle = theme.paper;
    context.fillRect(left - 3, top, width + 6, height);
  }
  context.fillStyle = theme.ink;
  label.lines.forEach((line, i) => {
    const middle = [left + width / 2, top + (i + 0.5) * LETTERS.line];
    context.strokeText(line, ...middle);
    context.fillText(line, ...middle);
  });
}

function drawLabels(context) {
  const scale = network.getScale();
  context.save();
  context.scale(1 / scale, 1 / scale);
  Object.assign(context, { font: LETTERS.font, textAlign: "center", textBaseline: "middle", lineJoin: "round" });
  Object.assign(context, { lineWidth: 3, strokeStyle: theme.paper });
  if (stale) {
    labels = placed(context, scale);
    labelled = scale;
    stale = false;
  } else if (scale !== labelled) { // in the midst of zooming: they stay the same until it ends
    clearTimeout(settling);
    settling = setTimeout(redraw, 120);
  }
  for (const label of labels.filter(({ id }) => id !== hovered).reverse()) drawLabel(context, scale, label);
  if (hovered !== null && nodeShown(hovered)) {
    const size = measured(context, hovered);
    const place = labels.find(({ id }) => id === hovered)?.place ?? sides(size, circle(hovered, scale).radius)[0];
    drawLabel(context, scale, { id: hovered, place, ...size });
  }
  context.restore();
}

/** The concept whose name stands at this point of the drawing. */
function namedAt({ x, y }) {
  const scale = network.getScale();
  return labels.find(label => {
    const { left, top, width, height } = labelBox(label, scale);
    const [across, down] = [x * scale - left, y * scale - top];
    return across >= 0 && across <= width && down >= 0 && down <= height;
  })?.id;
}

network.on("afterDrawing", context => { drawLight(context); drawLabels(context); });
network.on("hoverNode", ({ node }) => { hovered = node; });
network.on("blurNode", () => { hovered = null; });
for (const event of ["dragEnd", "stabilized"]) network.on(event, redraw);
