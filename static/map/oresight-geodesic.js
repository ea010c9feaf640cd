/* Distances on the ellipsoid WGS 84: the inverse problem after Vincenty (1975), Survey Review 23(176), 88-93.

   Where the iteration does not come to an end (nearly antipodal places) the distance on a sphere of the mean radius
   stands in, and says so. */
(function () {
  "use strict";

  const A = 6378137, F = 1 / 298.257223563, B = A * (1 - F), MEAN = 6371008.8, RAD = Math.PI / 180;

  function sphere(p, q) {
    const a = p.lat * RAD, b = q.lat * RAD, d = (q.lng - p.lng) * RAD;
    const h = Math.sin((b - a) / 2) ** 2 + Math.cos(a) * Math.cos(b) * Math.sin(d / 2) ** 2;
    return 2 * MEAN * Math.asin(Math.min(1, Math.sqrt(h)));
  }

  /* {metres, exact} between two places in degrees. */
  function inverse(p, q) {
    const l = (q.lng - p.lng) * RAD;
    const u = Math.atan((1 - F) * Math.tan(p.lat * RAD)), v = Math.atan((1 - F) * Math.tan(q.lat * RAD));
    const su = Math.sin(u), cu = Math.cos(u), sv = Math.sin(v), cv = Math.cos(v);
    let lambda = l;
    for (let i = 0; i < 100; i += 1) {
      const sl = Math.sin(lambda), cl = Math.cos(lambda);
      const ss = Math.hypot(cv * sl, cu * sv - su * cv * cl);
      if (ss === 0) return { metres: 0, exact: true };
      const cs = su * sv + cu * cv * cl, sigma = Math.atan2(ss, cs), sa = (cu * cv * sl) / ss, ca = 1 - sa * sa;
      const cm = ca ? cs - (2 * su * sv) / ca : 0, c = (F / 16) * ca * (4 + F * (4 - 3 * ca));
      const before = lambda;
      lambda = l + (1 - c) * F * sa * (sigma + c * ss * (cm + c * cs * (2 * cm * cm - 1)));
      if (Math.abs(lambda - before) < 1e-12) {
        const k = (ca * (A * A - B * B)) / (B * B);
        const g = 1 + (k / 16384) * (4096 + k * (-768 + k * (320 - 175 * k)));
        const h = (k / 1024) * (256 + k * (-128 + k * (74 - 47 * k)));
        const d = h * ss * (cm + (h / 4) * (cs * (2 * cm * cm - 1) - (h / 6) * cm * (4 * ss * ss - 3) * (4 * cm * cm - 3)));
        return { metres: B * g * (sigma - d), exact: true };
      }
    }
    return { metres: sphere(p, q), exact: false };
  }

  /* Places along the great circle from p to q, so that a long line is drawn where it runs. */
  function path(p, q) {
    const n = Math.min(Math.ceil(sphere(p, q) / 50000), 200);
    const d = sphere(p, q) / MEAN, found = [p];
    const xyz = (a) => [Math.cos(a.lat * RAD) * Math.cos(a.lng * RAD), Math.cos(a.lat * RAD) * Math.sin(a.lng * RAD), Math.sin(a.lat * RAD)];
    const a = xyz(p), b = xyz(q);
    for (let i = 1; i < n; i += 1) {
      const s = Math.sin((1 - i / n) * d) / Math.sin(d), t = Math.sin((i / n) * d) / Math.sin(d);
      const [x, y, z] = a.map((v, j) => s * v + t * b[j]);
      let lng = Math.atan2(y, x) / RAD;
      while (lng - found[i - 1].lng > 180) lng -= 360;
      while (lng - found[i - 1].lng < -180) lng += 360;
      found.push(L.latLng(Math.atan2(z, Math.hypot(x, y)) / RAD, lng));
    }
    found.push(q);
    return found;
  }

  window.OreSightGeodesic = { inverse: inverse, path: path };
})();
