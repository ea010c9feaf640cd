/* Point layers of any size: all points, one for each cell of the screen, a density surface, or clusters.

   Points come as [x, y, n, feature] in pixels of the canvas; n says how many features of the layer a point stands for,
   so counts and densities are those of the whole layer even where the server has merged points. */
(function () {
  "use strict";

  const ALL = 4000; // no more points than this in view: each is drawn
  const CELL_PX = 11; // of more, one for each cell of this side
  const CLUSTER_PX = 64;
  const GRID_PX = 4; // of the density surface
  const KERNEL_PX = 28; // standard deviation of its kernel is a third of this
  const RAMP = [[0, [255, 255, 204, 0]], [0.08, [255, 237, 160, 120]], [0.3, [254, 178, 76, 175]], [0.55, [252, 78, 42, 205]], [0.8, [189, 0, 38, 225]], [1, [90, 0, 30, 235]]];

  function fill(ctx, x, y, r) {
    ctx.beginPath();
    ctx.arc(x, y, r, 0, 2 * Math.PI);
    ctx.fill();
  }

  /* Whether a point is the one its cell draws; `taken` remembers, `x`, `y` in pixels of the world at this zoom. */
  function first(taken, x, y) {
    const cell = Math.floor(x / CELL_PX) + ":" + Math.floor(y / CELL_PX);
    if (taken.has(cell)) return false;
    taken.add(cell);
    return true;
  }

  /* --- clusters ---------------------------------------------------------------------------------------------------- */

  function clusters(points, view) {
    const cells = new Map();
    for (const [x, y, n, f] of points) {
      const key = Math.floor((x + view.left) / CLUSTER_PX) + ":" + Math.floor((y + view.top) / CLUSTER_PX);
      const cell = cells.get(key);
      if (cell) { cell.x += x * n; cell.y += y * n; cell.n += n; cell.members += 1; }
      else cells.set(key, { x: x * n, y: y * n, n: n, members: 1, f: f });
    }
    return Array.from(cells.values(), (c) => ({ x: c.x / c.n, y: c.y / c.n, n: c.n, f: c.f, alone: c.members === 1 && c.n === 1 }));
  }

  function said(n) {
    return n < 10000 ? String(n) : n < 999500 ? Math.round(n / 1000) + "k" : (n / 1e6).toFixed(1) + "M";
  }

  function drawClusters(ctx, found, single) {
    ctx.textAlign = "center";
    ctx.textBaseline = "middle";
    for (const c of found) {
      if (c.alone) { single(c); continue; }
      c.r = 10 + 3.2 * Math.log10(c.n) * 1.6;
      ctx.fillStyle = "rgba(255,255,255,.85)";
      fill(ctx, c.x, c.y, c.r + 2);
      ctx.fillStyle = "#355f86";
      fill(ctx, c.x, c.y, c.r);
      ctx.fillStyle = "#fff";
      ctx.font = "600 11px sans-serif";
      ctx.fillText(said(c.n), c.x, c.y + 0.5);
    }
  }

  /* --- density ----------------------------------------------------------------------------------------------------- */

  function kernel() {
    const reach = Math.round(KERNEL_PX / GRID_PX), sigma = reach / 3, k = [];
    for (let i = -reach; i <= reach; i += 1) k.push(Math.exp((-i * i) / (2 * sigma * sigma)));
    const sum = k.reduce((a, b) => a + b, 0);
    return k.map((v) => v / sum);
  }

  function blurred(grid, width, height, k, dx, dy) {
    const out = new Float32Array(grid.length), reach = (k.length - 1) / 2;
    for (let y = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1) {
        let sum = 0;
        for (let i = -reach; i <= reach; i += 1) {
          const u = x + i * dx, v = y + i * dy;
          if (u >= 0 && u < width && v >= 0 && v < height) sum += grid[v * width + u] * k[i + reach];
        }
        out[y * width + x] = sum;
      }
    }
    return out;
  }

  const COLORS = (() => {
    const table = new Uint8ClampedArray(256 * 4);
    for (let i = 0; i < 256; i += 1) {
      const v = i / 255, at = RAMP.findIndex((r) => r[0] >= v) || 1, [a, from] = RAMP[Math.max(at - 1, 0)], [b, to] = RAMP[at];
      for (let c = 0; c < 4; c += 1) table[4 * i + c] = from[c] + ((to[c] - from[c]) * (v - a)) / (b - a || 1);
    }
    return table;
  })();

  /* Gaussian kernel density of the points in view.  Returns the highest density, features a square kilometre. */
  function drawDensity(ctx, points, view) {
    const width = Math.ceil(view.width / GRID_PX), height = Math.ceil(view.height / GRID_PX);
    let grid = new Float32Array(width * height);
    for (const [x, y, n] of points) {
      const u = Math.floor(x / GRID_PX), v = Math.floor(y / GRID_PX);
      if (u >= 0 && u < width && v >= 0 && v < height) grid[v * width + u] += n;
    }
    const k = kernel();
    grid = blurred(blurred(grid, width, height, k, 1, 0), width, height, k, 0, 1);
    let most = 0;
    for (const v of grid) if (v > most) most = v;
    if (!(most > 0)) return 0;
    const image = new ImageData(width, height);
    for (let i = 0; i < grid.length; i += 1) {
      const at = 4 * Math.round(255 * Math.sqrt(grid[i] / most)); // the root shows thin regions too
      image.data.set(COLORS.subarray(at, at + 4), 4 * i);
    }
    const small = document.createElement("canvas");
    small.width = width;
    small.height = height;
    small.getContext("2d").putImageData(image, 0, 0);
    ctx.imageSmoothingEnabled = true;
    ctx.drawImage(small, 0, 0, width * GRID_PX, height * GRID_PX);
    const metres = (40075016.686 * Math.cos((view.latitude * Math.PI) / 180)) / view.world;
    return most / Math.pow((metres * GRID_PX) / 1000, 2);
  }

  /* The colours of the surface, for its legend. */
  function ramp() {
    return RAMP.map(([v, [r, g, b, a]]) => `rgba(${r},${g},${b},${(a / 255).toFixed(2)}) ${(100 * v * v).toFixed(1)}%`).join(",");
  }

  window.OreSightPoints = { ALL: ALL, first: first, clusters: clusters, drawClusters: drawClusters, drawDensity: drawDensity, ramp: ramp };
})();
