// Somebody against a bot: by keys alone, with a finger on a phone, in Spanish.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

import { DESKTOP, PHONE, letGo } from "./browser.mjs";
import { awaitTurn, byKeys, byMouse, byTouch, dice, look, play } from "./player.mjs";

/** One click: a game against a bot has begun. */
async function begin(page, kind, press) {
  const button = `button[data-do=quick-game][data-value=${kind}]`;
  await page.waitForSelector(button);
  await press(button);
  await page.waitForSelector(".table");
}

async function isOver(page) {
  await page.waitForSelector("#outcome h2");
  const { scores } = await look(page);
  assert.equal(scores.length, 2);
}

async function keys(trial) {
  const page = await trial.open();
  // From the top of the page by Tab, as who has no mouse.
  await begin(page, "steward", async (selector) => {
    for (let steps = 0; steps < 30; steps += 1) {
      await page.keyboard.press("Tab");
      if (await page.evaluate((text) => document.activeElement.matches(text), selector)) {
        await page.keyboard.press("Enter");
        return;
      }
    }
    throw new Error("Tab does not lead to the game");
  });
  const live = new Set();
  await play([page], [async (...given) => {
    await byKeys(...given);
    live.add(await page.textContent("#live"));
  }], dice(3));
  assert.ok(live.size > 10, "a screen reader hears what happens");
  await isOver(page);
}

async function phone(trial) {
  const page = await trial.open(PHONE);
  await trial.keep(page, "phone-lobby");
  await begin(page, "random", (selector) => page.tap(selector));
  const roll = dice(5);
  let count = 0;
  let lines = 0;
  await play([page], [async (...given) => {
    count += 1;
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.equal(width, PHONE.viewport.width, "nothing is wider than the phone");
    // Who has touched the log and sees its end goes on seeing it, when more is said.
    const [at, now] = await page.evaluate(() => {
      const panel = document.querySelector("[data-panel=log]");
      const seen = [panel.scrollTop, panel.querySelectorAll("#log > li").length];
      panel.scrollTop = -10;
      return seen;
    });
    assert.ok(at === 0 || now === lines, `the log is at its end, and not at ${at}`);
    lines = now;
    if (count === 3 || count === 30) {
      await trial.keep(page, `phone-${count}`);
    }
    await byTouch(...given);
  }], roll);
  await isOver(page);
  await trial.keep(page, "phone-over");
}

const background = (page) => page.evaluate(
  () => getComputedStyle(document.documentElement).backgroundColor);

// A hint is picked, not chosen, and is said as long as it is of use; what was chosen
// can be taken back.
async function help(trial) {
  const page = await trial.open();
  await begin(page, "random", (selector) => page.click(selector));
  for (let turns = 0; turns < 10; turns += 1) {
    const { tiles } = await awaitTurn(page);
    await page.click("[data-do=hint]");
    await page.waitForSelector("#confirm.ready");
    if (turns === 0) {
      await trial.keep(page, "hint");
      await letGo(page); // Somebody may think about it for long.
    }
    assert.match(await page.textContent("#ask .hint"), /^Steward would choose: /);
    assert.match(await page.textContent("#live"), /Steward would choose: /);
    assert.equal((await look(page)).tiles, tiles, "a hint does nothing by itself");
    await page.click("#confirm");
    await page.waitForSelector("#ask .hint", { state: "detached" });
    const after = await awaitTurn(page);
    if (after.tiles > tiles && await page.locator("[data-do=undo]").count() > 0) {
      await page.click("[data-do=undo]");
      await page.waitForFunction(
        (count) => document.querySelectorAll("#layer-tiles > g").length === count, tiles);
      assert.ok((await awaitTurn(page)).places.length > 0, "the same tile is in hand again");
      return;
    }
  }
  throw new Error("nothing could be taken back");
}

