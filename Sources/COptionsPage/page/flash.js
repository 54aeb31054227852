// Marks a number that has moved.

/**
 * Lights up an element whose number has moved, in the colour of the direction. Without motion, for those who prefer none, the colour stays a
 * moment and does not fade.
 * @param {Element} element
 * @param {number | null | undefined} before
 * @param {number | null | undefined} after
 */
export function markMove(element, before, after) {
    if (typeof before !== "number" || typeof after !== "number" || before === after || !element.isConnected) return;
    const colour = after > before ? "var(--profit-soft)" : "var(--loss-soft)";
    const easing = matchMedia("(prefers-reduced-motion: reduce)").matches ? "steps(1, end)" : "ease-out";
    element.animate([{ backgroundColor: colour }, { backgroundColor: "transparent" }], { duration: 900, easing });
}
