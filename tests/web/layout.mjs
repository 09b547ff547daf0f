// What is seen without scrolling and where it stands, on windows of several sizes: a
// laptop, a phone, a small one, and two held sideways.

import assert from "node:assert/strict";

import { DESKTOP, PHONE } from "./browser.mjs";
import { makeGame, sitDown } from "./people.mjs";
import { awaitTurn, byMouse, byTouch, dice, look, play } from "./player.mjs";

const SIZES = {
  laptop: { ...DESKTOP, viewport: { width: 1366, height: 768 } },
  phone: PHONE,
  small: { ...PHONE, viewport: { width: 360, height: 640 } },
  sideways: { ...PHONE, viewport: { width: 844, height: 390 } },
  low: { ...PHONE, viewport: { width: 667, height: 375 }, locale: "es-ES" },
};
const STILL = 2; // pixels
const MANY = 5; // choices

/** A game against chance, begun by one click. */
async function begin(trial, settings) {
  const page = await trial.open(settings);
  await page.click("button[data-do=quick-game][data-value=random]");
  await page.waitForSelector(".table");
  return page;
}

// Where elements are: [left, top, right, bottom] by selector, of all that it finds.
const boxes = (page, selector) => page.$$eval(selector, (all) => all
  .map((one) => one.getBoundingClientRect()).filter(({ width }) => width > 0)
  .map(({ left, top, right, bottom }) => [left, top, right, bottom]));

const box = async (page, selector) => (await boxes(page, selector))[0];

const cover = ([left, top, right, bottom], [left2, top2, right2, bottom2]) =>
  left < right2 - STILL && left2 < right - STILL && top < bottom2 - STILL && top2 < bottom - STILL;

// All choices are in the window, or it is said how many are not.
async function areSeen(page, name) {
  const all = await boxes(page, "#ask [data-choose]");
  const last = all.at(-1);
  const hidden = all.slice(0, -1).filter(([left, top, , bottom]) =>
    bottom > last[1] + STILL && !(top === last[1] && left < last[0])).length;
  const said = await page.evaluate(() =>
    Number(document.querySelector("[data-more]")?.dataset.more ?? 0));
  assert.equal(said, hidden, `${name}: how many of ${all.length} choices are hidden`);
  assert.ok(hidden < all.length / 2 + 1, `${name}: most of ${all.length} choices are seen`);
  const confirm = await box(page, "#confirm");
  const { height } = page.viewportSize();
  for (const [, , , bottom] of [last, confirm]) {
    assert.ok(bottom <= height, `${name}: ${bottom} is below a window of ${height}`);
  }
}

// Nothing is wider than the window.
async function fits(page, name) {
  const { width } = page.viewportSize();
  assert.equal(await page.evaluate(() => document.scrollingElement.scrollWidth), width,
    `${name}: it is scrolled sideways`);
  for (const [, , right] of await boxes(page, "#play button, #outcome *, .standing td")) {
    assert.ok(right <= width, `${name}: ${right} is beside a window of ${width}`);
  }
}

// What answers is where it was when the tile was laid.
async function standStill(page, before, name) {
  for (const selector of ["#confirm", "[data-do=hint]"]) {
    const [left, top] = await box(page, selector);
    const [left2, top2] = before[selector];
    assert.ok(Math.abs(left - left2) <= STILL && Math.abs(top - top2) <= STILL,
      `${name}: ${selector} has moved from ${left2},${top2} to ${left},${top}`);
  }
}

async function choosing(trial, name) {
  const page = await begin(trial, SIZES[name]);
  await page.click("#notices .stays .close");
  const hand = SIZES[name].hasTouch ? byTouch : byMouse;
  const roll = dice(5);
  let before = null;
  let most = 0;
  for (let count = 0; most < MANY && count < 60; count += 1) {
    const seen = await awaitTurn(page);
    assert.ok(!seen.isOver);
    await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
    if (seen.places.length > 0) {
      before = { "#confirm": await box(page, "#confirm"),
        "[data-do=hint]": await box(page, "[data-do=hint]") };
    } else if (seen.large.length > 0) {
      most = Math.max(most, seen.choices.length);
      await areSeen(page, name);
      await fits(page, name);
      await standStill(page, before, name);
      if (seen.choices.length >= MANY) {
        assert.doesNotMatch(await page.textContent("#ask"), /complet/,
          "what completing means is said");
      }
    }
    if (most < MANY) {
      await hand(page, await look(page), roll);
    }
  }
  await trial.keep(page, `choosing-${name}`);
  const plain = await look(page);
  const texts = await page.$$eval("#ask .choice", (all) => all.map((one) => one.textContent));
  assert.equal(new Set(texts).size, plain.choices.length, "no two choices read the same");
  const board = await box(page, "#board svg");
  if (name === "sideways" || name === "low") {
    assert.ok(board[3] - board[1] > 0.85 * page.viewportSize().height, "the board is high");
    assert.ok(board[2] <= (await box(page, "#play"))[0], "and beside what is asked");
  }
}

