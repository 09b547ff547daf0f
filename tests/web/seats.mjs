// Invitations and seats as the browser keeps them, in node: an invitation that is
// refused is not sent again, and what proves a seat is not lost.
//
//   node --test tests/web/seats.mjs

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import * as seats from "../../lua/web/static/seats.js";
import { RequestError, reason } from "../../lua/web/static/wire.js";
import { useStore } from "./fair_kit.mjs";

const OPEN = { player: "human", who: null };
const HELD = { player: "held", who: null };
const TAKEN = { player: "human", who: "Ann" };
const REFUSED = { code: 2, message: "that invitation opens no seat of this game" };
const USED = { code: 3, message: "seat 1 is taken" };

// A daemon whose game.join answers with each of `answers` in turn.
function daemon(table, answers) {
  const joins = [];
  const request = async (method, params) => {
    if (method === "game.about") {
      return { level: 0, seats: table };
    }
    joins.push(params);
    const answer = answers.shift();
    if (answer.code) {
      throw new RequestError(answer);
    }
    return answer;
  };
  return { joins, request };
}

const sit = ({ request }, wish = {}) => seats.join(request, "g", { name: "Bo", ...wish });

beforeEach(() => useStore(new Map()));

for (const [why, error] of Object.entries({ bogus: REFUSED, used: USED })) {
  test(`a ${why} invitation does not keep anybody from an open seat`, async () => {
    seats.keepInvitation("g", "bogus");
    const there = daemon([TAKEN, OPEN], [error, { seat: 2 }]);
    assert.equal((await sit(there)).seat, 2);
    assert.deepEqual(there.joins.map((join) => join.invitation), ["bogus", undefined]);
    assert.equal(there.joins[0].token, there.joins[1].token);
    assert.equal(seats.invitation("g"), undefined);
    assert.equal(seats.get("g").seat, 2);
  });
}

test("where no seat is open to anybody it is said, and the next one is tried", async () => {
  seats.keepInvitation("g", "good");
  seats.keepInvitation("g", "bogus");
  const there = daemon([TAKEN, HELD], [REFUSED, { seat: 2 }]);
  await assert.rejects(sit(there), { code: 2, message: "invitation_refused" });
  assert.equal(seats.get("g").token, undefined);
  await sit(there);
  assert.deepEqual(there.joins.map((join) => join.invitation), ["bogus", "good"]);
});

test("a seat that was chosen and is not open is not swapped for another one", async () => {
  seats.keepInvitation("g", "bogus");
  const there = daemon([HELD, OPEN], [REFUSED]);
  await assert.rejects(sit(there, { seat: 1 }), { code: 2 });
  assert.equal(there.joins.length, 1);
});

test("a store that is full for a moment costs no seat of another tab", () => {
  const items = new Map();
  useStore(items);
  const { setItem } = localStorage;
  localStorage.setItem = () => { throw new Error("it is full"); };
  seats.change("ours", (seat) => { seat.token = "one"; });
  assert.equal(seats.get("ours").token, "one", "it lasts as long as the page");
  assert.ok(!seats.isKept("ours"));
  items.set("castled.seat.theirs", JSON.stringify({ token: "two" }));
  localStorage.setItem = setItem;
  seats.change("ours", (seat) => { seat.seat = 1; });
  assert.ok(seats.isKept("ours"));
  assert.deepEqual(seats.mine().map(({ game }) => game).sort(), ["ours", "theirs"]);
});

test("what can be no seat is none, and one that is over for long is forgotten", () => {
  const old = JSON.stringify({ token: "old", over: 1 });
  const items = new Map([...["null", "5", "\"a\"", "{"].entries()].map(([at, text]) => [`castled.seat.g${at}`, text]));
  items.set("castled.seat.old", old).set("castled.name", old);
  useStore(items);
  seats.change("g", (seat) => { seat.token = "one"; });
  assert.deepEqual(seats.mine().map(({ game }) => game), ["g"]);
  assert.equal(seats.get("g1"), null);
  assert.ok(!items.has("castled.seat.old") && items.has("castled.name"));
});

