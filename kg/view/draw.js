// The drawing by vis-network, always of version 9.1.2, so that what lies inside it may be used: filters set its
// nodes' and edges' `hidden`, and what is in the light is drawn once more over a veil, as telling it of thousands
// of changed edges takes a second.

const PIECE = 200; // nodes or edges handed over at a time
const TURN = 40; // milliseconds of work at a stretch, while the drawing is filled
const MANY = 1500; // edges; more are left out while the drawing is dragged or zoomed

let lit = []; // ids of the nodes that the panel is about
let stale = true; // the labels are to be chosen anew
let theme;
const nodes = new vis.DataSet();
const edges = new vis.DataSet();
if (data.edges.length > MANY) Object.assign(data.options.interaction, { hideEdgesOnDrag: true, hideEdgesOnZoom: true });
readTheme();
const network = new vis.Network($("graph"), { nodes, edges }, { ...data.options, edges: { ...data.options.edges, ...edgeLook() } });
const body = network.body;

function readTheme() {
  const colour = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  theme = { ink: colour("--ink"), soft: colour("--soft"), paper: colour("--paper") };
}

function edgeLook() {
  return { font: { ...data.options.edges.font, color: theme.soft, strokeWidth: 3, strokeColor: theme.paper } };
}

/** A node as vis-network takes it, without its name, which labels.js draws; proposed ones are ringed. */
function nodeLook({ label, color, proposed, ...node }) {
  const chosen = { background: color.background, border: theme.ink };
  return { ...node, color: { ...(proposed ? chosen : color), highlight: chosen, hover: chosen } };
}

/** Hand everything to the drawing in pieces, so that the page answers meanwhile; then call `done`. */
function fill(done) {
  const pieces = [];
  const cut = (items, target) => {
    for (let at = 0; at < items.length; at += PIECE) pieces.push(() => target.add(items.slice(at, at + PIECE)));
  };
  cut(data.nodes.map(nodeLook), nodes);
  cut(data.edges, edges);
  network.renderer.allowRedraw = false;
  const work = () => {
    const end = performance.now() + TURN;
    while (pieces.length && performance.now() < end) pieces.shift()();
    if (pieces.length) return setTimeout(work);
    network.renderer.allowRedraw = true;
    setTimeout(done);
  };
  work();
}

/** In the reader's other theme. */
function repaint() {
  readTheme();
  nodes.update(data.nodes.map(nodeLook).map(({ id, color }) => ({ id, color })));
  network.setOptions({ edges: edgeLook() });
  redraw();
}

function redraw() {
  stale = true;
  network.redraw();
}

/** Draw what the filters leave. */
function refresh() {
  for (const node of data.nodes) body.nodes[node.id].options.hidden = !nodeShown(node.id);
  for (const edge of data.edges) body.edges[edge.id].options.hidden = !edgeShown(edge);
  body.emitter.emit("_dataChanged");
  redraw();
}

/** Put these nodes (none, one, or the two ends of a statement) into the light. */
function light(...ids) {
  lit = ids;
  stale = true;
  body.emitter.emit("_requestRedraw");
}

/** The edges shown that join what is in the light: all of one node, or those between the two ends. */
function edgesInLight() {
  const edges = touching.get(lit[0]) ?? [];
  const both = ({ from, to }) => lit.includes(from) && lit.includes(to);
  return edges.filter(edge => !body.edges[edge.id].options.hidden && (lit.length === 1 || both(edge)));
}

/** The ids of the nodes in the light. */
function inLight() {
  return [...new Set([...lit, ...edgesInLight().flatMap(edge => [edge.from, edge.to])])].filter(id => nodeShown(id));
}

/** A veil over all, and over it what is in the light. */
function drawLight(context) {
  if (!lit.length) return;
  context.save();
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.globalAlpha = 0.85;
  context.fillStyle = theme.paper;
  context.fillRect(0, 0, context.canvas.width, context.canvas.height);
  context.restore();
  const bright = edgesInLight().map(edge => body.edges[edge.id]);
  for (const edge of bright) edge.draw(context);
  for (const id of inLight()) body.nodes[id].draw(context);
  for (const edge of bright) edge.drawArrows(context);
}

/** Move the view at once, names and all. */
function moveTo(place) {
  network.moveTo({ ...place, animation: false });
  redraw();
}

/** The place and the scale at which these nodes are in view, with room for the names at the rim. */
function viewOf(ids) {
  const at = ids.map(id => network.getPosition(id));
  const { clientWidth: width, clientHeight: height } = $("graph");
  const room = { x: width - 2 * Math.min(RIM, 0.18 * width), y: 0.88 * height };
  const [x, y] = ["x", "y"].map(axis => at.map(place => place[axis])).map(all => [Math.min(...all), Math.max(...all)]);
  return {
    position: { x: (x[0] + x[1]) / 2, y: (y[0] + y[1]) / 2 },
    scale: Math.min(1.8, room.x / (x[1] - x[0]), room.y / (y[1] - y[0])),
  };
}

/** Bring these nodes into view. */
function look(ids) {
  if (document.documentElement.classList.contains("listing")) return;
  network.canvas.setSize(); // the panel may have changed the room there is
  const shown = ids.filter(nodeShown);
  if (shown.length) moveTo(viewOf(shown));
}
