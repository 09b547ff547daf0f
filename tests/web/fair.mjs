// The formulas of fair play and the verifier of the page, in node: all vectors,
// records that are good, records that are not, and that the page and `castled
// verify` say the same of them.
//
//   node --test tests/web/fair.mjs
//
// CASTLED: the program (build/release/castled), with web/ beside it.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { before, test } from "node:test";

import * as fair from "../../lua/web/static/fair.js";
import { readRecord } from "../../lua/web/static/record.js";
import { verify } from "../../lua/web/static/verify.js";
import { verdictOf } from "../../lua/web/static/verify_view.js";
import {
  CASTLED, DATA, ROOT, Sealer, bytesOf, castledSays, doubtSays, entriesOf, hex, linesOf, loadSodium, rechain, unhex,
} from "./fair_kit.mjs";

const GOLDEN = path.join(ROOT, "tests/golden");
const read = (file) => fs.readFileSync(file);
const vectors = JSON.parse(read(path.join(DATA, "vectors.json")));
const records = {
  sample_l1: read(path.join(DATA, "sample_l1.record")),
  sample_l2: read(path.join(DATA, "sample_l2.record")),
  ...Object.fromEntries(fs.readdirSync(GOLDEN).filter((file) => file.endsWith(".record"))
    .map((file) => [path.basename(file, ".record"), read(path.join(GOLDEN, file))])),
};

before(loadSodium);

test("hash, stream, uniform", () => {
  for (const { domain, fields, out } of vectors.hash) {
    assert.equal(hex(fair.hash(domain, ...fields.map(unhex))), out);
  }
  for (const { seed, words } of vectors.stream) {
    const stream = new fair.Stream(unhex(seed));
    assert.deepEqual(words.map(() => stream.word()), words);
  }
  for (const { seed, n, out, words_used: used } of vectors.uniform) {
    const stream = new fair.Stream(unhex(seed));
    assert.deepEqual(out.map(() => stream.uniform(n)), out);
    assert.equal(16 * stream.block - stream.words.length, used);
  }
});

test("shuffle", () => {
  for (const { seed, n, out, blake2b256_of_u32le: sum } of vectors.shuffle) {
    const order = fair.shuffle(unhex(seed), n);
    assert.deepEqual([...order].sort((one, other) => one - other), order.map((_, i) => i));
    if (out) {
      assert.deepEqual(order, out);
    } else {
      assert.equal(hex(blake(fair.join(order.map(fair.u32)))), sum);
    }
  }
});

// A hash without domain, as the vectors have it of bytes that are too many.
let sodium;
before(async () => { sodium = await fair.sodium(); });
const blake = (bytes) => sodium.crypto_generichash(32, bytes, null);

test("level 1: context, commitments, lock, master, order, dice", () => {
  for (const one of vectors.l1) {
    const keys = one.keys.map(unhex);
    const ctx = fair.context({
      game: unhex(one.game_id), rules: unhex(one.rules_hash), params: unhex(one.params),
      items: one.tiles.map((tile) => Buffer.from(tile, "hex").toString()), keys,
      level: 1, chain: 0, beacon: Buffer.from(one.beacon_spec, "hex").toString(),
    });
    assert.equal(hex(ctx), one.context);
    const secrets = one.secrets.map(unhex);
    const commits = secrets.map((secret, seat) => fair.commitment(ctx, seat, secret));
    assert.deepEqual(commits.map(hex), one.commits);
    assert.equal(hex(fair.lock(ctx, [...commits.entries()])), one.lock);
    const master = fair.master(ctx, [...secrets.entries()], unhex(one.beacon_value));
    assert.equal(hex(master), one.master);
    assert.equal(hex(fair.sub(master, "shuffle:bag", 0)), one.sub_shuffle_bag_0);
    assert.deepEqual(fair.deck(master, "bag", one.tiles.length), one.order);
    const dice = fair.sub(master, "dice", 3);
    assert.equal(hex(dice), one.sub_dice_3);
    const stream = new fair.Stream(dice);
    assert.deepEqual(one.dice3_six_sided.map(() => 1 + stream.uniform(6)), one.dice3_six_sided);
    assert.equal(fair.roll(master, "d", 2, 6),
      1 + new fair.Stream(fair.sub(master, "roll:d", 2)).uniform(6));
  }
});

