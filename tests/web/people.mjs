// Two people against each other, and a third who watches; and what is sent to them.

import assert from "node:assert/strict";

import { DESKTOP, PHONE, letGo } from "./browser.mjs";
import { awaitTurn, byKeys, byMouse, dice, look, play } from "./player.mjs";

const PAINT_MAX = 100_000; // bytes until a table is seen
const CHOICE_MAX = 4_000; // bytes after a choice, on average
const RELOAD_AT = 30; // questions

const size = (payloads) => payloads.reduce((sum, one) => sum + Buffer.byteLength(one), 0);

/**
 * Makes a game by the form: its path. `rules`: house rules, `seat`: who may have the
 * other one, `clock`: seconds by field of a clock for the whole game, `name`: who makes it.
 */
export async function makeGame(page, { rules = [], seat = "held", clock = null, name = "Ann" }) {
  await page.click("nav a[href='/new']");
  await page.waitForSelector("form.form");
  for (const rule of rules) {
    await page.check(`input[value="${rule}"]`);
  }
  await page.check(`input[value="${seat}"]`);
  if (clock) {
    await page.check("input[name=clock][value=game]");
  }
  for (const [field, seconds] of Object.entries(clock ?? {})) {
    await page.selectOption(`select[name=${field}]`, String(seconds));
  }
  await page.fill("[data-name]", name);
  await page.click(".form-end .primary");
  await page.waitForURL(/\/games\/\w+$/);
  return new URL(page.url()).pathname;
}

/** Sits down in the game of the page that is shown. */
export async function sitDown(page, name) {
  await page.fill("form[data-js=join] [data-name]", name);
  await page.click("form[data-js=join] button:not([type=button])");
}

// Everything that is transferred until a table is seen by somebody new.
async function firstPaint(trial, path) {
  const page = await trial.open(DESKTOP, null);
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  let transferred = 0;
  session.on("Network.loadingFinished", ({ encodedDataLength }) => {
    transferred += encodedDataLength;
  });
  await page.goto(trial.daemon.origin + path);
  await page.waitForSelector("#board svg #layer-tiles > g");
  const sum = transferred + size(page.traffic.received);
  console.log(`        a table is seen after ${sum} bytes`);
  assert.ok(sum < PAINT_MAX, `${sum} bytes are transferred until a table is seen`);
  return page;
}

async function verify(page) {
  await page.click("[data-js=verify]");
  await page.waitForSelector("#verify .verdict");
  return {
    isGood: await page.locator("#verify .verdict.good").count() === 1,
    bad: await page.locator("#verify .check.bad").count(),
    ok: await page.locator("#verify .check.ok").count(),
  };
}

// Changes one byte of the record on its way to the page.
async function changeRecord(page) {
  await page.route(/\/games\/\w+\/record$/, async (route) => {
    const response = await route.fetch();
    const body = await response.body();
    const at = Math.floor(body.length / 2);
    body[at] ^= 1;
    await route.fulfill({ response, body });
  });
}

