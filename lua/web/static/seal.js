/**
 * seal -- the player's side of sealing, and the heads that the server signs.
 *
 * Commit, agree, reveal, as core/net/connect_seal.c: before each word the record
 * is looked at as far as the server has shown it, and nothing is said when it is
 * not as it must be. What the seat has to remember is kept (seats.js) before the
 * word is sent: so no secret serves twice, and no two locks are agreed to. Heads
 * as core/net/connect_head.c.
 */

import * as fair from "./fair.js";
import { Fault, checkSignatures, isNumber, readRecord } from "./record.js";
import { TAKEN, checkRules, contextOf, findLie, isDone, readSealing } from "./sealing.js";
import * as seats from "./seats.js";
import { nextPause, passes, reason } from "./wire.js";
import { word } from "./words.js";

const HEADS_MAX = 8; // that are remembered of a game
const GONE_MAX = 64; // of those that the server went back behind
const TEXT_MAX = 256; // bytes of what a player typed
const RECORD_MAX = 4 << 20; // of a game that is being sealed
const NO_METHOD = -32601;

/**
 * @typedef {{entry: number, hash: string, signature: string}} Head
 * @typedef {{seat: number, level: number, token: string, key: string, public: string,
 *   secret: string, text: string, over?: number, attempt?: number, context?: string,
 *   lock?: string | null, revealed?: boolean, taken?: number, gameId?: string, daemon?: string,
 *   head?: Head | null, heads?: Head[], signed?: number, gone?: Head[]}} Seat
 *   what is kept of a seat, bytes in hex; `key` is the secret key, `daemon` the
 *   public one that signs heads; no attempt: nothing was sealed yet; `taken`: how much of
 *   what we said after the lock the server took (TAKEN of sealing.js); `signed`: the
 *   entry that we signed when it was over; `gone`: heads that the server went back
 *   behind, each time with the one that came in their place
 * @typedef {(method: string, params: object) => Promise<object>} Request
 */

/**
 * What a player brings into a sealed game: a key pair, and a secret, made of what
 * the player typed or of the system's randomness.
 * @param {string} [contribution]
 * @returns {Promise<{key: string, public: string, secret: string, text: string}>}
 */
export async function keys(contribution = "") {
  await fair.sodium();
  const pair = fair.newKeys();
  const secret = contribution === "" ? fair.random(32) : fair.typedSecret(contribution);
  // What the server would refuse is not told: the secret made of it is as good.
  const isText = fair.utf8(contribution).length <= TEXT_MAX && !/\p{Surrogate}|\0/u.test(contribution);
  return {
    key: fair.toHex(pair.secret), public: fair.toHex(pair.public),
    secret: fair.toHex(secret), text: isText ? contribution : "",
  };
}

/**
 * The player's signature under the newest head, for game.choose; null while
 * there is none.
 * @param {Seat} seat
 * @returns {Promise<{entry: number, signature: string} | null>}
 */
export async function ack(seat) {
  if (!seat.head || !seat.daemon || !seat.key) {
    return null;
  }
  await fair.sodium();
  const { entry, hash } = seat.head;
  const message = fair.entryMessage("ack", fair.fromHex(seat.gameId, 16), entry, fair.fromHex(hash, 32));
  return { entry, signature: fair.toHex(fair.sign(message, fair.fromHex(seat.key, 64))) };
}

/**
 * Signs the newest head of a game that is over, once: no choice comes that could
 * bring the signature.
 * @param {Seat & {game: string}} seat
 * @param {Request} request
 */
async function signEnd(seat, request) {
  const newest = await ack(seat);
  if (!newest || seat.signed === newest.entry) {
    return;
  }
  try {
    await request("game.sign", { game: seat.game, seat: seat.seat, ...newest });
  } catch (failure) {
    if (failure.code === NO_METHOD) {
      return; // A server of before takes none at the end.
    }
    throw failure;
  }
  seats.change(seat.game, (kept) => { kept.signed = newest.entry; });
}

