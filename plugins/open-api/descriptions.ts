/** The descriptions in a source when it was last sent, by name; missing before the first time. */
export type Said = Readonly<Record<string, string>>

/** One of them; column names may be any text, so own properties are used. */
export const saidBefore = (before: Said, name: string): string | undefined =>
  Object.hasOwn(before, name) ? before[name] : undefined

/**
 * The new description of something. Text written by people is kept: a text that differs from the last one of the
 * source. @param now the description in the source @param there the description on the page; undefined when it has none
 * yet @param before the description when the source was last sent; undefined when unknown
 */
export function keptDescription(now: string, there: string | undefined, before: string | undefined): string {
  if (there === undefined || there.trim() === '') return now
  return isSame(there, before ?? '') ? now : there
}

const isSame = (one: string, other: string): boolean => spaced(one) === spaced(other)
const spaced = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
