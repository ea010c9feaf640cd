/* OreSight map runtime: draws what the page describes, inside the map's frame.

   The page sends one state object (see core/mapping/state.py) each time something changes; apply() compares it with
   what is drawn and changes only the difference.  So the frame, the zoom and the centre survive every question,
   every layer switch and every change of language.  Attribute values are always written with textContent: data
   never become markup. */
(function () {
  "use strict";

  const HOVER_MS = 70;
  const MOST_CHOSEN = 500;
  const LEAST_PX = 40; // a hidden frame has no size to look at anything
  const BLANK = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";
  const layers = new Map(); // layer id -> MapLayer
  const rasters = new Map(); // raster id -> {url, layer, loading}
  let map = null;
  let state = null;
  let svg = null;
  let lastView = null;
  let result = null;
  let resultEvent = null; // the click that has hit a result
  let resultChoice = null; // what that click chooses
  let lastResult = "";
  let area = null;
  let areaKey = "null";
  let clicks = 0; // tells a second click at the same place from the first
  let chosen = []; // [layer, number] of the features that are chosen; with Ctrl or Command held clicks add to them
  const picked = new Map(); // "layer/number" of a chosen feature -> its outline
  let tip = null;
  let under = null; // what the pointer is over: "layer id/feature"
  let hovering = 0;
  let noting = 0;
  let attribution = "";
  const broken = new Set();

  function busy(n) { window.oresightPending = (window.oresightPending || 0) + n; }

  /* --- layers ----------------------------------------------------------------------------------------------- */

  function syncLayers(specs) {
    const wanted = new Map(specs.map((s) => [s.id, s]));
    for (const [id, layer] of layers) {
      if (wanted.has(id)) continue;
      layer.remove();
      layers.delete(id);
      broken.delete(layer);
    }
    for (const spec of specs) {
      if (layers.has(spec.id)) layers.get(spec.id).update(spec);
      else layers.set(spec.id, new OreSightLayers.MapLayer(spec, { map: map, busy: busy, changed: told, failed: failed }));
    }
    told();
  }

  function failed(layer) {
    broken.add(layer);
    told();
  }

  function retry() {
    const again = Array.from(broken);
    broken.clear();
    for (const layer of again) layer.retry();
    told();
  }

  function count(n) { return n.toLocaleString("en-US"); }

  function sentence(layer) {
    const name = layer.spec.title;
    if (layer.hidden) return state.text.out_of_scale.replace("{name}", name);
    if (layer.mode === "heat" && layer.density > 0) {
      const most = layer.density < 10 ? layer.density.toPrecision(2) : count(Math.round(layer.density));
      return { text: state.text.density.replace("{name}", name).replace("{most}", most).replace("{total}", count(layer.inside)), ramp: OreSightPoints.ramp() };
    }
    if (layer.points && layer.shown < layer.inside) {
      return state.text.thinned.replace("{name}", name).replace("{shown}", count(layer.shown)).replace("{total}", count(layer.inside));
    }
    return layer.left > 0 ? state.text.left_out.replace("{name}", name).replace("{left}", count(layer.left)) : "";
  }

  /* Says beside the map what is not drawn as it is; once for many changes. */
  function told() {
    if (noting) return;
    noting = requestAnimationFrame(() => {
      noting = 0;
      if (!state) return;
      const lines = Array.from(layers.values(), sentence).filter(Boolean);
      for (const layer of broken) if (!layer.broken()) broken.delete(layer);
      for (const layer of broken) lines.unshift(state.text.failed.replace("{name}", layer.spec.title));
      OreSightSurround.note(lines, broken.size ? retry : null, state.text.retry);
    });
  }

  /* --- rasters: tiles below the layers; the first one lies lowest ---------------------------------------------- */

  function loading(entry, on) {
    if (entry.loading !== on) busy(on ? 1 : -1);
    entry.loading = on;
  }

  function addRaster(spec) {
    // where nothing lies the server sends no picture, which is no error
    const layer = L.tileLayer(spec.url, { pane: "rasters", bounds: spec.bounds, maxNativeZoom: spec.maxZoom, maxZoom: 22,
      errorTileUrl: BLANK, keepBuffer: 1, updateWhenZooming: false });
    const entry = { url: spec.url, layer: layer, loading: false };
    layer.on("loading", () => loading(entry, true));
    layer.on("load", () => loading(entry, false));
    rasters.set(spec.id, entry);
    layer.addTo(map);
  }

  function syncRasters(specs) {
    const wanted = new Map(specs.map((s) => [s.id, s]));
    for (const [id, entry] of rasters) {
      if (wanted.has(id) && wanted.get(id).url === entry.url) continue;
      map.removeLayer(entry.layer);
      loading(entry, false);
      rasters.delete(id);
    }
    specs.forEach((spec, i) => {
      if (!rasters.has(spec.id)) addRaster(spec);
      rasters.get(spec.id).layer.setOpacity(spec.opacity).setZIndex(i + 1);
    });
  }

  /* --- what the pointer is over --------------------------------------------------------------------------------- */

  function at(point) {
    const order = Array.from(layers.values()).sort((a, b) => b.spec.rank - a.spec.rank);
    for (const layer of order) {
      const found = layer.hit(map.containerPointToLayerPoint(point));
      if (found) return found;
    }
    return null;
  }

  function row(box, text, kind) {
    const line = document.createElement(kind === "head" ? "b" : "div");
    if (kind === "kind") line.className = "os-kind";
    line.textContent = text;
    box.appendChild(line);
  }

  function tooltipOf(spec, p) {
    const box = document.createElement("div");
    row(box, (state.lang === "zh" && p.name_zh) || p.name || p.name_zh || spec.one + " " + p.fid, "head");
    row(box, spec.one, "kind");
    for (const [id, label] of spec.fields || []) {
      if (p[id] === undefined || p[id] === null || p[id] === "") continue;
      row(box, label + ": " + ((spec.values && spec.values[id] && spec.values[id][p[id]]) || p[id]));
    }
    return box;
  }

  function bunchTip(found) {
    const box = document.createElement("div");
    row(box, state.text.bunch.replace("{total}", count(found.bunch.n)).replace("{name}", found.layer.spec.title), "head");
    return box;
  }

  function hideTip() {
    under = null;
    clearTimeout(hovering);
    if (tip) map.removeLayer(tip);
    tip = null;
    map.getContainer().style.cursor = "";
  }

  function showTip(content, latlng) {
    if (tip) map.removeLayer(tip);
    tip = L.tooltip({ opacity: 1, offset: [12, 0], direction: "auto" }).setLatLng(latlng).setContent(content).addTo(map);
  }

  function hover(e) {
    const on = e.originalEvent.target;
    const free = on && on.closest && !on.closest(".leaflet-interactive, .leaflet-control, .os-sheet");
    const found = free ? at(e.containerPoint) : null;
    if (!found) { hideTip(); return; }
    map.getContainer().style.cursor = "pointer";
    const key = found.layer.spec.id + "/" + (found.bunch ? found.bunch.x + ":" + found.bunch.y : found.feature.id);
    if (key === under) { if (tip) tip.setLatLng(e.latlng); return; }
    under = key;
    clearTimeout(hovering);
    if (found.bunch) { showTip(bunchTip(found), e.latlng); return; }
    if (found.feature.p) { showTip(tooltipOf(found.layer.spec, found.feature.p), e.latlng); return; }
    if (tip) map.removeLayer(tip);
    tip = null;
    hovering = setTimeout(() => {
      found.layer.detail(found.feature).then((d) => { if (under === key) showTip(tooltipOf(found.layer.spec, d.properties), e.latlng); }).catch(() => undefined);
    }, HOVER_MS);
  }

  function click(e) {
    if (e.originalEvent === resultEvent) { // a result lies on top and was hit
      if (resultChoice) say(resultChoice, e.latlng);
      return;
    }
    const found = at(e.containerPoint);
    if (found && found.bunch) {
      const p = map.containerPointToLatLng(map.layerPointToContainerPoint(L.point(found.bunch.x, found.bunch.y).add(found.layer.sheet._bounds.min)));
      map.setView(p, Math.min(map.getZoom() + 2, map.getMaxZoom()));
      return;
    }
    if (!found) { unpick(); return; }
    const properties = choose(found.layer.spec.id, found.feature.id, e.originalEvent);
    say(properties, e.latlng);
    const name = found.layer.spec.id + "/" + found.feature.id;
    if (!listed(name)) { unpick(name); return; }
    found.layer.detail(found.feature).then((d) => pick({ type: "Feature", properties: d.properties, geometry: d.geometry }, name)).catch(() => undefined);
  }

  /* Puts into what the page's component sends with this click. */
  function say(properties, latlng) {
    const sent = window.__GLOBAL_DATA__;
    if (!sent) return;
    sent.last_object_clicked = latlng;
    sent.last_active_drawing = { type: "Feature", properties: properties, geometry: null };
  }

  function listed(name) { return chosen.some((x) => x.join("/") === name); }

  /* A click chooses its feature alone; with a key held it joins it to the others, or takes it out of them.  Returns
     what the page is told: all that is chosen, for it may hear only of the last of several quick clicks. */
  function choose(layer, fid, event) {
    const name = layer + "/" + fid, more = Boolean(event && (event.ctrlKey || event.metaKey)), had = more && listed(name);
    chosen = more ? chosen.filter((x) => x.join("/") !== name) : [];
    if (!more) unpick();
    if (!had) chosen.push([layer, fid]);
    return { layer: layer, fid: fid, chosen: chosen.slice(-MOST_CHOSEN), n: (clicks += 1) };
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
      row(box, layer.feature.properties.name, "head");
      for (const line of layer.feature.properties.lines || []) row(box, line);
      return box;
    }, { sticky: true, opacity: 1 });
    result.on("click", (e) => {
      resultEvent = e.originalEvent;
      const p = e.layer && e.layer.feature && e.layer.feature.properties;
      resultChoice = null;
      if (!p) return;
      const name = p.layer + "/" + p.fid;
      resultChoice = choose(p.layer, p.fid, resultEvent);
      if (listed(name)) pick(e.layer.feature, name);
      else unpick(name);
    });
    result.addTo(map);
    for (const group of picked.values()) group.bringToFront();
  }

  /* The study area, where it is a polygon without a layer of its own. */
  function drawArea(geometry) {
    const key = JSON.stringify(geometry || null);
    if (key === areaKey) return;
    areaKey = key;
    if (area) map.removeLayer(area);
    area = geometry ? outline({ type: "Feature", properties: {}, geometry: geometry }, { color: "#26323d", weight: 1.8, dashArray: "8 5", interactive: false }, 6).addTo(map) : null;
  }

  /* Takes away one outline, or all of them and with them the choice. */
  function unpick(name) {
    if (!name) chosen = [];
    for (const [known, group] of picked) {
      if (name && name !== known) continue;
      map.removeLayer(group);
      picked.delete(known);
    }
  }

  function pick(feature, name) {
    unpick(name);
    const group = L.featureGroup();
    outline(feature, { color: "#fff", weight: 7, opacity: 0.9, interactive: false }, 10).addTo(group);
    outline(feature, { color: "#111", weight: 2.5, dashArray: "2 4", interactive: false }, 10).addTo(group);
    picked.set(name, group);
    return group.addTo(map);
  }

  /* What a search has found: outlined, and sent to the page like a click on it. */
  function mark(feature, address) {
    unpick();
    const group = pick(feature, "found");
    if (address) chosen = [[address.layer, address.fid]];
    const sent = window.__GLOBAL_DATA__;
    if (!address || !sent) return;
    const middle = group.getBounds().getCenter();
    sent.lat_lng_clicked = middle;
    sent.last_active_drawing = { type: "Feature", properties: address, geometry: null };
    map.fire("draw:edited", { latlng: middle }); // the component sends what it holds now
  }

  /* --- view ------------------------------------------------------------------------------------------------- */

  /* Looks where the page wants it, once for each order.  A frame without a size has to wait for one: until then the
     view of it is nobody's choice, and inspect() says that something is pending. */
  function setView() {
    const view = state && state.view;
    if (!view || view.n === lastView || waiting()) return;
    lastView = view.n;
    map.fitBounds(view.bounds, { padding: view.padding || [12, 12], maxZoom: view.maxZoom || 14, animate: false });
  }

  function waiting() {
    const size = map.getSize();
    return size.x < LEAST_PX || size.y < LEAST_PX;
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
    new ResizeObserver(() => { map.invalidateSize({ animate: false }); setView(); }).observe(map.getContainer());
    map.invalidateSize({ animate: false });
    map.attributionControl.setPrefix("Leaflet");
    OreSightSurround.attach(map);
    OreSightTools.attach(map, { mark: mark });
    OreSightLabels.attach(map);
    OreSightOverlays.attach(map, busy);
    map.on("mousemove", hover);
    map.on("mouseout movestart zoomstart", hideTip);
    map.on("click", click);
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
      OreSightTools.apply(next);
      setView();
      syncLayers(next.layers);
      syncRasters(next.rasters || []);
      OreSightLabels.apply(next.layers);
      OreSightOverlays.apply(next.overlays || []);
      drawResult(next.result);
      drawArea(next.area);
      OreSightSurround.drawGrid();
    } catch (error) {
      // a failing layer must not take the map down; the console keeps the cause
      console.error("map state not applied", error);
    }
  }

  window.OreSight = { attach: attach, apply: apply, inspect: inspect };

  /* What is drawn, for tests and for support.  `loaded` counts the features of a small layer and those in view of a
     large one. */
  function inspect() {
    const found = {};
    let painting = 0;
    for (const [id, layer] of layers) {
      found[id] = { loaded: layer.ready ? layer.inside : null, shown: layer.shown, hidden: Boolean(layer.hidden),
        symbols: layer.ready ? layer.spec.symbols : null };
      if (layer.ready && (layer.sheet._asked || !layer.view)) painting += 1;
    }
    const roles = {};
    if (state && state.result) for (const f of state.result.features) roles[f.properties.role] = (roles[f.properties.role] || 0) + 1;
    const ordered = state && state.view && state.view.n !== lastView ? 1 : 0;
    return { layers: found, rasters: Array.from(rasters.keys()), roles: result ? roles : {}, selected: (state && state.result && state.result.selected) || null,
      pending: (window.oresightPending || 0) + ordered + painting, zoom: map.getZoom(), center: [map.getCenter().lat, map.getCenter().lng],
      picked: picked.size, overlays: OreSightOverlays.inspect() };
  }
})();
