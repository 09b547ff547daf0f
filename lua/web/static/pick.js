// Answering a question: first something is picked, on the board or from the list,
// then it is confirmed. Only what the page process says is offered.

import { FIGURES, nearestFigure } from "./figures.js";
import { Ghost, boardSvg } from "./ghost.js";
import { reason } from "./wire.js";
import { word } from "./words.js";

const ARROWS = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
};
const ABOVE_FINGER = 56; // Pixels by which a dragged tile is seen above the finger.
const WHEEL_STEP = 50;
const WHEEL_PAUSE_MS = 110;

// Whether a part of what comes before the last of a list lies behind or below it; not
// what only stands beside it.
function hides(last, one) {
  const [edge, box] = [last.getBoundingClientRect(), one.getBoundingClientRect()];
  return box.bottom > edge.top + 2 && !(box.top === edge.top && box.right <= edge.left);
}

export class Picks {
  #page;
  #question = null;
  #ghost = null;
  #picked = null; // The index, of a list.
  #isPending = false;
  #isPaused = false;
  #pointer = "mouse";
  #dragged = null;
  #wheel = { sum: 0, time: 0, turned: 0 };

  /** `page`: { session, notice, say }. */
  constructor(page) {
    this.#page = page;
    document.addEventListener("pointerdown", (event) => this.#down(event));
    document.addEventListener("pointermove", (event) => this.#move(event));
    document.addEventListener("pointerup", (event) => this.#up(event));
    document.addEventListener("pointercancel", () => { this.#dragged = null; });
    document.addEventListener("pointerover", (event) => this.#over(event));
    document.addEventListener("contextmenu", (event) => this.#menu(event));
    document.addEventListener("wheel", (event) => this.#roll(event), { passive: false });
    document.addEventListener("click", (event) => this.#click(event));
    document.addEventListener("keydown", (event) => this.#key(event));
    document.addEventListener("scroll", () => this.#countHidden(), { capture: true, passive: true });
    addEventListener("resize", () => this.#countHidden());
  }

  /** Whether it is this browser's turn. */
  get isMine() {
    return Boolean(this.#question) && !this.#isPaused;
  }

  /** The page is drawn anew: until it asks again, nothing is asked. */
  pause() {
    this.#isPaused = true;
    this.refresh();
  }

  get #isActive() {
    return this.isMine && !this.#isPending;
  }

  get #isPlace() {
    return this.#isActive && this.#question.kind === "place";
  }

  get #isList() {
    return this.#isActive && this.#question.kind === "list";
  }

  /** What is asked now, or null. What was picked for the same one stays. */
  set(question) {
    const old = this.#question;
    const isSame = old && question && old.game === question.game && old.seq === question.seq
      && old.kind === question.kind;
    this.#question = question;
    this.#isPaused = false;
    if (isSame) {
      return;
    }
    this.#ghost?.remove();
    this.#ghost = null;
    this.#picked = null;
    this.#isPending = false;
    if (this.isMine && question.kind === "place") {
      this.#ghost = new Ghost(question.places, this.#page.say);
    }
  }

  /** Shows all that is picked in what was drawn anew. */
  refresh() {
    document.body.classList.toggle("mine", this.isMine);
    document.getElementById("ask")?.classList.toggle("pending", this.#isPending);
    const board = document.getElementById("board");
    if (board) {
      board.tabIndex = 0;
      board.setAttribute("aria-label", word("board"));
      board.setAttribute("role", this.#ghost ? "application" : "group");
    }
    const held = document.getElementById("held");
    if (held) {
      held.style.touchAction = this.#isPlace ? "none" : "";
      held.style.cursor = this.#isPlace ? "grab" : "";
    }
    const isReady = this.#isActive && this.#index !== null;
    for (const button of document.querySelectorAll("[data-js=confirm]")) {
      button.disabled = !isReady;
      button.classList.toggle("ready", isReady);
    }
    if (this.isMine) {
      this.#ghost?.draw();
    }
    this.#mark("choosable", () => this.isMine);
    this.#mark("picked", (index) => index === this.#picked && this.isMine);
    for (const button of this.#buttons()) {
      button.setAttribute("aria-pressed", String(Number(button.dataset.choose) === this.#picked));
      button.disabled = !this.#isActive;
    }
    this.#countHidden();
  }

  // The last of a list says how many choices cannot be seen below the others.
  #countHidden() {
    const buttons = this.#buttons();
    const last = buttons.pop();
    const hidden = buttons.filter((one) => hides(last, one)).length;
    if (hidden > 0) {
      last.dataset.more = hidden;
    } else if (last) {
      delete last.dataset.more;
    }
  }

  get #index() {
    return this.#ghost ? this.#ghost.index : this.#picked;
  }

  #buttons() {
    return [...document.querySelectorAll("#ask [data-choose]")];
  }

  // The elements of a list's choices, in drawings and in the list: [element, index].
  #elements() {
    const on = this.#question?.kind === "list" ? this.#question.on ?? {} : {};
    const drawn = Object.entries(on).map(([id, index]) => [document.getElementById(id), index]);
    const figures = this.#question?.kind === "list"
      ? [...document.querySelectorAll(FIGURES)]
        .map((element) => [element, Number(element.dataset.index)]) : [];
    const buttons = this.#buttons().map((button) => [button, Number(button.dataset.choose)]);
    return [...drawn, ...figures, ...buttons].filter(([element]) => element);
  }

  #mark(name, holds) {
    for (const element of document.querySelectorAll(`#main .${name}`)) {
      element.classList.remove(name);
    }
    for (const [element, index] of this.#elements()) {
      element.classList.toggle(name, holds(index));
    }
  }

  // The index of the choice that the pointer is on, or undefined: on the board also
  // below what lies on it.
  #choiceAt({ target, clientX, clientY }) {
    if (target.closest("#held")) {
      return nearestFigure(clientX, clientY);
    }
    const elements = this.#elements();
    const here = target.closest("#board") ? document.elementsFromPoint(clientX, clientY) : [target];
    for (const one of here) {
      const found = elements.find(([element]) => element.contains(one));
      if (found) {
        return found[1];
      }
    }
    return undefined;
  }

  #pick(index) {
    this.#picked = index;
    const button = this.#buttons().find((one) => Number(one.dataset.choose) === index);
    this.refresh();
    for (const figure of document.querySelectorAll(`${FIGURES}.picked`)) {
      const group = figure.parentNode; // Above those that it overlaps.
      group.insertBefore(figure, group.querySelector(":scope > .numbers"));
    }
    if (button) {
      button.scrollIntoView({ block: "nearest", behavior: "instant" });
      this.#page.say(word("picked", { choice: button.textContent.trim() }));
    }
  }

  /** Picks the choice with that index, as a hint wants it. */
  hint(index) {
    if (this.#isPlace) {
      this.#ghost.dropAs(index);
      this.refresh();
    } else if (this.#isList) {
      this.#pick(index);
    }
    document.getElementById("confirm")?.focus();
  }

  /** Takes back what was picked. */
  drop() {
    if (this.#isActive) {
      this.#ghost?.takeUp();
      this.#picked = null;
      this.refresh();
    }
  }

  /** Turns the tile in hand. */
  turn(by) {
    if (this.#isPlace) {
      this.#ghost.turn(by);
    }
  }

  /** Sends what is picked. */
  async confirm() {
    const question = this.#question;
    const index = this.#index;
    if (!this.#isActive || index === null) {
      return;
    }
    this.#isPending = true;
    this.refresh();
    try {
      await this.#page.session.choose(question, index);
    } catch (error) {
      this.#page.notice(error.code === 3 ? word("question_changed")
        : word("no_answer", { reason: reason(error) }), "error");
      if (this.#question === question
          || (this.#question?.seq === question.seq && this.#question.game === question.game)) {
        this.#isPending = false;
        this.drop();
      }
    }
  }

  #down(event) {
    this.#pointer = event.pointerType;
    if (this.#isPlace && event.button === 0 && event.target.closest("#held")) {
      this.#dragged = [event.clientX, event.clientY];
      event.preventDefault();
    }
  }

  #move(event) {
    if (this.#isList && event.target.closest("#held")) {
      this.#over(event);
    }
    if (!this.#isPlace || (event.pointerType !== "mouse" && !this.#dragged)) {
      return;
    }
    if (this.#dragged && this.#ghost.isDropped) {
      this.#ghost.takeUp();
      this.refresh();
    }
    if (this.#dragged || event.target.closest("#board svg")) {
      const above = event.pointerType === "mouse" ? 0 : ABOVE_FINGER;
      this.#ghost.follow(event.clientX, event.clientY - above);
    } else {
      this.#ghost.away();
    }
  }

  #up(event) {
    const from = this.#dragged;
    this.#dragged = null;
    if (!from || !this.#isPlace) {
      return;
    }
    if (Math.hypot(event.clientX - from[0], event.clientY - from[1]) < 8) {
      this.turn(1);
    } else if (this.#ghost.at) {
      this.#ghost.drop();
      this.refresh();
    } else {
      this.#ghost.away();
    }
  }

  #over(event) {
    if (this.#isList) {
      const index = this.#choiceAt(event);
      this.#mark("lit", (one) => one === index);
    }
  }

  #menu(event) {
    if (this.#isPlace && event.target.closest("#board svg, #held") && this.#pointer === "mouse") {
      event.preventDefault();
      this.turn(1);
    }
  }

  #roll(event) {
    if (!this.#isPlace || event.ctrlKey || !event.target.closest("#board svg, #held")) {
      return;
    }
    const place = this.#ghost.placeUnder(event.clientX, event.clientY);
    if (!event.target.closest("#held") && (!place || place !== this.#ghost.at)) {
      return;
    }
    event.preventDefault();
    const wheel = this.#wheel;
    const by = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : WHEEL_STEP);
    wheel.sum = event.timeStamp - wheel.time > 300 ? by : wheel.sum + by;
    if (Math.abs(wheel.sum) >= WHEEL_STEP && event.timeStamp - wheel.turned > WHEEL_PAUSE_MS) {
      wheel.turned = event.timeStamp;
      this.turn(wheel.sum > 0 ? 1 : -1);
      wheel.sum = 0;
    }
    wheel.time = event.timeStamp;
  }

  #click(event) {
    if (this.#isPlace && event.target.closest("#board svg")) {
      this.#clickPlace(event);
    } else if (this.#isList) {
      const index = this.#choiceAt(event);
      if (index === undefined) {
        return;
      }
      if (index === this.#picked) {
        this.confirm();
      } else {
        this.#pick(index);
      }
    }
  }

