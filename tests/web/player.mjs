// Somebody who plays on a page: sees what is on the screen, and does what a hand
// can do with a mouse, keys or a finger.

const TURN_MS = 30000;

/** What somebody sees who looks at the table. */
export function look(page) {
  return page.evaluate(() => {
    const board = document.querySelector("#board svg");
    const squares = document.querySelector("#layer-places .places")?.getAttribute("d") ?? "";
    const matrix = board?.getScreenCTM();
    const places = [...squares.matchAll(/M(-?[\d.]+)[ ,](-?[\d.]+)h86/g)].map(([, x, y]) => {
      const point = new DOMPoint(Number(x) + 43, Number(y) + 43).matrixTransform(matrix);
      return [point.x, point.y];
    });
    const figures = [...document.querySelectorAll("#layer-choices [data-index]")]
      .map((one) => one.getBoundingClientRect())
      .map((box) => [box.x + box.width / 2, box.y + box.height / 2]);
    return {
      isMine: document.body.classList.contains("mine"),
      isOver: document.querySelector(".table.over") !== null,
      isPending: document.querySelector("#ask.pending") !== null,
      asked: document.querySelector("#ask .asked")?.textContent ?? "",
      choices: document.querySelectorAll("#ask [data-choose]").length,
      scores: [...document.querySelectorAll(".player .score")].map((one) => one.textContent),
      tiles: document.querySelectorAll("#layer-tiles > g").length,
      log: document.querySelectorAll("#log > li").length,
      trouble: document.querySelector("#notices .error")?.textContent ?? "",
      places, figures,
    };
  });
}

/** Waits until it is this page's turn, or the game is over: what is seen then. */
export async function awaitTurn(page) {
  await page.waitForFunction(() => (document.body.classList.contains("mine")
    && !document.querySelector("#ask.pending") && document.querySelector("#confirm"))
    || document.querySelector(".table.over"), null, { timeout: TURN_MS, polling: 25 });
  const seen = await look(page);
  if (seen.trouble) {
    throw new Error(`the page says: ${seen.trouble}`);
  }
  return seen;
}

const isAnswered = (page) => page.waitForFunction(
  () => !document.querySelector("#ask.pending"), null, { timeout: TURN_MS, polling: 10 });

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
  if (seen.places.length > 0) {
    const [x, y] = seen.places[roll(seen.places.length)];
    await page.mouse.move(x, y);
    if (roll(3) === 0) {
      await page.mouse.wheel(0, 100);
    }
    await page.mouse.click(x, y);
    if (roll(2) === 0) {
      await page.mouse.click(x, y);
    } else {
      await page.click("#confirm");
    }
  } else if (seen.figures.length > 0 && roll(2) === 0) {
    const [x, y] = seen.figures[roll(seen.figures.length)];
    await page.mouse.click(x, y);
    await page.click("#confirm");
  } else {
    await page.locator("#ask [data-choose]").nth(roll(seen.choices)).click();
    await page.click("#confirm");
  }
  await isAnswered(page);
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
    await page.keyboard.press(String(1 + roll(Math.min(seen.choices, 9))));
  }
  await page.keyboard.press("Enter");
  await isAnswered(page);
}

/** With a finger. */
export async function byTouch(page, seen, roll) {
  if (seen.places.length > 0) {
    const index = roll(seen.places.length);
    const [x, y] = await pointInReach(page, index);
    await page.touchscreen.tap(x, y);
    if (roll(3) === 0) {
      await page.touchscreen.tap(x, y);
    }
  } else {
    await page.locator("#ask [data-choose]").nth(roll(seen.choices)).tap();
  }
  await page.tap("#confirm");
  await isAnswered(page);
}

// Scrolls, as a thumb does, until a place is not covered: where it is then.
async function pointInReach(page, index) {
  for (let tries = 0; tries < 6; tries += 1) {
    const [x, y] = (await look(page)).places[index];
    const by = await page.evaluate((height) => {
      const top = document.querySelector("#header").getBoundingClientRect().bottom;
      const bottom = document.querySelector("#play").getBoundingClientRect().top;
      return height < top + 20 ? height - top - 60
        : height > bottom - 20 ? height - bottom + 60 : 0;
    }, y);
    if (by === 0) {
      return [x, y];
    }
    await page.evaluate((pixels) => scrollBy(0, pixels), by);
  }
  throw new Error("a place is covered, however far one scrolls");
}

/**
 * Plays on one or more pages until the game is over, or `until(turns)` says so.
 * `hands`: how each of them answers. Returns how many questions were answered.
 */
export async function play(pages, hands, roll, until = () => false) {
  const waits = [];
  for (let count = 0; ; count += 1) {
    pages.forEach((page, index) => {
      waits[index] ??= awaitTurn(page).then((seen) => ({ index, seen }));
    });
    const { index, seen } = await Promise.race(waits);
    if (seen.isOver || until(count)) {
      await Promise.allSettled(waits.map((wait, other) => other !== index && seen.isOver && wait));
      return count;
    }
    await hands[index](pages[index], seen, roll);
    waits[index] = null;
  }
}
