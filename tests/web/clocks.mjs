// Two people who play by the clock: what their clocks show, a time that runs out,
// draws that are offered, a seat that is given up, and the same game again.
//
// A machine may stand still at any moment, for seconds. So what is shown is compared
// with what the daemon says, with ROOM; and time that is to pass is made to.

import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";

import { awaitTurn, byMouse, dice, look } from "./player.mjs";
import { makeGame, sitDown } from "./people.mjs";

// All in seconds.
const GAME = 1800;
const INCREMENT = 60;
const LATE = GAME / 5; // from how much on a clock is short
const ROOM = 60; // by which a page may be late, or early
const PASSED = 4 * ROOM;
const SHORT = 5; // for a game that nobody plays

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

// The clocks of a page by seat, as they would be if `later` seconds more had gone by
// there: what each shows, in seconds, whether as a short time, and what the daemon has
// told of it, in ms: `until` when it runs, or what is `left`.
const clocks = (page, later = 0) => page.evaluate(async (seconds) => {
  const { tick } = await import("/static/clocks.js");
  const real = [Date, performance].map((one) => [one, one.now]);
  for (const [one, now] of real) {
    one.now = () => now.call(one) + 1000 * seconds;
  }
  tick();
  const all = [1, 2].map((seat) => {
    const clock = document.querySelector(`#clock-${seat} .clock`);
    const [, minutes, rest] = /^(\d+):(\d\d)$/.exec(clock.textContent);
    const { clockUntil, clockLeft } = clock.dataset;
    return { shown: 60 * minutes + Number(rest), isShort: clock.matches(".short"),
      until: Number(clockUntil), left: Number(clockLeft) };
  });
  for (const [one, now] of real) {
    one.now = now;
  }
  tick();
  return all;
}, later);

function isNear(shown, seconds, what) {
  assert.ok(Math.abs(shown - seconds) < ROOM, `${what}: ${shown} s, and not about ${seconds} s`);
}

// A clock that runs shows what is left by the daemon's.
function isTrue({ shown, until }, what) {
  isNear(shown, (until - Date.now()) / 1000, what);
}

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

// The clock of who is asked, on the first of the pages, runs down in all of them, by
// itself and as time goes by, and the other one stands: the seat whose clock it is.
async function runsDown(...pages) {
  const seat = await onTurn(pages[0]);
  const selector = `#clock-${seat + 1} .clock`;
  for (const page of pages) {
    await page.waitForSelector(`${selector}[data-clock-until]`);
    const before = await clocks(page);
    isTrue(before[seat], "a clock that runs");
    const later = await clocks(page, PASSED);
    isNear(later[seat].shown, before[seat].shown - PASSED, `${PASSED} s later`);
    assert.equal(later[1 - seat].shown, before[1 - seat].shown, "the clock of who waits stands");
    await page.waitForFunction(([id, text]) => document.querySelector(id).textContent !== text,
      [selector, await page.textContent(selector)]);
  }
  return seat;
}

// A clock is shown as short at the end, no sooner, and never below nothing.
async function getsShort(page, seat) {
  const { shown } = (await clocks(page))[seat];
  const at = async (left) => (await clocks(page, shown - left))[seat];
  assert.ok(!(await at(LATE + ROOM)).isShort, "no sooner");
  assert.ok((await at(LATE - ROOM)).isShort, "a short time");
  assert.equal((await at(-ROOM)).shown, 0, "none is left");
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
    seat: "human", clock: { game_s: GAME, increment_s: INCREMENT } }));
  const [first, second] = await byTurn(pages);
  await trial.keep(first, "clocks");
  const seat = await runsDown(first, second);
  await getsShort(first, seat);
  const [{ until }, from] = [(await clocks(second))[seat], Date.now()];
  await playTurn(first, dice(5));
  await awaitTurn(second);
  // The last choice was made at a moment from `from` to `to`. In between the daemon
  // may have stood still, which does not count.
  const [{ left }, to] = [(await clocks(second))[seat], Date.now()];
  const most = (left - until + to) / 1000;
  const least = most - 2 * (to - from) / 1000;
  const given = INCREMENT * Math.floor(most / INCREMENT);
  assert.ok(given >= INCREMENT && given >= least,
    `each choice gives ${INCREMENT} s: ${least} s to ${most} s`);
  assert.equal((await clocks(first))[seat].shown, Math.ceil(left / 1000));
  assert.equal(await runsDown(second, first), 1 - seat, "now the other one's clock runs");
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
  await first.waitForSelector("#notices .notice:has-text('declined')");
  await second.waitForSelector("#offer .offer", { state: "detached" });

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
  const seat = await onTurn(first);
  const whole = await clocks(first);
  assert.equal(whole[1 - seat].left, 1000 * GAME, "the next game begins with whole clocks");
  assert.equal(whole[1 - seat].shown, GAME);
  const left = (whole[seat].until - Date.now()) / 1000;
  assert.ok(left <= GAME && left >= GAME - ROOM, `of both: ${left} s`);
  await runsDown(first, second);
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

