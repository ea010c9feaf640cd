/* Drawing an area on the map, and telling the page what is drawn and what is shown.

   The page's component listens to the events of Leaflet.draw and sends what `window.drawnItems` holds; that
   contract is all that is used of it.  The view is told a moment after the map came to rest, so that moving the map
   does not keep the page busy.  While an area is being drawn a transparent sheet lies over the map: clicks meant
   for the drawing never reach the features below. */
(function () {
  "use strict";

  const REST_MS = 700;
  const LEAST_PX = 4;
  let map = null;
  let text = {};
  let shape = null; // the drawn area on the map
  let preview = null;
  let sheet = null;
  let mode = null;
  let corners = [];
  let timer = null;
  let told = "";
  const buttons = {};

  function ring(points) {
    return points.concat([points[0]]).map((p) => [p.lng, p.lat]);
  }

  function feature(role, points) {
    return { type: "Feature", properties: { role: role }, geometry: { type: "Polygon", coordinates: [ring(points)] } };
  }

  function shown() {
    const b = map.getBounds();
    return [b.getSouthWest(), b.getSouthEast(), b.getNorthEast(), b.getNorthWest()];
  }

  /* What the page reads: the drawn area, if any, and the view. */
  const items = {
    toGeoJSON: () => ({
      type: "FeatureCollection",
      features: [...(shape ? [feature("selection", shape.getLatLngs()[0])] : []), feature("view", shown())],
    }),
  };

  function tell() {
    const now = JSON.stringify(items.toGeoJSON());
    if (now === told || map.getSize().x < 40) return;
    told = now;
    window.drawnItems = items; // the component sets it anew when it starts
    const kept = window.__GLOBAL_DATA__ ? window.__GLOBAL_DATA__.last_object_clicked : null;
    map.fire("draw:edited", { latlng: kept });
  }

  function rest() {
    clearTimeout(timer);
    timer = setTimeout(tell, REST_MS);
  }

  function style() {
    return { color: "#1d4e89", weight: 2, dashArray: "6 4", fillColor: "#1d4e89", fillOpacity: 0.07, interactive: false,
      pane: "drawing", renderer: style.svg || (style.svg = L.svg({ pane: "drawing", padding: 1 })) };
  }

  function show(points) {
    if (preview) map.removeLayer(preview);
    preview = points.length > 1 ? L.polygon(points, style()).addTo(map) : null;
  }

  function finish(points) {
    stop();
    if (points.length > 2) {
      if (shape) map.removeLayer(shape);
      shape = L.polygon(points, style()).addTo(map);
    }
    refresh();
    tell();
  }

  function clear() {
    stop();
    if (shape) map.removeLayer(shape);
    shape = null;
    refresh();
    tell();
  }

  function stop() {
    if (sheet) sheet.remove();
    sheet = null;
    mode = null;
    corners = [];
    show([]);
    document.removeEventListener("keydown", keys);
    refresh();
  }

  function keys(event) {
    if (event.key === "Escape") stop();
    if (event.key === "Enter" && mode === "polygon") finish(corners);
  }

  function box(a, b) {
    return [a, L.latLng(a.lat, b.lng), b, L.latLng(b.lat, a.lng)];
  }

  function begin(kind) {
    const same = mode === kind;
    stop();
    if (same) return;
    mode = kind;
    sheet = L.DomUtil.create("div", "os-sheet", map.getContainer());
    document.addEventListener("keydown", keys);
    L.DomEvent.on(sheet, "click dblclick mousedown", L.DomEvent.stop);
    (kind === "rectangle" ? rectangle : polygon)(sheet);
    refresh();
  }

  function rectangle(over) {
    let from = null;
    let pixel = null;
    over.addEventListener("pointerdown", (e) => {
      from = map.mouseEventToLatLng(e);
      pixel = [e.clientX, e.clientY];
      over.setPointerCapture(e.pointerId);
    });
    over.addEventListener("pointermove", (e) => { if (from) show(box(from, map.mouseEventToLatLng(e))); });
    over.addEventListener("pointerup", (e) => {
      const far = pixel && Math.min(Math.abs(e.clientX - pixel[0]), Math.abs(e.clientY - pixel[1])) >= LEAST_PX;
      if (from && far) finish(box(from, map.mouseEventToLatLng(e)));
      else from = null;
    });
  }

  function polygon(over) {
    over.addEventListener("pointerup", (e) => {
      const at = map.mouseEventToLatLng(e);
      const last = corners[corners.length - 1];
      const near = (p) => p && map.latLngToContainerPoint(p).distanceTo(map.latLngToContainerPoint(at)) < 8;
      if (corners.length > 2 && (near(last) || near(corners[0]))) { finish(corners); return; }
      if (!near(last)) corners.push(at);
      show(corners);
    });
    over.addEventListener("pointermove", (e) => { if (corners.length) show([...corners, map.mouseEventToLatLng(e)]); });
  }

  /* --- the buttons -------------------------------------------------------------------------------------------- */

  const GLYPHS = {
    rectangle: "M3 5h12v8H3z",
    polygon: "M3 6l6-3 6 4-2 7-8 1z",
    clear: "M5 5l8 8M13 5l-8 8",
  };

  function button(name, bar, act) {
    buttons[name] = OreSightButton.make(bar, "draw", name, GLYPHS[name], act);
  }

  function refresh() {
    for (const [name, link] of Object.entries(buttons)) {
      const title = text["draw_" + name] || "";
      link.title = title;
      link.setAttribute("aria-label", title);
      link.setAttribute("aria-pressed", String(mode === name));
      link.classList.toggle("os-on", mode === name);
    }
    if (buttons.clear) buttons.clear.classList.toggle("os-gone", !shape);
  }

  function attach(leafletMap) {
    map = leafletMap;
    map.createPane("drawing").style.zIndex = 630;
    map.getPane("drawing").style.pointerEvents = "none";
    const Bar = L.Control.extend({ options: { position: "topleft" }, onAdd: () => L.DomUtil.create("div", "leaflet-bar os-tools") });
    const bar = new Bar().addTo(map).getContainer();
    L.DomEvent.disableClickPropagation(bar);
    button("rectangle", bar, () => begin("rectangle"));
    button("polygon", bar, () => begin("polygon"));
    button("clear", bar, clear);
    refresh();
    map.on("moveend", rest);
    map.on("resize", rest);
    rest();
  }

  function apply(words) {
    text = words;
    refresh();
  }

  window.OreSightDraw = { attach: attach, apply: apply, clear: clear, drawn: () => Boolean(shape) };
})();
