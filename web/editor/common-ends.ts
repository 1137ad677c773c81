/** How many characters two texts have in common at the beginning, and how many of the rest at the end. */
export function commonEnds(one: string, other: string): { readonly head: number; readonly tail: number } {
  const shorter = Math.min(one.length, other.length)
  let head = 0
  while (head < shorter && one[head] === other[head]) head += 1
  let tail = 0
  while (tail < shorter - head && one.at(-1 - tail) === other.at(-1 - tail)) tail += 1
  return { head, tail }
}
