/**
 * verify_form -- whether each entry of a record is one that there is: its type,
 * who may write it, what it says, where it stands (core/game/verify_form.c). What
 * is of the seal sealing.js looks at. No DOM.
 */

import { Fault, isNumber, isObject } from "./record.js";

const isText = (value) => typeof value === "string";
const isInteger = (value) => Number.isSafeInteger(value);
const isFlag = (value) => typeof value === "boolean";
const isListOf = (is) => (value) => Array.isArray(value) && value.every(is);

// By type: whether a seat says it, and its members; a list of lists where there are
// several forms; null: of the seal, or a script.
const FORMS = new Map(Object.entries({
  source: null, commit: null, lock: null, agree: null, reveal: null, forfeit: null,
  roll: [false, { k: isInteger, label: isText, sides: isInteger, value: isInteger }],
  draw: [false, { label: isText, tiles: isListOf(isText) }, { label: isText, hand: isInteger }],
  hand: [false, { items: isListOf(isText), seat: isInteger }],
  choice: [true, { choice: () => true, step: isText }],
  undo: [true, { to: isInteger }],
  resign: [true, {}], offer_draw: [true, {}], answer_draw: [true, { agrees: isFlag }],
  pause: [false, { ms: isInteger }], time_out: [false, { seat: isInteger }],
  end: [false, { reason: isText, scores: isListOf(isInteger) }],
}));
const OPENINGS = [
  [false, { level: isInteger, params: isObject, rules: isText, seed: isText, tiles: isListOf(isText) }],
  null, // sealing.js
];

/**
 * Throws a Fault at the first entry that is none. A record without scripts is of
 * another kind, of which no more is known than its chain.
 * @param {import("./record.js").Record} record
 * @param {number} level
 */
export function checkForm({ entries, keys }, level) {
  if (![0, 1].includes(level) || !entries.some(({ type }) => type === "source")) {
    return;
  }
  for (const [seq, entry] of entries.entries()) {
    const fault = findFault(entry, entries[seq - 1] ?? entry, keys, level);
    if (fault) {
      throw new Fault(fault, { entry: seq, type: entry.type, seat: entry.by });
    }
  }
}

function findFault(entry, before, keys, level) {
  const { seq, by, type, ts, d } = entry;
  const form = seq === 0 ? OPENINGS[level] : FORMS.get(type);
  if (form === undefined || (form === null && level === 0 && type !== "source")) {
    return "verify_bad_type";
  }
  if (before.type === "end" && seq > 0) {
    return "verify_bad_after_end";
  }
  if (type === "source" && before.type !== "source" && before.seq !== 0) {
    return "verify_bad_place";
  }
  if (ts < before.ts) {
    return "verify_bad_time";
  }
  if (form === null) {
    return null;
  }
  const [isBySeat, ...members] = form;
  if (!isNumber(by, isBySeat ? 1 : 0, isBySeat ? (level === 0 ? 255 : keys.length - 1) : 0)) {
    return "verify_bad_writer";
  }
  return members.some((one) => isSaid(one, d)) ? null : "verify_bad_members";
}

function isSaid(members, d) {
  const names = Object.keys(d);
  return names.length === Object.keys(members).length &&
    names.every((name) => Object.hasOwn(members, name) && members[name](d[name]));
}
