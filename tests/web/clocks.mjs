// Two people who play by the clock: what their clocks show, a time that runs out,
// draws that are offered, a seat that is given up, and the same game again.

import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";

import { awaitTurn, byMouse, dice, look } from "./player.mjs";
import { makeGame, sitDown } from "./people.mjs";

const MINUTE = 60;
const INCREMENT = 10;
const LOST_S = 2; // that a killed daemon may not know of
const SEEN_S = 4; // until a turn that is over is seen to be, on a busy machine
const SHORT = 8; // seconds for a game that nobody plays

// A game that the form has no clock for, made by a program of one's own.
function createGame(page, clock) {
  return page.evaluate((params) => new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://${location.host}/ws`);
    socket.onopen = () => socket.send(JSON.stringify(
      { jsonrpc: "2.0", id: 1, method: "game.create", params }));
    socket.onmessage = ({ data }) => {
      const { result, error } = JSON.parse(data);
      socket.close();
      (result ? resolve : reject)(result?.game ?? error.message);
    };
  }), { game: "castle", clock, players: ["human", "human"] });
}

// Ann and Bob, who have sat down in a game that `make(ann)` makes: its path.
async function begin(trial, make) {
  const [ann, bob] = [await trial.open(), await trial.open()];
  const path = await make(ann);
  await bob.goto(trial.daemon.origin + path);
  await sitDown(bob, "Bob");
  await Promise.all([ann, bob].map((page) => page.waitForSelector(".table")));
  return [ann, bob];
}

// What a page shows of the clocks: seconds, by seat.
const clocks = (page) => page.evaluate(() => [1, 2].map((seat) => {
  const text = document.querySelector(`#clock-${seat} .clock`)?.textContent ?? "";
  const [, minutes, seconds] = /^(\d+):(\d\d)$/.exec(text) ?? [];
  return minutes === undefined ? null : 60 * Number(minutes) + Number(seconds);
}));

// Whose turn it is, by what the page shows: 0 or 1.
const onTurn = (page) => page.evaluate(() =>
  document.querySelector("#player-1").matches(".on-turn") ? 0 : 1);


// The page that is asked, and the other one.
async function byTurn(pages) {
  const first = await Promise.race(pages.map((page) => awaitTurn(page).then(() => page)));
  return [first, pages.find((page) => page !== first)];
}

const offer = async (page) => {
  await page.click("[data-do=offer-draw]");
  await page.click("#dialog .primary");
};

// What a page says of the end: in few words, and as a sentence.
const outcome = async (page) => {
  await page.waitForSelector("#outcome h2");
  return [await page.textContent("#outcome h2"), await page.textContent("#outcome p")];
};

// A clock runs down in all pages as time goes by, and the other one stands.
async function runsDown(pages) {
  const seat = await onTurn(pages[0]);
  const start = Date.now();
  const before = await clocks(pages[0]);
  const from = Date.now();
  await pause(2500);
  const least = (Date.now() - from) / 1000;
  const after = await Promise.all(pages.map(clocks));
  const most = (Date.now() - start) / 1000;
  for (const now of after) {
    const gone = before[seat] - now[seat];
    assert.ok(gone > least - 1 && gone < most + 1,
      `${least} s to ${most} s have passed of ${before[seat]} s: ${now[seat]} s`);
    assert.equal(now[1 - seat], before[1 - seat], "the clock of who waits stands");
  }
  return seat;
}

// After the end no page shows a clock, now or loaded anew.
async function areGone(pages) {
  for (const page of pages) {
    assert.equal(await page.locator(".clock").count(), 0, "no clock is shown at the end");
  }
}

// Plays on until it is the other one's turn.
async function playTurn(page, roll) {
  for (let turn = await onTurn(page); await onTurn(page) === turn;) {
    const seen = await look(page);
    if (seen.isMine) {
      await byMouse(page, seen, roll);
    }
    await pause(50);
  }
}

async function increments(trial) {
  const pages = await begin(trial, (ann) => makeGame(ann, {
    seat: "human", clock: { game_s: MINUTE, increment_s: INCREMENT } }));
  const [first, second] = await byTurn(pages);
  await trial.keep(first, "clocks");
  const seat = await runsDown(pages);
  const before = (await clocks(second))[seat];
  const at = Date.now();
  await playTurn(first, dice(5));
  await awaitTurn(second);
  const now = (await clocks(second))[seat];
  const gained = now - before + (Date.now() - at) / 1000;
  const over = (gained + 1) % INCREMENT - 1; // It takes a moment until it is seen.
  assert.ok(gained > INCREMENT - 1 && over < SEEN_S,
    `each choice gives ${INCREMENT} s: ${gained} s`);
  assert.equal(await runsDown(pages), 1 - seat, "now the other one's clock runs");
  await draws(trial, first, second);
}

// A draw is offered and declined, offered again and agreed.
async function draws(trial, first, second) {
  await offer(first);
  await second.waitForSelector("[data-do=answer-draw]");
  await trial.keep(second, "draw-offered");
  assert.match(await second.textContent("#offer .offer"), /draw/);
  await first.waitForSelector("#offer .offer");
  assert.equal(await first.locator("[data-do=answer-draw], [data-do=offer-draw]:enabled").count(), 0,
    "who has offered has nothing to answer");
  await second.click("[data-do=answer-draw][data-value=no]");
  await first.waitForSelector("[data-do=offer-draw]:enabled");
  assert.match(await first.textContent("#notices"), /declined/);
  assert.equal(await second.locator("#offer .offer").count(), 0);

  await offer(second);
  await first.click("[data-do=answer-draw][data-value=yes]");
  await first.click("#dialog .primary"); // As whoever offers is asked, too.
  for (const page of [first, second]) {
    const [headline, said] = await outcome(page);
    assert.equal(headline, "A draw");
    assert.match(said, /^Nobody wins, as agreed/);
  }
  await areGone([first, second]);
  await again(first, second);
}

