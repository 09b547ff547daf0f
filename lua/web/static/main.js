// The page: what the page process draws comes over one WebSocket and is put into
// the document; what the player does goes back. All that is shown is made there;
// here is what must be quick, and what must stay in this browser.

import { Wire } from "./wire.js";
import { Session } from "./session.js";
import { Picks } from "./pick.js";
import { Actions, chosenLanguage } from "./actions.js";
import { refocus, show } from "./apply.js";
import { notice, say } from "./notices.js";
import { setWords, word } from "./words.js";
import * as clocks from "./clocks.js";
import * as sound from "./sound.js";

const STATUS_MS = 600; // A break that is shorter is nobody's business.

const page = { notice, say, language: chosenLanguage };
let title = document.title;
let statusTimer = 0;

// A mark in the title while somebody who looks elsewhere is waited for.
function showTitle() {
  document.title = page.picks.isMine && document.hidden ? `● ${title}` : title;
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
    statusTimer = setTimeout(() => { status.textContent = word("reconnecting"); }, STATUS_MS);
  }
}

function setLanguage(language) {
  document.documentElement.lang = language;
  document.querySelector("[data-js=language]").value = language;
}

// What a message may have, in the order in which it is done.
const PARTS = {
  now: clocks.setNow,
  words: setWords,
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
  notice: ({ text, kind, path }) => notice(text, kind, path && { path }),
  sound: sound.play,
  error: ({ text }) => notice(text, "error"),
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
