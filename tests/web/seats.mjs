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

test("why something failed is said in words, always", () => {
  assert.equal(reason(new RequestError({ code: 5, message: "the disk is full" })), "the disk is full");
  for (const error of [new RequestError({ code: 5 }), new TypeError("x is undefined"), {}, undefined]) {
    assert.equal(reason(error), "Something went wrong.");
  }
});