// Level 2 is not played here; its vectors are more of hash and stream.
test("level 2: chains, draws", () => {
  const { u8, u32, utf8, join, hash } = fair;
  for (const one of vectors.l2) {
    const ctx = unhex(one.context);
    one.tips.forEach((tip, seat) => {
      let link = unhex(tip);
      for (let k = one.chain_length; k > 0; k--) {
        link = hash("castled/fair/v1/link", ctx, u8(seat), u8(0), u32(k), link);
        const draw = one.draws.find(({ t }) => t === k - 1);
        assert.ok(!draw || draw.links[seat] === hex(link));
      }
      assert.equal(hex(link), one.anchors[seat]);
    });
    let left = ["A", "B", "C", "D", "E", "F"];
    for (const { t, links, seed, tiles, rest } of one.draws) {
      const given = join(links.map((link, seat) => join([u8(seat), u8(0), u32(t), unhex(link)])));
      const made = hash("castled/fair/v1/draw", ctx, u32(t), utf8(one.label), given, utf8(""));
      assert.equal(hex(made), seed);
      const stream = new fair.Stream(made);
      const drawn = tiles.map(() => left.splice(stream.uniform(left.length), 1)[0]);
      assert.deepEqual(drawn, tiles);
      assert.deepEqual(left, rest);
      left = [...rest];
    }
  }
});

test("signatures, canonical JSON, proquints", () => {
  for (const { public: key, msg, sig } of vectors.ed25519) {
    assert.ok(fair.isSigned(unhex(sig), unhex(msg), unhex(key)));
    const changed = unhex(sig);
    changed[3] ^= 1;
    assert.ok(!fair.isSigned(changed, unhex(msg), unhex(key)));
  }
  for (const { value, bytes } of vectors.canon) {
    assert.equal(hex(fair.utf8(fair.canonical(value))), bytes);
  }
  for (const value of [1.5, NaN, 2 ** 53, "\ud800", "\0", { A: 1 }, { "": 1 }, undefined]) {
    assert.throws(() => fair.canonical(value));
  }
  assert.equal(fair.proquints(unhex("7f000001".padEnd(64, "0"))).slice(0, 11), "lusab-babad");
});

test("what is no key is none", () => {
  const bad = [
    "00".repeat(32), "01" + "00".repeat(31), "ec" + "ff".repeat(30) + "7f", // of small order
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    "0169d3c02f3edd121cafbe1dfd45c4cf4aac216a79e36e6326419f2a654d2d46", // with something of small order in it
    "ee" + "ff".repeat(30) + "7f", "f0" + "ff".repeat(30) + "7f", // in a second form
    "02" + "00".repeat(31), "ff".repeat(32), // no point
  ];
  for (const key of bad) {
    assert.equal(fair.isKey(unhex(key)), false, key);
  }
  for (let i = 0; i < 20; i++) {
    assert.equal(fair.isKey(fair.newKeys().public), true);
  }
});

test("no vector is left out", () => {
  const known = ["note", "hash", "stream", "uniform", "shuffle", "l1", "l2", "ed25519", "canon",
    "record"];
  assert.deepEqual(Object.keys(vectors).filter((key) => !known.includes(key)), []);
});

const answers = (report) => Object.fromEntries(report.checks.map(({ name, ok }) => [name, ok]));

test("the sample records are those of the vectors", async () => {
  for (const { level, bytes, blake2b256, verify: wanted } of vectors.record) {
    const source = records[`sample_l${level}`];
    assert.equal(source.length, bytes);
    assert.equal(hex(blake(source)), blake2b256);
    const record = await readRecord(source);
    assert.equal(record.entries.length, wanted.events);
    assert.equal(record.signatures.length, wanted.signatures);
    assert.equal(hex(record.entries.at(-1).hash), wanted.head);
    const report = await verify(source);
    assert.ok(report.good);
    assert.equal(answers(report).chain, true);
    assert.equal(answers(report).signatures, true);
    assert.equal(answers(report).seal, level === 1 ? true : null);
    assert.equal(answers(report).shuffle, level === 1 ? true : null);
  }
});

