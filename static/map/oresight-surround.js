/* What surrounds the data: land, graticule, notes, the place under the pointer. */
(function () {
  "use strict";

  const GRID_STEPS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30];
  let map = null;
  let land = null;
  let ground = null; // the canvas of the land
  let grid = null;
  let gridLines = null;
  let gridOn = true;
  let notice = null;

  function showLand(url, on) {
    if (land && !on) { map.removeLayer(land); map.removeLayer(ground); land = null; }
    if (land || !url || !on) return;
    ground = L.canvas({ pane: "land" });
    land = L.geoJSON(null, { interactive: false, pane: "land",
      style: { renderer: ground, stroke: true, color: "#d9d3c4", weight: 1, fillColor: "#f7f4ec",
        fillOpacity: 1 } }).addTo(map);
    const here = land;
    OreSightLayers.fetched(url, "json").then((d) => here.addData(d)).catch(() => undefined);
  }

  function degrees(value, positive, negative) {
    const a = Math.abs(value);
    const digits = a % 1 ? (a * 10 % 1 > 1e-6 && 1 - (a * 10 % 1) > 1e-6 ? 2 : 1) : 0;
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
    grid = null;
    if (!gridOn) return;
    grid = L.layerGroup();
    const b = map.getBounds();
    const span = Math.max(b.getEast() - b.getWest(), 1e-6);
    const step = GRID_STEPS.find((s) => span / s <= 6) || 30;
    gridLines = gridLines || L.svg({ pane: "grid", padding: 1 });
    const line = { interactive: false, pane: "grid", renderer: gridLines, color: "#8b8473", weight: 0.6, opacity: 0.45 };
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

  function showGrid(on) {
    if (on === gridOn) return;
    gridOn = on;
    drawGrid();
  }

  /* A box of sentences at the upper right; `retry` adds a button with its word. */
  function note(lines, retry, word) {
    if (!notice) {
      const Notice = L.Control.extend({ options: { position: "topright" }, onAdd: () => L.DomUtil.create("div", "os-note") });
      notice = new Notice().addTo(map);
      L.DomEvent.disableClickPropagation(notice.getContainer());
    }
    const box = notice.getContainer();
    box.textContent = "";
    for (const line of lines) {
      const row = document.createElement("div");
      row.textContent = line.text || line;
      box.appendChild(row);
      if (line.ramp) { // colours of a density surface, from nothing to the highest value
        const bar = document.createElement("div");
        bar.className = "os-ramp";
        bar.style.background = "linear-gradient(90deg," + line.ramp + ")";
        box.appendChild(bar);
      }
    }
    box.style.display = lines.length ? "block" : "none";
    if (lines.length && retry) {
      const button = document.createElement("button");
      button.textContent = word;
      button.onclick = retry;
      box.appendChild(button);
    }
  }

  function place(q) {
    return Math.abs(q.lat).toFixed(4) + "°" + (q.lat >= 0 ? "N" : "S") + "  " +
      Math.abs(q.lng).toFixed(4) + "°" + (q.lng >= 0 ? "E" : "W");
  }

  function showPosition() {
    const Position = L.Control.extend({ options: { position: "bottomright" }, onAdd: () => L.DomUtil.create("div", "os-position") });
    const box = new Position().addTo(map).getContainer();
    map.on("mousemove", (e) => { box.textContent = place(e.latlng.wrap()); });
    map.on("mouseout", () => { box.textContent = ""; });
  }

  function attach(leafletMap) {
    map = leafletMap;
    L.control.scale({ imperial: false, maxWidth: 140 }).addTo(map);
    showPosition();
    map.on("moveend resize", drawGrid);
  }

  window.OreSightSurround = { attach: attach, showLand: showLand, showGrid: showGrid, drawGrid: drawGrid, note: note, place: place };
})();
