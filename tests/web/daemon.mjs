// A daemon for tests: `castled serve` on a free port, with a folder of its own.

import { spawn, spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const PROGRAM = process.env.CASTLED ?? "build/release/castled";
const START_MS = 60000;
const END_MS = 60000;
const PORT_MAX = 32000;
const running = new Set();
let nextPort = 10000 + process.pid % 20000;

export class Daemon {
  #folder = mkdtempSync(join(tmpdir(), "castled-web-"));
  #child = null;
  #ended = null;
  log = "";
  port = 0;

  /** Starts one, and waits until it listens. */
  static async start() {
    const daemon = new Daemon();
    await daemon.start();
    return daemon;
  }

  get origin() {
    return `http://127.0.0.1:${this.port}`;
  }

  /**
   * Starts it (again): at the same address, with the same games. Its port is none of
   * those that are given to who wants any, so that it is free again after a kill.
   */
  async start() {
    let port = this.port || nextPort++;
    while (!await this.#listens(port)) {
      if (this.port || port >= PORT_MAX) {
        throw new Error(`the daemon does not listen:\n${this.log}`);
      }
      port = nextPort++; // Somebody else has that one.
    }
    this.port = port;
  }

  // Starts it at a port: whether it listens there.
  async #listens(port) {
    const child = spawn(PROGRAM, ["serve", "--data", this.#folder, "--socket",
      join(this.#folder, "socket"), "--listen", `127.0.0.1:${port}`],
    { stdio: ["ignore", "pipe", "pipe"] });
    this.#child = child;
    running.add(this);
    let output = "";
    child.stdout.on("data", (bytes) => { output += bytes; });
    child.stderr.on("data", (bytes) => { this.log += bytes; });
    this.#ended = new Promise((resolve) => {
      child.on("exit", () => { running.delete(this); resolve(); });
    });
    for (const until = Date.now() + START_MS; child.exitCode === null && Date.now() < until;) {
      if (output.includes(`://127.0.0.1:${port}/`)) {
        return true;
      }
      await new Promise((resolve) => { setTimeout(resolve, 20); });
    }
    await this.kill("SIGKILL");
    return false;
  }

  /** Sends a signal and waits for its end. */
  async kill(signal) {
    this.#child.kill(signal);
    await this.#ended;
  }

  /** Copies all its games, to be put back with restore. */
  backUp() {
    const { status, stderr } = spawnSync(PROGRAM, ["admin", "--socket", join(this.#folder, "socket"),
      "backup", join(this.#folder, "copy")], { encoding: "utf8" });
    if (status !== 0) {
      throw new Error(stderr);
    }
  }

  /** Ends it, puts back the games that were copied, and starts it again. */
  async restore() {
    await this.kill("SIGTERM");
    for (const name of readdirSync(this.#folder).filter((one) => one.startsWith("castled.db"))) {
      rmSync(join(this.#folder, name));
    }
    copyFileSync(join(this.#folder, "copy"), join(this.#folder, "castled.db"));
    await this.start();
  }

  /** The id of its newest page process, as its log has it. */
  get pageProcess() {
    const ids = [...this.log.matchAll(/^.*\bprocess_started\b.*\bname=pages\b.*\bpid=(\d+).*$/gm)];
    return Number(ids.at(-1)?.[1]);
  }

  /** Ends it well, and removes what it kept. */
  async stop() {
    if (running.has(this)) {
      const timer = setTimeout(() => this.#child.kill("SIGKILL"), END_MS);
      await this.kill("SIGTERM");
      clearTimeout(timer);
    }
    this.end();
  }

  /** Ends it at once, and removes what it kept. */
  end() {
    this.#child?.kill("SIGKILL");
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

process.on("exit", () => {
  for (const daemon of running) {
    daemon.end();
  }
});
