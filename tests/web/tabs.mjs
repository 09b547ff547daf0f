// One browser with several windows, and a player who goes from page to page: a seat is
// in one window at a time, and nothing that was given is lost.

import assert from "node:assert/strict";

import { awaitTurn, byMouse, dice } from "./player.mjs";
import { makeGame, sitDown } from "./people.mjs";

const seatsOf = (page) => page.evaluate(() => Object.fromEntries(Object.entries(localStorage)
  .filter(([key]) => key.startsWith("castled.seat."))
  .map(([key, text]) => [key.split(".").at(-1), JSON.parse(text)])));

// Two who play with each other, at the table: their pages and the game's path.
async function beginTwo(trial) {
  const ann = await trial.open();
  const path = await makeGame(ann, {});
  const link = await ann.locator("[data-invitation][data-seat]").first().inputValue();
  const bob = await trial.open();
  await bob.goto(link);
  await sitDown(bob, "Bob");
  await Promise.all([ann, bob].map((page) => page.waitForSelector(".table")));
  return { ann, bob, path };
}

async function answer(page) {
  await page.click("#dialog .primary");
}

// Whoever wants a rematch and then looks at the lobby is called from there, keeps the seat
// of the next game, and may come to it from the old one.
async function rematch(trial) {
  const { ann, bob, path } = await beginTwo(trial);
  await ann.click("[data-do=resign]");
  await answer(ann);
  await Promise.all([ann, bob].map((page) => page.waitForSelector(".table.over")));
  await ann.click("[data-do=rematch]");
  await bob.waitForSelector("#notices [data-do=rematch]");
  await trial.keep(bob, "rematch-offered");
  await bob.click("#notices [data-do=rematch][data-value=no]");
  await ann.waitForFunction(() => /Bob does not want another game/.test(
    document.querySelector("#tools").textContent));
  await trial.keep(ann, "rematch-declined");
  await ann.click("[data-do=rematch]");
  await bob.waitForSelector("#notices [data-do=rematch]");
  await bob.click("[data-js=verify]");
  await bob.waitForFunction(() => document.activeElement.matches("#verify .verdict"));
  const [end, top] = await bob.evaluate(() => [document.querySelector("#notices"),
    document.querySelector("#verify .verdict")].map((one) => one.getBoundingClientRect())
    .map((box, index) => (index === 0 ? box.bottom : box.top)));
  assert.ok(top >= end, `the verdict at ${top} is under what is said to ${end}`);
  await ann.goto(`${trial.daemon.origin}/`);
  await ann.waitForSelector(`#lobby-own a[href="${path}"]`);

  // Ann was away for a moment, so nobody asks any more; what she wants still stands there.
  await bob.waitForSelector("#notices [data-do=rematch]", { state: "detached" });
  await bob.click("#tools [data-do=rematch]");
  await bob.waitForURL((url) => url.pathname !== path && url.pathname.startsWith("/games/"));
  const next = new URL(bob.url()).pathname;
  await ann.click(`#lobby-own a.button[href="${path}"]`);
  for (const page of [ann, bob]) {
    await page.waitForURL((url) => url.pathname === next || url.pathname === path);
  }
  await bob.waitForSelector(".table:not(.over)");
  const kept = (await seatsOf(ann))[next.split("/").at(-1)];
  assert.ok(kept?.token && kept.seat > 0, "the seat is kept");
  await ann.waitForFunction((game) => { // It may come there by itself.
    if (location.pathname !== game) {
      document.querySelector(`#main a[href="${game}"], #notices a[href="${game}"]`)?.click();
    }
    return location.pathname === game;
  }, next);
  await ann.waitForSelector(".table:not(.over, .watching)");
  assert.doesNotMatch(await ann.textContent("#notices"), /opens no seat|next game is ready/);
  await Promise.race([ann, bob].map((page) => awaitTurn(page)));

  // Again, and by the logo, so that the seat of the old game stays taken.
  await ann.click("[data-do=resign]");
  await answer(ann);
  await Promise.all([ann, bob].map((page) => page.waitForSelector(".table.over")));
  await bob.click("a.home");
  await ann.click("[data-do=rematch]");
  await bob.waitForFunction((game) => /would play again/.test(
    document.querySelector(`#lobby-own li:has(a[href="${game}"])`)?.textContent), next);
  await trial.keep(bob, "lobby-rematch-offered");
  await bob.click(`#lobby-own a.button[href="${next}"]`);
  await bob.waitForSelector(".table.over [data-do=rematch]");
  await ann.click("a.home");
  await bob.click("[data-do=rematch]");
  const ready = ann.locator("#notices .notice", { hasText: "next game" }).locator("a");
  const third = new URL(await ready.evaluate((a) => a.href)).pathname;
  await ann.waitForSelector(`#lobby-own a[href="${third}"]`);
  await bob.waitForSelector(".table:not(.over)");
  const called = ann.waitForSelector(`#lobby-own .your-turn a[href="${third}"]`).then(() => null);
  const roll = dice(3);
  for (;;) { // Until it is Ann's turn.
    const seen = await Promise.race([awaitTurn(bob), called]);
    if (!seen) {
      break;
    }
    await byMouse(bob, seen, roll);
  }
  assert.match(await ann.title(), /^Your turn/);
  assert.match(await ann.textContent("#lobby-own .your-turn"), /Time left: (3 d|2 d 23 h)/);
  await trial.keep(ann, "lobby-next-game");
}

