// Somebody who plays on a page: sees what is on the screen, and does what a hand
// can do with a mouse, keys or a finger.

const TURN_MS = 120000;
const REDRAW_MS = 5000;

// Runs in the page: what is seen there, once it is this page's turn or the game is
// over; at once if `limit` is 0. Points are those of the window.
async function see(limit) {
  const middle = (element) => {
    const box = element.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const all = (selector) => [...document.querySelectorAll(selector)];
  const squares = () => {
    const path = document.querySelector("#layer-places .places");
    const matrix = document.querySelector("#board svg")?.getScreenCTM();
    return [...(path?.getAttribute("d") ?? "").matchAll(/M(-?\d+)[ ,](-?\d+)h86/g)]
      .map(([, x, y]) => new DOMPoint(Number(x) + 43, Number(y) + 43).matrixTransform(matrix))
      .map(({ x, y }) => [x, y]);
  };
  // How far down the board is seen: to what is asked, if that is not beside it.
  const lowest = () => {
    const [board, asked] = ["#board", "#play"].map((one) =>
      document.querySelector(one)?.getBoundingClientRect());
    return asked && asked.left < board.right ? asked.top : innerHeight;
  };
  const isOver = () => document.querySelector(".table.over") !== null;
  const isAsked = () => document.body.classList.contains("mine")
    && document.querySelector("#confirm") && !document.querySelector("#ask.pending");
  for (const until = Date.now() + limit; !isOver() && !isAsked() && Date.now() < until;) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const confirm = document.querySelector("#confirm");
  return {
    isMine: Boolean(isAsked()), isOver: isOver(),
    scores: all(".player .score").map((one) => one.textContent),
    tiles: all("#layer-tiles > g").length,
    log: all("#log > li").map((one) => one.textContent),
    trouble: document.querySelector("#notices .error")?.textContent ?? "",
    places: squares(),
    figures: all("#layer-choices [data-index]").map(middle),
    large: all("#held [data-index]").map(middle),
    choices: all("#ask [data-choose]").map(middle),
    confirm: confirm && middle(confirm),
    height: innerHeight,
    top: document.querySelector("#header").getBoundingClientRect().bottom,
    bottom: lowest(),
  };
}

/** What somebody sees who looks at the table. */
export const look = (page) => page.evaluate(see, 0);

/** Waits until it is this page's turn, or the game is over: what is seen then. */
export async function awaitTurn(page) {
  const seen = await page.evaluate(see, TURN_MS);
  if (seen.trouble && !page.canBreak) {
    throw new Error(`the page says: ${seen.trouble}`);
  }
  if (!seen.isMine && !seen.isOver) {
    throw new Error("nobody asks anything, and the game is not over");
  }
  return seen;
}

/** Chance that is the same in each run. */
export function dice(seed) {
  let state = seed;
  return (count) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return (state >>> 8) % count;
  };
}

// Each answers one question: `seen` is what look() says, `roll` chooses.

/** With the mouse: puts down on the board, confirms there or by the button. */
export async function byMouse(page, seen, roll) {
  const isPlace = seen.places.length > 0;
  const onBoard = isPlace || (seen.figures.length > 0 && roll(2) === 0);
  const points = isPlace ? seen.places : onBoard ? seen.figures : seen.choices;
  const at = roll(points.length);
  const click = () => (onBoard ? page.mouse.click(...points[at])
    : page.locator("#ask [data-choose]").nth(at).click());
  await click();
  if (isPlace && roll(4) === 0) {
    await page.mouse.wheel(0, 100);
  }
  if (roll(2) === 0) {
    await click();
    return;
  }
  await confirm(page, "click");
}

// Confirms what was picked; where that is gone with a redraw it is asked again.
async function confirm(page, way) {
  try {
    await page.locator("#confirm:enabled")[way]({ timeout: REDRAW_MS });
  } catch (error) {
    if (error.name !== "TimeoutError") {
      throw error;
    }
  }
}

/** By keys alone. */
export async function byKeys(page, seen, roll) {
  if (seen.places.length > 0) {
    const arrows = ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"];
    for (let steps = 1 + roll(3); steps > 0; steps -= 1) {
      await page.keyboard.press(arrows[roll(arrows.length)]);
    }
    if (roll(2) === 0) {
      await page.keyboard.press("r");
    }
    await page.keyboard.press("Enter");
  } else {
    await page.keyboard.press(String(1 + roll(Math.min(seen.choices.length, 9))));
  }
  await page.keyboard.press("Enter");
}

/** With a finger. */
export async function byTouch(page, seen, roll) {
  if (seen.places.length > 0) {
    const [x, y] = await inReach(page, roll(seen.places.length), seen);
    await page.touchscreen.tap(x, y);
    if (roll(3) === 0) {
      await page.touchscreen.tap(x, y);
    }
  } else if (seen.large.length > 0 && roll(2) === 0) {
    await page.touchscreen.tap(...seen.large[roll(seen.large.length)]);
  } else {
    await page.locator("#ask [data-choose]").nth(roll(seen.choices.length)).tap();
  }
  await confirm(page, "tap");
}

// Scrolls, as a thumb does, until a place is not covered: where it is then.
async function inReach(page, index, seen) {
  const { places, top, bottom } = seen;
  const [x, y] = places[index];
  if (y > Math.max(top, 0) + 20 && y < bottom - 20) {
    return [x, y];
  }
  await page.evaluate((pixels) => scrollBy({ top: pixels, behavior: "instant" }), y - bottom / 2);
  const now = await look(page);
  if (Math.abs(now.places[index][1] - y) < 1) {
    throw new Error("a place is covered, however far one scrolls");
  }
  return now.places[index];
}

/**
 * Plays on one or more pages until the game is over, or `until(count)` says so.
 * `hands`: how each of them answers. Returns how many questions were answered.
 */
export async function play(pages, hands, roll, until = () => false) {
  const waits = [];
  for (let count = 0; ; count += 1) {
    pages.forEach((page, index) => {
      waits[index] ??= awaitTurn(page).then((seen) => ({ index, seen }));
      waits[index].catch(() => {}); // It may be reloaded, once nobody waits.
    });
    const { index, seen } = await Promise.race(waits);
    if (seen.isOver || until(count)) {
      return count;
    }
    await hands[index](pages[index], seen, roll);
    waits[index] = null;
  }
}
