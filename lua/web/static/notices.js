// What is said beside the game: messages that go by themselves, questions in a
// dialog, and the region that screen readers read aloud. All of it is text.

import { word } from "./words.js";

const STAYS_MS = { info: 5000, error: 10000 };
const NOTICES_MAX = 4;
const GAP = 4; // pixels

function make(name, attributes, ...inside) {
  const element = document.createElement(name);
  Object.assign(element, attributes);
  element.append(...inside);
  return element;
}

/** Reads a sentence aloud to who hears the page. */
export function say(text) {
  const live = document.getElementById("live");
  live.textContent = live.textContent === text ? `${text}\u00a0` : text;
}

// The height of what lies over the page's head, for what is scrolled to below it, and
// how far down those messages reach that stay, for the page to make room.
const box = document.getElementById("notices");
function measure() {
  const { style } = document.documentElement;
  const last = [...box.querySelectorAll(":scope > :is(.kept, .stays)")].at(-1);
  style.setProperty("--notices", `${box.offsetHeight}px`);
  style.setProperty("--stays", `${last ? box.offsetTop + last.offsetTop + last.offsetHeight + GAP : 0}px`);
}
new ResizeObserver(measure).observe(box);
new MutationObserver(measure).observe(box, { childList: true });

// What had the focus before one went from the page to a message.
let before = null;
box.addEventListener("focusin", ({ relatedTarget }) => {
  if (relatedTarget && !box.contains(relatedTarget)) {
    before = relatedTarget;
  }
});

const hasFocus = (element) => Boolean(element?.contains(document.activeElement));

// Takes a message away; the focus that it has goes back to where it was.
function takeAway(element) {
  const had = hasFocus(element);
  element.remove();
  if (had) {
    const back = before?.isConnected ? before : document.getElementById("main");
    back.focus({ preventScroll: true });
  }
}

// Takes a message away after `ms`, or when whoever is in it has gone on.
function takeAwayAfter(element, ms) {
  setTimeout(() => {
    if (hasFocus(element)) {
      element.addEventListener("focusout", () => takeAwayAfter(element, ms), { once: true });
    } else {
      element.remove();
    }
  }, ms);
}

// What can be done about a message: { path } makes a link of all of it, { path, text }
// adds one; { text, does } adds a button, { text, what, value } one that the page knows;
// with { text } alone it only takes the message away.
function addAction(element, { path, text, does, what, value }) {
  if (path && text) {
    element.append(make("a", { className: "button", href: path, textContent: text }));
  } else if (text) {
    const button = make("button", { type: "button", className: what && !value ? "primary" : "", textContent: text,
      onclick: () => press(element, does) });
    if (what) {
      Object.assign(button.dataset, { do: what, ...(value && { value }) });
    }
    element.append(button);
  }
}

// One that is kept goes when what it says is so no more.
function press(element, does) {
  if (!element.matches(".kept")) {
    takeAway(element);
  }
  does?.();
}

function draw(text, kind, actions) {
  const whole = actions.find(({ path, text: named }) => path && !named);
  const element = make("div", { className: `notice ${kind}` },
    whole ? make("a", { href: whole.path, textContent: text }) : make("span", {}, text));
  element.setAttribute("role", kind === "info" ? "status" : "alert");
  actions.forEach((action) => addAction(element, action));
  return element;
}

/**
 * Shows a message. `kind`: "info", "error", or "stays" for one that only the player
 * takes away. `action`, or each of a list: see addAction. `game`: the one that it
 * belongs to. Returns what takes it back.
 */
export function notice(said, kind = "info", action = null, game = null) {
  const text = said || word("failed");
  const actions = [action ?? []].flat();
  const element = draw(text, kind, actions);
  if (game) {
    element.dataset.game = game;
  }
  const close = make("button", { type: "button", className: "close", textContent: "×" });
  close.setAttribute("aria-label", word("close"));
  if (!actions.some(({ what }) => what)) { // It has a "no" of its own.
    element.append(close);
  }
  close.onclick = () => takeAway(element);
  for (const one of [...box.children]) {
    if (one.firstChild.textContent === text || (kind === "info" && one.matches(".info"))) {
      takeAway(one);
    }
  }
  box.append(element);
  const [first, ...others] = box.querySelectorAll(".notice:not(.kept)");
  if (others.length >= NOTICES_MAX) {
    takeAway(first);
  }
  if (STAYS_MS[kind] && !actions.some(({ what }) => what)) {
    takeAwayAfter(element, STAYS_MS[kind]);
  }
  return () => takeAway(element);
}

/** Shows one message that stays, and cannot be put away, until it is another; null: none. */
export function keep(text, action) {
  const old = box.querySelector(".kept");
  if (old?.textContent === (text ? text + action.text : undefined)) {
    return;
  }
  const now = text ? draw(text, "kept", [action]) : null;
  if (now) {
    box.prepend(now);
  }
  if (old && now && hasFocus(old)) {
    now.querySelector("button").focus();
  }
  if (old) {
    takeAway(old);
  }
}

/** Gives the focus to the one that is kept. */
export function toKept() {
  box.querySelector(".kept button")?.focus();
}

/**
 * Another page is shown, of `game` or of none: takes back the messages that would go by
 * themselves, ask something of the page, or belong to the game that was left.
 */
export function putAway(game) {
  for (const one of box.querySelectorAll(":scope > :is(.info, [data-game], :has([data-do]))")) {
    if (!one.dataset.game || one.dataset.game !== game) {
      takeAway(one);
    }
  }
  for (const link of game ? box.querySelectorAll(`a[href="/games/${CSS.escape(game)}"]`) : []) {
    takeAway(link.closest(".notice")); // That is where it leads.
  }
}

/** What the messages of a game say is so no more. */
export function settle(game) {
  for (const one of box.querySelectorAll(`:scope > [data-game="${CSS.escape(game)}"]`)) {
    takeAway(one);
  }
}

/** Shows lines under a title until they are put away. */
export function tell(title, lines) {
  const dialog = document.getElementById("dialog");
  if (dialog.open) {
    return;
  }
  dialog.replaceChildren(make("form", { method: "dialog" }, make("h2", {}, title),
    make("ul", { className: "plain-list" }, ...lines.map((line) => make("li", {}, line))),
    make("div", { className: "buttons" },
      make("button", { className: "primary", textContent: word("close") }))));
  dialog.onclose = null;
  dialog.showModal();
}

/** Closes the dialog, as who does not want what it asks. */
export function closeDialog() {
  const dialog = document.getElementById("dialog");
  if (dialog.open) {
    dialog.close("");
  }
}

/** Asks whether something is to be done; resolves with true or false. */
export function confirm(sentence) {
  const dialog = document.getElementById("dialog");
  const form = make("form", { method: "dialog" }, make("p", {}, sentence),
    make("div", { className: "buttons" },
      make("button", { type: "button", textContent: word("cancel"), onclick: () => dialog.close("") }),
      make("button", { value: "yes", className: "primary", textContent: word("yes") })));
  dialog.replaceChildren(form);
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.onclose = () => resolve(dialog.returnValue === "yes");
  });
}
