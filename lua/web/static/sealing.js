/**
 * sealing -- how the order of a record's game was sealed.
 *
 * Reads commitments, lock, agreements and secrets as core/game/sealing.c does,
 * and computes again what the opening binds the game to. Whoever plays looks
 * with it before signing (seal.js), whoever verifies afterwards (verify.js). No
 * DOM.
 */

import * as fair from "./fair.js";
import { Fault, isNumber, isObject } from "./record.js";

const SEATS_MAX = 6; // the daemon and five players
const YEAR_MS = 366 * 24 * 60 * 60 * 1000;

/**
 * @typedef {{key: Uint8Array, commitment: Uint8Array | null, agreed: boolean,
 *   secret: Uint8Array | null, text: string}} SealedSeat
 * @typedef {{context: Uint8Array, lock: Uint8Array | null, forfeited: number,
 *   game: Uint8Array, seats: SealedSeat[]}} Sealing `forfeited`: the seat that
 *   ended it by silence; 0: none
 */

/**
 * Reads how far a game is sealed. Throws a Fault that names the entry where
 * something comes too early, twice, or does not fit.
 * @param {import("./record.js").Record} record
 * @returns {Sealing}
 */
export function readSealing(record) {
  const sealing = { context: null, lock: null, forfeited: 0, game: record.game, seats: [] };
  for (const entry of record.entries) {
    const read = readers.get(entry.type) ?? readOther;
    const fault = findMore(entry) ?? read(sealing, entry);
    if (fault) {
      throw new Fault(fault, { entry: entry.seq, seat: entry.by });
    }
  }
  return sealing;
}

/** Whether it is locked and all who committed have revealed. */
export function isDone(sealing) {
  return allAgreed(sealing) &&
    sealing.seats.every((seat, i) => i === 0 || !seat.commitment || seat.secret);
}

/** The master seed; it must be done, and the daemon's secret revealed. */
export function masterOf(sealing) {
  return fair.master(sealing.context, shares(sealing, "secret"));
}

/** How much of what a seat said after the lock the server took, by the stage that it
 * was said at; done: all, and that of all others. */
export const TAKEN = { agree: 1, reveal: 2, done: 3 };

/**
 * What the record's forfeit says of our seat that is not so, since the server took
 * what we said: the key of a sentence; null: nothing.
 * @param {import("./seal.js").Seat} seat
 * @param {Sealing} sealing
 */
export function findLie({ seat, taken = 0 }, sealing) {
  if (sealing.forfeited === 0) {
    return null;
  }
  const own = sealing.seats[seat];
  if (taken >= TAKEN.done) {
    return "seen_sealed";
  }
  if (taken >= TAKEN.agree && !own?.agreed) {
    return "seen_agreement_taken";
  }
  return taken >= TAKEN.reveal && !own?.secret ? "seen_secret_taken" : null;
}

/**
 * The seats that were silent about the same, in the end, as the one that
 * forfeited.
 */
export function silentSeats(sealing) {
  const { agreed } = sealing.seats[sealing.forfeited];
  return sealing.seats.map((_, i) => i).filter((i) => i > 0 && sealing.seats[i].commitment &&
    !sealing.seats[i].secret && sealing.seats[i].agreed === agreed);
}

/** Whether a seat is a player's, and not of a bot of the server's. */
export function isPlayers(sealing, seat) {
  return seat > 0 && !fair.isEqual(sealing.seats[seat].key, sealing.seats[0].key);
}

/** Whether that seat's player put something into the shuffle, not the daemon for it. */
export function hasContributed(sealing, seat) {
  return sealing.seats[seat].commitment !== null && isPlayers(sealing, seat);
}

/**
 * The context of a game with this opening; null when the opening lacks
 * something or names a beacon, which nobody has.
 * @param {object} d of the first entry
 */
