/**
 * verify_view -- the list of checks, as the page shows it.
 *
 * Fetches a game's record, has it verified (verify.js) while the page goes on,
 * and shows what was compared. What is in a record others wrote: it comes into
 * the page as text only.
 */

import { sodium } from "./fair.js";
import { verify } from "./verify.js";

const WORK_MS = 12; // at a time; then the page has its turn

/**
 * Verifies a game's record and shows the checks.
 * @param {string} game its id
 * @param {Element} element what it is shown in
 * @param {{word: (key: string, values?: object) => string, seat: object | null}} options
 *   `seat`: ours in that game, as it is kept
 */
export async function show(game, element, { word, seat }) {
  try {
    await sodium();
  } catch {
    put(element, make("p", { className: "verdict bad" }, word("no_verifying")));
    return;
  }
  const progress = make("progress", { max: 1, value: 0 });
  put(element, make("p", {}, word("verify_working")), progress);
  const address = `/games/${encodeURIComponent(game)}/record`;
  const bytes = await download(address);
  if (!bytes) {
    put(element, make("p", { className: "verdict bad" }, word("verify_no_record")));
    return;
  }
  const report = await verify(bytes, { seat, step: breathing(progress) });
  put(element, ...drawReport(report, word), ...drawRest(game, address, word));
  element.querySelector(".verdict").focus({ preventScroll: true }); // It is read aloud.
}

/** What is at an address; null when it cannot be had, since the line broke, too. */
async function download(address) {
  try {
    const answer = await fetch(address);
    return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : null;
  } catch {
    return null;
  }
}

/** Shows it where it is seen: the place for it may be below the window. */
function put(element, ...children) {
  element.replaceChildren(...children);
  element.scrollIntoView({ block: "start" });
}

/** Shows the progress, and lets the page do its work now and then. */
function breathing(progress) {
  let since = performance.now();
  return async (done) => {
    if (performance.now() - since < WORK_MS) {
      return;
    }
    progress.value = done;
    await new Promise((resolve) => { setTimeout(resolve); });
    since = performance.now();
  };
}

function make(name, properties, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

/**
 * The verdict of a report: its class in the page, and the key of its sentence. Only
 * what is good without a "but" is shown as good.
 * @param {import("./verify.js").Report} report
 * @returns {[string, string]}
 */
export function verdictOf({ good, whole, reserve }) {
  if (!good) {
    return ["bad", "verify_something_wrong"];
  }
  if (!whole) {
    return ["open", "verify_not_whole"];
  }
  return reserve ? ["open", reserve] : ["good", "verify_nothing_wrong"];
}

function drawReport(report, word) {
  const [colour, key] = verdictOf(report);
  const verdict = make("p", { className: `verdict ${colour}`, tabIndex: -1 }, word(key));
  const list = make("ul", { className: "checks" },
    ...report.checks.map((check) => drawCheck(check, word)));
  if (!report.proquints) {
    return [verdict, list];
  }
  const lock = make("p", { className: "lock" }, word("verify_compare_words"), " ",
    make("b", { className: "proquints" }, report.proquints));
  return [verdict, lock, list];
}

/** One check: its name, the answer in a word, the sentence, what was compared. */
function drawCheck({ name, ok, key, values, compared }, word) {
  const answer = ok === null ? "unknown" : ok ? "ok" : "bad";
  const item = make("li", { className: `check ${answer}` },
    make("b", { className: "check-name" }, word(`check_${name.replace(" ", "_")}`)), " ");
  if (name !== "not checked") {
    item.append(make("span", { className: "check-answer" }, word(`check_is_${answer}`)));
  }
  item.append(make("p", {}, word(key, values)));
  if (compared.length > 0) {
    item.append(drawCompared(compared, word));
  }
  return item;
}

function drawCompared(compared, word) {
  const list = make("dl", { className: "compared" });
  for (const { key, values, value } of compared) {
    list.append(make("dt", {}, word(key, values)), make("dd", {}, value));
  }
  return make("details", {}, make("summary", {}, word("verify_compared")), list);
}

/** How to have all of it checked, by a program that no page is needed for. */
function drawRest(game, address, word) {
  const file = `${game}.record`;
  return [
    make("p", { className: "verify-rest" }, word("verify_rest"), " ",
      make("a", { href: address, download: file }, word("verify_save"))),
    make("p", {}, make("code", {}, `castled verify ${file}`)),
  ];
}