// A board that is larger than its place is as high and wide as one that is not, whether
// a message that stays came or was put away since it was made so.
async function zoomed(trial) {
  for (const name of ["laptop", "sideways", "low"]) {
    const page = await begin(trial, SIZES[name]);
    await awaitTurn(page);
    const plain = await boardSize(page, name, true);
    await page.click("[data-js=zoom][data-value=in]");
    assert.deepEqual(await boardSize(page, name, true), plain, name);
    await page.click("#notices .stays .close");
    const alone = await boardSize(page, name, false);
    assert.ok(alone[1] > plain[1], `${name}: it has the room that the message had`);
    await zoomOut(page, name, alone, false);
    await page.click("[data-js=zoom][data-value=in]");
    await page.evaluate(async () =>
      (await import("/static/notices.js")).notice("This stays.", "stays"));
    const under = await boardSize(page, name, true);
    await trial.keep(page, `zoomed-${name}`);
    await zoomOut(page, name, under, true);
    await page.context().close();
  }
}

async function zoomOut(page, name, before, hasMessage) {
  await page.click("[data-js=zoom][data-value=out]");
  assert.deepEqual(await boardSize(page, name, hasMessage), before, name);
}

// When the page has made room for a message, or has it again.
async function boardSize(page, name, hasMessage) {
  await page.waitForFunction((is) => is
    === parseFloat(document.documentElement.style.getPropertyValue("--stays")) > 0, hasMessage);
  await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
  const [left, top, right, bottom] = await box(page, "#board");
  const { height } = page.viewportSize();
  assert.ok(bottom <= height, `${name}: ${bottom} is below a window of ${height}`);
  return [right - left, bottom - top].map(Math.round);
}

// What a message that stays covers: nothing that is pressed, and nothing once it is put away.
async function stays(trial) {
  const sizes = { phone: PHONE, low: SIZES.low, window: DESKTOP,
    desk: { ...DESKTOP, viewport: { width: 1280, height: 800 }, locale: "es-ES" } };
  for (const [name, settings] of Object.entries(sizes)) {
    const page = await begin(trial, settings);
    await page.waitForSelector("#notices .stays");
    await awaitTurn(page);
    await trial.keep(page, `stays-${name}`);
    const message = await box(page, "#notices .stays");
    const pressed = await boxes(page, "#header :is(a, select, button), .table button, #board svg");
    assert.ok(pressed.length > 10, `${name}: there is something to press`);
    for (const one of pressed) {
      assert.ok(!cover(message, one), `${name}: a message at ${message} covers what is at ${one}`);
    }
    const { height } = page.viewportSize();
    const [, , , bottom] = await box(page, "#confirm");
    assert.ok(bottom <= height, `${name}: ${bottom} is below a window of ${height}`);
    await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
    await page.click("#notices .close");
    assert.equal((await box(page, "#header"))[1], 0, `${name}: the page is where it was`);
    await page.context().close();
  }
}

async function allSizes(trial) {
  for (const name of Object.keys(SIZES)) {
    await choosing(trial, name);
  }
}

// Two at a table: ann at a desk, bob with a phone.
async function two(trial, name = "Berto de la Vega", other = "Ann") {
  const ann = await trial.open(SIZES.laptop);
  const path = await makeGame(ann, { seat: "human", name: other,
    clock: { game_s: 600, increment_s: 0 } });
  const bob = await trial.open(PHONE);
  await bob.goto(trial.daemon.origin + path);
  await sitDown(bob, name);
  await Promise.all([ann, bob].map((page) => page.waitForSelector(".table")));
  return [ann, bob];
}

