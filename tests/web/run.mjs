// node tests/web/run.mjs [WORD...] -- games in a real browser: headless Chromium
// against a real daemon. Without WORD all cases; else those with a WORD in their
// names. Two run side by side (AT_ONCE). With KEEP=folder screenshots are kept.
// WEB_MODULES is the folder that has node_modules (tests/web/package.json).

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import * as browsers from "./browser.mjs";
import { Daemon } from "./daemon.mjs";

import { cases as people } from "./people.mjs";
import { cases as clocks } from "./clocks.mjs";
import { cases as bots } from "./bots.mjs";
import { cases as layout } from "./layout.mjs";
import { cases as replays } from "./replays.mjs";
import { cases as breaks } from "./breaks.mjs";
import { cases as safe } from "./safe.mjs";
import { cases as tabs } from "./tabs.mjs";

const AT_ONCE = Number(process.env.AT_ONCE ?? 2);
const CASE_MS = 480000;
const { KEEP } = process.env;

// What a case has: pages, screenshots, and what went wrong in the pages.
class Trial {
  #contexts = [];
  problems = [];

  constructor(name, browser, daemon) {
    Object.assign(this, { name, browser, daemon });
  }

  /** A page of somebody new, at the lobby if not elsewhere. */
  async open(settings = browsers.DESKTOP, path = "/") {
    const page = await browsers.open(this.browser, this.daemon.origin, settings,
      this.problems, path);
    this.#contexts.push(page.context());
    return page;
  }

  /** Keeps what is seen now. */
  async keep(page, name) {
    if (KEEP) {
      mkdirSync(KEEP, { recursive: true });
      await pause(400); // What moves stands still.
      await page.screenshot({ path: join(KEEP, `${name}.png`) });
    }
  }

  /** Keeps what all pages show, after a failure. */
  async keepAll() {
    const pages = this.#contexts.flatMap((context) => context.pages());
    for (const [index, page] of pages.entries()) {
      await this.keep(page, `failed-${this.name.replace(/\W+/g, "-")}-${index}`)
        .catch(() => {});
    }
  }

  async close() {
    await Promise.all(this.#contexts.map((context) => context.close()));
  }
}

async function run(name, work, browser, shared) {
  const start = Date.now();
  const daemon = work.ownDaemon ? await Daemon.start() : shared;
  const trial = new Trial(name, browser, daemon);
  let failure = null;
  let timer;
  try {
    const limit = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error("it takes too long")), CASE_MS);
    });
    await Promise.race([work(trial), limit]);
    if (trial.problems.length > 0) {
      throw new Error(`the pages had something to say:\n${trial.problems.join("\n")}`);
    }
  } catch (error) {
    failure = error;
    await trial.keepAll();
  }
  clearTimeout(timer);
  await trial.close();
  if (work.ownDaemon) {
    await daemon.stop();
  }
  const seconds = ((Date.now() - start) / 1000).toFixed(1);
  console.log(`${failure ? "FAILED" : "ok    "}  ${name}  ${seconds} s`);
  if (failure) {
    console.log([failure.stack, ...trial.problems, daemon.log.slice(-2000)]
      .join("\n").replace(/^/gm, "  | "));
  }
  return failure === null;
}

const words = process.argv.slice(2);
const all = Object.entries({ ...people, ...clocks, ...bots, ...layout, ...replays, ...breaks, ...safe, ...tabs })
  .filter(([name]) => words.length === 0 || words.some((word) => name.includes(word)));
if (all.length === 0) {
  console.error("run.mjs: no case is named so");
  process.exit(2);
}
const running = new Set();
process.on("exit", () => {
  for (const name of running) {
    console.log(`FAILED  ${name}  has not ended`);
  }
});
for (const signal of ["SIGHUP", "SIGINT", "SIGTERM"]) {
  process.on(signal, () => process.exit(1)); // With what is done at an exit.
}
const daemon = await Daemon.start();
const browser = await browsers.launch();
let passed = 0;
const next = all.values();
await Promise.all(Array.from({ length: AT_ONCE }, async () => {
  for (const [name, work] of next) {
    running.add(name);
    const isGood = await run(name, work, browser, daemon);
    running.delete(name);
    passed += isGood ? 1 : 0;
  }
}));
await browser.close();
await daemon.stop();
console.log(`${passed} passed, ${all.length - passed} failed`);
process.exitCode = passed === all.length ? 0 : 1;
