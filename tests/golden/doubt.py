#!/usr/bin/env python3
"""doubt.py RECORD... -- checks records without castled, by core/RECORDS.md alone.

Chain, entries, signatures (by openssl), rules, seal, draws and rolls; it runs no
scripts. Prints a line a record: good, open (it lacks what would prove it) or WRONG.
Ends with 1 when one is not good."""
import hashlib, json, subprocess, sys, tempfile

def u8(n): return n.to_bytes(1, "little")
def u32(n): return n.to_bytes(4, "little")
def u64(n): return n.to_bytes(8, "little")
def lp(x): return u32(len(x)) + x
def H(domain, *fields):
    return hashlib.blake2b(b"".join(map(lp, (domain.encode(),) + fields)), digest_size=32).digest()
def unhex(text):
    need(text == bytes.fromhex(text).hex(), "no lower-case hex")
    return bytes.fromhex(text)
def canonical(x):
    return json.dumps(x, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
def need(holds, what):
    if not holds: raise ValueError(what)
class Open(Exception): pass

def words(seed):
    i = 0
    while True:
        block = hashlib.blake2b(lp(b"castled/fair/v1/stream") + u64(i), key=seed, digest_size=64).digest()
        yield from (int.from_bytes(block[at:at + 4], "little") for at in range(0, 64, 4))
        i += 1
def uniform(stream, n):
    return 0 if n == 1 else next(word for word in stream if word >= 2**32 % n) % n
def shuffle(seed, n):
    order, stream = list(range(n)), words(seed)
    for i in range(n - 1, 0, -1):
        j = uniform(stream, i + 1)
        order[i], order[j] = order[j], order[i]
    return order

def is_signed(sig, message, key):
    with tempfile.TemporaryDirectory() as folder:
        for name, data in (("key", bytes.fromhex("302a300506032b6570032100") + key), ("message", message), ("sig", sig)):
            with open(f"{folder}/{name}", "wb") as file: file.write(data)
        return subprocess.run(["openssl", "pkeyutl", "-verify", "-pubin", "-keyform", "DER", "-inkey", "key", "-rawin",
                               "-in", "message", "-sigfile", "sig"], cwd=folder, capture_output=True).returncode == 0

def read(data):
    entries, signatures = [], []
    for line in data.split(b"\n")[:-1]:
        kind, text = line[:2], line[2:]
        value = json.loads(text)
        need(canonical(value) == text, "a line is not canonical")
        if kind == b"E ":
            need(sorted(value) == ["by", "d", "prev", "seq", "t", "ts"] and value["seq"] == len(entries), "the numbers")
            need(value["prev"] == (entries[-1]["hash"].hex() if entries else "0" * 64), f"the chain at {len(entries)}")
            need((value["t"] == "open") == (not entries), "the opening")
            entries.append({**value, "hash": H("castled/record/v1/event", text)})
        else:
            need(kind == b"S " and sorted(value) == ["by", "seq", "sig"] and value["seq"] < len(entries), "a signature")
            signatures.append(value)
    return entries, signatures

def is_list(of): return lambda x: type(x) is list and all(type(item) is of for item in x)
def is_a(kind): return lambda x: type(x) is kind
TEXT, NUMBER, TEXTS, NUMBERS = is_a(str), is_a(int), is_list(str), is_list(int)
OPEN = {"level": NUMBER, "params": is_a(dict), "rules": TEXT, "tiles": TEXTS}
BY_REFEREE = {"source": [{"module": TEXT, "path": TEXT, "text": TEXT}], "lock": [{"lock": TEXT, "seats": NUMBERS}],
              "forfeit": [{"seat": NUMBER}], "roll": [{"k": NUMBER, "label": TEXT, "sides": NUMBER, "value": NUMBER}],
              "draw": [{"label": TEXT, "tiles": TEXTS}, {"label": TEXT, "hand": NUMBER}],
              "hand": [{"items": TEXTS, "seat": NUMBER}], "pause": [{"ms": NUMBER}], "time_out": [{"seat": NUMBER}],
              "end": [{"reason": TEXT, "scores": NUMBERS}], "open": [{**OPEN, "seed": TEXT}, {
                  **OPEN, "beacon": TEXT, "chain": NUMBER, "ctx": TEXT, "game": TEXT, "keys": TEXTS}]}
BY_SEAT = {"choice": [{"choice": lambda x: True, "step": TEXT}], "undo": [{"to": NUMBER}], "resign": [{}],
           "offer_draw": [{}], "answer_draw": [{"agrees": is_a(bool)}]}
BY_ANY = {"commit": [{"c": TEXT}], "agree": [{"sig": TEXT}], "reveal": [{"secret": TEXT}, {"secret": TEXT, "text": TEXT}]}
OF_SEAL = ("commit", "lock", "agree", "reveal", "forfeit")
def check_entries(entries):
    d = entries[0]["d"]
    for before, e in zip(entries[:1] + entries, entries):
        t, by, says, name = e["t"], e["by"], e["d"], f"entry {e['seq']} ({e['t']})"
        forms = (BY_REFEREE if by == 0 else BY_SEAT).get(t) or BY_ANY.get(t, [])
        need(any(says.keys() == form.keys() and all(form[key](says[key]) for key in form) for form in forms), name)
        need(e["ts"] >= before["ts"] and (before["t"] != "end"), name + " comes too late")
        need(t != "source" or before["t"] in ("open", "source"), name + " is out of place")
        need(d["level"] == 1 and by < len(d["keys"]) or d["level"] == 0 and t not in OF_SEAL, name + " is of another game")

def check_signatures(entries, signatures, game, keys):
    for s in signatures:
        domain = b"castled/record/v1/head" if s["by"] == 0 else b"castled/record/v1/ack"
        message = lp(domain) + lp(game) + u64(s["seq"]) + lp(entries[s["seq"]]["hash"])
        need(is_signed(unhex(s["sig"]), message, keys[s["by"]]), f"the signature of {s['seq']} by {s['by']}")
    newest = [max((s["seq"] for s in signatures if s["by"] == by), default=-1) for by in range(len(keys))]
    later = [by for by in range(1, len(keys)) if keys[by] != keys[0]
             and any(e["by"] == by and e["t"] in BY_SEAT for e in entries[newest[by] + 1:])]
    return newest[0] == len(entries) - 1, later, any(newest[by] >= 0 for by in range(1, len(keys)) if keys[by] != keys[0])

def check_seal(entries, d, keys, lacks):
    items = [item.encode() for item in d["tiles"]]
    ctx = H("castled/fair/v1/context", unhex(d["game"]), unhex(d["rules"]), canonical(d["params"]),
            u32(len(items)), b"".join(map(lp, items)), u32(len(keys)), b"".join(map(lp, keys)), u8(1), u32(0), b"")
    need(ctx.hex() == d["ctx"] and d["beacon"] == "" and d["chain"] == 0 and len(d) == 9, "the context")
    need(all(keys.count(key) == 1 for key in keys if key != keys[0]), "two players have one key")
    c, agreed, secrets, lock = {}, set(), {}, None
    share = lambda of: b"".join(u8(seat) + of[seat] for seat in sorted(of))
    for e in entries:
        t, by, says = e["t"], e["by"], e["d"]
        if t == "commit":
            need(lock is None and by not in c and (by == 0 or 0 in c), f"the commitment of {by}")
            c[by] = unhex(says["c"])
        elif t == "lock":
            lock = H("castled/fair/v1/lock", ctx, share(c))
            need(by == 0 and says == {"lock": lock.hex(), "seats": sorted(c)}, "the lock")
        elif t == "agree":
            message = lp(b"castled/fair/v1/agree") + lp(lock)
            need(by in set(c) - agreed - {0} and is_signed(unhex(says["sig"]), message, keys[by]), f"the agreement of {by}")
            agreed.add(by)
        elif t == "reveal":
            need(by not in secrets, f"a second secret of {by}")
            secret = secrets[by] = unhex(says["secret"])
            need(set(c) - {0} == agreed and H("castled/fair/v1/commit", ctx, u8(by), secret) == c[by], f"the secret of {by}")
            need("text" not in says or H("castled/fair/v1/typed", says["text"].encode()) == secret, f"what {by} typed")
        elif t == "forfeit":
            silent = sorted(set(c) - agreed - {0} or set(c) - set(secrets) - {0})
            need(lock and says["seat"] in silent, "the forfeit")
            need([e["t"] for e in entries[e["seq"] + 1:]] in ([], ["end"]), "more than a forfeit")
            none = {"reason": "forfeited", "scores": [0] * (len(keys) - 1)}
            need(entries[-1] is e or entries[-1]["d"] == none, "the end of a forfeit")
            lacks += [f"only the referee says that seat {seat} was silent" for seat in silent]
            return b""
        elif t in ("draw", "roll"):
            need(set(c) - {0} == set(secrets), "a draw before all secrets, or after the last")
    return None if set(c) != set(secrets) or not c else H("castled/fair/v1/master", ctx, share(secrets), b"")

def check_chance(entries, d, master):
    sub = lambda label, k: H("castled/fair/v1/sub", master, label.encode(), u64(k))
    piles, rolls, is_cut, hands = {}, {}, entries[-1]["t"] != "end", {e["d"]["seat"]: e["d"]["items"] for e in entries if e["t"] == "hand"}
    for item in d["tiles"]:
        pile, name = item.split("/", 1)
        piles.setdefault(pile, []).append(name)
    orders = {pile: [names[i] for i in shuffle(sub("shuffle:" + pile, 0), len(names))] for pile, names in piles.items()}
    for e in entries:
        says, label = e["d"], e["d"].get("label")
        if e["t"] == "draw" and orders[label]:
            item = orders[label].pop(0)
            if is_cut and "hand" in says and says["hand"] not in hands: continue
            need(item == (says["tiles"] if "tiles" in says else hands[says["hand"]]).pop(0), f"draw {e['seq']}")
        elif e["t"] == "roll":
            k = rolls[label] = rolls.get(label, -1) + 1
            need(says["k"] == k and says["value"] == 1 + uniform(words(sub("roll:" + label, k)), says["sides"]), f"roll {e['seq']}")

def check(data):
    entries, signatures = read(data)
    need(entries, "it has no whole line")
    d, types = entries[0]["d"], [e["t"] for e in entries]
    check_entries(entries)
    lacks = [] if data.endswith(b"\n") else ["the last line is cut off"]
    sources = sorted((e["d"]["path"].encode(), e["d"]["text"].encode()) for e in entries if e["t"] == "source")
    rules = H("castled/ruleset/v1", *(part for source in sources for part in source)).hex()
    need(rules == d["rules"] or types[-1] in ("open", "source"), "the scripts")
    if rules != d["rules"]: lacks.append("not all scripts are there")
    if types[-1] != "end": lacks.append("it has no end")
    if d["level"] == 0:
        master = H("castled/seed/v1", d["seed"].encode())
        but = " but not sealed"
    else:
        keys = [unhex(key) for key in d["keys"]]
        is_signed_whole, later, any_signed = check_signatures(entries, signatures, unhex(d["game"]), keys)
        if not is_signed_whole: lacks.append("the end is not signed")
        any_signed = any_signed or d["params"].get("signed") is True
        if any_signed and later and types[-1] == "end": lacks.append(f"what seats {later} did last is the referee's word")
        but = " but no player signed a choice" if later and not any_signed else ""
        master = check_seal(entries, d, keys, lacks)
        if master is None: lacks.append("the seal is not opened")
    need(master != b"" or not set(types) - {"open", "source", "end", *OF_SEAL}, "a forfeited game that was played")
    if master: check_chance(entries, d, master)
    if lacks: raise Open(", ".join(lacks))
    return "good" + but

status = 0
for path in sys.argv[1:]:
    try:
        with open(path, "rb") as file: print(path, check(file.read()))
    except Open as lack:
        print(path, "open:", lack)
        status = 1
    except (ValueError, KeyError, IndexError, TypeError, AttributeError, OverflowError) as wrong:
        print(path, "WRONG:", wrong)
        status = 1
sys.exit(status)
