// What dies comes back: the daemon, the page process; nobody has to reload.

import assert from "node:assert/strict";
import process from "node:process";
import { setTimeout as pause } from "node:timers/promises";
import { gunzipSync } from "node:zlib";

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

const UNTIL_MS = 60000;

async function until(holds, what) {
  for (const end = Date.now() + UNTIL_MS; !holds(); await pause(20)) {
    assert.ok(Date.now() < end, what);
  }
}

// The server does not know the seat, as one with another data folder, and then does; later
// it cannot take the page back into it for now.
async function seatUnknown(trial) {
  const page = await trial.open(undefined, null);
  page.canBreak = true;
  const answers = [];
  let line = null;
  let connections = 0;
  let rejoined = 0;
  await page.routeWebSocket("**/ws", (socket) => {
    const server = socket.connectToServer();
    line = socket;
    connections += 1;
    socket.onMessage((text) => {
      const { id, method } = JSON.parse(text);
      const isRejoin = method === "game.rejoin";
      if (isRejoin && answers.length > 0) {
        socket.send(JSON.stringify({ jsonrpc: "2.0", id, error: answers.shift() }));
      } else {
        rejoined += isRejoin ? 1 : 0;
        server.send(text);
      }
    });
  });
  await page.goto(trial.daemon.origin);
  await page.click("button[data-do=quick-game][data-value=random]");
  await awaitTurn(page);
  const roll = dice(4);
  const some = () => play([page], [byMouse], roll, (count) => count >= 4);
  const game = page.url().split("/").at(-1);
  const kept = () => page.evaluate((id) => JSON.parse(localStorage.getItem(`castled.seat.${id}`)), game);
  const { token, key, secret, lock } = await kept();
  assert.ok(token && key && secret && lock);

  const unknown = page.locator("#notices .stays", { hasText: "does not know your seat" });
  for (const error of [{ code: 1, message: `there is no game '${game}' here` },
    { code: 2, message: "that token opens no seat of this game" }]) {
    answers.push(error);
    await line.close({ code: 1012 });
    await unknown.waitFor();
    await page.waitForSelector(".table.watching");
    await trial.keep(page, `seat-unknown-${error.code}`);
    const { refused: since, ...now } = await kept();
    assert.ok(since > 0);
    assert.deepEqual([now.token, now.key, now.secret, now.lock], [token, key, secret, lock]);
    await line.close({ code: 1012 });
    await page.waitForSelector(".table:not(.watching)");
    await awaitTurn(page);
    assert.equal(await unknown.count(), 0, "it is known again, so nothing is said");
    await some();
  }

  const [before, taken] = [connections, rejoined];
  answers.push({ code: 5, message: "the disk is full" }, { code: -32603, message: "no memory" });
  await line.close({ code: 1012 });
  await until(() => rejoined > taken, "the seat is asked for again");
  await page.waitForSelector(".table:not(.watching)");
  await awaitTurn(page);
  await some();
  assert.equal(connections, before + 1, "by the same connection");
}

// The line breaks while the record comes: that is said where it was to be verified.
async function noRecord(trial) {
  const page = await beginGame(trial);
  await page.click("[data-do=resign]");
  await page.click("#dialog .primary");
  await page.waitForSelector(".table.over [data-js=verify]");
  await page.route("**/games/*/record", (route) => route.abort("connectionrefused"));
  await page.click("[data-js=verify]");
  await page.locator("#verify .verdict.bad", { hasText: "does not give the record" }).waitFor();
  assert.equal(await page.locator("#verify progress").count(), 0, "nothing goes on");
  await page.unroute("**/games/*/record");
  await page.click("[data-js=verify]");
  await page.waitForSelector("#verify .checks");
}

// The server shows players other words of the lock than those that are signed.
async function otherLock(trial) {
  const page = await trial.open(undefined, null);
  await page.routeWebSocket("**/ws", (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      const text = typeof message === "string" ? message : gunzipSync(message).toString();
      // What is signed stays as it is.
      const lines = text.split("\n").map((line) => (line.startsWith('{"pass"') ? line
        : line.replace(/[a-z]{5}(-[a-z]{5}){4}/g, "babab-babab-babab-babab-babab")));
      socket.send(lines.join("\n"));
    });
  });
  await page.goto(trial.daemon.origin);
  await page.click("button[data-do=quick-game][data-value=random]");
  await page.locator("#notices .stays", { hasText: "babab-babab" }).waitFor();
  await page.locator("#notices .stays", { hasText: "is not the one that your browser has computed" }).waitFor();
  await trial.keep(page, "other-lock");
}

export const cases = {
  "the daemon and the page process are killed": breaks,
  "the server is restored from a backup": restored,
  "the server cannot take for a moment what is sealed": refused,
  "the server does not know a seat for a while": seatUnknown,
  "the server shows other words than those of the lock": otherLock,
  "a record that does not come": noRecord,
};
