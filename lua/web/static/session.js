// What this browser is in: the path that is shown, and the seats that it has taken
// on this connection. Seats are taken here and not by the page process, which
// never sees what proves them.

import * as seats from "./seats.js";
import { reason } from "./wire.js";
import { word } from "./words.js";

const OTHERS_MAX = 8;

const GAME = /^\/games\/([^/.]+)\/?$/;

/** The id of the game that a path shows, or undefined. */
export const gameOf = (path) => GAME.exec(path)?.[1];

export class Session {
  #page;
  #seated = new Set();
  #elsewhere = new Set();
  #telling = Promise.resolve();
  #shown = null;

  /** `page`: { wire, notice, language }. */
  constructor(page) {
    this.#page = page;
    this.#readInvitation();
    addEventListener("popstate", () => location.pathname !== this.#shown && this.show());
    addEventListener("hashchange", () => this.#readInvitation() && this.show());
  }

  #request = (...asked) => this.#page.wire.request(...asked);

  // A link to a held seat ends with its invitation. It is kept, and goes from the
  // address bar, which people copy and show.
  #readInvitation() {
    const game = gameOf(location.pathname);
    const invitation = location.hash.slice(1);
    if (!game || !/^[a-z0-9]{20,64}$/.test(invitation)) {
      return false;
    }
    seats.keepInvitation(game, invitation);
    history.replaceState(history.state, "", location.pathname);
    return true;
  }

  /** A new connection: tells the page process who we are, and takes our seats. */
  async begin() {
    const { wire, language } = this.#page;
    this.#seated.clear();
    wire.page({ page: "language", language: language(), languages: navigator.languages }, true);
    await this.show(true);
    this.#takeOthers(wire.connection);
  }

  /** Shows the path that is in the address bar. */
  async show(now = false) {
    const { wire, language } = this.#page;
    const path = location.pathname;
    const game = gameOf(path);
    this.#shown = path;
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

  // Takes a seat that is kept, once a connection. With `force` from another tab.
  async #take(game, force) {
    const { wire, notice } = this.#page;
    if (this.#seated.has(game) || !seats.get(game)?.token || seats.isJoining(game)
        || !(await seats.claim(game, force))) {
      return;
    }
    const at = wire.connection;
    try {
      const { seat } = await seats.rejoin(this.#request, game);
      if (at === wire.connection) {
        this.#seated.add(game);
        wire.page({ page: "seated", game, seat }, true);
      }
    } catch (error) {
      if (error.code === 1 || error.code === 2) {
        wire.page({ page: "unseated", game }, true);
      }
      if (force && error.code !== 7) {
        notice(seats.get(game)?.token ? reason(error)
          : word("seat_lost", { reason: reason(error) }), "error");
      }
    }
  }

  // The other games that go on, so that they can say that it is our turn.
  async #takeOthers(at) {
    const going = seats.mine().filter((seat) => !seat.over).slice(0, OTHERS_MAX);
    for (const { game } of going) {
      if (at === this.#page.wire.connection && !this.#elsewhere.has(game)) {
        await this.#take(game, false);
      }
    }
  }

  /** Takes the seat of the game that is shown back from another window. */
  here() {
    this.#elsewhere.delete(gameOf(location.pathname));
    return this.show();
  }

  /** Joins a game as seats.join does, and shows it. */
  async join(game, wish) {
    const { wire, notice } = this.#page;
    if (seats.isJoining(game)) {
      return; // What proves the seat is not made twice.
    }
    if (seats.get(game)?.token) {
      await this.#take(game, true); // The answer to an earlier one was lost.
    }
    if (!this.#seated.has(game)) {
      if (seats.get(game)?.token) {
        return; // It may be ours still: what proves that is kept.
      }
      const invited = seats.invitation(game);
      try {
        await seats.claim(game, true);
        const { seat } = await seats.join(this.#request, game, wish);
        this.#seated.add(game);
        wire.page({ page: "seated", game, seat });
      } catch (error) {
        notice(reason(error), "error");
        if (invited && !seats.invitation(game)) {
          await this.show(); // What may be taken without it.
        }
        return;
      }
    }
    await this.go(`/games/${game}`);
  }

  /** A game was made for us: keeps its invitations, sits down in it, shows it. */
  async created({ game, seat, invitations }, wish) {
    if (invitations?.length) {
      seats.change(game, (kept) => { kept.invitations = invitations; });
    }
    if (seat) {
      await this.join(game, { ...wish, seat });
    } else {
      await this.go(`/games/${game}`);
    }
  }

  /** A notification that the page process passed on. */
  passed(notification) {
    const { method, params } = notification;
    const kept = seats.get(params.game);
    if (method === "game.left") {
      this.#left(params);
    } else if (method === "game.rematch") {
      this.#rematch(params, kept);
    } else if (method === "game.over" && kept && !kept.over) {
      seats.change(params.game, (seat) => { seat.over = Date.now(); });
    } else if (method === "game.sealing" || method === "game.head") {
      this.#tell(notification);
    }
  }

  /** The seat was given back: it is not ours any more. */
  forget(game) {
    this.#seated.delete(game);
    seats.forget(game);
  }

  #left({ game, reason }) {
    const { notice } = this.#page;
    const isShown = game === gameOf(location.pathname);
    this.#seated.delete(game);
    if (reason === "deleted") {
      seats.forget(game);
    } else if (reason === "elsewhere") {
      this.#elsewhere.add(game);
    }
    if (!isShown) {
      return;
    }
    if (reason === "elsewhere") {
      notice(word("elsewhere"), "stays", { text: word("play_here"), does: () => this.here() });
    } else if (reason === "deleted" || reason === "storage") {
      notice(word(reason), "error");
    }
    if (reason === "idle" || reason === "storage") {
      this.show();
    }
  }

  // Everybody wants to play again: our old token is the invitation to the next.
  async #rematch({ game, next, seat }, kept) {
    if (!kept?.token || seats.get(next)?.token) {
      return;
    }
    const isShown = game === gameOf(location.pathname);
    const wish = { seat, name: kept.name, invitation: kept.token };
    if (isShown) {
      await this.join(next, wish);
    } else {
      await seats.join(this.#request, next, wish).catch((error) => console.error(error));
    }
  }

  // What belongs to the sealing of an order, one after the other.
  #tell(notification) {
    this.#telling = this.#telling.then(async () => {
      const seat = seats.get(notification.params.game);
      if (seat?.key) {
        const seal = await import("./seal.js");
        const told = await seal.told(notification, seat, this.#request);
        if (told?.warning) {
          this.#page.notice(told.warning, "stays");
        }
      }
    }).catch((error) => {
      console.error(error);
      this.#page.notice(reason(error), "error");
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
