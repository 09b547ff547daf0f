// What dies comes back: the daemon, the page process; nobody has to reload.

import assert from "node:assert/strict";
import process from "node:process";

import { awaitTurn, byMouse, dice, look, play } from "./player.mjs";

async function beginGame(trial) {
  const page = await trial.open();
  page.canBreak = true;
  await page.click("button[data-do=quick-game][data-value=random]");
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
  await page.click("[data-tab=talk]");
  await page.fill("#say-form input", "Are you there?");
  await page.press("#say-form input", "Enter");
  await page.click("[data-do=offer-draw]");
  await page.click("#dialog .primary");
  await page.locator("#notices", { hasText: "this was not done" }).waitFor(); // What is pressed is not kept.
  assert.equal(await page.inputValue("#say-form input"), "Are you there?", "what is typed is");
  await trial.daemon.start();
  await page.waitForFunction(() => document.querySelector("#status").textContent === "");
  const after = await awaitTurn(page);
  assert.equal(after.tiles, before.tiles, "the table is as it was");
  await page.waitForFunction(() => document.querySelector("#said")?.textContent.endsWith("Are you there?")
    && document.querySelector("#say-form input")?.value === "");
  assert.equal(await page.locator("#said > li").count(), 1, "it is said once");
  await some();

  const old = trial.daemon.pageProcess;
  assert.ok(old > 0, "the log has the page process");
  await page.evaluate(() => new MutationObserver(() => { // A break may be short.
    window.hadBreak ||= document.body.classList.contains("offline");
  }).observe(document.body, { attributes: true }));
  process.kill(old, "SIGKILL");
  await page.waitForFunction(() => window.hadBreak && !document.body.classList.contains("offline"));
  await awaitTurn(page);
  assert.notEqual(trial.daemon.pageProcess, old, "there is another page process");
  await some();
}
breaks.ownDaemon = true;

// The server knows less than it did: that is told, and the game goes on.
async function restored(trial) {
  const page = await beginGame(trial);
  const roll = dice(3);
  const some = () => play([page], [byMouse], roll, (count) => count >= 4);
  await some();
  const before = await look(page);
  trial.daemon.backUp();
  await some();
  await trial.daemon.restore();
  const told = page.locator("#notices .stays").filter({ hasText: "or it cheats" });
  await told.waitFor();
  assert.match(await told.textContent(), /^Entries \d+ to \d+ .* restored from a backup/);
  assert.equal((await awaitTurn(page)).tiles, before.tiles, "the table is as it was then");
  await some();
  assert.doesNotMatch(await page.textContent("#notices"), /signed entry/, "it is taken");
  assert.equal(await told.count(), 1, "it is told once");
}
restored.ownDaemon = true;

// The server cannot take what the page gives to the order when it is first said.
async function refused(trial) {
  const page = await trial.open(undefined, null);
  const first = new Set(["game.commit", "game.agree", "game.reveal"]);
  await page.routeWebSocket("**/ws", (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((text) => {
      const { id, method } = JSON.parse(text);
      if (first.delete(method)) {
        const error = { code: 6, message: "too many messages: no more than 1 a second" };
        socket.send(JSON.stringify({ jsonrpc: "2.0", id, error }));
      } else {
        server.send(text);
      }
    });
  });
  await page.goto(trial.daemon.origin);
  await page.click("button[data-do=quick-game][data-value=random]");
  await page.waitForSelector(".table");
  await awaitTurn(page);
  assert.deepEqual([...first], [], "all of it was refused once");
  assert.doesNotMatch(await page.textContent("#notices"), /could not be sealed/);
  const record = await (await fetch(`${page.url()}/record`)).text();
  assert.match(record, /^E \{"by":[12],"d":\{"secret":/m, "the player has a part in the order");
}

export const cases = {
  "the daemon and the page process are killed": breaks,
  "the server is restored from a backup": restored,
  "the server cannot take for a moment what is sealed": refused,
};