// Both want the same again, with the same clock; then one resigns.
async function again(...pages) {
  const old = pages[0].url();
  await pages[0].click("[data-do=rematch]");
  await pages[1].waitForFunction(() => /again/.test(document.querySelector("#tools").textContent));
  await pages[1].click("[data-do=rematch]");
  for (const page of pages) {
    await page.waitForURL((url) => url.pathname.startsWith("/games/") && url.href !== old);
    await page.waitForSelector(".table:not(.over)");
  }
  const [first, second] = await byTurn(pages);
  assert.ok((await clocks(first)).every((seconds) => seconds > MINUTE - INCREMENT && seconds <= MINUTE),
    "the next game begins with whole clocks");
  const seat = await onTurn(first);
  await runsDown(pages);
  await second.click("[data-do=resign]");
  await second.click("#dialog .primary");
  const [[, said], [, same]] = await Promise.all(pages.map(outcome));
  assert.equal(said, same);
  const winner = await first.textContent(`#who-${seat + 1}`);
  assert.match(said, /wins.*resign/, "whoever did not resign has won, also before a choice");
  assert.ok(winner.trim().startsWith(said.split(" ")[0]), `${said}: it was ${winner}`);
  assert.deepEqual([(await outcome(first))[0], (await outcome(second))[0]],
    ["You won", "You lost"]);
  await areGone(pages);
}

async function outOfTime(trial) {
  const pages = await begin(trial, async (ann) => {
    const path = `/games/${await createGame(ann, { game_s: SHORT, increment_s: 0 })}`;
    await ann.goto(trial.daemon.origin + path);
    await sitDown(ann, "Ann");
    return path;
  });
  const [first] = await byTurn(pages);
  const seat = await onTurn(first);
  await runsDown(pages);
  await first.waitForSelector(".clock.short"); // by then a fifth of it is left
  const shown = await clocks(first);
  assert.ok(shown[seat] <= Math.ceil(SHORT / 5), `no sooner: ${shown[seat]} s`);
  const winner = (await first.textContent(`#who-${2 - seat}`)).trim().split(" ")[0];
  for (const [, said] of await Promise.all(pages.map(outcome))) {
    assert.match(said, new RegExp(`^${winner} wins.*time`), "the other one has lost on time");
  }
  await trial.keep(first, "out-of-time");
  await areGone(pages);
  assert.equal(await first.locator("[data-choose], #confirm").count(), 0, "nothing is asked");
}

// While the daemon is away no clock runs: neither there, nor for the eye.
async function away(trial) {
  const pages = await begin(trial, (ann) => makeGame(ann, {
    seat: "human", clock: { game_s: MINUTE, increment_s: 0 } }));
  for (const page of pages) {
    page.canBreak = true;
  }
  const [first] = await byTurn(pages);
  const seat = await onTurn(first);
  await trial.daemon.kill("SIGKILL");
  await first.waitForFunction(() => document.body.classList.contains("offline"));
  const before = (await clocks(first))[seat];
  await pause(4000);
  assert.equal((await clocks(first))[seat], before, "it stands");
  const at = Date.now();
  await trial.daemon.start();
  await first.waitForSelector(".clock[data-clock-until]:not([data-held])"); // drawn anew
  await awaitTurn(first);
  const passed = (Date.now() - at) / 1000 + LOST_S;
  const after = (await clocks(first))[seat];
  assert.ok(after <= before && after >= before - passed, `${before} s, and then ${after} s`);
  await runsDown([first]);
}
away.ownDaemon = true;

// The system's clock is set, and the machine sleeps: what is left is the server's.
async function jumps(trial) {
  const pages = await begin(trial, (ann) => makeGame(ann, {
    seat: "human", clock: { game_s: 600, increment_s: 0 } }));
  const [page] = await byTurn(pages);
  const seat = await onTurn(page);
  for (const [name, seconds] of [["Date", -3600], ["Date", 7200], ["performance", -300]]) {
    const [before, at] = [(await clocks(page))[seat], Date.now()];
    await page.evaluate(([of, by]) => {
      const now = window[of].now.bind(window[of]);
      window[of].now = () => now() + 1000 * by;
      document.querySelector(".table").dataset.old = "";
    }, [name, seconds]);
    await page.waitForSelector(".table:not([data-old])"); // It is asked for anew.
    await awaitTurn(page);
    const after = (await clocks(page))[seat];
    const passed = (Date.now() - at) / 1000;
    assert.ok(after <= before && after >= before - passed - 1,
      `${name} jumps ${seconds} s: ${before} s, ${passed} s later ${after} s`);
  }
}

// A day that is over is no longer today.
async function midnight(trial) {
  const page = await trial.open();
  await page.click("button[data-do=quick-game][data-value=random]");
  await page.waitForSelector(".table");
  await page.click("a.home");
  const moment = page.locator("#lobby-own [data-time], .card [data-time]").first();
  assert.match(await moment.textContent(), /^\d+:\d+/);
  await page.evaluate(() => {
    const { now } = Date;
    Date = class extends Date { // eslint-disable-line no-global-assign
      constructor(...given) { super(...(given.length > 0 ? given : [now() + 86400000])); }
    };
  });
  await page.waitForFunction(() => /\d{4}/.test(
    document.querySelector("#lobby-own [data-time], .card [data-time]").textContent));
}

export const cases = {
  "a clock, draws, a rematch and a resignation": increments,
  "a time that runs out": outOfTime,
  "clocks of a daemon that is away": away,
  "clocks that jump": jumps,
  "a day that is over": midnight,
};
