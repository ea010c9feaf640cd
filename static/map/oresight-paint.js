/* Painting symbols on a canvas: fills, hatches, gradients, pictures, strokes, markers, in passes.

   A symbol is what core/mapping/style_payload.py sends for a class; geometry comes in pixels of the canvas.  Nothing
   here knows of layers, maps or Leaflet: the same functions paint the shapes of the map, of vector tiles and of
   previews.  Angles are counter-clockwise degrees, y runs down. */
(function () {
  "use strict";

  const RAD = Math.PI / 180;
  const FINE = 4; // tiles of patterns are drawn this many times as large and scaled down
  const MAX_TILE = 1024;
  const CELLS = 6; // a scattered pattern repeats after so many steps
  const MAX_SIGNS = 3000; // along one line
  const paths = new Map(); // text -> Path2D
  const pictures = new Map(); // data url -> image

  function path(text) {
    if (!paths.has(text)) paths.set(text, new Path2D(text));
    return paths.get(text);
  }

  /* --- pictures: decoded before anything is drawn ------------------------------------------------------------- */

  function picturesOf(symbol) {
    const found = [];
    for (const one of symbol.passes) {
      if (one.picture) found.push(one.picture);
      for (const m of one.markers || []) if (m.picture) found.push(m.picture);
    }
    return found;
  }

  /* A promise that ends when the pictures of `symbols` can be drawn; a picture that is broken is not drawn. */
  function prepare(symbols) {
    const jobs = [];
    for (const symbol of symbols) {
      if (!symbol) continue;
      for (const url of picturesOf(symbol)) {
        if (pictures.has(url)) continue;
        const image = new Image();
        image.src = url;
        pictures.set(url, image);
        jobs.push(image.decode().catch(() => pictures.set(url, null)));
      }
    }
    return Promise.all(jobs);
  }

  /* --- markers ------------------------------------------------------------------------------------------------ */

  function pen(ctx, stroke, factor) {
    ctx.strokeStyle = stroke.color;
    ctx.lineWidth = stroke.width * (factor || 1);
    ctx.lineCap = stroke.cap || "round";
    ctx.lineJoin = stroke.join || "round";
    ctx.setLineDash(stroke.dash || []);
    ctx.lineDashOffset = stroke.dashOffset || 0;
  }

  /* One marker at x, y, turned by `turn` on top of its own angle and `factor` times as large. */
  function sign(ctx, marker, x, y, turn, factor) {
    ctx.save();
    ctx.translate(x, y);
    if (turn) ctx.rotate(-turn * RAD);
    const f = (factor || 1) * (marker.scale || 1);
    if (marker.angle) ctx.rotate(-marker.angle * RAD);
    if (f !== 1) ctx.scale(f, f);
    if (marker.dx || marker.dy) ctx.translate(marker.dx || 0, marker.dy || 0);
    if (marker.picture) {
      const image = pictures.get(marker.picture);
      if (image && image.width) ctx.drawImage(image, -marker.width / 2, -marker.size / 2, marker.width, marker.size);
    }
    for (const part of marker.parts || []) {
      const shape = path(part.d);
      if (part.fill) { ctx.fillStyle = part.fill; ctx.fill(shape); }
      if (part.stroke) { pen(ctx, part.stroke); ctx.stroke(shape); }
    }
    ctx.restore();
  }

  /* --- patterns ----------------------------------------------------------------------------------------------- */

  function tile(width, height, draw) {
    const fine = Math.min(FINE, MAX_TILE / Math.max(width, height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(width * fine));
    canvas.height = Math.max(1, Math.round(height * fine));
    const ctx = canvas.getContext("2d");
    ctx.scale(canvas.width / width, canvas.height / height);
    draw(ctx);
    return { canvas: canvas, width: width, height: height };
  }

  function hatchTile(one) {
    const dashed = one.lines.find((s) => s.dash);
    const width = (dashed && dashed.dash.reduce((a, b) => a + b, 0)) || 8;
    const height = one.separation;
    return tile(width, height, (ctx) => {
      for (const line of one.lines) {
        const y = height / 2 + (((one.offset || 0) % height) + height) % height - (line.offset || 0);
        pen(ctx, line);
        if (!line.dash) ctx.lineCap = "butt";
        for (const at of [y - height, y, y - 2 * height, y + height]) {
          ctx.beginPath();
          ctx.moveTo(line.dash ? -width : 0, at);
          ctx.lineTo(line.dash ? 2 * width : width, at);
          ctx.stroke();
        }
      }
    });
  }

  /* Where marker number n of a scattered pattern stands, -0.5 … 0.5 of a step; core/mapping/style_swatch.py has the same. */
  function loose(n) {
    const part = (a, b) => Number((BigInt(n) * BigInt(a) + BigInt(b)) % 4294967296n) / 4294967296 - 0.5;
    return [part(2654435761, 1013904223), part(2246822519, 374761393)];
  }

  function gridTile(one) {
    const columns = one.scatter ? CELLS : 1, rows = one.scatter ? CELLS : one.shifted ? 2 : 1;
    const width = one.stepX * columns, height = one.stepY * rows;
    const far = Math.max(...one.markers.map((m) => m.size));
    const nx = Math.min(Math.ceil(far / width) + 1, 4), ny = Math.min(Math.ceil(far / height) + 1, 4);
    return tile(width, height, (ctx) => {
      for (const marker of one.markers) {
        for (let cell = 0; cell < rows * columns; cell += 1) {
          const row = Math.floor(cell / columns), column = cell % columns;
          const off = one.scatter ? loose(cell).map((v) => v * one.scatter) : [0, 0];
          const shift = one.shifted && row % 2 ? 0.5 : 0;
          const x = one.stepX * (column + 0.5 + shift + off[0]) + ((one.dx || 0) % one.stepX);
          const y = one.stepY * (row + 0.5 + off[1]) + ((one.dy || 0) % one.stepY);
          for (let i = -nx; i <= nx; i += 1) {
            for (let j = -ny; j <= ny; j += 1) sign(ctx, marker, x + i * width, y + j * height, 0, 1);
          }
        }
      }
    });
  }

  function pictureTile(one) {
    const image = pictures.get(one.picture);
    return tile(one.width, one.height, (ctx) => {
      ctx.globalAlpha = one.opacity;
      if (image && image.width) ctx.drawImage(image, 0, 0, one.width, one.height);
    });
  }

  const TILES = { hatch: hatchTile, inside: gridTile, picture: pictureTile };
  const tiles = new WeakMap(); // pass -> its tile

  /* The pattern of a pass.  `at` is where the canvas lies on the plane of the map, so that patterns of neighbouring
     canvases join. */
  function pattern(ctx, one, at) {
    if (!tiles.has(one)) tiles.set(one, TILES[one.p](one));
    const made = tiles.get(one);
    const found = ctx.createPattern(made.canvas, "repeat");
    const c = Math.cos(-(one.angle || 0) * RAD), s = Math.sin(-(one.angle || 0) * RAD);
    const u = (-at[0] * c - at[1] * s) % made.width, v = (at[0] * s - at[1] * c) % made.height;
    const matrix = new DOMMatrix([c, s, -s, c, 0, 0]).translate(u, v);
    found.setTransform(matrix.scale(made.width / made.canvas.width, made.height / made.canvas.height));
    return found;
  }

  /* --- areas -------------------------------------------------------------------------------------------------- */

  function bounds(parts) {
    let x0 = Infinity, y0 = Infinity, x1 = -Infinity, y1 = -Infinity;
    for (const part of parts) {
      for (const p of part) {
        x0 = Math.min(x0, p.x); x1 = Math.max(x1, p.x); y0 = Math.min(y0, p.y); y1 = Math.max(y1, p.y);
      }
    }
    return [x0, y0, x1, y1];
  }

  function gradient(ctx, one, parts) {
    const [x0, y0, x1, y1] = bounds(parts);
    const x = (x0 + x1) / 2, y = (y0 + y1) / 2, w = x1 - x0, h = y1 - y0;
    if (!(w > 0 && h > 0) || !one.stops.length) return one.color;
    let found;
    if (one.method === "linear") {
      const c = Math.cos(one.angle * RAD), s = -Math.sin(one.angle * RAD);
      const half = (Math.abs(w * c) + Math.abs(h * s)) / 2;
      found = ctx.createLinearGradient(x - c * half, y - s * half, x + c * half, y + s * half);
    } else found = ctx.createRadialGradient(x, y, 0, x, y, Math.hypot(w, h) / 2);
    for (const [t, color] of one.stops) found.addColorStop(Math.min(Math.max(t, 0), 1), color);
    return found;
  }

  function trace(ctx, parts, closed) {
    ctx.beginPath();
    for (const part of parts) {
      part.forEach((p, i) => ctx[i ? "lineTo" : "moveTo"](p.x, p.y));
      if (closed) ctx.closePath();
    }
  }

  /* The middle of the largest ring, by the centroid of its area. */
  function middle(parts) {
    let best = null, most = -1;
    for (const ring of parts) {
      let area = 0, x = 0, y = 0;
      ring.forEach((p, i) => {
        const q = ring[(i + 1) % ring.length], f = p.x * q.y - q.x * p.y;
        area += f; x += (p.x + q.x) * f; y += (p.y + q.y) * f;
      });
      if (Math.abs(area) > most && area) { most = Math.abs(area); best = { x: x / (3 * area), y: y / (3 * area) }; }
    }
    return best;
  }

  function inside(ctx, one, parts, at) {
    if (one.p === "fill") return one.color;
    return one.p === "gradient" ? gradient(ctx, one, parts) : pattern(ctx, one, at);
  }

  /* --- lines -------------------------------------------------------------------------------------------------- */

  /* A line beside a line: `distance` to the left of its direction; corners are mitred within reason. */
  function beside(part, distance, closed) {
    const points = part.filter((p, i) => !i || p.x !== part[i - 1].x || p.y !== part[i - 1].y);
    const n = points.length;
    if (n < 2) return points;
    const normal = (a, b) => {
      const d = Math.hypot(b.x - a.x, b.y - a.y) || 1;
      return [(b.y - a.y) / d, -(b.x - a.x) / d];
    };
    return points.map((p, i) => {
      const before = i ? points[i - 1] : closed ? points[n - 1] : null;
      const after = i < n - 1 ? points[i + 1] : closed ? points[0] : null;
      const m = before ? normal(before, p) : normal(p, after), k = after ? normal(p, after) : m;
      const x = m[0] + k[0], y = m[1] + k[1], dot = Math.max((x * x + y * y) / 2, 0.5);
      return { x: p.x + (x / dot) * distance, y: p.y + (y / dot) * distance };
    });
  }

  function stroke(ctx, one, parts, closed, factor) {
    const lines = one.offset ? parts.map((p) => beside(p, one.offset * factor, closed)) : parts;
    trace(ctx, lines, closed);
    pen(ctx, one, factor);
    ctx.stroke();
  }

  /* Places along a line: [x, y, direction in degrees]. */
  function places(one, part, closed) {
    const points = closed && part.length ? part.concat([part[0]]) : part;
    const steps = [0];
    for (let i = 1; i < points.length; i += 1) {
      steps.push(steps[i - 1] + Math.hypot(points[i].x - points[i - 1].x, points[i].y - points[i - 1].y));
    }
    const length = steps[steps.length - 1];
    if (!(length > 0)) return [];
    let at = 0;
    const on = (d) => {
      while (at < steps.length - 2 && steps[at + 1] < d) at += 1;
      const a = points[at], b = points[at + 1], t = (d - steps[at]) / (steps[at + 1] - steps[at] || 1);
      return [a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t, Math.atan2(a.y - b.y, b.x - a.x) / RAD];
    };
    if (one.at === "vertices") return steps.slice(0, MAX_SIGNS).map(on);
    if (one.at === "ends") return [on(0), on(length)];
    if (one.at === "ratios") return (one.ratios || []).slice().sort((a, b) => a - b).map((r) => on(r * length));
    const round = one.steps.reduce((a, b) => a + b, 0);
    const found = [];
    let d = one.start ? one.start % round : one.steps[0] / 2;
    if (d > length) d = length / 2;
    for (let i = 0; d <= length && found.length < MAX_SIGNS; i += 1) {
      found.push(on(d));
      d += Math.max(one.steps[i % one.steps.length], 0.5);
    }
    return found;
  }

  function along(ctx, one, parts, closed, given) {
    for (const part of parts) {
      for (const [x, y, direction] of places(one, part, closed)) {
        const dx = -Math.sin(direction * RAD) * (one.offset || 0), dy = -Math.cos(direction * RAD) * (one.offset || 0);
        const turn = (one.turned ? direction : 0) + (given.t || 0);
        for (const m of one.markers) sign(ctx, m, x + dx, y + dy, turn, given.g || 1);
      }
    }
  }

  /* --- what the map calls ------------------------------------------------------------------------------------- */

  /* A place; `given` are the properties of the feature: g = how many times as large, t = turned by. */
  function point(ctx, symbol, x, y, given) {
    for (const one of symbol.passes) if (one.p === "marker") sign(ctx, one, x, y, given.t || 0, given.g || 1);
  }

  /* Lines; `parts` are arrays of {x, y}. */
  function line(ctx, symbol, parts, given) {
    for (const one of symbol.passes) {
      if (one.p === "stroke") stroke(ctx, one, parts, false, given.g || 1);
      else if (one.p === "along") along(ctx, one, parts, false, given);
    }
    ctx.setLineDash([]);
  }

  /* Areas; `parts` are rings, holes among them.  `outline` false leaves out what follows the edge: where a tile has
     cut the area its edge is none. */
  function area(ctx, symbol, parts, given, at, outline) {
    for (const one of symbol.passes) {
      if (one.p === "stroke") { if (outline !== false) stroke(ctx, one, parts, true, 1); }
      else if (one.p === "along") { if (outline !== false) along(ctx, one, parts, true, given); }
      else if (one.centre) {
        const m = middle(parts);
        if (m) for (const marker of one.markers) sign(ctx, marker, m.x, m.y, given.t || 0, given.g || 1);
      } else if (one.p !== "marker") {
        ctx.fillStyle = inside(ctx, one, parts, at || [0, 0]);
        trace(ctx, parts, true);
        ctx.fill("evenodd");
      }
    }
    ctx.setLineDash([]);
  }

  window.OreSightPaint = { prepare: prepare, point: point, line: line, area: area };
})();
