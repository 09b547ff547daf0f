// A game that is over, seen again by who has its link: step by step, and as a picture.

import assert from "node:assert/strict";

import { PHONE } from "./browser.mjs";
import { byMouse, dice, look, play } from "./player.mjs";

async function resigned(trial) {
  const page = await trial.open();
  await page.click("button[data-do=quick-game][data-value=random]");
  await page.waitForSelector(".table");
  await play([page], [byMouse], dice(6), (count) => count >= 6);
  await page.click("[data-do=resign]");
  await page.click("#dialog .primary");
  await page.waitForSelector("#outcome h2");
  return page.url();
}

async function replay(trial) {
  const url = await resigned(trial);
  const page = await trial.open(PHONE);
  await page.goto(url);
  await page.waitForSelector(".table.over");
  const last = (await look(page)).tiles;
  const areTiles = (count) => page.waitForFunction(
    (tiles) => document.querySelectorAll("#layer-tiles > g").length === tiles, count);
  const press = (value) => page.tap(`[data-js=replay][data-value="${value}"]`);

  const isPlaying = () => page.getAttribute("[data-js=replay][data-value=play]", "aria-pressed");
  const at = async () => Number(await page.inputValue("#replay-at"));

  await page.tap("[data-do=replay][data-value=open]");
  await page.waitForSelector("#replay-at");
  await areTiles(0); // from the start
  await press("speed");
  assert.equal(await page.textContent("[data-js=replay][data-value=speed]"), "2×");
  await press("play");
  assert.equal(await isPlaying(), "true");
  await trial.keep(page, "phone-replay-plays");
  await page.waitForFunction(() => { // and stopped in the same moment
    const isLaid = document.querySelector("#layer-tiles > g") !== null;
    if (isLaid) {
      document.activeElement.blur();
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: " ", bubbles: true }));
    }
    return isLaid;
  });
  assert.equal(await isPlaying(), "false");
  for (let step = -1; step !== await at();) { // What was asked for before may still come.
    step = await at();
    await page.waitForTimeout(1000);
  }
  assert.ok(await at() < Number(await page.getAttribute("#replay-at", "max")), "it stands still");
  await page.keyboard.press("End");
  await areTiles(last);
  const isAnew = () => {
    const { value } = document.querySelector("#replay-at");
    return value > 0 && value < 4;
  }; // Played at the end.
  await Promise.all([page.waitForFunction(isAnew, null, { polling: 100 }), page.keyboard.press(" ")]);
  await page.keyboard.press("Home");
  assert.equal(await isPlaying(), "false", "whoever goes somewhere stays there");
  await areTiles(0);
  await press("last");
  await press("first");
  await areTiles(0);
  await page.focus("#replay-at");
  for (let tiles = 0; tiles < 1;) {
    await page.keyboard.press("ArrowRight");
    await page.waitForTimeout(100);
    ({ tiles } = await look(page));
  }
  await trial.keep(page, "phone-replay");
  await press("last");
  await areTiles(last);
  await page.tap("[data-do=replay][data-value=leave]");
  await page.waitForSelector("[data-do=replay][data-value=open]");
  await areTiles(last);
}

async function picture(trial) {
  const url = await resigned(trial);
  const page = await trial.open();
  const tiles = async (query) => {
    const response = await page.request.get(`${url}/board.svg${query}`);
    assert.equal(response.status(), 200);
    assert.equal(response.headers()["content-type"], "image/svg+xml");
    return (await response.text()).match(/id="tile-\d+-\d+"/g)?.length ?? 0;
  };
  assert.equal(await tiles("?at=0"), 0, "nothing lies there before the first tile");
  assert.ok(await tiles("?theme=dark&language=es") >= 4, "the board at the end");
}

export const cases = {
  "a game seen again, step by step": replay,
  "a board as a picture": picture,
};
