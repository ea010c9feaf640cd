/* Tools of the reader: search by name or coordinates, measured distance, base map and graticule.

   Nothing here changes what questions are asked about; what is found can be looked at like a click. */
(function () {
  "use strict";

  const WAIT_MS = 220;
  const KEEP = "oresight.map"; // choices of this browser tab: base map, graticule
  let map = null;
  let state = null;
  let hooks = null;
  let panel = null;
  let opened = null;
  let measuring = null;
  let base = null;
  let shownBase = "";
  let asked = 0;
  let choice = { base: null, grid: true };
  const buttons = {};

  const GLYPHS = {
    search: "M7.5 3a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9M11 11l4.5 4.5",
    measure: "M2.5 11.5l9-9 4 4-9 9zM5 9l1.5 1.5M7 7l2 2M9 5l1.5 1.5",
    base: "M9 2.5l6.5 3.5L9 9.5 2.5 6zM2.5 9.2L9 12.7l6.5-3.5M2.5 12.2L9 15.7l6.5-3.5",
  };

  function remember() { try { sessionStorage.setItem(KEEP, JSON.stringify(choice)); } catch (error) { /* private windows keep nothing */ } }

  function recall() {
    try { choice = Object.assign(choice, JSON.parse(sessionStorage.getItem(KEEP) || "{}")); } catch (error) { /* as above */ }
  }

  /* --- the box beside the buttons ------------------------------------------------------------------------------- */

  function open(name) {
    const same = opened === name;
    close();
    if (same) return null;
    opened = name;
    panel = L.DomUtil.create("div", "os-panel os-panel-" + name, map.getContainer());
    L.DomEvent.disableClickPropagation(panel);
    L.DomEvent.disableScrollPropagation(panel);
    panel.addEventListener("keydown", (e) => { if (e.key === "Escape") close(); });
    const top = buttons[name].getBoundingClientRect().top - map.getContainer().getBoundingClientRect().top;
    panel.style.top = Math.max(top, 4) + "px";
    refresh();
    return panel;
  }

  function close() {
    if (panel) panel.remove();
    if (opened === "measure") stopMeasuring();
    panel = null;
    opened = null;
    refresh();
  }

  function add(kind, text, parent, className) {
    const one = document.createElement(kind);
    if (text) one.textContent = text;
    if (className) one.className = className;
    (parent || panel).appendChild(one);
    return one;
  }

  /* --- search ------------------------------------------------------------------------------------------------------ */

  function search() {
    if (!open("search")) return;
    const box = add("input");
    box.type = "search";
    box.placeholder = state.text.search_hint;
    box.setAttribute("aria-label", state.text.search_hint);
    const list = add("div", "", panel, "os-hits");
    let timer = 0;
    box.addEventListener("input", () => {
      clearTimeout(timer);
      timer = setTimeout(() => look(box.value.trim(), list), WAIT_MS);
    });
    box.addEventListener("keydown", (e) => {
      const hits = list.querySelectorAll("button");
      if (e.key === "Enter" && hits.length) hits[0].click();
      if (e.key === "ArrowDown" && hits.length) { e.preventDefault(); hits[0].focus(); }
    });
    list.addEventListener("keydown", (e) => {
      const to = e.key === "ArrowDown" ? e.target.nextElementSibling : e.key === "ArrowUp" ? e.target.previousElementSibling || box : null;
      if (to) { e.preventDefault(); to.focus(); }
    });
    box.focus();
  }

  function look(text, list) {
    const mine = (asked += 1);
    if (!text) { list.textContent = ""; return; }
    fetch("../../api/search?lang=" + state.lang + "&q=" + encodeURIComponent(text))
      .then((r) => { if (!r.ok) throw new Error(String(r.status)); return r.json(); })
      .then((hits) => { if (mine === asked) show(hits, list); })
      .catch(() => { if (mine === asked) { list.textContent = ""; add("div", state.text.search_failed, list, "os-none"); } });
  }

  function show(hits, list) {
    list.textContent = "";
    if (!hits.length) add("div", state.text.search_none, list, "os-none");
    for (const hit of hits) {
      const row = add("button", "", list);
      add("b", hit.name, row);
      const more = hit.kind ? hit.kind + " · " + hit.title : state.text.search_place;
      add("span", hit.parts > 1 ? more + " · " + state.text.search_parts.replace("{total}", hit.parts) : more, row);
      row.addEventListener("click", () => go(hit));
    }
  }

  function go(hit) {
    if (hit.at) {
      map.setView(hit.at, Math.max(map.getZoom(), 10), { animate: false });
      hooks.mark({ type: "Feature", properties: {}, geometry: { type: "Point", coordinates: [hit.at[1], hit.at[0]] } }, null);
      return;
    }
    const address = "../../api/layers/" + hit.layer + "/features/" + hit.fid + ".json?v=" + encodeURIComponent(hit.v);
    OreSightLayers.fetched(address, "json").then((found) => {
      const [west, south, east, north] = found.bounds;
      map.fitBounds([[south, west], [north, east]], { maxZoom: 12, padding: [60, 60], animate: false });
      hooks.mark({ type: "Feature", properties: found.properties, geometry: found.geometry }, { layer: hit.layer, fid: hit.fid });
    }).catch(() => undefined);
  }

  /* --- distance ---------------------------------------------------------------------------------------------------- */

  function said(metres) {
    return metres < 1000 ? metres.toFixed(1) + " m" : (metres / 1000).toFixed(metres < 1e5 ? 3 : 1) + " km";
  }

  function measure() {
    if (opened !== "measure") document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" })); // ends a drawing
    if (!open("measure")) return;
    add("p", state.text.measure_hint, panel, "os-hint");
    const total = add("output", "", panel, "os-total");
    add("p", state.text.measure_how, panel, "os-how");
    measuring = { points: [], drawn: L.layerGroup().addTo(map), total: total, done: false };
    measuring.sheet = L.DomUtil.create("div", "os-sheet", map.getContainer());
    measuring.sheet.addEventListener("pointerup", step);
    measuring.sheet.addEventListener("pointermove", (e) => { if (!measuring.done) draw(map.mouseEventToLatLng(e)); });
    // dragging and the wheel move the map below
    L.DomEvent.on(measuring.sheet, "click dblclick", L.DomEvent.stop);
    document.addEventListener("keydown", measuringKeys);
  }

  function step(e) {
    const at = map.mouseEventToLatLng(e), m = measuring, last = m.points[m.points.length - 1];
    if (m.done) { m.points = []; m.done = false; }
    if (last && !m.done && m.points.length && map.latLngToContainerPoint(last).distanceTo(map.latLngToContainerPoint(at)) < 6) m.done = m.points.length > 1;
    else m.points.push(at);
    draw(null);
  }

  function draw(next) {
    const m = measuring, points = next ? [...m.points, next] : m.points;
    const style = { color: "#1d4e89", weight: 2.5, interactive: false, pane: "drawing", renderer: (draw.svg = draw.svg || L.svg({ pane: "drawing", padding: 1 })) };
    m.drawn.clearLayers();
    let metres = 0, exact = true;
    for (let i = 1; i < points.length; i += 1) {
      const d = OreSightGeodesic.inverse(points[i - 1].wrap(), points[i].wrap());
      metres += d.metres;
      exact = exact && d.exact;
      L.polyline(OreSightGeodesic.path(points[i - 1], points[i]), style).addTo(m.drawn);
    }
    for (const p of m.points) L.circleMarker(p, Object.assign({}, style, { radius: 3.5, fill: true, fillColor: "#fff", fillOpacity: 1 })).addTo(m.drawn);
    m.total.textContent = points.length > 1 ? (exact ? "" : "≈ ") + said(metres) : "";
    m.total.dataset.metres = String(metres);
  }

  function measuringKeys(e) {
    if (e.key === "Escape") close();
    if (e.key === "Backspace" && measuring && document.activeElement === document.body) { measuring.points.pop(); draw(null); }
  }

  function stopMeasuring() {
    document.removeEventListener("keydown", measuringKeys);
    if (!measuring) return;
    measuring.sheet.remove();
    map.removeLayer(measuring.drawn);
    measuring = null;
  }

  /* --- base map and graticule ---------------------------------------------------------------------------------------- */

  function baseId() {
    const known = state.bases.map((b) => b.id);
    return known.includes(choice.base) ? choice.base : known[0];
  }

  function applyBase() {
    const one = state.bases.find((b) => b.id === baseId());
    OreSightSurround.showLand(state.land, one.id === "land");
    OreSightSurround.showGrid(choice.grid);
    const key = one.url || "";
    if (key === shownBase) return;
    shownBase = key;
    if (base) map.removeLayer(base);
    base = key ? L.tileLayer(key, { pane: "base", maxZoom: 22, maxNativeZoom: one.maxZoom || 18, attribution: one.attribution || "" }).addTo(map) : null;
  }

  function pickBase() {
    if (!open("base")) return;
    add("b", state.text.base, panel);
    for (const one of state.bases) {
      const row = add("label"), radio = add("input", "", row);
      radio.type = "radio";
      radio.name = "base";
      radio.checked = one.id === baseId();
      radio.addEventListener("change", () => { choice.base = one.id; remember(); applyBase(); });
      add("span", one.label, row);
    }
    const row = add("label", "", panel, "os-apart"), box = add("input", "", row);
    box.type = "checkbox";
    box.checked = choice.grid;
    box.addEventListener("change", () => { choice.grid = box.checked; remember(); applyBase(); });
    add("span", state.text.graticule, row);
  }

  /* --- buttons --------------------------------------------------------------------------------------------------------- */

  function button(name, bar, act) {
    buttons[name] = OreSightButton.make(bar, "tool", name, GLYPHS[name], act);
  }

  function refresh() {
    for (const [name, link] of Object.entries(buttons)) {
      const title = (state && state.text["tool_" + name]) || "";
      link.title = title;
      link.setAttribute("aria-label", title);
      link.setAttribute("aria-pressed", String(opened === name));
      link.classList.toggle("os-on", opened === name);
    }
  }

  /* `hooks`: {mark(feature, address)}: outline a place; with an address it is looked at like a clicked feature. */
  function attach(leafletMap, given) {
    map = leafletMap;
    hooks = given;
    recall();
    map.createPane("base").style.zIndex = 210;
    map.getPane("base").style.pointerEvents = "none";
    const Bar = L.Control.extend({ options: { position: "topleft" }, onAdd: () => L.DomUtil.create("div", "leaflet-bar os-tools") });
    const bar = new Bar().addTo(map).getContainer();
    L.DomEvent.disableClickPropagation(bar);
    // one tool at a time: drawing an area ends the others
    map.getContainer().addEventListener("click", (e) => { if (e.target.closest(".os-draw")) close(); }, true);
    button("search", bar, search);
    button("measure", bar, measure);
    button("base", bar, pickBase);
  }

  function apply(next) {
    const other = state && state.lang !== next.lang;
    state = next;
    if (other) close(); // its words are those of the other language
    refresh();
    applyBase();
  }

  window.OreSightTools = { attach: attach, apply: apply };
})();
