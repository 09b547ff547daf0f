// What this browser keeps. Where it refuses to keep anything, things last as long
// as the page.

const here = new Map();

/** The text kept under a key, or null. */
export function load(key) {
  try {
    return here.get(key) ?? localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a text; null: forgets it. */
export function save(key, text) {
  try {
    if (text === null) {
      localStorage.removeItem(key);
    } else {
      localStorage.setItem(key, text);
    }
    here.delete(key);
  } catch {
    here.set(key, text);
  }
}

/** Whether what was saved last under a key outlasts the page. */
export const isKept = (key) => !here.has(key);

/** The keys that begin so. */
export function keys(start) {
  const all = new Set(here.keys());
  try {
    for (let index = 0; index < localStorage.length; index += 1) {
      all.add(localStorage.key(index));
    }
  } catch { /* it keeps nothing */ }
  return [...all].filter((key) => key.startsWith(start));
}
