import { limits } from '#core/plugin.ts'

/** The source of a page, as far as it distinguishes it from others. */
export interface Titled {
  /** Names of catalogs with slashes between. */
  readonly catalogPath: string
  readonly title: string
  /** Distinguishes it from others with its title, such as the address of a call. */
  readonly source: string
}
/** An existing page. */
export interface MadeBefore {
  readonly titleNow: string
  /** The title its source had, and the number among sources of that title; null for a page without a source. */
  readonly made: { readonly title: string; readonly source: string } | null
}
export interface OwnTitle {
  readonly title: string
  /** Its number among the sources of its title, the same in the next push. */
  readonly source: string
}

/**
 * A title for each that is unique in its catalog: from the second on they are numbered. Existing pages keep their
 * titles in any order of the sources, and a page of somebody else never gets a number.
 */
export function titlesApart(pages: readonly Titled[], there: readonly MadeBefore[]): readonly OwnTitle[] {
  const sources = sourcesOf(pages)
  const places = pages.map(placeOf)
  const taken = new Set<string>()
  const told = new Set(pages.map(({ title }, at) => keyOf(places[at], title)))
  const titles = Array.from<string | undefined>({ length: pages.length })
  const take = (at: number, title: string): void => {
    titles[at] = title
    taken.add(keyOf(places[at], title))
  }
  const isFree = (at: number, title: string, own: string): boolean =>
    !taken.has(keyOf(places[at], title)) && (title === own || !told.has(keyOf(places[at], title)))

  const before = new Map(
    there.flatMap(({ titleNow, made }) =>
      made && isNumbered(titleNow, made.title) ? [[keyOf(made.title, made.source), titleNow] as const] : [],
    ),
  )
  for (const [at, { title }] of pages.entries()) {
    const known = before.get(keyOf(title, sources[at]))
    if (known !== undefined && isFree(at, known, title)) take(at, known)
  }
  const owners = new Map(there.map(({ titleNow, made }) => [titleNow, made?.title] as const))
  const next = new Map<string, number>()
  for (const [at, { title }] of pages.entries()) {
    if (titles[at] !== undefined) continue
    const group = keyOf(places[at], title)
    let number = next.get(group) ?? 1
    const isUsable = (wanted: string): boolean =>
      isFree(at, wanted, title) && (wanted === title || !owners.has(wanted) || owners.get(wanted) === title)
    while (!isUsable(numbered(title, number))) number += 1
    next.set(group, number + 1)
    take(at, numbered(title, number))
  }
  return pages.map(({ title }, at) => ({ title: titles[at] ?? title, source: sources[at] ?? '' }))
}

const keyOf = (...parts: readonly unknown[]): string => JSON.stringify(parts)
const placeOf = ({ catalogPath }: Titled): string =>
  keyOf(
    ...catalogPath
      .split('/')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  )

/** Indistinguishable sources are numbered. */
function sourcesOf(pages: readonly Titled[]): readonly string[] {
  const times = new Map<string, number>()
  return pages.map((page) => {
    const key = keyOf(placeOf(page), page.title, page.source)
    const time = (times.get(key) ?? 0) + 1
    times.set(key, time)
    return keyOf(placeOf(page), page.source, time)
  })
}

function numbered(title: string, number: number): string {
  if (number === 1) return title
  const end = ` (${number})`
  // Not half a surrogate pair.
  return `${title.slice(0, limits.titleLength - end.length).replace(/[\uD800-\uDBFF]$/, '')}${end}`
}
const isNumbered = (wanted: string, title: string): boolean =>
  wanted === title || wanted === numbered(title, Number(/ \((\d{1,6})\)$/.exec(wanted)?.[1] ?? 1))
