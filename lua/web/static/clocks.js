// Times: clocks that run, and moments as the clock on this wall would have them.

let ahead = 0; // How much the server's clock is ahead of ours, in ms.

/** Takes the server's time, so that clocks run out when they do there. */
export function setNow(ms) {
  ahead = ms - Date.now();
}

function text(left) {
  const seconds = Math.max(0, Math.ceil(left / 1000));
  const minutes = Math.floor(seconds / 60);
  const two = (number) => String(number).padStart(2, "0");
  return minutes < 60 ? `${minutes}:${two(seconds % 60)}`
    : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}

function put(element, said) {
  if (element.textContent !== said) {
    element.textContent = said;
  }
}

/** Writes all clocks and times that are shown. */
export function tick() {
  for (const clock of document.querySelectorAll("[data-clock-until]")) {
    const left = Number(clock.dataset.clockUntil) - ahead - Date.now();
    put(clock, text(left));
    clock.classList.toggle("short", left < 30000);
  }
  for (const clock of document.querySelectorAll("[data-clock-left]")) {
    put(clock, text(Number(clock.dataset.clockLeft)));
  }
  const language = document.documentElement.lang;
  for (const moment of document.querySelectorAll("[data-time]:not([data-told])")) {
    const time = new Date(Number(moment.dataset.time));
    const isToday = time.toDateString() === new Date().toDateString();
    moment.textContent = time.toLocaleString(language, isToday ? { timeStyle: "short" }
      : { dateStyle: "medium", timeStyle: "short" });
    moment.dataset.told = "";
  }
}

setInterval(tick, 250);
