// Marks a number that has moved.

const milliseconds = 700;

/** @type {WeakMap<HTMLElement, number>} The ends of the marks. */
const timers = new WeakMap();

/**
 * Lights up an element whose number has moved, in the colour of the direction. The colour does not fade: an animation paints every frame
 * anew, also those in which the user types.
 * @param {HTMLElement} element
 * @param {number | null | undefined} before
 * @param {number | null | undefined} after
 */
export function markMove(element, before, after) {
    if (typeof before !== "number" || typeof after !== "number" || before === after || !element.isConnected) return;
    clearTimeout(timers.get(element));
    element.dataset.moved = after > before ? "up" : "down";
    timers.set(
        element,
        window.setTimeout(() => {
            delete element.dataset.moved;
        }, milliseconds),
    );
}
