/** The passage of a comment: the selected text, and the text around it. */
export interface Anchor {
  readonly quote: string
  readonly before: string
  readonly after: string
}

/**
 * State of the passage of a comment. there: found verbatim. changed: the surrounding text was found, with different
 * text in between. gone: neither was found.
 */
export type PassageState = 'there' | 'changed' | 'gone'
export interface Passage {
  readonly state: PassageState
  /** Offsets in the letters of the page; 0 and 0 when it is gone. */
  readonly from: number
  readonly to: number
}

/** The letters and digits of a text in lower case, with their offsets: unaffected by markup and spacing. */
export interface Letters {
  readonly text: string
  readonly places: readonly number[]
}

const LETTER = /[\p{L}\p{N}]/u
/** How much context identifies a passage, also after it has changed. */
const CONTEXT = 32
const LEAST_CONTEXT = 6
const LONGEST_CHANGED = 2_000
const MOST_PLACES = 200
/** In longer pages, a passage is only found by what is around it: several searches of each would take long. */
const LONGEST_PAGE = 200_000
/** Letters of each end of a changed passage. */
const LEAST_END = 2
/** Share of a changed passage that is still there, and how many times as long it may be. */
const LEAST_KEPT = 0.6
const MOST_GROWN = 2
/** How many letters are looked through for all passages of a page together. */
const MOST_LOOKED_THROUGH = 20_000_000

export function lettersOf(text: string): Letters {
  let letters = ''
  const places: number[] = []
  let at = 0
  for (const sign of text) {
    if (LETTER.test(sign)) {
      const small = sign.toLowerCase()
      letters += small
      for (let unit = 0; unit < small.length; unit += 1) places.push(at)
    }
    at += sign.length
  }
  return { text: letters, places }
}

/** The text of {@link lettersOf} alone, which takes a fraction of the time for long pages. */
export const lettersIn = (text: string): string =>
  text
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
    .replaceAll(/[A-Z]+/g, (capitals) => capitals.toLowerCase())
    // One at a time: a capital sigma becomes another letter at the end of a word.
    .replaceAll(/\p{Changes_When_Lowercased}/gu, (capital) => capital.toLowerCase())

/**
 * For how many passages a page of this length is searched: a thousand in a page of 20,000 letters, ten in the longest
 * pages, where each takes long.
 */
export const mostPassagesIn = ({ text }: Pick<Letters, 'text'>): number =>
  Math.floor(MOST_LOOKED_THROUGH / (text.length + 1))

/** The current position of the passage; of several, the one with the best matching context. */
export function passageIn(page: Pick<Letters, 'text'>, anchor: Anchor): Passage {
  const quote = lettersIn(anchor.quote)
  const before = lettersIn(anchor.before).slice(-CONTEXT)
  const after = lettersIn(anchor.after).slice(0, CONTEXT)
  const places = quote === '' ? [] : placesOf(page.text, quote)
  const [best] = places
    .map((from) => ({ from, fit: fitAround(page.text, from, from + quote.length, before, after) }))
    .toSorted((a, b) => b.fit - a.fit || a.from - b.from)
  if (best) return { state: 'there', from: best.from, to: best.from + quote.length }
  return changedIn(page.text, before, after) ?? changedWithin(page.text, quote) ?? { state: 'gone', from: 0, to: 0 }
}

function placesOf(text: string, sought: string): readonly number[] {
  const places: number[] = []
  for (let at = text.indexOf(sought); at >= 0 && places.length < MOST_PLACES; at = text.indexOf(sought, at + 1))
    places.push(at)
  return places
}

function fitAround(text: string, from: number, to: number, before: string, after: string): number {
  let fit = 0
  while (fit < before.length && text[from - 1 - fit] === before[before.length - 1 - fit]) fit += 1
  let behind = 0
  while (behind < after.length && text[to + behind] === after[behind]) behind += 1
  return fit + behind
}

/** By its own beginning and end, where most of it is still there: what stood around it may have changed as well. */
function changedWithin(text: string, quote: string): Passage | null {
  if (text.length > LONGEST_PAGE) return null
  const head = longestIn(text, quote.length, (length) => quote.slice(0, length))
  const tail = longestIn(text, quote.length - head, (length) => quote.slice(quote.length - length))
  if (head < LEAST_END || tail < LEAST_END || head + tail < quote.length * LEAST_KEPT) return null
  const end = quote.slice(quote.length - tail)
  for (const from of placesOf(text, quote.slice(0, head))) {
    // No further: a long page may have many places.
    const at = text.slice(from + head, from + Math.floor(quote.length * MOST_GROWN)).indexOf(end)
    if (at >= 0) return { state: 'changed', from, to: from + head + at + tail }
  }
  return null
}

/** The greatest length at which the part is in the text; every shorter part is in it, too. */
function longestIn(text: string, most: number, partOf: (length: number) => string): number {
  let [there, missing] = [0, most + 1]
  while (missing - there > 1) {
    const length = Math.floor((there + missing) / 2)
    if (text.includes(partOf(length))) there = length
    else missing = length
  }
  return there
}

function changedIn(text: string, before: string, after: string): Passage | null {
  if (before.length < LEAST_CONTEXT || after.length < LEAST_CONTEXT) return null
  const found = text.indexOf(before)
  const from = found + before.length
  const to = found < 0 ? -1 : text.indexOf(after, from)
  return to <= from || to - from > LONGEST_CHANGED ? null : { state: 'changed', from, to }
}