  #clickPlace(event) {
    const ghost = this.#ghost;
    const isTouch = this.#pointer !== "mouse";
    const place = ghost.placeUnder(event.clientX, event.clientY, isTouch ? 1 : 0);
    if (!place) {
      return;
    }
    if (!ghost.isDropped || place !== ghost.at) {
      ghost.drop(place);
    } else if (isTouch) {
      ghost.turn(1);
    } else {
      this.confirm();
    }
    this.refresh();
  }

  #key(event) {
    const { target, key } = event;
    if (!this.#isActive || event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented
        || target.closest("input, textarea, select, dialog, [contenteditable]")) {
      return;
    }
    const isControl = target.closest("button, a, summary") !== null;
    const isDone = this.#ghost ? this.#keyOfPlace(event, isControl)
      : this.#keyOfList(key, target, isControl);
    if (isDone) {
      event.preventDefault();
      this.refresh();
    }
  }

  #keyOfPlace({ key, target, shiftKey: isShift }, isControl) {
    const ghost = this.#ghost;
    if (ARROWS[key] && boardSvg() && (!isControl || target.closest("#ask"))) {
      ghost.step(...ARROWS[key]);
    } else if (key === "r" || key === "R" || (key === " " && !isControl)) {
      ghost.turn(isShift ? -1 : 1);
    } else if (key === "Escape") {
      ghost.takeUp();
    } else if (key === "Enter" && !isControl && ghost.isDropped) {
      this.confirm();
    } else if (key === "Enter" && !isControl && ghost.at) {
      ghost.drop();
    } else if (key === "Enter" && !isControl && boardSvg()) {
      ghost.step(0, 0); // To the first place: Enter never does nothing.
    } else {
      return false;
    }
    return true;
  }

  #keyOfList(key, target, isControl) {
    const buttons = this.#buttons();
    if (key === "Escape") {
      this.drop();
    } else if (key === "Enter" && !isControl && this.#picked !== null) {
      this.confirm();
    } else if (key === "Enter" && !isControl && buttons.length > 0) {
      this.#focus(buttons[0]);
    } else if (/^[1-9]$/.test(key) && buttons[key - 1]) {
      this.#focus(buttons[key - 1]);
    } else if (ARROWS[key] && buttons.length > 0
               && (!isControl || target.closest("#ask"))) {
      const by = ARROWS[key][0] + ARROWS[key][1];
      const from = buttons.findIndex((one) => Number(one.dataset.choose) === this.#picked);
      this.#focus(buttons[from < 0 && by < 0 ? buttons.length - 1
        : (from + by + buttons.length) % buttons.length]);
    } else {
      return false;
    }
    return true;
  }

  #focus(button) {
    button.focus();
    this.#pick(Number(button.dataset.choose));
  }
}
