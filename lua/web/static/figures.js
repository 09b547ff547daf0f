// The followers that may be placed on the tile that was laid last.

/** All of them: on the board, and on the large tile. */
export const FIGURES = ":is(#layer-choices, #held) [data-index]";

const REACH = 0.22; // How near one on the large tile is chosen, of the tile's width.

/**
 * The index of the follower on the large tile that is nearest to a point of the
 * window; undefined where none is near.
 */
export function nearestFigure(clientX, clientY) {
  let [best, nearest] = [undefined, document.getElementById("held").clientWidth * REACH];
  for (const figure of document.querySelectorAll("#held [data-index]")) {
    const box = figure.getBoundingClientRect();
    const away = Math.hypot(box.x + box.width / 2 - clientX, box.y + box.height / 2 - clientY);
    if (away < nearest) {
      [best, nearest] = [Number(figure.dataset.index), away];
    }
  }
  return best;
}
