/** What a source said of things when it was sent last, by their names; missing before the first time. */
export type Said = Readonly<Record<string, string>>

/** What it said of one of them; names of columns may be those of everything. */
export const saidBefore = (before: Said, name: string): string | undefined =>
  Object.hasOwn(before, name) ? before[name] : undefined

/**
 * What a page is to say of something from now on. What people wrote stays: a text that is not the one the source gave last.
 * @param now what the source says
 * @param there what the page says; undefined when it says nothing of it yet
 * @param before what the source said when it was sent last; undefined when nobody knows
 */
export function keptDescription(now: string, there: string | undefined, before: string | undefined): string {
  if (there === undefined || there.trim() === '') return now
  return isSame(there, before ?? '') ? now : there
}

const isSame = (one: string, other: string): boolean => spaced(one) === spaced(other)
const spaced = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
