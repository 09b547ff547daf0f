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

/** Keeps a text. */
export function save(key, text) {
  try {
    localStorage.setItem(key, text);
    here.delete(key);
  } catch {
    here.set(key, text);
  }
}
