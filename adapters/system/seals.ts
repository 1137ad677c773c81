import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import type { Seals } from '#core/ports/login.ts'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
const KEY_ID_BYTES = 6

/**
 * Seals texts with the site's secret key of 32 bytes. A sealed text is `<key id>.<base64url of nonce, tag and cipher
 * text>`; the key id distinguishes a wrong key from a damaged text. Each sealed text has only one valid spelling, so
 * that a one-time text can be recognised by it.
 */
export class AesSeals implements Seals {
  readonly #sealingKey: Buffer
  readonly #digestKey: Buffer
  readonly #keyId: string

  constructor(siteSecret: Uint8Array) {
    if (siteSecret.length !== 32) throw new Error(`the secret key has ${siteSecret.length} bytes, 32 are needed`)
    this.#sealingKey = derivedKey(siteSecret, 'octavo seal', 32)
    this.#digestKey = derivedKey(siteSecret, 'octavo digest', 32)
    this.#keyId = keyIdOf(siteSecret)
  }

  seal(plain: string, purpose: string): string {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv(CIPHER, this.#sealingKey, nonce).setAAD(Buffer.from(purpose))
    const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
    return `${this.#keyId}.${Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url')}`
  }

  open(sealed: string, purpose: string): string {
    const [keyId, body = ''] = sealed.split('.')
    if (keyId !== this.#keyId)
      throw new Error(
        `cannot open ${purpose}: it was sealed with the secret key ${keyId}, this server has ${this.#keyId}. ` +
          'Start it with the SECRET_KEY the data was written with.',
      )
    const bytes = Buffer.from(body, 'base64url')
    try {
      // Decoding ignores invalid characters, the last bits, and anything after a second point.
      if (sealed !== `${keyId}.${bytes.toString('base64url')}`) throw new Error('it is not written as it was sealed')
      const decipher = createDecipheriv(CIPHER, this.#sealingKey, bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      })
      decipher.setAAD(Buffer.from(purpose)).setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
      return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
    } catch (cause) {
      throw new Error(`cannot open ${purpose}: the sealed text is damaged or was sealed for something else`, { cause })
    }
  }

  digest(plain: string, purpose: string): string {
    return createHmac('sha256', this.#digestKey).update(`${purpose}\0${plain}`).digest('base64url')
  }
}

/** Identifies a key without revealing anything about it. */
export const keyIdOf = (siteSecret: Uint8Array): string =>
  derivedKey(siteSecret, 'octavo key id', KEY_ID_BYTES).toString('base64url')

const derivedKey = (secret: Uint8Array, use: string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', use, bytes))