test("other failures cost no invitation", async () => {
  seats.keepInvitation("g", "good");
  await assert.rejects(sit(daemon([HELD], [{ code: 5, message: "the disk is full" }])));
  assert.equal(seats.invitation("g"), "good");
  assert.ok(seats.get("g").token, "the seat may be ours");
});

test("invitations to give away stay until their seats are taken", async () => {
  const mine = [{ seat: 1, invitation: "one" }, { seat: 2, invitation: "two" }];
  seats.change("g", (seat) => { seat.invitations = mine; });
  await assert.rejects(sit(daemon([HELD, HELD], [REFUSED]), { seat: 1 }));
  assert.equal(seats.invitation("g", 1), "one");
  await assert.rejects(sit(daemon([TAKEN, HELD], [USED]), { seat: 1 }));
  assert.equal(seats.invitation("g", 1), undefined);
  assert.equal(seats.invitation("g", 2), "two");
});

test("who joins twice at once is given one answer, and the seat is kept", async () => {
  const there = daemon([HELD, HELD], [{ seat: 2 }, USED]);
  const wish = { seat: 2, invitation: "old" };
  const results = await Promise.all([sit(there, wish), sit(there, wish)]);
  assert.deepEqual(results.map(({ seat }) => seat), [2, 2]);
  assert.equal(there.joins.length, 1);
  assert.equal(seats.get("g").token, there.joins[0].token);
});

test("what another tab has kept of a seat is not written over", async () => {
  const there = daemon([OPEN, OPEN], [{ seat: 1 }]);
  const token = "ab".repeat(32);
  const asked = sit(there);
  seats.change("g", (seat) => Object.assign(seat, { token, seat: 1, name: "Ann" }));
  await asked;
  assert.equal(there.joins[0].token, token);
  assert.equal(seats.get("g").token, token);
});

test("a refusal costs no seat that another tab was given meanwhile", async () => {
  const token = "cd".repeat(32);
  const about = { level: 0, seats: [TAKEN, TAKEN] };
  const request = async (method) => {
    if (method === "game.about") {
      return about;
    }
    seats.change("g", (seat) => Object.assign(seat, { token, seat: 2 }));
    throw new RequestError(USED);
  };
  await assert.rejects(seats.join(request, "g", { name: "Bo" }));
  assert.equal(seats.get("g").token, token);
});

// A daemon at which only these tokens open a seat: another one gets the error `code`.
function opens(tokens, code = 2) {
  const asked = [];
  const request = async (method, { token }) => {
    asked.push(token);
    if (method === "game.rejoin" && tokens.includes(token)) {
      return { seat: 1, level: 1 };
    }
    throw new RequestError({ code, message: "that token opens no seat of this game" });
  };
  return { asked, request };
}

const PROOF = { token: "one", seat: 1, level: 1, key: "k", secret: "s", lock: "l", heads: [{ entry: 9 }] };

const proofIn = (kept) => Object.fromEntries(Object.keys(PROOF).map((key) => [key, kept[key]]));

for (const code of [1, 2]) {
  test(`a seat that the server does not know (${code}) is not ours for now; what proves it stays`, async () => {
    seats.change("g", (seat) => Object.assign(seat, PROOF, { invitations: [{ invitation: "x" }] }));
    const lost = opens([], code);
    await assert.rejects(seats.rejoin(lost.request, "g"), { code });
    await assert.rejects(seats.rejoin(lost.request, "g"), { code }, "it is tried again");
    assert.deepEqual(lost.asked, ["one", "one"]);
    assert.deepEqual(seats.mine(), []);
    assert.ok(!seats.isOurs("g"));
    assert.deepEqual(seats.refused().map(({ game }) => game), ["g"]);
    assert.deepEqual(proofIn(seats.get("g")), PROOF);

    await seats.rejoin(opens(["one"]).request, "g");
    assert.deepEqual(seats.mine().map(({ game }) => game), ["g"]);
    assert.deepEqual(seats.refused(), []);
    assert.deepEqual(proofIn(seats.get("g")), PROOF);
  });
}

