import { soundsOf } from './title-sounds.ts'

/*
 * The search index knows for each page which short pieces of text ("grams") occur in it. At every character of every
 * stretch without blanks a gram begins: two characters long where the script is dense (Chinese, Japanese, Korean),
 * three elsewhere, shorter at the end of the stretch. So whatever is searched for, the grams that begin in it – whole ones,
 * or for one or two characters the beginning of one – are grams of every page that contains it. The converse does not hold:
 * a hit is checked against the text.
 */

export interface Tokens {
  /** Without repetition; none contains a blank. */
  readonly tokens: readonly string[]
  /** False when the page has more text than is indexed: then it is to be read in every search. */
  readonly areAll: boolean
}

/** What a page is found by. */
export function tokensOf(itemId: number, title: string, content: string): Tokens {
  const tokens = new Set([ofItem(itemId)])
  eachGram(title, (gram) => {
    tokens.add(gram).add(IN_TITLE + gram)
    return tokens.size < MOST_TOKENS
  })
  for (const token of soundTokensOf(title)) tokens.add(token)
  const scanned = content.slice(0, MOST_SCANNED)
  const isWhole = eachGram(scanned, (gram) => tokens.add(gram).size < MOST_TOKENS)
  return { tokens: [...tokens], areAll: isWhole && scanned.length === content.length }
}

/** What a page is found by that the letters of a Chinese title sound like. */
export function soundTokensOf(title: string): readonly string[] {
  const tokens = new Set<string>()
  const { full, initials } = soundsOf(title)
  for (const sounds of [full, initials]) eachGram(sounds, (gram) => tokens.add(IN_SOUND + gram).size < MOST_SOUNDS)
  return [...tokens]
}

export interface SearchQueries {
  /** Finds the pages whose title may contain every word. */
  readonly inTitle: string
  /** Finds the pages whose title may contain every word or sound like it; null where no word can be a sound. */
  readonly bySound: string | null
  /** Finds the pages that may contain every word. */
  readonly anywhere: string
}

/** Queries in PostgreSQL's `tsquery` notation for lower-case words without blanks, at least one; in one item, or in all. */
export function queriesOf(words: readonly string[], itemId: number | null): SearchQueries {
  const terms = words.map(termsOf)
  const isLong = terms.some((of) => of.isNarrow)
  // One letter alone narrows next to nothing down and would be looked up under thousands of grams.
  const useful = terms.filter(({ isNarrow }) => isNarrow || !isLong).flatMap(({ of }) => of)
  const inItem = itemId === null ? [] : [quoted(ofItem(itemId))]
  const all = (prefix: string): string => {
    const grams = useful.map(({ gram, isBeginning }) => quoted(prefix + gram) + (isBeginning ? ':*' : ''))
    return [...inItem, ...new Set(grams)].join(' & ')
  }
  return { inTitle: all(IN_TITLE), bySound: bySound(words, inItem), anywhere: all('') }
}

/** Sounds are written in two letters or more, perhaps with digits between them. */
export const maySound = (word: string): boolean => /^(?=.*[a-z])[a-z\d]{2,}$/.test(word)

function bySound(words: readonly string[], inItem: readonly string[]): string | null {
  if (!words.some(maySound)) return null
  const terms = words.flatMap((word) => {
    const { of, isNarrow } = termsOf(word)
    const all = (prefix: string): string =>
      of.map(({ gram, isBeginning }) => quoted(prefix + gram) + (isBeginning ? ':*' : '')).join(' & ')
    if (maySound(word)) return `((${all(IN_TITLE)}) | (${all(IN_SOUND)}))`
    return isNarrow ? `(${all(IN_TITLE)})` : []
  })
  return [...inItem, ...new Set(terms)].join(' & ')
}

/** A LIKE pattern for texts that contain this one. */
export const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`

// Below the limit of 1 MB that PostgreSQL sets to a page's tokens together.
const MOST_TOKENS = 20_000
/** Keeps cutting the largest page well below the time that others would notice. */
const MOST_SCANNED = 300_000
/** Far more than a title has. */
const MOST_SOUNDS = 2_000
/** Begins the tokens of titles; no text contains this sign. */
const IN_TITLE = '\u0001'
/** Begins the tokens of what titles sound like. */
const IN_SOUND = '\u0003'
/** The token of all pages of an item; without an id what these tokens begin with. */
export const ofItem = (id: number | ''): string => `\u0002${id}`

/** Scripts from here on are dense, as are pictographs. */
const FIRST_DENSE = 0x2e80

/** Calls `take` with the gram at each character, until it answers false. @returns false when it did */
function eachGram(text: string, take: (gram: string) => boolean): boolean {
  for (const stretch of text.toLowerCase().split(/\s+/u)) {
    const characters = charactersOf(stretch)
    for (let at = 0; at < characters.length; at += 1) {
      const end = Math.min(characters.length, at + sizeAt(characters, at))
      if (!take(cut(characters, at, end))) return false
    }
  }
  return true
}

interface Terms {
  readonly of: readonly { readonly gram: string; readonly isBeginning: boolean }[]
  /** Whether looking them up leaves few enough pages. */
  readonly isNarrow: boolean
}

/** What to look a word up by: its whole grams, or itself as the beginning of one. */
function termsOf(word: string): Terms {
  const characters = charactersOf(word)
  const whole = []
  for (let at = 0; at + sizeAt(characters, at) <= characters.length; at += 1) {
    whole.push({ gram: cut(characters, at, at + sizeAt(characters, at)), isBeginning: false })
  }
  if (whole.length > 0) return { of: whole, isNarrow: true }
  return {
    of: [{ gram: word, isBeginning: true }],
    isNarrow: characters.length > 1 || sizeAt(characters, 0) === DENSE_SIZE,
  }
}

const DENSE_SIZE = 2
const SIZE = 3

type Characters = string | readonly string[]

// Most text has no surrogate pairs, and a string is its own list of characters.
const charactersOf = (text: string): Characters => (/[\ud800-\udfff]/.test(text) ? [...text] : text)

const sizeAt = (characters: Characters, at: number): number =>
  (characters[at]?.codePointAt(0) ?? 0) >= FIRST_DENSE ? DENSE_SIZE : SIZE

const cut = (characters: Characters, from: number, to: number): string =>
  typeof characters === 'string' ? characters.slice(from, to) : characters.slice(from, to).join('')

const quoted = (lexeme: string): string => `'${lexeme.replaceAll(/['\\]/g, (sign) => sign + sign)}'`
