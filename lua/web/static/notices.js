// What is said beside the game: messages that go by themselves, questions in a
// dialog, and the region that screen readers read aloud. All of it is text.

import { word } from "./words.js";

const STAYS_MS = { info: 5000, error: 10000 };
const NOTICES_MAX = 4;

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

/**
 * Shows a message. `kind`: "info", "error", or "stays" for one that only the player
 * takes away. `action`: { path } makes it a link, { text, does } adds a button.
 */
export function notice(said, kind = "info", action = null) {
  const text = said || word("failed");
  const box = document.getElementById("notices");
  const close = make("button", { type: "button", className: "close", textContent: "×" });
  close.setAttribute("aria-label", word("close"));
  const inside = action?.path ? make("a", { href: action.path, textContent: text })
    : make("span", {}, text);
  const element = make("div", { className: `notice ${kind}` }, inside);
  element.setAttribute("role", kind === "info" ? "status" : "alert");
  if (action?.does) {
    element.append(make("button", { type: "button", textContent: action.text,
      onclick: () => { element.remove(); action.does(); } }));
  }
  element.append(close);
  const goes = () => element.remove();
  close.onclick = goes;
  for (const one of [...box.children]) {
    if (one.firstChild.textContent === text || (kind === "info" && one.matches(".info"))) {
      one.remove();
    }
  }
  box.append(element);
  while (box.children.length > NOTICES_MAX) {
    box.firstChild.remove();
  }
  if (STAYS_MS[kind]) {
    setTimeout(goes, STAYS_MS[kind]);
  }
}

// Opens the dialog with a form; resolves with the form's value, or null.
function open(sentence, inside, sure) {
  const dialog = document.getElementById("dialog");
  const form = make("form", { method: "dialog" },
    make("p", {}, sentence), ...inside,
    make("div", { className: "buttons" },
      make("button", { type: "button", textContent: word("cancel"), onclick: () => dialog.close("") }),
      make("button", { value: "yes", className: "primary", textContent: sure })));
  dialog.replaceChildren(form);
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.onclose = () => resolve(dialog.returnValue === "yes" ? form : null);
  });
}

/** Asks whether something is to be done; resolves with true or false. */
export async function confirm(sentence) {
  return (await open(sentence, [], word("yes"))) !== null;
}

/** Asks for a short text; resolves with it, or with null. */
export async function ask(sentence, value = "") {
  const input = make("input", { name: "text", required: true, maxLength: 40, value });
  input.setAttribute("aria-label", sentence);
  const form = await open(sentence, [input], word("ok"));
  return form && input.value.trim();
}
