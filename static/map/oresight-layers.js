/* A layer of the map: where its features come from, how they are drawn, what a pixel of it means.

   Small layers come whole as GeoJSON, large ones as vector tiles with the numbers of their classes in a file of their
   own; both are painted by OreSightStyle on a canvas a layer, so that order and opacity hold for each of them. */
(function () {
  "use strict";

  const HIT_PX = 5;
  const STAMPS = 600;
  const S = OreSightSheet;
  const cache = new Map(); // address -> promise

  function fetched(url, read) {
    if (!cache.has(url)) {
      const job = fetch(url).then((r) => {
        if (!r.ok) throw new Error(String(r.status));
        return r[read]();
      });
      job.catch(() => cache.delete(url));
      cache.set(url, job);
    }
    return cache.get(url);
  }

  /* --- small layers ------------------------------------------------------------------------------------------------ */

  function worldX(lon) { return lon / 360 + 0.5; }

  function worldY(lat) {
    const s = Math.sin((Math.min(Math.max(lat, -89.9), 89.9) * Math.PI) / 180);
    return 0.5 - Math.log((1 + s) / (1 - s)) / (4 * Math.PI);
  }

  function flat(found, line) {
    for (const p of line) found.c.push(worldX(p[0]), worldY(p[1]));
    found.ends.push(found.c.length);
  }

  function shapesOf(geometry, found) {
    const g = geometry, c = g.coordinates;
    if (g.type === "Point" || g.type === "LineString") { flat(found, g.type === "Point" ? [c] : c); return g.type === "Point" ? 1 : 2; }
    if (g.type === "MultiPoint") { for (const p of c) flat(found, [p]); return 1; }
    if (g.type === "MultiLineString" || g.type === "Polygon") { for (const part of c) flat(found, part); return g.type === "Polygon" ? 3 : 2; }
    if (g.type === "MultiPolygon") { for (const area of c) for (const part of area) flat(found, part); return 3; }
    return 0;
  }

  /* Features in coordinates of the world, a square of side 1; several points of one feature become several. */
  function featuresOf(data) {
    const found = [];
    for (const one of data.features) {
      if (!one || !one.geometry || !one.geometry.coordinates) continue; // one bad geometry must not take the layer down
      const shape = { c: [], ends: [] }, kind = shapesOf(one.geometry, shape);
      const sets = kind === 1 ? shape.ends.map((e) => [shape.c.slice(e - 2, e), [2]]) : [[shape.c, shape.ends]];
      if (!kind) continue;
      for (const [c, ends] of sets) {
        const flatten = Float64Array.from(c);
        found.push({ id: one.properties.fid, kind: kind, c: flatten, ends: ends, n: 1, p: one.properties, box: S.boxOf(flatten), g: one.geometry });
      }
    }
    return found;
  }

  class Whole {
    constructor(data) { this.features = featuresOf(data); this.count = data.features.length; }

    frame(view) { return { k: view.world, ox: -view.left, oy: -view.top }; }

    inView(view, far) {
      const x0 = (view.left - far) / view.world, x1 = (view.left + view.width + far) / view.world;
      const y0 = (view.top - far) / view.world, y1 = (view.top + view.height + far) / view.world;
      return this.features.filter((f) => f.box[2] >= x0 && f.box[0] <= x1 && f.box[3] >= y0 && f.box[1] <= y1);
    }
  }

  /* --- classes of large layers --------------------------------------------------------------------------------------- */

  class Given {
    constructor(buffer) {
      const view = new DataView(buffer), length = view.getUint32(0, true);
      const head = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, length)));
      let at = head.start;
      const take = (Kind, wanted) => {
        if (!wanted) return null;
        const found = new Kind(buffer, at, head.length);
        at += Math.ceil((head.length * Kind.BYTES_PER_ELEMENT) / 8) * 8;
        return found;
      };
      this.first = head.first;
      this.length = head.length;
      this.ids = take(Float64Array, head.ids);
      this.k = take(Int16Array, true);
      this.g = take(Float32Array, head.g);
      this.t = take(Float32Array, head.t);
      this.plain = new Map();
    }

    place(id) {
      if (!this.ids) return id - this.first;
      let low = 0, high = this.length - 1;
      while (low <= high) {
        const middle = (low + high) >> 1;
        if (this.ids[middle] === id) return middle;
        if (this.ids[middle] < id) low = middle + 1; else high = middle - 1;
      }
      return -1;
    }

    of(id) {
      const i = this.place(id), k = i >= 0 && i < this.length ? this.k[i] : -1;
      if (!this.g && !this.t) {
        if (!this.plain.has(k)) this.plain.set(k, { k: k });
        return this.plain.get(k);
      }
      return { k: k, g: this.g ? this.g[i] : undefined, t: this.t ? this.t[i] : undefined };
    }
  }

  /* --- a layer --------------------------------------------------------------------------------------------------------- */

  class MapLayer {
    /* `host`: {map, busy(n), changed(layer), failed(layer)} */
    constructor(spec, host) {
      this.spec = spec;
      this.host = host;
      this.style = null;
      this.whole = null;
      this.tiles = null;
      this.given = null;
      this.shown = 0;
      this.inside = 0;
      this.left = 0;
      this.density = 0;
      this.stamps = new Map();
      this.spots = []; // what is drawn of a point layer: [x, y, n, feature] in pixels of the canvas
      this.bunches = [];
      this.pane = "layer-" + spec.id;
      const pane = host.map.getPane(this.pane) || host.map.createPane(this.pane);
      pane.style.pointerEvents = "none";
      this.sheet = new S.Sheet((ctx, view) => this.draw(ctx, view), { pane: this.pane });
      this.sheet.addTo(host.map);
      this.dress();
      this.load();
    }

    get points() { return this.spec.geometry === "point"; }

    get mode() { return this.points ? this.spec.draw || "smart" : "smart"; }

    dress() {
      const pane = this.host.map.getPane(this.pane);
      pane.style.opacity = String(this.spec.opacity === undefined ? 1 : this.spec.opacity);
      pane.style.zIndex = String(400 + this.spec.rank);
    }

    /* The same layer with another look; data that are here already stay. */
    update(spec) {
      const old = this.spec;
      this.spec = spec;
      this.dress();
      if (spec.symbols !== old.symbols || spec.given !== old.given || spec.url !== old.url) this.load();
      else if (spec.draw !== old.draw || spec.scales.join() !== old.scales.join()) this.sheet.repaint();
    }

    load() {
      const spec = this.spec, current = () => this.spec === spec || (this.spec.url === spec.url && this.spec.symbols === spec.symbols && this.spec.given === spec.given);
      const jobs = [OreSightStyle.load(spec.symbols), spec.tiled ? (spec.given ? fetched(spec.given, "arrayBuffer") : null) : fetched(spec.url, "json")];
      this.host.busy(1);
      Promise.all(jobs).then(([style, data]) => {
        if (!current() || this.gone) return;
        this.style = style;
        if (spec.tiled) {
          this.given = data ? new Given(data) : null;
          if (!this.tiles || this.tiles.url !== spec.url) {
            if (this.tiles) this.tiles.close();
            this.tiles = new OreSightTiles.TileSource(spec.url, () => this.sheet.repaint(), (n) => this.host.busy(n), () => this.host.failed(this));
          }
        } else if (this.source !== spec.url) {
          this.whole = new Whole(data);
          this.source = spec.url;
        }
        this.ready = true;
        this.missed = false;
        this.paintNow();
      }).catch((error) => {
        if (this.gone || !current()) return;
        this.missed = true;
        this.host.failed(this);
        if (!(error instanceof Error)) console.error(error);
      }).finally(() => this.host.busy(-1));
    }

    paintNow() { if (this.sheet._map && this.sheet._bounds) this.sheet.paint(); }

    /* Is something of what has failed still missing? */
    broken() {
      return this.missed || Boolean(this.tiles && this.tiles.broken());
    }

    retry() {
      if (this.tiles) { this.tiles.retry(); this.sheet.repaint(); }
      if (!this.ready || this.missed) this.load();
    }

    remove() {
      this.gone = true;
      if (this.tiles) this.tiles.close();
      this.host.map.removeLayer(this.sheet);
    }

    /* Whether the layer is drawn at this scale: its own limits and those of its style. */
    visible(view) {
      const scale = (591657527.59 * Math.cos((view.latitude * Math.PI) / 180)) / Math.pow(2, view.zoom);
      const [widest, closest] = this.spec.scales;
      return this.style.shown(view.zoom, view.latitude) && (!widest || scale <= widest) && (!closest || scale >= closest);
    }

    givenOf(f) { return f.p || (this.given ? this.given.of(f.id) : { k: 0 }); }

    reach() {
      const far = this.style.classes.map((c) => (c && c.reach) || 0);
      return Math.min(Math.max(4, ...far), 40);
    }

    /* --- drawing --- */

    draw(ctx, view) {
      this.spots = [];
      this.bunches = [];
      this.drawn = null;
      this.shown = this.inside = this.left = this.density = 0;
      this.view = view;
      if (!this.ready) return;
      this.hidden = !this.visible(view);
      if (!this.hidden) {
        if (this.points) this.drawPoints(ctx, view);
        else if (this.whole) this.drawWhole(ctx, view);
        else this.drawTiles(ctx, view);
      }
      this.host.changed(this);
    }

    drawWhole(ctx, view) {
      ctx.setTransform(view.ratio, 0, 0, view.ratio, 0, 0);
      const frame = this.whole.frame(view), found = this.whole.inView(view, this.reach());
      for (const f of found) S.paint(ctx, this.style, f, this.givenOf(f), frame, [view.left, view.top]);
      this.shown = this.inside = this.whole.count;
    }

    drawTiles(ctx, view) {
      const found = this.tiles.inView(view);
      this.drawn = this.tiles.show(ctx, view, found, this.spec.symbols + this.spec.given, (tile, square, frame, at) => {
        for (const f of square.features) S.paint(tile, this.style, f, this.givenOf(f), frame, at);
        return square.features;
      });
      const seen = new Set();
      for (const { features } of this.drawn) for (const f of features) seen.add(f.id);
      this.shown = this.inside = seen.size;
      for (const q of found) this.left += q.square.left;
    }

    /* Every point in view, the border strips of the squares left out: those belong to the neighbours. */
    collect(view) {
      const found = [];
      if (this.whole) {
        const frame = this.whole.frame(view);
        for (const f of this.whole.inView(view, 0)) found.push([f.c[0] * frame.k + frame.ox, f.c[1] * frame.k + frame.oy, f.n, f]);
        return found;
      }
      this.squares = this.tiles.inView(view);
      for (const q of this.squares) {
        const k = q.side / OreSightTiles.EXTENT, ox = q.x * q.side - view.left, oy = q.y * q.side - view.top;
        for (const f of q.square.features) {
          if (f.c[0] < 0 || f.c[1] < 0 || f.c[0] >= OreSightTiles.EXTENT || f.c[1] >= OreSightTiles.EXTENT) continue;
          const x = f.c[0] * k + ox, y = f.c[1] * k + oy;
          if (x >= 0 && y >= 0 && x < view.width && y < view.height) found.push([x, y, f.n, f]);
        }
      }
      return found;
    }

    drawPoints(ctx, view) {
      const points = this.collect(view).filter((p) => this.style.of(this.givenOf(p[3])));
      for (const p of points) this.inside += p[2];
      ctx.setTransform(view.ratio, 0, 0, view.ratio, 0, 0);
      if (this.mode === "heat") {
        this.density = OreSightPoints.drawDensity(ctx, points, view);
        this.shown = this.inside;
      } else if (this.mode === "cluster") {
        this.bunches = OreSightPoints.clusters(points, view);
        OreSightPoints.drawClusters(ctx, this.bunches, (c) => this.mark(ctx, c.x, c.y, c.f, view));
        this.spots = this.bunches.filter((c) => c.alone).map((c) => [c.x, c.y, 1, c.f]);
        this.shown = this.inside;
      } else this.drawSmart(ctx, view, points);
    }

    drawSmart(ctx, view, points) {
      const thin = this.inside > OreSightPoints.ALL, taken = new Set();
      this.spots = thin ? points.filter((p) => OreSightPoints.first(taken, p[0] + view.left, p[1] + view.top)) : points;
      for (const [x, y, , f] of this.spots) this.mark(ctx, x, y, f, view);
      this.shown = thin ? this.spots.length : this.inside;
    }

    /* A symbol is painted once and copied for every point that looks the same. */
    mark(ctx, x, y, f, view) {
      const given = this.givenOf(f), key = given.k + "|" + (given.g || 1) + "|" + (given.t || 0);
      if (this.stamps.style !== this.style || this.stamps.ratio !== view.ratio || this.stamps.size > STAMPS) {
        this.stamps = Object.assign(new Map(), { style: this.style, ratio: view.ratio });
      }
      if (!this.stamps.has(key)) this.stamps.set(key, this.stamp(given, view.ratio));
      const stamp = this.stamps.get(key), r = view.ratio;
      if (stamp) ctx.drawImage(stamp, Math.round((x - stamp.half) * r) / r, Math.round((y - stamp.half) * r) / r, 2 * stamp.half, 2 * stamp.half);
    }

    stamp(given, ratio) {
      const symbol = this.style.of(given);
      if (!symbol) return null;
      const half = Math.ceil(symbol.reach * (given.g || 1)) + 2, canvas = document.createElement("canvas");
      canvas.width = canvas.height = 2 * half * ratio;
      canvas.half = half;
      const ctx = canvas.getContext("2d");
      ctx.scale(ratio, ratio);
      this.style.paint(ctx, given, { x: half, y: half }, [0, 0]);
      return canvas;
    }

    /* --- what lies under a pixel of the canvas --- */

    hit(point) {
      if (!this.ready || this.hidden || !this.view) return null;
      const p = point.subtract(this.sheet._bounds.min);
      if (this.points) return this.hitSpot(p);
      if (this.whole) return this.hitIn(this.whole.features, this.whole.frame(this.view), p);
      for (const { q, features } of this.drawn || []) {
        const frame = { k: q.side / OreSightTiles.EXTENT, ox: q.x * q.side - this.view.left, oy: q.y * q.side - this.view.top };
        const x = (p.x - frame.ox) / frame.k, y = (p.y - frame.oy) / frame.k;
        if (x < 0 || y < 0 || x > OreSightTiles.EXTENT || y > OreSightTiles.EXTENT) continue;
        const found = this.hitIn(features, frame, p);
        if (found) return found;
      }
      return null;
    }

    hitSpot(p) {
      for (const c of this.bunches) if (!c.alone && Math.hypot(c.x - p.x, c.y - p.y) <= c.r) return { layer: this, bunch: c };
      let best = null, least = Infinity;
      for (const [x, y, , f] of this.spots) {
        const d = Math.hypot(x - p.x, y - p.y), given = this.givenOf(f), symbol = this.style.of(given);
        if (d < least && d <= Math.max(symbol.reach * (given.g || 1), HIT_PX)) { least = d; best = f; }
      }
      return best && { layer: this, feature: best };
    }

    hitIn(features, frame, p) {
      const x = (p.x - frame.ox) / frame.k, y = (p.y - frame.oy) / frame.k;
      for (let i = features.length - 1; i >= 0; i -= 1) {
        const f = features[i], symbol = this.style.of(this.givenOf(f));
        if (!symbol) continue;
        const reach = f.kind === 3 ? 0 : Math.min(Math.max(f.kind === 2 ? symbol.reach : 1.5, HIT_PX), 12);
        if (S.hit(f, x, y, reach / frame.k) !== null) return { layer: this, feature: f };
      }
      return null;
    }

    /* Properties and geometry of a feature: at hand for small layers, asked for in large ones. */
    detail(feature) {
      if (feature.p) return Promise.resolve({ properties: feature.p, geometry: feature.g });
      return fetched(this.spec.feature.replace("{fid}", feature.id), "json");
    }
  }

  window.OreSightLayers = { MapLayer: MapLayer, fetched: fetched };
})();
