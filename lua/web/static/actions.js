// What the markup says that can be done: links, buttons, forms, tabs, and what the
// script does alone. Nothing here knows a page: all is declared by data-*.

import { toEnd } from "./apply.js";
import { word } from "./words.js";
import * as notices from "./notices.js";
import * as seats from "./seats.js";
import * as sound from "./sound.js";
import { load, save } from "./store.js";
import { reason } from "./wire.js";

const LIVE_MS = 150;
const MOVE_MS = 60;
const SHOWN_REST = 40; // letters
const PLAY_MS = 900; // a step, at the speed 1
const SPEEDS = [1, 2, 4];
const ZOOMS = [1, 1.35, 1.8, 2.4, 3.2];
const THEMES = ["auto", "light", "dark"];
const KEPT = { theme: "castled.theme", language: "castled.language" };

// Whether what belongs to a table is beside the board, as table.css says.
const isBeside = (element) => getComputedStyle(element).getPropertyValue("--beside") !== "";

/** The language that the player chose, or null. */
export const chosenLanguage = () => load(KEPT.language);

export class Actions {
  #page;
  #tab = null;
  #game; // Of the table whose tabs are shown.
  #zoom = 0;
  #playing = 0;
  #speed = SPEEDS[0];
  #lit = [];
  #pinned = null; // A line whose places stay lit, whatever the pointer is on.
  #timers = new Map();
  #private = {}; // What was typed and is the player's alone.
  #drafts = new Map(); // What is typed to be said, by game.
  #saying = new Map(); // What was sent to be said and was not taken yet, by game.
  #unread = new Map(); // How much is new in a tab that was not opened since.

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
    for (const form of document.querySelectorAll("form[data-js=say]:not([data-filled])")) {
      form.elements.text.value ||= this.#drafts.get(form.dataset.game) ?? "";
      form.dataset.filled = "";
    }
    for (const element of document.querySelectorAll("[data-lock]:not([data-filled])")) {
      element.dataset.filled = "";
      this.#page.session.checkLock(element.dataset.lock, element.textContent);
    }
    this.#showTheme();
    this.#showTab();
    this.#showZoom();
    this.#showPlaying();
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

  async #do(what, element, values) {
    const sentence = element.dataset.ask;
    const path = location.pathname;
    if (sentence && !(await notices.confirm(sentence))) {
      return;
    }
    if (path !== location.pathname || this.#page.session.isLeaving) {
      return; // Another page is shown, or about to be.
    }
    if (what === "quick-game") {
      this.#private = {};
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
    if (!this.#page.wire.page(message)) {
      notices.notice(word("not_done"), "error");
    }
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
    this.#pinned = target.closest("[data-spaces]");
    if (this.#pinned) {
      this.#lightSpaces(target);
      this.#lit[0]?.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
    }
    const button = target.closest("button");
    if (!button || button.disabled) {
      return;
    }
    const { tab, do: what, js } = button.dataset;
    if (tab) {
      this.#openTab(tab);
    }
    if (what) {
      this.#do(what, button);
    }
    if (js) {
      this.#script(js, button);
    }
  }

