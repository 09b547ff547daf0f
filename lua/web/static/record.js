/**
 * record -- reading a game's record: lines, chain, signatures.
 *
 * What core/fair/record.c refuses is refused here: every line is canonical
 * JSON, every entry names the hash of the one before it, every signature is by
 * the key that the opening has. What the entries mean others know (sealing.js,
 * verify.js). No DOM.
 */

import * as fair from "./fair.js";

const RECORD_SIZE_MAX = 16 << 20;
const LINE_SIZE_MAX = 1 << 20;
const SEAT_MAX = 255;

/** Something is wrong; `key` is that of a sentence in the words. */
export class Fault extends Error {
  /**
   * @param {string} key
   * @param {Object<string, string | number>} [values] what the sentence names
   */
  constructor(key, values = {}) {
    super(`${key} ${JSON.stringify(values)}`);
    this.key = key;
    this.values = values;
  }
}

/**
 * @typedef {{seq: number, by: number, type: string, ts: number, d: object,
 *   hash: Uint8Array}} Entry
 * @typedef {{by: number, seq: number, line: number, bytes: Uint8Array}} Signature
 * @typedef {{entries: Entry[], signatures: Signature[], game: Uint8Array | null,
 *   keys: Uint8Array[]}} Record signatures are not yet checked
 */

/**
 * Reads a record; throws a Fault that names the line.
 * @param {string | Uint8Array} source
 * @param {(done: number) => Promise<void>} [step] awaited at each line, with
 *   the part of the work that is done
 * @returns {Promise<Record>}
 */
export async function readRecord(source, step = async () => {}) {
  const bytes = typeof source === "string" ? fair.utf8(source) : source;
  if (bytes.length > RECORD_SIZE_MAX) {
    throw new Fault("verify_bad_size");
  }
  const record = { entries: [], signatures: [], game: null, keys: [] };
  for (let at = 0, line = 1; at < bytes.length; line++) {
    const end = bytes.indexOf(10, at);
    if (end < 0) {
      throw new Fault("verify_bad_cut", { line });
    }
    takeLine(record, bytes.subarray(at, end), line);
    at = end + 1;
    await step(at / bytes.length);
  }
  if (record.entries.length === 0) {
    throw new Fault("verify_bad_empty");
  }
  return record;
}

function takeLine(record, bytes, line) {
  const letter = bytes[0];
  const json = bytes.subarray(2);
  if (bytes.at(-1) === 13) {
    throw new Fault("verify_bad_crlf", { line });
  }
  if (bytes[1] !== 32 || (letter !== 69 && letter !== 83)) {
    throw new Fault("verify_bad_line", { line });
  }
  const value = parse(json, line);
  if (letter === 69) {
    takeEntry(record, value, json, line);
  } else {
    takeSignature(record, value, line);
  }
}

function parse(json, line) {
  try {
    if (json.length > LINE_SIZE_MAX) {
      throw new RangeError("too long");
    }
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(json);
    const value = JSON.parse(text);
    if (fair.canonical(value) === text && isObject(value)) {
      return value;
    }
  } catch { /* said below */ }
  throw new Fault("verify_bad_line", { line });
}

/** Whether a value is an object with members. */
export function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a value is an integer from `first` to `last`. */
export function isNumber(value, first, last = Number.MAX_SAFE_INTEGER) {
  return Number.isSafeInteger(value) && value >= first && value <= last;
}

function takeEntry(record, value, json, line) {
  const { by, d, prev, seq, t, ts } = value;
  const isRead = Object.keys(value).length === 6 && isNumber(by, 0, SEAT_MAX) && isObject(d) &&
    fair.fromHex(prev, 32) !== null && isNumber(seq, 0) && isNumber(ts, 0) &&
    typeof t === "string" && /^[a-z_]{1,31}$/.test(t);
  if (!isRead) {
    throw new Fault("verify_bad_line", { line });
  }
  const next = record.entries.length;
  if (seq !== next) {
    throw new Fault("verify_bad_number", { line, entry: seq, next });
  }
  const head = next === 0 ? "0".repeat(64) : fair.toHex(record.entries[next - 1].hash);
  if (prev !== head) {
    const values = { line, entry: seq, is: shown(prev), wanted: shown(head) };
    throw new Fault("verify_bad_chain", values);
  }
  if ((t === "open") !== (next === 0) || (next === 0 && by !== 0)) {
    throw new Fault("verify_bad_start", { line });
  }
  if (next === 0) {
    readOpening(record, d, line);
  }
  record.entries.push({ seq, by, type: t, ts, d, hash: fair.hash("castled/record/v1/event", json) });
}

/** What signatures are checked with; a record without is one without checked ones. */
function readOpening(record, d, line) {
  const keys = d.keys === undefined ? [] : d.keys;
  record.game = fair.fromHex(d.game, 16);
  record.keys = Array.isArray(keys) ? keys.map((key) => fair.fromHex(key, 32)) : [null];
  const isRead = (d.game === undefined || record.game !== null) && record.keys.length <= SEAT_MAX + 1 &&
    !record.keys.includes(null);
  if (!isRead) {
    throw new Fault("verify_bad_line", { line });
  }
}

function takeSignature(record, value, line) {
  const { by, seq } = value;
  const bytes = fair.fromHex(value.sig, 64);
  const isRead = Object.keys(value).length === 3 && isNumber(by, 0, SEAT_MAX) &&
    isNumber(seq, 0) && bytes !== null;
  if (!isRead) {
    throw new Fault("verify_bad_line", { line });
  }
  const hasKey = record.keys.length === 0 || by < record.keys.length;
  if (seq >= record.entries.length || !hasKey) {
    throw new Fault("verify_bad_signature", { line, entry: seq, seat: by });
  }
  record.signatures.push({ by, seq, line, bytes });
}

/**
 * Checks all signatures; throws a Fault at one that is not good.
 * @param {Record} record
 * @param {(done: number) => Promise<void>} [step] as above
 * @returns {Promise<Map<number, {count: number, newest: number}>>} by seat: how
 *   many are good, and the newest entry that one is of
 */
export async function checkSignatures(record, step = async () => {}) {
  const seats = new Map();
  if (record.game === null || record.keys.length === 0) {
    return seats;
  }
  for (const [i, { by, seq, line, bytes }] of record.signatures.entries()) {
    const role = by === 0 ? "head" : "ack";
    const message = fair.entryMessage(role, record.game, seq, record.entries[seq].hash);
    if (!fair.isSigned(bytes, message, record.keys[by])) {
      throw new Fault("verify_bad_signed", { line, entry: seq, seat: by });
    }
    const known = seats.get(by) ?? { count: 0, newest: -1 };
    seats.set(by, { count: known.count + 1, newest: Math.max(known.newest, seq) });
    await step((i + 1) / record.signatures.length);
  }
  return seats;
}

/**
 * A sentence: its key in the words, and what it names.
 * @param {string} key
 * @param {Object<string, string | number>} [values]
 */
export function say(key, values = {}) {
  return { key, values };
}

/**
 * Something that was compared: what it is, as a sentence, and its value.
 * @param {string} key
 * @param {string | number} value
 * @param {Object<string, string | number>} [values]
 */
export function compared(key, value, values = {}) {
  return { key, values, value: String(value) };
}

/** A hash as it is shown: its beginning and end. @param {string | Uint8Array} hash in hex, or bytes */
export function shown(hash) {
  const hex = typeof hash === "string" ? hash : fair.toHex(hash);
  return `${hex.slice(0, 8)}…${hex.slice(-8)}`;
}
