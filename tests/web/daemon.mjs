// A daemon for tests: `castled serve` on a free port, with a folder of its own.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const PROGRAM = process.env.CASTLED ?? "build/release/castled";
const START_MS = 20000;
const END_MS = 10000;
const running = new Set();

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

  /** Starts it (again): at the same address, with the same games. */
  async start() {
    const arguments_ = ["serve", "--data", this.#folder, "--socket",
      join(this.#folder, "socket"), "--listen", `127.0.0.1:${this.port}`];
    const child = spawn(PROGRAM, arguments_, { stdio: ["ignore", "pipe", "pipe"] });
    this.#child = child;
    running.add(this);
    let output = "";
    child.stdout.on("data", (bytes) => { output += bytes; });
    child.stderr.on("data", (bytes) => { this.log += bytes; });
    this.#ended = new Promise((resolve) => {
      child.on("exit", () => { running.delete(this); resolve(); });
    });
    const until = Date.now() + START_MS;
    while (!/:\/\/127\.0\.0\.1:(\d+)\//.test(output)) {
      if (child.exitCode !== null || Date.now() > until) {
        throw new Error(`the daemon does not listen:\n${output}${this.log}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    this.port = Number(/:\/\/127\.0\.0\.1:(\d+)\//.exec(output)[1]);
  }

  /** Sends a signal and waits for its end. */
  async kill(signal) {
    this.#child.kill(signal);
    await this.#ended;
  }

  /** The id of its newest page process, as its log has it. */
  get pageProcess() {
    const ids = [...this.log.matchAll(/^.*\bprocess_started\b.*\bname=pages\b.*\bpid=(\d+).*$/gm)];
    return Number(ids.at(-1)?.[1]);
  }

  /** Ends it, and removes what it kept. */
  async stop() {
    if (running.has(this)) {
      const timer = setTimeout(() => this.#child.kill("SIGKILL"), END_MS);
      await this.kill("SIGTERM");
      clearTimeout(timer);
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

process.on("exit", () => {
  for (const daemon of running) {
    daemon.kill("SIGKILL");
  }
});
