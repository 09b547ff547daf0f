// The player's side of sealing, in node, with a server that cheats: nothing is said
// to it that could be used, and the player is told.
//
//   node --test tests/web/cheats.mjs
//
// CASTLED: as in fair.mjs.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { before, test } from "node:test";

import * as fair from "../../lua/web/static/fair.js";
import * as seal from "../../lua/web/static/seal.js";
import * as seats from "../../lua/web/static/seats.js";
import { ROOT, entriesOf, hex, loadSodium, rechain, useStore } from "./fair_kit.mjs";

before(loadSodium);

const golden = fs.readFileSync(path.join(ROOT, "tests/golden/sealed-typed.record"));

// A server of our own, with the opening of a real game, and one seat, 1, that is
// ours; seat 2 is another player's.
class Server {
  constructor({ attempt = 1 } = {}) {
    this.keys = [fair.newKeys(), fair.newKeys(), fair.newKeys()];
    this.secrets = [fair.random(32), null, fair.random(32)];
    const entries = entriesOf(golden);
    this.opening = entries[0];
    this.sources = entries.filter((entry) => entry.t === "source");
    Object.assign(this.opening.d.params, { attempt, signed: true });
    this.rest = [];
    this.sent = [];
  }

  open(publicKey) {
    const { d } = this.opening;
    d.keys = this.keys.map(({ public: key }, i) => (i === 1 ? publicKey : hex(key)));
    this.ctx = fair.context({
      game: fair.fromHex(d.game, 16), rules: fair.fromHex(d.rules, 32),
      params: fair.utf8(fair.canonical(d.params)), items: d.tiles,
      keys: d.keys.map((key) => fair.fromHex(key, 32)), level: 1, chain: 0, beacon: "",
    });
    d.ctx = hex(this.ctx);
    this.commit(0);
    return this;
  }

  add(t, by, d) {
    this.rest.push({ by, d, t, ts: this.opening.ts });
    return this;
  }

  commit(seat) {
    return this.add("commit", seat, { c: hex(fair.commitment(this.ctx, seat, this.secrets[seat])) });
  }

  lock() {
    const shares = this.rest.filter(({ t }) => t === "commit")
      .map(({ by, d }) => [by, fair.fromHex(d.c, 32)]);
    this.lockHash = fair.lock(this.ctx, shares);
    return this.add("lock", 0, { lock: hex(this.lockHash), seats: shares.map(([seat]) => seat) });
  }

  agree(seat) {
    const sig = fair.sign(fair.agreeMessage(this.lockHash), this.keys[seat].secret);
    return this.add("agree", seat, { sig: hex(sig) });
  }

  record() {
    return rechain([this.opening, ...this.sources, ...this.rest]).toString();
  }

  // Takes what the player says, as the daemon does.
  request = async (method, params) => {
    this.sent.push({ method, params, kept: seats.get("g1") });
    const types = {
      "game.commit": ["commit", { c: params.commitment }],
      "game.agree": ["agree", { sig: params.signature }],
    };
    if (types[method]) {
      this.add(types[method][0], 1, types[method][1]);
    }
    return method === "game.record" ? { record: this.record() } : {};
  };

  // Tells the seat a stage; gives what it warns of.
  async tell(stage, more = {}) {
    const params = { game: "g1", stage, record: this.record(), ...more };
    const notification = { method: "game.sealing", params };
    const { warning } = await seal.told(notification, seats.get("g1"), this.request);
    return warning;
  }
}

async function newSeat() {
  useStore(new Map());
  const keys = await seal.keys();
  seats.change("g1", (seat) => Object.assign(seat, keys, { seat: 1, level: 1, token: "t" }));
  return keys;
}

// A server with which our seat has gone honestly up to that stage.
async function sealedTo(stage) {
  const keys = await newSeat();
  const server = new Server().open(keys.public);
  assert.equal(await server.tell("commit"), undefined);
  server.commit(2).lock();
  if (stage !== "commit") {
    assert.equal(await server.tell("agree"), undefined);
  }
  return { server, keys };
}

