// The seats that this browser has: an object for each game in localStorage, shared by
// all tabs. What is in it is secret: who sees a token can take the seat. So it
// goes to the daemon alone, never to the page process.

import { isKept as isSaved, keys, load, save } from "./store.js";
import { RequestError, reason } from "./wire.js";
import { word } from "./words.js";

const SEAT = "castled.seat.";
const NAME = "castled.name";
const KEPT_MS = 30 * 24 * 3600 * 1000;
const MINE_MAX = 50;
const FORMER_MAX = 4; // seats of one game that were kept before the one that is kept now
const NO_GAME = 1; // error codes: there is no such game,
const REFUSED = 2; // and its token opens no seat.

function read(game) {
  try {
    const seat = JSON.parse(load(SEAT + game));
    return typeof seat === "object" ? seat : null;
  } catch {
    return null; // Nothing that can be read is kept.
  }
}

// Those of all games: [game, seat].
const all = () => keys(SEAT).map((key) => key.slice(SEAT.length))
  .map((game) => [game, read(game)]).filter(([, seat]) => seat);

function forgetOld() {
  for (const [game, seat] of all()) {
    const last = seat.over ?? seat.refused ?? (seat.token ? null : seat.changed);
    if (last && Date.now() - last > KEPT_MS) {
      save(SEAT + game, null);
    }
  }
}

/** What is kept of a game: { game, seat, token, ... }, or null. */
export function get(game) {
  const seat = read(game);
  return seat ? { ...seat, game } : null;
}

/**
 * Lets `edit` change what is kept of a game, by what is kept now: another tab may
 * have changed it. An empty object is forgotten. Returns what is kept then.
 */
export function change(game, edit) {
  const seat = read(game) ?? {};
  edit(seat);
  delete seat.game;
  save(SEAT + game, Object.keys(seat).length > 0
    ? JSON.stringify(Object.assign(seat, { changed: Date.now() })) : null);
  forgetOld();
  return get(game);
}

/** Whether what is kept of a game is there when the page is loaded anew. */
export const isKept = (game) => isSaved(SEAT + game);

const joining = new Map(); // games that are joined, with what will come of it

/** Whether a seat of the game is asked for, and the answer has not come. */
export const isJoining = (game) => joining.has(game);

// The games with a seat kept here, those joined last first: those that the server does
// not know for now, or the others.
const held = (isRefused) => all()
  .filter(([, seat]) => seat.token && Boolean(seat.refused) === isRefused)
  .sort(([, one], [, other]) => (other.joined ?? 0) - (one.joined ?? 0))
  .slice(0, MINE_MAX)
  .map(([game, seat]) => ({ ...seat, game }));

/** The games with a seat that is ours, those joined last first. */
export const mine = () => held(false);

/** Those with a seat that is kept here, and that the server did not know when it was asked
 * last: it may have lost what it knew, and find it again. */
export const refused = () => held(true);

/** Whether a seat of the game is kept here, and as far as is known is ours. */
export function isOurs(game) {
  const seat = read(game);
  return Boolean(seat?.token && !seat.refused);
}

/** The invitation to a seat of a game that is kept here, or undefined. */
export function invitation(game, seat) {
  const list = read(game)?.invitations ?? [];
  return list.find((one) => !seat || !one.seat || one.seat === Number(seat))?.invitation;
}

/** Whether this browser made a game, and so has the invitations to its seats. */
export function hasMade(game) {
  return (read(game)?.invitations ?? []).some((one) => one.seat);
}

/** Keeps an invitation to a game that came with a link. */
export function keepInvitation(game, text) {
  change(game, (seat) => {
    seat.invitations = (seat.invitations ?? []).filter((one) => one.invitation !== text);
    seat.invitations.unshift({ seat: null, invitation: text });
  });
}

