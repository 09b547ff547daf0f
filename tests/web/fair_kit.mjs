// What the tests of fair play share: where things are, libsodium, records in
// pieces, and what `castled verify` says.

import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

import * as fair from "../../lua/web/static/fair.js";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));
export const CASTLED = process.env.CASTLED ?? path.join(ROOT, "build/release/castled");
export const DATA = path.join(ROOT, "tests/core/data/fair");

/** Loads the libsodium that the daemon serves, which the build made. */
export function loadSodium() {
  const file = path.join(path.dirname(CASTLED), "web/libsodium-wrappers.mjs");
  return fair.sodium(() => import(pathToFileURL(fs.realpathSync(file))));
}

export const hex = fair.toHex;

/** Any number of bytes from hexadecimal digits. */
export const unhex = (text) => fair.fromHex(text, text.length / 2);

/** A record's lines with their line ends, and a record of lines. */
export const linesOf = (bytes) => bytes.toString("latin1").match(/.*\n/g);
export const bytesOf = (lines) => Buffer.from(lines.join(""), "latin1");

/** Its entries; signatures are left out. */
export function entriesOf(bytes) {
  return linesOf(bytes).filter((line) => line.startsWith("E"))
    .map((line) => JSON.parse(Buffer.from(line.slice(2), "latin1").toString()));
}

/** A record of entries, with numbers and chain made anew, and without signatures. */
export function rechain(entries) {
  let prev = "0".repeat(64);
  return Buffer.from(entries.map((entry, seq) => {
    const json = fair.canonical({ ...entry, prev, seq });
    prev = hex(fair.hash("castled/record/v1/event", fair.utf8(json)));
    return `E ${json}\n`;
  }).join(""));
}

/**
 * The server's side of sealing, for a game of two players, with the opening of a real
 * one: what it does is not looked at, so it can cheat. All keys are known, and all
 * secrets but that of seat 1.
 */
export class Sealer {
  constructor() {
    const entries = entriesOf(fs.readFileSync(path.join(ROOT, "tests/golden/sealed-typed.record")));
    this.keys = [fair.newKeys(), fair.newKeys(), fair.newKeys()];
    this.secrets = [fair.random(32), null, fair.random(32)];
    this.opening = entries[0];
    this.sources = entries.filter((entry) => entry.t === "source");
    Object.assign(this.opening.d.params, { attempt: 1, signed: true });
    this.rest = [];
  }

  /** Opens the game and commits; the key is that of seat 1. */
  open(publicKey) {
    const { d } = this.opening;
    d.keys = this.keys.map(({ public: key }, i) => (i === 1 ? publicKey : hex(key)));
    this.ctx = fair.context({
      game: fair.fromHex(d.game, 16), rules: fair.fromHex(d.rules, 32),
      params: fair.utf8(fair.canonical(d.params)), items: d.tiles,
      keys: d.keys.map((key) => fair.fromHex(key, 32)), level: 1, chain: 0, beacon: "",
    });
    d.ctx = hex(this.ctx);
    return this.commit(0);
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

  reveal(seat, secret = this.secrets[seat]) {
    return this.add("reveal", seat, { secret: hex(secret) });
  }

  forfeit(seat, end = { reason: "forfeited", scores: [0, 0] }) {
    return this.add("forfeit", 0, { seat }).add("end", 0, end);
  }

  record() {
    return rechain([this.opening, ...this.sources, ...this.rest]).toString();
  }

  /** The record with the server's signature of its last entry. */
  signed() {
    const lines = linesOf(Buffer.from(this.record()));
    const seq = lines.length - 1;
    const json = Buffer.from(lines[seq].slice(2, -1), "latin1");
    const message = fair.entryMessage("head", fair.fromHex(this.opening.d.game, 16), seq,
      fair.hash("castled/record/v1/event", json));
    const sig = hex(fair.sign(message, this.keys[0].secret));
    return bytesOf([...lines, `S ${fair.canonical({ by: 0, seq, sig })}\n`]);
  }
}

/** What `castled verify --json` says of each of the records. */
export function castledSays(list) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "castled-fair-"));
  const files = list.map((bytes, i) => {
    const file = path.join(folder, `${i}.record`);
    fs.writeFileSync(file, bytes);
    return file;
  });
  let out;
  try {
    const options = { encoding: "utf8", maxBuffer: 1 << 26 };
    out = execFileSync(CASTLED, ["verify", "--json", ...files], options);
  } catch (failure) {
    out = failure.stdout; // the status says that something is wrong
  }
  fs.rmSync(folder, { recursive: true });
  return out.trim().split("\n").map((line) => JSON.parse(line));
}

/** What tests/golden/doubt.py says of each of the records, a line a record. */
export function doubtSays(list) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "castled-doubt-"));
  const files = list.map((bytes, i) => path.join(folder, String(i)));
  files.forEach((file, i) => fs.writeFileSync(file, list[i]));
  const program = path.join(ROOT, "tests/golden/doubt.py");
  const { stdout } = spawnSync("python3", [program, ...files], { encoding: "utf8" });
  fs.rmSync(folder, { recursive: true });
  return stdout.trim().split("\n");
}

/** Makes the items the localStorage of whoever plays now. @param {Map<string, string>} items */
export function useStore(items) {
  globalThis.localStorage = {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, text) => items.set(key, String(text)),
    removeItem: (key) => items.delete(key),
    key: (index) => [...items.keys()][index],
    get length() { return items.size; },
  };
}
