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