// An offer moves no board, and no tap answers it at once; messages cover nobody.
async function offered(trial) {
  const [ann, bob] = await two(trial);
  await play([ann, bob], [byMouse, byTouch], dice(4), (count) => count >= 6);
  await bob.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
  const before = await box(bob, "#board");
  await ann.click("[data-do=offer-draw]");
  await ann.click("#dialog .primary");
  await bob.waitForSelector("#offer .offer");
  await trial.keep(bob, "phone-offer");
  assert.deepEqual((await box(bob, "#board")).slice(0, 2), before.slice(0, 2));
  await bob.tap("[data-do=answer-draw][data-value=yes]");
  await bob.click("#dialog button[type=button]");
  await bob.waitForSelector("#offer .offer"); // It still stands.
  assert.equal(await bob.locator("#notices .notice", { hasText: "draw" }).count(), 0,
    "no message says what may be over while it is read");
  await saidBetween(ann, bob);
  await bob.tap("[data-tab=left]");
  await bob.waitForSelector("#left-tiles .tiles-left");
  const [, top, , bottom] = await box(bob, ".panel.shown");
  const sheet = (await box(bob, ".answers"))[1];
  assert.ok(Math.min(bottom, sheet) - top > 150, "a panel is seen that was asked for");
  await trial.keep(bob, "phone-tab");
}

async function saidBetween(ann, bob) {
  for (const page of [ann, bob]) {
    await page.click("#notices .stays .close");
  }
  for (const [from, to] of [[ann, bob], [bob, ann]]) {
    await from.click("[data-tab=talk]");
    await from.fill("#say-form input", "x".repeat(280));
    assert.equal(await from.textContent("#say-form .rest"), "20", "how many letters are left");
    await from.press("#say-form input", "Enter");
    await from.waitForFunction(() => document.querySelector("#say-form .rest").textContent === ""
      && document.querySelector("#say-form input").value === "");
    const selector = "#notices .notice:has-text('xxx')";
    await to.waitForSelector(selector);
    await to.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
    const message = await box(to, selector);
    for (const one of await boxes(to, ".player, #play, #board svg, .panel, .tab")) {
      assert.ok(!cover(message, one), `a message at ${message} covers what is at ${one}`);
    }
    await to.click("#notices .close");
  }
}

// Enter begins with the first place, and a key says which keys there are.
async function firstKeys(trial) {
  const page = await begin(trial, SIZES.laptop);
  const { places, tiles } = await awaitTurn(page);
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press("Enter");
  const [left, top, right, bottom] = await box(page, "#ghost .edge");
  assert.ok(places.some(([x, y]) => x > left && x < right && y > top && y < bottom),
    "a place is picked");
  await page.keyboard.press("?");
  assert.match(await page.textContent("#dialog"), /Enter/);
  await trial.keep(page, "keys");
  await page.keyboard.press("Escape");
  // A dialog that was closed has the keys until the next frame.
  await page.waitForFunction(() => document.activeElement === document.body);
  await page.keyboard.press("Enter");
  await page.waitForSelector("#confirm.ready");
  await page.keyboard.press("Enter");
  await page.waitForFunction(
    (count) => document.querySelectorAll("#layer-tiles > g").length > count, tiles);
}

// What a line of the log is about is shown on the board, and brought into view.
async function shown(trial) {
  const page = await begin(trial, PHONE);
  await play([page], [byTouch], dice(4), (count) => count >= 4);
  await page.tap("[data-tab=log]");
  const line = page.locator("#log [data-spaces]").first();
  await line.scrollIntoViewIfNeeded();
  await line.tap();
  const [left, top, right, bottom] = await box(page, "#board .lit");
  const { width, height } = page.viewportSize();
  assert.ok(left >= -STILL && top >= -STILL && right <= width + STILL && bottom <= height + STILL,
    "the place is in the window");
  await page.evaluate(() => document.querySelector("#players").dispatchEvent(
    new PointerEvent("pointerover", { bubbles: true })));
  assert.ok(await box(page, "#board .lit"), "it stays so until something else is tapped");
  const space = (await line.getAttribute("data-spaces")).split(" ")[0];
  assert.match(await line.textContent(), new RegExp(`\\b${space}\\b`), "it is called as said");
}

