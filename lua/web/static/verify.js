/**
 * verify -- whether a record proves what it says, as far as a page can tell.
 *
 * The checks of core/game/verify.c, by the same names and in the same order:
 * chain, signatures, rules, seal, shuffle, choices, score, seen, not checked.
 * Whether choices were legal and the score is right needs the rules run: that
 * `castled verify` does, and here the answer is null. The first check that
 * fails ends the list, since what comes after it would be built on it. No DOM.
 */

import { checkSeen } from "./verify_seen.js";
import { checkShuffle } from "./verify_shuffle.js";
import * as fair from "./fair.js";
import { Fault, checkSignatures, compared, isNumber, readRecord, say, shown } from "./record.js";
import { checkRules, contextOf, hasContributed, isDone, masterOf, readSealing } from "./sealing.js";

const SEED_MAX = 128; // bytes of the seed of an open game

/**
 * @typedef {{key: string, values: Object<string, string | number>}} Sentence
 * @typedef {Sentence & {name: string, ok: boolean | null, compared: Sentence[]}} Check
 *   ok null: could not be checked here
 * @typedef {{good: boolean, checks: Check[], proquints: string | null}} Report
 * @typedef {{source: string | Uint8Array, seat: object | null, step: Function,
 *   record: import("./record.js").Record | null, level: number,
 *   sealing: import("./sealing.js").Sealing | null, master: Uint8Array | null}} Work
 */

/**
 * Verifies a record.
 * @param {string | Uint8Array} source its text, best as the bytes that came
 * @param {{seat?: object | null, step?: (done: number) => Promise<void>}} [options]
 *   `seat`: ours in that game, as seal.js keeps it; `step`: awaited often, with
 *   the part of the work that is done
 * @returns {Promise<Report>}
 */
export async function verify(source, { seat = null, step = async () => {} } = {}) {
  const work = { source, seat, step, record: null, level: -1, sealing: null, master: null };
  await fair.sodium();
  const report = { good: true, checks: [], proquints: null };
  for (const [name, check] of CHECKS) {
    // What we saw is compared with whatever can be read.
    if (!report.good && !(name === "seen" && work.seat && work.record)) {
      continue;
    }
    const result = { name, compared: [], ...await run(check, work) };
    report.checks.push(result);
    report.good &&= result.ok !== false;
  }
  if (work.sealing?.lock) {
    report.proquints = fair.proquints(work.sealing.lock);
  }
  await step(1);
  return report;
}

async function run(check, work) {
  try {
    return await check(work);
  } catch (failure) {
    if (!(failure instanceof Fault)) {
      throw failure;
    }
    return { ok: false, key: failure.key, values: failure.values };
  }
}

// The record ------------------------------------------------------------------

async function checkChain(work) {
  const record = await readRecord(work.source, (done) => work.step(0.3 * done));
  const { level } = record.entries[0].d;
  if (!isNumber(level, Number.MIN_SAFE_INTEGER)) {
    throw new Fault("verify_bad_level");
  }
  Object.assign(work, { record, level });
  return {
    ok: true,
    ...say("verify_chain", { count: record.entries.length }),
    compared: [compared("verify_chain_head", fair.toHex(record.entries.at(-1).hash))],
  };
}

async function checkSigned(work) {
  const seats = await checkSignatures(work.record, (done) => work.step(0.3 + 0.6 * done));
  const last = work.record.entries.length - 1;
  const newest = seats.get(0)?.newest ?? -1;
  const count = [...seats.values()].reduce((sum, seat) => sum + seat.count, 0);
  const list = [...seats].sort(([one], [other]) => one - other).map(([seat, known]) =>
    compared(seat === 0 ? "verify_signed_server" : "verify_signed_seat",
      shown(work.record.keys[seat]), { seat, ...known }));
  if (count === 0) {
    return { ok: null, ...say("verify_unsigned") };
  }
  if (newest < 0) {
    return { ok: null, ...say("verify_unsigned_server", { count }), compared: list };
  }
  if (newest < last) {
    return { ok: null, ...say("verify_unsigned_end", { count, newest, last }), compared: list };
  }
  return { ok: true, ...say("verify_signed", { count, last }), compared: list };
}

function checkSources(work) {
  const sources = work.record.entries.filter((entry) => entry.type === "source");
  if (sources.length === 0) {
    return { ok: null, ...say("verify_no_rules") };
  }
  const { count, hash } = checkRules(work.record);
  return {
    ok: true,
    ...say("verify_rules", { count }),
    compared: [
      compared("verify_rules_hash", shown(hash)),
      compared("verify_rules_files", sources.map((entry) => entry.d.path).join(" ")),
    ],
  };
}

