// What this browser is in: the path that is shown, and the seats that it has taken
// on this connection. Seats are taken here and not by the page process, which
// never sees what proves them.

import * as seats from "./seats.js";
import { nextPause, passes, reason } from "./wire.js";
import { word } from "./words.js";

const OTHERS_MAX = 8;
const REMATCH_MS = 3600 * 1000; // after the end of a game, that a next one is waited for

const GAME = /^\/games\/([^/.]+)\/?$/;

// A link of the form "/#GAME.INVITATION", or "/#GAME", as terminals once made it.
const OLD_LINK = /^#([a-z0-9]{12,64})(?:\.([a-z0-9]{20,64}))?$/;

/** The id of the game that a path shows, or undefined. */
export const gameOf = (path) => GAME.exec(path)?.[1];

export class Session {
  #page;
  #seated = new Set();
  #sitting = new Map(); // Games that are joined, with whether that has gone well.
  #elsewhere = new Map(); // Games whose seat another window has, with what is waited by.
  #again = new Map(); // Games whose seat is asked for again, with the timer.
  #told = new Map(); // Games of whose seat it is said that it could not be taken, with
                     // what takes that back.
  #telling = Promise.resolve();
  #shown = null;

  /** A game was made, and is gone to: what is still pressed here is done no more. */
  isLeaving = false;

