// The line to the daemon: one WebSocket, made again whenever it breaks.
//
// It carries requests of the browser's own (JSON-RPC, each a promise) and the
// page's lines. What comes is read in its order, also the long messages, which
// are gzipped and take a moment.

import { translated, word } from "./words.js";

const PAUSE_FIRST = 300;
const PAUSE_MAX = 10000;
const SECOND_MS = 1000;
const CONNECTING_S = 10; // until a connection without an answer is given up,
const STALE_S = 3; // and when somebody is there who waits for it.
const ASKED_S = 8; // of silence until a line that has something to answer is tried,
const SILENT_S = 30; // and one that has nothing, while somebody looks.
const PROBE_S = 5; // until a line that is tried is given up,
const LOADING_S = 20; // and while a page comes, which may be long on a slow line.
const UNREAD = new Set([-32700, -32600]); // It does not know which request that was.
const REPEATABLE = new Set(["hello", "game.choose", "game.say", "game.join", "game.rejoin",
  "game.watch", "game.leave", "game.rematch", "game.about", "game.view", "game.record",
  "game.question", "game.commit", "game.agree", "game.reveal", "game.sign"]);
// Made anew by whoever makes the connection ready.
const OF_CONNECTION = new Set(["game.rejoin", "game.watch", "hello"]);

/** An error of a request: the daemon's code and sentence. Code 7: not known. */
export class RequestError extends Error {
  constructor(error) {
    super(error.message);
    this.code = error.code;
  }
}

const PASSING = new Set([5, 6, -32603]); // The disk, too much at once, memory.
const AGAIN_FIRST = 1000; // ms, until what the server could not do is asked again,
const AGAIN_MAX = 8000; // and when it could not for long; then the player is told.

/** Whether an error passes: the same may be asked again later, and done then. */
export const passes = ({ code }) => PASSING.has(code);

/**
 * After how many ms that is asked again, by the pause before, if there was one; `isLong`,
 * once: it goes on for so long that the player is told.
 */
export function nextPause(before = AGAIN_FIRST / 2) {
  const pause = Math.min(2 * before, AGAIN_MAX);
  return { pause, isLong: pause === AGAIN_MAX && before < pause };
}

/** Why something failed, for the player: what the daemon said, and nothing else. */
export const reason = (error) =>
  (error instanceof RequestError && translated(error.message)) || word("failed");

const notKnown = () => new RequestError({ code: 7, message: word("not_known") });

// Half a character, as a field's maxlength cuts it, is no JSON for the daemon.
const wellFormed = (_, value) =>
  (typeof value === "string" && value.toWellFormed ? value.toWellFormed() : value);

