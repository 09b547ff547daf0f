// Chromium, and pages in it that must be silent: an error in the console, one that
// nobody caught, what the Content-Security-Policy refused, or a request to
// another host is a failure of the case.

import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const MODULES = process.env.WEB_MODULES
  ?? new URL("../../build/web/", import.meta.url).pathname;
const { chromium } = createRequire(join(MODULES, "package.json"))("playwright-core");

const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
  "--disable-background-networking", "--disable-component-update", "--disable-sync"];

// The one without a window of its own wants half the time.
const PROGRAM = process.env.CHROMIUM
  ?? ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"].find(existsSync);

const WAIT_MS = 60000; // A machine may stand still, and be slow besides.
const MESSAGE_MS = [5000, 10000]; // after which messages go by themselves: notices.js

// Nothing moves by itself, so that two cores are enough; safe.mjs has one page
// where it does.
export const DESKTOP = { locale: "en-GB", reducedMotion: "reduce",
  viewport: process.env.KEEP ? { width: 1440, height: 900 } : { width: 1100, height: 720 } };
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true,
  deviceScaleFactor: process.env.KEEP ? 2 : 1, locale: "en-GB", reducedMotion: "reduce" };

/** A new Chromium with a profile of its own. */
export function launch() {
  return chromium.launch({ executablePath: PROGRAM, args: FLAGS, timeout: WAIT_MS });
}

// What a page needs while its daemon is away, and says so.
const BREAKS = /WebSocket connection to|net::ERR_CONNECTION_REFUSED/;

// What the page would do after a time as of messages waits for letGo, so that none is
// gone before it is read.
function holdMessages(times) {
  const later = window.setTimeout;
  window.held = [];
  window.setTimeout = (work, ms, ...given) => (times.includes(ms) ? window.held.push(work)
    : later(work, ms, ...given));
}

/** Messages that go by themselves go now. */
export const letGo = (page) => page.evaluate(() => window.held.splice(0).forEach((work) => work()));

/**
 * A browser of somebody: a context with one page, which shows `path`, if that is
 * one. `problems` is a list that gets a sentence for each thing that must not be.
 * `page.canBreak`: the daemon may go.
 */
export async function open(browser, origin, settings, problems, path = "/") {
  const context = await browser.newContext({ serviceWorkers: "block", ...settings });
  context.setDefaultTimeout(WAIT_MS);
  await context.addInitScript(holdMessages, MESSAGE_MS);
  const page = await context.newPage();
  page.canBreak = false;
  page.traffic = { sent: [], received: [] };
  page.on("console", (message) => {
    if (message.type() === "error" && !(page.canBreak && BREAKS.test(message.text()))) {
      problems.push(`console: ${message.text()} (${message.location().url})`);
    }
  });
  page.on("pageerror", (error) => problems.push(`not caught: ${error.stack ?? error}`));
  page.on("request", (request) => {
    if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== origin) {
      problems.push(`a request to another host: ${request.url()}`);
    }
  });
  page.on("websocket", (socket) => {
    for (const [name, list] of [["framesent", "sent"], ["framereceived", "received"]]) {
      socket.on(name, ({ payload }) => page.traffic[list].push(payload));
    }
  });
  if (path) {
    await page.goto(origin + path);
  }
  return page;
}