const isDim = (page) => page.evaluate(() => document.body.classList.contains("elsewhere")
  && document.querySelector("#main").inert);

// Another window takes the seat: this one says so as long as it is so, has nothing to
// press, and takes it back when the other one is gone or the player is here again.
async function windows(trial) {
  const ann = await trial.open();
  const path = await makeGame(ann, { seat: "human" });
  const second = async () => {
    const page = await ann.context().newPage();
    await page.goto(trial.daemon.origin + path);
    return page;
  };
  const other = await second();
  await other.waitForSelector("[data-do=leave]");
  await ann.waitForSelector("#notices .kept");
  await ann.waitForFunction(() => !document.querySelector("[data-do=leave]"));
  assert.ok(await isDim(ann), "the waiting room is another window's");
  assert.equal(await ann.locator("#notices .notice").count(), 1, "it is said once");
  await ann.selectOption("[data-js=language]", "es");
  await ann.waitForFunction(() => /Jugar aquí/.test(document.querySelector("#notices .kept")?.textContent));
  await ann.selectOption("[data-js=language]", "en");
  await ann.waitForFunction(() => /Play here/.test(document.querySelector("#notices .kept")?.textContent));
  await ann.focus("#notices .kept button");
  await ann.keyboard.press("Enter");
  await ann.waitForSelector("[data-do=leave]");
  await ann.waitForFunction(() => document.activeElement !== document.body, null);
  await other.waitForSelector("#notices .kept");
  assert.ok(!(await isDim(ann)) && await isDim(other));

  const bob = await trial.open();
  await bob.goto(trial.daemon.origin + path);
  await sitDown(bob, "Bob");
  for (const page of [ann, bob, other]) {
    await page.waitForSelector(".table");
  }
  await ann.click("[data-tab=talk]");
  await ann.fill("#say-form input", "Not yet sai");
  await other.evaluate(() => dispatchEvent(new Event("focus"))); // The player is here.
  await other.waitForSelector(".table:not(.watching)");
  await ann.waitForSelector(".table.watching");
  assert.ok(await isDim(ann), "the table is another window's");
  await trial.keep(ann, "elsewhere");
  assert.equal(await ann.locator("#say-form, [data-do=resign]").count(), 0, "and nothing is pressed");

  // To the lobby and back, as who wants to play here.
  await ann.evaluate(() => document.querySelector("a.home").click());
  await ann.waitForSelector(`#lobby-own a[href="${path}"]`);
  assert.ok(!(await isDim(ann)), "the lobby is nobody else's");
  await ann.click(`#lobby-own a.button[href="${path}"]`);
  await ann.waitForSelector(".table:not(.watching) #say-form", { state: "attached" });
  await other.waitForSelector(".table.watching");
  assert.equal(await ann.inputValue("#say-form input"), "Not yet sai", "what was typed is there");

  await ann.close();
  await other.waitForSelector(".table:not(.watching)");
  assert.ok(!(await isDim(other)), "the other window is gone");
  const turn = await Promise.race([other, bob].map((page) => awaitTurn(page).then((seen) => ({ page, seen }))));
  await byMouse(turn.page, turn.seen, dice(1));
  await turn.page.waitForFunction((count) => document.querySelectorAll("#layer-tiles > g").length > count,
    turn.seen.tiles);
}

