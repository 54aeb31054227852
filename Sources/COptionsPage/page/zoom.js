// Zooms a chart: by the wheel, by two fingers, and by the keys + and −; 0 shows everything.

/**
 * @param {HTMLElement} host The element of the drawing.
 * @param {(event: MouseEvent) => number} valueOf The value at the pointer.
 * @param {(factor: number, centre: number | null) => void} zoom A factor of 0 shows everything; a centre of `null` is the current price.
 */
export function addZoom(host, valueOf, zoom) {
    let factor = 1;
    let centre = 0;
    let isWaiting = false;

    /** @param {number} more */
    function collect(more) {
        factor *= more;
        if (isWaiting) return;
        isWaiting = true;
        // Several events within a frame are one zoom.
        requestAnimationFrame(() => {
            zoom(factor, centre);
            [factor, isWaiting] = [1, false];
        });
    }

    host.addEventListener("wheel", (event) => {
        if (!host.firstChild || event.deltaY === 0) return;
        event.preventDefault();
        centre = valueOf(event);
        collect(Math.exp(Math.min(Math.max(event.deltaY, -60), 60) * 0.003));
    }, { passive: false });

    /** @type {Map<number, PointerEvent>} The fingers on the drawing. */
    const fingers = new Map();
    const distance = () => {
        const [one, other] = [...fingers.values()];
        return Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
    };
    host.addEventListener("pointerdown", (event) => {
        if (event.pointerType === "touch") fingers.set(event.pointerId, event);
    });
    host.addEventListener("pointermove", (event) => {
        if (!fingers.has(event.pointerId)) return;
        const before = fingers.size === 2 ? distance() : 0;
        fingers.set(event.pointerId, event);
        if (!(before > 0) || !(distance() > 0)) return;
        const [one, other] = [...fingers.values()];
        centre = (valueOf(one) + valueOf(other)) / 2;
        collect(before / distance());
    });
    for (const name of /** @type {const} */ (["pointerup", "pointercancel", "pointerleave"])) {
        host.addEventListener(name, (event) => fingers.delete(event.pointerId));
    }

    host.addEventListener("keydown", (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey || !host.firstChild) return;
        const wanted = event.key === "+" || event.key === "="
            ? 0.8
            : event.key === "-" || event.key === "−"
            ? 1.25
            : event.key === "0"
            ? 0
            : null;
        if (wanted === null) return;
        event.preventDefault();
        zoom(wanted, null);
    });
}
