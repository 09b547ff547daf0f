// The player's side of sealing in node: a whole sealed game of two players at a
// daemon. cheats.mjs has servers that cheat.
//
//   node --test tests/web/sealing.mjs
//
// CASTLED: as in fair.mjs.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import readline from "node:readline";
import { after, before, test } from "node:test";

import * as seal from "../../lua/web/static/seal.js";
import * as seats from "../../lua/web/static/seats.js";
import { verify } from "../../lua/web/static/verify.js";
import {
  CASTLED, ROOT, bytesOf, castledSays, entriesOf, linesOf, loadSodium, rechain, useStore,
} from "./fair_kit.mjs";

before(loadSodium);

const timeout = 60000; // ms, for anything
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "castled-sealing-"));
let daemon;
let ended;

before(async () => {
  daemon = spawn(CASTLED, ["serve", "--listen", "none", "--bots", "none", "--data", folder,
    "--socket", path.join(folder, "socket"), "--ready-fd", "3"],
  { stdio: ["ignore", "ignore", "ignore", "pipe"], cwd: ROOT });
  ended = once(daemon, "exit");
  await Promise.race([once(daemon.stdio[3], "data"), ended]);
  assert.equal(daemon.exitCode, null, "the daemon runs");
}, { timeout });

after(async () => {
  daemon.kill();
  await ended;
  fs.rmSync(folder, { recursive: true });
}, { timeout });

class Player {
  constructor(name) {
    this.name = name;
    this.items = new Map();
    this.pending = new Map();
    this.news = [];
    this.id = 0;
    this.warnings = [];
    this.socket = net.connect(path.join(folder, "socket"));
    readline.createInterface(this.socket).on("line", (line) => this.hear(JSON.parse(line)));
  }

  hear(message) {
    if (message.id === undefined) {
      this.news.push(message);
      return;
    }
    const [resolve, reject] = this.pending.get(message.id);
    if (message.error) {
      reject(Object.assign(new Error(message.error.message), message.error));
    } else {
      resolve(message.result);
    }
  }

  request = (method, params) => new Promise((resolve, reject) => {
    this.pending.set(++this.id, [resolve, reject]);
    this.socket.write(`${JSON.stringify({ jsonrpc: "2.0", id: this.id, method, params })}\n`);
  });

  async join(game, contribution) {
    useStore(this.items);
    await seats.join(this.request, game, { name: this.name, contribution });
    return seats.get(game);
  }

  // Tells seal.js what came for it; gives the newest question.
  async listen(game) {
    useStore(this.items);
    let question = null;
    while (this.news.length > 0) {
      const notification = this.news.shift();
      const { method, params } = notification;
      if (method === "game.sealing" || method === "game.head" || method === "game.over") {
        const { warning } = await seal.told(notification, seats.get(game), this.request);
        this.warnings.push(...(warning ? [warning] : []));
      }
      if (method === "game.over") {
        seats.change(game, (seat) => { seat.over = Date.now(); });
      }
      question = method === "game.question" ? params : question;
    }
    return question;
  }

  async choose(game, { seq }, index) {
    const ack = await seal.ack(seats.get(game));
    const { head } = await this.request("game.choose", { game, seq, index, ack });
    await seal.told({ method: "game.choose", params: { game, ...head } }, seats.get(game), this.request);
    return ack;
  }
}

// Does something again and again until it gives true.
async function until(isDone, what) {
  for (const end = Date.now() + timeout; !await isDone();) {
    assert.ok(Date.now() < end, `no ${what} after ${timeout} ms`);
    await new Promise((resolve) => { setTimeout(resolve, 20); });
  }
}

test("two players seal, play and verify a game", { timeout: 3 * timeout }, async () => {
  const players = [new Player("Ann"), new Player("Bob")];
  const [ann, bob] = players;
  const { game } = await ann.request("game.create", { game: "castle" });
  await ann.join(game, "three dice: 3 5 1");
  await bob.join(game);
  let acks = 0;
  let choices = 0;
  await until(async () => {
    for (const player of players) {
      const question = await player.listen(game);
      if (question) {
        acks += await player.choose(game, question, 0) ? 1 : 0;
        choices++;
      }
    }
    return choices >= 12;
  }, "12 choices");
  await ann.request("game.resign", { game });
  for (const player of players) {
    await until(async () => {
      await player.listen(game);
      return seats.get(game).over;
    }, "end of the game");
    assert.deepEqual(player.warnings, []);
  }
  assert.equal(acks, 12);

  const bytes = Buffer.from((await ann.request("game.record", { game })).record);
  const [castled] = castledSays([bytes]);
  assert.equal(castled.good, true);
  for (const player of players) {
    useStore(player.items);
    const report = await verify(bytes, { seat: seats.get(game) });
    const answers = Object.fromEntries(report.checks.map(({ name, ok }) => [name, ok]));
    assert.deepEqual(answers, {
      chain: true, signatures: true, rules: true, scripts: null, seal: true, shuffle: true,
      choices: null,
      score: null, seen: true, "not checked": null,
    });
  }
  await missSomething(bytes, ann, game);
  await missOwnSignatures(bytes, ann, game);
  const reveal = entriesOf(bytes).find((entry) => entry.t === "reveal" && entry.by === 1);
  assert.equal(reveal.d.text, "three dice: 3 5 1");
  await compareOther(bytes, ann, game);
  for (const player of players) {
    player.socket.destroy();
  }
});

