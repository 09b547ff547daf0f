// The seats that this browser has: one object in localStorage, by game, shared by
// all tabs. What is in it is secret: who sees a token can take the seat. So it
// goes to the daemon alone, never to the page process.

import { load, save } from "./store.js";
import { RequestError } from "./wire.js";
import { word } from "./words.js";

const KEPT = "castled.seats";
const NAME = "castled.name";
const KEPT_MS = 30 * 24 * 3600 * 1000;
const MINE_MAX = 50;

// Without what objects have by themselves: a path may name any game.
function read() {
  const all = Object.create(null);
  try {
    Object.assign(all, JSON.parse(load(KEPT)));
  } catch { /* nothing that can be read is kept */ }
  return all;
}

function write(all) {
  for (const [game, seat] of Object.entries(all)) {
    const last = seat.over ?? (seat.token ? null : seat.changed);
    if (last && Date.now() - last > KEPT_MS) {
      delete all[game];
    }
  }
  save(KEPT, JSON.stringify(all));
}

/** What is kept of a game: { game, seat, token, ... }, or null. */
export function get(game) {
  const seat = read()[game];
  return seat ? { ...seat, game } : null;
}

/**
 * Lets `edit` change what is kept of a game, by what is kept now: another tab may
 * have changed it. An empty object is forgotten. Returns what is kept then.
 */
export function change(game, edit) {
  const all = read();
  const seat = all[game] ?? {};
  edit(seat);
  delete seat.game;
  if (Object.keys(seat).length > 0) {
    all[game] = Object.assign(seat, { changed: Date.now() });
  } else {
    delete all[game];
  }
  write(all);
  return get(game);
}

const joining = new Set();

/** Whether a seat of the game is asked for, and the answer has not come. */
export const isJoining = (game) => joining.has(game);

/** The games with a seat kept here, those joined last first. */
export function mine() {
  return Object.entries(read())
    .filter(([, seat]) => seat.token)
    .sort(([, one], [, other]) => (other.joined ?? 0) - (one.joined ?? 0))
    .slice(0, MINE_MAX)
    .map(([game, seat]) => ({ ...seat, game }));
}

/** The invitation to a seat of a game that is kept here, or undefined. */
export function invitation(game, seat) {
  const list = read()[game]?.invitations ?? [];
  return list.find((one) => !seat || !one.seat || one.seat === Number(seat))?.invitation;
}

/** Whether this browser made a game, and so has the invitations to its seats. */
export function hasMade(game) {
  return (read()[game]?.invitations ?? []).some((one) => one.seat);
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

function randomHex(size) {
  const bytes = crypto.getRandomValues(new Uint8Array(size));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function makeKeys(contribution) {
  let seal;
  try {
    seal = await import("./seal.js");
    return await seal.keys(contribution);
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
      code: error.code, message: word("invitation_refused", { reason: error.message }),
    });
  }
}

/**
 * Takes a seat of a game: `seat`, `name`, `invitation` and `contribution` may be
 * left out. All that proves the seat is kept before it is asked for. Rejects with
 * what the daemon says.
 */
export async function join(request, game, wish) {
  const about = await request("game.about", { game });
  const { level } = about;
  const keys = level > 0 ? await makeKeys(wish.contribution) : {};
  const who = wish.name || name() || word("player");
  const kept = change(game, (seat) => Object.assign(seat, keys, {
    seat: wish.seat ?? null, level, name: who, token: randomHex(32), joined: Date.now(),
  }));
  const params = { game, name: who, token: kept.token };
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
  joining.add(game);
  try {
    const result = await sitDown(request, params, about);
    return change(game, (seat) => { seat.seat = result.seat; });
  } catch (error) {
    if (isRefused(error)) {
      forget(game);
    }
    throw error;
  } finally {
    joining.delete(game);
  }
}

/** Forgets the seat of a game, but not the invitations to others. */
export function forget(game) {
  change(game, (seat) => {
    for (const key of Object.keys(seat)) {
      if (key !== "invitations") {
        delete seat[key];
      }
    }
  });
}

/** Comes back to the seat kept here; one that is no longer good is forgotten. */
export async function rejoin(request, game) {
  const { token, seat: number, level } = get(game);
  try {
    const result = await request("game.rejoin", { game, token }, true);
    // Whoever says something else than before is to be believed nothing.
    if ((number && result.seat !== Number(number)) || result.level < level) {
      throw new RequestError({ code: 0, message: word("seal_other_seat") });
    }
    return change(game, (seat) => { seat.seat = result.seat; seat.level = result.level; });
  } catch (error) {
    if (error.code === 1 || error.code === 2) {
      forget(game);
    }
    throw error;
  }
}

const claimed = new Set();

/**
 * Marks this tab as the one that has the seat: true when it has it now. Without
 * `force` only if no other tab has it.
 */
export function claim(game, force) {
  if (!navigator.locks || claimed.has(game)) {
    return Promise.resolve(force || claimed.has(game));
  }
  return new Promise((resolve) => {
    navigator.locks
      .request(`castled-seat-${game}`, force ? { steal: true } : { ifAvailable: true }, (lock) => {
        if (lock) {
          claimed.add(game);
        }
        resolve(lock !== null);
        return lock ? new Promise(() => {}) : undefined;
      })
      .catch(() => claimed.delete(game)); // Another tab has taken it.
  });
}
