/**
 * verify -- whether a record proves what it says, as far as a page can tell.
 *
 * The checks of core/game/verify.c, by the same names and in the same order:
 * chain, signatures, rules, scripts, seal, shuffle, choices, score, seen, not
 * checked. Whether choices were legal and the score is right needs the rules
 * run, and whether the rules are the known ones needs them from elsewhere: that
 * `castled verify` does, and here the answer is null. The first check that
 * fails ends the list, since what comes after it would be built on it. No DOM.
 */

import { checkForm } from "./verify_form.js";
import { checkSeen } from "./verify_seen.js";
import { checkShuffle } from "./verify_shuffle.js";
import * as fair from "./fair.js";
import { Fault, checkSignatures, compared, isNumber, readRecord, say, shown } from "./record.js";
import {
  checkRules, contextOf, hasContributed, isDone, isPlayers, masterOf, readSealing, silentSeats,
} from "./sealing.js";

const SEED_MAX = 128; // bytes of the seed of an open game
const DONE_BY_SEATS = new Set(["choice", "undo", "resign", "offer_draw", "answer_draw"]);

/**
 * @typedef {{key: string, values: Object<string, string | number>}} Sentence
 * @typedef {Sentence & {name: string, ok: boolean | null, lacks?: boolean,
 *   reserve?: string, compared: Sentence[]}} Check ok null: could not be checked here;
 *   `lacks`: because the record does not have it, though one of its kind should;
 *   `reserve`: what none of its kind has, as the key of the verdict that says so
 * @typedef {{good: boolean, whole: boolean, reserve: string | null, checks: Check[],
 *   proquints: string | null}} Report `good`: nothing is wrong; `whole`: and no check
 *   lacks anything; `reserve`: the key of the sentence for that, when it has a "but"
 * @typedef {{source: string | Uint8Array, seat: object | null, step: Function,
 *   record: import("./record.js").Record | null, level: number,
 *   sealing: import("./sealing.js").Sealing | null, master: Uint8Array | null,
 *   signed: Map<number, {newest: number, later: number}> | null}} Work
 *   `signed`: by players' seats, the newest entry that it signed, or -1, and how many
 *   choices of a game that is over are behind that
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
  const work = { source, seat, step, record: null, level: -1, sealing: null, master: null, signed: null };
  await fair.sodium();
  const report = { good: true, whole: true, reserve: null, checks: [], proquints: null };
  for (const [name, check] of CHECKS) {
    // What we saw is compared with whatever can be read.
    if (!report.good && !(name === "seen" && work.seat && work.record)) {
      continue;
    }
    const said = await run(check, work);
    if (said) {
      report.checks.push({ name, compared: [], ...said });
      report.good &&= said.ok !== false;
      report.whole &&= said.ok !== false && !said.lacks;
      report.reserve ??= said.reserve ?? null;
    }
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

async function checkChain(work) {
  const bytes = typeof work.source === "string" ? fair.utf8(work.source) : work.source;
  // A file that is cut off is a record up to its last whole line.
  const size = bytes.lastIndexOf(10) + 1 || bytes.length;
  const record = await readRecord(bytes.subarray(0, size), (done) => work.step(0.3 * done));
  const { level } = record.entries[0].d;
  if (!isNumber(level, Number.MIN_SAFE_INTEGER)) {
    throw new Fault("verify_bad_level");
  }
  Object.assign(work, { record, level });
  checkForm(record, level);
  const isWhole = size === bytes.length;
  return {
    ok: isWhole || null,
    lacks: !isWhole,
    ...say(isWhole ? "verify_chain" : "verify_chain_cut", { count: record.entries.length }),
    compared: [compared("verify_chain_head", fair.toHex(record.entries.at(-1).hash))],
  };
}

async function checkSigned(work) {
  const seats = await checkSignatures(work.record, (done) => work.step(0.3 + 0.6 * done));
  work.signed = findLater(work.record, seats);
  const isSigned = work.record.entries[0].d.params?.signed === true;
  const last = work.record.entries.length - 1;
  const newest = seats.get(0)?.newest ?? -1;
  const count = [...seats.values()].reduce((sum, seat) => sum + seat.count, 0);
  const list = [...seats].sort(([one], [other]) => one - other).map(([seat, known]) =>
    compared(seat === 0 ? "verify_signed_server" : "verify_signed_seat",
      shown(work.record.keys[seat]), { seat, ...known }));
  const lacks = work.level !== 0; // an open game is never signed
  if (count === 0) {
    return { ok: null, lacks, ...say("verify_unsigned") };
  }
  if (newest < 0) {
    return { ok: null, lacks, ...say("verify_unsigned_server", { count }), compared: list };
  }
  if (newest < last) {
    return { ok: null, lacks, ...say("verify_unsigned_end", { count, newest, last }), compared: list };
  }
  return { ...askPlayers(work.signed, isSigned, { count, last }), compared: list };
}

const hasEnd = (record) => record.entries.at(-1).type === "end";

/** How far players have signed a game, and what they did behind that once it is over. */
function findLater({ entries, keys }, seats) {
  const isOver = hasEnd({ entries });
  const count = (seat, from) => entries.slice(from)
    .filter(({ by, type }) => by === seat && DONE_BY_SEATS.has(type)).length;
  const players = keys.map((_, seat) => seat)
    .filter((seat) => seat > 0 && !fair.isEqual(keys[seat], keys[0]));
  return new Map(players.map((seat) => {
    const newest = seats.get(seat)?.newest ?? -1;
    return [seat, { newest, later: isOver ? count(seat, newest + 1) : 0 }];
  }));
}

