import { soundsOf } from './title-sounds.ts'

/*
 * For each page the search index stores which short pieces of text ("grams") occur in it. A gram starts at every
 * character of every stretch without spaces: two characters long in dense scripts (Chinese, Japanese, Korean), three
 * elsewhere, shorter at the end of the stretch. So the grams starting in a search word – whole ones, or for one or two
 * characters a prefix of one – are grams of every page that contains the word. The converse does not hold: a match is
 * verified against the text.
 */

/** SQL for the vector of tokens in one text. */
export const TOKENS = (text: string): string => `array_to_tsvector(string_to_array(${text}, ' '))`

export interface Tokens {
  /** Without duplicates; none contains a space. */
  readonly tokens: readonly string[]
  /** False when the page has more text than is indexed: then it is read in every search. */
  readonly areAll: boolean
}

/** The tokens of a page. */
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

/** How much of the text of a document is searched. */
const MOST_OF_DOCUMENT = 20_000

export interface SearchedText {
  /** As much of it as is searched. */
  readonly searchedText: string
  /** Its tokens in one text, without that of the item. */
  readonly tokens: string
}

export function searchedTextOf(collection: string, text: string): SearchedText {
  const searchedText = text.slice(0, MOST_OF_DOCUMENT).toWellFormed()
  const tokens = new Set([ofCollection(collection)])
  eachGram(searchedText, (gram) => tokens.add(gram).size < MOST_TOKENS)
  return { searchedText, tokens: [...tokens].join(' ') }
}

/** The query for documents that may contain every word, as `queriesOf`. */
export const documentQueryOf = (collection: string, words: readonly string[], itemId: number | null): string =>
  `${quoted(ofCollection(collection))} & ${queriesOf(words, itemId).anywhere}`

/** Tokens for the pronunciation of a Chinese title. */
export function soundTokensOf(title: string): readonly string[] {
  const tokens = new Set<string>()
  const { full, initials } = soundsOf(title)
  for (const sounds of [full, initials]) eachGram(sounds, (gram) => tokens.add(IN_SOUND + gram).size < MOST_SOUNDS)
  return [...tokens]
}

export interface SearchQueries {
  /** Finds the pages whose title may contain every word. */
  readonly inTitle: string
  /** Finds the pages whose title may contain or sound like every word; null when no word can be a sound. */
  readonly bySound: string | null
  /** Finds the pages that may contain every word. */
  readonly anywhere: string
}

/** Queries in PostgreSQL's `tsquery` notation for lower-case words without blanks, at least one; in one item, or in all. */
export function queriesOf(words: readonly string[], itemId: number | null): SearchQueries {
  const terms = words.map(termsOf)
  const isLong = terms.some((of) => of.isNarrow)
  // A single letter hardly narrows the result, and would have to be looked up under thousands of grams.
  const useful = terms.filter(({ isNarrow }) => isNarrow || !isLong).flatMap(({ of }) => of)
  const inItem = itemId === null ? [] : [quoted(ofItem(itemId))]
  const all = (prefix: string): string => {
    const grams = useful.map(({ gram, isBeginning }) => quoted(prefix + gram) + (isBeginning ? ':*' : ''))
    return [...inItem, ...new Set(grams)].join(' & ')
  }
  return { inTitle: all(IN_TITLE), bySound: bySound(words, inItem), anywhere: all('') }
}

/** Sounds consist of two letters or more, possibly with digits in between. */
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

/** LIKE patterns for texts that contain this one, as it was typed or in NFKC, in which usernames are stored. */
export const containing = (text: string): readonly string[] =>
  [...new Set([text, text.normalize('NFKC')])].map((each) => `%${each.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`)

// Below PostgreSQL's limit of 1 MB for the tokens of a page.
const MOST_TOKENS = 20_000
/** Keeps tokenising the largest page short enough not to be noticed. */
const MOST_SCANNED = 300_000
/** Far more than any title has. */
const MOST_SOUNDS = 2_000
/** Prefix for tokens of titles; does not occur in texts. */
const IN_TITLE = '\u0001'
/** Prefix for tokens of the pronunciation of titles. */
const IN_SOUND = '\u0003'
/** The token of all pages of an item; without an id, the prefix of these tokens. */
export const ofItem = (id: number | ''): string => `\u0002${id}`

/** The token of all documents of a collection. */
const ofCollection = (name: string): string => `\u0004${name}`

/** Scripts from this code point on are dense, and so are pictographs. */
const FIRST_DENSE = 0x2e80

/** Calls `take` with the gram at each character, until it returns false. @returns false if it did */
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
  /** Whether the lookup leaves few enough pages. */
  readonly isNarrow: boolean
}

/** The lookup for a word: its whole grams, or the word itself as a prefix of one. */
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

// Most text has no surrogate pairs, and a string can be indexed by character.
const charactersOf = (text: string): Characters => (/[\ud800-\udfff]/.test(text) ? [...text] : text)

const sizeAt = (characters: Characters, at: number): number =>
  (characters[at]?.codePointAt(0) ?? 0) >= FIRST_DENSE ? DENSE_SIZE : SIZE

const cut = (characters: Characters, from: number, to: number): string =>
  typeof characters === 'string' ? characters.slice(from, to) : characters.slice(from, to).join('')

const quoted = (lexeme: string): string => `'${lexeme.replaceAll(/['\\]/g, (sign) => sign + sign)}'`