/**
 * The line. `on.open()` is called with each new connection, and requests that wait are
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
  #reading = Promise.resolve();
  #silent = 0; // Seconds since something was heard, or there was nothing to answer.
  #probe = 0; // Seconds that are left to a line that is tried; 0: it is not.
  #isDoing = false; // Something was pressed, and nothing was heard since.
  #isOpening = false; // A page is asked for, and was not shown.

  constructor(url, on) {
    this.#url = url;
    this.#on = on;
    addEventListener("online", () => this.wake());
    addEventListener("pageshow", (event) => event.persisted && this.wake());
    document.addEventListener("visibilitychange", () => document.hidden || this.wake());
    setInterval(() => this.#watch(), SECOND_MS);
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
    if (this.#socket?.readyState === WebSocket.CONNECTING && this.#silent >= STALE_S) {
      this.#lost(this.#socket);
    }
    if (!this.#socket) {
      this.#connect();
    } else if (this.#socket.readyState === WebSocket.OPEN && this.#probe === 0) {
      this.#probe = this.#isOpening || !this.#isReady ? LOADING_S : PROBE_S;
      this.request("hello", {}, true).catch(() => {}); // Whatever is heard now will do.
    }
  }

  // Whether something is to be answered.
  get #isAsked() {
    return this.#isDoing || this.#isOpening
      || [...this.#pending.values()].some(({ isSent }) => isSent);
  }

  // Each second. What hangs is given up; a machine that sleeps counts none.
  #watch() {
    const socket = this.#socket;
    this.#silent += 1;
    if (socket?.readyState === WebSocket.CONNECTING) {
      if (this.#silent >= CONNECTING_S) {
        this.#lost(socket);
      }
    } else if (this.#probe > 0) {
      this.#probe -= 1;
      if (this.#probe === 0) {
        this.#lost(socket);
      }
    } else if (socket && (this.#isAsked ? this.#silent >= ASKED_S
      : this.#silent >= SILENT_S && !document.hidden)) {
      this.wake();
    }
  }

  /**
   * Asks the daemon; the promise is kept through breaks of the line as far as
   * that is safe. `now`: do not wait until the connection is ready.
   */
  request(method, params, now = false) {
    return new Promise((resolve, reject) => {
      const canAsk = this.#isReady || (now && this.#socket?.readyState === WebSocket.OPEN);
      if (now && !canAsk) {
        reject(notKnown());
        return; // It is of a connection that is gone.
      }
      const id = ++this.#id;
      const entry = { id, method, params, resolve, reject, isSent: false };
      this.#pending.set(id, entry);
      if (canAsk) {
        this.#ask(entry);
      }
    });
  }

  /**
   * Says something to the page process, if that can be said now: whether it was. What is
   * pressed while the line is broken is not done later, when something else is shown.
   * `now`: as for request.
   */
  page(message, now = false) {
    const isSaid = this.#isReady || now;
    if (isSaid) {
      this.#send(message);
      this.#isDoing ||= message.page === "do";
      this.#isOpening ||= message.page === "open";
    }
    return isSaid;
  }

  #send(message) {
    if (!this.#isAsked) {
      this.#silent = 0;
    }
    if (this.#socket?.readyState === WebSocket.OPEN) {
      this.#socket.send(JSON.stringify(message, wellFormed));
    }
  }

  #ask(entry) {
    this.#send({ jsonrpc: "2.0", id: entry.id, method: entry.method, params: entry.params });
    entry.isSent = true;
  }

  #connect() {
    clearTimeout(this.#timer);
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    this.#silent = this.#probe = 0;
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
    this.#silent = 0;
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
    this.#probe = 0;
    if (this.#isDoing) {
      this.#on.message({ error: { text: word("not_known") } });
    }
    this.#isDoing = this.#isOpening = false;
    for (const entry of [...this.#pending.values()]) {
      const isOver = OF_CONNECTION.has(entry.method);
      if (entry.isSent && (isOver || !REPEATABLE.has(entry.method))) {
        this.#pending.delete(entry.id);
        entry.reject(notKnown());
      }
      entry.isSent = false;
    }
    this.#timer = setTimeout(() => this.#connect(), this.#pause * (0.75 + Math.random() / 2));
    this.#pause = Math.min(2 * this.#pause, PAUSE_MAX);
  }

  #hear(text) {
    this.#pause = PAUSE_FIRST;
    this.#silent = this.#probe = 0;
    this.#isDoing = false;
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

  // The request that could not be read, where it can have been no other line.
  #unread() {
    const sent = [...this.#pending.values()].filter(({ isSent }) => isSent);
    return sent.length === 1 && !this.#isOpening ? sent[0] : undefined;
  }

  #take(message) {
    if (!message.jsonrpc) {
      this.#isOpening &&= message.show === undefined;
      this.#on.message(message);
      return;
    }
    const { error } = message;
    const entry = error && UNREAD.has(error.code) && (message.id ?? null) === null
      ? this.#unread() : this.#pending.get(message.id);
    if (entry && !message.method) {
      this.#pending.delete(entry.id);
      if (error) {
        entry.reject(new RequestError(error));
      } else {
        entry.resolve(message.result);
      }
    } else if (error && (message.id ?? null) === null) {
      this.#on.message({ error: { text: reason(new RequestError(error)) } }); // To a line of the page.
    }
  }
}

async function unzip(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).text();
}