// What stands beside the board at the end is not cut, and what verifying finds is seen.
async function atTheEnd(trial) {
  for (const [name, settings] of Object.entries({ phone: PHONE,
    laptop: { ...DESKTOP, viewport: { width: 1280, height: 800 } } })) {
    const page = await begin(trial, settings);
    await page.click("[data-do=resign]");
    await page.click("#dialog .primary");
    await page.waitForSelector(".table.over");
    const hidden = await page.$eval(".side", (side) => side.scrollHeight - side.clientHeight);
    assert.ok(hidden <= 0 || name === "phone", `${name}: ${hidden} pixels of the end are cut`);
    const wide = await boxes(page, "#tools .button");
    assert.ok(wide.every(([, top, , bottom]) => bottom - top === wide[0][3] - wide[0][1]),
      `${name}: buttons of one height`);
    await page.click("[data-js=verify]");
    await page.waitForSelector("#verify .verdict");
    const [, top, , bottom] = await box(page, "#verify .verdict");
    assert.ok(top >= 0 && bottom <= page.viewportSize().height,
      `${name}: the verdict is at ${top} to ${bottom}`);
    await trial.keep(page, `verdict-${name}`);
  }
}

// A name may be as long as it likes, and have no place to break it.
async function longName(trial) {
  const pages = await two(trial, "W".repeat(40), "M".repeat(40));
  await Promise.race(pages.map(awaitTurn));
  for (const page of pages) {
    const asked = await page.$eval(".asked", (one) => one.scrollWidth - one.clientWidth);
    assert.ok(asked <= 0, `what is asked is ${asked} pixels too wide`);
  }
  await pages[0].click("[data-do=resign]");
  await pages[0].click("#dialog .primary");
  for (const page of pages) {
    await page.waitForSelector(".table.over .standing");
    await fits(page, "the end");
    await trial.keep(page, "long-name");
  }
}

// What a screen reader is told: headings, what a button has set, and keys that belong to
// what has the focus.
async function named(trial) {
  const page = await trial.open();
  const label = (selector) => page.getAttribute(selector, "aria-label");
  await page.click("[data-js=theme]");
  assert.match(await label("[data-js=theme]"), /: Light$/);
  await page.click("button[data-do=quick-game][data-value=random]");
  await page.waitForSelector(".table");
  assert.equal(await page.locator("h1").count(), 1);
  await awaitTurn(page);
  const ghost = () => page.evaluate(() => document.getElementById("ghost")?.outerHTML);
  const before = await ghost();
  await page.focus("[data-tab=talk]");
  await page.keyboard.press("ArrowRight");
  assert.equal(await ghost(), before, "no tile moves");
  await page.keyboard.press("Enter");
  await page.waitForSelector("[data-tab=talk][aria-expanded=true]");
  assert.equal(await page.locator("[data-tab][aria-expanded=true]").count(), 1);
  await page.focus("#board");
  await page.keyboard.press("ArrowRight");
  assert.notEqual(await ghost(), before);
  await page.click("[data-do=resign]");
  await page.click("#dialog .primary");
  await page.click("[data-do=replay][data-value=open]");
  await page.click("[data-js=replay][data-value=speed]");
  assert.match(await label("[data-js=replay][data-value=speed]"), /: 2×$/);
  await page.goto(`${trial.daemon.origin}/games/abcdefghijkl`);
  await page.waitForSelector("h1");
}

// At 400 % what sticks would cover all else.
async function enlarged(trial) {
  const page = await begin(trial, { ...DESKTOP, viewport: { width: 320, height: 180 } });
  await awaitTurn(page);
  await page.click("[data-tab=talk]");
  await page.waitForSelector("[data-panel=talk].shown");
}

export const cases = {
  "choices on windows of all sizes": allSizes,
  "a message that stays": stays,
  "a board that is larger, and a message that stays": zoomed,
  "a draw offered on a phone": offered,
  "the first keys": firstKeys,
  "a line of the log and its place": shown,
  "the end, and what verifying finds": atTheEnd,
  "a long name": longName,
  "a page at 400 %": enlarged,
  "what is told by names": named,
};