// What is pressed twice is done once; a question goes with its page.
async function twice(trial) {
  const page = await trial.open();
  await page.dblclick("button[data-do=quick-game][data-value=random]");
  await page.waitForSelector(".table");
  await page.click("[data-do=resign]");
  await page.waitForSelector("#dialog[open]");
  await page.evaluate(() => history.back());
  await page.waitForSelector("#lobby-own .card");
  assert.equal(await page.locator("#dialog[open]").count(), 0, "nothing is asked any more");
  assert.equal(await page.locator("#lobby-own .card").count(), 1, "one game was made");
  assert.equal(Object.keys(await seatsOf(page)).length, 1);
}

// A browser that keeps nothing, and refuses locks, too, as where cookies are blocked, says
// so to whoever sits down.
async function nothingKept(trial) {
  const page = await trial.open(undefined, null);
  await page.addInitScript(() => {
    Object.defineProperty(window, "localStorage", {
      get() { throw new DOMException("no", "SecurityError"); } });
    navigator.locks.request = () => Promise.reject(new DOMException("no", "SecurityError"));
  });
  await page.goto(`${trial.daemon.origin}/`);
  await page.click("button[data-do=quick-game][data-value=random]");
  await page.waitForSelector(".table:not(.watching)");
  await page.waitForSelector("#notices .notice.stays");
  assert.match(await page.textContent("#notices"), /keeps nothing/);
}

// A part of the page that does not load once is loaded again; where it does not then, the
// game that was made is shown, and the seat can still be taken.
async function partMissing(trial) {
  const page = await trial.open();
  page.canBreak = true;
  let missing = 1;
  await page.route("**/static/seal.js", (route) => {
    missing -= 1;
    return missing >= 0 ? route.abort() : route.continue();
  });
  await page.click("button[data-do=quick-game][data-value=random]");
  await page.waitForSelector(".table");
  assert.equal(await page.locator("#notices .error").count(), 0);

  const other = await trial.open();
  other.canBreak = true;
  const isMissing = (route) => route.abort();
  await other.route("**/static/seal.js", isMissing);
  await other.click("button[data-do=quick-game][data-value=random]");
  await other.waitForURL((url) => url.pathname.startsWith("/games/"));
  await other.waitForSelector("form[data-js=join]");
  assert.match(await other.textContent("#notices"), /could not be loaded. Try again/);
  await other.unroute("**/static/seal.js", isMissing);
  await sitDown(other, "Ann");
  await other.waitForSelector(".table:not(.watching)");
  const others = trial.problems.splice(0).filter((one) => !/seal\.js/.test(one));
  trial.problems.push(...others);
}

export const cases = {
  "a rematch that is heard of in the lobby": rematch,
  "one seat in two windows": windows,
  "what is pressed twice": twice,
  "a browser that keeps nothing": nothingKept,
  "a part of the page that does not load": partMissing,
};