test("what is said is kept before, and said once", async () => {
  const { server, keys } = await sealedTo("agree");
  assert.equal(await server.tell("agree"), undefined); // it is in the record
  server.agree(2);
  assert.equal(await server.tell("reveal"), undefined);
  const methods = server.sent.map(({ method }) => method);
  assert.deepEqual(methods, ["game.commit", "game.agree", "game.reveal"]);
  const [commit, agree, reveal] = server.sent;
  assert.equal(commit.kept.context, hex(server.ctx));
  assert.equal(commit.kept.attempt, 1);
  assert.equal(agree.kept.lock, hex(server.lockHash));
  assert.equal(reveal.kept.revealed, true);
  assert.equal(reveal.params.secret, keys.secret);
});

// What is wrong with the opening: nothing is said.
const openings = {
  seal_other_key: (server) => server.open(hex(fair.newKeys().public)),
  seal_bad_key: (server) => server.open("ab".repeat(32)),
  seal_bad_more: (server, own) => {
    server.open(own);
    server.opening.d.surprise = "x";
  },
  seal_not_signed: (server, own) => {
    delete server.opening.d.params.signed;
    server.open(own);
  },
  seal_bad_context: (server, own) => {
    server.open(own);
    server.opening.d.params.variants = ["other"];
  },
  seal_bad_rules: (server, own) => {
    server.sources[2].d.text += " ";
    server.open(own);
  },
  seal_server_late: (server, own) => {
    server.open(own);
    server.rest = [];
  },
  seal_commit_early: (server, own) => {
    server.open(own);
    server.rest = [];
    server.commit(2).commit(0);
  },
};

test("nothing is committed to an opening that is not sound", async () => {
  for (const [key, cheat] of Object.entries(openings)) {
    const { public: own } = await newSeat();
    const server = new Server();
    cheat(server, own);
    assert.equal(await server.tell("commit"), key);
    assert.deepEqual(server.sent, []);
    assert.equal(seats.get("g1").attempt, undefined);
  }
});

test("a secret serves one opening", async () => {
  const { server, keys } = await sealedTo("commit");
  const again = new Server().open(keys.public);
  again.opening.d.params.options = {};
  again.rest = [];
  again.open(keys.public);
  assert.equal(await again.tell("commit"), "seal_same_attempt");
  assert.deepEqual(again.sent, []);
  assert.equal(await again.tell("agree"), "seal_other_opening");
  const next = new Server({ attempt: 2 }).open(keys.public);
  assert.equal(await next.tell("commit"), undefined);
  assert.notEqual(seats.get("g1").secret, keys.secret);
  assert.notEqual(next.sent[0].params.commitment, server.sent[0].params.commitment);
});

test("only a lock with our commitment is signed, and only one", async () => {
  const { server } = await sealedTo("commit");
  const whole = [...server.rest];
  server.rest = whole.filter(({ t, by }) => t !== "lock" && by !== 1);
  server.lock();
  assert.equal(await server.tell("agree"), "seal_not_in_lock");
  server.rest = whole;
  server.lockHash = fair.fromHex(whole.at(-1).d.lock, 32);
  assert.equal(await server.tell("agree", { lock: "ab".repeat(32) }), "seal_lock_told");
  assert.equal(await server.tell("agree", { proquints: "lusab-babad" }), "seal_lock_told");
  assert.equal(server.sent.filter(({ method }) => method === "game.agree").length, 0);
  assert.equal(await server.tell("agree"), undefined);
  // Another secret of the other player: another lock.
  server.rest = whole.filter(({ t, by }) => t === "commit" && by !== 2);
  server.secrets[2] = fair.random(32);
  server.commit(2).lock();
  assert.equal(await server.tell("agree"), "seal_two_locks");
  assert.equal(await server.tell("reveal"), "seal_other_lock");
  assert.deepEqual(server.sent.map(({ method }) => method), ["game.commit", "game.agree"]);
});

