/**
 * fair -- the formulas of fair play, as core/fair/ has them.
 *
 * One hash with a domain for each use, and what is made of it: commitments,
 * locks, seeds, shuffles, rolls; the signatures under them; canonical JSON.
 * Bytes are Uint8Array. All but `sodium` wants that `sodium()` has been awaited
 * once. No DOM: node runs it as well.
 */

let library = null;
let loading = null;

/**
 * Loads libsodium, once. Rejects when this server has none.
 * @param {() => Promise<{default: object}>} [load] where else it comes from
 * @returns {Promise<object>}
 */
export function sodium(load = () => import("/static/libsodium-wrappers.mjs")) {
  loading ??= load().then(async (module) => {
    await module.default.ready;
    library = module.default;
    return library;
  }).catch((failure) => {
    loading = null; // the next one may have more luck
    throw failure;
  });
  return loading;
}

const encoder = new TextEncoder();

/** The bytes in hexadecimal digits. @param {Uint8Array} bytes */
export function toHex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Reads exactly `size` bytes in small hexadecimal digits; null when `text` is
 * something else.
 * @param {unknown} text
 * @param {number} size
 * @returns {Uint8Array | null}
 */
export function fromHex(text, size) {
  if (typeof text !== "string" || text.length !== 2 * size || !/^[0-9a-f]*$/.test(text)) {
    return null;
  }
  return Uint8Array.from({ length: size }, (_, i) => parseInt(text.slice(2 * i, 2 * i + 2), 16));
}

/** A string as UTF-8. @param {string} text */
export function utf8(text) {
  return encoder.encode(text);
}

/** Whether both are the same bytes. @param {Uint8Array} one @param {Uint8Array} other */
export function isEqual(one, other) {
  return one.length === other.length && one.every((byte, i) => byte === other[i]);
}