export function contextOf(d) {
  const setup = {
    game: fair.fromHex(d.game, 16), rules: fair.fromHex(d.rules, 32),
    params: d.params === undefined ? null : fair.utf8(fair.canonical(d.params)),
    items: d.tiles,
    keys: Array.isArray(d.keys) ? d.keys.map((key) => fair.fromHex(key, 32)) : null,
    level: 1, chain: 0, beacon: "",
  };
  const isWhole = d.beacon === "" && d.chain === 0 && !Object.values(setup).includes(null) &&
    !setup.keys.includes(null) && Array.isArray(d.tiles) &&
    d.tiles.every((item) => typeof item === "string");
  return isWhole ? fair.context(setup) : null;
}

/**
 * Compares the scripts in the record with the hash in its opening.
 * @param {import("./record.js").Record} record
 * @returns {{count: number, hash: Uint8Array}} throws a Fault when they differ
 */
export function checkRules(record) {
  const sources = record.entries.filter((entry) => entry.type === "source").map((entry) => entry.d);
  const { rules, params } = record.entries[0].d;
  const isText = (part) => typeof part === "string";
  const isRead = sources.every((d) => Object.keys(d).length === 3 &&
    [d.path, d.text, d.module].every(isText));
  const hash = isRead ? fair.rulesHash(sources) : null;
  const hasGame = isObject(params) && sources.some((source) => source.module === `${params.game}.game`);
  if (!hash || !hasGame || fair.toHex(hash) !== rules) {
    throw new Fault("seal_bad_rules");
  }
  return { count: sources.length, hash };
}

// What entries of a sealing, and scripts, may say.
const FORMS = new Map(Object.entries({
  open: ["beacon", "chain", "ctx", "game", "keys", "level", "params", "rules", "tiles"],
  source: ["module", "path", "text"], commit: ["c"], lock: ["lock", "seats"], agree: ["sig"],
  reveal: ["secret", "text"], forfeit: ["seat"],
}));

/** Whether an entry says more than it may: nobody would look at that. */
function findMore({ type, d }) {
  const form = FORMS.get(type);
  return form && Object.keys(d).some((key) => !form.includes(key)) ? "seal_bad_more" : null;
}

function shares(sealing, member) {
  return sealing.seats.map((seat, i) => [i, seat[member]]).filter(([, bytes]) => bytes !== null);
}

function allAgreed(sealing) {
  return sealing.lock !== null &&
    sealing.seats.every((seat, i) => i === 0 || !seat.commitment || seat.agreed);
}

/** What a seat is silent about after the lock; null: nothing. */
function owes(sealing, seat) {
  const of = sealing.seats[seat];
  if (seat === 0 || sealing.lock === null || !of.commitment || sealing.forfeited > 0) {
    return null;
  }
  if (!of.agreed) {
    return "lock";
  }
  return allAgreed(sealing) && !of.secret ? "secret" : null;
}

function isClock(clock) {
  if (clock === undefined) {
    return true;
  }
  if (!isObject(clock)) {
    return false;
  }
  const count = Object.keys(clock).length;
  return clock.choice_ms !== undefined
    ? count === 1 && isNumber(clock.choice_ms, 1, YEAR_MS)
    : count === 2 && isNumber(clock.game_ms, 1, YEAR_MS) && isNumber(clock.increment_ms, 0, YEAR_MS);
}

function readOpen(sealing, { d }) {
  const keys = Array.isArray(d.keys) ? d.keys.map((key) => fair.fromHex(key, 32)) : [];
  sealing.context = fair.fromHex(d.ctx, 32);
  const isRead = d.level === 1 && keys.length >= 1 && keys.length <= SEATS_MAX && !keys.includes(null) &&
    sealing.context !== null && sealing.game !== null &&
    isObject(d.params) && isClock(d.params.clock);
  sealing.seats = keys.map((key) => ({ key, commitment: null, agreed: false, secret: null, text: "" }));
  if (!isRead) {
    return "seal_bad_open";
  }
  checkKeys(keys);
  return null;
}

