import { decoded } from './decoded.ts'

/**
 * Who owns the first word of an address. The product itself, items with a personal domain, and plugins all share `/…`.
 * No word belongs to two of them, regardless of who claims it first, so an item and a plugin can never collide.
 */

/** Words of the product itself. */
const PRODUCT_WORDS: ReadonlySet<string> = new Set([
  ...['admin', 'api', 'assets', 'attachment', 'catalog', 'healthz', 'host', 'item', 'message', 'notice', 'p', 'page'],
  ...['plugins', 'readyz', 'server', 'setup', 'team', 'trpc', 'user'],
])
/**
 * Addresses without a plugin's name, reserved for plugins to come: documented (API-058), or typed into commands by
 * hand.
 */
const PLUGIN_WORDS: ReadonlySet<string> = new Set(['mock-data', 'mock-path', 'tools'])
/** Addresses that programs call; they always answer with JSON. */
const PROGRAM_WORDS: ReadonlySet<string> = new Set(['api', 'server', 'trpc', ...PLUGIN_WORDS])

/** In lower case, for an address without its origin, however its letters are encoded; '' for the home page. */
export const firstWordOf = (address: string): string => decoded(/^\/([^/?]*)/.exec(address)?.[1] ?? '').toLowerCase()

/** Never the personal domain of an item (D17). Takes any letter case. */
export const isReservedWord = (word: string): boolean =>
  PRODUCT_WORDS.has(word.toLowerCase()) || PLUGIN_WORDS.has(word.toLowerCase())

/** Letters and digits, not digits only, and no reserved word. */
export const isPersonalDomain = (word: string): boolean =>
  /^[a-z0-9]+$/i.test(word) && !/^\d+$/.test(word) && !isReservedWord(word)

/** A word that plugin addresses may begin with. The hyphen separates it from every id and personal domain. */
export const isPluginWord = (word: string): boolean =>
  PLUGIN_WORDS.has(word) || (/^[a-z0-9]+(-[a-z0-9]+)+$/.test(word) && !PRODUCT_WORDS.has(word))

/**
 * Whether this word, in lower case, is an address of that plugin's screens: its id, or its id with more words after it.
 */
export const isScreenWordOf = (pluginId: string, word: string): boolean =>
  isPluginWord(word) && !PROGRAM_WORDS.has(word) && (word === pluginId || word.startsWith(`${pluginId}-`))

/**
 * A path that stays on this site however a browser parses it: browsers skip tabs, and read two slashes of any kind as
 * the start of a host.
 */
export const isSitePath = (path: string): boolean => /^\/(?![/\\])[^\s\\]*$/.test(path)

export const isOfProgram = (address: string): boolean => PROGRAM_WORDS.has(firstWordOf(address))
