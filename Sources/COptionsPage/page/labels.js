// Places labels beside each other so that they do not overlap.

/**
 * Half the width of a label in the font of the charts, with a gap.
 * @param {string} text
 */
const halfWidth = (text) => text.length * 3.6 + 4;

/**
 * The nearest centre at which a label is between two pixels.
 * @param {string} text
 * @param {number} at
 * @param {number} left
 * @param {number} right
 */
export const centre = (text, at, left, right) => Math.min(Math.max(at, left + halfWidth(text)), right - halfWidth(text));

/**
 * Gives each label the first line on which it overlaps none of the labels before it; -1 if there is no such line.
 * @template {{at: number, text: string}} Label
 * @param {Label[]} labels
 * @param {number} count Of lines.
 * @returns {(Label & {line: number})[]}
 */
export function onLines(labels, count) {
    /** @type {[number, number][][]} */
    const lines = Array.from({ length: count }, () => []);
    return labels.map((label) => {
        const [from, to] = [label.at - halfWidth(label.text), label.at + halfWidth(label.text)];
        const line = lines.findIndex((taken) => taken.every(([start, end]) => to <= start || from >= end));
        if (line >= 0) lines[line].push([from, to]);
        return { ...label, line };
    });
}