/** Whether the players of a game that is over have signed all that they did. At one
 * table, where nobody is to, nobody has: the machine that it was played on has the
 * keys of all. */
function askPlayers(signed, isSigned, values) {
  const later = [...signed].filter(([, own]) => own.later > 0);
  if (later.length === 0) {
    return { ok: true, ...say("verify_signed", values) };
  }
  if (!isSigned && [...signed.values()].every(({ newest }) => newest < 0)) {
    return { ok: null, reserve: "verify_but_unsigned", ...say("verify_signed_by_none", values) };
  }
  const list = later.map(([seat, own]) => `${seat}: ${own.newest < 0 ? "–" : own.newest} (${own.later})`);
  return { ok: null, lacks: true, ...say("verify_signed_partly", { ...values, list: list.join(", ") }) };
}

const sourcesOf = (record) => record.entries.filter((entry) => entry.type === "source");

/** What checkRules says; null when the record is cut off among its scripts. */
function readRules(record) {
  try {
    return checkRules(record);
  } catch (failure) {
    if (failure instanceof Fault && record.entries.at(-1).type === "source") {
      return null;
    }
    throw failure;
  }
}

function checkSources(work) {
  const sources = sourcesOf(work.record);
  if (sources.length === 0) {
    return { ok: null, lacks: true, ...say("verify_no_rules") };
  }
  const read = readRules(work.record);
  if (!read) {
    return { ok: null, lacks: true, ...say("verify_rules_cut") };
  }
  const { count, hash } = read;
  return {
    ok: true,
    ...say("verify_rules", { count }),
    compared: [
      compared("verify_rules_hash", shown(hash)),
      compared("verify_rules_files", sources.map((entry) => entry.d.path).join(" ")),
    ],
  };
}

/** There is nothing here to compare them with but what the server shows. */
function checkScripts({ record }) {
  return sourcesOf(record).length === 0 ? null : { ok: null, ...say("verify_scripts") };
}

function checkSeal(work) {
  if (work.level === 0) {
    return checkSeed(work);
  }
  if (work.level !== 1) {
    return { ok: null, lacks: true, ...say("verify_other_level", { level: work.level }) };
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
    return { ok: null, lacks: true, ...say("verify_not_begun"), compared: list };
  }
  if (sealing.seats[0].secret) {
    work.master = masterOf(sealing);
  }
  return { ...saySealed(sealing), compared: list };
}

function saySealed(sealing) {
  const players = sealing.seats.map((_, i) => i).filter((i) => isPlayers(sealing, i));
  const givers = players.filter((i) => hasContributed(sealing, i));
  const others = players.filter((i) => !givers.includes(i)).join(", ");
  const values = { seats: givers.join(", "), others, lock: fair.proquints(sealing.lock) };
  if (givers.length === 0) {
    const part = players.length > 0 ? { lacks: true } : { reserve: "verify_but_bots" };
    return { ok: null, ...part, ...say("verify_server_only", values) };
  }
  return { ok: true, ...say(others === "" ? "verify_sealed" : "verify_sealed_partly", values) };
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
  return { ok: null, reserve: "verify_but_open", ...say("verify_open_seed", { seed }) };
}

/** A game that a silent seat ended before it began has nothing else in it. That it was
 * silent only the server says: what a seat did not say stands nowhere. */
function checkForfeit({ record, sealing }) {
  const types = ["open", "source", "commit", "lock", "agree", "reveal", "forfeit", "end"];
  const other = record.entries.find((entry) => !types.includes(entry.type));
  if (other) {
    throw new Fault("seal_after_forfeit", { entry: other.seq });
  }
  const silent = silentSeats(sealing);
  const lock = fair.proquints(sealing.lock);
  const values = { seat: sealing.forfeited, seats: silent.join(", "), lock };
  return { ok: null, lacks: true, ...say(silent.length > 1 ? "verify_forfeited_by_all" : "verify_forfeited", values) };
}

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
  if (type !== "end") {
    return { ok: null, lacks: true, ...say("verify_no_end") };
  }
  if (sealing?.forfeited > 0) {
    return checkForfeitedScore(record, sealing);
  }
  if (!Array.isArray(d.scores) || d.scores.length === 0) {
    return { ok: null, lacks: true, ...say("verify_no_scores") };
  }
  return {
    ok: null,
    ...say("verify_score", { scores: d.scores.join(" : ") }),
    compared: [compared("verify_reason", d.reason ?? "?")],
  };
}

function checkForfeitedScore(record, sealing) {
  const ends = record.entries.filter((entry) => entry.type === "end");
  const { reason, scores, ...more } = ends[0]?.d ?? {};
  const isRight = ends.length === 1 && record.entries.at(-1) === ends[0] && ends[0].by === 0 &&
    reason === "forfeited" && Object.keys(more).length === 0 &&
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
  ["scripts", checkScripts],
  ["seal", checkSeal],
  ["shuffle", checkShuffle],
  ["choices", checkChoices],
  ["score", checkScore],
  ["seen", checkSeen],
  ["not checked", sayLimits],
];
