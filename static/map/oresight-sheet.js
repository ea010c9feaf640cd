/* One canvas a layer, and the shapes on it.

   A *sheet* is a Leaflet renderer without Leaflet's shapes: it keeps a canvas in place while the map moves and calls
   its painter when the view has come to rest.  A *chunk* is a set of features in coordinates of its own (units of a
   tile, or the world as a square of side 1); a *frame* turns them into pixels: px = c * k + (ox, oy).

   feature of a chunk: {id, kind: 1 point | 2 line | 3 area, c: flat coordinates, ends: end of each part in c,
   n: how many features it stands for, p: properties or null, box: [x0, y0, x1, y1]} */
(function () {
  "use strict";

  const STEP_PX = 0.6; // corners nearer than this to the last one are not drawn
  const PADDING = 0.15;

  const Sheet = L.Renderer.extend({
    initialize: function (painter, options) {
      L.Renderer.prototype.initialize.call(this, Object.assign({ padding: PADDING }, options));
      this.painter = painter;
    },

    _initContainer: function () {
      this._container = document.createElement("canvas");
      this._container.style.pointerEvents = "none";
      this._ctx = this._container.getContext("2d");
    },

    _destroyContainer: function () {
      cancelAnimationFrame(this._asked);
      L.DomUtil.remove(this._container);
      delete this._container;
      delete this._ctx;
    },

    _updatePaths: function () {},

    _update: function () {
      if ((this._map._animatingZoom && this._bounds) || this._map.getSize().x < 1) return;
      L.Renderer.prototype._update.call(this);
      this.paint();
    },

    /* A sheet made while the frame had no size has no place yet that could be moved. */
    _updateTransform: function (center, zoom) {
      if (this._center) L.Renderer.prototype._updateTransform.call(this, center, zoom);
    },

    /* Paint in the next moment; many calls paint once. */
    repaint: function () {
      if (this._asked || !this._map) return;
      this._asked = requestAnimationFrame(() => {
        this._asked = 0;
        if (this._map && !this._map._animatingZoom && this._bounds) this.paint();
      });
    },

    paint: function () {
      const ratio = window.devicePixelRatio || 1;
      const size = this._bounds.getSize(), canvas = this._container;
      const width = Math.round(size.x * ratio), height = Math.round(size.y * ratio);
      if (canvas.width !== width || canvas.height !== height) {
        canvas.width = width;
        canvas.height = height;
        canvas.style.width = size.x + "px";
        canvas.style.height = size.y + "px";
      }
      L.DomUtil.setPosition(canvas, this._bounds.min);
      const zoom = this._map.getZoom(), origin = this._map.getPixelOrigin().add(this._bounds.min);
      this._ctx.setTransform(1, 0, 0, 1, 0, 0);
      this._ctx.clearRect(0, 0, width, height);
      // pixels of the world at this zoom, seen through a window of width × height that begins at left, top
      this.view = { zoom: zoom, world: 256 * Math.pow(2, zoom), left: origin.x, top: origin.y, width: size.x,
        height: size.y, ratio: ratio, latitude: this._map.getCenter().lat };
      this.painter(this._ctx, this.view);
    },
  });

  /* --- geometry of a feature in pixels ---------------------------------------------------------------------------- */

  function parts(f, k, ox, oy) {
    const found = [];
    let from = 0;
    for (const end of f.ends) {
      const part = [];
      let lx = NaN, ly = NaN;
      for (let i = from; i < end; i += 2) {
        const x = f.c[i] * k + ox, y = f.c[i + 1] * k + oy;
        if (i > from && i + 2 < end && Math.abs(x - lx) < STEP_PX && Math.abs(y - ly) < STEP_PX) continue;
        part.push({ x: x, y: y });
        lx = x;
        ly = y;
      }
      if (part.length > 1) found.push(part);
      from = end;
    }
    return found;
  }

  function boxOf(c) {
    let x0 = Infinity, y0 = Infinity, x1 = -Infinity, y1 = -Infinity;
    for (let i = 0; i < c.length; i += 2) {
      if (c[i] < x0) x0 = c[i];
      if (c[i] > x1) x1 = c[i];
      if (c[i + 1] < y0) y0 = c[i + 1];
      if (c[i + 1] > y1) y1 = c[i + 1];
    }
    return [x0, y0, x1, y1];
  }

  /* Paint one feature; what stands for several, or is smaller than a pixel, is a speck in the colour of its class. */
  function paint(ctx, style, f, given, frame, at) {
    const k = frame.k, ox = frame.ox, oy = frame.oy;
    if (f.kind === 1 && style.geometry === "point") {
      style.paint(ctx, given, { x: f.c[0] * k + ox, y: f.c[1] * k + oy }, at);
      return;
    }
    if (f.kind === 1) {
      const x = f.c[0] * k + ox, y = f.c[1] * k + oy, r = 0.8;
      const speck = style.geometry === "line" ? [[{ x: x - r, y: y }, { x: x + r, y: y }]]
        : [[{ x: x - r, y: y - r }, { x: x + r, y: y - r }, { x: x + r, y: y + r }, { x: x - r, y: y + r }]];
      style.paint(ctx, given, speck, at);
      return;
    }
    const shape = parts(f, k, ox, oy);
    if (shape.length) style.paint(ctx, given, shape, at);
  }

  /* --- what lies under a pixel ------------------------------------------------------------------------------------ */

  function inside(f, x, y) {
    let odd = false, from = 0;
    for (const end of f.ends) {
      for (let i = from, j = end - 2; i < end; j = i, i += 2) {
        const yi = f.c[i + 1], yj = f.c[j + 1];
        if (yi > y !== yj > y && x < ((f.c[j] - f.c[i]) * (y - yi)) / (yj - yi) + f.c[i]) odd = !odd;
      }
      from = end;
    }
    return odd;
  }

  /* Square of the distance to the nearest segment. */
  function near(f, x, y) {
    let best = Infinity, from = 0;
    for (const end of f.ends) {
      for (let i = from; i + 3 < end; i += 2) {
        const ax = f.c[i], ay = f.c[i + 1], dx = f.c[i + 2] - ax, dy = f.c[i + 3] - ay;
        const length = dx * dx + dy * dy;
        const t = length ? Math.min(Math.max(((x - ax) * dx + (y - ay) * dy) / length, 0), 1) : 0;
        const ex = ax + t * dx - x, ey = ay + t * dy - y;
        best = Math.min(best, ex * ex + ey * ey);
      }
      from = end;
    }
    return best;
  }

  /* Whether a feature is hit at x, y (units of the chunk); `reach` in the same units.  Returns how far off, or null. */
  function hit(f, x, y, reach) {
    const b = f.box;
    if (x < b[0] - reach || x > b[2] + reach || y < b[1] - reach || y > b[3] + reach) return null;
    if (f.kind === 1) {
      const d = Math.hypot(f.c[0] - x, f.c[1] - y);
      return d <= reach ? d : null;
    }
    if (f.kind === 2) {
      const d = Math.sqrt(near(f, x, y));
      return d <= reach ? d : null;
    }
    return inside(f, x, y) ? 0 : null;
  }

  window.OreSightSheet = { Sheet: Sheet, paint: paint, boxOf: boxOf, hit: hit };
})();
