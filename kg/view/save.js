// The drawing as a file: PNG from the canvas, SVG by drawing on a context that writes it down.

/** Hand the reader a file. */
function download(blob, name) {
  const link = el("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

function savePng() {
  const drawn = $("graph").querySelector("canvas");
  const copy = el("canvas", { width: drawn.width, height: drawn.height });
  const context = copy.getContext("2d");
  context.fillStyle = theme.paper;
  context.fillRect(0, 0, copy.width, copy.height);
  context.drawImage(drawn, 0, 0);
  copy.toBlob(blob => download(blob, "graph.png"), "image/png");
}

/** As much of a canvas's drawing context as vis-network and labels.js use; each stroke or fill becomes an element. */
class SvgContext {
  constructor(real, matrix) {
    Object.assign(this, { real, matrix, parts: [], path: "", dash: [], stack: [], canvas: real.canvas });
    Object.assign(this, { fillStyle: "#000", strokeStyle: "#000", lineWidth: 1, globalAlpha: 1, lineJoin: "miter" });
    Object.assign(this, { font: "12px sans-serif", textAlign: "start", textBaseline: "alphabetic" });
  }

  static KEPT = ["matrix", "dash", "fillStyle", "strokeStyle", "lineWidth", "globalAlpha", "lineJoin", "font", "textAlign", "textBaseline"];
  save() { this.stack.push(SvgContext.KEPT.map(key => this[key])); }
  restore() { this.stack.pop()?.forEach((value, i) => { this[SvgContext.KEPT[i]] = value; }); }
  translate(x, y) { this.matrix = this.matrix.translate(x, y); }
  scale(x, y) { this.matrix = this.matrix.scale(x, y); }
  rotate(angle) { this.matrix = this.matrix.rotate(angle * 180 / Math.PI); }
  setTransform(...numbers) { this.matrix = new DOMMatrix(numbers); }
  setLineDash(dash) { this.dash = dash; }
  measureText(text) { this.real.font = this.font; return this.real.measureText(text); }

  at(x, y) { const { x: a, y: b } = this.matrix.transformPoint({ x, y }); return `${a.toFixed(1)} ${b.toFixed(1)}`; }
  beginPath() { this.path = ""; }
  closePath() { if (this.path) this.path += "Z"; }
  moveTo(x, y) { this.path += "M" + this.at(x, y); }
  lineTo(x, y) { this.path += (this.path ? "L" : "M") + this.at(x, y); }
  quadraticCurveTo(a, b, x, y) { this.path += `Q${this.at(a, b)} ${this.at(x, y)}`; }
  bezierCurveTo(a, b, c, d, x, y) { this.path += `C${this.at(a, b)} ${this.at(c, d)} ${this.at(x, y)}`; }
  rect(x, y, w, h) { this.moveTo(x, y); this.lineTo(x + w, y); this.lineTo(x + w, y + h); this.lineTo(x, y + h); this.closePath(); }
  arc(x, y, radius, from, to) { // in steps of a third of a circle at most: an arc from a point to itself is none
    const steps = Math.max(1, Math.ceil(Math.abs(to - from) / 2.1));
    const point = angle => this.at(x + radius * Math.cos(angle), y + radius * Math.sin(angle));
    const size = (radius * Math.hypot(this.matrix.a, this.matrix.b)).toFixed(1);
    this.path += (this.path ? "L" : "M") + point(from);
    for (let i = 1; i <= steps; i++) this.path += `A${size} ${size} 0 0 ${to > from ? 1 : 0} ${point(from + (to - from) * i / steps)}`;
  }

  get zoom() { return Math.hypot(this.matrix.a, this.matrix.b); }
  add(name, attributes, text = "") {
    const opacity = this.globalAlpha < 1 ? { opacity: this.globalAlpha } : {};
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries({ ...attributes, ...opacity })) element.setAttribute(key, value);
    element.textContent = text;
    this.parts.push(element);
  }
  line() {
    const dash = this.dash.length ? { "stroke-dasharray": this.dash.map(length => (length * this.zoom).toFixed(1)).join(" ") } : {};
    return { stroke: this.strokeStyle, "stroke-width": (this.lineWidth * this.zoom).toFixed(2), "stroke-linejoin": this.lineJoin, ...dash };
  }
  fill() { if (this.path) this.add("path", { d: this.path, fill: this.fillStyle }); }
  stroke() { if (this.path && this.lineWidth > 0) this.add("path", { d: this.path, fill: "none", ...this.line() }); }
  fillRect(...box) { const { path } = this; this.path = ""; this.rect(...box); this.fill(); this.path = path; }
  text(text, x, y, look) {
    const [, size, family] = /([\d.]+)px (.*)/.exec(this.font);
    const [a, b] = this.at(x, y).split(" ");
    const anchor = { center: "middle", right: "end", end: "end" }[this.textAlign] ?? "start";
    const base = { middle: "central", top: "hanging", hanging: "hanging" }[this.textBaseline] ?? "alphabetic";
    const turn = Math.atan2(this.matrix.b, this.matrix.a) * 180 / Math.PI;
    this.add("text", {
      x: a, y: b, "font-size": (size * this.zoom).toFixed(1), "font-family": family, "text-anchor": anchor,
      "dominant-baseline": base, ...(turn ? { transform: `rotate(${turn.toFixed(1)} ${a} ${b})` } : {}), ...look,
    }, text);
  }
  fillText(text, x, y) { this.text(text, x, y, { fill: this.fillStyle }); }
  strokeText(text, x, y) { this.text(text, x, y, { fill: "none", ...this.line() }); }
  clearRect() {}
}

/** The drawing as it is seen now, as the text of an SVG file. */
function asSvg() {
  const { clientWidth: width, clientHeight: height } = $("graph");
  const { translation, scale } = { translation: body.view.translation, scale: body.view.scale };
  const real = $("graph").querySelector("canvas").getContext("2d");
  const context = new SvgContext(real, new DOMMatrix().translate(translation.x, translation.y).scale(scale));
  real.save();
  for (const id of body.edgeIndices) body.edges[id].draw(context);
  for (const id of body.nodeIndices) body.nodes[id].draw(context);
  for (const id of body.edgeIndices) body.edges[id].drawArrows(context);
  drawLight(context);
  drawLabels(context);
  real.restore();
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  for (const [key, value] of Object.entries({ width, height, viewBox: `0 0 ${width} ${height}` })) svg.setAttribute(key, value);
  const ground = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  for (const [key, value] of Object.entries({ width: "100%", height: "100%", fill: theme.paper })) ground.setAttribute(key, value);
  svg.append(ground, ...context.parts);
  return new XMLSerializer().serializeToString(svg);
}

function saveSvg() {
  download(new Blob([asSvg()], { type: "image/svg+xml" }), "graph.svg");
}

$("png").addEventListener("click", savePng);
$("svg").addEventListener("click", saveSvg);
