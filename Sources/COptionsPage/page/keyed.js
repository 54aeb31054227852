// Lists whose elements are kept while their items change.

import { controls } from "./dom.js";

/**
 * Returns a function that shows items as the children of an element. The child of a key is kept and updated as long as an item has this
 * key, so focus, selection and a click that has begun stay. If the child that has the focus is removed, the next one gets it. The function
 * returns the children by their keys.
 * @template Item
 * @template {{element: Element, update?: (item: Item, index: number) => void}} Kept
 * @param {Element} parent
 * @param {(item: Item) => string} key Different for each item.
 * @param {(item: Item) => Kept} make
 * @returns {(items: Item[]) => Map<string, Kept>}
 */
export function childrenByKey(parent, key, make) {
    /** @type {Map<string, Kept>} */
    let kept = new Map();
    return (items) => {
        const focused = document.activeElement;
        const next = new Map(items.map((item) => [key(item), kept.get(key(item)) ?? make(item)]));
        const before = [...kept];
        const lost = before.findIndex(([name, { element }]) => element.contains(focused) && !next.has(name));
        const control = lost < 0 ? -1 : controls(before[lost][1].element).indexOf(/** @type {HTMLElement} */ (focused));
        for (const [name, { element }] of before) if (!next.has(name)) element.remove();
        kept = next;
        const children = [...next.values()];
        arrange(parent, children.map(({ element }) => element), focused);
        items.forEach((item, index) => next.get(key(item))?.update?.(item, index));
        if (lost >= 0 && children.length) controls(children[Math.min(lost, children.length - 1)].element)[control]?.focus();
        return next;
    };
}

/**
 * Brings children into an order. The one that contains an element is not moved, since that would take the focus from it.
 * @param {Element} parent
 * @param {Element[]} children
 * @param {Element | null} still
 */
function arrange(parent, children, still) {
    let place = parent.firstElementChild;
    for (const child of children) {
        if (still && child.contains(still) && child.parentNode === parent) {
            while (place && place !== child) {
                const next = place.nextElementSibling;
                parent.append(place);
                place = next;
            }
        }
        if (place === child) place = place.nextElementSibling;
        else parent.insertBefore(child, place);
    }
}
