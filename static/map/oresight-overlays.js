/* Results of analyses on the map: samples coloured by a score or class, outlines of anomaly clusters, and the density
   of anomalous samples.  A file is fetched once; colours, choice and selection change without fetching it again. */
(function () {
  "use strict";

  const MANY = 4000; // samples from which the marks are small
  const files = new Map(); // url -> promise of the features
  const drawn = new Map(); // overlay id -> {key, group}
  let map = null;
  let busy = null;
  let canvas = null;

  function fetched(url) {
    if (!files.has(url)) {
      busy(1);
      const answer = fetch(url).then((r) => { if (!r.ok) throw new Error(String(r.status)); return r.json(); });
      files.set(url, answer.then((d) => d.features));
      files.get(url).catch(() => files.delete(url)).finally(() => busy(-1));
    }
    return files.get(url);
  }

  function mixed(a, b, t) {
    const part = (c, i) => parseInt(c.slice(1 + 2 * i, 3 + 2 * i), 16);
    return "#" + [0, 1, 2].map((i) => Math.round(part(a, i) + (part(b, i) - part(a, i)) * t).toString(16).padStart(2, "0")).join("");
  }

  function colour(spec, p) {
    const v = p[spec.field];
    if (spec.classes) return spec.classes[String(v)] || null;
    const stops = spec.ramp;
    if (!stops || typeof v !== "number") return null;
    if (v <= stops[0][0]) return stops[0][1];
    for (let i = 1; i < stops.length; i += 1) {
      if (v <= stops[i][0]) return mixed(stops[i - 1][1], stops[i][1], (v - stops[i - 1][0]) / (stops[i][0] - stops[i - 1][0]));
    }
    return stops[stops.length - 1][1];
  }

  function within(spec, p) {
    return Object.entries(spec.brush || {}).every(([field, [low, high]]) => p[field] >= low && p[field] <= high);
  }

  function tip(spec, p) {
    const box = document.createElement("div");
    const head = document.createElement("b");
    head.textContent = p.name || spec.one.replace("{number}", p[spec.number]);
    box.appendChild(head);
    for (const [field, label] of spec.tip) {
      if (p[field] === undefined || p[field] === null) continue;
      const line = document.createElement("div");
      line.textContent = label + ": " + p[field];
      box.appendChild(line);
    }
    return box;
  }

  /* --- samples ------------------------------------------------------------------------------------------------- */

  function points(spec, features) {
    const group = L.layerGroup();
    const chosen = [];
    for (const f of features) {
      const p = f.properties, fill = colour(spec, p);
      if (!fill || (spec.only && p[spec.only[0]] !== spec.only[1])) continue;
      const inside = within(spec, p);
      const weight = Math.abs(p[spec.field]) || 0;
      chosen.push([inside ? 1e9 + weight : weight, f, fill, inside]);
    }
    chosen.sort((a, b) => a[0] - b[0]); // what stands out lies on top
    const many = chosen.length > MANY, radius = many ? 2.6 : 4;
    for (const [, f, fill, inside] of chosen) {
      const at = f.geometry.coordinates;
      const look = spec.ring ? { renderer: canvas, radius: 9, weight: 3, color: fill, opacity: 1, fillOpacity: 0 } : null;
      const marker = L.circleMarker([at[1], at[0]], look || { renderer: canvas, radius: inside ? radius : radius / 2, weight: many ? 0.25 : 0.6, color: "#26323d",
        opacity: inside ? 0.55 : 0.1, fillColor: fill, fillOpacity: (inside ? 0.92 : 0.15) * spec.opacity });
      marker.properties = f.properties;
      group.addLayer(marker);
    }
    group.count = chosen.filter((c) => c[3]).length;
    const tipped = L.featureGroup(group.getLayers());
    tipped.bindTooltip((m) => tip(spec, m.properties), { sticky: true, opacity: 1 });
    tipped.count = group.count;
    return tipped;
  }

  /* --- clusters ------------------------------------------------------------------------------------------------ */

  function polygons(spec, features) {
    const group = L.featureGroup();
    for (const f of features) {
      const number = f.properties[spec.number], chosen = number === spec.selected;
      const shape = L.geoJSON(f, { style: { renderer: canvas, color: chosen ? "#111111" : spec.color, weight: chosen ? 4 : 2,
        fillColor: spec.color, fillOpacity: chosen ? 0.3 : 0.12 } });
      shape.bindTooltip(() => tip(spec, f.properties), { sticky: true, opacity: 1 });
      group.addLayer(shape);
      if (number > spec.numbered && !chosen) continue;
      const tag = document.createElement("span");
      tag.textContent = String(number);
      const mark = L.marker(shape.getBounds().getCenter(), { interactive: false, keyboard: false,
        icon: L.divIcon({ className: "os-rank" + (chosen ? " os-chosen" : ""), html: tag, iconSize: [20, 18] }) });
      if (!chosen) mark.on("add", () => { mark.getElement().style.background = spec.color; });
      group.addLayer(mark);
    }
    group.count = features.length;
    return group;
  }

  /* --- density ------------------------------------------------------------------------------------------------- */

  const Heat = L.Layer.extend({
    initialize: function (spec, features) {
      this.spots = features.filter((f) => !spec.only || f.properties[spec.only[0]] === spec.only[1])
        .map((f) => [L.latLng(f.geometry.coordinates[1], f.geometry.coordinates[0]), Math.max(1, f.properties[spec.field] || 1)]);
      this.opacity = spec.opacity;
      this.count = this.spots.length;
    },
    onAdd: function () {
      this.sheet = L.DomUtil.create("canvas", "leaflet-zoom-hide");
      this.sheet.style.pointerEvents = "none";
      this.sheet.style.opacity = this.opacity;
      map.getPane("overlays").appendChild(this.sheet);
      map.on("moveend resize", this.draw, this);
      this.draw();
    },
    onRemove: function () {
      map.off("moveend resize", this.draw, this);
      this.sheet.remove();
    },
    draw: function () {
      const size = map.getSize();
      if (size.x < 1 || size.y < 1) return;
      L.DomUtil.setPosition(this.sheet, map.containerPointToLayerPoint([0, 0]));
      this.sheet.width = size.x;
      this.sheet.height = size.y;
      const seen = this.spots.map(([at, n]) => { const p = map.latLngToContainerPoint(at); return [p.x, p.y, n]; });
      OreSightPoints.drawDensity(this.sheet.getContext("2d"), seen, { width: size.x, height: size.y,
        latitude: map.getCenter().lat, world: 256 * Math.pow(2, map.getZoom()) });
    },
  });

  /* ------------------------------------------------------------------------------------------------------------- */

  function clear(id) {
    const old = drawn.get(id);
    if (old && old.group) map.removeLayer(old.group);
    drawn.delete(id);
  }

  function show(spec) {
    const key = JSON.stringify(spec);
    const old = drawn.get(spec.id);
    if (old && old.key === key) return;
    const entry = { key: key, group: old ? old.group : null, count: 0 };
    drawn.set(spec.id, entry);
    fetched(spec.url).then((features) => {
      if (drawn.get(spec.id) !== entry) return; // something newer is wanted
      if (entry.group) map.removeLayer(entry.group);
      entry.group = spec.kind === "heat" ? new Heat(spec, features) : (spec.kind === "polygons" ? polygons : points)(spec, features);
      entry.count = entry.group.count;
      entry.group.addTo(map);
    }).catch((error) => console.error("an analysis cannot be drawn", error));
  }

  function apply(specs) {
    const wanted = new Set(specs.map((s) => s.id));
    for (const id of Array.from(drawn.keys())) if (!wanted.has(id)) clear(id);
    specs.forEach(show);
  }

  function attach(leafletMap, onBusy) {
    map = leafletMap;
    busy = onBusy;
    map.createPane("overlays").style.zIndex = 450;
    canvas = L.canvas({ pane: "overlays", padding: 0.3 });
  }

  function inspect() {
    return Object.fromEntries(Array.from(drawn, ([id, entry]) => [id, entry.count]));
  }

  window.OreSightOverlays = { attach: attach, apply: apply, inspect: inspect };
})();