// English words that are no Spanish ones: those of the page's words in English
// without those of its words in Spanish.
function englishWords() {
  const words = (language) => {
    const files = ["words", "table_words", "js_words", "verify_words"];
    const texts = files.map((name) => readFileSync(
      new URL(`../../lua/web/${name}_${language}.lua`, import.meta.url), "utf8"));
    const sentences = texts.join("\n").replace(/^ *--.*$/gm, "").match(/"(?:[^"\\]|\\.)*"/g);
    return new Set(sentences.join(" ").replace(/\{[^}]*\}/g, " ").toLowerCase()
      .match(/[\p{L}]{4,}/gu));
  };
  const spanish = words("es");
  return [...words("en")].filter((word) => !spanish.has(word));
}

async function spanish(trial) {
  const page = await trial.open({ ...DESKTOP, locale: "es-ES", colorScheme: "dark" });
  const english = new Set(englishWords());
  const isSpanish = async (where) => {
    // Others, at the same daemon, are called Player by their browsers.
    const text = await page.evaluate(() => [document.title, document.body.innerText,
      ...[...document.querySelectorAll("[title], [aria-label], [placeholder]")]
        .flatMap((one) => ["title", "aria-label", "placeholder"].map((name) => one.getAttribute(name)))]
      .join(" ").replace(/Carcassonne: The Castle|English|Steward|Random|castled|\w+\.record/gi, "")
      .replace(/\bPlayer\b/g, ""));
    const found = text.toLowerCase().match(/[\p{L}]{4,}/gu).filter((word) => english.has(word));
    assert.deepEqual([...new Set(found)], [], `English on ${where}`);
  };
  await page.waitForSelector("html[lang=es]");
  await page.waitForSelector("main h1");
  await isSpanish("the lobby");
  for (const path of ["/new", "/rules"]) {
    const before = await page.textContent("main h1");
    await page.click(`nav a[href='${path}']`);
    await page.waitForFunction((old) => document.querySelector("main h1")?.textContent !== old, before);
    await isSpanish(path);
    await trial.keep(page, `spanish${path.replace("/", "-")}`);
  }
  await page.click("a.home");
  await begin(page, "random", (selector) => page.click(selector));
  let count = 0;
  const roll = dice(11);
  const hand = async (...given) => {
    count += 1;
    if (count % 4 === 1) {
      await isSpanish("the table");
    }
    await byMouse(...given);
  };
  await play([page], [hand], roll, () => count >= 14);
  await trial.keep(page, "dark-table");
  assert.ok(await page.evaluate(() => {
    const tabs = document.querySelector(".tabs");
    return tabs.scrollWidth <= tabs.clientWidth;
  }), "all tabs can be seen");
  for (const tab of ["talk", "left", "points", "rules"]) {
    await page.click(`[data-tab=${tab}]`);
    await page.waitForSelector(`[data-panel=${tab}].shown`);
    await isSpanish(`the panel ${tab}`);
  }
  await page.click("[data-do=resign]");
  await page.waitForSelector("#dialog[open]");
  await isSpanish("the dialog");
  await page.click("#dialog button:not(.primary)");
  await page.click("[data-tab=log]");
  await play([page], [hand], roll);
  await isOver(page);
  await isSpanish("the end");
  await page.click("[data-js=verify]");
  await page.waitForSelector("#verify .verdict");
  await isSpanish("the verification");
  await trial.keep(page, "dark-verified");
  await page.selectOption("[data-js=language]", "en");
  await page.waitForSelector("html[lang=en]");
  await page.waitForFunction(() => /wins?|won/.test(document.querySelector("#outcome").textContent));
  await page.click("[data-js=theme]");
  await page.waitForSelector("html[data-theme=light]");
  assert.equal(await background(page), "rgb(244, 236, 219)", "light, though the system is dark");
  await page.click("[data-js=theme]");
  await page.waitForSelector("html[data-theme=dark]");
  await page.reload();
  await page.waitForSelector("#outcome h2");
  assert.equal(await background(page), "rgb(26, 29, 33)", "and dark again, which is kept");
}

export const cases = {
  "a bot, by keys alone": keys,
  "a bot, with a finger on a phone": phone,
  "a hint, and a choice taken back": help,
  "a bot, in Spanish and in the dark": spanish,
};
