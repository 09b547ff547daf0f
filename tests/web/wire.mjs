// The browser's line on a net that goes, in node: a socket that does what a case says,
// and a clock that is turned by hand.
//
//   node --test tests/web/wire.mjs

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

import { Wire } from "../../lua/web/static/wire.js";

class Socket {
  static CONNECTING = 0;
  static OPEN = 1;
  static all = [];
  readyState = 0;
  sent = [];

  constructor() {
    Socket.all.push(this);
  }

  send(line) {
    this.sent.push(JSON.parse(line));
  }

  close() {
    this.readyState = 3;
  }
}

const listeners = {};
const listen = (name, act) => { listeners[name] = act; };
Object.assign(globalThis, { WebSocket: Socket, addEventListener: listen,
  document: { hidden: false, addEventListener: listen } });
mock.timers.enable({ apis: ["setInterval", "setTimeout"] });

let told;
let wire;
const socket = () => Socket.all.at(-1);
const settle = () => new Promise((resolve) => { setImmediate(resolve); });

async function open() {
  socket().readyState = 1;
  socket().onopen();
  await settle();
}

async function hear(message) {
  socket().onmessage({ data: JSON.stringify(message) });
  await settle();
}

async function pass(seconds) {
  for (let i = 0; i < seconds; i += 1) {
    mock.timers.tick(1000);
    await settle();
  }
}

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setInterval", "setTimeout"] });
  Socket.all = [];
  document.hidden = false;
  told = { status: [], messages: [] };
  wire = new Wire("ws://here/ws", {
    open: async () => {},
    status: (isThere) => told.status.push(isThere),
    message: (message) => told.messages.push(message),
  });
});

test("a line that says nothing to a request is tried, and given up", async () => {
  await open();
  const asked = wire.request("game.choose", { game: "g" });
  await pass(7);
  assert.equal(socket().sent.length, 1);
  await pass(1);
  assert.equal(socket().sent.at(-1).method, "hello");
  await pass(5);
  assert.deepEqual(told.status, [true, false], "so the player is told");
  await pass(1);
  await open();
  assert.deepEqual(socket().sent.map(({ method }) => method), ["game.choose"], "it is asked again");
  await hear({ jsonrpc: "2.0", id: socket().sent[0].id, result: 5 });
  assert.equal(await asked, 5);
});

test("one that answers stays, however long a request takes", async () => {
  await open();
  wire.request("game.choose", { game: "g" });
  for (let i = 0; i < 5; i += 1) {
    await pass(9);
    const { id, method } = socket().sent.at(-1);
    assert.equal(method, "hello");
    await hear({ jsonrpc: "2.0", id, result: {} });
  }
  assert.deepEqual(told.status, [true]);
});

test("without anything to answer it is tried each half a minute, where somebody looks", async () => {
  await open();
  await pass(29);
  assert.equal(socket().sent.length, 0);
  await pass(1);
  assert.equal(socket().sent.length, 1);
  await hear({ jsonrpc: "2.0", id: socket().sent[0].id, result: {} });
  document.hidden = true;
  await pass(300);
  assert.equal(socket().sent.length, 1);
});

test("a connection without an answer is given up, sooner for who waits", async () => {
  await pass(10);
  assert.deepEqual(told.status, [false]);
  await pass(1);
  assert.equal(Socket.all.length, 2, "and another one is made");
  listeners.visibilitychange();
  assert.equal(Socket.all.length, 2, "which may have a moment");
  await pass(3);
  listeners.visibilitychange();
  assert.equal(Socket.all.length, 3);
});

test("a page that comes slowly has time, also for who looks away and back", async () => {
  await open();
  wire.page({ page: "open", path: "/" });
  listeners.visibilitychange();
  await pass(19);
  assert.equal(Socket.all.length, 1);
  await hear({ show: [] });
  listeners.visibilitychange();
  await pass(5);
  assert.deepEqual(told.status, [true, false], "and none that has come");
});

test("what was pressed as the line broke may be done or not, and that is said", async () => {
  await open();
  wire.page({ page: "do", what: "resign" });
  socket().onclose();
  assert.match(told.messages[0].error.text, /whether this was done is not known/);
  await pass(1);
  await open();
  wire.page({ page: "do", what: "resign" });
  await hear({ say: "You have resigned." });
  socket().onclose();
  assert.equal(told.messages.length, 2, "what was answered was done");
});

test("what the daemon cannot read is answered", async () => {
  await open();
  const said = wire.request("game.say", { text: "half a \ud83d" });
  assert.equal(socket().sent[0].params.text, "half a \ufffd", "half a character is none");
  const refused = assert.rejects(said, { code: -32700 });
  await hear({ jsonrpc: "2.0", id: null, error: { code: -32700, message: "that is no JSON" } });
  await refused;
});
