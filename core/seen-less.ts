/** The whole of what plugins see less of, by what they see. */
const wholes = new WeakMap<object, object>()

/** Notes that `seen` stands for `whole`. */
export function seenLess<T extends object>(seen: T, whole: object): T {
  wholes.set(seen, wholeOf(whole))
  return seen
}

/** The thing itself, also where a plugin has handed over what it got. */
export const wholeOf = <T extends object>(seen: object): T => (wholes.get(seen) ?? seen) as T

/** Stores and services that the product has made. */
const made = new WeakSet<object>()

/** Only for code that makes stores and services. */
export function madeByProduct<T extends object>(given: T): T {
  made.add(given)
  return given
}

/** Whether it is what a plugin got. */
export const isSeenLess = (seen: object): boolean => wholes.has(seen)

/** Whether it comes from the product: the whole, or what a plugin got of it, and not what a plugin has made itself. */
export const isFromProduct = (given: object): boolean => made.has(given) || isSeenLess(given)