async function twoPeople(trial) {
  const ann = await trial.open();
  await trial.keep(ann, "lobby-empty");
  const path = await makeGame(ann, { rules: ["german", "end-of-move-pickup"] });
  const link = await ann.locator("[data-invitation][data-seat]").first().inputValue();
  assert.match(link, /\/games\/\w+#[a-z0-9]+$/, "the link has an invitation");
  await trial.keep(ann, "waiting");
  const bob = await trial.open();
  // What terminals once gave away leads there, too.
  for (const given of [link, link.replace(/games\/(\w+)#/, "#$1.")]) {
    await bob.goto("about:blank");
    await bob.goto(given);
    await bob.waitForSelector("#waiting-links, .waiting");
    assert.equal(bob.url(), trial.daemon.origin + path, "the invitation goes from the address bar");
  }
  await sitDown(bob, "Bob");
  await Promise.all([ann, bob].map((page) => page.waitForSelector(".table")));
  const eve = await trial.open({ ...DESKTOP, viewport: { width: 1024, height: 768 } });
  await eve.goto(trial.daemon.origin + path.replace("games/", "#"));
  await eve.waitForSelector(".table");
  assert.equal(eve.url(), trial.daemon.origin + path, "a link to watch by, as they once were");
  const received = (page) => size(page.traffic.received);
  await awaitTurn(await firstTurn([ann, bob]));
  for (const page of [ann, bob]) {
    assert.equal(await page.locator("[data-do=hint]").count(), 0, "people play without hints");
  }
  const before = [ann, bob, eve].map(received);
  const roll = dice(7);

  const first = await play([ann, bob], [byMouse, byMouse], roll, (count) => count >= RELOAD_AT);
  await trial.keep(ann, "table-20");
  const after = [ann, bob, eve].map(received);
  const each = after.map((bytes, index) => Math.round((bytes - before[index]) / first));
  console.log(`        after a choice, on average: ${each.join(", ")} bytes`);
  assert.ok(Math.max(...each) < CHOICE_MAX, `${each} bytes are sent after a choice`);
  (await firstPaint(trial, path)).close();

  const seen = await look(bob);
  await bob.reload();
  await bob.waitForSelector(".table");
  await bob.waitForFunction((tiles) => document.querySelectorAll("#layer-tiles > g").length >= tiles,
    seen.tiles);
  await play([ann, bob], [byMouse, byKeys], roll);

  const scores = [];
  for (const page of [ann, bob, eve]) {
    await page.waitForSelector(".table.over #outcome h2");
    scores.push((await look(page)).scores.join(" : "));
  }
  assert.equal(new Set(scores).size, 1, `all see the same points: ${scores}`);
  assert.deepEqual((await look(ann)).log, (await look(eve)).log, "and the same log");
  await trial.keep(ann, "over");
  await afterwards(trial, path, bob);
  await again(path, [ann, bob]);
  await eve.waitForSelector(`#tools a[href="${new URL(ann.url()).pathname}"]`); // who watches
}

// Two who wait for each other say something, by a keyboard alone, and what one is
// typing when the game begins is not lost.
async function talk(trial) {
  const ann = await trial.open();
  const path = await makeGame(ann, { seat: "human" });
  const say = async (page, text) => {
    await page.focus("#say-form input");
    await page.keyboard.type(text);
    await page.keyboard.press("Enter");
    await page.waitForFunction((said) =>
      document.querySelector("#said li:last-child")?.textContent.includes(said), text);
  };
  await say(ann, "Anybody there?");
  await trial.keep(ann, "waiting-talk");
  const bob = await trial.open(PHONE);
  await bob.goto(trial.daemon.origin + path);
  await bob.waitForSelector("#said li");
  assert.equal(await bob.locator("#say-form").count(), 0, "whoever has no seat only reads");
  assert.equal(await bob.locator("#notices .notice").count(), 0, "what was said before is no news");
  await bob.goto(`${trial.daemon.origin}/`);
  await ann.fill("#say-form input", "Not yet sai");
  await bob.goto(trial.daemon.origin + path);
  await sitDown(bob, "Bob");
  await Promise.all([ann, bob].map((page) => page.waitForSelector(".table")));
  for (const page of [ann, bob]) {
    await page.click("[data-tab=talk]");
    await page.waitForFunction(() => // the table has it, too
      document.querySelector("#said").textContent === "Ann Anybody there?");
    assert.equal(await page.locator("#notices .notice", { hasText: "Anybody" }).count(), 0);
  }
  assert.equal(await ann.inputValue("#say-form input"), "Not yet sai");
  await say(bob, "I am");
  await ann.waitForFunction(() => document.querySelector("#said").textContent.endsWith("Bob I am"));
  await ann.waitForSelector("#notices .notice:has-text('Bob: I am')");
  await letGo(ann);
  assert.equal(await ann.locator("#notices .info").count(), 0, "a message goes by itself");
  assert.equal(await ann.locator("[data-unread]").count(), 0, "what is seen is read");
  await ann.click("[data-tab=log]");
  await say(bob, "Are you?");
  await ann.waitForSelector("[data-tab=talk][data-unread='1']");
  await trial.keep(ann, "unread");
  await ann.focus("#notices .notice button:not(.close)");
  await ann.keyboard.press("Enter");
  await ann.waitForSelector("[data-panel=talk].shown");
  assert.ok(await ann.evaluate(() => document.activeElement.matches("[data-tab=talk]")),
    "the focus is where the message led");
  assert.equal(await ann.locator("[data-unread]").count(), 0, "and what is opened");
}

// What the daemon refuses is said in the player's language: what the script asked for
// and what the page process did.
async function refused(trial) {
  const ann = await trial.open();
  const path = await makeGame(ann, {});
  const bob = await trial.open({ ...DESKTOP, locale: "es-ES" });
  const notice = async (pattern) => {
    await bob.waitForFunction((text) => new RegExp(text).test(
      document.querySelector("#notices").textContent), pattern.source);
    assert.doesNotMatch(await bob.textContent("#notices"), /\b(the|seat|game|that)\b/i);
  };
  await bob.goto(`${trial.daemon.origin}${path}#abcdefghijkmnpqrstuvwxyz23`);
  await sitDown(bob, "Bob");
  await notice(/ya no abre ningún asiento: esa invitación no abre ningún asiento de esta partida/);
  await bob.goto(await ann.locator("[data-invitation][data-seat]").first().inputValue());
  await sitDown(bob, "Bob");
  await bob.waitForSelector(".table");
  const offer = (page) => page.click("[data-do=offer-draw]");
  await Promise.all([ann, bob].map(offer)); // Both are asked whether they are sure.
  await ann.click("#dialog .primary");
  await bob.waitForSelector("#offer .offer");
  await bob.click("#dialog .primary");
  await notice(/se han ofrecido tablas y aún no hay respuesta/);
}

// The page of who begins.
function firstTurn(pages) {
  return Promise.race(pages.map((page) => awaitTurn(page).then(() => page)));
}

// What is left to be seen of a game that is over.
async function afterwards(trial, path, bob) {
  const verdict = await verify(bob);
  assert.ok(verdict.isGood && verdict.bad === 0 && verdict.ok >= 5,
    `the record is good: ${JSON.stringify(verdict)}`);
  await trial.keep(bob, "verified");
  const dan = await firstPaint(trial, path);
  await changeRecord(dan);
  const other = await verify(dan);
  assert.ok(!other.isGood && other.bad > 0, "a changed byte is seen");
  await trial.keep(dan, "verified-bad");
}

// The same game again, with the seats swapped.
async function again(path, pages) {
  for (const page of pages) {
    await page.click("[data-do=rematch]");
  }
  for (const page of pages) {
    await page.waitForURL((url) => /^\/games\//.test(url.pathname) && url.pathname !== path);
    await page.waitForSelector(".table:not(.over)");
  }
  await firstTurn(pages);
}

export const cases = {
  "two people, and one who watches": twoPeople,
  "two people who talk while they wait": talk,
  "what is refused, in Spanish": refused,
};