  #openTab(name) {
    this.#tab = name;
    this.#unread.delete(name);
    this.#showTab();
    document.querySelectorAll("[data-panel].shown").forEach(toEnd);
    const talks = document.querySelector(".talks");
    if (talks && !isBeside(talks)) { // Below the board, and maybe below what is asked.
      talks.scrollIntoView({ block: "start" });
    }
  }

  // Whether the last line in a tab is before the player's eyes. Where what is asked is not
  // beside it, that may cover it.
  #isSeen(name) {
    const panel = document.querySelector(`[data-panel="${name}"].shown`);
    if (!panel || document.hidden) {
      return false;
    }
    const last = panel.querySelector("[data-scroll=end]")?.lastElementChild ?? panel;
    const box = last.getBoundingClientRect();
    const around = panel.getBoundingClientRect();
    const asked = isBeside(panel) ? null : document.getElementById("play")?.getBoundingClientRect();
    const end = asked?.height ? Math.min(innerHeight, Math.max(asked.top, 0)) : innerHeight;
    return box.top < Math.min(end, around.bottom) && box.bottom > Math.max(0, around.top);
  }

  /**
   * Something is new in a tab that is not before the player's eyes: it gets a mark until
   * it is opened. Returns what a notice needs to lead there; null where no tab is.
   */
  news(tab) {
    if (!document.querySelector(`[data-tab="${tab}"]`)) {
      return null;
    }
    if (!this.#isSeen(tab)) {
      this.#unread.set(tab, (this.#unread.get(tab) ?? 0) + 1);
    }
    return { text: word("open"), does: () => {
      this.#openTab(tab);
      document.querySelector(`[data-tab="${tab}"]`)?.focus({ preventScroll: true });
    } };
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
    } else if (js === "say") {
      this.#say(form);
    } else if (what) {
      this.#private = typed; // What is typed for one game serves no other.
      const values = this.#values(form);
      const pressed = event.submitter?.name;
      if (pressed) {
        values[pressed] = event.submitter.value;
      }
      this.#do(what, form, values);
    }
  }

  // Says a line at the table. It stays in its field until the server has taken it, and is
  // said once, however often it is sent.
  async #say(form) {
    const { game } = form.dataset;
    const typed = form.elements.text.value;
    const text = typed.trim();
    if (text === "" || this.#saying.get(game)?.isSent) {
      return;
    }
    const last = this.#saying.get(game);
    const saying = last?.text === text ? last : { text, nonce: seats.randomHex(16) };
    saying.isSent = true;
    this.#saying.set(game, saying);
    try {
      await this.#page.wire.request("game.say", { game, text, nonce: saying.nonce });
      this.#saying.delete(game);
      this.#said(game, typed);
    } catch (error) {
      saying.isSent = false;
      notices.notice(reason(error), "error");
    }
  }

  // Empties the field, unless something else is typed there by now.
  #said(game, typed) {
    if (this.#drafts.get(game) === typed) {
      this.#drafts.delete(game);
    }
    const field = document.querySelector(`form[data-js=say][data-game="${CSS.escape(game)}"] [name=text]`);
    if (field?.value === typed) {
      field.value = "";
      this.#showRest(field);
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

  // How many letters more a field takes, when it is nearly full.
  #showRest(field) {
    const rest = field.parentElement.querySelector(".rest");
    const left = field.maxLength - field.value.length;
    if (rest) {
      rest.textContent = left <= SHOWN_REST ? String(left) : "";
    }
  }

  #input(event) {
    const { target } = event;
    this.#showRest(target);
    if (target.form?.dataset.js === "say") {
      this.#drafts.set(target.form.dataset.game, target.value);
    }
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
      element.replaceChildren(); // It works no more.
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
    const button = document.querySelector("[data-js=theme]");
    const theme = word(`theme_${document.documentElement.dataset.theme ?? "auto"}`);
    button.querySelector("span").textContent = theme;
    button.setAttribute("aria-label", `${word("theme")}: ${theme}`);
  }

  #showSound() {
    document.querySelector("[data-js=sound]").setAttribute("aria-pressed", String(sound.isOn()));
  }

  #showTab() {
    const tabs = [...document.querySelectorAll("[data-tab]")];
    const names = tabs.map((tab) => tab.dataset.tab);
    const name = names.includes(this.#tab) ? this.#tab : names[0];
    this.#countUnread(name);
    for (const tab of tabs) {
      const count = this.#unread.get(tab.dataset.tab);
      if (count) {
        tab.dataset.unread = count;
      } else {
        delete tab.dataset.unread;
      }
      tab.setAttribute("aria-expanded", String(tab.dataset.tab === name));
    }
    for (const panel of document.querySelectorAll("[data-panel]")) {
      panel.classList.toggle("shown", panel.dataset.panel === name);
    }
  }

  // What is looked at is read; of another game nothing is.
  #countUnread(shown) {
    const game = document.getElementById("table")?.dataset.game;
    if (game !== this.#game) {
      this.#game = game;
      this.#unread.clear();
    } else if (this.#isSeen(shown)) {
      this.#unread.delete(shown);
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

  // Beside a column the board keeps its size, which table.css makes of its form, and is
  // scrolled inside; on a phone it grows downwards, and the page is scrolled.
  #showZoom() {
    const svg = document.querySelector("#board svg");
    const board = svg?.closest("#board");
    if (!board) {
      return;
    }
    const isZoomed = this.#zoom > 0;
    const { width, height } = svg.viewBox.baseVal;
    board.style.setProperty("--form", `${width} / ${height}`);
    svg.style.width = isZoomed ? `${ZOOMS[this.#zoom] * 100}%` : "";
    svg.style.height = isZoomed ? "auto" : "";
    svg.style.maxWidth = svg.style.maxHeight = isZoomed ? "none" : "";
    board.classList.toggle("zoomed", isZoomed);
  }

  #lightSpaces(target) {
    const line = target.closest?.("[data-spaces]")
      ?? (this.#pinned?.isConnected ? this.#pinned : null);
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

  #key(event) {
    if (event.key === "?" && document.querySelector(".table")
        && !event.target.closest("input, textarea, select, dialog")) {
      notices.tell(word("keys"), word("keys_list").split("\n"));
      return;
    }
    const value = { ArrowLeft: -1, ArrowRight: 1, Home: "first", End: "last", " ": "play" }[event.key];
    const taken = event.key === " " ? "input, textarea, select, dialog, button, a, summary"
      : "input, textarea, select, dialog";
    if (value && document.getElementById("replay-at") && !event.altKey && !event.ctrlKey
        && !event.metaKey && !event.target.closest(taken)) {
      event.preventDefault();
      this.#replay(value);
    }
  }

  #replay(value) {
    const slider = document.getElementById("replay-at");
    const wasPlaying = this.#playing !== 0;
    if (value === "speed") {
      this.#speed = SPEEDS[(SPEEDS.indexOf(this.#speed) + 1) % SPEEDS.length];
      this.#play(wasPlaying);
      return;
    }
    this.#play(value === "play" && !wasPlaying);
    if (value !== "play") {
      this.#moveTo(slider, value === "first" ? slider.min : value === "last" ? slider.max
        : Number(slider.value) + Number(value));
    } else if (!wasPlaying && slider.value === slider.max) {
      this.#moveTo(slider, slider.min);
    }
  }

  // Goes on by itself, or stands.
  #play(goesOn) {
    clearInterval(this.#playing);
    this.#playing = goesOn ? setInterval(() => this.#playOn(), PLAY_MS / this.#speed) : 0;
    this.#showPlaying();
  }

  #playOn() {
    const slider = document.getElementById("replay-at");
    if (!slider || slider.value === slider.max) {
      this.#play(false);
    } else {
      this.#moveTo(slider, Number(slider.value) + 1);
    }
  }

  #showPlaying() {
    const button = (value) => document.querySelector(`[data-js=replay][data-value=${value}]`);
    button("play")?.setAttribute("aria-pressed", String(this.#playing !== 0));
    const speed = button("speed");
    if (speed) {
      speed.textContent = `${this.#speed}×`;
      speed.setAttribute("aria-label", `${speed.title}: ${speed.textContent}`);
    }
  }

  #moveTo(slider, value) {
    slider.value = value;
    this.#often("replay-step", MOVE_MS, () => this.#do(slider.dataset.do, slider));
  }
}