// The record against a seat that the server signed less for than it should have:
// what came after that could have been written anew.
async function missSomething(bytes, player, game) {
  useStore(player.items);
  const own = seats.get(game);
  const entries = entriesOf(bytes);
  const { head: { entry } } = own;
  const before = { entry: entry - 1, hash: entries[entry].prev };
  const ask = async (record, other) => {
    const report = await verify(record, { seat: { ...own, ...other } });
    assert.ok(report.good, JSON.stringify(report.checks.at(-1)));
    return [report.checks.find(({ name }) => name === "seen"), report.whole];
  };
  const [seen, isWhole] = await ask(bytes, { over: 1 });
  assert.equal(seen.key, "verify_seen");
  assert.equal(isWhole, true);
  const [early, isStillWhole] = await ask(bytes, { over: 1, head: before });
  assert.equal(early.key, "verify_seen_before_end");
  const [back, isWholeBack] = await ask(bytes, { gone: [{ ...own.head, hash: "ab".repeat(32) }] });
  assert.equal(back.key, "verify_seen_back");
  assert.equal(isWholeBack, false);
  assert.equal(isStillWhole, false);
  // Who had not agreed yet need not have seen a head; but nothing is proved then.
  const opened = rechain(entries.slice(0, entries.findIndex(({ t }) => t === "lock")));
  const [none] = await ask(opened, { over: undefined, lock: undefined, head: null });
  assert.equal(none.key, "verify_no_head");
  assert.equal(none.lacks, true);
}

// A record of which signatures of players are gone: the opening says that they are to
// sign, and a seat knows which it gave.
async function missOwnSignatures(bytes, player, game) {
  useStore(player.items);
  const { signed, ...own } = seats.get(game);
  const lines = linesOf(bytes);
  const ask = async (isKept, seat) => {
    const report = await verify(bytesOf(lines.filter((line) =>
      !line.startsWith("S") || isKept(JSON.parse(line.slice(2))))), { seat });
    assert.ok(report.good);
    assert.equal(report.reserve, null);
    const { ok, key, values } = report.checks.find(({ name }) => name === "seen");
    return [report.whole, ok, key, values];
  };
  assert.ok(signed > 0);
  assert.equal((await ask(() => true, { ...own, signed }))[2], "verify_seen");
  const count = entriesOf(bytes).filter(({ by, t }) => by === own.seat && (t === "choice" || t === "resign")).length;
  assert.deepEqual(await ask(({ by }) => by === 0, own), [false, null, "verify_seen_unsigned", { count }]);
  assert.deepEqual(await ask(({ by }) => by === 0, { ...own, signed }),
    [false, null, "verify_seen_gone", { entry: signed }]);
  // The newest one is gone: it stood behind the last choice, and that Ann resigned.
  const isOlder = ({ by, seq }) => by !== own.seat || seq < signed;
  assert.deepEqual(await ask(isOlder, own), [false, null, "verify_seen_unsigned", { count: 2 }]);
  assert.deepEqual(await ask(isOlder, { ...own, signed }),
    [false, null, "verify_seen_gone", { entry: signed }]);
}

// The record against a seat that saw something else.
async function compareOther(bytes, player, game) {
  useStore(player.items);
  const own = seats.get(game);
  const others = {
    seen_other_key: { public: "ab".repeat(32) },
    seen_other_game: { gameId: "ab".repeat(16) },
    seen_other_opening: { context: "ab".repeat(32) },
    seen_other_commitment: { secret: "ab".repeat(32) },
    seen_other_lock: { lock: "ab".repeat(32) },
    seen_never_agreed: { lock: null },
    seen_no_head: { head: null },
    seen_head_gone: { head: { ...own.head, hash: "ab".repeat(32) } },
    seen_unsealed: { level: 2 },
  };
  for (const [key, other] of Object.entries(others)) {
    const report = await verify(bytes, { seat: { ...own, ...other } });
    assert.equal(report.good, false, key);
    assert.equal(report.checks.find(({ name }) => name === "seen").key, key);
  }
}
