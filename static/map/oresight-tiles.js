/* Vector tiles: the squares of a layer that are in view, decoded, painted into pictures that are kept.

   The format is Mapbox Vector Tile 2 as PostGIS writes it; only what core/mapping/tile_sql.py sends is read.
   A picture is painted once for each square, zoom and style, so moving the map only copies pictures. */
(function () {
  "use strict";

  const EXTENT = 4096;
  const SIDE = 512;
  const MAX_ZOOM = 16;
  const KEPT = 160; // squares of a layer that stay decoded
  const PICTURES = 32; // up to 2 MB each
  const AT_ONCE = 6;

  /* --- protocol buffers -------------------------------------------------------------------------------------------- */

  class Reader {
    constructor(bytes, at, end) { this.b = bytes; this.i = at; this.end = end; }

    number() { // numbers above 2^53 do not occur
      let value = 0, factor = 1, byte;
      do { byte = this.b[this.i++]; value += (byte & 0x7f) * factor; factor *= 128; } while (byte > 0x7f);
      return value;
    }

    /* Calls back for each field; what the callback does not read is skipped. */
    fields(read) {
      while (this.i < this.end) {
        const tag = this.number(), before = this.i, wire = tag & 7;
        read(tag >>> 3, wire);
        if (this.i !== before) continue;
        if (wire === 0) this.number();
        else if (wire === 1) this.i += 8;
        else if (wire === 5) this.i += 4;
        else this.inner();
      }
    }

    inner() {
      const length = this.number(), from = this.i;
      this.i += length;
      return new Reader(this.b, from, from + length);
    }

    text() {
      const r = this.inner();
      return new TextDecoder().decode(r.b.subarray(r.i, r.end));
    }
  }

  function valueOf(reader) {
    let found = null;
    reader.fields((field, wire) => {
      if (field >= 4 && field <= 5 && wire === 0) found = reader.number();
      else if (field === 1) found = reader.text();
    });
    return found;
  }

  function geometryOf(reader, kind) {
    const c = [], ends = [];
    let x = 0, y = 0, command = 0, count = 0;
    while (reader.i < reader.end) {
      if (!count) { const v = reader.number(); command = v & 7; count = v >>> 3; if (command === 7) { count = 0; continue; } }
      const dx = reader.number(), dy = reader.number();
      x += dx % 2 ? -(dx + 1) / 2 : dx / 2;
      y += dy % 2 ? -(dy + 1) / 2 : dy / 2;
      if (command === 1 && c.length && kind !== 1) ends.push(c.length);
      c.push(x, y);
      count -= 1;
    }
    ends.push(c.length);
    return [Float64Array.from(c), ends];
  }

  function featureOf(reader) {
    const f = { id: 0, kind: 0, c: null, ends: null, n: 1, p: null, box: null, tags: [] };
    let geometry = null;
    reader.fields((field) => {
      if (field === 1) f.id = reader.number();
      else if (field === 3) f.kind = reader.number();
      else if (field === 2) { const r = reader.inner(); while (r.i < r.end) f.tags.push(r.number()); }
      else if (field === 4) geometry = reader.inner();
    });
    [f.c, f.ends] = geometryOf(geometry, f.kind);
    f.box = OreSightSheet.boxOf(f.c);
    return f;
  }

  /* All features of a tile, shapes first, then specks. */
  function decode(buffer) {
    const found = [], whole = new Reader(new Uint8Array(buffer), 0, buffer.byteLength);
    whole.fields((field) => {
      if (field !== 3) return;
      const layer = whole.inner(), keys = [], values = [], features = [];
      layer.fields((inner) => {
        if (inner === 2) features.push(featureOf(layer.inner()));
        else if (inner === 3) keys.push(layer.text());
        else if (inner === 4) values.push(valueOf(layer.inner()));
      });
      const n = keys.indexOf("n");
      for (const f of features) {
        for (let i = 0; i < f.tags.length; i += 2) if (f.tags[i] === n) f.n = values[f.tags[i + 1]];
        delete f.tags;
        found.push(f);
      }
    });
    return found;
  }

  /* --- the squares of a layer ------------------------------------------------------------------------------------ */

  class TileSource {
    /* `url` holds {z} {x} {y}; `changed` is called when a square has arrived, `busy` with +1 and -1 for each request. */
    constructor(url, changed, busy, failed) {
      this.url = url;
      this.changed = changed;
      this.busy = busy;
      this.failed = failed;
      this.squares = new Map(); // "z/x/y" -> {z, x, y, state, features, total, left}
      this.pictures = new Map(); // "z/x/y|zoom|what" -> {canvas, drawn}
      this.queue = [];
      this.running = 0;
      this.closed = false;
      this.place = ""; // the view of the last look
      this.seen = []; // the squares in it
    }

    close() {
      this.closed = true;
      this.queue = [];
    }

    /* Squares in view, nearest to the middle first; those that are missing are asked for. */
    inView(view) {
      const z = Math.min(Math.max(Math.round(view.zoom - 1), 0), MAX_ZOOM), n = Math.pow(2, z), side = view.world / n;
      const found = [];
      const y0 = Math.max(Math.floor(view.top / side), 0), y1 = Math.min(Math.floor((view.top + view.height) / side), n - 1);
      for (let x = Math.floor(view.left / side); x <= Math.floor((view.left + view.width) / side); x += 1) {
        for (let y = y0; y <= y1; y += 1) found.push({ z: z, x: x, y: y, side: side, square: this.get(z, ((x % n) + n) % n, y) });
      }
      const mx = (view.left + view.width / 2) / side - 0.5, my = (view.top + view.height / 2) / side - 0.5;
      found.sort((a, b) => Math.hypot(a.x - mx, a.y - my) - Math.hypot(b.x - mx, b.y - my));
      const wanted = new Set(found.map((q) => q.square));
      const place = [z, view.left, view.top, view.width, view.height].map(Math.round).join();
      if (place !== this.place) for (const square of wanted) if (square.state === "failed") square.state = "new";
      this.place = place;
      this.seen = Array.from(wanted);
      this.queue = found.map((q) => q.square).filter((s) => s.state === "new");
      this.next();
      this.trim(wanted);
      return found;
    }

    get(z, x, y) {
      const key = z + "/" + x + "/" + y;
      let square = this.squares.get(key);
      if (!square) square = { key: key, z: z, x: x, y: y, state: "new", features: [], total: 0, left: 0 };
      else this.squares.delete(key); // the last used one stands last
      this.squares.set(key, square);
      return square;
    }

    trim(wanted) {
      for (const [key, square] of this.squares) {
        if (this.squares.size <= KEPT) break;
        if (!wanted.has(square) && square.state !== "loading") this.squares.delete(key);
      }
    }

    next() {
      while (this.running < AT_ONCE && this.queue.length) this.load(this.queue.shift());
    }

    load(square) {
      square.state = "loading";
      this.running += 1;
      this.busy(1);
      const address = this.url.replace("{z}", square.z).replace("{x}", square.x).replace("{y}", square.y);
      fetch(address)
        .then((r) => {
          if (!r.ok) throw new Error(String(r.status));
          square.total = Number(r.headers.get("X-Features") || 0);
          square.left = Number(r.headers.get("X-Left-Out") || 0);
          return r.status === 204 ? null : r.arrayBuffer();
        })
        .then((body) => {
          square.features = body ? decode(body) : [];
          square.state = "there";
        })
        .catch(() => {
          square.state = "failed";
          if (!this.closed) this.failed();
        })
        .finally(() => {
          this.running -= 1;
          this.busy(-1);
          if (this.closed) return;
          this.next();
          this.changed();
        });
    }

    /* Has something in view failed to come?  It is asked for again when the map moves. */
    broken() {
      return this.seen.some((square) => square.state === "failed");
    }

    retry() {
      for (const square of this.squares.values()) if (square.state === "failed") square.state = "new";
    }

    /* Is everything in view here? */
    complete(found) {
      return found.every((q) => q.square.state === "there");
    }

    /* Copies the pictures of the squares in view onto `ctx`.  `draw(ctx, square, frame, at)` paints one of them and
       returns what it drew; `what` names the look, so that another look is painted anew. */
    show(ctx, view, found, what, draw) {
      ctx.setTransform(1, 0, 0, 1, 0, 0);
      const drawn = [];
      for (const q of found) {
        const x0 = Math.round(q.x * q.side * view.ratio), y0 = Math.round(q.y * q.side * view.ratio);
        const x1 = Math.round((q.x + 1) * q.side * view.ratio), y1 = Math.round((q.y + 1) * q.side * view.ratio);
        const left = Math.round(view.left * view.ratio), top = Math.round(view.top * view.ratio);
        if (q.square.state === "there") {
          if (!q.square.features.length) continue;
          const picture = this.picture(q, view, what, draw, x1 - x0, y1 - y0, x0, y0);
          ctx.drawImage(picture.canvas, x0 - left, y0 - top);
          drawn.push({ q: q, features: picture.drawn });
        } else this.standIn(ctx, q, x0 - left, y0 - top, x1 - x0, y1 - y0, what);
      }
      return drawn;
    }

    picture(q, view, what, draw, width, height, x0, y0) {
      const key = q.square.key + "|" + view.zoom + "|" + view.ratio + "|" + what;
      let picture = this.pictures.get(key);
      if (picture) this.pictures.delete(key);
      else {
        const canvas = document.createElement("canvas");
        canvas.width = width;
        canvas.height = height;
        const ctx = canvas.getContext("2d");
        ctx.setTransform(view.ratio, 0, 0, view.ratio, q.x * q.side * view.ratio - x0, q.y * q.side * view.ratio - y0);
        const frame = { k: q.side / EXTENT, ox: 0, oy: 0 };
        picture = { canvas: canvas, square: q.square, zoom: view.zoom, what: what, drawn: draw(ctx, q.square, frame, [q.x * q.side, q.y * q.side]) };
      }
      this.pictures.set(key, picture);
      for (const old of this.pictures.keys()) { if (this.pictures.size <= PICTURES) break; this.pictures.delete(old); }
      return picture;
    }

    /* Until a square arrives, the pictures of the zoom before stand for it, larger or smaller. */
    standIn(ctx, q, x, y, width, height, what) {
      for (const p of Array.from(this.pictures.values()).reverse()) {
        const s = p.square, step = q.z - s.z;
        if (p.what !== what || Math.abs(step) > 4 || step === 0) continue;
        const f = Math.pow(2, step);
        if (step > 0 && Math.floor(q.square.x / f) === s.x && Math.floor(q.square.y / f) === s.y) {
          const w = p.canvas.width / f, h = p.canvas.height / f;
          ctx.drawImage(p.canvas, (q.square.x - s.x * f) * w, (q.square.y - s.y * f) * h, w, h, x, y, width, height);
          return;
        }
        if (step < 0 && Math.floor(s.x * f) === q.square.x && Math.floor(s.y * f) === q.square.y) {
          ctx.drawImage(p.canvas, x + (s.x * f - q.square.x) * width, y + (s.y * f - q.square.y) * height, width * f, height * f);
        }
      }
    }
  }

  window.OreSightTiles = { TileSource: TileSource, decode: decode, EXTENT: EXTENT, SIDE: SIDE };
})();
