// Times: clocks that run, and moments as the clock on this wall would have them.

const PARTED_MS = 2000;

let ahead = 0; // How much the server's clock is ahead of this page's, in ms.
let apart = between(); // How much the system's clock was when that was told.

// The page's clock goes evenly, but may stand while the machine sleeps; the system's
// can be set.
function between() {
  return Date.now() - performance.now();
}

/** Takes the server's time, so that clocks run out when they do there. */
export function setNow(ms) {
  ahead = ms - performance.now();
}

/** Whether time has jumped since this was asked, so that the server's is not known. */
export function hasJumped() {
  const before = apart;
  apart = between();
  return Math.abs(apart - before) > PARTED_MS;
}

/** In figures, as castled.clocks has it in a terminal. */
function text(left) {
  const seconds = Math.max(0, Math.ceil(left / 1000));
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const two = (number) => String(number).padStart(2, "0");
  const begun = Math.ceil(seconds / 3600);
  return hours >= 24 ? `${Math.floor(begun / 24)} d${begun % 24 ? ` ${begun % 24} h` : ""}`
    : minutes < 60 ? `${minutes}:${two(seconds % 60)}`
    : `${hours}:${two(minutes % 60)}:${two(seconds % 60)}`;
}

// Shows what a clock has left, in another colour when that is short.
function put(clock, left) {
  const said = text(left);
  if (clock.textContent !== said) {
    clock.textContent = said;
  }
  clock.classList.toggle("short", left < Number(clock.dataset.clockLate ?? 0));
}

/**
 * The server is away: the clocks stand as they are shown, since it may stand still
 * itself, which does not count. They are drawn anew when it is there again.
 */
export function hold() {
  for (const clock of document.querySelectorAll("[data-clock-until]")) {
    clock.dataset.held = "";
  }
}

/** Writes all clocks and times that are shown. */
export function tick() {
  for (const clock of document.querySelectorAll("[data-clock-until]:not([data-held])")) {
    put(clock, Number(clock.dataset.clockUntil) - ahead - performance.now());
  }
  for (const clock of document.querySelectorAll("[data-clock-left]")) {
    put(clock, Number(clock.dataset.clockLeft));
  }
  const chosen = document.documentElement.lang; // as the reader's own country writes it
  const language = navigator.languages.find((one) => one.split("-")[0] === chosen) ?? chosen;
  const today = new Date().toDateString();
  for (const moment of document.querySelectorAll(`[data-time]:not([data-told="${today}"])`)) {
    const time = new Date(Number(moment.dataset.time));
    const isToday = time.toDateString() === today;
    moment.textContent = time.toLocaleString(language, isToday ? { timeStyle: "short" }
      : { dateStyle: "medium", timeStyle: "short" });
    moment.dataset.told = today;
  }
}

setInterval(tick, 250);
