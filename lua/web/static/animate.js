// What moves: markers along the wall, a tile that settles, a wall tile that is
// turned over, a follower that goes home, points that count up. Nothing does for
// who does not want it.

const still = matchMedia("(prefers-reduced-motion: reduce)");

const isStill = () => still.matches || document.hidden;

/** Where the transform attribute of a drawn piece puts it: [x, y], or null. */
function placeOf(element) {
  const numbers = /translate\(\s*(-?[\d.]+)[ ,]+(-?[\d.]+)/.exec(
    element.getAttribute("transform") ?? "");
  return numbers && [Number(numbers[1]), Number(numbers[2])];
}

const at = ([x, y], more = "") => ({ transform: `translate(${x}px, ${y}px) ${more}` });

const turnedTo = (place, more) => at(place, `translate(50px, 50px) ${more} translate(-50px, -50px)`);

// The corners of the wall that a marker passes from one place to another, the
// shorter way round.
function corners(svg, from, to) {
  const { x, y, width, height } = svg.viewBox.baseVal;
  const depth = Math.min(from[0] - x, from[1] - y, x + width - from[0], y + height - from[1]);
  const right = x + width - depth;
  const bottom = y + height - depth;
  const ring = [[x + depth, y + depth], [right, y + depth], [right, bottom], [x + depth, bottom]];
  const lengths = [0, right - x - depth, right - x - depth + bottom - y - depth,
    2 * (right - x - depth) + bottom - y - depth];
  const round = 2 * (right - x - depth + bottom - y - depth);
  const along = (place) => {
    const gaps = [place[1] - y, x + width - place[0], y + height - place[1], place[0] - x];
    const side = gaps.indexOf(Math.min(...gaps));
    const way = [place[0] - ring[0][0], place[1] - ring[1][1], ring[2][0] - place[0],
      ring[3][1] - place[1]][side];
    return lengths[side] + way;
  };
  const start = along(from);
  const ahead = (along(to) - start + round) % round;
  const isAhead = ahead <= round / 2;
  const way = isAhead ? ahead : round - ahead;
  return ring
    .map((corner, index) => ({
      corner,
      gone: ((isAhead ? lengths[index] - start : start - lengths[index]) + 2 * round) % round,
    }))
    .filter(({ gone }) => gone > 0 && gone < way)
    .sort((one, other) => one.gone - other.gone)
    .map(({ corner }) => corner);
}

const distance = (one, other) => Math.hypot(one[0] - other[0], one[1] - other[1]);

/** A piece was replaced by one that may stand elsewhere. */
export function moved(old, now) {
  const from = placeOf(old);
  const to = placeOf(now);
  if (isStill() || !from || !to || distance(from, to) < 1) {
    return;
  }
  const isFar = now.id.startsWith("marker-") && distance(from, to) > 200;
  const way = [from, ...(isFar ? corners(now.ownerSVGElement, from, to) : []), to];
  const lengths = way.map((place, index) => (index ? distance(way[index - 1], place) : 0));
  const length = lengths.reduce((sum, one) => sum + one, 0);
  let gone = 0;
  const frames = way.map((place, index) => {
    gone += lengths[index];
    return { ...at(place), offset: gone / length };
  });
  now.animate(frames, { duration: Math.min(350 + length, 1600), easing: "ease-in-out" });
}

/** A piece has come that was not there. */
export function came(element) {
  const place = placeOf(element);
  if (isStill() || !place) {
    return;
  }
  if (element.id.startsWith("tile-")) {
    element.animate(
      [{ ...turnedTo(place, "scale(1.18)"), opacity: 0.4 }, turnedTo(place, "scale(1)")],
      { duration: 260, easing: "cubic-bezier(0.2, 0.8, 0.3, 1)" });
  } else if (element.id.startsWith("follower-")) {
    element.animate([{ ...at(place, "translate(0, -36px)"), opacity: 0 }, at(place)],
      { duration: 260, easing: "ease-in" });
  }
}

/** A piece goes; it may stay for the moment that it takes to see it go. */
export function went(element) {
  const place = placeOf(element);
  const isTile = element.id.startsWith("wall-tile-");
  if (isStill() || !place || (!isTile && !element.id.startsWith("follower-"))) {
    element.remove();
    return;
  }
  element.removeAttribute("id");
  const frames = isTile
    ? [at(place), at(place, "scale(1.5)"), { ...at(place, "scale(0, 1.5)"), opacity: 1 },
      { ...at(place, "scale(0, 1.5)"), opacity: 0 }]
    : [{ ...at(place), opacity: 1 }, { ...at(place, "translate(0, -60px) scale(1.2)"), opacity: 0 }];
  element.animate(frames, { duration: isTile ? 700 : 600, easing: "ease-in" }).finished
    .finally(() => element.remove());
}

/** Counts the number of an element up from another one. */
export function count(element, from) {
  const to = Number(element.dataset.count);
  if (isStill() || from === to || !Number.isFinite(from) || !Number.isFinite(to)) {
    return;
  }
  const begin = performance.now();
  const duration = Math.min(300 + 60 * Math.abs(to - from), 1200);
  const text = element.textContent;
  element.classList.add("counting");
  const step = (now) => {
    const part = Math.min(Math.max((now - begin) / duration, 0), 1);
    if (part === 1 || !element.isConnected) {
      element.textContent = text;
      element.classList.remove("counting");
      return;
    }
    element.textContent = String(Math.round(from + (to - from) * part));
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}
