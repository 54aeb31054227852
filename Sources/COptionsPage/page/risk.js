// Returns on what is at risk.

/**
 * The return on the money at risk, and the same for a year, simply extrapolated. `null` where one of them has no limit or nothing is at risk.
 * @param {number | null} gain
 * @param {number | null} risk A positive amount.
 * @param {number} days
 * @returns {{rate: number, yearly: number | null} | null}
 */
export function returnOn(gain, risk, days) {
    if (gain === null || risk === null || !(risk > 0)) return null;
    return { rate: gain / risk, yearly: days > 0 ? gain / risk * 365 / days : null };
}
