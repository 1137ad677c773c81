import { createHash } from 'node:crypto'
import type { Passwords } from '#core/ports/login.ts'
import { Turns } from './turns.ts'

/** ShowDoc's password formats: 32 hexadecimal digits with a salt, or bcrypt, which includes its salt. */
export interface ShowdocHash {
  readonly hash: string
  /** Empty in the oldest databases. */
  readonly salt: string
}

/*
 * The stored form of a password imported from ShowDoc, until its owner logs in: either `$showdoc-md5$<salt in
 * base64url>$argon2id$…`, where argon2id is applied to ShowDoc's digits, so that these are not stored, or
 * `$showdoc-bcrypt$2y$10$…`, the bcrypt hash of ShowDoc.
 */
const OF_MD5 = /^\$showdoc-md5\$([\w-]*)(\$argon2id\$.+)$/
const OF_BCRYPT = /^\$showdoc-bcrypt(\$2[aby]\$.+)$/

const MD5_DIGITS = /^[0-9a-f]{32}$/i
/** With more rounds than this a single attempt would block the server. */
const BCRYPT = /^\$2[aby]\$(?:0[4-9]|1[0-3])\$[./A-Za-z0-9]{53}$/

/** Whether a hash of ShowDoc can be checked here, so that its password goes on working. */
export const isReadable = ({ hash }: ShowdocHash): boolean => BCRYPT.test(hash) || MD5_DIGITS.test(hash)

/** Accepts hashes imported from ShowDoc besides Octavo's own; the first login replaces them. */
export class CarriedPasswords implements Passwords {
  readonly #own: Passwords
  /** One at a time: bcrypt runs in the main thread, a tenth of a second at a time. */
  readonly #bcryptTurns = new Turns(1)

  constructor(own: Passwords) {
    this.#own = own
  }

  hash(plain: string): Promise<string> {
    return this.#own.hash(plain)
  }

  async matches(plain: string, hash: string | null): Promise<boolean> {
    const [, salt = '', ofDigits] = OF_MD5.exec(hash ?? '') ?? []
    if (ofDigits !== undefined)
      return anyOf(spellingsOf(plain), (spelling) =>
        this.#own.matches(digitsOf(spelling, Buffer.from(salt, 'base64url').toString()), ofDigits),
      )
    const [, bcrypt] = OF_BCRYPT.exec(hash ?? '') ?? []
    if (bcrypt === undefined) return this.#own.matches(plain, hash)
    // Loaded only by sites with such accounts.
    const { compare } = await import('bcryptjs')
    return this.#bcryptTurns.take(() => anyOf(spellingsOf(plain), (spelling) => compare(spelling, bcrypt)))
  }

  isOutdated(hash: string): boolean {
    return isCarriedHash(hash) || this.#own.isOutdated(hash)
  }

  /** The form in which ShowDoc's hash is stored; null when it is not a valid hash of ShowDoc. */
  async carried({ hash, salt }: ShowdocHash): Promise<string | null> {
    if (BCRYPT.test(hash)) return `$showdoc-bcrypt${hash}`
    if (!MD5_DIGITS.test(hash)) return null
    const ofDigits = await this.#own.hash(hash.toLowerCase())
    return `$showdoc-md5$${Buffer.from(salt).toString('base64url')}${ofDigits}`
  }
}

/** Whether a stored password is still as it was imported, so that nobody has logged in with it or changed it. */
export const isCarriedHash = (hash: string | null): boolean =>
  hash !== null && (OF_MD5.test(hash) || OF_BCRYPT.test(hash))

/** Whether ShowDoc's digits match this password; always false for bcrypt, which is slow to check. */
export const areDigitsOf = (plain: string, { hash, salt }: ShowdocHash): boolean =>
  MD5_DIGITS.test(hash) && digitsOf(plain, salt) === hash.toLowerCase()

/** Every variant is tried, so that the answer always takes equally long. */
async function anyOf<T>(values: readonly T[], test: (value: T) => Promise<boolean>): Promise<boolean> {
  let isOne = false
  for (const value of values) isOne = (await test(value)) || isOne
  return isOne
}

const FIXED_PART = '576hbgh6'

/** The 32 digits ShowDoc stores for a password. */
const digitsOf = (plain: string, salt: string): string =>
  md5(Buffer.from(md5(plain)).toString('base64') + FIXED_PART + salt)

const md5 = (text: string): string => createHash('md5').update(text).digest('hex')

/** The password, and the form ShowDoc 2 hashed: with HTML entities, since PHP 8.1 including the single quote. */
function spellingsOf(plain: string): readonly string[] {
  const escaped = plain
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
  return [...new Set([plain, escaped, escaped.replaceAll("'", '&#039;')])]
}
