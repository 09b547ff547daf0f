// The player's side of sealing, in node, with a server that cheats: nothing is said
// to it that could be used, and the player is told.
//
//   node --test tests/web/cheats.mjs
//
// CASTLED: as in fair.mjs.

import assert from "node:assert/strict";
import { before, test } from "node:test";

import * as fair from "../../lua/web/static/fair.js";
import * as seal from "../../lua/web/static/seal.js";
import * as seats from "../../lua/web/static/seats.js";
import { verify } from "../../lua/web/static/verify.js";
import { Sealer, hex, loadSodium, useStore } from "./fair_kit.mjs";

before(loadSodium);

// A server of our own, with the opening of a real game, and one seat, 1, that is
// ours; seat 2 is another player's.
class Server extends Sealer {
  constructor({ attempt = 1 } = {}) {
    super();
    this.opening.d.params.attempt = attempt;
    this.sent = [];
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

// The lock that players are shown is the one that was computed here, at each stage.
const TOLD = { "another lock": { lock: "ab".repeat(32) }, "other words": { proquints: "lusab-babad" } };
for (const [what, more] of Object.entries(TOLD)) {
  test(`${what} than those that were agreed to: the player is warned, and nothing is said`, async () => {
    const { public: own } = await newSeat();
    const early = new Server().open(own);
    assert.equal(await early.tell("commit", more), "seal_lock_told");
    assert.deepEqual(early.sent, []);

    const { server, keys } = await sealedTo("agree");
    server.agree(2);
    assert.equal(await server.tell("reveal", more), "seal_lock_told");
    assert.deepEqual(server.sent.map(({ method }) => method), ["game.commit", "game.agree"]);
    assert.equal(seats.get("g1").revealed, false, "the secret is kept");
    const told = { lock: hex(server.lockHash), proquints: fair.proquints(server.lockHash) };
    assert.equal(await server.tell("reveal", told), undefined);
    server.reveal(1, fair.fromHex(keys.secret, 32)).reveal(2);
    assert.equal(await server.tell("done", more), "seal_lock_told");
    assert.equal(await server.tell("done", told), undefined);
    assert.ok(seal.isLockOf(seats.get("g1"), told.proquints));
    assert.ok(!seal.isLockOf(seats.get("g1"), "lusab-babad"), "what the page shows is compared, too");
  });
}

test("the secret is kept until all have signed", async () => {
  const { server } = await sealedTo("agree");
  assert.equal(await server.tell("reveal"), "seal_secret_early");
  server.agree(2);
  server.rest.at(-1).d.sig = "ab".repeat(64);
  assert.equal(await server.tell("reveal"), "seal_bad_agree");
  assert.deepEqual(server.sent.map(({ method }) => method), ["game.commit", "game.agree"]);
  assert.equal(await server.tell("done"), "seal_bad_agree");
});

// What the player is warned of when the record that the server shows says that a seat
// was silent, and what the page says of that record afterwards.
async function forfeited(server, seat) {
  const { rest } = server;
  server.rest = [...rest];
  server.forfeit(seat);
  const bytes = server.signed();
  const warning = await server.tell("done", { record: bytes.toString() });
  server.rest = rest;
  const report = await verify(bytes, { seat: seats.get("g1") });
  const seen = report.checks.find(({ name }) => name === "seen");
  return [warning, report.good, report.whole, seen.key];
}

test("a forfeit by another is no fault of the server's", async () => {
  const { server } = await sealedTo("agree");
  assert.deepEqual(await forfeited(server, 2), [undefined, true, false, "verify_no_head"]);
  server.agree(2);
  assert.equal(await server.tell("reveal"), undefined);
  server.reveal(1, fair.fromHex(seats.get("g1").secret, 32));
  assert.deepEqual(await forfeited(server, 2), [undefined, true, false, "verify_no_head"]);
});

test("who was silent has nothing against it", async () => {
  const { server } = await sealedTo("commit");
  assert.deepEqual(await forfeited(server, 1), [undefined, true, false, "verify_no_head"]);
});

test("what the server took it cannot deny; what never came there may be so", async () => {
  const { server, keys } = await sealedTo("commit");
  const { request } = server;
  let fails = true;
  server.request = async (method, params) => {
    if (fails) {
      throw refusal(2);
    }
    server.sent.push({ method, params });
    return {}; // and it forgets it
  };
  await server.tell("agree");
  assert.deepEqual(await forfeited(server, 1), [undefined, true, false, "verify_seen_agreement_denied"]);
  fails = false;
  await server.tell("agree");
  const denied = ["seen_agreement_taken", false, false, "seen_agreement_taken"];
  assert.deepEqual(await forfeited(server, 1), denied);
  server.request = request;
  await server.tell("agree");
  server.agree(2);
  server.request = async () => { throw refusal(2); };
  await server.tell("reveal");
  assert.deepEqual(await forfeited(server, 1), [undefined, true, false, "verify_seen_secret_denied"]);
  server.request = async () => ({});
  await server.tell("reveal");
  assert.deepEqual(await forfeited(server, 1), ["seen_secret_taken", false, false, "seen_secret_taken"]);
  // That it was sealed to the end was seen here.
  const { rest } = server;
  server.rest = [...rest];
  server.reveal(1, fair.fromHex(keys.secret, 32)).reveal(2);
  assert.equal(await server.tell("done"), undefined);
  server.rest = rest;
  server.reveal(1, fair.fromHex(keys.secret, 32));
  assert.deepEqual(await forfeited(server, 2), ["seen_sealed", false, false, "seen_sealed"]);
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

// What the server could not take for now: the words it refused are said again.
const refusal = (code) => Object.assign(new Error("no"), { code });

test("what the server could not take for now is said again, and nothing else", async () => {
  const keys = await newSeat();
  const server = new Server().open(keys.public);
  const { request } = server;
  const codes = [6, -32603, 5, 6, 6];
  const words = [];
  server.request = async (method, params) => {
    if (method === "game.commit") {
      words.push(params.commitment);
      if (codes.length > 0) {
        throw refusal(codes.shift());
      }
    }
    return request(method, params);
  };
  const tell = (notification) => seal.told(notification, seats.get("g1"), server.request);
  const first = { method: "game.sealing", params: { game: "g1", stage: "commit", record: server.record() } };
  const warnings = [];
  const pauses = [];
  let told = await tell(first);
  while (told.again) {
    pauses.push(told.again.pause);
    warnings.push(told.warning);
    const { again } = told;
    told = await tell(again);
    assert.deepEqual(await tell(again), {}, "it is given back twice");
  }
  assert.equal(told.warning, undefined);
  assert.deepEqual(pauses, [1000, 2000, 4000, 8000, 8000]);
  assert.deepEqual(warnings.map(Boolean), [false, false, false, true, false]);
  assert.deepEqual(new Set(words), new Set([words[0]]));
  assert.equal(words.length, 6);
});

test("what is put off ends with its stage", async () => {
  const { server } = await sealedTo("commit");
  const { request } = server;
  let code = 6;
  server.request = async (method, params) => {
    if (code) {
      server.sent.push({ method });
      throw refusal(code);
    }
    return request(method, params);
  };
  const tell = (notification) => seal.told(notification, seats.get("g1"), server.request);
  const stage = (name) => ({
    method: "game.sealing", params: { game: "g1", stage: name, record: server.record() },
  });
  const { again } = await tell(stage("agree"));
  assert.equal(again.pause, 1000);
  assert.equal(again.params.record, undefined);
  const anew = await tell(stage("agree"));
  assert.deepEqual(await tell(again), {}, "the stage was told anew");
  await tell({ method: "game.over", params: { game: "g1" } });
  assert.deepEqual(await tell(anew.again), {}, "the game is over");
  for (code of [1, 2, 3, 4, 7, -32600, -32602]) {
    const told = await tell(stage("agree"));
    assert.deepEqual(Object.keys(told), ["warning"], `code ${code}`);
  }
  assert.deepEqual(new Set(server.sent.slice(1).map(({ method }) => method)), new Set(["game.agree"]));
});

test("the end is signed, though the server could not take it at once", async () => {
  const { server } = await sealedTo("agree");
  const codes = [6, -32603];
  const request = async (method) => {
    server.sent.push({ method });
    if (codes.length > 0) {
      throw refusal(codes.shift());
    }
    return {};
  };
  const tell = (notification) => seal.told(notification, seats.get("g1"), request);
  await tell({ method: "game.head", params: headOf(server, 9, "ab") });
  let told = await tell({ method: "game.over", params: { game: "g1" } });
  for (const pause of [1000, 2000]) {
    assert.equal(told.again.pause, pause);
    assert.equal(seats.get("g1").signed, undefined);
    told = await tell(told.again);
  }
  assert.deepEqual(told, {});
  assert.equal(seats.get("g1").signed, 9);
});

// A head of the game of `server`, as it tells it, signed by `keys`.
function headOf(server, entry, hash, keys = server.keys[0]) {
  const message = fair.entryMessage("head", fair.fromHex(server.opening.d.game, 16), entry,
    fair.fromHex(hash.repeat(32), 32));
  return { game: "g1", entry, hash: hash.repeat(32), signature: hex(fair.sign(message, keys.secret)) };
}

test("heads: newer, known, gone back behind, late, not signed", async () => {
  const { server } = await sealedTo("agree");
  const head = (...given) => headOf(server, ...given);
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

// A page that was loaded anew in the midst of sealing: what was seen before is gone, and
// the seat, of which nobody asked for the secret, is kept under another name.
async function unseen(game) {
  const { server } = await sealedTo("agree");
  const kept = seats.get("g1");
  seats.change(game, (seat) => Object.assign(seat, kept));
  const tell = (notification, request = server.request) =>
    seal.told(notification, seats.get(game), request);
  const head = (entry) => ({ method: "game.head", params: { ...headOf(server, entry, "ab"), game } });
  return { server, tell, head };
}

test("a game that began without being seen is looked at", async () => {
  const { server, tell, head } = await unseen("g2");
  const asked = server.sent.length;
  assert.deepEqual(await tell(head(50)), { warning: "seal_not_done" });
  assert.equal(server.sent.length, asked + 1);
  assert.deepEqual(await tell(head(50)), {}, "it is looked at once");
  assert.equal(server.sent.length, asked + 1);
});

test("a head is taken though the record cannot be had, which is tried again", async () => {
  const { tell, head } = await unseen("g3");
  const codes = [6, 5, -32603, 6, 6];
  const busy = async () => { throw refusal(codes.shift()); };
  const first = await tell(head(50), busy);
  assert.deepEqual([first.again.pause, first.warning], [1000, undefined]);
  assert.equal(seats.get("g3").head.entry, 50);
  const second = await tell(first.again, busy);
  assert.deepEqual([second.again.pause, second.warning], [2000, undefined]);
  assert.deepEqual(await tell(head(54), busy), {}, "that is put off already");
  assert.equal(seats.get("g3").head.entry, 54);
  const third = await tell(second.again, busy);
  const fourth = await tell(third.again, busy);
  assert.deepEqual([third.again.pause, fourth.again.pause], [4000, 8000]);
  assert.match(fourth.warning, /seal_failed/, "who never shows it is told of");
  assert.deepEqual(await tell(fourth.again), { warning: "seal_not_done" });
  assert.equal(seats.get("g3").head.entry, 54, "no older one was taken");
  assert.deepEqual(await tell(fourth.again), {}, "it is looked at once");
});

test("the end is signed under the last head, though the record could not be had", async () => {
  const { tell, head } = await unseen("g4");
  const { again } = await tell(head(50), async () => { throw refusal(6); });
  const signed = [];
  await tell({ method: "game.over", params: { game: "g4" } },
    async (method, { entry }) => signed.push([method, entry]));
  assert.deepEqual(signed, [["game.sign", 50]]);
  assert.deepEqual(await tell(again), {}, "the game is over");
});
