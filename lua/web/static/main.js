// The page: what the page process draws comes over one WebSocket and is put into
// the document; what the player does goes back. All that is shown is made there;
// here is what must be quick, and what must stay in this browser.

import { Wire } from "./wire.js";
import { Session, gameOf } from "./session.js";
import { Picks } from "./pick.js";
import { Actions, chosenLanguage } from "./actions.js";
import { refocus, show } from "./apply.js";
import { closeDialog, keep, notice, putAway, say, settle, toKept } from "./notices.js";
import { setRefusals, setWords, translated, word } from "./words.js";
import * as clocks from "./clocks.js";
import * as sound from "./sound.js";

const STATUS_MS = 600; // A break that is shorter is nobody's business.
const JUMP_MS = 1000;

const page = { notice, keepNotice: keep, toKept, putAway, closeDialog, say, language: chosenLanguage };
let title = document.title;
let statusTimer = 0;

// A mark in the title while somebody who looks elsewhere is waited for.
function showTitle() {
  const isWaitedFor = page.picks.isMine || document.querySelector(".card.your-turn") !== null;
  document.title = isWaitedFor && document.hidden ? `● ${title}` : title;
}

function showStatus(isThere) {
  const status = document.getElementById("status");
  clearTimeout(statusTimer);
  document.body.classList.toggle("offline", !isThere);
  if (isThere) {
    if (status.textContent) {
      say(word("reconnected"));
    }
    status.textContent = "";
  } else {
    clocks.hold();
    statusTimer = setTimeout(() => { status.textContent = word("reconnecting"); }, STATUS_MS);
  }
}

function setLanguage(language) {
  document.documentElement.lang = language;
  document.querySelector("[data-js=language]").value = language;
}

// `tab`: where it is to be read; `path`: where it leads, by all of it or by a link named
// `go`; `acts`: buttons that do what those of the page do, { what, value, text }; `game`: the one
// that it belongs to, and is said beside; `lock`: the words of its lock are in it.
function showNotice({ text, kind, tab, path, go, acts = [], game, lock }) {
  if (lock) {
    page.session.checkLock(game, lock);
  }
  if (game && game !== gameOf(location.pathname)) {
    return;
  }
  notice(text, kind, [tab && page.actions.news(tab), path && { path, text: go }, ...acts]
    .filter((one) => one), game);
}

// What a message may have, in the order in which it is done.
const PARTS = {
  now: clocks.setNow,
  words: (words) => { setWords(words); page.session.showElsewhere(); },
  refusals: setRefusals,
  language: setLanguage,
  title: (text) => { title = text; },
  forget: (game) => page.session.forget(game),
  path: (path) => history.replaceState(null, "", path),
  show,
  question: (question) => page.picks.set(question),
  pass: (passed) => [passed].flat().forEach((one) => page.session.passed(one)),
  created: (game) => page.session.created(game, page.actions.takePrivate()),
  hint: ({ index }) => page.picks.hint(index),
  say,
  settled: settle,
  notice: showNotice,
  sound: sound.play,
  error: ({ text }) => notice(translated(text), "error"),
};

function take(message) {
  for (const [name, act] of Object.entries(PARTS)) {
    if (message[name] !== undefined) {
      act(message[name]);
    }
  }
  page.picks.refresh();
  page.actions.refresh();
  refocus();
  clocks.tick();
  showTitle();
}

page.session = new Session(page);
page.picks = new Picks(page);
page.actions = new Actions(page);
page.wire = new Wire(`${location.protocol.replace("http", "ws")}//${location.host}/ws`, {
  open: () => page.session.begin(),
  message: take,
  status: showStatus,
});
document.addEventListener("visibilitychange", showTitle);
setInterval(() => {
  const hasClocks = document.querySelector("[data-clock-until]");
  if (clocks.hasJumped() && hasClocks && page.wire.isReady) {
    page.session.show(true);
  }
}, JUMP_MS);