/**
 * Hears game.sealing, game.head or game.over of a game in which a seat is ours, or the head
 * in the answer to game.choose, and says what there is to say. To be called one
 * after the other.
 * @param {{method: string, params: object}} notification
 * @param {Seat & {game: string}} seat
 * @param {Request} request
 * @param {object} [connection] by which it came: an answer comes straight, and may be
 *   here before news that are older
 * @returns {Promise<{warning?: string, again?: {pause: number}}>} something is wrong
 *   with the server: a sentence for the player; `again`: a notification that is to be
 *   given back here after so many ms, since the server could not take something for now
 */
export async function told(notification, seat, request, connection) {
  const { method, params } = notification;
  const table = tableOf(seat.game);
  const isLate = notification.pause && table.again !== notification;
  if (isLate) {
    return {}; // It was told anew meanwhile, or goes on.
  }
  const isHead = method !== "game.sealing" && method !== "game.over";
  if (notification.pause || !isHead) {
    table.again = null;
  }
  try {
    await fair.sodium();
    if (method === "game.sealing") {
      await hearSealing(params, seat.game, request);
    } else if (method === "game.over") {
      await signEnd(seat, request);
    } else {
      await hearHead(notification, seat, request, connection);
    }
    return {};
  } catch (failure) {
    if (passes(failure)) {
      return table.again ? {} : putOff(notification, table, failure);
    }
    return {
      warning: failure instanceof Fault
        ? word(failure.key, failure.values)
        : word("seal_failed", { reason: reason(failure) }),
    };
  }
}

/** What is known of a game's sealing while the page is open, by game. */
const tables = new Map();

function tableOf(game) {
  if (!tables.has(game)) {
    tables.set(game, { lines: "", hasLooked: false, answeredBy: null, again: null });
  }
  return tables.get(game);
}

/** The same again, but for the lines that came with it: it is decided anew then. Of a
 * head, which was taken, only the look at the record; newer heads do not begin that anew. */
function putOff({ method, params, pause: before }, table, failure) {
  const { pause, isLong } = nextPause(before);
  const { game, stage, lock, proquints } = params;
  table.again = { method, params: { game, stage, lock, proquints }, pause };
  return isLong
    ? { again: table.again, warning: word("seal_failed", { reason: reason(failure) }) }
    : { again: table.again };
}

async function hearSealing(params, game, request) {
  const table = tableOf(game);
  const { record, lines = "" } = params;
  table.lines = typeof record === "string" ? record : table.lines + lines;
  table.hasLooked = true; // this is how it begins
  if (table.lines.length > RECORD_MAX) {
    throw new Fault("seal_too_long");
  }
  await doStage(params, game, request, true);
}

/** Does what a stage asks for. Where lines are missing the record is asked for. */
async function doStage(params, game, request, mayFetch) {
  const table = tableOf(game);
  const decide = stages.get(params.stage);
  if (!decide) {
    return; // of a protocol that is not ours
  }
  let record;
  try {
    record = await readRecord(table.lines);
    await checkSignatures(record);
  } catch (failure) {
    if (!mayFetch || !(failure instanceof Fault)) {
      throw failure;
    }
    table.lines = (await request("game.record", { game })).record;
    await doStage(params, game, request, false);
    return;
  }
  let words = null;
  const { seat, attempt } = seats.change(game, (kept) => { words = decide(record, kept, params); });
  if (params.stage === "done") {
    table.lines = "";
  }
  if (words) {
    await request(`game.${params.stage}`, { game, seat, ...words });
    seats.change(game, (kept) => {
      if (kept.attempt === attempt) {
        take(kept, TAKEN[params.stage] ?? 0);
      }
    });
  }
}

/** The server took what we said: it answered so, or showed it in the record. */
function take(seat, taken) {
  seat.taken = Math.max(seat.taken ?? 0, taken);
}

/** Takes what the record shows that we, and all others, have said. */
function takeShown(seat, sealing) {
  const own = sealing.seats[seat.seat];
  take(seat, isDone(sealing) ? TAKEN.done : own?.secret ? TAKEN.reveal : own?.agreed ? TAKEN.agree : 0);
}

/** Takes a head, though the record may not be had for now: no other may come. */
async function hearHead({ method, params }, seat, request, connection) {
  const takeIt = () => takeHead(params, seat.game, { isAnswer: method !== "game.head", connection });
  try {
    await lookBack(seat, request);
  } catch (failure) {
    if (passes(failure) && seat.daemon) {
      takeIt();
    }
    throw failure;
  }
  takeIt();
}