test("a seat that the server does not know goes after a month, as one that is over", (t) => {
  const day = 24 * 3600 * 1000;
  t.mock.timers.enable({ apis: ["Date"], now: 1000 * day });
  seats.change("g", (seat) => Object.assign(seat, PROOF));
  seats.refuse("g");
  t.mock.timers.setTime(1029 * day);
  seats.refuse("g"); // That it is said again does not make it younger.
  assert.ok(seats.get("g"));
  t.mock.timers.setTime(1031 * day);
  seats.change("other", (seat) => { seat.token = "two"; });
  assert.equal(seats.get("g"), null);
});

test("who sits down anew keeps what proves the seat before, and may come back to it", async () => {
  seats.change("g", (seat) => Object.assign(seat, PROOF));
  seats.refuse("g");
  await assert.rejects(sit(daemon([TAKEN], [USED])), { code: 3 });
  assert.deepEqual(proofIn(seats.get("g")), PROOF, "nobody was given another one");
  await sit(daemon([OPEN], [{ seat: 2 }]));
  const { token, former, ...kept } = seats.get("g");
  assert.notEqual(token, "one");
  assert.equal(kept.lock, undefined);
  assert.deepEqual(former.map(proofIn), [PROOF]);
  assert.ok(seats.isOurs("g"));

  const found = opens(["one"]); // It has again what it knew.
  await seats.rejoin(found.request, "g");
  assert.deepEqual(found.asked, [token, "one"]);
  assert.deepEqual(proofIn(seats.get("g")), PROOF);
  assert.ok(seats.isOurs("g"));
  assert.deepEqual(seats.get("g").former.map((one) => one.token), [token]);
  seats.forget("g");
  assert.equal(seats.get("g").token, token);
});

test("of seats that were kept before some are kept", async () => {
  for (let count = 0; count < 9; count += 1) {
    await sit(daemon([OPEN], [{ seat: 1 }]));
    seats.refuse("g");
  }
  assert.equal(seats.get("g").former.length, 4);
});

// Locks of tabs as they are granted, refused by the browser, or not there.
function useLocks(request) {
  const value = request ? { locks: { request } } : {};
  Object.defineProperty(globalThis, "navigator", { value, configurable: true });
}

const refusing = () => Promise.reject(new DOMException("no", "SecurityError"));

for (const [why, request] of Object.entries({ "has no locks": null, "refuses locks": refusing })) {
  test(`a browser that ${why} lets a tab have the seat that it takes`, async () => {
    useLocks(request);
    assert.equal(await seats.claim(`${why} 1`, false), false);
    assert.equal(await seats.claim(`${why} 1`, true), true);
    assert.equal(await seats.claim(`${why} 1`, false), true, "it has it already");
  });
}

test("a seat that another tab has taken is claimed no more", async () => {
  const held = [];
  useLocks((name, options, work) => new Promise((_, reject) => {
    held.push(reject);
    work({});
  }));
  assert.equal(await seats.claim("taken", true), true);
  held[0](new DOMException("stolen", "AbortError"));
  await new Promise(setImmediate);
  useLocks((name, options, work) => Promise.resolve(work(null)));
  assert.equal(await seats.claim("taken", false), false);
});

test("why something failed is said in words, always", () => {
  assert.equal(reason(new RequestError({ code: 5, message: "the disk is full" })), "the disk is full");
  for (const error of [new RequestError({ code: 5 }), new TypeError("x is undefined"), {}, undefined]) {
    assert.equal(reason(error), "Something went wrong.");
  }
});
