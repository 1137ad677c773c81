/** The whole of what plugins see less of, by what they see. */
const wholes = new WeakMap<object, object>()

/** Notes that `seen` stands for `whole`. */
export function seenLess<T extends object>(seen: T, whole: object): T {
  wholes.set(seen, wholeOf(whole))
  return seen
}

/** The thing itself, also where a plugin has handed over what it got. */
export const wholeOf = <T extends object>(seen: object): T => (wholes.get(seen) ?? seen) as T

/** Whether it is what a plugin got. */
export const isSeenLess = (seen: object): boolean => wholes.has(seen)