/** The game goes on, and how it was sealed was not seen: looks at the record, once. */
async function lookBack(seat, request) {
  const table = tableOf(seat.game);
  const wasThere = seat.attempt ? seat.revealed && seat.lock : seat.daemon;
  if (table.hasLooked || wasThere || !(seat.level > 0)) {
    return;
  }
  table.hasLooked = true;
  try {
    table.lines = (await request("game.record", { game: seat.game })).record;
  } catch (failure) {
    table.hasLooked = !passes(failure); // It is looked at again.
    throw failure;
  }
  await doStage({ stage: "done" }, seat.game, request, false);
}

/** Throws a Fault unless the opening is sound and our seat is in it. */
function checkOpening(record, sealing, seat) {
  const ctx = contextOf(record.entries[0].d);
  if (!ctx || !fair.isEqual(ctx, sealing.context)) {
    throw new Fault("seal_bad_context");
  }
  if (record.entries[0].d.params.signed !== true) {
    throw new Fault("seal_not_signed");
  }
  const own = seat.seat > 0 ? sealing.seats[seat.seat] : undefined;
  if (!own || fair.toHex(own.key) !== seat.public) {
    throw new Fault("seal_other_key");
  }
  if (!sealing.seats[0].commitment) {
    throw new Fault("seal_server_late");
  }
  checkRules(record);
}

/** A secret is for one context: what was revealed is known, and whoever opens a
 * game again could look for an order that suits. */
function takeContext(seat, sealing, attempt) {
  const context = fair.toHex(sealing.context);
  const last = seat.attempt ?? 0;
  if (last > 0 && seat.context === context) {
    return;
  }
  if (!isNumber(attempt, 1) || attempt <= last) {
    throw new Fault("seal_same_attempt");
  }
  if (last > 0) {
    Object.assign(seat, { secret: fair.toHex(fair.random(32)), text: "" });
  }
  Object.assign(seat, { attempt, context, lock: null, revealed: false, taken: 0 });
  takeServer(seat, sealing);
}

/** From now on heads of the game can be checked. */
function takeServer(seat, sealing) {
  seat.gameId = fair.toHex(sealing.game);
  seat.daemon = fair.toHex(sealing.seats[0].key);
  seat.head = null;
  seat.heads = [];
}

function ownCommitment(seat) {
  return fair.commitment(fair.fromHex(seat.context, 32), seat.seat, fair.fromHex(seat.secret, 32));
}

/** Throws a Fault when players are told another lock, or other words, than those of the
 * lock in the record. */
function checkTold({ lock: own }, { lock, proquints }) {
  const isAsTold = own
    ? (lock ?? fair.toHex(own)) === fair.toHex(own) &&
      (proquints ?? fair.proquints(own)) === fair.proquints(own)
    : (lock ?? proquints ?? null) === null;
  if (!isAsTold) {
    throw new Fault("seal_lock_told");
  }
}

/** Whether these are the words of the lock that a seat has agreed to, if it has. */
export const isLockOf = ({ lock }, words) =>
  !lock || fair.proquints(fair.fromHex(lock, 32)) === words;

function decideCommit(record, seat, told) {
  const sealing = readSealing(record);
  checkOpening(record, sealing, seat);
  checkTold(sealing, told);
  takeContext(seat, sealing, record.entries[0].d.params.attempt);
  return sealing.seats[seat.seat].commitment ? null : { commitment: fair.toHex(ownCommitment(seat)) };
}

/** How far the game is sealed; it must be the one that the seat committed in. */
function readSame(record, seat) {
  const sealing = readSealing(record);
  if (!seat.attempt) {
    throw new Fault("seal_too_late");
  }
  if (seat.context !== fair.toHex(sealing.context)) {
    throw new Fault("seal_other_opening");
  }
  return sealing;
}

