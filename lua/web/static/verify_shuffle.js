/**
 * verify_shuffle -- whether draws and rolls are what the seed gives.
 *
 * The order of each pile is computed again from the master seed, and each draw
 * in the record must be the next of its pile; each roll the next of its label.
 * When a pile has come to its end, only the rules know what went back into it:
 * such draws are counted, and left to `castled verify`. No DOM.
 */

import * as fair from "./fair.js";
import { Fault, compared, isNumber, say, shown } from "./record.js";

const PILE_ITEMS_MAX = 128;

/**
 * The check "shuffle".
 * @param {import("./verify.js").Work} work
 * @returns {Promise<Partial<import("./verify.js").Check>>}
 */
export async function checkShuffle({ record, level, sealing, master, step }) {
  if (sealing?.forfeited > 0) {
    return { ok: true, ...say("verify_no_draws") };
  }
  if (!master) {
    const lacks = level === 1;
    return { ok: null, lacks, ...say(level === 1 ? "verify_seal_closed" : "verify_order_unknown") };
  }
  const listed = listPiles(record.entries[0].d.tiles, master);
  const hands = listHands(record);
  const counts = { draws: 0, rolls: 0, unknown: 0, hidden: 0 };
  const isCut = record.entries.at(-1).type !== "end";
  const rolls = new Map();
  for (const entry of record.entries) {
    if (entry.type === "draw") {
      takeDraw(listed, hands, entry, counts, isCut);
    }
    if (entry.type === "roll") {
      takeRoll(rolls, master, entry, counts);
    }
    await step(0.9 + 0.09 * entry.seq / record.entries.length);
  }
  if (hands.some((hand) => hand.next !== hand.items.length)) {
    throw new Fault("verify_bad_hands");
  }
  const list = [compared("verify_master", shown(master)), ...compare(listed, rolls)];
  if (counts.hidden > 0) {
    return { ok: null, ...say("verify_shuffle_cut", counts), compared: list };
  }
  return counts.unknown > 0
    ? { ok: null, ...say("verify_shuffle_partly", counts), compared: list }
    : { ok: true, ...say(level === 1 ? "verify_shuffle" : "verify_shuffle_seed", counts),
      compared: list };
}

/** The piles that the opening lists as PILE/ITEM, each with its order. */
function listPiles(tiles, master) {
  const piles = new Map();
  let last = null;
  for (const item of Array.isArray(tiles) ? tiles : [null]) {
    if (typeof item !== "string") {
      throw new Fault("verify_bad_piles");
    }
    const stroke = item.indexOf("/");
    const name = stroke < 0 ? "bag" : item.slice(0, stroke);
    if (name !== last && (piles.has(name) || !/^[a-z0-9_]{1,31}$/.test(name))) {
      throw new Fault("verify_bad_piles");
    }
    if (name !== last) {
      piles.set(name, { items: [], order: [], next: 0 });
    }
    piles.get(name).items.push(item.slice(stroke + 1));
    last = name;
  }
  for (const [name, pile] of piles) {
    if (pile.items.length > PILE_ITEMS_MAX) {
      throw new Fault("verify_bad_piles");
    }
    pile.order = fair.deck(master, name, pile.items.length).map((item) => pile.items[item]);
  }
  return piles;
}

/** What each hand got unseen, as the end of the record shows it; by seat. */
function listHands(record) {
  const hands = [];
  for (const { seq, by, type, d } of record.entries) {
    if (type !== "hand") {
      continue;
    }
    const isRead = by === 0 && isNumber(d.seat, 1, 255) && !hands[d.seat] &&
      Array.isArray(d.items) && d.items.every((item) => typeof item === "string");
    if (!isRead) {
      throw new Fault("verify_bad_outcome", { entry: seq });
    }
    hands[d.seat] = { items: d.items, next: 0 };
  }
  return hands;
}

/** The item of a draw: what it says, or what the hand shows that it went to. */
function itemOf(hands, d) {
  if (d.tiles !== undefined) {
    return Array.isArray(d.tiles) && d.tiles.length === 1 ? d.tiles[0] : undefined;
  }
  const hand = hands[d.hand];
  return hand?.items[hand.next++];
}

function takeDraw(piles, hands, { seq, d }, counts, isCut) {
  const pile = piles.get(d.label);
  const item = itemOf(hands, d);
  // A record that is cut off does not show all that hands drew.
  const isHidden = isCut && d.tiles === undefined && !hands[d.hand];
  if (!pile || (typeof item !== "string" && !isHidden)) {
    throw new Fault("verify_bad_outcome", { entry: seq });
  }
  if (pile.next === pile.order.length) {
    counts.unknown++;
    return;
  }
  const wanted = pile.order[pile.next++];
  if (isHidden) {
    counts.hidden++;
    return;
  }
  if (item !== wanted) {
    throw new Fault("verify_bad_draw", { entry: seq, item, wanted });
  }
  counts.draws++;
}

function takeRoll(rolls, master, { seq, d }, counts) {
  const { label, k, sides, value } = d;
  if (typeof label !== "string" || fair.utf8(label).length > 31 || !isNumber(sides, 1, 2 ** 32 - 1)) {
    throw new Fault("verify_bad_outcome", { entry: seq });
  }
  const values = rolls.get(label) ?? [];
  const wanted = fair.roll(master, label, values.length, sides);
  if (k !== values.length || value !== wanted) {
    throw new Fault("verify_bad_roll", { entry: seq, value: String(value), wanted });
  }
  rolls.set(label, [...values, value]);
  counts.rolls++;
}

/** What was compared: the order of each pile, as far as it was drawn; rolls. */
function compare(piles, rolls) {
  const list = [];
  for (const [pile, { order, next }] of piles) {
    const values = { pile, count: order.length, drawn: next };
    list.push(compared("verify_pile", next > 0 ? order.slice(0, next).join(" ") : "–", values));
  }
  for (const [label, values] of rolls) {
    list.push(compared("verify_rolls", values.join(" "), { label }));
  }
  return list;
}
