// The cursor of a chart: the nearest point, the point to which a key moves, and the values between points.

/**
 * The index of the number nearest to a value; of two equally near ones, the first.
 * @param {number[]} stops In ascending order, at least one.
 * @param {number} value
 */
export function nearest(stops, value) {
    let [low, high] = [0, stops.length - 1];
    while (high - low > 1) {
        const middle = (low + high) >> 1;
        if (stops[middle] <= value) low = middle;
        else high = middle;
    }
    return stops[high] - value < value - stops[low] ? high : low;
}

/**
 * The stop to which a key moves the cursor; `null` if the key moves nothing.
 * @param {number[]} stops In ascending order, at least one.
 * @param {number | null} now The cursor, which may be between two stops. Without one, the keys begin at the ends.
 * @param {string} key
 * @param {number} stride
 */
export function stopAfterKey(stops, now, key, stride) {
    const last = stops.length - 1;
    const inside = (/** @type {number} */ index) => stops[Math.min(Math.max(index, 0), last)];
    const after = now === null ? 0 : stops.findIndex((stop) => stop > now);
    const before = now === null ? last : stops.filter((stop) => stop < now).length - 1;
    switch (key) {
        case "Home":
            return stops[0];
        case "End":
            return stops[last];
        case "ArrowRight":
            return inside((after < 0 ? last + 1 : after) + stride - 1);
        case "ArrowLeft":
            return inside(before - stride + 1);
        default:
            return null;
    }
}

/**
 * The value of a line at a price, between its points; `null` outside them.
 * @param {{stockPrice: number, profitLoss: number}[]} points In ascending order of the price.
 * @param {number} at
 */
export function valueBetween(points, at) {
    const next = points.findIndex((point) => point.stockPrice >= at);
    if (next < 0) return null;
    const right = points[next];
    if (right.stockPrice === at) return right.profitLoss;
    if (next === 0) return null;
    const left = points[next - 1];
    const share = (at - left.stockPrice) / (right.stockPrice - left.stockPrice);
    return left.profitLoss + share * (right.profitLoss - left.profitLoss);
}
