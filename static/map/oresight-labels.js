/* Labels of layers, on a canvas above all of them; a label that would cover another one is left out.

   The page names an address for each layer that has labels (core/mapping/style_texts.py).  Labels of the layer on top
   go first, of one layer the first in the file, which are those of the largest features. */
(function () {
  "use strict";

  const SCALE_AT_ZOOM_0 = 591657527.59;
  const CELL = 64; // of the grid in which labels look for their neighbours, pixels
  const GAP = 2;
  const FAMILY = '"Source Sans Pro", "Source Sans", "Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei", sans-serif';
  const loaded = new Map(); // address -> promise
  const layers = new Map(); // layer id -> {spec, data}
  let sheet = null;
  let shown = [];

  function place(data) {
    for (const item of data.items) {
      const s = Math.sin((Math.min(Math.max(item[1], -85.06), 85.06) * Math.PI) / 180);
      item.x = item[0] / 360 + 0.5;
      item.y = 0.5 - Math.log((1 + s) / (1 - s)) / (4 * Math.PI);
    }
    return data;
  }

  function load(url) {
    if (!loaded.has(url)) {
      const job = fetch(url).then((r) => {
        if (!r.ok) throw new Error(String(r.status));
        return r.json();
      }).then(place);
      job.catch(() => loaded.delete(url));
      loaded.set(url, job);
    }
    return loaded.get(url);
  }

  function within(scales, scale) {
    return !scales || ((!scales[0] || scale <= scales[0]) && (!scales[1] || scale >= scales[1]));
  }

  class Taken {
    constructor() { this.cells = new Map(); }

    /* Whether a box is free; if so it is taken. */
    take(box) {
      const keys = [];
      for (let x = Math.floor(box[0] / CELL); x <= Math.floor(box[2] / CELL); x += 1) {
        for (let y = Math.floor(box[1] / CELL); y <= Math.floor(box[3] / CELL); y += 1) keys.push(x + ":" + y);
      }
      for (const key of keys) {
        for (const b of this.cells.get(key) || []) {
          if (box[0] < b[2] && box[2] > b[0] && box[1] < b[3] && box[3] > b[1]) return false;
        }
      }
      for (const key of keys) {
        if (!this.cells.has(key)) this.cells.set(key, []);
        this.cells.get(key).push(box);
      }
      return true;
    }
  }

  function fontOf(look) {
    return (look.italic ? "italic " : "") + (look.bold ? "bold " : "") + look.size + "px " + (look.font ? '"' + look.font + '", ' : "") + FAMILY;
  }

  function write(ctx, look, text, x, y, beside, taken, view) {
    const lines = text.split("\n").slice(0, 4), high = look.size * 1.2;
    const width = Math.max(...lines.map((t) => ctx.measureText(t).width));
    const left = (beside ? x + 7 : x - width / 2) + look.dx, top = y - (lines.length * high) / 2 + look.dy;
    const box = [left - GAP, top - GAP, left + width + GAP, top + lines.length * high + GAP];
    if (box[0] < 0 || box[1] < 0 || box[2] > view.width || box[3] > view.height || !taken.take(box)) return;
    lines.forEach((t, i) => {
      const at = top + (i + 0.5) * high;
      if (look.halo) ctx.strokeText(t, left, at);
      ctx.fillText(t, left, at);
    });
    shown.push(text);
  }

  function draw(ctx, view) {
    shown = [];
    ctx.setTransform(view.ratio, 0, 0, view.ratio, 0, 0);
    ctx.textBaseline = "middle";
    ctx.lineJoin = "round";
    const scale = (SCALE_AT_ZOOM_0 * Math.cos((view.latitude * Math.PI) / 180)) / Math.pow(2, view.zoom);
    const taken = new Taken();
    for (const { spec, data, style } of Array.from(layers.values()).sort((a, b) => b.spec.rank - a.spec.rank)) {
      if (!data || !within(spec.scales, scale) || !style.shown(view.zoom, view.latitude)) continue;
      let last = null;
      for (const item of data.items) {
        const look = data.styles[item[2]], y = item.y * view.world - view.top;
        if (y < 0 || y > view.height || !within(look.scales, scale)) continue;
        let x = item.x * view.world - view.left;
        x -= Math.floor(x / view.world) * view.world; // the copy of the world that is in view
        if (x > view.width) continue;
        if (look !== last) {
          ctx.font = fontOf(look);
          ctx.fillStyle = look.color;
          ctx.strokeStyle = look.halo || "#fff";
          ctx.lineWidth = 2 * (look.haloWidth || 0);
          last = look;
        }
        write(ctx, look, item[3], x, y, spec.geometry === "point", taken, view);
      }
    }
  }

  function attach(map) {
    const pane = map.createPane("labels");
    pane.style.zIndex = 610;
    pane.style.pointerEvents = "none";
    sheet = new OreSightSheet.Sheet(draw, { pane: "labels", padding: 0 }).addTo(map);
  }

  /* Labels of the layers in the page's state; a layer whose labels cannot be read has none. */
  function apply(specs) {
    const wanted = new Map(specs.filter((s) => s.labels).map((s) => [s.id, s]));
    for (const id of layers.keys()) if (!wanted.has(id)) layers.delete(id);
    for (const [id, spec] of wanted) {
      const known = layers.get(id);
      if (known && known.spec.labels === spec.labels) { known.spec = spec; continue; }
      const entry = { spec: spec, data: null, style: null };
      layers.set(id, entry);
      window.oresightPending = (window.oresightPending || 0) + 1;
      Promise.all([load(spec.labels), OreSightStyle.load(spec.symbols)]).then(([data, style]) => {
        entry.data = data;
        entry.style = style;
        sheet.repaint();
      }).catch((error) => console.warn("labels not read", String(error))).finally(() => { window.oresightPending -= 1; });
    }
    if (sheet) sheet.repaint();
  }

  window.OreSightLabels = { attach: attach, apply: apply, shown: () => shown.slice() };
})();
