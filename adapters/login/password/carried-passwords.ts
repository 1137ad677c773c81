import { createHash } from 'node:crypto'
import type { Passwords } from '#core/ports/login.ts'
import { Turns } from './turns.ts'

/** How ShowDoc kept a password: 32 hexadecimal digits with a salt, or bcrypt, which has its salt within. */
export interface ShowdocHash {
  readonly hash: string
  /** Empty in the oldest databases. */
  readonly salt: string
}

/*
 * What is stored of a password that came along from a ShowDoc, until its owner logs in: either of
 *   $showdoc-md5$<salt in base64url>$argon2id$…   where argon2id is of the digits ShowDoc kept, so that they lie nowhere
 *   $showdoc-bcrypt$2y$10$…                       the bcrypt of ShowDoc
 */
const OF_MD5 = /^\$showdoc-md5\$([\w-]*)(\$argon2id\$.+)$/
const OF_BCRYPT = /^\$showdoc-bcrypt(\$2[aby]\$.+)$/

const MD5_DIGITS = /^[0-9a-f]{32}$/i
/** With more rounds than these a single try would hold up the server. */
const BCRYPT = /^\$2[aby]\$(?:0[4-9]|1[0-3])\$[./A-Za-z0-9]{53}$/

/** Adds to Octavo's own hashes those that people brought from a ShowDoc; the first login replaces them. */
export class CarriedPasswords implements Passwords {
  readonly #own: Passwords
  /** One at a time: bcrypt works in the thread that answers everybody, a tenth of a second at a stretch. */
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
    // Loaded by the sites that have such accounts.
    const { compare } = await import('bcryptjs')
    return this.#bcryptTurns.take(() => anyOf(spellingsOf(plain), (spelling) => compare(spelling, bcrypt)))
  }

  isOutdated(hash: string): boolean {
    return OF_MD5.test(hash) || OF_BCRYPT.test(hash) || this.#own.isOutdated(hash)
  }

  /** What is to be stored of a password that ShowDoc kept in this way; null when it can be no hash of ShowDoc. */
  async carried({ hash, salt }: ShowdocHash): Promise<string | null> {
    if (BCRYPT.test(hash)) return `$showdoc-bcrypt${hash}`
    if (!MD5_DIGITS.test(hash)) return null
    const ofDigits = await this.#own.hash(hash.toLowerCase())
    return `$showdoc-md5$${Buffer.from(salt).toString('base64url')}${ofDigits}`
  }
}

/** Whether ShowDoc's digits are those of this password; never so for bcrypt, which is slow to try. */
export const areDigitsOf = (plain: string, { hash, salt }: ShowdocHash): boolean =>
  MD5_DIGITS.test(hash) && digitsOf(plain, salt) === hash.toLowerCase()

/** Every one is tried, so that the answer takes as long whichever it is. */
async function anyOf<T>(values: readonly T[], test: (value: T) => Promise<boolean>): Promise<boolean> {
  let isOne = false
  for (const value of values) isOne = (await test(value)) || isOne
  return isOne
}

const FIXED_PART = '576hbgh6'

/** The 32 digits ShowDoc keeps of a password. */
const digitsOf = (plain: string, salt: string): string =>
  md5(Buffer.from(md5(plain)).toString('base64') + FIXED_PART + salt)

const md5 = (text: string): string => createHash('md5').update(text).digest('hex')

/** The password, and as ShowDoc 2 hashed it: with entities, the single quote among them since PHP 8.1. */
function spellingsOf(plain: string): readonly string[] {
  const escaped = plain
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
  return [...new Set([plain, escaped, escaped.replaceAll("'", '&#039;')])]
}
