// What dies comes back: the daemon, the page process; nobody has to reload.

import assert from "node:assert/strict";
import process from "node:process";

import { awaitTurn, byMouse, dice, look, play } from "./player.mjs";

async function beginGame(trial) {
  const page = await trial.open();
  page.canBreak = true;
  await page.click("button[data-do=quick-game][data-value=random]");
  await page.fill("#dialog input", "Ann");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".table");
  return page;
}

async function breaks(trial) {
  const page = await beginGame(trial);
  const roll = dice(2);
  const some = () => play([page], [byMouse], roll, (count) => count >= 4);
  await some();
  const before = await look(page);

  await trial.daemon.kill("SIGKILL");
  await page.waitForFunction(() => document.querySelector("#status").textContent !== "");
  await trial.keep(page, "offline");
  await trial.daemon.start();
  await page.waitForFunction(() => document.querySelector("#status").textContent === "");
  const after = await awaitTurn(page);
  assert.equal(after.tiles, before.tiles, "the table is as it was");
  await some();

  const old = trial.daemon.pageProcess;
  assert.ok(old > 0, "the log has the page process");
  process.kill(old, "SIGKILL");
  await page.waitForFunction(() => document.body.classList.contains("offline"));
  await page.waitForFunction(() => !document.body.classList.contains("offline"));
  await awaitTurn(page);
  assert.notEqual(trial.daemon.pageProcess, old, "there is another page process");
  await some();
}
breaks.ownDaemon = true;

export const cases = { "the daemon and the page process are killed": breaks };
