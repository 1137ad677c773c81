import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { z } from 'zod'
import { ConfigError } from '../config.ts'

/** OWASP's second recommendation, with 64 MiB: the first needs too much memory beside a server on small machines. */
const COST = { N: 2 ** 16, r: 8, p: 2 }
const MEMORY = 128 * 2 ** 20

const derived = promisify<string, Uint8Array, number, object, Buffer>(scrypt)

const Sealed = z.object({ salt: z.base64(), nonce: z.base64(), tag: z.base64(), text: z.base64() })

/** The site key as stored in a backup: readable only with the passphrase. */
export async function sealedWith(passphrase: string, key: string): Promise<string> {
  const salt = randomBytes(16)
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', await keyOf(passphrase, salt), nonce)
  const text = Buffer.concat([cipher.update(key, 'utf8'), cipher.final()])
  const parts = { salt, nonce, tag: cipher.getAuthTag(), text }
  return JSON.stringify(
    Object.fromEntries(Object.entries(parts).map(([name, bytes]) => [name, bytes.toString('base64')])),
  )
}

/** @throws ConfigError when the passphrase is wrong */
export async function openedWith(passphrase: string, sealed: string): Promise<string> {
  const { salt, nonce, tag, text } = Sealed.parse(JSON.parse(sealed))
  const decipher = createDecipheriv('aes-256-gcm', await keyOf(passphrase, bytes(salt)), bytes(nonce), {
    authTagLength: 16,
  })
  decipher.setAuthTag(bytes(tag))
  try {
    return Buffer.concat([decipher.update(bytes(text)), decipher.final()]).toString('utf8')
  } catch (cause) {
    throw new ConfigError(['BACKUP_PASSPHRASE: is not the one this backup was made with.'], { cause })
  }
}

const bytes = (text: string): Buffer => Buffer.from(text, 'base64')
const keyOf = (passphrase: string, salt: Uint8Array): Promise<Buffer> =>
  derived(passphrase.normalize('NFKC'), salt, 32, { ...COST, maxmem: MEMORY })
