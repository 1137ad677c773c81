import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import type { Passwords } from '#core/ports/login.ts'
import { Turns } from './turns.ts'

const deriveKey = promisify(argon2)
const SALT_BYTES = 16
const HASH_BYTES = 32

/** OWASP's first recommendation for Argon2id (threats T8). */
interface Argon2Cost {
  readonly memoryKiB: number
  readonly passes: number
}
interface StoredHash extends Argon2Cost {
  readonly lanes: number
  readonly salt: Buffer
  readonly hash: Buffer
}

/** Argon2id from Node's own crypto as PHC strings, a few at a time so that logins leave processors for readers. */
export class Argon2Passwords implements Passwords {
  readonly #cost: Argon2Cost
  readonly #turns = new Turns(Math.min(4, Math.max(2, availableParallelism() - 1)))
  /** Compared with when there is no such user, so that the answer takes equally long. */
  readonly #nobody: StoredHash

  constructor(cost: Argon2Cost = { memoryKiB: 19_456, passes: 2 }) {
    this.#cost = cost
    this.#nobody = { ...cost, lanes: 1, salt: randomBytes(SALT_BYTES), hash: randomBytes(HASH_BYTES) }
  }

  async hash(plain: string): Promise<string> {
    const salt = randomBytes(SALT_BYTES)
    const hash = await this.#derive(plain, { ...this.#cost, lanes: 1, salt }, HASH_BYTES)
    const { memoryKiB, passes } = this.#cost
    return `$argon2id$v=19$m=${memoryKiB},t=${passes},p=1$${unpadded(salt)}$${unpadded(hash)}`
  }

  async matches(plain: string, hash: string | null): Promise<boolean> {
    const stored = hash === null ? this.#nobody : parsed(hash)
    const derived = await this.#derive(plain, stored, stored.hash.length)
    return timingSafeEqual(derived, stored.hash) && hash !== null
  }

  isOutdated(hash: string): boolean {
    const { memoryKiB, passes } = parsed(hash)
    return memoryKiB < this.#cost.memoryKiB || passes < this.#cost.passes
  }

  #derive(plain: string, { memoryKiB, passes, lanes, salt }: Omit<StoredHash, 'hash'>, bytes: number): Promise<Buffer> {
    return this.#turns.take(() =>
      deriveKey('argon2id', {
        // Different keyboards may send different Unicode compositions of the same password.
        message: plain.normalize('NFC'),
        nonce: salt,
        parallelism: lanes,
        tagLength: bytes,
        memory: memoryKiB,
        passes,
      }),
    )
  }
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

function parsed(phc: string): StoredHash {
  const [, memory, passes, lanes, salt, hash] = PHC.exec(phc) ?? []
  if (!salt || !hash) throw new Error('a stored password hash is not an argon2id PHC string')
  return {
    memoryKiB: Number(memory),
    passes: Number(passes),
    lanes: Number(lanes),
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  }
}

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')
