/* OreSight map runtime: draws what the page describes, inside the map's frame.

   The page sends one state object (see core/mapping/state.py) each time something changes; apply() compares it with
   what is drawn and changes only the difference.  So the frame, the zoom and the centre survive every question,
   every layer switch and every change of language.  Attribute values are always written with textContent: data
   never become markup. */
(function () {
  "use strict";

  const GRID_STEPS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30];
  const THIN_CELL_PX = 11;
  const drawn = new Map(); // layer id -> {spec, group, data, thinned}
  const rasters = new Map(); // raster id -> {url, layer, loading}
  const BLANK = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";
  const cache = new Map(); // url -> promise of parsed GeoJSON
  let map = null;
  let state = null;
  let svg = null;
  let lastView = null;
  let grid = null;
  let land = null;
  let result = null;
  let lastResult = "";
  let picked = null;
  let notice = null;
  let attribution = "";

  /* --- layers ----------------------------------------------------------------------------------------------- */

  function tooltipOf(spec, feature) {
    const box = document.createElement("div");
    const p = feature.properties || {};
    const head = document.createElement("b");
    head.textContent = (state.lang === "zh" && p.name_zh) || p.name || p.name_zh || spec.one + " " + p.fid;
    box.appendChild(head);
    const kind = document.createElement("div");
    kind.className = "os-kind";
    kind.textContent = spec.one;
    box.appendChild(kind);
    for (const [id, label] of spec.fields || []) {
      if (p[id] === undefined || p[id] === null || p[id] === "") continue;
      const line = document.createElement("div");
      const said = (spec.values && spec.values[id] && spec.values[id][p[id]]) || p[id];
      line.textContent = label + ": " + said;
      box.appendChild(line);
    }
    return box;
  }

  function fetchData(url) {
    if (!cache.has(url)) {
      const job = fetch(url).then((r) => {
        if (!r.ok) throw new Error(String(r.status));
        return r.json();
      });
      job.catch(() => cache.delete(url));
      cache.set(url, job);
    }
    return cache.get(url);
  }

  function mark(entry, feature, latlng) {
    const marker = new OreSightStyle.Sign(latlng, entry.style.options(feature.properties));
    marker.feature = feature;
    return marker;
  }

  function addLayer(spec) {
    const entry = { spec: spec, group: L.featureGroup(), data: null, style: null, shown: 0 };
    entry.group.bindTooltip((layer) => tooltipOf(entry.spec, layer.feature), { sticky: true, opacity: 1 });
    entry.group.on("click", (e) => pick(e.layer));
    entry.group.addTo(map);
    drawn.set(spec.id, entry);
    window.oresightPending = (window.oresightPending || 0) + 1;
    Promise.all([fetchData(spec.url), OreSightStyle.load(spec.symbols)])
      .then(([data, style]) => {
        if (drawn.get(spec.id) !== entry) return;
        entry.data = data;
        entry.style = style;
        for (const f of data.features) f.properties.layer = spec.id;
        if (!spec.thin) fill(entry);
        reorder();
        refreshThin();
      })
      .catch(() => failed(spec))
      .finally(() => { window.oresightPending -= 1; });
  }

  function fill(entry) {
    L.geoJSON(entry.data, {
      style: (f) => entry.style.options(f.properties),
      pointToLayer: (f, latlng) => mark(entry, f, latlng),
      // one bad geometry must not take the layer down; a feature without a symbol is not there to be clicked
      filter: (f) => Boolean(f && f.geometry && f.geometry.coordinates && entry.style.of(f.properties)),
    }).eachLayer((layer) => entry.group.addLayer(layer));
    entry.shown = entry.data.features.length;
  }

  /* Large point layers: at most one symbol a cell of the screen, so that drawing stays fast and readable. */
  function refreshThin() {
    let notes = [];
    for (const entry of drawn.values()) {
      if (!entry.spec.thin || !entry.data || !inScale(entry)) continue;
      const view = map.getBounds().pad(0.1);
      const taken = new Set();
      let inside = 0;
      entry.group.clearLayers();
      for (const f of entry.data.features) {
        const c = f.geometry.coordinates;
        if (!entry.style.of(f.properties)) continue;
        if (c[0] < view.getWest() || c[0] > view.getEast() || c[1] < view.getSouth() || c[1] > view.getNorth()) continue;
        inside += 1;
        const latlng = L.latLng(c[1], c[0]);
        const p = map.project(latlng);
        const cell = Math.floor(p.x / THIN_CELL_PX) + ":" + Math.floor(p.y / THIN_CELL_PX);
        if (taken.has(cell)) continue;
        taken.add(cell);
        entry.group.addLayer(mark(entry, f, latlng));
      }
      entry.shown = taken.size;
      if (taken.size < inside) {
        notes.push(state.text.thinned.replace("{name}", entry.spec.title)
          .replace("{shown}", taken.size.toLocaleString("en-US")).replace("{total}", inside.toLocaleString("en-US")));
      }
    }
    note(notes.join(" · "));
    reorder();
  }

  /* Whether a layer is drawn at the scale of now; outside of it its group is off the map. */
  function inScale(entry) {
    return !entry.style || entry.style.shown(map.getZoom(), map.getCenter().lat);
  }

  function refreshScales() {
    for (const entry of drawn.values()) {
      if (inScale(entry) === map.hasLayer(entry.group)) continue;
      if (map.hasLayer(entry.group)) map.removeLayer(entry.group);
      else entry.group.addTo(map);
    }
  }

  function reorder() {
    refreshScales();
    Array.from(drawn.values()).sort((a, b) => a.spec.z - b.spec.z).forEach((entry) => {
      if (map.hasLayer(entry.group)) entry.group.bringToFront();
    });
    if (land) land.bringToBack();
  }

  function failed(spec) {
    note(state.text.failed.replace("{name}", spec.title), () => {
      const entry = drawn.get(spec.id);
      if (entry) { map.removeLayer(entry.group); drawn.delete(spec.id); }
      note("");
      syncLayers(state.layers);
    });
  }

  function syncLayers(specs) {
    const wanted = new Map(specs.map((s) => [s.id, s]));
    for (const [id, entry] of drawn) {
      const spec = wanted.get(id);
      if (!spec || spec.url !== entry.spec.url || spec.symbols !== entry.spec.symbols) {
        map.removeLayer(entry.group);
        drawn.delete(id);
      } else entry.spec = spec; // labels may be in another language now
    }
    for (const spec of specs) if (!drawn.has(spec.id)) addLayer(spec);
    reorder();
    refreshThin();
  }

  /* --- rasters: tiles below the layers; the first one lies lowest ---------------------------------------------- */

  function busy(entry, on) {
    if (entry.loading !== on) window.oresightPending = (window.oresightPending || 0) + (on ? 1 : -1);
    entry.loading = on;
  }

  function addRaster(spec) {
    // where nothing lies the server sends no picture, which is no error
    const layer = L.tileLayer(spec.url, { pane: "rasters", bounds: spec.bounds, maxNativeZoom: spec.maxZoom, maxZoom: 22,
      errorTileUrl: BLANK, keepBuffer: 1, updateWhenZooming: false });
    const entry = { url: spec.url, layer: layer, loading: false };
    layer.on("loading", () => busy(entry, true));
    layer.on("load", () => busy(entry, false));
    rasters.set(spec.id, entry);
    layer.addTo(map);
  }

  function syncRasters(specs) {
    const wanted = new Map(specs.map((s) => [s.id, s]));
    for (const [id, entry] of rasters) {
      if (wanted.has(id) && wanted.get(id).url === entry.url) continue;
      map.removeLayer(entry.layer);
      busy(entry, false);
      rasters.delete(id);
    }
    specs.forEach((spec, i) => {
      if (!rasters.has(spec.id)) addRaster(spec);
      rasters.get(spec.id).layer.setOpacity(spec.opacity).setZIndex(i + 1);
    });
  }

  /* --- result and selection --------------------------------------------------------------------------------- */

  function ring(latlng, radius, style) {
    return L.circleMarker(latlng, Object.assign({ renderer: svg, radius: radius, fill: false }, style));
  }

  function outline(feature, style, radius) {
    return L.geoJSON(feature, {
      style: () => Object.assign({ renderer: svg, fill: false }, style),
      pointToLayer: (f, latlng) => ring(latlng, radius, style),
    });
  }

  function drawResult(spec) {
    const key = spec ? spec.id + "|" + spec.selected : "";
    if (key === lastResult) return;
    lastResult = key;
    if (result) map.removeLayer(result);
    result = null;
    unpick();
    if (!spec) return;
    result = L.featureGroup();
    const c = spec.colors;
    const byRole = (role) => spec.features.filter((f) => f.properties.role === role);
    for (const f of byRole("reference")) {
      outline(f, { color: "#fff", weight: 7, opacity: 0.9, interactive: false }, 9).addTo(result);
      outline(f, { color: c.reference, weight: 3.5 }, 9).eachLayer((x) => result.addLayer(x));
    }
    for (const f of byRole("link")) {
      outline(f, { color: c.link, weight: 1.5, dashArray: "4 4", interactive: false }, 0).addTo(result);
    }
    const targets = byRole("target");
    for (const f of targets) {
      const chosen = f.properties.key === spec.selected;
      const r = chosen ? 13 : 9;
      outline(f, { color: "#fff", weight: chosen ? 8 : 6, opacity: 0.95, interactive: false }, r).addTo(result);
      outline(f, { color: c.target, weight: chosen ? 4.5 : 2.75, fill: true, fillOpacity: 0.04, fillColor: c.target }, r)
        .eachLayer((x) => {
          x.options.role = "target";
          result.addLayer(x);
        });
      if (targets.length <= 60 && f.properties.at) {
        const tag = document.createElement("span");
        tag.textContent = String(f.properties.rank);
        L.marker([f.properties.at[1], f.properties.at[0]], {
          interactive: false,
          keyboard: false,
          icon: L.divIcon({ className: "os-rank" + (chosen ? " os-chosen" : ""), html: tag, iconSize: [18, 18],
            iconAnchor: [-7, 24] }),
        }).addTo(result);
      }
    }
    result.bindTooltip((layer) => {
      const box = document.createElement("div");
      const head = document.createElement("b");
      head.textContent = layer.feature.properties.name;
      box.appendChild(head);
      for (const line of layer.feature.properties.lines || []) {
        const row = document.createElement("div");
        row.textContent = line;
        box.appendChild(row);
      }
      return box;
    }, { sticky: true, opacity: 1 });
    result.on("click", (e) => pick(e.layer));
    result.addTo(map);
  }

  function unpick() {
    if (picked) map.removeLayer(picked);
    picked = null;
  }

  function pick(layer) {
    if (!layer || !layer.feature) return;
    unpick();
    picked = L.featureGroup();
    outline(layer.feature, { color: "#fff", weight: 7, opacity: 0.9, interactive: false }, 10).addTo(picked);
    outline(layer.feature, { color: "#111", weight: 2.5, dashArray: "2 4", interactive: false }, 10).addTo(picked);
    picked.addTo(map);
  }

  /* --- surroundings: land, graticule, notes, position -------------------------------------------------------- */

  function drawLand(url) {
    if (land || !url) return;
    land = L.geoJSON(null, { interactive: false, pane: "land",
      style: { renderer: L.canvas({ pane: "land" }), stroke: true, color: "#d9d3c4", weight: 1, fillColor: "#f7f4ec",
        fillOpacity: 1 } }).addTo(map);
    fetchData(url).then((d) => land.addData(d)).catch(() => undefined);
  }

  function degrees(value, positive, negative) {
    const a = Math.abs(value);
    const digits = GRID_STEPS[0] && a % 1 ? (a * 10 % 1 > 1e-6 && 1 - (a * 10 % 1) > 1e-6 ? 2 : 1) : 0;
    return a.toFixed(digits) + "°" + (value >= 0 ? positive : negative);
  }

  function label(latlng, text, side) {
    const tag = document.createElement("span");
    tag.textContent = text;
    return L.marker(latlng, { interactive: false, keyboard: false, pane: "grid",
      icon: L.divIcon({ className: "os-grid os-grid-" + side, html: tag, iconSize: [0, 0] }) });
  }

  function drawGrid() {
    if (grid) map.removeLayer(grid);
    grid = L.layerGroup();
    const b = map.getBounds();
    const span = Math.max(b.getEast() - b.getWest(), 1e-6);
    const step = GRID_STEPS.find((s) => span / s <= 6) || 30;
    const line = { interactive: false, pane: "grid", renderer: grid.renderer || (drawGrid.svg ||= L.svg({ pane: "grid", padding: 1 })),
      color: "#8b8473", weight: 0.6, opacity: 0.45 };
    const size = map.getSize();
    for (let x = Math.ceil(b.getWest() / step) * step; x < b.getEast(); x += step) {
      L.polyline([[Math.max(b.getSouth(), -85), x], [Math.min(b.getNorth(), 85), x]], line).addTo(grid);
      const at = map.containerPointToLatLng([map.latLngToContainerPoint([b.getNorth(), x]).x, 2]);
      if (map.latLngToContainerPoint(at).x > 60 && map.latLngToContainerPoint(at).x < size.x - 40) {
        label(at, degrees(x, "E", "W"), "top").addTo(grid);
      }
    }
    for (let y = Math.ceil(b.getSouth() / step) * step; y < b.getNorth(); y += step) {
      L.polyline([[y, b.getWest()], [y, b.getEast()]], line).addTo(grid);
      const p = map.latLngToContainerPoint([y, b.getEast()]);
      if (p.y > 24 && p.y < size.y - 34) label(map.containerPointToLatLng([size.x - 3, p.y]), degrees(y, "N", "S"), "right").addTo(grid);
    }
    grid.addTo(map);
  }

  function note(text, retry) {
    if (!notice) {
      const Notice = L.Control.extend({ options: { position: "topright" }, onAdd: () => L.DomUtil.create("div", "os-note") });
      notice = new Notice().addTo(map);
      L.DomEvent.disableClickPropagation(notice.getContainer());
    }
    const box = notice.getContainer();
    box.textContent = text;
    box.style.display = text ? "block" : "none";
    if (text && retry) {
      const button = document.createElement("button");
      button.textContent = state.text.retry;
      button.onclick = retry;
      box.appendChild(button);
    }
  }

  function showPosition() {
    const Position = L.Control.extend({ options: { position: "bottomright" }, onAdd: () => L.DomUtil.create("div", "os-position") });
    const box = new Position().addTo(map).getContainer();
    map.on("mousemove", (e) => {
      const q = e.latlng.wrap();
      box.textContent = Math.abs(q.lat).toFixed(4) + "°" + (q.lat >= 0 ? "N" : "S") + "  " +
        Math.abs(q.lng).toFixed(4) + "°" + (q.lng >= 0 ? "E" : "W");
    });
    map.on("mouseout", () => { box.textContent = ""; });
  }

  /* --- view ------------------------------------------------------------------------------------------------- */

  function setView(view) {
    if (!view || view.n === lastView) return;
    if (map.getSize().x < 40) { // the tab is hidden: wait until the frame has a size
      map.once("resize", () => setView(state.view));
      return;
    }
    lastView = view.n;
    map.fitBounds(view.bounds, { padding: view.padding || [12, 12], maxZoom: view.maxZoom || 14, animate: false });
  }

  function attach(leafletMap) {
    map = leafletMap;
    for (const [name, z] of [["land", 200], ["rasters", 220], ["grid", 250], ["result", 620]]) map.createPane(name).style.zIndex = z;
    map.getPane("land").style.pointerEvents = "none";
    map.getPane("rasters").style.pointerEvents = "none";
    map.getPane("grid").style.pointerEvents = "none";
    svg = L.svg({ pane: "result", padding: 0.5 });
    // the frame is as high as the page makes it, and changes with the window and with the tab
    map.getContainer().style.height = "100vh";
    new ResizeObserver(() => map.invalidateSize({ animate: false })).observe(map.getContainer());
    map.invalidateSize({ animate: false });
    map.attributionControl.setPrefix("Leaflet");
    L.control.scale({ imperial: false, maxWidth: 140 }).addTo(map);
    showPosition();
    map.on("moveend", () => { drawGrid(); if (state) refreshThin(); });
    map.on("resize", drawGrid);
    if (window.OreSightDraw) window.OreSightDraw.attach(map);
  }

  function apply(next) {
    try {
      state = next;
      if (window.frameElement) window.frameElement.setAttribute("title", next.text.title);
      if (next.attribution !== attribution) {
        if (attribution) map.attributionControl.removeAttribution(attribution);
        attribution = next.attribution;
        map.attributionControl.addAttribution(attribution);
      }
      if (window.OreSightDraw) window.OreSightDraw.apply(next.text);
      drawLand(next.land);
      setView(next.view);
      syncLayers(next.layers);
      syncRasters(next.rasters || []);
      drawResult(next.result);
      drawGrid();
    } catch (error) {
      // a failing layer must not take the map down; the console keeps the cause
      console.error("map state not applied", error);
    }
  }

  window.OreSight = { attach: attach, apply: apply, inspect: inspect };

  /* What is drawn, for tests and for support. */
  function inspect() {
    const layers = {};
    for (const [id, entry] of drawn) layers[id] = { loaded: entry.data ? entry.data.features.length : null, shown: entry.shown };
    const roles = {};
    if (state && state.result) for (const f of state.result.features) roles[f.properties.role] = (roles[f.properties.role] || 0) + 1;
    return { layers: layers, rasters: Array.from(rasters.keys()), roles: result ? roles : {}, selected: (state && state.result && state.result.selected) || null,
      pending: window.oresightPending || 0, zoom: map.getZoom(), center: [map.getCenter().lat, map.getCenter().lng],
      picked: Boolean(picked) };
  }
})();