test("the secret is kept until all have signed", async () => {
  const { server } = await sealedTo("agree");
  assert.equal(await server.tell("reveal"), "seal_secret_early");
  server.agree(2);
  server.rest.at(-1).d.sig = "ab".repeat(64);
  assert.equal(await server.tell("reveal"), "seal_bad_agree");
  assert.deepEqual(server.sent.map(({ method }) => method), ["game.commit", "game.agree"]);
  assert.equal(await server.tell("done"), "seal_bad_agree");
});

test("where lines are missing the record is asked for, once", async () => {
  const keys = await newSeat();
  const server = new Server().open(keys.public);
  assert.equal(await server.tell("commit", { record: undefined, lines: "E {}\n" }), undefined);
  assert.deepEqual(server.sent.map(({ method }) => method), ["game.record", "game.commit"]);
  server.record = () => "E {}\n";
  assert.match(await server.tell("agree"), /verify_bad_line/);
  assert.equal(server.sent.length, 3);
});

test("heads: newer, known, gone back behind, late, not signed", async () => {
  const { server } = await sealedTo("agree");
  const game = fair.fromHex(server.opening.d.game, 16);
  const head = (entry, hash, keys = server.keys[0]) => ({
    game: "g1", entry, hash: hash.repeat(32),
    signature: hex(fair.sign(
      fair.entryMessage("head", game, entry, fair.fromHex(hash.repeat(32), 32)), keys.secret)),
  });
  const tell = async (params, method = "game.head", connection = 1) =>
    (await seal.told({ method, params }, seats.get("g1"), server.request, connection)).warning;
  assert.equal(await seal.ack(seats.get("g1")), null);
  assert.equal(await tell(head(40, "aa")), undefined);
  assert.equal(await tell(head(44, "bb")), undefined);
  assert.equal(await tell(head(44, "bb")), undefined);
  assert.equal(await tell(head(42, "cc"), "game.choose"), undefined);
  assert.equal(await tell(head(42, "cc")), "head_gone");
  assert.equal(seats.get("g1").head.entry, 42);
  assert.equal(await tell(head(46, "dd"), "game.choose"), undefined);
  assert.equal(await tell(head(42, "cc")), undefined, "it is late");
  assert.equal(await tell(head(45, "ee")), undefined, "so is what was not seen before");
  assert.equal(seats.get("g1").head.entry, 46);
  assert.equal(await tell(head(42, "cc"), "game.head", 2), "head_gone");
  assert.equal(await tell(head(44, "bb")), undefined);
  seats.change("g1", (seat) => { seat.over = Date.now(); });
  assert.equal(await tell(head(44, "cc")), "head_gone");
  assert.equal(await tell(head(46, "dd", server.keys[2])), "head_unsigned");
  const { head: newest, gone, over, gameId, public: key } = seats.get("g1");
  assert.equal(newest.entry, 44);
  assert.equal(over, undefined);
  assert.deepEqual(gone.map((one) => one.entry), [40, 44, 42, 42, 46, 42, 42, 44, 44]);
  const { entry, signature } = await seal.ack(seats.get("g1"));
  assert.equal(entry, 44);
  const message = fair.entryMessage("ack", fair.fromHex(gameId, 16), 44,
    fair.fromHex("cc".repeat(32), 32));
  assert.ok(fair.isSigned(fair.fromHex(signature, 64), message, fair.fromHex(key, 32)));
});

test("a game that began without being seen is looked at", async () => {
  const { server } = await sealedTo("agree");
  // The server goes on without having asked for our secret.
  const params = { game: "g2", entry: 50, hash: "", signature: "" };
  const notification = { method: "game.head", params };
  const other = { ...seats.get("g1"), game: "g2" };
  seats.change("g2", (seat) => Object.assign(seat, other));
  const { warning } = await seal.told(notification, seats.get("g2"), server.request);
  assert.equal(warning, "seal_not_done");
});
