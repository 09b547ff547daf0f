// The drawn tile over the board: it follows the pointer, snaps to the spaces where
// it may lie, turns through the turns that fit, is put down and taken up again.

import { word } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";
const TURNING = "transform 140ms ease-out";
const REACH = 120; // How near a finger must come to a space, in the board's units.

const still = matchMedia("(prefers-reduced-motion: reduce)");

const middle = ({ x, y }) => [x * 100 + 50, y * 100 + 50];

function make(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) {
    element.setAttribute(key, value);
  }
  return element;
}

/** The svg of the board that is shown, or null. */
export const boardSvg = () => document.querySelector("#board svg");

// The svg in the player's hand, unturned.
function heldArt() {
  const held = document.getElementById("held");
  return held?.querySelector("svg");
}

export class Ghost {
  #group = null;
  #places;
  #free = null; // The pointer where no place is, in the board's units.
  #angle = 0;
  #say;

  /** Where it is, { x, y, turns: four indexes or null }, or null. */
  at = null;
  turns = 0;
  isDropped = false;

  /** `places`: of a question of the kind "place". */
  constructor(places, say) {
    this.#places = places.map(([x, y, turns]) => ({ x, y, turns }));
    this.#say = say;
  }

  /** The choice's index when it is put down, or null. */
  get index() {
    return this.isDropped ? this.at.turns[this.turns] : null;
  }

  /** Takes it from the board for good. */
  remove() {
    this.#group?.remove();
    const art = heldArt();
    if (art) {
      art.style.transform = "";
    }
  }

  /** The place under a point of the window: with `reach`, also one beside it. */
  placeUnder(clientX, clientY, reach = 0) {
    const point = this.#pointOf(clientX, clientY);
    if (!point) {
      return null;
    }
    const [x, y] = point.map((value) => Math.floor(value / 100));
    const exact = this.#places.find((place) => place.x === x && place.y === y);
    if (exact || !reach) {
      return exact ?? null;
    }
    const away = (place) => Math.hypot(middle(place)[0] - point[0], middle(place)[1] - point[1]);
    const nearest = this.#places.reduce((one, other) => (away(other) < away(one) ? other : one));
    return away(nearest) < REACH ? nearest : null;
  }

  #pointOf(clientX, clientY) {
    const matrix = boardSvg()?.getScreenCTM();
    if (!matrix) {
      return null;
    }
    const point = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
    return [point.x, point.y];
  }

  /** The pointer moves: it comes with it, unless it is put down. */
  follow(clientX, clientY) {
    if (this.isDropped) {
      return;
    }
    const place = this.placeUnder(clientX, clientY);
    this.#free = place ? null : this.#pointOf(clientX, clientY);
    this.#moveTo(place);
  }

  /** The pointer has left the board. */
  away() {
    if (!this.isDropped) {
      this.#free = null;
      this.#moveTo(null);
    }
  }

  #moveTo(place) {
    this.at = place;
    if (place && place.turns[this.turns] === null) {
      this.#turnTo([1, 2, 3].map((by) => (this.turns + by) % 4)
        .find((turns) => place.turns[turns] !== null));
    }
    this.draw();
  }

  // Turns it on, clockwise (1) or back (-1); without `way` as is shorter.
  #turnTo(turns, way = (turns - this.turns + 4) % 4 === 3 ? -1 : 1) {
    this.#angle += way * 90 * (((turns - this.turns) * way + 4) % 4);
    this.turns = turns;
  }

  /** Turns it to the next turn that fits here, clockwise (1) or back (-1). */
  turn(by) {
    const next = [1, 2, 3].map((steps) => (this.turns + by * steps + 4) % 4);
    const turns = next.find((one) => !this.at || this.at.turns[one] !== null);
    if (turns === undefined) {
      this.#say(word("fits_one_way"));
      return;
    }
    this.#turnTo(turns, by);
    this.draw();
    this.tell();
  }

  /** Puts it down at a place, or where it is. */
  drop(place = this.at) {
    if (!place) {
      return;
    }
    this.#free = null;
    this.#moveTo(place);
    this.isDropped = true;
    this.draw();
    this.#say(word("dropped_at", { column: place.x, row: place.y }));
  }

  /** Takes it up again. */
  takeUp() {
    const was = this.isDropped;
    this.isDropped = false;
    this.draw();
    if (was) {
      this.#say(word("taken_up"));
    }
  }

  /** Puts it down as the choice with that index wants it. */
  dropAs(index) {
    const place = this.#places.find(({ turns }) => turns.includes(index));
    if (place) {
      this.#turnTo(place.turns.indexOf(index));
      this.drop(place);
    }
  }

  /** By key: to the nearest place that lies in a direction. */
  step(dx, dy) {
    this.isDropped = false;
    this.#free = null;
    const from = this.at;
    const cost = (place) => {
      const ahead = (place.x - from.x) * dx + (place.y - from.y) * dy;
      const aside = Math.abs((place.x - from.x) * dy) + Math.abs((place.y - from.y) * dx);
      return ahead > 0 ? ahead + 2 * aside : Infinity;
    };
    const next = from
      ? this.#places.reduce((one, other) => (cost(other) < cost(one) ? other : one))
      : this.#places[0];
    if (!from || cost(next) < Infinity) {
      this.#moveTo(next);
      this.#group?.scrollIntoView({ block: "nearest", inline: "nearest" });
    }
    this.tell();
  }

  /** Tells where it is. */
  tell() {
    if (!this.at) {
      return;
    }
    this.#say(word("place_at", {
      column: this.at.x, row: this.at.y, turned: this.turns,
      fits: this.at.turns.filter((index) => index !== null).length,
      number: this.#places.indexOf(this.at) + 1, count: this.#places.length,
    }));
  }

  #made() {
    const svg = boardSvg();
    if (this.#group && this.#group.ownerSVGElement === svg) {
      return this.#group;
    }
    const art = heldArt();
    const turned = make("g", { class: "turned" });
    for (const part of art?.children ?? []) {
      if (part.localName !== "defs") {
        turned.append(part.cloneNode(true));
      }
    }
    this.#group = make("g", { id: "ghost" });
    this.#group.style.pointerEvents = "none";
    this.#group.append(turned, make("rect", {
      class: "edge s-accent", x: 2, y: 2, width: 96, height: 96, rx: 4, fill: "none",
      "stroke-width": 6, stroke: "#c8501e",
    }));
    svg.append(this.#group);
    return this.#group;
  }

  /** Draws it where it is, in the board that is there now. */
  draw() {
    if (!boardSvg()) {
      return;
    }
    const group = this.#made();
    const isFree = !this.at;
    const [x, y] = this.at ? [this.at.x * 100, this.at.y * 100]
      : (this.#free ?? [0, 0]).map((value) => value - 50);
    group.style.display = this.at || this.#free ? "" : "none";
    group.style.transform = `translate(${x}px, ${y}px)`;
    group.style.transition = isFree || still.matches ? "" : "transform 80ms ease-out";
    group.setAttribute("class",
      `ghost ${this.isDropped ? "dropped" : isFree ? "free" : "snapped"}`);
    const turned = group.querySelector(".turned");
    turned.style.transition = still.matches ? "" : TURNING;
    turned.style.transform = `translate(50px, 50px) rotate(${this.#angle}deg) translate(-50px, -50px)`;
    const art = heldArt();
    if (art) {
      art.style.transition = still.matches ? "" : TURNING;
      art.style.transform = `rotate(${this.#angle}deg)`;
    }
  }
}
