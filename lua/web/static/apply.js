// Puts what the page process sends into the document, without taking from the
// player what they are at: focus, caret, what is typed, what is scrolled, what is
// open stays.

import * as animate from "./animate.js";

const SVG = "http://www.w3.org/2000/svg";
const AT_END = 40; // pixels: who sees the last line but for these sees the end

let wanted = null; // What had the focus before its section was drawn anew.

// What a focused element is found again by.
function nameOf(element) {
  if (element.id) {
    return `#${CSS.escape(element.id)}`;
  }
  const form = element.form?.id ? `#${CSS.escape(element.form.id)} ` : "";
  for (const name of ["name", "data-choose", "data-do", "data-js", "href"]) {
    const value = element.getAttribute(name);
    if (value !== null) {
      const more = ["value", "data-value"]
        .filter((one) => element.hasAttribute(one) && (one !== "value" || isToggle(element)))
        .map((one) => `[${one}="${CSS.escape(element.getAttribute(one))}"]`).join("");
      return `${form}${element.localName}[${name}="${CSS.escape(value)}"]${more}`;
    }
  }
  return null;
}

const isToggle = (element) => element.type === "radio" || element.type === "checkbox";

const isText = (element) => "selectionStart" in element && element.selectionStart !== null;

const isField = (element) => element.matches("textarea, input:not([type=radio], [type=checkbox])");

// What of a section must outlive its being drawn anew.
function keep(section) {
  const focused = section.contains(document.activeElement) ? document.activeElement : null;
  const kept = {
    focus: focused && focused !== section ? nameOf(focused) : null,
    caret: focused && isText(focused)
      ? [focused.selectionStart, focused.selectionEnd, focused.selectionDirection] : null,
    typed: [], open: new Map(), scrolled: [], counts: new Map(),
    top: section.scrollTop,
  };
  for (const field of section.querySelectorAll("input, textarea")) {
    const name = isField(field) && nameOf(field);
    if (name && field.value !== field.defaultValue) {
      kept.typed.push({ name, value: field.value, was: field.defaultValue, has: field === focused });
    }
  }
  for (const one of section.querySelectorAll("details[id]")) {
    kept.open.set(one.id, one.open);
  }
  for (const one of section.querySelectorAll("[id]")) {
    if (one.scrollTop > 0 || one.scrollLeft > 0) {
      kept.scrolled.push([one.id, one.scrollLeft, one.scrollTop]);
    }
  }
  section.querySelectorAll("[data-count]").forEach((one, index) => {
    kept.counts.set(one.id || index, Number(one.dataset.count));
  });
  return kept;
}

function restore(section, kept) {
  for (const { name, value, was, has } of kept.typed) {
    const field = section.querySelector(name);
    if (field && (has || field.defaultValue === was)) {
      field.value = value;
    }
  }
  for (const [id, isOpen] of kept.open) {
    const one = document.getElementById(id);
    if (one) {
      one.open = isOpen;
    }
  }
  for (const [id, left, top] of kept.scrolled) {
    document.getElementById(id)?.scrollTo({ left, top, behavior: "instant" });
  }
  toEnd(section);
  section.scrollTop = kept.top;
  section.querySelectorAll("[data-count]").forEach((one, index) => {
    const key = one.id || index;
    if (kept.counts.has(key)) {
      animate.count(one, kept.counts.get(key));
    }
  });
  if (kept.focus) {
    wanted = { section, ...kept };
  }
}

/** Gives the focus back, when all is drawn and what is to be seen can be. */
export function refocus() {
  const element = wanted?.section.querySelector(wanted.focus);
  if (element) {
    element.focus({ preventScroll: true });
    if (wanted.caret && isText(element)) {
      element.setSelectionRange(...wanted.caret);
    }
  }
  wanted = null;
}

// The element by which a list is scrolled: itself, or one around it.
function scrollerOf(element) {
  for (let one = element; one; one = one.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(one).overflowY)) {
      return one;
    }
  }
  return document.scrollingElement;
}

// How far from its end a list is seen. Where it is drawn from its end upwards, that is
// where it is not scrolled at all, and what comes before has numbers below 0.
const isUpwards = (scroller) => getComputedStyle(scroller).flexDirection === "column-reverse";
const fromEnd = (scroller) => (isUpwards(scroller) ? -scroller.scrollTop
  : scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight);
const isAtEnd = (scroller) => fromEnd(scroller) < AT_END;

function scrollToEnd(scroller) {
  scroller.scrollTop = isUpwards(scroller) ? 0 : scroller.scrollHeight;
}

/** Scrolls the lists inside that are read from their end (data-scroll="end") there. */
export function toEnd(section) {
  for (const list of section.querySelectorAll("[data-scroll=end]")) {
    scrollToEnd(scrollerOf(list));
  }
}

const fragment = (markup) => {
  const template = document.createElement("template");
  template.innerHTML = markup;
  return template.content;
};

function setInside(section, markup) {
  const kept = keep(section);
  section.replaceChildren(fragment(markup));
  restore(section, kept);
}

// Who saw the end of a list goes on seeing it.
function append(section, markup) {
  const scroller = section.dataset.scroll === "end" ? scrollerOf(section) : null;
  const wasAtEnd = scroller && isAtEnd(scroller);
  section.append(fragment(markup));
  if (wasAtEnd) {
    scrollToEnd(scroller);
  }
}

function drawn(markup) {
  const holder = document.createElementNS(SVG, "svg");
  holder.innerHTML = markup;
  return holder.firstElementChild;
}

function putPiece({ id, layer, svg }) {
  const old = document.getElementById(id);
  if (!svg) {
    if (old) {
      animate.went(old);
    }
    return;
  }
  const now = drawn(svg);
  if (old) {
    old.replaceWith(now);
    animate.moved(old, now);
  } else {
    document.getElementById(`layer-${layer}`)?.append(now);
    animate.came(now);
  }
}

function perform(op) {
  if (op.svg !== undefined || op.layer !== undefined) {
    putPiece(op);
    return;
  }
  const section = document.getElementById(op.id);
  if (!section) {
    return;
  }
  if (op.class !== undefined) {
    section.setAttribute("class", op.class);
  }
  if (op.html !== undefined) {
    setInside(section, op.html);
  } else if (op.append !== undefined) {
    append(section, op.append);
  } else if (op.gone) {
    section.remove();
  }
}

/** Carries out the ops of a message's `show`, one after the other. */
export function show(ops) {
  for (const op of ops) {
    perform(op);
  }
}