/** All parts, one behind the other. @param {Uint8Array[]} parts */
export function join(parts) {
  const bytes = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** An integer in `size` bytes, lowest first. */
export function integer(value, size) {
  const bytes = new Uint8Array(size);
  for (let i = 0, rest = value; i < size; i++, rest = Math.floor(rest / 256)) {
    bytes[i] = rest % 256;
  }
  return bytes;
}

/** u8, u32, u64 of the formulas. */
export const u8 = (value) => integer(value, 1);
export const u32 = (value) => integer(value, 4);
export const u64 = (value) => integer(value, 8);

/** lp(x) of the formulas: the bytes behind their length. */
export function field(bytes) {
  return join([u32(bytes.length), bytes]);
}

/** `size` bytes of the system's randomness. */
export function random(size) {
  return crypto.getRandomValues(new Uint8Array(size));
}

/**
 * H(domain, field 1, ...): BLAKE2b-256.
 * @param {string} domain
 * @param {...Uint8Array} fields
 * @returns {Uint8Array}
 */
export function hash(domain, ...fields) {
  return library.crypto_generichash(32, join([utf8(domain), ...fields].map(field)), null);
}

/** 32-bit words without end, made of a seed of 32 bytes. */
export class Stream {
  constructor(seed) {
    this.seed = seed;
    this.block = 0;
    this.words = [];
  }

  /** The next word. */
  word() {
    if (this.words.length === 0) {
      const message = join([field(utf8("castled/fair/v1/stream")), u64(this.block++)]);
      const bytes = library.crypto_generichash(64, message, this.seed);
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
      for (let i = 0; i < 16; i++) {
        this.words.push(view.getUint32(4 * i, true));
      }
    }
    return this.words.shift();
  }

  /** One of 0 .. n-1, each as likely. */
  uniform(n) {
    if (n === 1) {
      return 0;
    }
    const low = 2 ** 32 % n; // words below it would make the first results likelier
    let word;
    do {
      word = this.word();
    } while (word < low);
    return word % n;
  }
}

/** The order in which 0 .. n-1 come. @returns {number[]} */
export function shuffle(seed, n) {
  const order = Array.from({ length: n }, (_, i) => i);
  const stream = new Stream(seed);
  for (let i = n - 1; i > 0; i--) {
    const j = stream.uniform(i + 1);
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

/**
 * The context that a game is bound to.
 * @param {{game: Uint8Array, rules: Uint8Array, params: Uint8Array, items:
 *   string[], keys: Uint8Array[], level: number, chain: number, beacon: string}} setup
 */
export function context(setup) {
  return hash("castled/fair/v1/context", setup.game, setup.rules, setup.params,
    u32(setup.items.length), join(setup.items.map((item) => field(utf8(item)))),
    u32(setup.keys.length), join(setup.keys.map(field)),
    u8(setup.level), u32(setup.chain), utf8(setup.beacon));
}

/** The hash of a ruleset's scripts. @param {{path: string, text: string}[]} sources */
export function rulesHash(sources) {
  const listed = sources.map((source) => [utf8(source.path), utf8(source.text)]);
  listed.sort((one, other) => compareBytes(one[0], other[0]));
  return hash("castled/ruleset/v1", ...listed.flat());
}

function compareBytes(one, other) {
  const both = Math.min(one.length, other.length);
  for (let i = 0; i < both; i++) {
    if (one[i] !== other[i]) {
      return one[i] - other[i];
    }
  }
  return one.length - other.length;
}

/** The commitment of a seat to its secret. */
export function commitment(ctx, seat, secret) {
  return hash("castled/fair/v1/commit", ctx, u8(seat), secret);
}

/** One field of what each seat gives; `shares` are [seat, bytes] by seat. */
function shareField(shares) {
  return join(shares.map(([seat, bytes]) => join([u8(seat), bytes])));
}

/** The lock of commitments. @param {[number, Uint8Array][]} shares by seat */
export function lock(ctx, shares) {
  return hash("castled/fair/v1/lock", ctx, shareField(shares));
}

/**
 * The master seed of secrets, and of a beacon's value.
 * @param {Uint8Array} ctx
 * @param {[number, Uint8Array][]} shares by seat
 * @param {Uint8Array} [beacon]
 */
export function master(ctx, shares, beacon = new Uint8Array(0)) {
  return hash("castled/fair/v1/master", ctx, shareField(shares), beacon);
}

/** The master seed of an open game, by its text. */
export function seedOf(text) {
  return hash("castled/seed/v1", utf8(text));
}

/** The secret that belongs to what a player typed. */
export function typedSecret(text) {
  return hash("castled/fair/v1/typed", utf8(text));
}

/** The seed of one use, for the k-th time. */
export function sub(seed, label, k) {
  return hash("castled/fair/v1/sub", seed, utf8(label), u64(k));
}

/** The order in which `count` items of a pile come, shuffled for the k-th time. */
export function deck(seed, pile, count, k = 0) {
  return shuffle(sub(seed, `shuffle:${pile}`, k), count);
}

/** The k-th roll with that label, from 1. */
export function roll(seed, label, k, sides) {
  return 1 + new Stream(sub(seed, `roll:${label}`, k)).uniform(sides);
}

/** A new key pair. @returns {{public: Uint8Array, secret: Uint8Array}} */
export function newKeys() {
  const pair = library.crypto_sign_keypair();
  return { public: pair.publicKey, secret: pair.privateKey };
}

/**
 * Whether the bytes are a public key that somebody may have: a point of the
 * curve, in its one form, and none of the few under which anything is signed.
 */
export function isKey(bytes) {
  // What is not below 2^255 - 19 writes a point in a second form.
  const isBelow = bytes[0] < 0xed || (bytes[31] & 0x7f) < 0x7f ||
    bytes.slice(1, 31).some((byte) => byte < 0xff);
  try {
    library.crypto_sign_ed25519_pk_to_curve25519(bytes); // throws for all others
    return isBelow;
  } catch {
    return false;
  }
}

/** What is signed under an entry: by the daemon ("head") or a player ("ack"). */
export function entryMessage(role, game, seq, entryHash) {
  return join([field(utf8(`castled/record/v1/${role}`)), field(game), u64(seq), field(entryHash)]);
}

/** What a player signs who agrees to a lock. */
export function agreeMessage(lockHash) {
  return join([field(utf8("castled/fair/v1/agree")), field(lockHash)]);
}

/** Signs a message. */
export function sign(message, secretKey) {
  return library.crypto_sign_detached(message, secretKey);
}

/** Whether the signature of a message is by the key. */
export function isSigned(signature, message, publicKey) {
  return library.crypto_sign_verify_detached(signature, message, publicKey);
}

/** A hash as five words that can be spoken: its first 80 bits. */
export function proquints(bytes) {
  const words = [];
  for (let i = 0; i < 5; i++) {
    const bits = bytes[2 * i] * 256 + bytes[2 * i + 1];
    words.push("bdfghjklmnprstvz"[bits >> 12 & 15] + "aiou"[bits >> 10 & 3] +
      "bdfghjklmnprstvz"[bits >> 6 & 15] + "aiou"[bits >> 4 & 3] + "bdfghjklmnprstvz"[bits & 15]);
  }
  return words.join("-");
}

const DEPTH_MAX = 32;

/**
 * A value as canonical JSON (RFC 8785, as far as records use it); throws for
 * what has no such form.
 */
export function canonical(value, depth = 0) {
  if (value === null || typeof value === "boolean") {
    return String(value);
  }
  if (typeof value === "number" && Number.isSafeInteger(value)) {
    return JSON.stringify(value);
  }
  if (typeof value === "string" && !/\p{Surrogate}|\0/u.test(value)) {
    return JSON.stringify(value);
  }
  if (typeof value !== "object" || depth === DEPTH_MAX) {
    throw new RangeError("not canonical");
  }
  if (Array.isArray(value)) {
    return `[${value.map((item) => canonical(item, depth + 1)).join(",")}]`;
  }
  const members = Object.keys(value).sort().map((key) => {
    if (!/^[a-z0-9_]+$/.test(key)) {
      throw new RangeError("not canonical");
    }
    return `${JSON.stringify(key)}:${canonical(value[key], depth + 1)}`;
  });
  return `{${members.join(",")}}`;
}
