// The few sentences that the script itself says. The page process sends them in
// the page's language (lua/web/js_words_*.lua); those here are for before that.

let words = {
  loading: "Opening the gate …",
  reconnecting: "Reconnecting …",
  not_known: "The line broke: whether this was done is not known.",
  no_answer: "That did not work: {reason}",
  failed: "Something went wrong.",
  close: "Close",
  ok: "OK",
  cancel: "Cancel",
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
