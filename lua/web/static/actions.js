// What the markup says that can be done: links, buttons, forms, tabs, and what the
// script does alone. Nothing here knows a page: all is declared by data-*.

import { toEnd } from "./apply.js";
import { word } from "./words.js";
import * as notices from "./notices.js";
import * as seats from "./seats.js";
import * as sound from "./sound.js";
import { load, save } from "./store.js";

const LIVE_MS = 150;
const MOVE_MS = 60;
const PLAY_MS = 900;
const ZOOMS = [1, 1.35, 1.8, 2.4, 3.2];
const THEMES = ["auto", "light", "dark"];
const KEPT = { theme: "castled.theme", language: "castled.language" };

/** The language that the player chose, or null. */
export const chosenLanguage = () => load(KEPT.language);

export class Actions {
  #page;
  #tab = null;
  #zoom = 0;
  #playing = 0;
  #lit = [];
  #timers = new Map();
  #private = {}; // What was typed and is the player's alone.

  /** `page`: { wire, session, picks }. */
  constructor(page) {
    this.#page = page;
    document.addEventListener("click", (event) => this.#click(event));
    document.addEventListener("submit", (event) => this.#submit(event));
    document.addEventListener("input", (event) => this.#input(event));
    document.addEventListener("change", (event) => this.#change(event));
    document.addEventListener("keydown", (event) => this.#key(event));
    for (const name of ["pointerover", "focusin"]) {
      document.addEventListener(name, (event) => this.#lightSpaces(event.target));
    }
    this.#showTheme();
    this.#showSound();
  }

  /** Fills in what only the browser knows, after something was drawn. */
  refresh() {
    for (const input of document.querySelectorAll("[data-name]:not([data-filled])")) {
      input.value ||= seats.name();
      input.dataset.filled = "";
    }
    for (const element of document.querySelectorAll("[data-invitation]:not([data-filled])")) {
      this.#fillInvitation(element);
    }
    this.#showTab();
    this.#showZoom();
  }

  /** What was typed for the game that was asked for. */
  takePrivate() {
    const typed = this.#private;
    this.#private = {};
    return typed;
  }

  #fillInvitation(element) {
    const { invitation: game, seat } = element.dataset;
    const invitation = seat ? seats.invitation(game, seat) : null;
    const link = `${location.origin}/games/${game}${invitation ? `#${invitation}` : ""}`;
    if ("value" in element && element.localName !== "button") {
      element.value = link;
    } else {
      element.textContent = link;
    }
    const box = element.closest(".link-box");
    if (box) {
      box.hidden = Boolean(seat) && !invitation; // Somebody else has it.
    }
    element.dataset.filled = "";
  }

  // Doing -------------------------------------------------------------------

  async #do(what, element, values) {
    const sentence = element.dataset.ask;
    if (sentence && !(await notices.confirm(sentence))) {
      return;
    }
    if (what === "quick-game") {
      this.#private = {};
    }
    if (what === "quick-game" && !values?.name) {
      const name = seats.name() || await notices.ask(word("your_name"));
      if (!name) {
        return;
      }
      seats.rememberName(name);
      values = { ...values, name };
    }
    const message = { page: "do", what };
    if (element.dataset.value !== undefined) {
      message.value = element.dataset.value;
    } else if (element.localName === "input" || element.localName === "select") {
      message.value = element.type === "checkbox" ? element.checked : element.value;
    }
    if (values) {
      message.values = values;
    }
    this.#page.wire.page(message);
  }

  // After `ms` without another one of that name.
  #later(name, ms, work) {
    clearTimeout(this.#timers.get(name));
    this.#timers.set(name, setTimeout(work, ms));
  }

  // At once, and then once each `ms` at most, the last one surely.
  #often(name, ms, work) {
    const timers = this.#timers;
    if (timers.has(name)) {
      timers.get(name).next = work;
      return;
    }
    const waiting = { next: null };
    timers.set(name, waiting);
    work();
    setTimeout(() => {
      timers.delete(name);
      if (waiting.next) {
        this.#often(name, ms, waiting.next);
      }
    }, ms);
  }

  #click(event) {
    const { target } = event;
    const link = target.closest("a[href]");
    if (link) {
      this.#follow(event, link);
      return;
    }
    const button = target.closest("button");
    if (!button || button.disabled) {
      return;
    }
    const { tab, do: what, js } = button.dataset;
    if (tab) {
      this.#tab = tab;
      this.#showTab();
      document.querySelectorAll("[data-panel].shown").forEach(toEnd);
    }
    if (what) {
      this.#do(what, button);
    }
    if (js) {
      this.#script(js, button);
    }
  }

  #follow(event, link) {
    const url = new URL(link.href, location.href);
    const isOurs = url.origin === location.origin && !url.pathname.includes(".")
      && !link.target && !link.hasAttribute("download")
      && !(url.hash && url.pathname === location.pathname)
      && !/\/record$/.test(url.pathname);
    if (isOurs && event.button === 0
        && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)) {
      event.preventDefault();
      this.#page.session.go(url.pathname);
    }
  }