test("records of this program are good", async () => {
  for (const name of ["sealed-typed", "two-house-rules", "undo-doubled-towers"]) {
    const report = await verify(records[name]);
    const isSealed = name === "sealed-typed";
    assert.deepEqual(answers(report), {
      chain: true, signatures: null, rules: true, scripts: null,
      seal: isSealed ? true : null, shuffle: true, choices: null, score: null, seen: null, "not checked": null,
    }, name);
    assert.ok(report.good && report.whole);
    // At one table nobody signs choices.
    const reserve = isSealed ? "verify_but_unsigned" : "verify_but_open";
    assert.equal(report.reserve, reserve);
    assert.deepEqual(verdictOf(report), ["open", reserve]);
    assert.equal(report.proquints !== null, isSealed);
  }
});

test("a game of the server's bots has a \"but\"", async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "castled-bots-"));
  const file = path.join(folder, "bots.record");
  execFileSync(CASTLED, ["play", "--players", "random,random", "--record", file],
    { stdio: ["ignore", "ignore", "inherit"] });
  const bytes = read(file);
  fs.rmSync(folder, { recursive: true });
  const report = await verify(bytes);
  assert.ok(report.good && report.whole);
  assert.equal(report.reserve, "verify_but_bots");
  assert.deepEqual(verdictOf(report), ["open", "verify_but_bots"]);
  assert.equal(reserveOf(castledSays([bytes])[0]), "verify_but_bots");
});

test("the work is told, and the page has its turns", async () => {
  const parts = [];
  await verify(records["sealed-typed"], { step: async (done) => { parts.push(done); } });
  assert.ok(parts.length > 100);
  assert.deepEqual([...parts].sort((one, other) => one - other), parts);
  assert.equal(parts.at(-1), 1);
});