// The seal --------------------------------------------------------------------

function checkSeal(work) {
  if (work.level === 0) {
    return checkSeed(work);
  }
  if (work.level !== 1) {
    return { ok: null, ...say("verify_other_level", { level: work.level }) };
  }
  const sealing = readSealing(work.record);
  const ctx = contextOf(work.record.entries[0].d);
  if (!ctx || !fair.isEqual(ctx, sealing.context)) {
    throw new Fault("seal_bad_context");
  }
  work.sealing = sealing;
  const list = compareSeal(sealing);
  if (sealing.forfeited > 0) {
    return { ...checkForfeit(work), compared: list };
  }
  if (!isDone(sealing)) {
    return { ok: null, ...say("verify_not_begun"), compared: list };
  }
  if (sealing.seats[0].secret) {
    work.master = masterOf(sealing);
  }
  const givers = sealing.seats.map((_, i) => i).filter((i) => i > 0 && hasContributed(sealing, i));
  const values = { seats: givers.join(", "), lock: fair.proquints(sealing.lock) };
  return givers.length === 0
    ? { ok: null, ...say("verify_server_only", values), compared: list }
    : { ok: true, ...say("verify_sealed", values), compared: list };
}

function compareSeal(sealing) {
  const list = [compared("verify_context", shown(sealing.context))];
  for (const [seat, { commitment, secret, text }] of sealing.seats.entries()) {
    const who = seat === 0 ? "server" : "seat";
    list.push(compared(`verify_${who}_committed`, commitment ? shown(commitment) : "–", { seat }));
    if (text !== "") {
      list.push(compared("verify_seat_typed", text, { seat }));
    }
    if (secret) {
      list.push(compared(`verify_${who}_revealed`, shown(secret), { seat }));
    }
  }
  if (sealing.lock) {
    list.push(compared("verify_lock", fair.toHex(sealing.lock)));
  }
  return list;
}

function checkSeed(work) {
  const { seed } = work.record.entries[0].d;
  if (typeof seed !== "string" || fair.utf8(seed).length > SEED_MAX) {
    throw new Fault("verify_bad_seed");
  }
  work.master = fair.seedOf(seed);
  return { ok: null, ...say("verify_open_seed", { seed }) };
}

/** A game that a silent seat ended before it began has nothing else in it. */
function checkForfeit({ record, sealing }) {
  const types = ["open", "source", "commit", "lock", "agree", "reveal", "forfeit", "end"];
  const other = record.entries.find((entry) => !types.includes(entry.type));
  if (other) {
    throw new Fault("seal_after_forfeit", { entry: other.seq });
  }
  const values = { seat: sealing.forfeited, lock: fair.proquints(sealing.lock) };
  return { ok: true, ...say("verify_forfeited", values) };
}

// What follows from the rules ---------------------------------------------------

/** Which choices were offered only the rules know: they do not run here. */
function checkChoices({ record, sealing }) {
  if (sealing?.forfeited > 0) {
    return { ok: true, ...say("verify_no_choices") };
  }
  const count = record.entries.filter((entry) => entry.type === "choice").length;
  return { ok: null, ...say("verify_choices", { count }) };
}

function checkScore({ record, sealing }) {
  const { type, d } = record.entries.at(-1);
  if (sealing?.forfeited > 0) {
    return checkForfeitedScore(record, sealing);
  }
  if (type !== "end") {
    return { ok: null, ...say("verify_no_end") };
  }
  return {
    ok: null,
    ...say("verify_score", { scores: Array.isArray(d.scores) ? d.scores.join(" : ") : "?" }),
    compared: [compared("verify_reason", d.reason ?? "?")],
  };
}

function checkForfeitedScore(record, sealing) {
  const ends = record.entries.filter((entry) => entry.type === "end");
  const { reason, scores } = ends[0]?.d ?? {};
  const isRight = ends.length === 1 && record.entries.at(-1) === ends[0] && reason === "forfeited" &&
    Array.isArray(scores) && scores.length === sealing.seats.length - 1 &&
    scores.every((score) => score === 0);
  if (!isRight) {
    throw new Fault("verify_bad_forfeit");
  }
  return { ok: true, ...say("verify_forfeited_score") };
}

/** What nobody can see in a record. */
function sayLimits({ level }) {
  return { ok: null, ...say(level === 0 ? "verify_limits_seed" : "verify_limits") };
}

const CHECKS = [
  ["chain", checkChain],
  ["signatures", checkSigned],
  ["rules", checkSources],
  ["seal", checkSeal],
  ["shuffle", checkShuffle],
  ["choices", checkChoices],
  ["score", checkScore],
  ["seen", checkSeen],
  ["not checked", sayLimits],
];
