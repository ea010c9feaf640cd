/* The buttons of the bars on the map: a link with a glyph of 18 × 18. */
(function () {
  "use strict";

  /* A button in `bar`, of the class os-FAMILY-NAME, that draws the path `glyph` and calls `act`. */
  function make(bar, family, name, glyph, act) {
    const link = L.DomUtil.create("a", "os-" + family + " os-" + family + "-" + name, bar);
    link.href = "#";
    link.setAttribute("role", "button");
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("viewBox", "0 0 18 18");
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    path.setAttribute("d", glyph);
    svg.appendChild(path);
    link.appendChild(svg);
    L.DomEvent.on(link, "click", (e) => { L.DomEvent.stop(e); act(); });
    return link;
  }

  window.OreSightButton = { make: make };
})();