function decideAgree(record, seat, told) {
  const sealing = readSame(record, seat);
  const own = sealing.seats[seat.seat];
  if (!sealing.lock) {
    throw new Fault("seal_no_lock");
  }
  if (!own.commitment || !fair.isEqual(own.commitment, ownCommitment(seat))) {
    throw new Fault("seal_not_in_lock");
  }
  checkTold(sealing, told);
  const inRecord = fair.toHex(sealing.lock);
  if (seat.lock && seat.lock !== inRecord) {
    throw new Fault("seal_two_locks");
  }
  seat.lock = inRecord;
  takeShown(seat, sealing);
  const signature = fair.sign(fair.agreeMessage(sealing.lock), fair.fromHex(seat.key, 64));
  return own.agreed ? null : { signature: fair.toHex(signature) };
}

function checkLock(seat, sealing) {
  if (!seat.lock || !sealing.lock || seat.lock !== fair.toHex(sealing.lock)) {
    throw new Fault("seal_other_lock");
  }
}

function decideReveal(record, seat, told) {
  const sealing = readSame(record, seat);
  checkLock(seat, sealing);
  checkTold(sealing, told);
  const silent = sealing.seats.findIndex((one, i) => i > 0 && one.commitment && !one.agreed);
  if (silent > 0) {
    throw new Fault("seal_secret_early", { seat: silent });
  }
  seat.revealed = true;
  takeShown(seat, sealing);
  if (sealing.seats[seat.seat].secret) {
    return null;
  }
  return seat.text === "" ? { secret: seat.secret } : { secret: seat.secret, text: seat.text };
}

/** When the game begins all secrets are there; who has not committed learns only
 * the server's key. One that was forfeited does not begin, and not all have signed. */
function decideDone(record, seat, told) {
  const sealing = !seat.attempt ? readSealing(record) : readSame(record, seat);
  const isForfeited = sealing.forfeited > 0;
  const lie = findLie(seat, sealing);
  if (lie) {
    throw new Fault(lie);
  }
  if (isForfeited ? seat.lock : seat.attempt) {
    checkLock(seat, sealing);
  }
  checkTold(sealing, told);
  if (!isDone(sealing) && !isForfeited) {
    throw new Fault("seal_not_done");
  }
  if (!seat.daemon) {
    takeServer(seat, sealing);
  }
  takeShown(seat, sealing);
  return null;
}

const stages = new Map([
  ["commit", decideCommit], ["agree", decideAgree], ["reveal", decideReveal], ["done", decideDone],
]);

/** Takes a head. An answer may repeat what was said long ago, and comes before older
 * news of the same connection, which goes by the page process; else what is older says
 * that the server went back, and the game goes on from there. */
function takeHead({ entry, hash, signature }, game, { isAnswer, connection }) {
  const bytes = [fair.fromHex(hash, 32), fair.fromHex(signature, 64)];
  if (!isNumber(entry, 0) || bytes.includes(null)) {
    return;
  }
  const table = tableOf(game);
  const isLate = table.answeredBy === connection;
  let gone = null;
  seats.change(game, (seat) => {
    const known = (seat.heads ?? []).find((one) => one.entry === entry);
    const isSame = known?.hash === hash;
    if (!isSame && seat.daemon && !isByServer(seat, entry, bytes)) {
      throw new Fault("head_unsigned", { entry });
    }
    const isOlder = seat.head && entry < seat.head.entry;
    const isBack = isOlder && !isAnswer && !isLate;
    if ((known && !isSame) || isBack) {
      gone = { first: known && !isSame ? entry : entry + 1, last: seat.head.entry };
      goBack(seat, { entry, hash, signature });
    } else if (!isSame && !isOlder) {
      table.answeredBy = isAnswer ? connection : null;
      seat.head = { entry, hash, signature };
      seat.heads = [...(seat.heads ?? []), seat.head].slice(-HEADS_MAX);
    }
  });
  if (gone) {
    throw new Fault("head_gone", gone);
  }
}

/** The server went back to this head: what it had signed is kept, and it is the newest
 * now. */
function goBack(seat, head) {
  seat.gone = [...(seat.gone ?? []), ...(seat.heads ?? []), head].slice(0, GONE_MAX);
  seat.head = head;
  seat.heads = [head];
  delete seat.over;
  delete seat.signed;
}

function isByServer(seat, entry, [hash, signature]) {
  const message = fair.entryMessage("head", fair.fromHex(seat.gameId, 16), entry, hash);
  return fair.isSigned(signature, message, fair.fromHex(seat.daemon, 32));
}