  // Forms -------------------------------------------------------------------

  #values(form) {
    const values = {};
    for (const field of form.elements) {
      const { name, type, value } = field;
      if (!name || field.disabled || "private" in field.dataset || type === "submit"
          || type === "button" || (type === "radio" && !field.checked)) {
        continue;
      }
      const boxes = type === "checkbox" ? form.querySelectorAll(
        `input[type=checkbox][name="${CSS.escape(name)}"]`).length : 0;
      if (boxes === 1) {
        values[name] = field.checked;
      } else if (boxes > 1) {
        values[name] ??= [];
        if (field.checked) {
          values[name].push(value);
        }
      } else if (values[name] === undefined) {
        values[name] = value;
      } else {
        values[name] = [values[name], value].flat();
      }
    }
    return values;
  }

  #submit(event) {
    const form = event.target;
    if (form.method === "dialog") {
      return;
    }
    event.preventDefault();
    const { do: what, js } = form.dataset;
    const typed = {};
    for (const field of form.elements) {
      if ("private" in field.dataset) {
        typed[field.name] = field.value;
      }
      if ("name" in field.dataset && field.value.trim()) {
        seats.rememberName(field.value.trim());
      }
    }
    if (js === "join") {
      this.#join(form);
    } else if (what) {
      this.#private = typed; // What is typed for one game serves no other.
      const values = this.#values(form);
      const pressed = event.submitter?.name;
      if (pressed) {
        values[pressed] = event.submitter.value;
      }
      this.#do(what, form, values);
    }
    if ("reset" in form.dataset) {
      form.reset();
    }
  }

  async #join(form) {
    const { game } = form.dataset;
    const seat = form.elements.seat?.value;
    const name = form.elements.name?.value.trim();
    if (name) {
      seats.rememberName(name);
    }
    const button = form.querySelector("button:not([type=button])");
    if (button) {
      button.disabled = true;
    }
    await this.#page.session.join(game, {
      seat: seat ? Number(seat) : null, name, contribution: form.elements.contribution?.value,
    });
    if (button?.isConnected) {
      button.disabled = false;
    }
  }

  #isText = (field) => field.matches("textarea, input:not([type=checkbox], [type=radio], [type=range])");

  #input(event) {
    const { target } = event;
    if (target.type === "range" && target.dataset.do) {
      this.#often(target.dataset.do, MOVE_MS, () => this.#do(target.dataset.do, target));
    } else if (target.form && "live" in target.form.dataset && this.#isText(target)
               && !("private" in target.dataset)) {
      this.#later("live", LIVE_MS, () => this.#live(target.form));
    }
  }

  #change(event) {
    const { target } = event;
    if (target.dataset.js === "language") {
      save(KEPT.language, target.value);
      this.#page.wire.page({ page: "language", language: target.value });
    } else if (target.dataset.do && target.type !== "range" && !target.closest("button")) {
      this.#do(target.dataset.do, target);
    } else if (target.form && "live" in target.form.dataset && !this.#isText(target)) {
      this.#later("live", 0, () => this.#live(target.form));
    }
  }

  #live(form) {
    if (form.isConnected) {
      this.#page.wire.page({
        page: "do", what: `${form.dataset.do}-change`, values: this.#values(form),
      });
    }
  }

  // What the script does alone ----------------------------------------------

  #script(name, button) {
    const { picks } = this.#page;
    const work = {
      confirm: () => picks.confirm(),
      turn: () => picks.turn(Number(button.dataset.value ?? 1)),
      copy: () => this.#copy(button),
      verify: () => this.#verify(button.dataset.game),
      theme: () => this.#nextTheme(),
      sound: () => { sound.toggle(); this.#showSound(); },
      zoom: () => this.#zoomBy(button.dataset.value),
      replay: () => this.#replay(button.dataset.value),
    }[name];
    work?.();
  }

  async #copy(button) {
    const source = document.querySelector(button.dataset.copy);
    const text = source?.value ?? source?.textContent ?? "";
    try {
      await navigator.clipboard.writeText(text.trim());
      notices.notice(word("copied"));
    } catch {
      source?.select?.(); // Not allowed here: they can copy it themselves.
    }
  }

  async #verify(game) {
    const element = document.getElementById("verify");
    try {
      const verify = await import("./verify_view.js");
      await verify.show(game, element, { word, seat: seats.get(game) });
    } catch (error) {
      console.error(error);
      notices.notice(word("no_verifying"), "error");
    }
  }

  #nextTheme() {
    const root = document.documentElement;
    const theme = THEMES[(THEMES.indexOf(root.dataset.theme ?? "auto") + 1) % THEMES.length];
    save(KEPT.theme, theme);
    if (theme === "auto") {
      delete root.dataset.theme;
    } else {
      root.dataset.theme = theme;
    }
    this.#showTheme();
  }

  #showTheme() {
    const span = document.querySelector("[data-js=theme] span");
    span.dataset.word = `theme_${document.documentElement.dataset.theme ?? "auto"}`;
    span.textContent = word(span.dataset.word);
  }

  #showSound() {
    document.querySelector("[data-js=sound]").setAttribute("aria-pressed", String(sound.isOn()));
  }

  // Shown parts -------------------------------------------------------------

  #showTab() {
    const tabs = [...document.querySelectorAll("[data-tab]")];
    const names = tabs.map((tab) => tab.dataset.tab);
    const name = names.includes(this.#tab) ? this.#tab : names[0];
    for (const tab of tabs) {
      tab.classList.toggle("shown", tab.dataset.tab === name);
      tab.setAttribute("aria-selected", String(tab.dataset.tab === name));
    }
    for (const panel of document.querySelectorAll("[data-panel]")) {
      panel.classList.toggle("shown", panel.dataset.panel === name);
    }
  }

  #zoomBy(way) {
    const by = { in: 1, out: -1 }[way];
    const board = document.getElementById("board");
    const across = (board.scrollLeft + board.clientWidth / 2) / board.scrollWidth;
    const down = (board.scrollTop + board.clientHeight / 2) / board.scrollHeight;
    this.#zoom = by ? Math.min(Math.max(this.#zoom + by, 0), ZOOMS.length - 1) : 0;
    this.#showZoom();
    board.scrollLeft = across * board.scrollWidth - board.clientWidth / 2;
    board.scrollTop = down * board.scrollHeight - board.clientHeight / 2;
  }

  // Beside a column the board keeps its size and is scrolled inside; on a phone it
  // grows downwards, and the page is scrolled.
  #showZoom() {
    const svg = document.querySelector("#board svg");
    const board = svg?.closest("#board");
    if (!board) {
      return;
    }
    const isZoomed = this.#zoom > 0;
    const isFixed = isZoomed && matchMedia("(min-width: 56rem)").matches;
    if (isFixed && !board.style.width) {
      board.style.width = `${board.clientWidth / innerHeight * 100}dvh`;
      board.style.height = `${board.clientHeight / innerHeight * 100}dvh`;
    } else if (!isFixed) {
      board.style.width = board.style.height = "";
    }
    svg.style.width = isZoomed ? `${ZOOMS[this.#zoom] * 100}%` : "";
    svg.style.height = isZoomed ? "auto" : "";
    svg.style.maxWidth = svg.style.maxHeight = isZoomed ? "none" : "";
    board.classList.toggle("zoomed", isZoomed);
  }

  #lightSpaces(target) {
    const line = target.closest?.("[data-spaces]");
    for (const tile of this.#lit) {
      tile.classList.remove("lit");
    }
    this.#lit = (line ? line.dataset.spaces.split(" ") : [])
      .map((space) => space.replace(",", "-"))
      .map((space) => document.getElementById(`tile-${space}`)
        ?? document.getElementById(`space-${space}`))
      .filter((element) => element);
    for (const tile of this.#lit) {
      tile.classList.add("lit");
    }
  }

  // Replay ------------------------------------------------------------------

  #key(event) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by && document.getElementById("replay-at") && !event.altKey && !event.ctrlKey
        && !event.metaKey && !event.target.closest("input, textarea, select, dialog")) {
      event.preventDefault();
      this.#replay(by);
    }
  }

  #replay(value) {
    const slider = document.getElementById("replay-at");
    clearInterval(this.#playing);
    const wasPlaying = this.#playing;
    this.#playing = 0;
    if (value !== "play") {
      this.#moveTo(slider, value === "first" ? slider.min : value === "last" ? slider.max
        : Number(slider.value) + Number(value));
    } else if (!wasPlaying) {
      if (slider.value === slider.max) {
        this.#moveTo(slider, slider.min);
      }
      this.#playing = setInterval(() => this.#playOn(), PLAY_MS);
    }
    this.#showPlaying();
  }

  #playOn() {
    const slider = document.getElementById("replay-at");
    if (!slider || slider.value === slider.max) {
      clearInterval(this.#playing);
      this.#playing = 0;
    } else {
      this.#moveTo(slider, Number(slider.value) + 1);
    }
    this.#showPlaying();
  }

  #showPlaying() {
    document.querySelector("[data-js=replay][data-value=play]")
      ?.setAttribute("aria-pressed", String(this.#playing !== 0));
  }

  #moveTo(slider, value) {
    slider.value = value;
    this.#often("replay-step", MOVE_MS, () => this.#do(slider.dataset.do, slider));
  }
}