/**
 * Throws a Fault for a key that is none, and for one that two players have: an
 * agreement says whose it is by its key only. The server's bots have the server's.
 */
function checkKeys(keys) {
  for (const [seat, key] of keys.entries()) {
    if (!fair.isKey(key)) {
      throw new Fault("seal_bad_key", { seat });
    }
    const other = keys.findIndex((one) => fair.isEqual(one, key));
    if (other > 0 && other < seat) {
      throw new Fault("seal_equal_keys", { seat, other });
    }
  }
}

function readCommit(sealing, { by, d }) {
  const commitment = fair.fromHex(d.c, 32);
  const seat = sealing.seats[by];
  if (!seat || !commitment) {
    return "seal_bad_entry";
  }
  if (sealing.lock !== null) {
    return "seal_commit_late";
  }
  if (seat.commitment) {
    return "seal_commit_twice";
  }
  if (by > 0 && !sealing.seats[0].commitment) {
    return "seal_commit_early";
  }
  seat.commitment = commitment;
  return null;
}

function readLock(sealing, { by, d }) {
  if (by !== 0 || sealing.lock !== null || !sealing.seats[0].commitment) {
    return "seal_bad_entry";
  }
  const listed = shares(sealing, "commitment");
  sealing.lock = fair.lock(sealing.context, listed);
  const isSame = Array.isArray(d.seats) && d.seats.length === listed.length &&
    listed.every(([seat], i) => d.seats[i] === seat) && d.lock === fair.toHex(sealing.lock);
  return isSame ? null : "seal_bad_lock";
}

function readAgree(sealing, { by, d }) {
  const seat = sealing.seats[by];
  const signature = fair.fromHex(d.sig, 64);
  if (sealing.lock === null) {
    return "seal_agree_early";
  }
  if (sealing.forfeited > 0) {
    return "seal_after_forfeit";
  }
  if (!seat || by === 0 || !seat.commitment || seat.agreed || !signature) {
    return "seal_bad_entry";
  }
  if (!fair.isSigned(signature, fair.agreeMessage(sealing.lock), seat.key)) {
    return "seal_bad_agree";
  }
  seat.agreed = true;
  return null;
}

function readReveal(sealing, { by, d }) {
  const seat = sealing.seats[by];
  const secret = fair.fromHex(d.secret, 32);
  const text = typeof d.text === "string" ? d.text : "";
  if (sealing.forfeited > 0) {
    return "seal_after_forfeit";
  }
  if (!secret) {
    return "seal_bad_entry";
  }
  if (!seat || !allAgreed(sealing)) {
    return "seal_reveal_early";
  }
  if (!seat.commitment || seat.secret) {
    return "seal_bad_entry";
  }
  if (!fair.isEqual(fair.commitment(sealing.context, by, secret), seat.commitment)) {
    return "seal_bad_secret";
  }
  if (text !== "" && !fair.isEqual(fair.typedSecret(text), secret)) {
    return "seal_bad_text";
  }
  Object.assign(seat, { secret, text });
  return null;
}

function readForfeit(sealing, { by, d }) {
  const isOwed = by === 0 && isNumber(d.seat, 1, sealing.seats.length - 1) && owes(sealing, d.seat);
  if (!isOwed) {
    return "seal_bad_forfeit";
  }
  sealing.forfeited = d.seat;
  return null;
}

function readChance(sealing, entry) {
  if (sealing.forfeited > 0) {
    return "seal_after_forfeit";
  }
  if (!isDone(sealing)) {
    return "seal_draw_early";
  }
  return sealing.seats[0].secret ? "seal_draw_late" : null;
}

function readOther(sealing, { type }) {
  return sealing.forfeited > 0 && type !== "end" ? "seal_after_forfeit" : null;
}

const readers = new Map(Object.entries({
  open: readOpen, commit: readCommit, lock: readLock, agree: readAgree,
  reveal: readReveal, forfeit: readForfeit, draw: readChance, roll: readChance,
}));
