/* How the features of a layer look: the boundary between the map and the styles.

   What the map does with it (oresight-map.js):

     const style = await OreSightStyle.load(spec.symbols);  // the address the page sent; kept, so repeated is cheap
     style.shown(zoom, latitude)      // false outside the scale range of the layer
     style.opacity                    // of the whole layer, 0 … 1; the map multiplies its own
     style.of(properties)             // the symbol of a feature, null when it is not drawn
     style.options(properties)        // Leaflet path options with the symbol in them, for L.geoJSON and OreSightStyle.Sign

   Leaflet shapes whose options hold `symbol` are painted in all their passes by any canvas renderer; points are made
   with `new OreSightStyle.Sign(latlng, style.options(p))`.  A tile is painted without Leaflet:

     style.paint(ctx, properties, geometry, at)
       geometry: {x, y} for a point, else arrays of {x, y} (lines, or rings with holes), in pixels of ctx
       at: [x, y] of the upper left corner of ctx on the plane of the map, so that patterns of tiles join

   properties of a feature: `k` number of its class, as the server worked it out (core/mapping/style_feed.py);
   optional `g`, how many times as large its symbol is, and `t`, by how many degrees it is turned. */
(function () {
  "use strict";

  const SCALE_AT_ZOOM_0 = 591657527.59;
  const NOTHING = { stroke: false, fill: false, radius: 0, weight: 0, interactive: false };
  const loaded = new Map(); // address -> promise of a Style

  class Style {
    constructor(data) {
      this.geometry = data.geometry;
      this.opacity = data.opacity;
      this.scales = data.scales;
      this.classes = data.classes;
    }

    shown(zoom, latitude) {
      const at = (SCALE_AT_ZOOM_0 * Math.cos((latitude || 0) * Math.PI / 180)) / Math.pow(2, zoom);
      const [widest, closest] = this.scales;
      return (!widest || at <= widest) && (!closest || at >= closest);
    }

    of(properties) {
      return this.classes[properties.k] || null;
    }

    options(properties) {
      const symbol = this.of(properties);
      if (!symbol) return Object.assign({ symbol: null }, NOTHING);
      const hit = Object.assign({ bubblingMouseEvents: true, symbol: symbol, given: properties, symbolOpacity: this.opacity }, symbol.hit);
      const factor = properties.g || 1;
      if (this.geometry === "point") return Object.assign(hit, { radius: Math.max(symbol.reach * factor, 3) });
      // the redrawn surroundings of a shape follow its weight, and dashes must not start anew at the edge of the view
      hit.weight = Math.max(2 * symbol.reach * factor, hit.weight || 0, 1);
      hit.stroke = this.geometry === "line" || symbol.passes.some((p) => p.p === "stroke" || p.p === "along");
      hit.noClip = symbol.passes.some((p) => p.p === "along" || p.p === "gradient" || p.centre || p.dash);
      return hit;
    }

    paint(ctx, properties, geometry, at) {
      const symbol = this.of(properties);
      if (symbol) paint(ctx, this.geometry, symbol, properties, geometry, at, this.opacity);
    }
  }

  function paint(ctx, kind, symbol, given, geometry, at, opacity) {
    ctx.save();
    ctx.globalAlpha *= opacity;
    if (kind === "point") OreSightPaint.point(ctx, symbol, geometry.x, geometry.y, given);
    else if (kind === "line") OreSightPaint.line(ctx, symbol, geometry, given);
    else OreSightPaint.area(ctx, symbol, geometry, given, at);
    ctx.restore();
  }

  function load(address) {
    if (!loaded.has(address)) {
      const job = fetch(address).then((r) => {
        if (!r.ok) throw new Error(String(r.status));
        return r.json();
      }).then((data) => OreSightPaint.prepare(data.classes).then(() => new Style(data)));
      job.catch(() => loaded.delete(address));
      loaded.set(address, job);
    }
    return loaded.get(address);
  }

  /* --- Leaflet: its canvas paints shapes with a symbol ---------------------------------------------------------- */

  const plain = L.Canvas.prototype._updatePoly;
  L.Canvas.include({
    _updatePoly: function (layer, closed) {
      const o = layer.options;
      if (o.symbol === undefined) { plain.call(this, layer, closed); return; }
      if (!this._drawing || !o.symbol || !layer._parts.length) return;
      paint(this._ctx, closed ? "polygon" : "line", o.symbol, o.given, layer._parts, [0, 0], o.symbolOpacity);
    },
    _updateSign: function (layer) {
      const o = layer.options;
      if (!this._drawing || !o.symbol || layer._empty()) return;
      paint(this._ctx, "point", o.symbol, o.given, layer._point, [0, 0], o.symbolOpacity);
    },
  });
  const Sign = L.CircleMarker.extend({ _updatePath: function () { this._renderer._updateSign(this); } });

  window.OreSightStyle = { load: load, Style: Style, Sign: Sign };
})();
