// Invitations as the browser keeps them, in node: one that is refused is not sent
// again.
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

test("why something failed is said in words, always", () => {
  assert.equal(reason(new RequestError({ code: 5, message: "the disk is full" })), "the disk is full");
  for (const error of [new RequestError({ code: 5 }), new TypeError("x is undefined"), {}, undefined]) {
    assert.equal(reason(error), "Something went wrong.");
  }
});