test("every sentence has words in each language, and none is left over", () => {
  const web = path.join(ROOT, "lua/web");
  const scripts = fs.readdirSync(path.join(web, "static"))
    .filter((file) => /^(record|seal|sealing|seats|verify\w*)\.js$/.test(file))
    .map((file) => read(path.join(web, "static", file)).toString()).join("\n");
  const said = new Set();
  for (const [, key] of scripts.matchAll(/["`]((?:verify|seal|seen|head)_[\w${}]+)["`]/g)) {
    for (const who of ["server", "seat"]) {
      said.add(key.replace("${who}", who));
    }
  }
  for (const name of ["chain", "signatures", "rules", "scripts", "seal", "shuffle", "choices", "score",
    "seen", "not_checked", "is_ok", "is_bad", "is_unknown"]) {
    said.add(`check_${name}`);
  }
  for (const language of ["en", "es"]) {
    const words = read(path.join(web, `verify_words_${language}.lua`)).toString();
    const keys = [...words.matchAll(/^ {2}js_(\w+) =/gm)].map(([, key]) => key);
    assert.deepEqual(keys.toSorted(), [...said].toSorted(), language);
  }
});

const level0 = new Set(["two-house-rules", "undo-doubled-towers"]);

// Random numbers that are the same each time.
function random(seed) {
  const stream = new fair.Stream(fair.hash("castled/tests/web", fair.utf8(seed)));
  return (n) => stream.uniform(n);
}

// One byte of a line is another one. What only `castled verify` can find is left
// out: in an open game nothing is signed, and nothing follows the last entry.
function* changedBytes(name) {
  const lines = linesOf(records[name]);
  const roll = random(name);
  const count = level0.has(name) ? lines.length - 1 : lines.length;
  for (let i = 0; i < count; i++) {
    for (const at of [roll(2), roll(lines[i].length), lines[i].length - 1 - roll(4)]) {
      const before = lines.slice(0, i).join("").length + at;
      const changed = Buffer.from(records[name]);
      changed[before] ^= 1 << roll(8);
      yield [`${name}: byte ${at} of line ${i + 1}`, changed];
    }
  }
}

test("a changed byte is found, wherever it is", async () => {
  for (const name of Object.keys(records)) {
    for (const [what, changed] of changedBytes(name)) {
      const report = await verify(changed);
      // Without its last LF it is cut off, and no more.
      const isCut = changed.at(-1) !== 10;
      assert.equal(report.good && (report.whole || !isCut), false, what);
    }
  }
});

test("a removed entry, swapped entries, a doubled one are found", async () => {
  for (const [name, bytes] of Object.entries(records)) {
    const lines = linesOf(bytes);
    for (let i = 0; i < lines.length - 1; i++) {
      if (!lines[i].startsWith("E") || (i > 9 && i % 4 > 0)) {
        continue; // a part of them, for the time that it takes
      }
      const next = lines.findIndex((line, at) => at > i && line.startsWith("E"));
      const changes = { doubled: lines.toSpliced(i, 0, lines[i]) };
      if (next > 0) {
        changes.removed = lines.toSpliced(i, 1);
        changes.swapped = lines.with(i, lines[next]).with(next, lines[i]);
      }
      for (const [what, changed] of Object.entries(changes)) {
        assert.equal((await verify(bytesOf(changed))).good, false, `${name}: line ${i + 1} ${what}`);
      }
    }
  }
});

const firstOf = (entries, type, skip = 0) => entries.filter((entry) => entry.t === type)[skip];

function move(entries, entry, to) {
  const others = entries.filter((one) => one !== entry);
  return others.toSpliced(others.indexOf(to), 0, entry)
    .map((one, i) => ({ ...one, ts: entries[i].ts })); // time does not go back
}

const forgeries = {
  "another tile drawn": ["shuffle", (entries) => {
    firstOf(entries, "draw").d.tiles = firstOf(entries, "draw", 1).d.tiles;
  }],
  "two draws swapped": ["shuffle", (entries) => {
    const [one, other] = [firstOf(entries, "draw", 2), firstOf(entries, "draw", 3)];
    [one.d, other.d] = [other.d, one.d];
  }],
  "another script": ["rules", (entries) => {
    firstOf(entries, "source", 3).d.text += "\n";
  }],
  "a script that says more": ["rules", (entries) => {
    firstOf(entries, "source", 3).d.more = 1;
  }],
  "another rules hash": ["rules", (entries) => {
    entries[0].d.rules = "ab".repeat(32);
  }],
};

const sealedForgeries = {
  ...forgeries,
  "another option": ["seal", (entries) => {
    entries[0].d.params.attempt = 2;
  }],
  "an opening that says more": ["seal", (entries) => {
    entries[0].d.surprise = "x";
  }],
  "chains that level 1 does not have": ["seal", (entries) => {
    entries[0].d.chain = 5;
  }],
  "a lock that says more": ["seal", (entries) => {
    firstOf(entries, "lock").d.note = "";
  }],
  "one key for two players": ["seal", (entries) => {
    entries[0].d.keys[2] = entries[0].d.keys[1];
  }],
  "a key of zeros": ["seal", (entries) => {
    entries[0].d.keys[1] = "0".repeat(64);
  }],
  "a key that is no point": ["seal", (entries) => {
    entries[0].d.keys[2] = "f".repeat(64);
  }],
  "tiles listed in another order": ["seal", (entries) => {
    entries[0].d.tiles.reverse();
  }],
  "a secret that was not committed to": ["seal", (entries) => {
    firstOf(entries, "reveal").d = { secret: "cd".repeat(32) };
  }],
  "another text typed": ["seal", (entries) => {
    entries.find((entry) => entry.d.text && entry.t === "reveal").d.text += "!";
  }],
  "another lock": ["seal", (entries) => {
    firstOf(entries, "lock").d.lock = "ef".repeat(32);
  }],
  "a commitment left out of the lock": ["seal", (entries) => {
    firstOf(entries, "lock").d.seats.pop();
  }],
  "an agreement that is not signed": ["seal", (entries) => {
    firstOf(entries, "agree").d.sig = "01".repeat(64);
  }],
  "a reveal before the last agreement": ["seal", (entries) =>
    move(entries, firstOf(entries, "reveal"), firstOf(entries, "agree", 1))],
  "a commitment after the lock": ["seal", (entries) =>
    move(entries, firstOf(entries, "lock"), firstOf(entries, "commit", 2))],
  "a player commits before the server": ["seal", (entries) =>
    move(entries, firstOf(entries, "commit", 1), firstOf(entries, "commit"))],
  "a draw after the server's reveal": ["seal", (entries) =>
    move(entries, entries.findLast((entry) => entry.t === "reveal"),
      entries.findLast((entry) => entry.t === "draw"))],
  "a draw before the reveals": ["seal", (entries) =>
    move(entries, firstOf(entries, "draw"), firstOf(entries, "reveal"))],
};

// Who writes a record anew can make its chain good again; signatures go.
function forge(bytes, edit) {
  const entries = entriesOf(bytes);
  return rechain(edit(entries) ?? entries);
}

test("records written anew are found by what they say", async () => {
  for (const [name, list] of [["sealed-typed", sealedForgeries], ["two-house-rules", forgeries]]) {
    assert.equal((await verify(rechain(entriesOf(records[name])))).good, true, name);
    const made = Object.entries(list).map(([what, [check, edit]]) =>
      [`${name}: ${what}`, check, forge(records[name], edit)]);
    const castled = castledSays(made.map(([, , bytes]) => bytes));
    for (const [i, [what, check, bytes]] of made.entries()) {
      const report = await verify(bytes);
      assert.equal(report.checks.at(-1).name, check, what);
      assert.equal(report.checks.at(-1).ok, false, what);
      assert.equal(castled[i].good, false, what);
    }
  }
});

test("forged signatures are found", async () => {
  const keys = fair.newKeys();
  const record = await readRecord(records["sealed-typed"]);
  const lines = linesOf(records["sealed-typed"]);
  const at = lines.findIndex((line) => line.startsWith("S"));
  const { by, seq } = JSON.parse(lines[at].slice(2));
  const sign = (role) => hex(fair.sign(
    fair.entryMessage(role, record.game, seq, record.entries[seq].hash), keys.secret));
  for (const sig of [sign("head"), sign("ack"), "00".repeat(64)]) {
    const forged = lines.with(at, `S ${fair.canonical({ by, seq, sig })}\n`);
    const report = await verify(bytesOf(forged));
    assert.equal(report.checks.at(-1).name, "signatures");
    assert.equal(report.good, false);
  }
  // Not signed is not forged; but it is said.
  const unsigned = await verify(bytesOf(lines.filter((line) => line.startsWith("E"))));
  assert.equal(answers(unsigned).signatures, null);
});

test("an end without scores is not whole, one that has them elsewise is wrong", async () => {
  for (const scores of [[], undefined, {}, 12, ["1", "2"]]) {
    const bytes = forge(records["two-house-rules"], (entries) => {
      Object.assign(entries.at(-1).d, { scores });
      if (scores === undefined) {
        delete entries.at(-1).d.scores;
      }
    });
    const report = await verify(bytes);
    if (!Array.isArray(scores) || scores.length > 0) {
      assert.deepEqual([report.good, report.checks.at(-1).key], [false, "verify_bad_members"]);
      continue;
    }
    const score = report.checks.find(({ name }) => name === "score");
    assert.deepEqual([score.ok, score.key], [null, "verify_no_scores"]);
    assert.ok(report.good && !report.whole);
    assert.deepEqual(verdictOf(report), ["open", "verify_not_whole"]);
  }
});

// Both players' games that were forfeited, by what is done to the seal from the lock on,
// and what of it only the server says.
const sealer = () => {
  const server = new Sealer();
  server.secrets[1] = fair.random(32);
  return server.open(hex(server.keys[1].public)).commit(1).commit(2).lock();
};
const signing = (seat) => `only the referee says that seat ${seat} did not sign the lock in time`;
const showing = (seat) => `only the referee says that seat ${seat} did not show its secret in time`;
const FORFEITS = {
  "silent at agree": [(seal) => seal.agree(1).forfeit(2), [signing(2)]],
  "both silent at agree": [(seal) => seal.forfeit(1), [signing(1), signing(2)]],
  "silent at reveal": [(seal) => seal.agree(1).agree(2).reveal(2).forfeit(1), [showing(1)]],
  "both silent at reveal": [(seal) => seal.agree(2).agree(1).forfeit(2), [showing(1), showing(2)]],
  "cut off before its end": [(seal) => seal.agree(1).forfeit(2).rest.pop(), [signing(2), "it has no end"]],
};
// None is what it says.
const NO_FORFEITS = {
  "by who had agreed": (seal) => seal.agree(1).forfeit(1),
  "by who had shown all": (seal) => seal.agree(1).agree(2).reveal(1).forfeit(1),
  "by nobody": (seal) => seal.agree(1).forfeit(3),
  "by the server": (seal) => seal.agree(1).forfeit(0),
  "said by a seat": (seal) => seal.agree(1).add("forfeit", 1, { seat: 2 })
    .add("end", 0, { reason: "forfeited", scores: [0, 0] }),
  "with points": (seal) => seal.agree(1).forfeit(2, { reason: "forfeited", scores: [5, 0] }),
  "with too few scores": (seal) => seal.agree(1).forfeit(2, { reason: "forfeited", scores: [0] }),
  "finished": (seal) => seal.agree(1).forfeit(2, { reason: "finished", scores: [0, 0] }),
  "before the lock": (seal) => { seal.rest.pop(); seal.forfeit(2); },
  "and agreed behind it": (seal) => seal.agree(1).add("forfeit", 0, { seat: 2 }).agree(2)
    .add("end", 0, { reason: "forfeited", scores: [0, 0] }),
  "agreed twice": (seal) => seal.agree(1).agree(1).forfeit(2),
  "and a choice before it": (seal) => seal.agree(1).add("choice", 1, { choice: {}, step: "any" }).forfeit(2),
};

test("that a seat was silent only the server says: by page, castled and doubt.py", async () => {
  const made = Object.entries({ ...FORFEITS, ...NO_FORFEITS }).map(([what, edit]) => {
    const seal = sealer();
    const [change, lacks = null] = [edit].flat(1);
    change(seal);
    return [what, seal.signed(), lacks];
  });
  const castled = castledSays(made.map(([, bytes]) => bytes));
  const doubts = doubtSays(made.map(([, bytes]) => bytes));
  for (const [i, [what, bytes, lacks]] of made.entries()) {
    const report = await verify(bytes);
    const says = `${what}: ${castled[i].says} ${doubts[i]} ${report.checks.at(-1).key}`;
    assert.equal(castled[i].verdict, lacks ? "open" : "wrong", says);
    assert.deepEqual([report.good, report.whole], [Boolean(lacks), false], says);
    assert.match(doubts[i], lacks ? / open: / : / WRONG: /, says);
    if (lacks) {
      assert.deepEqual(lacksOf(castled[i]), lacks);
      const silent = (text) => text.match(/says that seat \d/g);
      assert.deepEqual(silent(doubts[i]), silent(lacks.join()));
      assert.deepEqual(verdictOf(report), ["open", "verify_not_whole"]);
      assert.match(report.checks.find(({ name }) => name === "seal").key, /^verify_forfeited/);
    }
  }
});

// Entries as they are not: by type, what is done to the first of it.
const FORM_FORGERIES = {
  "an entry of no type": (entries) => entries.toSpliced(-1, 0, { ...entries.at(-1), t: "gift", d: {} }),
  "two ends": (entries) => [...entries, entries.at(-1)],
  "a script behind the others": (entries) => entries.toSpliced(-1, 0,
    { ...entries.find(({ t }) => t === "source"), ts: entries.at(-1).ts }),
  "a choice by the server": (entries) => { firstOf(entries, "choice").by = 0; },
  "a draw by a seat": (entries) => { firstOf(entries, "draw").by = 1; },
  "a choice that says more": (entries) => { firstOf(entries, "choice").d.more = 1; },
  "an end that says more": (entries) => { entries.at(-1).d.more = 1; },
  "scores that are texts": (entries) => { entries.at(-1).d.scores = ["9", "5"]; },
  "a time that goes back": (entries) => { entries.at(-1).ts = 0; },
};

test("entries that there are not are refused, by page, castled and doubt.py", async () => {
  for (const name of ["sealed-typed", "two-house-rules"]) {
    const made = Object.entries(FORM_FORGERIES).map(([what, edit]) =>
      [`${name}: ${what}`, forge(records[name], edit)]);
    const castled = castledSays(made.map(([, bytes]) => bytes));
    const doubts = doubtSays(made.map(([, bytes]) => bytes));
    for (const [i, [what, bytes]] of made.entries()) {
      const report = await verify(bytes);
      assert.deepEqual([report.good, report.checks.at(-1).name], [false, "chain"], what);
      assert.equal(castled[i].verdict, "wrong", what);
      assert.equal(castled[i].checks.at(-1).name, "chain", `${what}: ${castled[i].says}`);
      assert.match(doubts[i], / WRONG: /, what);
    }
  }
});

test("a record that is cut off anywhere is open, not wrong", async () => {
  for (const name of ["sealed-typed", "two-house-rules"]) {
    const lines = linesOf(records[name]);
    const places = lines.map((_, i) => i).filter((i) => i > 0 && (i < 45 || i > lines.length - 6 || i % 20 === 0));
    const cut = places.flatMap((i) => [bytesOf(lines.slice(0, i)),
      bytesOf([...lines.slice(0, i), lines[i].slice(0, lines[i].length / 2)])]);
    const castled = castledSays(cut);
    const doubts = doubtSays(cut);
    for (const [i, bytes] of cut.entries()) {
      const report = await verify(bytes);
      assert.equal(castled[i].verdict, "open", `${name} ${i}: ${castled[i].checks.at(-1).says}`);
      assert.ok(report.good && !report.whole, `${name} ${i}: ${report.checks.at(-1).key}`);
      assert.match(doubts[i], / open: /, `${name} ${i}`);
    }
  }
});

// The page knows no rules: what castled finds by them it cannot find.
const BY_RULES = new Set(["choices", "score"]);

// What castled misses; the page has no scripts to compare with.
function lacksOf({ verdict, says }) {
  const lacks = verdict === "good" ? [] : says.match(/ checked: (.*)\.$/)[1].split(", ");
  return lacks.filter((lack) => lack !== "its scripts are not those of this castled");
}

// The "but" of castled's verdict, by the page's key for it.
const RESERVES = {
  verify_but_open: ", but its order was not sealed",
  verify_but_bots: ", but only bots",
  verify_but_unsigned: ", but no player signed a choice",
};

function reserveOf({ verdict, says }) {
  const found = Object.keys(RESERVES).find((key) => says.includes(RESERVES[key]));
  return verdict === "good" ? found ?? null : undefined;
}

test("the page and castled verify say the same", async () => {
  const changes = [];
  for (const [name, bytes] of Object.entries(records)) {
    const lines = linesOf(bytes);
    const roll = random(`agree ${name}`);
    changes.push([`${name}`, bytes]);
    for (let i = 0; i < 12; i++) {
      const changed = Buffer.from(bytes);
      const at = roll(bytes.length);
      changed[at] ^= 1 << roll(8);
      changes.push([`${name}: byte ${at}`, changed]);
      changes.push([`${name}: a line less`, bytesOf(lines.toSpliced(roll(lines.length), 1))]);
      const one = roll(lines.length - 1);
      const swapped = lines.with(one, lines[one + 1]).with(one + 1, lines[one]);
      changes.push([`${name}: lines ${one + 1} and ${one + 2} swapped`, bytesOf(swapped)]);
    }
    changes.push([`${name}: cut`, bytesOf(lines.slice(0, -5))]);
    changes.push([`${name}: cut early`, bytesOf(lines.slice(0, lines.length / 2))]);
    changes.push([`${name}: the opening alone`, bytesOf(lines.slice(0, 1))]);
    changes.push([`${name}: unsigned`, bytesOf(lines.filter((line) => line.startsWith("E")))]);
    changes.push([`${name}: lines of Windows`, bytesOf(lines.map((line) => line.replace("\n", "\r\n")))]);
  }
  const castled = castledSays(changes.map(([, bytes]) => bytes));
  let wrong = 0;
  for (const [i, [what, bytes]] of changes.entries()) {
    const last = castled[i].checks.at(-1);
    const isWrong = castled[i].verdict === "wrong";
    const isByRules = isWrong && BY_RULES.has(last.name);
    const report = await verify(bytes);
    assert.equal(report.good, !isWrong || isByRules, `${what}: ${last.says}`);
    wrong += !report.good;
    if (reserveOf(castled[i]) !== undefined) {
      assert.equal(report.reserve, reserveOf(castled[i]), what);
    }
    if (!isWrong) {
      assert.equal(report.whole, lacksOf(castled[i]).length === 0, `${what}: ${castled[i].says}`);
    }
  }
  assert.ok(wrong > changes.length / 2);
});