// The seat whose time was over, by a game's record: 0 or 1.
async function whoWasLate(page) {
  const record = await (await page.request.get(`${page.url()}/record`)).text();
  const { seat } = record.split("\n").filter((line) => line.startsWith("E "))
    .map((line) => JSON.parse(line.slice(2))).find(({ t }) => t === "time_out").d;
  return seat - 1;
}

async function outOfTime(trial) {
  const pages = await begin(trial, async (ann) => {
    const path = `/games/${await createGame(ann, { game_s: SHORT, increment_s: 0 })}`;
    await ann.goto(trial.daemon.origin + path);
    await sitDown(ann, "Ann");
    return path;
  });
  const ends = await Promise.all(pages.map(outcome));
  const late = await whoWasLate(pages[0]);
  const winner = (await pages[0].textContent(`#who-${2 - late}`)).trim().split(" ")[0];
  for (const [, said] of ends) {
    assert.match(said, new RegExp(`^${winner} wins.*time`), "the other one has lost on time");
  }
  await trial.keep(pages[0], "out-of-time");
  await areGone(pages);
  assert.equal(await pages[0].locator("[data-choose], #confirm").count(), 0, "nothing is asked");
}

// While the daemon is away no clock runs: neither there, nor for the eye.
async function away(trial) {
  const pages = await begin(trial, (ann) => makeGame(ann, {
    seat: "human", clock: { game_s: GAME, increment_s: 0 } }));
  for (const page of pages) {
    page.canBreak = true;
  }
  const [first] = await byTurn(pages);
  const seat = await onTurn(first);
  const [before, from] = [(await clocks(first))[seat], Date.now()];
  await trial.daemon.kill("SIGKILL");
  const gone = Date.now();
  await first.waitForFunction(() => document.body.classList.contains("offline"));
  const { shown } = (await clocks(first))[seat];
  assert.equal((await clocks(first, PASSED))[seat].shown, shown, "it stands");
  const back = Date.now();
  await trial.daemon.start();
  await first.waitForSelector(".clock[data-clock-until]:not([data-held])"); // drawn anew
  await awaitTurn(first);
  const { until } = (await clocks(first))[seat];
  const given = until - before.until;
  assert.ok(given >= back - gone && given <= Date.now() - from + 1000 * ROOM,
    `it was away from ${gone} to ${back}, and ${given} ms were left out`);
  await runsDown(first);
}
away.ownDaemon = true;

// The system's clock is set, and the machine sleeps: what is left is the server's.
async function jumps(trial) {
  const pages = await begin(trial, (ann) => makeGame(ann, {
    seat: "human", clock: { game_s: GAME, increment_s: 0 } }));
  const [page] = await byTurn(pages);
  const seat = await onTurn(page);
  for (const [name, seconds] of [["Date", -3600], ["Date", 7200], ["performance", -5 * ROOM]]) {
    await page.evaluate(([of, by]) => {
      const now = window[of].now.bind(window[of]);
      window[of].now = () => now() + 1000 * by;
      document.querySelector(".table").dataset.old = "";
    }, [name, seconds]);
    await page.waitForSelector(".table:not([data-old])"); // It is asked for anew.
    await awaitTurn(page);
    isTrue((await clocks(page))[seat], `${name} jumps ${seconds} s`);
  }
}

// A day that is over is no longer today.
async function midnight(trial) {
  const page = await trial.open();
  await page.click("button[data-do=quick-game][data-value=random]");
  await page.waitForSelector(".table");
  await page.click("a.home");
  const selector = "#lobby-own [data-time], .card [data-time]";
  await page.waitForSelector(selector);
  for (const [days, form] of [[0, "^\\d+:\\d+"], [2, "\\d{4}"]]) {
    await page.evaluate(([one, ms]) => { // after the moment that is shown
      const now = Number(document.querySelector(one).dataset.time) + ms;
      Date = class extends Date { // eslint-disable-line no-global-assign
        constructor(...given) { super(...(given.length > 0 ? given : [now])); }
      };
    }, [selector, 86400000 * days]);
    await page.waitForFunction(([one, text]) => new RegExp(text).test(
      document.querySelector(one).textContent), [selector, form]);
  }
}

export const cases = {
  "a clock, draws, a rematch and a resignation": increments,
  "a time that runs out": outOfTime,
  "clocks of a daemon that is away": away,
  "clocks that jump": jumps,
  "a day that is over": midnight,
};