// It opens nothing. Those that were given to this browser to pass on are kept until
// their seats are taken.
function forgetInvitation(game, text, isTaken) {
  change(game, (seat) => {
    seat.invitations = (seat.invitations ?? []).filter((one) => one.invitation !== text
      || (one.seat && !isTaken));
    if (!seat.invitations.length) {
      delete seat.invitations;
    }
  });
}

/** The name that the player gave last, or "". */
export function name() {
  return load(NAME) ?? "";
}

/** Remembers it. */
export function rememberName(text) {
  save(NAME, text);
}

/** So many random bytes, in hex. */
export function randomHex(size) {
  const bytes = crypto.getRandomValues(new Uint8Array(size));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// Where a part of the page does not load it is tried once more when the daemon has
// answered: the line was broken.
async function makeKeys(request, game, contribution) {
  const make = async () => (await import("./seal.js")).keys(contribution);
  try {
    return await make().catch(() => request("game.about", { game }).then(make));
  } catch (error) {
    console.error(error);
    throw new RequestError({ code: 2, message: word("no_sealing") });
  }
}

// Nobody has the seat after these errors: others leave that open.
const isRefused = ({ code }) => ![5, 7, -32603].includes(code);

// Whether anybody may take the seat; without a number, any seat.
const isOpen = (seats, number) => seats.some((one, index) =>
  one.player === "human" && !one.who && (!number || number === index + 1));

// Asks for a seat: where an invitation is refused it is forgotten, and a seat that
// is open to anybody is asked for once without it.
async function sitDown(request, params, about) {
  const { invitation: invited, ...others } = params;
  try {
    return await request("game.join", params);
  } catch (error) {
    if (!invited || (error.code !== 2 && error.code !== 3)) {
      throw error;
    }
    forgetInvitation(params.game, invited, error.code === 3);
    if (isOpen(about.seats, params.seat)) {
      return request("game.join", others);
    }
    throw new RequestError({
      code: error.code, message: word("invitation_refused", { reason: reason(error) }),
    });
  }
}

// What is kept of one seat, without what is kept of its game.
const proofOf = (kept) => Object.fromEntries(Object.entries(kept)
  .filter(([key]) => key !== "invitations" && key !== "former"));

// Puts what is kept of a seat in the place of what was, with those before it.
function put(kept, proof, former) {
  for (const key of Object.keys(proofOf(kept))) {
    delete kept[key];
  }
  Object.assign(kept, proof, { former: former.slice(0, FORMER_MAX) });
  if (!former.length) {
    delete kept.former;
  }
}

// What is kept of a seat before it is asked for. What another tab has kept of it, and
// may have been given it for, stays as it is; what the server does not know stays beside.
async function prepare(request, game, wish) {
  const about = await request("game.about", { game });
  const { level } = about;
  const made = level > 0 ? await makeKeys(request, game, wish.contribution) : {};
  const who = wish.name || name() || word("player");
  const kept = change(game, (seat) => {
    if (!seat.token || seat.refused) {
      const former = seat.token ? [proofOf(seat), ...(seat.former ?? [])] : [];
      put(seat, {
        ...made, seat: wish.seat ?? null, level, name: who, token: randomHex(32), joined: Date.now(),
      }, former);
    }
  });
  return { about, kept };
}

async function ask(request, game, wish) {
  const { about, kept } = await prepare(request, game, wish);
  const params = { game, name: kept.name, token: kept.token };
  if (kept.public) {
    params.key = kept.public;
  }
  if (wish.seat) {
    params.seat = Number(wish.seat);
  }
  const invited = wish.invitation ?? invitation(game, wish.seat);
  if (invited) {
    params.invitation = invited;
  }
  try {
    const result = await sitDown(request, params, about);
    return change(game, (seat) => { seat.seat = result.seat; });
  } catch (error) {
    if (isRefused(error) && get(game)?.token === kept.token) {
      forget(game);
    }
    throw error;
  }
}

/**
 * Takes a seat of a game: `seat`, `name`, `invitation` and `contribution` may be
 * left out. All that proves the seat is kept before it is asked for; who asks again
 * meanwhile is given the same answer. Rejects with what the daemon says.
 */
export function join(request, game, wish) {
  if (!joining.has(game)) {
    joining.set(game, ask(request, game, wish).finally(() => joining.delete(game)));
  }
  return joining.get(game);
}

/** Forgets the seat of a game, but not the invitations to others, nor one that was kept
 * before it. */
export function forget(game) {
  change(game, (seat) => {
    const [last = {}, ...former] = seat.former ?? [];
    put(seat, last, former);
  });
}

/** The server does not know the seat of a game: it is not ours for now. What proves it
 * stays, since a server can be mistaken, or lie. */
export function refuse(game, token = get(game)?.token) {
  change(game, (seat) => {
    if (token && seat.token === token) {
      seat.refused ??= Date.now();
    }
  });
}

/** Whether an error says that the server knows no such seat. */
export const isUnknown = ({ code }) => code === NO_GAME || code === REFUSED;

// One that was kept before is the one that counts.
function bringBack(seat, token) {
  const former = seat.former ?? [];
  const one = former.find((each) => each.token === token);
  if (one) {
    put(seat, one, [proofOf(seat), ...former.filter((each) => each !== one)]);
  }
}

async function takeUp(request, game, { token, seat: number, level }) {
  const result = await request("game.rejoin", { game, token }, true);
  // Whoever says something else than before is to be believed nothing.
  if ((number && result.seat !== Number(number)) || result.level < level) {
    throw new RequestError({ code: 0, message: word("seal_other_seat") });
  }
  return change(game, (seat) => {
    bringBack(seat, token);
    if (seat.token === token) {
      delete seat.refused;
      Object.assign(seat, { seat: result.seat, level: result.level });
    }
  });
}

/** Comes back to the seat kept here, or to one that was kept before it. Where the server
 * knows none of them, it is not ours for now. */
export async function rejoin(request, game) {
  const kept = get(game);
  let unknown = null;
  for (const one of [kept, ...(kept.former ?? [])]) {
    try {
      return await takeUp(request, game, one);
    } catch (error) {
      if (!isUnknown(error)) {
        throw error;
      }
      unknown ??= error;
      if (error.code === NO_GAME) {
        break;
      }
    }
  }
  refuse(game, kept.token);
  throw unknown;
}

const claimed = new Set();

const lockOf = (game) => `castled-seat-${game}`;

// Where there are no locks, or the browser refuses them, a tab has what it was to take.
function claimAlone(game, force) {
  if (force) {
    claimed.add(game);
  }
  return claimed.has(game);
}

/**
 * Marks this tab as the one that has the seat: true when it has it now. Without
 * `force` only if no other tab has it.
 */
export function claim(game, force) {
  if (!navigator.locks || claimed.has(game)) {
    return Promise.resolve(claimAlone(game, force));
  }
  return new Promise((resolve) => {
    navigator.locks
      .request(lockOf(game), force ? { steal: true } : { ifAvailable: true }, (lock) => {
        if (lock) {
          claimed.add(game);
        }
        resolve(lock !== null);
        return lock ? new Promise(() => {}) : undefined;
      })
      .catch(({ name: why }) => {
        claimed.delete(game);
        // Another tab has taken it; or there are none, and nothing was resolved yet.
        resolve(why !== "AbortError" && claimAlone(game, force));
      });
  });
}

/**
 * Resolves when the tab that has taken the seat from this one is gone: this one has it
 * then. `signal` ends the waiting. Where another browser has taken it, it is waited for
 * ever, since this tab is still the one of this browser.
 */
export function awaitClaim(game, signal) {
  return new Promise((resolve) => {
    let isHeld = false;
    navigator.locks?.request(lockOf(game), { signal }, () => {
      isHeld = true;
      claimed.add(game);
      resolve();
      return new Promise(() => {});
    }).catch(() => isHeld && claimed.delete(game));
  });
}
