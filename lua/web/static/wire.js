// The line to the daemon: one WebSocket, made again whenever it breaks.
//
// It carries requests of the browser's own (JSON-RPC, each a promise) and the
// page's lines. What comes is read in its order, also the long messages, which
// are gzipped and take a moment.

import { word } from "./words.js";

const PAUSE_FIRST = 300;
const PAUSE_MAX = 10000;
const PROBE_MS = 5000;
const WAITING_MAX = 64;
const REPEATABLE = new Set(["hello", "game.choose", "game.say", "game.join", "game.rejoin",
  "game.watch", "game.leave", "game.rematch", "game.about", "game.view", "game.record",
  "game.question", "game.commit", "game.agree", "game.reveal"]);
// Made anew by whoever makes the connection ready.
const OF_CONNECTION = new Set(["game.rejoin", "game.watch", "hello"]);

/** An error of a request: the daemon's code and sentence. Code 7: not known. */
export class RequestError extends Error {
  constructor(error) {
    super(error.message);
    this.code = error.code;
  }
}

/** Why something failed, for the player: what the daemon said, and nothing else. */
export const reason = (error) =>
  (error instanceof RequestError && error.message) || word("failed");

/**
 * The line. `on.open()` is called with each new connection, and what waits is
 * sent when the promise that it returns is done; `on.message(object)` with all
 * that is no response; `on.status(isThere)` when it comes or goes.
 */
export class Wire {
  #on;
  #url;
  #socket = null;
  #pause = PAUSE_FIRST;
  #timer = 0;
  #isReady = false;
  #id = 0;
  #pending = new Map();
  #lines = [];
  #reading = Promise.resolve();

  constructor(url, on) {
    this.#url = url;
    this.#on = on;
    addEventListener("online", () => this.wake());
    addEventListener("pageshow", (event) => event.persisted && this.wake());
    document.addEventListener("visibilitychange", () => document.hidden || this.wake());
    this.#connect();
  }

  /** What tells this connection from those before and after it. */
  get connection() {
    return this.#socket;
  }

  /** Whether what is said now goes out at once. */
  get isReady() {
    return this.#isReady;
  }

  /** Connects now if there is no connection, or finds out whether it is alive. */
  wake() {
    if (!this.#socket) {
      this.#connect();
    } else if (this.#socket.readyState === WebSocket.OPEN) {
      const socket = this.#socket;
      const timer = setTimeout(() => this.#lost(socket), PROBE_MS);
      this.request("hello", {}, true).catch(() => {}).finally(() => clearTimeout(timer));
    }
  }

  /**
   * Asks the daemon; the promise is kept through breaks of the line as far as
   * that is safe. `now`: do not wait until the connection is ready.
   */
  request(method, params, now = false) {
    return new Promise((resolve, reject) => {
      const id = ++this.#id;
      const entry = { id, method, params, resolve, reject, isSent: false };
      this.#pending.set(id, entry);
      if (this.#isReady || (now && this.#socket?.readyState === WebSocket.OPEN)) {
        this.#ask(entry);
      }
    });
  }

  /** Says something to the page process. `now`: as for request. */
  page(message, now = false) {
    const line = JSON.stringify(message);
    if (this.#isReady || now) {
      this.#send(line);
    } else if (this.#lines.length < WAITING_MAX) {
      this.#lines.push(line);
    }
  }

  #send(line) {
    if (this.#socket?.readyState === WebSocket.OPEN) {
      this.#socket.send(line);
    }
  }

  #ask(entry) {
    entry.isSent = true;
    this.#send(JSON.stringify({
      jsonrpc: "2.0", id: entry.id, method: entry.method, params: entry.params,
    }));
  }

  #connect() {
    clearTimeout(this.#timer);
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    socket.binaryType = "arraybuffer";
    socket.onopen = () => this.#opened(socket);
    socket.onclose = () => this.#lost(socket);
    socket.onmessage = ({ data }) => {
      this.#reading = this.#reading
        .then(() => (typeof data === "string" ? data : unzip(data)))
        .then((text) => this.#socket === socket && this.#hear(text))
        .catch((error) => console.error(error));
    };
  }

  async #opened(socket) {
    this.#on.status(true);
    try {
      await this.#on.open();
    } catch (error) {
      console.error(error);
    }
    if (this.#socket !== socket) {
      return;
    }
    this.#isReady = true;
    for (const entry of this.#pending.values()) {
      if (!entry.isSent) {
        this.#ask(entry);
      }
    }
    for (const line of this.#lines.splice(0)) {
      this.#send(line);
    }
  }

  #lost(socket) {
    if (this.#socket !== socket) {
      return;
    }
    socket.onclose = null;
    socket.close();
    this.#socket = null;
    this.#isReady = false;
    this.#on.status(false);
    for (const entry of [...this.#pending.values()]) {
      const isOver = OF_CONNECTION.has(entry.method);
      if (entry.isSent && (isOver || !REPEATABLE.has(entry.method))) {
        this.#pending.delete(entry.id);
        entry.reject(new RequestError({ code: 7, message: word("not_known") }));
      }
      entry.isSent = false;
    }
    this.#timer = setTimeout(() => this.#connect(), this.#pause * (0.75 + Math.random() / 2));
    this.#pause = Math.min(2 * this.#pause, PAUSE_MAX);
  }

  #hear(text) {
    this.#pause = PAUSE_FIRST;
    for (const line of text.split("\n")) {
      if (line) {
        try {
          this.#take(JSON.parse(line));
        } catch (error) {
          console.error(error);
        }
      }
    }
  }

  #take(message) {
    const entry = message.jsonrpc && this.#pending.get(message.id);
    if (entry && !message.method) {
      this.#pending.delete(entry.id);
      if (message.error) {
        entry.reject(new RequestError(message.error));
      } else {
        entry.resolve(message.result);
      }
    } else if (!message.jsonrpc) {
      this.#on.message(message);
    } else if (message.error && (message.id ?? null) === null) {
      this.#on.message({ error: { text: reason(new RequestError(message.error)) } }); // To a line of the page.
    }
  }
}

async function unzip(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).text();
}