  /** `page`: { wire, notice, putAway, keepNotice, toKept, closeDialog, language }. */
  constructor(page) {
    this.#page = page;
    this.#readInvitation();
    addEventListener("focus", () => this.here());
    document.addEventListener("visibilitychange", () => document.hidden || this.here());
    addEventListener("popstate", () => location.pathname !== this.#shown && this.show());
    addEventListener("hashchange", () => this.#readInvitation() && this.show());
  }

  #request = (...asked) => this.#page.wire.request(...asked);

  // A link to a held seat ends with its invitation. It is kept, and goes from the
  // address bar, which people copy and show.
  #readInvitation() {
    const old = location.pathname === "/" && OLD_LINK.exec(location.hash);
    if (old) {
      history.replaceState(history.state, "", `/games/${old[1]}${old[2] ? `#${old[2]}` : ""}`);
    }
    const game = gameOf(location.pathname);
    const invitation = location.hash.slice(1);
    if (!game || !/^[a-z0-9]{20,64}$/.test(invitation)) {
      return Boolean(old);
    }
    seats.keepInvitation(game, invitation);
    history.replaceState(history.state, "", location.pathname);
    return true;
  }

  /** A new connection: tells the page process who we are, and takes our seats. */
  async begin() {
    const { wire, language } = this.#page;
    this.#seated.clear();
    this.#again.forEach((timer) => clearTimeout(timer));
    this.#again.clear();
    wire.page({ page: "language", language: language(), languages: navigator.languages }, true);
    await this.show(true);
    this.#takeOthers(wire.connection);
  }

  /** Shows the path that is in the address bar; `now`: on a new connection. */
  async show(now = false) {
    const { wire, language } = this.#page;
    const path = location.pathname;
    const game = gameOf(path);
    if (path !== this.#shown) {
      this.#page.closeDialog(); // What is asked and said is of what was shown.
      this.#page.putAway(game);
    }
    this.#shown = path;
    if (game && !now) {
      this.#endWaiting(game); // Whoever comes wants to play here.
    }
    this.showElsewhere();
    if (game && !this.#elsewhere.has(game)) {
      await this.#take(game, true);
    }
    if (path !== location.pathname || !(now || wire.isReady)) {
      return; // They went on meanwhile; or a new connection will show it.
    }
    this.#page.picks.pause();
    wire.page({
      page: "open", path, language: language(), languages: navigator.languages,
      mine: seats.mine().map(({ game: id, seat }) => ({ game: id, seat })),
      ...(game && seats.invitation(game) ? { invited: true } : {}),
      ...(game && seats.hasMade(game) ? { made: true } : {}),
      ...(this.#elsewhere.has(game) ? { elsewhere: true } : {}),
    }, now);
  }

  /** Goes to another path. */
  go(path) {
    if (path !== location.pathname) {
      history.pushState(null, "", path);
      scrollTo(0, 0);
      document.getElementById("main").focus({ preventScroll: true });
    }
    return this.show();
  }

  // Takes a seat that is kept, once a connection. With `force` from another tab. What the
  // server could not do for now is asked again after a pause, `paused` the last one.
  async #take(game, force, paused) {
    const { wire } = this.#page;
    const kept = seats.get(game);
    clearTimeout(this.#again.get(game));
    this.#again.delete(game);
    if (this.#seated.has(game) || !kept?.token || seats.isJoining(game)) {
      return;
    }
    if (!(await seats.claim(game, force && !paused))) {
      if (force && paused) { // Another window has taken it meanwhile.
        this.#lose(game);
        this.showElsewhere();
      }
      return;
    }
    const at = wire.connection;
    try {
      const { seat } = await seats.rejoin(this.#request, game);
      if (at === wire.connection) {
        this.#seated.add(game);
        this.#told.get(game)?.();
        wire.page({ page: "seated", game, seat }, true);
      }
    } catch (error) {
      if (seats.isUnknown(error)) {
        wire.page({ page: "unseated", game }, true);
        if (force || !kept.refused) {
          this.#say(game, word("seat_lost", { reason: reason(error) }));
        }
      } else if (passes(error) && at === wire.connection) {
        this.#takeAgain(game, force, paused, error);
      } else if (force && error.code !== 7) {
        this.#page.notice(reason(error), "error");
      }
    }
  }

  // As long as it is the same connection: another one takes all anew.
  #takeAgain(game, force, paused, error) {
    const { wire } = this.#page;
    const at = wire.connection;
    const { pause, isLong } = nextPause(paused);
    this.#again.set(game, setTimeout(() => at === wire.connection && this.#take(game, force, pause),
      pause));
    if (isLong && force) {
      this.#say(game, word("seat_not_yet", { reason: reason(error) }));
    }
  }

  // Says of a game that its seat could not be taken, until it is taken, or, of one that is
  // not shown, for a while.
  #say(game, text) {
    const isShown = game === gameOf(location.pathname);
    this.#told.get(game)?.();
    this.#told.set(game, this.#page.notice(text, isShown ? "stays" : "error", null,
      isShown ? game : null));
  }

  // The other games that go on, so that they can say that it is our turn; and those
  // that have just ended, so that it is heard when the others would play again. Then those
  // that the server did not know: it may know them again.
  async #takeOthers(at) {
    const now = Date.now();
    const going = [seats.mine(), seats.refused()].flatMap((list) => list
      .filter(({ over }) => !over || now - over < REMATCH_MS).slice(0, OTHERS_MAX));
    for (const { game } of going) {
      const isOther = game !== gameOf(location.pathname) && !this.#elsewhere.has(game);
      if (at === this.#page.wire.connection && isOther) {
        await this.#take(game, false);
      }
    }
  }

  // Another window has the seat now: until it is gone, or the player comes back to
  // this one.
  #lose(game) {
    const waiting = new AbortController();
    this.#endWaiting(game);
    this.#elsewhere.set(game, waiting);
    seats.awaitClaim(game, waiting.signal).then(() => this.#regain(game));
  }

  #endWaiting(game) {
    this.#elsewhere.get(game)?.abort();
    this.#elsewhere.delete(game);
  }

  async #regain(game) {
    if (this.#elsewhere.has(game)) {
      this.#endWaiting(game);
      await this.#take(game, true);
      this.showElsewhere();
    }
  }

  /** That the game that is shown is played elsewhere stays said while it is so. */
  showElsewhere() {
    const isElsewhere = this.#elsewhere.has(gameOf(location.pathname));
    const main = document.getElementById("main");
    const had = isElsewhere && main.contains(document.activeElement);
    document.body.classList.toggle("elsewhere", isElsewhere);
    main.inert &&= isElsewhere; // Before the focus comes back.
    this.#page.keepNotice(isElsewhere ? word("elsewhere") : null,
      { text: word("play_here"), does: () => this.here() });
    if (had) {
      this.#page.toKept(); // From there it comes back.
    }
    main.inert = isElsewhere;
  }

  /** Takes the seat of the game that is shown back, if another window has it. */
  here() {
    return this.#regain(gameOf(location.pathname));
  }

  // Sits down in a game as seats.join does: whether we sit there then. It is done once,
  // however often it is asked for meanwhile.
  #sit(game, wish) {
    if (!this.#sitting.has(game)) {
      this.#sitting.set(game, this.#sitDown(game, wish)
        .finally(() => this.#sitting.delete(game)));
    }
    return this.#sitting.get(game);
  }

  async #sitDown(game, wish) {
    const { wire, notice } = this.#page;
    if (seats.get(game)?.token) {
      await this.#take(game, true); // The answer to an earlier one was lost.
    }
    if (this.#seated.has(game) || seats.isOurs(game)) {
      return this.#seated.has(game); // It may be ours still: what proves that is kept.
    }
    const invited = seats.invitation(game);
    try {
      await seats.claim(game, true);
      const { seat } = await seats.join(this.#request, game, wish);
      this.#seated.add(game);
      wire.page({ page: "seated", game, seat, joined: true });
      if (!seats.isKept(game)) {
        notice(word("not_kept"), "stays");
      }
      return true;
    } catch (error) {
      notice(reason(error), "error");
      if (invited && !seats.invitation(game)) {
        await this.show(); // What may be taken without it.
      }
      return false;
    }
  }

  /** Joins a game as seats.join does, and shows it: whether we sit there. */
  async join(game, wish) {
    const isThere = await this.#sit(game, wish);
    if (isThere) {
      await this.go(`/games/${game}`);
    }
    return isThere;
  }

  /** A game was made for us: keeps its invitations, sits down in it, shows it. */
  async created({ game, seat, invitations }, wish) {
    if (invitations?.length) {
      seats.change(game, (kept) => { kept.invitations = invitations; });
    }
    this.isLeaving = true;
    try {
      if (seat) {
        await this.#sit(game, { ...wish, seat });
      }
      await this.go(`/games/${game}`); // There it can be tried again.
    } finally {
      this.isLeaving = false;
    }
  }

  /** A notification that the page process passed on. */
  passed(notification) {
    const { method, params } = notification;
    const kept = seats.get(params.game);
    if (method === "game.left") {
      this.#left(params);
    } else if (method === "game.rematch" && params.seat) { // None for who watches.
      this.#rematch(params, kept);
    } else if (method === "game.over" && kept) {
      if (!kept.over) {
        seats.change(params.game, (seat) => { seat.over = Date.now(); });
      }
      this.#tell(notification); // The end is signed.
    } else if (method === "game.sealing" || method === "game.head") {
      this.#tell(notification);
    }
  }

  /** The seat was given back: it is not ours any more. */
  forget(game) {
    this.#seated.delete(game);
    seats.forget(game);
  }

  // What it means for the page the page process says.
  #left({ game, reason: why }) {
    const wasSeated = this.#seated.delete(game);
    if (why === "deleted") {
      seats.refuse(game);
    } else if (why === "elsewhere" && seats.get(game)?.token) {
      this.#lose(game);
    } else if (wasSeated && game === gameOf(location.pathname)) {
      this.#take(game, true); // It is loaded again.
    }
    this.showElsewhere();
  }

  // Everybody wants to play again: our old token is the invitation to the next.
  async #rematch({ game, next, seat }, kept) {
    if (!kept?.token || (seats.get(next)?.token && !this.#sitting.has(next))) {
      return; // Another window may play it already.
    }
    const isThere = await this.#sit(next, { seat, name: kept.name, invitation: kept.token });
    const path = `/games/${next}`;
    if (isThere && game === gameOf(location.pathname)) {
      await this.go(path);
    } else if (isThere && path !== location.pathname) {
      this.#page.notice(word("next_game"), "stays", { text: word("go_there"), path });
    }
  }

  // What belongs to the sealing of an order, one after the other: `work` is given the part
  // of the page that seals, and the seat, where it is ours.
  #inTurn(game, work) {
    this.#telling = this.#telling.then(async () => {
      const seat = seats.get(game);
      if (seat?.key && !seat.refused && !this.#elsewhere.has(game)) {
        await work(await import("./seal.js"), seat);
      }
    }).catch((error) => {
      console.error(error);
      this.#page.notice(reason(error), "error");
    });
  }

  #tell(notification) {
    const { connection } = this.#page.wire;
    this.#inTurn(notification.params.game, async (seal, seat) => {
      const told = await seal.told(notification, seat, this.#request, connection);
      if (told?.warning) {
        this.#page.notice(told.warning, "stays");
      }
      if (told?.again) {
        setTimeout(() => this.#tell(told.again), told.again.pause);
      }
    });
  }

  /** The page shows the words of a game's lock: by now it is known which those are. */
  checkLock(game, words) {
    this.#inTurn(game, (seal, seat) => {
      if (!seal.isLockOf(seat, words)) {
        this.#page.notice(word("seal_lock_told"), "stays");
      }
    });
  }

  /** Answers a question. Resolves with the result of game.choose. */
  async choose({ game, seq }, index) {
    const params = { game, seq, index };
    const seat = seats.get(game);
    if (seat?.key) {
      const seal = await import("./seal.js");
      const ack = await seal.ack(seat);
      if (ack) {
        params.ack = ack;
      }
    }
    const result = await this.#request("game.choose", params);
    if (result.head) {
      this.#tell({ method: "game.choose", params: { game, ...result.head } });
    }
    return result;
  }
}
