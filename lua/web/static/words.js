// The few sentences that the script itself says. The page process sends them in
// the page's language (lua/web/js_words_*.lua); those here are for before that.

let words = {
  loading: "Opening the gate …",
  reconnecting: "Reconnecting …",
  not_known: "The line broke: whether this was done is not known.",
  not_done: "There is no connection to the server: this was not done.",
  no_answer: "That did not work: {reason}",
  failed: "Something went wrong.",
  close: "Close",
  ok: "OK",
  cancel: "Cancel",
  theme: "Light or dark",
  theme_auto: "Auto",
  theme_light: "Light",
  theme_dark: "Dark",
};

/** Takes texts by key in place of those that were there. */
export function setWords(texts) {
  words = { ...words };
  for (const [key, text] of Object.entries(texts)) {
    words[key.replace(/^js_/, "")] = text;
  }
  for (const element of document.querySelectorAll("[data-word]")) {
    element.textContent = word(element.dataset.word);
  }
  for (const element of document.querySelectorAll("[data-word-label]")) {
    element.setAttribute("aria-label", word(element.dataset.wordLabel));
    element.title = word(element.dataset.wordLabel);
  }
}

/** The text of a key, with the values for the names that stand in {braces}. */
export function word(key, values = {}) {
  return (words[key] ?? key).replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);
}

let refusals = [];

/** Takes what the daemon says, as sentences with {names} and what they are here. */
export function setRefusals(texts) {
  refusals = Object.entries(texts).map(([sentence, text]) => {
    const pattern = sentence.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{(\w+)\}/g, "(?<$1>.+?)");
    return [new RegExp(`^${pattern}$`, "s"), text];
  });
}

/** What the daemon has said, in the player's language if it is known there. */
export function translated(sentence) {
  for (const [pattern, text] of refusals) {
    const found = pattern.exec(sentence);
    if (found) {
      const values = { ...found.groups };
      if (values.reason) {
        values.reason = translated(values.reason);
      }
      return text.replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);
    }
  }
  return sentence;
}
