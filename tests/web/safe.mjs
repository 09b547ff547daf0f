// What users type stays text, and the page is closed against what is not ours.

import assert from "node:assert/strict";

import { DESKTOP } from "./browser.mjs";
import { makeGame } from "./people.mjs";
import { awaitTurn, byMouse, dice, play } from "./player.mjs";

const NAME = "<img src=x onerror=alert(1)>";
const SAID = "<script>alert(2)</script><b>&amp;\" style='x'";

async function injected(trial) {
  const page = await trial.open({ ...DESKTOP, reducedMotion: "no-preference" });
  page.on("dialog", () => trial.problems.push("what somebody typed was run"));
  await makeGame(page, { seat: "random", name: NAME });
  await page.waitForSelector(".table");
  await awaitTurn(page);
  await page.click("[data-tab=talk]");
  await page.fill("#talk input", SAID);
  await page.keyboard.press("Enter");
  await page.waitForSelector("#talk .said li");
  await play([page], [byMouse], dice(4), (count) => count >= 3);

  const other = await trial.open();
  await other.waitForSelector(".cards .card");
  await other.waitForFunction((name) => document.querySelector("main").textContent.includes(name),
    NAME);
  await other.goto(page.url());
  await other.waitForSelector("#players .player");
  await other.click("[data-tab=talk]");
  await other.waitForSelector("#talk .said li");
  for (const one of [page, other]) {
    const seen = await one.evaluate(() => ({
      players: document.querySelector("#players").textContent,
      said: document.querySelector("#talk .said").textContent,
      images: document.querySelectorAll("main img, main script, #talk .said li > b:not(.who)").length,
    }));
    assert.ok(seen.players.includes(NAME), `the name is text: ${seen.players}`);
    assert.ok(seen.said.includes(SAID), `what was said is text: ${seen.said}`);
    assert.equal(seen.images, 0, "and nothing else");
  }
}

// What a page of somebody who watches is told has nothing of the players' own.
async function secrets(trial) {
  const page = await trial.open();
  await page.click("button[data-do=quick-game][data-value=random]");
  await page.waitForSelector(".table");
  await awaitTurn(page);
  const seats = await page.evaluate(() => Object.entries(localStorage)
    .filter(([key]) => key.startsWith("castled.seat.")).map(([, text]) => JSON.parse(text)));
  const own = seats.flatMap(({ token, key, secret }) => [token, key, secret])
    .filter(Boolean);
  assert.ok(own.length > 0, "the browser keeps what proves its seat");
  const other = await trial.open();
  await other.goto(page.url());
  await other.waitForSelector(".table");
  const told = other.traffic.received.map(String).join("\n")
    + await other.content() + page.url() + await page.content();
  for (const one of own) {
    assert.ok(!told.includes(one), "a secret is in a page");
  }
  const toProcess = page.traffic.sent.filter((line) => String(line).includes('{"page":'));
  for (const one of own) {
    assert.ok(!toProcess.some((line) => String(line).split("\n")
      .some((text) => text.startsWith('{"page":') && text.includes(one))),
    "the page process is told a secret");
  }
}

async function closed(trial) {
  const page = await trial.open();
  const response = await page.goto(`${trial.daemon.origin}/`);
  const policy = response.headers()["content-security-policy"];
  assert.match(policy, /default-src 'none'/);
  assert.doesNotMatch(policy, /unsafe-inline|'unsafe-eval'|\*/);
  const inline = await page.evaluate(() =>
    [...document.scripts].filter((script) => script.textContent.trim() || !script.src).length);
  assert.equal(inline, 0, "no script stands in the page itself");
}

export const cases = {
  "what users type stays text": injected,
  "secrets stay in the browser": secrets,
  "the page's policy": closed,
};
