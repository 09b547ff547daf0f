/**
 * verify_seen -- whether a record is that of the game that was played here.
 *
 * A record can be good in itself and be of another game. What the seat kept
 * says which it must be (core/net/connect_witness.c): that its order was to be
 * sealed, who the server was, our key, what we committed and agreed to, and the
 * newest head that the server signed. An open order has no such marks. No DOM.
 */

import * as fair from "./fair.js";
import { Fault, compared, say, shown } from "./record.js";
import { findLie, readSealing } from "./sealing.js";

/**
 * The check "seen".
 * @param {import("./verify.js").Work} work
 * @returns {Partial<import("./verify.js").Check>}
 */
export function checkSeen({ record, level, sealing, seat, signed }) {
  if (!seat) {
    return { ok: null, ...say("verify_no_seat") };
  }
  if (level < seat.level) {
    throw new Fault("seen_unsealed");
  }
  if (level === 0) {
    return { ok: null, ...say("verify_seen_open") };
  }
  const read = sealing ?? tryToRead(record);
  const fault = read ? findFault(seat, read) : "seen_unreadable";
  if (fault) {
    throw new Fault(fault);
  }
  const said = askHead(record, read, seat);
  return { ...findDenied(seat, read) ?? askSigned(signed, seat) ?? said, compared: compare(record, seat) };
}

/** What our seat did behind its newest signature, or that a signature of ours at the
 * end is gone; null: neither. Nothing that the record says is wrong by that, so it
 * is a lack. */
function askSigned(signed, { seat, head, signed: kept = -1 }) {
  const own = signed?.get(seat);
  if (!head || !own || (own.later === 0 && own.newest >= kept)) {
    return null;
  }
  return own.newest < kept
    ? { ok: null, lacks: true, ...say("verify_seen_gone", { entry: kept }) }
    : { ok: null, lacks: true, ...say("verify_seen_unsigned", { count: own.later }) };
}

/** How it was sealed, when the check before this one did not get there; or null. */
function tryToRead(record) {
  try {
    return readSealing(record);
  } catch {
    return null;
  }
}

/** What is wrong with the opening or the lock, for our seat; null: nothing. */
function findFault(seat, sealing) {
  const own = seat.seat > 0 ? sealing.seats[seat.seat] : undefined;
  const isOther = seat.daemon && (seat.gameId !== fair.toHex(sealing.game) ||
    seat.daemon !== fair.toHex(sealing.seats[0].key));
  if (isOther) {
    return "seen_other_game";
  }
  if (!own || fair.toHex(own.key) !== seat.public) {
    return "seen_other_key";
  }
  const lie = findLie(seat, sealing);
  if (lie || !seat.attempt) {
    return lie;
  }
  if (seat.context !== fair.toHex(sealing.context)) {
    return "seen_other_opening";
  }
  const secret = fair.fromHex(seat.secret, 32);
  const isOurs = own.commitment &&
    fair.isEqual(own.commitment, fair.commitment(sealing.context, seat.seat, secret));
  if (!isOurs) {
    return "seen_other_commitment";
  }
  return findFaultInLock(seat, sealing, own);
}

function findFaultInLock(seat, sealing, own) {
  if (seat.lock && (!sealing.lock || seat.lock !== fair.toHex(sealing.lock))) {
    return "seen_other_lock";
  }
  if (!seat.lock && own.agreed) {
    return "seen_never_agreed";
  }
  // That may not have come there before the game was forfeited.
  if (seat.lock && !own.agreed && sealing.forfeited === 0) {
    return "seen_agreement_gone";
  }
  return null;
}

/** What we said, and the record's forfeit says that we did not: it may never have come
 * there, and nobody but the server knows. null: nothing. */
function findDenied(seat, sealing) {
  const own = sealing.seats[seat.seat];
  if (sealing.forfeited === 0 || !seat.lock || (own.agreed && (own.secret || !seat.revealed))) {
    return null;
  }
  const key = own.agreed ? "verify_seen_secret_denied" : "verify_seen_agreement_denied";
  return { ok: null, lacks: true, ...say(key) };
}

/** The newest head that the server went back behind and that is not in the record;
 * undefined: there is none. */
function newestGone(record, { gone = [] }) {
  const isIn = ({ entry, hash }) =>
    record.entries[entry] && fair.toHex(record.entries[entry].hash) === hash;
  const missed = gone.filter((head) => !isIn(head));
  return missed.find(({ entry }) => missed.every((other) => other.entry <= entry));
}

function askHead(record, sealing, seat) {
  const head = seat.head;
  const isNeeded = sealing.forfeited === 0 && (seat.lock || seat.over);
  if (!head && isNeeded) {
    throw new Fault("seen_no_head");
  }
  if (!head) {
    // Of a game that was forfeited before it began none is ever signed.
    return { ok: null, lacks: sealing.forfeited === 0, ...say("verify_no_head") };
  }
  const entry = record.entries[head.entry];
  if (!entry || fair.toHex(entry.hash) !== head.hash) {
    throw new Fault("seen_head_gone", { entry: head.entry });
  }
  const gone = newestGone(record, seat);
  if (gone) {
    return { ok: null, lacks: true, ...say("verify_seen_back", { entry: gone.entry }) };
  }
  const end = record.entries.findLastIndex((one) => one.type === "end");
  return seat.over && head.entry < end
    ? { ok: null, lacks: true, ...say("verify_seen_before_end", { entry: head.entry }) }
    : { ok: true, ...say("verify_seen", { entry: head.entry }) };
}

function compare(record, seat) {
  const list = [compared("verify_seen_key", shown(seat.public), { seat: seat.seat })];
  if (seat.attempt) {
    list.push(compared("verify_seen_secret", shown(seat.secret)));
  }
  if (seat.lock) {
    list.push(compared("verify_seen_lock", shown(seat.lock)));
  }
  if (seat.head) {
    list.push(compared("verify_seen_head", shown(seat.head.hash), { entry: seat.head.entry }));
  }
  const gone = newestGone(record, seat);
  if (gone) {
    list.push(compared("verify_seen_back_head", shown(gone.hash), { entry: gone.entry }));
  }
  return list;
}
